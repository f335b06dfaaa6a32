// Views that give the same elements another shape or order.
#include "ops/functions/view_shape.h"

#include <algorithm>

#include "ops/define.h"
#include "ops/functions/complex.h"
#include "ops/functions/copy.h"
#include "ops/functions/sum_to_size.h"
#include "ops/geometry.h"

namespace vjp {

struct View_ : ViewOp {
  static constexpr Schema schema{"view(Tensor input, int[] size) -> Tensor"};
  static constexpr const char* doc =
      "The same elements in the same order under another shape, without a copy; one size may be -1.";
  static Geometry view(const Tensor& input, IntSpan size) {
    auto g = view_geometry(input.geometry(), size);
    if (!g) {
      fail(VJP_ERROR_SHAPE, "view: shape {} with strides {} cannot be seen as {} without a copy; use reshape",
           input.sizes(), input.strides(), size);
    }
    return *g;
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, ShapeOf<"input"> shape) -> Tensor { return reshape(g, shape); }));
};
VJP_DEFINE(View_);

struct Reshape : Composite {
  static constexpr Schema schema{"reshape(Tensor input, int[] shape) -> Tensor"};
  static constexpr const char* doc =
      "The same elements in the same order under another shape; a view where strides allow, otherwise a copy.";
  static Tensor forward(const Tensor& input, IntSpan shape) {
    Dims sizes = infer_sizes(shape, input.numel(), "reshape");
    if (view_geometry(input.geometry(), sizes)) return view(input, sizes);
    return view(_row_major(input), sizes);
  }
};
VJP_DEFINE(Reshape);

struct ReshapeAs : Composite {
  static constexpr Schema schema{"reshape_as(Tensor input, Tensor other) -> Tensor"};
  static constexpr const char* doc = "reshape to the shape of another tensor.";
  static Tensor forward(const Tensor& input, const Tensor& other) { return reshape(input, other.sizes()); }
};
VJP_DEFINE(ReshapeAs);

struct ViewAs : Composite {
  static constexpr Schema schema{"view_as(Tensor input, Tensor other) -> Tensor"};
  static constexpr const char* doc = "view with the shape of another tensor.";
  static Tensor forward(const Tensor& input, const Tensor& other) { return view(input, other.sizes()); }
};
VJP_DEFINE(ViewAs);

struct Flatten : Composite {
  static constexpr Schema schema{"flatten(Tensor input, int start_dim=0, int end_dim=-1) -> Tensor"};
  static constexpr const char* doc = "Merges the dimensions from start_dim to end_dim into one.";
  static Tensor forward(const Tensor& input, int64_t start_dim, int64_t end_dim) {
    if (input.ndim() == 0) return reshape(input, Dims{1});
    int first = wrap_dim(start_dim, input.ndim(), "flatten"), last = wrap_dim(end_dim, input.ndim(), "flatten");
    if (first > last) fail(VJP_ERROR_INVALID, "flatten: start_dim {} comes after end_dim {}", start_dim, end_dim);
    if (first == last) return alias(input);
    Dims sizes;
    int64_t merged = 1;
    for (int i = 0; i < input.ndim(); ++i) {
      int64_t size = input.sizes()[static_cast<size_t>(i)];
      if (i < first || i > last) {
        sizes.push_back(size);
      } else {
        merged *= size;
        if (i == last) sizes.push_back(merged);
      }
    }
    return reshape(input, sizes);
  }
};
VJP_DEFINE(Flatten);

struct Unflatten : Composite {
  static constexpr Schema schema{"unflatten(Tensor input, int dim, int[] sizes) -> Tensor"};
  static constexpr const char* doc = "Splits a dimension into several, whose product it is; one may be -1.";
  static Tensor forward(const Tensor& input, int64_t dim, IntSpan sizes) {
    if (input.ndim() == 0) fail(VJP_ERROR_SHAPE, "unflatten: 'input' has no dimensions, and nothing to split");
    int d = wrap_dim(dim, input.ndim(), "unflatten");
    Dims parts = infer_sizes(sizes, input.size(d), "unflatten"), shape;
    for (int i = 0; i < input.ndim(); ++i) {
      if (i != d) {
        shape.push_back(input.size(i));
      } else {
        for (int64_t part : parts) shape.push_back(part);
      }
    }
    return view(input, shape);
  }
};
VJP_DEFINE(Unflatten);

