// Variances and standard deviations.
#include "ops/functions/reduce_moments.h"

#include <cmath>

#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_sum.h"
#include "ops/halves.h"
#include "ops/reduction.h"

namespace vjp {
namespace {

std::array<Tensor, 2> moments(const Tensor& input, const OptDims& dim, double correction, bool keepdim,
                              const char* what) {
  if (is_integral(input.dtype()))
    fail(VJP_ERROR_DTYPE, "{}: not defined for {}; expected a floating dtype", what, input.dtype());
  Tensor mean;
  Tensor variance = run_reduction(Reduction::Variance, input, reduced_dims(input.ndim(), dim, what), keepdim,
                                  real_of(wide_of(input.dtype())), 2, correction, &mean);
  return {variance, mean};
}

// d var / dx = 2 (x - mean) / (n - correction)
Tensor variance_gradient(const Tensor& g, const Tensor& x, const OptDims& dim, double correction) {
  uint32_t reduced = reduced_dims(x.ndim(), dim, "var");
  double freedom = std::max(0.0, static_cast<double>(reduced_count(x.sizes(), reduced)) - correction);
  Tensor scale = mul(with_kept_dims(g, x.sizes(), reduced), 2.0 / freedom);
  return mul(scale, sub(x, mean(x, dim, true)));
}

}  // namespace

struct Var : General {
  static constexpr Schema schema{
      "var(Tensor input, int[]? dim=None, *, float? correction=1, bool keepdim=False) -> Tensor"};
  static constexpr const char* doc =
      "The variance over the given dimensions, or of all elements: the sum of |x - mean|^2 over n - correction.";
  static Tensor forward(const Tensor& input, const OptDims& dim, std::optional<double> correction, bool keepdim) {
    return narrowed(moments(input, dim, correction.value_or(1), keepdim, "var")[0], input.dtype());
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g, In<"input"> x, Attr<"dim", OptDims> dim,
                                                    Attr<"correction", std::optional<double>> correction) -> Tensor {
    return variance_gradient(wide(g), wide(x), dim, correction.value.value_or(1));
  }));
};
VJP_DEFINE(Var);

struct Std : General {
  static constexpr Schema schema{
      "std(Tensor input, int[]? dim=None, *, float? correction=1, bool keepdim=False) -> Tensor"};
  static constexpr const char* doc = "The square root of the variance. Where it is 0 the gradient is taken to be 0.";
  static Tensor forward(const Tensor& input, const OptDims& dim, std::optional<double> correction, bool keepdim) {
    return narrowed(sqrt(moments(input, dim, correction.value_or(1), keepdim, "std")[0]), input.dtype());
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad grad, In<"input"> input, Out<> out, Attr<"dim", OptDims> dim,
                                                    Attr<"correction", std::optional<double>> correction) -> Tensor {
    // of halves it is computed again: as it was kept it is rounded, or has overflowed
    const bool half = is_half(input.dtype());
    Tensor g = wide(grad), x = wide(input);
    Tensor y = half ? std(x, dim.value, correction.value, out.ndim() == x.ndim()) : Tensor(out);
    Tensor none = eq(y, 0), of_variance = div(where(none, 0, g), where(none, 1, mul(y, 2)));
    return variance_gradient(of_variance, x, dim, correction.value.value_or(1));
  }));
};
VJP_DEFINE(Std);

struct VarUnbiased : Composite {
  static constexpr Schema schema{"var.unbiased(Tensor input, bool unbiased) -> Tensor"};
  static constexpr const char* doc = "The variance of all elements; unbiased: divided by n - 1, not n.";
  static Tensor forward(const Tensor& input, bool unbiased) { return var(input, {}, unbiased ? 1.0 : 0.0); }
};
VJP_DEFINE(VarUnbiased);

struct VarUnbiasedDim : Composite {
  static constexpr Schema schema{
      "var.unbiased_dim(Tensor input, int[]? dim, bool unbiased, bool keepdim=False) -> Tensor"};
  static constexpr const char* doc = "The variance over the given dimensions; unbiased: divided by n - 1, not n.";
  static Tensor forward(const Tensor& input, const OptDims& dim, bool unbiased, bool keepdim) {
    return var(input, dim, unbiased ? 1.0 : 0.0, keepdim);
  }
};
VJP_DEFINE(VarUnbiasedDim);

