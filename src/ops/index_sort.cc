// Sorting, the largest elements, order statistics.
#include "ops/functions/index_sort.h"

#include "graph/meta.h"
#include "ops/batch_rules.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/index_gather.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_extreme.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/index_common.h"
#include "ops/reduction.h"

namespace vjp {
namespace {

std::array<Tensor, 2> sorted(const Tensor& input, int64_t dim, bool descending, int64_t k, const char* what) {
  if (is_complex(input.dtype())) fail(VJP_ERROR_DTYPE, "{}: complex numbers have no order", what);
  int d = wrap_dim(dim, input.ndim(), what);
  int64_t size = input.ndim() ? input.size(d) : 1;
  if (k > size || k < -1) fail(VJP_ERROR_INVALID, "{}: k is {}, but dimension {} has size {}", what, k, d, size);
  Dims sizes(input.sizes());
  if (input.ndim() && k >= 0) sizes[d] = k;
  Tensor values = Tensor::empty(sizes, input.dtype()), indices = Tensor::empty(sizes, Dtype::Int64);
  if (values.numel() > 0) {
    kernels().sort(
        {at_least_1d(input).view(), at_least_1d(values).view(), at_least_1d(indices).view(), d, descending, true, k});
  }
  return {values, indices};
}

// Every index occurs once: setting is enough.
Tensor unsorted(const Tensor& g, const Tensor& indices, IntSpan shape, int64_t dim) {
  return _scatter_zeros(g, indices, shape, dim, false);
}

bool has_nan(const Tensor& t) {
  const Tensor most =
      t.numel() ? run_reduction(Reduction::Max, t, reduced_dims(t.ndim(), {}, ""), false, t.dtype()) : t;
  return t.numel() && std::isnan(most.item().to_double());
}

// The k-th (from 0) smallest of every row; a row with a NaN has NaN for its median.
std::array<Tensor, 2> order_statistic(const Tensor& input, int64_t dim, int64_t k, bool keepdim, bool nan_wins,
                                      const char* what) {
  int d = wrap_dim(dim, input.ndim(), what);
  int64_t size = input.ndim() ? input.size(d) : 1;
  if (size == 0) fail(VJP_ERROR_SHAPE, "{}: nothing to choose from: the input's shape is {}", what, input.sizes());
  if (k < 0 || k >= size) fail(VJP_ERROR_INVALID, "{}: k is {}, but dimension {} has size {}", what, k + 1, d, size);
  const bool may_be_nan = nan_wins && is_floating(input.dtype());
  if (input.ndim() && input.device().is_cpu() && !is_complex(input.dtype()) && !(may_be_nan && has_nan(input))) {
    const Dims kept = kept_sizes(input.sizes(), 1u << d), out = reduced_sizes(input.sizes(), 1u << d, keepdim);
    const Tensor values = Tensor::empty(kept, input.dtype()), indices = Tensor::empty(kept, Dtype::Int64);
    // the CPU's sort, unlike what a backend promises, also gives the last of the k alone
    if (values.numel()) kernels().sort({input.view(), values.view(), indices.view(), d, false, true, k + 1});
    const Geometry form{out, contiguous_strides(out), 0};
    return {values.with_geometry(form), indices.with_geometry(form)};
  }
  auto [values, indices] = sorted(input, dim, false, -1, what);
  if (input.ndim() == 0) return {values, indices};
  Tensor value = narrow(values, d, k, 1), index = narrow(indices, d, k, 1);
  if (may_be_nan) {  // NaN comes last, and the first of them is what is wanted
    Tensor nan = isnan(values), any_nan = isnan(narrow(values, d, size - 1, 1));
    Tensor first = sub(size, sum(nan, IntSpan(std::array{int64_t{d}}), true));
    Tensor at = where(any_nan, clamp_max(first, size - 1), k);
    value = gather(values, d, at);
    index = gather(indices, d, at);
  }
  Dims out = reduced_sizes(input.sizes(), 1u << d, keepdim);
  return {fresh_copy(reshape(value, out)), fresh_copy(reshape(index, out))};
}

Tensor statistic_gradient(const Tensor& g, const Tensor& indices, IntSpan shape, int64_t dim) {
  if (shape.empty()) return g;
  uint32_t reduced = 1u << wrap_dim(dim, static_cast<int>(shape.size()), "kthvalue");
  return unsorted(with_kept_dims(g, shape, reduced), with_kept_dims(indices, shape, reduced), shape, dim);
}

}  // namespace

struct Sort : General {
  static constexpr Schema schema{
      "sort(Tensor input, int dim=-1, bool descending=False, bool stable=False) -> (Tensor values, Tensor indices)"};
  static constexpr const char* doc =
      "The elements along a dimension in order, and where they were. NaN counts as the largest; always stable.";
  static std::array<Tensor, 2> forward(const Tensor& input, int64_t dim, bool descending, bool) {
    return sorted(input, dim, descending, -1, "sort");
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](GradOf<0> g, ShapeOf<"input"> shape, Out<1> indices, Attr<"dim", int64_t> dim) -> Tensor {
        return unsorted(g, indices, shape, dim);
      }));
  static constexpr auto jvp =
      tangents([](Tangent<"input"> t, Out<1> indices, Attr<"dim", int64_t> dim) -> std::array<Tensor, 2> {
        return {gather(t, dim, indices), {}};
      });
};
VJP_DEFINE(Sort);

