// Tensors put together along a dimension.
#include "ops/define.h"
#include "ops/functions.h"

namespace vjp {

struct Cat : Linear {
  static constexpr Schema schema{"cat(Tensor[] tensors, int dim=0) -> Tensor"};
  static constexpr const char* doc = "The tensors one after the other along a dimension; other sizes agree. One-dimensional empty tensors are skipped.";
  static Tensor forward(TensorList tensors, int64_t dim) {
    if (tensors.empty()) fail(VJP_ERROR_INVALID, "cat: at least one tensor is needed");
    Promotion promotion;
    const Tensor* model = nullptr;
    for (const Tensor& t : tensors) {
      promotion.add(t);
      if (t.ndim() == 0) fail(VJP_ERROR_SHAPE, "cat: zero-dimensional tensors cannot be joined");
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
      if (!fits) fail(VJP_ERROR_SHAPE, "cat: shapes {} and {} differ outside dimension {}", model->sizes(), t.sizes(), d);
      sizes[d] += t.size(d);
    }
    Tensor out = Tensor::empty(sizes, promotion.result());
    int64_t at = 0;
    for (const Tensor& t : tensors) {
      if (skipped(t)) continue;
      cpu_backend().copy(narrow(out, d, at, t.size(d)).view(), t.view());
      at += t.size(d);
    }
    return out;
  }
  static bool skipped(const Tensor& t) { return t.ndim() == 1 && t.numel() == 0; }
  static constexpr auto vjp = rules(wrt<"tensors">(
      [](Grad g, ShapesOf<"tensors"> shapes, Attr<"dim", int64_t> dim) -> std::vector<Tensor> {
        std::vector<Tensor> parts;
        int64_t at = 0;
        for (const Dims& shape : shapes) {
          if (shape.n == 1 && shape[0] == 0) {  // skipped by the forward
            parts.push_back(Tensor::zeros(shape, g.dtype()));
            continue;
          }
          int d = wrap_dim(dim, shape.n, "cat");
          parts.push_back(narrow(g, d, at, shape[d]));
          at += shape[d];
        }
        return parts;
      }));
};
VJP_DEFINE(Cat);

struct Stack : Composite {
  static constexpr Schema schema{"stack(Tensor[] tensors, int dim=0) -> Tensor"};
  static constexpr const char* doc = "Tensors of one shape along a new dimension.";
  static Tensor forward(TensorList tensors, int64_t dim) {
    if (tensors.empty()) fail(VJP_ERROR_INVALID, "stack: at least one tensor is needed");
    std::vector<Tensor> lifted;
    for (const Tensor& t : tensors) {
      if (!same(t.sizes(), tensors[0].sizes())) {
        fail(VJP_ERROR_SHAPE, "stack: shapes {} and {} differ", tensors[0].sizes(), t.sizes());
      }
      lifted.push_back(unsqueeze(t, dim));
    }
    return cat(lifted, wrap_dim(dim, tensors[0].ndim() + 1, "stack"));
  }
};
VJP_DEFINE(Stack);

}  // namespace vjp
