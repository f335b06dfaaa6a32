// Tensors put together along a dimension.
#include "ops/call_counts.h"
#include "ops/define.h"
#include "ops/functions/view_part.h"
#include "ops/geometry.h"
#include "ops/layout.h"

namespace vjp {
namespace {

// The part of a result that one of its pieces fills: of `length` along d from `at`.
struct Part {
  Dims sizes, strides;
  char* data;
  View view(Dtype dtype) const { return make_view(data, dtype, sizes.n, sizes.v, strides.v); }
};
Part part_of(const Tensor& whole, int d, int64_t at, int64_t length) {
  Part part{Dims(whole.sizes()), Dims(whole.strides()), whole.raw()};
  part.data += at * part.strides[d] * static_cast<int64_t>(size_of(whole.dtype()));
  part.sizes[d] = length;
  return part;
}

// Pieces of a gradient. Below the tape they are plain tensors on its storage: nobody asks them for their base.
Tensor narrow_gradient(const Tensor& g, int d, int64_t at, int64_t length) {
  if (derivatives_followed()) return narrow(g, d, at, length);
  stands_for(op_Narrow);
  return g.with_geometry(narrow_geometry(g.geometry(), d, at, length));
}
std::vector<Tensor> select_gradients(const Tensor& g, int d) {
  const int64_t count = g.size(d);
  std::vector<Tensor> parts;
  parts.reserve(static_cast<size_t>(count));
  if (derivatives_followed()) {
    for (int64_t i = 0; i < count; ++i) parts.push_back(select(g, d, i));
    return parts;
  }
  if (count == 0) return parts;
  Geometry part = select_geometry(g.geometry(), d, 0);
  for (int64_t i = 0; i < count; ++i) {
    stands_for(op_Select);
    parts.push_back(g.with_geometry(part));
    part.offset += g.strides()[static_cast<size_t>(d)];
  }
  return parts;
}

}  // namespace

struct Cat : Linear {
  static constexpr Schema schema{"cat(Tensor[] tensors, int dim=0) -> Tensor"};
  static constexpr const char* doc =
      "The tensors one after the other along a dimension; other sizes agree. One-dimensional empty tensors are "
      "skipped.";
  static constexpr Autocast autocast = Autocast::Widest;
  static Tensor forward(TensorList tensors, int64_t dim) {
    if (tensors.empty()) fail(VJP_ERROR_INVALID, "cat: at least one tensor is needed");
    Promotion promotion;
    const Tensor* model = nullptr;
    for (const Tensor& t : tensors) {
      promotion.add(t);
      if (t.ndim() == 0) fail(VJP_ERROR_SHAPE, "cat: zero-dimensional tensors cannot be joined; use stack");
      if (!skipped(t) && !model) model = &t;
    }
    if (!model) return Tensor::empty(Dims{0}, promotion.result());
    int d = wrap_dim(dim, model->ndim(), "cat");
    Dims sizes(model->sizes());
    sizes[d] = 0;
    for (const Tensor& t : tensors) {
      if (skipped(t)) continue;
      bool fits = t.ndim() == sizes.n;
      for (int i = 0; fits && i < sizes.n; ++i) fits = i == d || t.size(i) == sizes[i];
      if (!fits) {
        fail(VJP_ERROR_SHAPE, "cat: tensor {} is {}, but tensor {} is {}: they must agree {}", &t - tensors.data(),
             t.sizes(), model - tensors.data(), model->sizes(),
             t.ndim() == sizes.n ? format("outside dimension {}", d) : std::string("in the number of dimensions"));
      }
      sizes[d] += t.size(d);
    }
    Tensor out = empty_like_images(sizes, promotion.result(), *model);
    int64_t at = 0;
    for (const Tensor& t : tensors) {
      if (skipped(t)) continue;
      kernels().copy(part_of(out, d, at, t.size(d)).view(out.dtype()), t.view());
      at += t.size(d);
    }
    return out;
  }
  static bool skipped(const Tensor& t) { return t.ndim() == 1 && t.numel() == 0; }
  static constexpr auto vjp =
      rules(wrt<"tensors">([](Grad g, ShapesOf<"tensors"> shapes, Attr<"dim", int64_t> dim) -> std::vector<Tensor> {
        std::vector<Tensor> parts;
        int64_t at = 0;
        for (const Dims& shape : shapes) {
          if (shape.n == 1 && shape[0] == 0) {  // skipped by the forward
            parts.push_back(Tensor::zeros(shape, g.dtype()));
            continue;
          }
          int d = wrap_dim(dim, shape.n, "cat");
          parts.push_back(narrow_gradient(g, d, at, shape[d]));
          at += shape[d];
        }
        return parts;
      }));
};
VJP_DEFINE(Cat);

struct Stack : Linear {
  static constexpr Schema schema{"stack(Tensor[] tensors, int dim=0) -> Tensor"};
  static constexpr const char* doc = "Tensors of one shape along a new dimension.";
  static constexpr Autocast autocast = Autocast::Widest;
  static Tensor forward(TensorList tensors, int64_t dim) {
    if (tensors.empty()) fail(VJP_ERROR_INVALID, "stack: at least one tensor is needed");
    Promotion promotion;
    const Tensor& first = tensors[0];
    for (const Tensor& t : tensors) {
      promotion.add(t);
      if (!same(t.sizes(), first.sizes())) {
        fail(VJP_ERROR_SHAPE, "stack: tensor {} is {}, but tensor 0 is {}: shapes must be equal", &t - tensors.data(),
             t.sizes(), first.sizes());
      }
    }
    int d = wrap_dim(dim, first.ndim() + 1, "stack");
    Dims sizes;
    for (int i = 0; i <= first.ndim(); ++i) {
      sizes.push_back(i < d ? first.size(i) : i == d ? static_cast<int64_t>(tensors.size()) : first.size(i - 1));
    }
    Tensor out = Tensor::empty(sizes, promotion.result());
    // What one tensor fills has its shape: the new dimension is left out.
    Geometry place = select_geometry(out.geometry(), d, 0);
    char* data = out.raw();
    const int64_t step = out.strides()[static_cast<size_t>(d)] * static_cast<int64_t>(size_of(out.dtype()));
    for (const Tensor& t : tensors) {
      kernels().copy(make_view(data, out.dtype(), place.sizes.n, place.sizes.v, place.strides.v), t.view());
      data += step;
    }
    return out;
  }
  static constexpr auto vjp = rules(wrt<"tensors">([](Grad g, Attr<"dim", int64_t> dim) -> std::vector<Tensor> {
    return select_gradients(g, wrap_dim(dim, g.ndim(), "stack"));
  }));
};
VJP_DEFINE(Stack);

}  // namespace vjp
