// Order statistics: extremes, modes, medians, quantiles.
#include "ops/functions/statistics.h"

#include "graph/batched.h"
#include "graph/meta.h"
#include "ops/batch_rules.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_gather.h"
#include "ops/functions/index_sort.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_extreme.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/index_common.h"
#include "ops/numbers.h"
#include "ops/reduction.h"

namespace vjp {
namespace {

Tensor chosen_gradient(const Tensor& g, const Tensor& indices, IntSpan shape, int64_t dim, const char* what) {
  if (shape.empty()) return g;
  const uint32_t reduced = 1u << wrap_dim(dim, static_cast<int>(shape.size()), what);
  return _scatter_zeros(with_kept_dims(g, shape, reduced), with_kept_dims(indices, shape, reduced), shape, dim, false);
}

// One place of each sorted row, `at` (with the dimension kept), as an operator's results.
std::array<Tensor, 2> at_places(const std::array<Tensor, 2>& sorted, const Tensor& at, int d, bool keepdim) {
  const Dims out = reduced_sizes(sorted[0].sizes(), 1u << d, keepdim);
  return {reshape(gather(sorted[0], d, at), out), reshape(gather(sorted[1], d, at), out)};
}

int dim_with_elements(const Tensor& input, int64_t dim, const char* what) {
  if (is_complex(input.dtype())) fail(VJP_ERROR_DTYPE, "{}: complex numbers have no order", what);
  const int d = wrap_dim(dim, input.ndim(), what);
  if (input.ndim() && input.size(d) == 0) {
    fail(VJP_ERROR_SHAPE, "{}: nothing to choose from: the input's shape is {}", what, input.sizes());
  }
  return d;
}

}  // namespace

struct AMinMax : General {
  static constexpr Schema schema{
      "aminmax(Tensor input, *, int? dim=None, bool keepdim=False) -> (Tensor min, Tensor max)"};
  static constexpr const char* doc =
      "The smallest and the largest element along a dimension, or of all; NaN if there is one. Equal ones share the "
      "gradient.";
  static std::array<Tensor, 2> forward(const Tensor& input, std::optional<int64_t> dim, bool keepdim) {
    OptDims dims;
    if (dim) dims = IntSpan(&*dim, 1);
    if (reduced_count(input.sizes(), reduced(input, dim)) == 0) {
      fail(VJP_ERROR_SHAPE, "aminmax: nothing to choose from: the input's shape is {}", input.sizes());
    }
    return {amin(input, dims, keepdim), amax(input, dims, keepdim)};
  }
  static uint32_t reduced(const Tensor& x, std::optional<int64_t> dim) {
    OptDims dims;
    if (dim) dims = IntSpan(&*dim, 1);
    return reduced_dims(x.ndim(), dims, "aminmax");
  }
  static std::array<Tensor, 2> batch(const Batch& b, const Tensor& input, std::optional<int64_t> dim, bool keepdim) {
    const Dims sample = sample_sizes(b, 0, input);
    if (dim && sample.n > 0) return aminmax(input, 1 + wrap_dim(*dim, sample.n, "aminmax"), keepdim);
    std::array<Tensor, 2> out = aminmax(flatten(unsqueeze(input, -1), 1), 1);
    if (keepdim)
      for (Tensor& t : out) t = reshape(t, led_by(b.size, Dims::filled(sample.n, 1)));
    return out;
  }
  static constexpr auto vjp = rules(wrt<"input">([](GradOf<0> low, GradOf<1> high, In<"input"> x, Out<0> min,
                                                    Out<1> max, Attr<"dim", std::optional<int64_t>> dim) -> Tensor {
    const uint32_t over = reduced(x, dim.value);
    return add(share_among_equals(low, x, min, over), share_among_equals(high, x, max, over));
  }));
  static constexpr auto jvp = tangents([](Tangent<"input"> t, In<"input"> x, Out<0> min, Out<1> max,
                                          Attr<"dim", std::optional<int64_t>> dim) -> std::array<Tensor, 2> {
    const uint32_t over = reduced(x, dim.value);
    return {mean_of_equals(t, x, min, over), mean_of_equals(t, x, max, over)};
  });
};
VJP_DEFINE(AMinMax);

struct MSort : Composite {
  static constexpr Schema schema{"msort(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The elements along the first dimension in order.";
  static Tensor forward(const Tensor& input) { return sort(input, 0)[0]; }
};
VJP_DEFINE(MSort);

struct MostFrequent : General {
  static constexpr Schema schema{
      "mode.dim(Tensor input, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)"};
  static constexpr const char* doc =
      "The most frequent elements along a dimension, the smallest of several, and the positions of the last of them.";
  static std::array<Tensor, 2> forward(const Tensor& input, int64_t dim, bool keepdim) {
    const int d = dim_with_elements(input, dim, "mode");
    const std::array<Tensor, 2> in_order = sort(at_least_1d(input), d);
    const Tensor& values = in_order[0];
    const int64_t n = values.size(d);
    Dims line = Dims::filled(values.ndim(), 1);
    line[d] = n;
    const Tensor place = expand(reshape(arange(n, Dtype::Int64), line), values.sizes());
    // where the run of equal elements around each place began
    Tensor start = zeros(values.sizes(), Dtype::Int64);
    if (n > 1) {
      const Tensor fresh = ne(narrow(values, d, 1, n - 1), narrow(values, d, 0, n - 1));
      const Tensor begun = where(fresh, narrow(place, d, 1, n - 1), 0);
      kernels().copy(narrow(start, d, 1, n - 1).view(), begun.view());
      Tensor runs = Tensor::empty(values.sizes(), Dtype::Int64);
      kernels().scan({byte_of(Scan::Max), start.view(), runs.view(), {}, d, false});
      start = runs;
    }
    const Tensor best = argmax(sub(place, start), d, true);
    std::array<Tensor, 2> out = at_places(in_order, best, d, keepdim);
    if (input.ndim() == 0) out = {reshape(out[0], Dims{}), reshape(out[1], Dims{})};
    return out;
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](GradOf<0> g, ShapeOf<"input"> shape, Out<1> indices, Attr<"dim", int64_t> dim) -> Tensor {
        return chosen_gradient(g, indices, shape, dim, "mode");
      }));
  static constexpr auto jvp =
      tangents([](Tangent<"input"> t, Out<1> indices, Attr<"dim", int64_t> dim) -> std::array<Tensor, 2> {
        return {taken_along(t, indices, dim), {}};
      });
};
VJP_DEFINE(MostFrequent);