struct Ravel : Composite {
  static constexpr Schema schema{"ravel(Tensor input) -> Tensor"};
  static constexpr const char* doc = "All elements in one dimension.";
  static Tensor forward(const Tensor& input) { return reshape(input, Dims{-1}); }
};
VJP_DEFINE(Ravel);

struct Alias : ViewOp {
  static constexpr Schema schema{"alias(Tensor input) -> Tensor"};
  static constexpr const char* doc = "A view of the whole tensor.";
  static Geometry view(const Tensor& input) { return input.geometry(); }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g) -> Tensor { return g; }));
};
VJP_DEFINE(Alias);

struct Permute : ViewOp {
  static constexpr Schema schema{"permute(Tensor input, int[] dims) -> Tensor"};
  static constexpr const char* doc =
      "The dimensions in another order: dimension i of the result is dims[i] of the input.";
  static Geometry view(const Tensor& input, IntSpan dims) { return permute_geometry(input.geometry(), dims); }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g, Attr<"dims", IntSpan> dims) -> Tensor {
    Dims inverse = Dims::filled(g.ndim(), 0);
    for (int i = 0; i < g.ndim(); ++i) inverse[wrap_dim(dims.value[static_cast<size_t>(i)], g.ndim(), "permute")] = i;
    return permute(g, inverse);
  }));
};
VJP_DEFINE(Permute);

struct Transpose : ViewOp {
  static constexpr Schema schema{"transpose(Tensor input, int dim0, int dim1) -> Tensor"};
  static constexpr const char* doc = "Exchanges two dimensions.";
  static constexpr bool inplace = true;
  static Geometry view(const Tensor& input, int64_t dim0, int64_t dim1) {
    Geometry g = input.geometry();
    int a = wrap_dim(dim0, g.sizes.n, "transpose"), b = wrap_dim(dim1, g.sizes.n, "transpose");
    if (g.sizes.n) {
      std::swap(g.sizes[a], g.sizes[b]);
      std::swap(g.strides[a], g.strides[b]);
    }
    return g;
  }
  static constexpr auto vjp = rules(wrt<"input">(
      [](Grad g, Attr<"dim0", int64_t> a, Attr<"dim1", int64_t> b) -> Tensor { return transpose(g, a, b); }));
};
VJP_DEFINE(Transpose);

// The transpose of at most two dimensions.
struct T_ : ViewOp {
  static constexpr Schema schema{"t(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The transpose of a matrix; tensors of fewer dimensions as they are.";
  static constexpr bool inplace = true;
  static Geometry view(const Tensor& input) {
    if (input.ndim() > 2) fail(VJP_ERROR_SHAPE, "t: expected at most two dimensions, got shape {}", input.sizes());
    Geometry g = input.geometry();
    if (g.sizes.n == 2) {
      std::swap(g.sizes[0], g.sizes[1]);
      std::swap(g.strides[0], g.strides[1]);
    }
    return g;
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g) -> Tensor { return t(g); }));
};
VJP_DEFINE(T_);