struct ArgSort : CreationOp {
  static constexpr Schema schema{
      "argsort(Tensor input, int dim=-1, bool descending=False, bool stable=False) -> Tensor"};
  static constexpr const char* doc = "The positions that bring the elements along a dimension into order.";
  static Tensor forward(const Tensor& input, int64_t dim, bool descending, bool) {
    return sorted(input, dim, descending, -1, "argsort")[1];
  }
};
VJP_DEFINE(ArgSort);

struct TopK : General {
  static constexpr Schema schema{
      "topk(Tensor input, int k, int dim=-1, bool largest=True, bool sorted=True) -> (Tensor values, Tensor indices)"};
  static constexpr const char* doc =
      "The k largest, or smallest, elements along a dimension in order, and where they were.";
  static std::array<Tensor, 2> forward(const Tensor& input, int64_t k, int64_t dim, bool largest, bool) {
    if (k < 0) fail(VJP_ERROR_INVALID, "topk: k must not be negative, got {}", k);
    if (input.ndim() == 0) k = std::max<int64_t>(k, 1);  // a number has no dimension to be left without elements
    return vjp::sorted(input, dim, largest, k, "topk");
  }
  static std::array<Tensor, 2> batch(const Batch&, const Tensor& input, int64_t k, int64_t dim, bool largest,
                                     bool sorted) {
    const int ndim = input.ndim() - 1;
    if (ndim > 0) return topk(input, k, wrap_dim(dim, ndim, "topk") + 1, largest, sorted);
    wrap_dim(dim, 1, "topk");  // samples are numbers
    auto [values, indices] = topk(unsqueeze(input, 1), k == 0 ? 1 : k, 1, largest, sorted);
    return {squeeze_dim(values, Dims{1}), squeeze_dim(indices, Dims{1})};
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](GradOf<0> g, ShapeOf<"input"> shape, Out<1> indices, Attr<"dim", int64_t> dim) -> Tensor {
        return unsorted(g, indices, shape, dim);
      }));
  static constexpr auto jvp =
      tangents([](Tangent<"input"> t, Out<1> indices, Attr<"dim", int64_t> dim) -> std::array<Tensor, 2> {
        return {gather(t, dim, indices), {}};
      });
};
VJP_DEFINE(TopK);

struct KthValue : General {
  static constexpr Schema schema{
      "kthvalue(Tensor input, int k, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)"};
  static constexpr const char* doc =
      "The k-th smallest elements along a dimension, counted from 1, and where they are.";
  static std::array<Tensor, 2> forward(const Tensor& input, int64_t k, int64_t dim, bool keepdim) {
    if (k < 1) fail(VJP_ERROR_INVALID, "kthvalue: k counts from 1, got {}", k);
    return order_statistic(input, dim, k - 1, keepdim, false, "kthvalue");
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](GradOf<0> g, ShapeOf<"input"> shape, Out<1> indices, Attr<"dim", int64_t> dim) -> Tensor {
        return statistic_gradient(g, indices, shape, dim);
      }));
  static constexpr auto jvp =
      tangents([](Tangent<"input"> t, Out<1> indices, Attr<"dim", int64_t> dim) -> std::array<Tensor, 2> {
        return {taken_along(t, indices, dim), {}};
      });
};
VJP_DEFINE(KthValue);

struct MedianDim : General {
  static constexpr Schema schema{
      "median.dim(Tensor input, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)"};
  static constexpr const char* doc =
      "The medians along a dimension (the lower of two), and where they are. NaN if there is one.";
  static std::array<Tensor, 2> forward(const Tensor& input, int64_t dim, bool keepdim) {
    int64_t size = input.ndim() ? input.size(dim) : 1;
    return order_statistic(input, dim, (size - 1) / 2, keepdim, true, "median");
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](GradOf<0> g, ShapeOf<"input"> shape, Out<1> indices, Attr<"dim", int64_t> dim) -> Tensor {
        return statistic_gradient(g, indices, shape, dim);
      }));
  static constexpr auto jvp =
      tangents([](Tangent<"input"> t, Out<1> indices, Attr<"dim", int64_t> dim) -> std::array<Tensor, 2> {
        return {taken_along(t, indices, dim), {}};
      });
};
VJP_DEFINE(MedianDim);

struct Median : General {
  static constexpr Schema schema{"median(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The median of all elements (the lower of two). Equal ones share the gradient.";
  static Tensor forward(const Tensor& input) {
    Tensor flat = reshape(input, Dims{-1});
    return order_statistic(flat, 0, (flat.numel() - 1) / 2, false, true, "median")[0];
  }
  static Tensor batch(const Batch&, const Tensor& input) {
    const Tensor rows = flatten(unsqueeze(input, -1), 1);
    const Tensor middle = median_dim(rows, 1)[0];
    if (!is_floating(input.dtype())) return middle;
    // equal ones share the gradient: the largest of those that are the median
    const Tensor value = unsqueeze(detach(middle), 1);
    return amax(where(logical_or(eq(rows, value), isnan(value)), rows, -INFINITY), IntSpan(std::array{int64_t{1}}));
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g, In<"input"> x, Out<> y) -> Tensor {
    return share_among_equals(g, x, y, reduced_dims(x.ndim(), {}, "median"));
  }));
  static constexpr auto jvp = tangents([](Tangent<"input"> t, In<"input"> x, Out<> y) -> Tensor {
    return mean_of_equals(t, x, y, reduced_dims(x.ndim(), {}, "median"));
  });
};
VJP_DEFINE(Median);

}  // namespace vjp
