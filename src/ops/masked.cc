// Operators of which a mask leaves elements out: those where it is false count as if they were not there. Where nothing
// counts, the result is undefined: what the reduction of nothing gives, or NaN.
#include <cmath>

#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/complex.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_sort.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_extreme.h"
#include "ops/functions/reduce_norm.h"
#include "ops/functions/reduce_prod.h"
#include "ops/functions/reduce_scan.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/softmax.h"
#include "ops/functions/statistics.h"
#include "ops/functions/view_shape.h"
#include "ops/reduction.h"

namespace vjp {
namespace {

using Mask = Tensor;  // of booleans, broadcast to the input; undefined: all true

void check_mask(const Mask& mask, const Tensor& input, const char* what, const char* argument = "mask") {
  if (!mask) return;
  if (mask.dtype() != Dtype::Bool) {
    fail(VJP_ERROR_DTYPE, "{}: '{}' is {}, expected bool", what, argument, mask.dtype());
  }
  if (!broadcasts_to(mask.sizes(), input.sizes())) {
    fail(VJP_ERROR_SHAPE, "{}: '{}' of shape {} does not broadcast to the input's, {}", what, argument, mask.sizes(),
         input.sizes());
  }
}

// The input in `dtype` with `fill` where the mask is false.
Tensor filled(const Tensor& input, const Mask& mask, double fill, Dtype dtype, const char* what,
              const char* argument = "mask") {
  check_mask(mask, input, what, argument);
  const Tensor x = to(input, dtype);
  return mask ? where(mask, x, full({}, fill, x.dtype())) : x;
}

// The lowest, or highest, number of a dtype: what no element is below, or above.
double lowest(Dtype dtype, bool highest) {
  if (!is_integral(dtype)) return highest ? INFINITY : -INFINITY;
  if (dtype == Dtype::Bool || dtype == Dtype::UInt8) return highest ? (dtype == Dtype::Bool ? 1 : 255) : 0;
  const double half = std::ldexp(1.0, static_cast<int>(size_of(dtype)) * 8 - 1);
  return highest ? half - 1 : -half;
}

// How many elements count.
Tensor count_of(const Tensor& input, const Mask& mask, const OptDims& dim, bool keepdim) {
  const Tensor ones_there = mask ? expand(mask, input.sizes()) : ones(input.sizes(), Dtype::Bool);
  return sum(ones_there, dim, keepdim);
}
Dtype given_or_own(Dtype dtype, const Tensor& input) { return dtype == Dtype::None ? input.dtype() : dtype; }

Dtype floating_type(Dtype dtype, const Tensor& input) {
  const Dtype type = given_or_own(dtype, input);
  return is_integral(type) ? Dtype::Float32 : type;
}

// The input in a given type; whole numbers of it as float32.
Tensor as_floating(const Tensor& input, Dtype dtype) {
  return to(to(input, given_or_own(dtype, input)), floating_type(dtype, input));
}

// How far what counts lies from its mean (0 elsewhere), and the count less the correction.
struct Spread {
  Tensor differences, freedom;
};
Spread spread(const Tensor& input, const OptDims& dim, double correction, bool keepdim, Dtype type, const Mask& mask,
              const char* what) {
  const Tensor x = filled(input, mask, 0, type, what), count = count_of(input, mask, dim, true);
  const Tensor difference = sub(x, div(sum(x, dim, true), count));  // of the others: without what they hold
  Tensor freedom = to(count, real_of(type));
  if (!keepdim) freedom = reshape(freedom, reduced_sizes(input.sizes(), reduced_dims(input.ndim(), dim, what), false));
  if (correction != 0) freedom = clamp_min(sub(freedom, correction), 0);
  return {mask ? where(mask, difference, 0) : difference, freedom};
}

// The sum of |x - mean|^2 over the freedom.
Tensor variance(const Tensor& input, const OptDims& dim, double correction, bool keepdim, Dtype dtype, const Mask& mask,
                const char* what) {
  const Dtype type = floating_type(dtype, input);
  const auto [x, freedom] = spread(as_floating(input, dtype), dim, correction, keepdim, type, mask, what);
  return to(div(sum(is_complex(type) ? real(mul(x, conj(x))) : square(x), dim, keepdim), freedom), type);
}

// Its root, by a norm: the squares may overflow or vanish where the deviation does not, and where it is 0 so is the
// gradient.
Tensor deviation(const Tensor& input, const OptDims& dim, double correction, bool keepdim, Dtype dtype,
                 const Mask& mask, const char* what) {
  const Dtype type = floating_type(dtype, input);
  const Dtype twice = type == Dtype::Float32 ? Dtype::Float64 : type == Dtype::Complex64 ? Dtype::Complex128 : type;
  const auto [x, freedom] = spread(as_floating(input, dtype), dim, correction, keepdim, type, mask, what);
  return to(div(linalg_vector_norm(to(x, twice), 2, dim, keepdim), sqrt(freedom)), type);
}

Tensor norm_of(const Tensor& input, double ord, const OptDims& dim, bool keepdim, Dtype dtype, const Mask& mask,
               const char* what) {
  const double fill = ord == -INFINITY ? INFINITY : 0;
  return linalg_vector_norm(filled(input, mask, fill, given_or_own(dtype, input), what), ord, dim, keepdim);
}

// The dimensions as a list, for what needs one: all of them where none are named.
Dims listed(const Tensor& x, const OptDims& dim, const char* what) {
  const uint32_t reduced = reduced_dims(x.ndim(), dim, what);
  Dims dims;
  for (int d = 0; d < x.ndim(); ++d)
    if (reduced >> d & 1) dims.push_back(d);
  return dims;
}

}  // namespace

struct MaskedSum : Composite {
  static constexpr Schema schema{
      "masked_sum(Tensor input, int[]? dim=None, *, bool keepdim=False, dtype? dtype=None, Tensor? mask=None) -> "
      "Tensor"};
  static constexpr const char* doc = "The sum of the elements where the mask is true.";
  static Tensor forward(const Tensor& input, const OptDims& dim, bool keepdim, Dtype dtype, const Tensor& mask) {
    return sum(filled(input, mask, 0, given_or_own(dtype, input), "masked_sum"), dim, keepdim, dtype);
  }
};
VJP_DEFINE(MaskedSum);

struct MaskedProd : Composite {
  static constexpr Schema schema{
      "masked_prod(Tensor input, int[]? dim=None, *, bool keepdim=False, dtype? dtype=None, Tensor? mask=None) -> "
      "Tensor"};
  static constexpr const char* doc =
      "The product of the elements where the mask is true; a tensor without dimensions, and without a mask, as it is.";
  static Tensor forward(const Tensor& input, const OptDims& dim, bool keepdim, Dtype dtype, const Tensor& mask) {
    Tensor x = filled(input, mask, 1, given_or_own(dtype, input), "masked_prod");
    if (x.ndim() == 0) return x;
    const Dims dims = listed(x, dim, "masked_prod");
    for (int d : dims) x = prod_dim(x, d, true, dtype);
    return keepdim ? x
                   : reshape(x, reduced_sizes(input.sizes(), reduced_dims(input.ndim(), dim, "masked_prod"), false));
  }
};
VJP_DEFINE(MaskedProd);

struct MaskedMean : Composite {
  static constexpr Schema schema{
      "masked_mean(Tensor input, int[]? dim=None, *, bool keepdim=False, dtype? dtype=None, Tensor? mask=None) -> "
      "Tensor"};
  static constexpr const char* doc = "The mean of the elements where the mask is true.";
  static Tensor forward(const Tensor& input, const OptDims& dim, bool keepdim, Dtype dtype, const Tensor& mask) {
    const Tensor x = filled(input, mask, 0, given_or_own(dtype, input), "masked_mean");
    return div(sum(x, dim, keepdim), count_of(input, mask, dim, keepdim));
  }
};
VJP_DEFINE(MaskedMean);

struct MaskedAMax : Composite {
  static constexpr Schema schema{
      "masked_amax(Tensor input, int[]? dim=None, *, bool keepdim=False, dtype? dtype=None, Tensor? mask=None) -> "
      "Tensor"};
  static constexpr const char* doc =
      "The largest of the elements where the mask is true. Equal ones share the gradient.";
  static Tensor forward(const Tensor& input, const OptDims& dim, bool keepdim, Dtype dtype, const Tensor& mask) {
    const Dtype type = given_or_own(dtype, input);
    return amax(filled(input, mask, lowest(type, false), type, "masked_amax"), dim, keepdim);
  }
};
VJP_DEFINE(MaskedAMax);

struct MaskedAMin : Composite {
  static constexpr Schema schema{
      "masked_amin(Tensor input, int[]? dim=None, *, bool keepdim=False, dtype? dtype=None, Tensor? mask=None) -> "
      "Tensor"};
  static constexpr const char* doc =
      "The smallest of the elements where the mask is true. Equal ones share the gradient.";
  static Tensor forward(const Tensor& input, const OptDims& dim, bool keepdim, Dtype dtype, const Tensor& mask) {
    const Dtype type = given_or_own(dtype, input);
    return amin(filled(input, mask, lowest(type, true), type, "masked_amin"), dim, keepdim);
  }
};
VJP_DEFINE(MaskedAMin);

struct MaskedMedian : Composite {
  static constexpr Schema schema{
      "masked_median(Tensor input, int dim=-1, *, bool keepdim=False, dtype? dtype=None, Tensor? mask=None) -> Tensor"};
  static constexpr const char* doc =
      "The median along a dimension (the lower of two) of the elements where the mask is true and that are not NaN.";
  static Tensor forward(const Tensor& input, int64_t dim, bool keepdim, Dtype dtype, const Tensor& mask) {
    const Dtype type = given_or_own(dtype, input);
    if (is_integral(type)) {
      fail(VJP_ERROR_DTYPE, "masked_median: 'input' is {}, expected floating numbers; convert it with 'dtype'", type);
    }
    return nanmedian_dim(filled(input, mask, NAN, type, "masked_median"), dim, keepdim)[0];
  }
};
VJP_DEFINE(MaskedMedian);

struct MaskedNorm : Composite {
  static constexpr Schema schema{
      "masked_norm(Tensor input, float ord=2, int[]? dim=None, *, bool keepdim=False, dtype? dtype=None, Tensor? "
      "mask=None) -> Tensor"};
  static constexpr const char* doc = "The norm of order `ord` of the elements where the mask is true, as a vector.";
  static Tensor forward(const Tensor& input, double ord, const OptDims& dim, bool keepdim, Dtype dtype,
                        const Tensor& mask) {
    return norm_of(input, ord, dim, keepdim, dtype, mask, "masked_norm");
  }
};
VJP_DEFINE(MaskedNorm);

struct MaskedNormalize : Composite {
  static constexpr Schema schema{
      "masked_normalize(Tensor input, float ord, int dim, *, float eps=1e-12, dtype? dtype=None, Tensor? mask=None) -> "
      "Tensor"};
  static constexpr const char* doc =
      "The elements where the mask is true over their norm along a dimension, which is taken to be at least eps.";
  static Tensor forward(const Tensor& input, double ord, int64_t dim, double eps, Dtype dtype, const Tensor& mask) {
    const Tensor norms = norm_of(input, ord, IntSpan(&dim, 1), true, dtype, mask, "masked_normalize");
    const Tensor x = filled(input, mask, 0, given_or_own(dtype, input), "masked_normalize");
    return div(x, maximum(norms, full({}, eps, norms.dtype())));
  }
};
VJP_DEFINE(MaskedNormalize);

struct MaskedVar : Composite {
  static constexpr Schema schema{
      "masked_var(Tensor input, int[]? dim=None, *, float? correction=1, bool keepdim=False, dtype? dtype=None, "
      "Tensor? "
      "mask=None) -> Tensor"};
  static constexpr const char* doc = "The variance of the elements where the mask is true.";
  static Tensor forward(const Tensor& input, const OptDims& dim, std::optional<double> correction, bool keepdim,
                        Dtype dtype, const Tensor& mask) {
    return variance(input, dim, correction.value_or(1), keepdim, dtype, mask, "masked_var");
  }
};
VJP_DEFINE(MaskedVar);

struct MaskedVarUnbiased : Composite {
  static constexpr Schema schema{
      "masked_var.unbiased(Tensor input, int[]? dim, bool unbiased=True, *, bool keepdim=False, dtype? dtype=None, "
      "Tensor? mask=None) -> Tensor"};
  static constexpr const char* doc =
      "The variance of the elements where the mask is true; unbiased: divided by their count less 1.";
  static Tensor forward(const Tensor& input, const OptDims& dim, bool unbiased, bool keepdim, Dtype dtype,
                        const Tensor& mask) {
    return variance(input, dim, unbiased, keepdim, dtype, mask, "masked_var");
  }
};
VJP_DEFINE(MaskedVarUnbiased);

struct MaskedStd : Composite {
  static constexpr Schema schema{
      "masked_std(Tensor input, int[]? dim=None, *, float? correction=1, bool keepdim=False, dtype? dtype=None, "
      "Tensor? "
      "mask=None) -> Tensor"};
  static constexpr const char* doc = "The standard deviation of the elements where the mask is true.";
  static Tensor forward(const Tensor& input, const OptDims& dim, std::optional<double> correction, bool keepdim,
                        Dtype dtype, const Tensor& mask) {
    return deviation(input, dim, correction.value_or(1), keepdim, dtype, mask, "masked_std");
  }
};
VJP_DEFINE(MaskedStd);

struct MaskedStdUnbiased : Composite {
  static constexpr Schema schema{
      "masked_std.unbiased(Tensor input, int[]? dim, bool unbiased=True, *, bool keepdim=False, dtype? dtype=None, "
      "Tensor? mask=None) -> Tensor"};
  static constexpr const char* doc =
      "The standard deviation of the elements where the mask is true; unbiased: of their count less 1.";
  static Tensor forward(const Tensor& input, const OptDims& dim, bool unbiased, bool keepdim, Dtype dtype,
                        const Tensor& mask) {
    return deviation(input, dim, unbiased, keepdim, dtype, mask, "masked_std");
  }
};
VJP_DEFINE(MaskedStdUnbiased);

struct MaskedLogSumExp : Composite {
  static constexpr Schema schema{
      "masked_logsumexp(Tensor input, int[]? dim=None, *, bool keepdim=False, dtype? dtype=None, Tensor? mask=None) -> "
      "Tensor"};
  static constexpr const char* doc = "log(sum(exp(input))) of the elements where the mask is true, without overflow.";
  static Tensor forward(const Tensor& input, const OptDims& dim, bool keepdim, Dtype dtype, const Tensor& mask) {
    const Tensor x =
        filled(as_floating(input, dtype), mask, -INFINITY, floating_type(dtype, input), "masked_logsumexp");
    return logsumexp(x, listed(x, dim, "masked_logsumexp"), keepdim);
  }
};
VJP_DEFINE(MaskedLogSumExp);

struct MaskedLogAddExp : Composite {
  static constexpr Schema schema{
      "masked_logaddexp(Tensor input, Tensor other, *, dtype? dtype=None, Tensor? input_mask=None, Tensor? "
      "other_mask=None) -> Tensor"};
  static constexpr const char* doc = "log(exp(input) + exp(other)) of what the masks leave of each.";
  static Tensor forward(const Tensor& input, const Tensor& other, Dtype dtype, const Tensor& input_mask,
                        const Tensor& other_mask) {
    constexpr const char* what = "masked_logaddexp";
    return logaddexp(
        filled(as_floating(input, dtype), input_mask, -INFINITY, floating_type(dtype, input), what, "input_mask"),
        filled(as_floating(other, dtype), other_mask, -INFINITY, floating_type(dtype, other), what, "other_mask"));
  }
};
VJP_DEFINE(MaskedLogAddExp);

struct MaskedCumSum : Composite {
  static constexpr Schema schema{
      "masked_cumsum(Tensor input, int dim, *, dtype? dtype=None, Tensor? mask=None) -> Tensor"};
  static constexpr const char* doc = "Running sums of the elements where the mask is true.";
  static Tensor forward(const Tensor& input, int64_t dim, Dtype dtype, const Tensor& mask) {
    return cumsum(filled(input, mask, 0, given_or_own(dtype, input), "masked_cumsum"), dim);
  }
};
VJP_DEFINE(MaskedCumSum);

struct MaskedCumProd : Composite {
  static constexpr Schema schema{
      "masked_cumprod(Tensor input, int dim, *, dtype? dtype=None, Tensor? mask=None) -> Tensor"};
  static constexpr const char* doc = "Running products of the elements where the mask is true.";
  static Tensor forward(const Tensor& input, int64_t dim, Dtype dtype, const Tensor& mask) {
    return cumprod(filled(input, mask, 1, given_or_own(dtype, input), "masked_cumprod"), dim);
  }
};
VJP_DEFINE(MaskedCumProd);

struct MaskedSoftmax : Composite {
  static constexpr Schema schema{
      "masked_softmax(Tensor input, int dim, *, dtype? dtype=None, Tensor? mask=None) -> Tensor"};
  static constexpr const char* doc = "softmax along a dimension of the elements where the mask is true, 0 elsewhere.";
  static Tensor forward(const Tensor& input, int64_t dim, Dtype dtype, const Tensor& mask) {
    return softmax(filled(input, mask, -INFINITY, given_or_own(dtype, input), "masked_softmax"), dim);
  }
};
VJP_DEFINE(MaskedSoftmax);

struct MaskedLogSoftmax : Composite {
  static constexpr Schema schema{
      "masked_log_softmax(Tensor input, int dim, *, dtype? dtype=None, Tensor? mask=None) -> Tensor"};
  static constexpr const char* doc = "log_softmax along a dimension of the elements where the mask is true.";
  static Tensor forward(const Tensor& input, int64_t dim, Dtype dtype, const Tensor& mask) {
    return log_softmax(filled(input, mask, -INFINITY, given_or_own(dtype, input), "masked_log_softmax"), dim);
  }
};
VJP_DEFINE(MaskedLogSoftmax);

struct MaskedSoftmin : Composite {
  static constexpr Schema schema{
      "masked_softmin(Tensor input, int dim, *, dtype? dtype=None, Tensor? mask=None) -> Tensor"};
  static constexpr const char* doc = "softmin along a dimension of the elements where the mask is true, 0 elsewhere.";
  static Tensor forward(const Tensor& input, int64_t dim, Dtype dtype, const Tensor& mask) {
    return softmax(neg(filled(input, mask, INFINITY, given_or_own(dtype, input), "masked_softmin")), dim);
  }
};
VJP_DEFINE(MaskedSoftmin);

}  // namespace vjp