struct NanMedianDim : General {
  static constexpr Schema schema{
      "nanmedian.dim(Tensor input, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)"};
  static constexpr const char* doc =
      "The medians along a dimension of what is not NaN (the lower of two), and where they are; NaN where all are.";
  static std::array<Tensor, 2> forward(const Tensor& input, int64_t dim, bool keepdim) {
    const int d = dim_with_elements(input, dim, "nanmedian");
    if (input.ndim() && input.device().is_cpu() && !any(isnan(input)).item().to_int()) {
      return kthvalue(input, (input.size(d) + 1) / 2, d, keepdim);
    }
    const std::array<Tensor, 2> in_order = sort(at_least_1d(input), d);
    const Tensor numbers = sum(eq(in_order[0], in_order[0]), IntSpan(std::array{int64_t{d}}), true);
    const Tensor middle = clamp_min(floor_divide(sub(numbers, 1), 2), 0);
    std::array<Tensor, 2> out = at_places(in_order, middle, d, keepdim);
    if (input.ndim() == 0) out = {reshape(out[0], Dims{}), reshape(out[1], Dims{})};
    return out;
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](GradOf<0> g, ShapeOf<"input"> shape, Out<1> indices, Attr<"dim", int64_t> dim) -> Tensor {
        return chosen_gradient(g, indices, shape, dim, "nanmedian");
      }));
  static constexpr auto jvp =
      tangents([](Tangent<"input"> t, Out<1> indices, Attr<"dim", int64_t> dim) -> std::array<Tensor, 2> {
        return {taken_along(t, indices, dim), {}};
      });
};
VJP_DEFINE(NanMedianDim);