struct StdUnbiased : Composite {
  static constexpr Schema schema{"std.unbiased(Tensor input, bool unbiased) -> Tensor"};
  static constexpr const char* doc = "The standard deviation of all elements; unbiased: divided by n - 1, not n.";
  static Tensor forward(const Tensor& input, bool unbiased) { return std(input, {}, unbiased ? 1.0 : 0.0); }
};
VJP_DEFINE(StdUnbiased);

struct StdUnbiasedDim : Composite {
  static constexpr Schema schema{
      "std.unbiased_dim(Tensor input, int[]? dim, bool unbiased, bool keepdim=False) -> Tensor"};
  static constexpr const char* doc =
      "The standard deviation over the given dimensions; unbiased: divided by n - 1, not n.";
  static Tensor forward(const Tensor& input, const OptDims& dim, bool unbiased, bool keepdim) {
    return std(input, dim, unbiased ? 1.0 : 0.0, keepdim);
  }
};
VJP_DEFINE(StdUnbiasedDim);

struct VarMean : Composite {
  static constexpr Schema schema{
      "var_mean(Tensor input, int[]? dim=None, *, float? correction=1, bool keepdim=False) -> (Tensor var, Tensor "
      "mean)"};
  static constexpr const char* doc = "Variance and mean.";
  static std::array<Tensor, 2> forward(const Tensor& input, const OptDims& dim, std::optional<double> correction,
                                       bool keepdim) {
    return {var(input, dim, correction.value_or(1), keepdim), mean(input, dim, keepdim)};
  }
};
VJP_DEFINE(VarMean);

struct VarMeanUnbiased : Composite {
  static constexpr Schema schema{"var_mean.unbiased(Tensor input, bool unbiased) -> (Tensor var, Tensor mean)"};
  static constexpr const char* doc = "Variance and mean of all elements.";
  static std::array<Tensor, 2> forward(const Tensor& input, bool unbiased) {
    return {var(input, {}, unbiased ? 1.0 : 0.0), mean(input)};
  }
};
VJP_DEFINE(VarMeanUnbiased);

struct VarMeanUnbiasedDim : Composite {
  static constexpr Schema schema{
      "var_mean.unbiased_dim(Tensor input, int[]? dim, bool unbiased, bool keepdim=False) -> (Tensor var, Tensor "
      "mean)"};
  static constexpr const char* doc = "Variance and mean over the given dimensions.";
  static std::array<Tensor, 2> forward(const Tensor& input, const OptDims& dim, bool unbiased, bool keepdim) {
    return {var(input, dim, unbiased ? 1.0 : 0.0, keepdim), mean(input, dim, keepdim)};
  }
};
VJP_DEFINE(VarMeanUnbiasedDim);

struct StdMean : Composite {
  static constexpr Schema schema{
      "std_mean(Tensor input, int[]? dim=None, *, float? correction=1, bool keepdim=False) -> (Tensor std, Tensor "
      "mean)"};
  static constexpr const char* doc = "Standard deviation and mean.";
  static std::array<Tensor, 2> forward(const Tensor& input, const OptDims& dim, std::optional<double> correction,
                                       bool keepdim) {
    return {std(input, dim, correction.value_or(1), keepdim), mean(input, dim, keepdim)};
  }
};
VJP_DEFINE(StdMean);

struct StdMeanUnbiased : Composite {
  static constexpr Schema schema{"std_mean.unbiased(Tensor input, bool unbiased) -> (Tensor std, Tensor mean)"};
  static constexpr const char* doc = "Standard deviation and mean of all elements.";
  static std::array<Tensor, 2> forward(const Tensor& input, bool unbiased) {
    return {std(input, {}, unbiased ? 1.0 : 0.0), mean(input)};
  }
};
VJP_DEFINE(StdMeanUnbiased);

struct StdMeanUnbiasedDim : Composite {
  static constexpr Schema schema{
      "std_mean.unbiased_dim(Tensor input, int[]? dim, bool unbiased, bool keepdim=False) -> (Tensor std, Tensor "
      "mean)"};
  static constexpr const char* doc = "Standard deviation and mean over the given dimensions.";
  static std::array<Tensor, 2> forward(const Tensor& input, const OptDims& dim, bool unbiased, bool keepdim) {
    return {std(input, dim, unbiased ? 1.0 : 0.0, keepdim), mean(input, dim, keepdim)};
  }
};
VJP_DEFINE(StdMeanUnbiasedDim);

}  // namespace vjp
