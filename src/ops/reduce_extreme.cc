// Largest and smallest elements, and where they are.
#include "ops/functions/reduce_extreme.h"

#include "ops/define.h"
#include "ops/functions/index_gather.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/reduction.h"

namespace vjp {
namespace {

void refuse_empty(const Tensor& input, uint32_t reduced, const char* what) {
  if (reduced_count(input.sizes(), reduced) == 0) {
    fail(VJP_ERROR_SHAPE, "{}: nothing to choose from: the shape is {}", what, input.sizes());
  }
  if (is_complex(input.dtype())) fail(VJP_ERROR_DTYPE, "{}: complex numbers have no order", what);
}

Tensor extreme(Reduction op, const Tensor& input, const OptDims& dim, bool keepdim, const char* what) {
  uint32_t reduced = reduced_dims(input.ndim(), dim, what);
  refuse_empty(input, reduced, what);
  return run_reduction(op, input, reduced, keepdim, input.dtype());
}

std::array<Tensor, 2> extreme_along(Reduction op, const Tensor& input, int64_t dim, bool keepdim, const char* what) {
  int d = wrap_dim(dim, input.ndim(), what);
  refuse_empty(input, input.ndim() ? 1u << d : 0, what);
  return run_indexed_reduction(op, input, d, keepdim);
}

Tensor position(Reduction op, const Tensor& input, std::optional<int64_t> dim, bool keepdim, const char* what) {
  OptDims dims;
  if (dim) dims = IntSpan(&*dim, 1);
  uint32_t reduced = reduced_dims(input.ndim(), dims, what);
  refuse_empty(input, reduced, what);
  return run_reduction(op, input, reduced, keepdim, Dtype::Int64);
}

// The gradient of elements taken along a dimension at `indices`, one a row.
Tensor gradient_at(const Tensor& g, const Tensor& indices, IntSpan shape, int64_t dim) {
  if (shape.empty()) return g;
  uint32_t reduced = 1u << wrap_dim(dim, static_cast<int>(shape.size()), "max");
  return _scatter_zeros(with_kept_dims(g, shape, reduced), with_kept_dims(indices, shape, reduced), shape, dim, false);
}

}  // namespace

// What of a tensor lies where another has its extreme value.
struct WhereEqual : Pointwise {
  static constexpr Schema schema{"_where_equal(Tensor input, Tensor value, Tensor other) -> Tensor"};
  static constexpr const char* doc = "other where input equals value or is NaN, else 0, elementwise.";
  static constexpr bool inplace = false, out_variant = false;
  static constexpr auto formula = [](auto x, auto y, auto t) { return where(eq(x, y) + ne(x, x), t, 0.0); };
  static constexpr auto partials = rules(partial<"other", In<"input">, In<"value">>(
      [](auto x, auto y) { return one_where(logical_or(eq(x, y), ne(x, x))); }));
};
VJP_DEFINE(WhereEqual);

struct AMax : General {
  static constexpr Schema schema{"amax(Tensor input, int[]? dim=None, bool keepdim=False) -> Tensor"};
  static constexpr const char* doc =
      "The largest element over the given dimensions, or of all; NaN if there is one. Equal ones share the gradient.";
  static Tensor forward(const Tensor& input, const OptDims& dim, bool keepdim) {
    return extreme(Reduction::Max, input, dim, keepdim, "amax");
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, In<"input"> x, Out<> y, Attr<"dim", OptDims> dim) -> Tensor {
        return share_among_equals(g, x, y, reduced_dims(x.ndim(), dim, "amax"));
      }));
  static constexpr auto jvp =
      tangents([](Tangent<"input"> t, In<"input"> x, Out<> y, Attr<"dim", OptDims> dim) -> Tensor {
        return mean_of_equals(t, x, y, reduced_dims(x.ndim(), dim, "amax"));
      });
};
VJP_DEFINE(AMax);