struct NanMedian : Composite {
  static constexpr Schema schema{"nanmedian(Tensor input) -> Tensor"};
  static constexpr const char* doc =
      "The median of all elements that are not NaN (the lower of two). Equal ones share the gradient.";
  static Tensor forward(const Tensor& input) {
    const Tensor flat = reshape(input, Dims{-1}), numbers = detach(flat);
    if (flat.numel() == 0) fail(VJP_ERROR_SHAPE, "nanmedian: nothing to choose from: the shape is {}", input.sizes());
    const Tensor middle = nanmedian_dim(numbers, 0, true)[0];
    if (!is_floating(input.dtype())) return reshape(middle, Dims{});
    // the largest of those that are the median, so that equal ones share
    const Tensor those = logical_or(eq(numbers, middle), logical_and(isnan(middle), isnan(numbers)));
    return amax(where(those, flat, -INFINITY));
  }
};
VJP_DEFINE(NanMedian);

// ---- quantiles ----

namespace {

enum class Between { Linear, Lower, Higher, Midpoint, Nearest };
Between between_of(std::string_view name, const char* what) {
  constexpr std::string_view names[] = {"linear", "lower", "higher", "midpoint", "nearest"};
  for (size_t i = 0; i < std::size(names); ++i)
    if (names[i] == name) return static_cast<Between>(i);
  fail(VJP_ERROR_INVALID,
       "{}: 'interpolation' must be \"linear\", \"lower\", \"higher\", \"midpoint\" or \"nearest\", got \"{}\"", what,
       name);
}

// The quantiles q (a vector) of rows, the last dimension: a row of results for each.
Tensor quantiles_of_rows(const Tensor& rows, const Tensor& q, bool ignore_nan, Between between) {
  const Dims last{-1};
  const Tensor numbers = detach(rows), order = argsort(numbers, -1), missing = isnan(numbers);
  const double highest = static_cast<double>(rows.size(-1) - 1);
  Tensor rank;
  if (ignore_nan) {
    const Tensor have = sum(logical_not(missing), IntSpan(last), true);
    rank = mul(q, to(clamp_min(sub(have, 1), 0), rows.dtype()));
  } else {
    rank = where(any(missing, IntSpan(last), true), highest, mul(q, highest));
  }
  const auto at = [&](const Tensor& place) { return gather(rows, -1, gather(order, -1, to(place, Dtype::Int64))); };
  const Tensor exact = detach(rank);
  if (between == Between::Nearest) return at(round(exact));
  if (between == Between::Higher) return at(ceil(exact));
  const Tensor below = floor(exact), low = at(below);
  if (between == Between::Lower) return low;
  const Tensor high = at(ceil(exact));
  // what lies between an infinite element and another is that, but nothing is between both infinities
  const Tensor far = logical_or(isinf(low), isinf(high)), from = where(far, 0, low), end = where(far, 0, high);
  const Tensor inside = between == Between::Midpoint ? lerp(from, end, 0.5) : lerp(from, end, sub(rank, below));
  return where(far, where(isinf(low), where(eq(low, neg(high)), NAN, low), high), inside);
}

void check_quantile(double value, const char* what) {
  if (!(value >= 0 && value <= 1)) fail(VJP_ERROR_INVALID, "{}: 'q' has {}, expected 0 to 1", what, value);
}

void check_quantiles(const Tensor& input, const Tensor& q, const char* what) {
  if (input.dtype() != Dtype::Float32 && input.dtype() != Dtype::Float64) {
    fail(VJP_ERROR_DTYPE, "{}: 'input' is {}, expected float32 or float64", what, input.dtype());
  }
  if (q.dtype() != input.dtype()) {
    fail(VJP_ERROR_DTYPE, "{}: 'q' is {}, expected the dtype of 'input', {}", what, q.dtype(), input.dtype());
  }
  if (q.ndim() > 1) {
    fail(VJP_ERROR_SHAPE, "{}: 'q' has shape {}, expected at most one dimension", what, q.sizes());
  }
  if (!may_look_at(q)) return;
  const Tensor numbers = fresh_copy(q);
  for (int64_t i = 0; i < q.numel(); ++i)
    check_quantile(select(reshape(numbers, Dims{-1}), 0, i).item().to_double(), what);
}

Tensor quantile_of(const Tensor& input, const Tensor& q, std::optional<int64_t> dim, bool keepdim,
                   std::string_view interpolation, bool ignore_nan, const char* what) {
  const Between between = between_of(interpolation, what);
  check_quantiles(input, q, what);
  const int d = dim ? dim_with_elements(input, *dim, what) : 0;
  if (input.numel() == 0 && !dim) {
    fail(VJP_ERROR_SHAPE, "{}: nothing to choose from: the input's shape is {}", what, input.sizes());
  }
  // the reduced dimension stays as 1, the rows come last
  const bool whole = !dim || input.ndim() == 0;
  const Tensor rows = whole ? reshape(input, Dims{-1}) : transpose(unsqueeze(input, -1), d, -1);
  const Tensor all = quantiles_of_rows(rows, reshape(q, Dims{-1}), ignore_nan, between);
  Dims shape;
  for (int i = 0; i < input.ndim(); ++i) {
    const bool gone = !dim || i == d;
    if (!gone || keepdim) shape.push_back(gone ? 1 : input.size(i));
  }
  if (q.ndim() == 0) return reshape(all, shape);
  shape.insert(0, q.size(0));
  return reshape(movedim(all, Dims{-1}, Dims{0}), shape);
}

Tensor number_as_q(const Tensor& input, double q, const char* what) {
  check_quantile(q, what);
  return full({}, q, input.dtype());
}

}  // namespace