struct MatrixTranspose : Composite {
  static constexpr Schema schema{"mT(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Exchanges the last two dimensions.";
  static Tensor forward(const Tensor& input) {
    if (input.ndim() < 2) fail(VJP_ERROR_SHAPE, "mT: at least two dimensions are needed, got shape {}", input.sizes());
    return transpose(input, -2, -1);
  }
};
VJP_DEFINE(MatrixTranspose);

struct ReversedDims : Composite {
  static constexpr Schema schema{"T(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The dimensions in reverse order.";
  static Tensor forward(const Tensor& input) {
    Dims dims;
    for (int i = input.ndim() - 1; i >= 0; --i) dims.push_back(i);
    return permute(input, dims);
  }
};
VJP_DEFINE(ReversedDims);

struct Adjoint : Composite {
  static constexpr Schema schema{"mH(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The conjugate transpose over the last two dimensions.";
  static Tensor forward(const Tensor& input) {
    Tensor transposed = mT(input);
    return is_complex(input.dtype()) ? conj(transposed) : transposed;
  }
};
VJP_DEFINE(Adjoint);

struct Movedim : Composite {
  static constexpr Schema schema{"movedim(Tensor input, int[] source, int[] destination) -> Tensor"};
  static constexpr const char* doc = "Moves dimensions to other places; the others keep their order.";
  static Tensor forward(const Tensor& input, IntSpan source, IntSpan destination) {
    int n = input.ndim();
    if (source.size() != destination.size()) {
      fail(VJP_ERROR_INVALID, "movedim: 'source' is {} and 'destination' is {}: they must be equally long", source,
           destination);
    }
    Dims order = Dims::filled(std::max(1, n), -1);  // of no dimensions, 0 and -1 may be named
    bool moved[VJP_MAX_DIMS] = {};
    for (size_t i = 0; i < source.size(); ++i) {
      int from = wrap_dim(source[i], n, "movedim"), to = wrap_dim(destination[i], n, "movedim");
      if (moved[from] || order[to] >= 0)
        fail(VJP_ERROR_INVALID, "movedim: a dimension is given twice in 'source' {} or 'destination' {}", source,
             destination);
      order[to] = from;
      moved[from] = true;
    }
    for (int i = 0, next = 0; i < n; ++i) {
      if (order[i] >= 0) continue;
      while (moved[next]) ++next;
      order[i] = next++;
    }
    order.n = n;
    return permute(input, order);
  }
};
VJP_DEFINE(Movedim);

struct Unsqueeze : ViewOp {
  static constexpr Schema schema{"unsqueeze(Tensor input, int dim) -> Tensor"};
  static constexpr const char* doc = "Inserts a dimension of size 1.";
  static constexpr bool inplace = true;
  static Geometry view(const Tensor& input, int64_t dim) { return unsqueeze_geometry(input.geometry(), dim); }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, ShapeOf<"input"> shape) -> Tensor { return reshape(g, shape); }));
};
VJP_DEFINE(Unsqueeze);

struct Squeeze : ViewOp {
  static constexpr Schema schema{"squeeze(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Drops every dimension of size 1.";
  static constexpr bool inplace = true;
  static Geometry view(const Tensor& input) { return squeeze_geometry(input.geometry(), std::nullopt); }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, ShapeOf<"input"> shape) -> Tensor { return reshape(g, shape); }));
};
VJP_DEFINE(Squeeze);

struct SqueezeDims : ViewOp {
  static constexpr Schema schema{"squeeze.dim(Tensor input, int[] dim) -> Tensor"};
  static constexpr const char* doc = "Drops the given dimensions where their size is 1.";
  static constexpr bool inplace = true;
  static Geometry view(const Tensor& input, IntSpan dim) { return squeeze_geometry(input.geometry(), dim); }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, ShapeOf<"input"> shape) -> Tensor { return reshape(g, shape); }));
};
VJP_DEFINE(SqueezeDims);

struct Expand : ViewOp {
  static constexpr Schema schema{"expand(Tensor input, int[] size) -> Tensor"};
  static constexpr const char* doc =
      "Repeats dimensions of size 1 without a copy; -1 keeps a size, new dimensions come in front.";
  static Geometry view(const Tensor& input, IntSpan size) { return expand_geometry(input.geometry(), size); }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, ShapeOf<"input"> shape) -> Tensor { return sum_to_size(g, shape); }));
};
VJP_DEFINE(Expand);

struct ExpandAs : Composite {
  static constexpr Schema schema{"expand_as(Tensor input, Tensor other) -> Tensor"};
  static constexpr const char* doc = "expand to the shape of another tensor.";
  static Tensor forward(const Tensor& input, const Tensor& other) { return expand(input, other.sizes()); }
};
VJP_DEFINE(ExpandAs);

struct BroadcastTo : Composite {
  static constexpr Schema schema{"broadcast_to(Tensor input, int[] size) -> Tensor"};
  static constexpr const char* doc = "expand under its other name.";
  static Tensor forward(const Tensor& input, IntSpan size) { return expand(input, size); }
};
VJP_DEFINE(BroadcastTo);

}  // namespace vjp