struct AMin : General {
  static constexpr Schema schema{"amin(Tensor input, int[]? dim=None, bool keepdim=False) -> Tensor"};
  static constexpr const char* doc =
      "The smallest element over the given dimensions, or of all; NaN if there is one. Equal ones share the gradient.";
  static Tensor forward(const Tensor& input, const OptDims& dim, bool keepdim) {
    return extreme(Reduction::Min, input, dim, keepdim, "amin");
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, In<"input"> x, Out<> y, Attr<"dim", OptDims> dim) -> Tensor {
        return share_among_equals(g, x, y, reduced_dims(x.ndim(), dim, "amin"));
      }));
  static constexpr auto jvp =
      tangents([](Tangent<"input"> t, In<"input"> x, Out<> y, Attr<"dim", OptDims> dim) -> Tensor {
        return mean_of_equals(t, x, y, reduced_dims(x.ndim(), dim, "amin"));
      });
};
VJP_DEFINE(AMin);

struct Max : Composite {
  static constexpr Schema schema{"max(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The largest element.";
  static Tensor forward(const Tensor& input) { return amax(input); }
};
VJP_DEFINE(Max);

struct Min : Composite {
  static constexpr Schema schema{"min(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The smallest element.";
  static Tensor forward(const Tensor& input) { return amin(input); }
};
VJP_DEFINE(Min);

struct MaxDim : General {
  static constexpr Schema schema{
      "max.dim(Tensor input, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)"};
  static constexpr const char* doc = "The largest elements along a dimension, and the positions of the first of them.";
  static std::array<Tensor, 2> forward(const Tensor& input, int64_t dim, bool keepdim) {
    return extreme_along(Reduction::Max, input, dim, keepdim, "max");
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](GradOf<0> g, ShapeOf<"input"> shape, Out<1> indices, Attr<"dim", int64_t> dim) -> Tensor {
        return gradient_at(g, indices, shape, dim);
      }));
  static constexpr auto jvp =
      tangents([](Tangent<"input"> t, Out<1> indices, Attr<"dim", int64_t> dim) -> std::array<Tensor, 2> {
        return {taken_along(t, indices, dim), {}};
      });
};
VJP_DEFINE(MaxDim);

struct MinDim : General {
  static constexpr Schema schema{
      "min.dim(Tensor input, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)"};
  static constexpr const char* doc = "The smallest elements along a dimension, and the positions of the first of them.";
  static std::array<Tensor, 2> forward(const Tensor& input, int64_t dim, bool keepdim) {
    return extreme_along(Reduction::Min, input, dim, keepdim, "min");
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](GradOf<0> g, ShapeOf<"input"> shape, Out<1> indices, Attr<"dim", int64_t> dim) -> Tensor {
        return gradient_at(g, indices, shape, dim);
      }));
  static constexpr auto jvp =
      tangents([](Tangent<"input"> t, Out<1> indices, Attr<"dim", int64_t> dim) -> std::array<Tensor, 2> {
        return {taken_along(t, indices, dim), {}};
      });
};
VJP_DEFINE(MinDim);

struct ArgMax : CreationOp {
  static constexpr Schema schema{"argmax(Tensor input, int? dim=None, bool keepdim=False) -> Tensor"};
  static constexpr const char* doc =
      "The position of the first largest element along a dimension, or in the flattened tensor.";
  static Tensor forward(const Tensor& input, std::optional<int64_t> dim, bool keepdim) {
    return position(Reduction::ArgMax, input, dim, keepdim, "argmax");
  }
};
VJP_DEFINE(ArgMax);

struct ArgMin : CreationOp {
  static constexpr Schema schema{"argmin(Tensor input, int? dim=None, bool keepdim=False) -> Tensor"};
  static constexpr const char* doc =
      "The position of the first smallest element along a dimension, or in the flattened tensor.";
  static Tensor forward(const Tensor& input, std::optional<int64_t> dim, bool keepdim) {
    return position(Reduction::ArgMin, input, dim, keepdim, "argmin");
  }
};
VJP_DEFINE(ArgMin);

}  // namespace vjp