struct Quantile : Composite {
  static constexpr Schema schema{
      "quantile(Tensor input, float q, int? dim=None, bool keepdim=False, *, str interpolation=\"linear\") -> Tensor"};
  static constexpr const char* doc =
      "The quantile q of a dimension, or of all elements, between neighbours by \"linear\", \"lower\", \"higher\", "
      "\"midpoint\" or \"nearest\"; NaN if there is one.";
  static Tensor forward(const Tensor& input, double q, std::optional<int64_t> dim, bool keepdim,
                        std::string_view interpolation) {
    return quantile_of(input, number_as_q(input, q, "quantile"), dim, keepdim, interpolation, false, "quantile");
  }
};
VJP_DEFINE(Quantile);

struct QuantileTensor : Composite {
  static constexpr Schema schema{
      "quantile.tensor(Tensor input, Tensor q, int? dim=None, bool keepdim=False, *, str interpolation=\"linear\") -> "
      "Tensor"};
  static constexpr const char* doc = "Several quantiles, in a new first dimension.";
  static Tensor forward(const Tensor& input, const Tensor& q, std::optional<int64_t> dim, bool keepdim,
                        std::string_view interpolation) {
    return quantile_of(input, q, dim, keepdim, interpolation, false, "quantile");
  }
};
VJP_DEFINE(QuantileTensor);

struct NanQuantile : Composite {
  static constexpr Schema schema{
      "nanquantile(Tensor input, float q, int? dim=None, bool keepdim=False, *, str interpolation=\"linear\") -> "
      "Tensor"};
  static constexpr const char* doc = "quantile of the elements that are not NaN.";
  static Tensor forward(const Tensor& input, double q, std::optional<int64_t> dim, bool keepdim,
                        std::string_view interpolation) {
    return quantile_of(input, number_as_q(input, q, "nanquantile"), dim, keepdim, interpolation, true, "nanquantile");
  }
};
VJP_DEFINE(NanQuantile);

struct NanQuantileTensor : Composite {
  static constexpr Schema schema{
      "nanquantile.tensor(Tensor input, Tensor q, int? dim=None, bool keepdim=False, *, str interpolation=\"linear\") "
      "-> Tensor"};
  static constexpr const char* doc = "Several quantiles of the elements that are not NaN, in a new first dimension.";
  static Tensor forward(const Tensor& input, const Tensor& q, std::optional<int64_t> dim, bool keepdim,
                        std::string_view interpolation) {
    return quantile_of(input, q, dim, keepdim, interpolation, true, "nanquantile");
  }
};
VJP_DEFINE(NanQuantileTensor);

}  // namespace vjp
