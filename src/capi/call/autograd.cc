// vjp/grad.h, vjp/alias.h, vjp/mode.h: tensors and grad mode.
#include "capi/capi.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "tensor/sparse.h"
#include "vjp/alias.h"
#include "vjp/grad.h"
#include "vjp/mode.h"
#include "vjp/node.h"

using namespace vjp;

namespace {

void check_grad(const TensorImpl& t, const vjp_tensor* handle) {
  const TensorImpl& g = *impl_of(handle);
  if (&g == &t) fail(VJP_ERROR_INVALID, "set_grad: a tensor cannot be its own gradient");
  if (!same(g.sizes(), t.sizes())) {
    fail(VJP_ERROR_SHAPE, "set_grad: the gradient is {}, the tensor {}", describe(g), describe(t));
  }
  if (g.dtype != t.dtype)
    fail(VJP_ERROR_DTYPE, "set_grad: the gradient is {}, the tensor {}", describe(g), describe(t));
  const Layout layout = layout_of(g);
  if (layout != layout_of(t) && !(layout == Layout::Coo && !t.is_sparse)) {
    fail(VJP_ERROR_INVALID, "set_grad: the gradient is {}, the tensor {}; expected the same layout", describe(g),
         describe(t));
  }
  if (g.device != t.device) {
    fail(VJP_ERROR_DEVICE, "set_grad: the gradient is on {}, the tensor on {}; copy it there first", g.device,
         t.device);
  }
}

}  // namespace

bool vjp_tensor_requires_grad(const vjp_tensor* t) { return t && requires_grad(*tape_of(t)); }
vjp_status vjp_tensor_set_requires_grad(vjp_tensor* tensor, bool on) {
  return guard([&] {
    VJP_ARG(tensor);
    set_requires_grad(*tape_of(tensor), on);
    if (is_batched(*impl_of(tensor))) [[unlikely]]
      impl_of(tensor)->requires_grad = requires_grad(*tape_of(tensor));
  });
}
bool vjp_tensor_is_leaf(const vjp_tensor* t) { return t && is_leaf_after_rebuild(*tape_of(t)); }

vjp_status vjp_tensor_grad(const vjp_tensor* tensor, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    Tensor grad;
    TensorImpl& t = *tape_of(tensor);
    if (AutogradMeta* meta = meta_if_any(t)) {
      LeafLock lock(t);
      grad = meta->grad;
    }
    if (is_batched(*impl_of(tensor)) && grad && !is_batched(grad)) [[unlikely]]
      grad = make_batched(std::move(grad), batch_of(*impl_of(tensor)).levels);
    *out = give(std::move(grad));
  });
}
vjp_status vjp_tensor_set_grad(vjp_tensor* tensor, vjp_tensor* grad) {
  return guard([&] {
    VJP_ARG(tensor);
    TensorImpl& t = *impl_of(tensor);
    refuse_batched(t, "set_grad");
    if (grad) refuse_batched(*impl_of(grad), "set_grad");
    if (grad) check_grad(t, grad);
    if (!grad && !meta_if_any(t)) return;
    Tensor former = Tensor::share(impl_of(grad));  // ends after the lock
    LeafLock lock(t);
    std::swap(meta_of(t).grad, former);
  });
}

vjp_status vjp_tensor_detach(vjp_tensor* tensor, vjp_tensor** out) {
  return guard_recordable([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    Tensor made = detach(borrow(tensor));
    if (Untraced* recorder = untraced) [[unlikely]]
      recorder->note_detached(*impl_of(tensor), *made.get());
    *out = give(std::move(made));
  });
}
vjp_status vjp_tensor_detach_(vjp_tensor* tensor) {
  return guard([&] {
    VJP_ARG(tensor);
    detach_in_place(*tape_of(tensor));
    if (is_batched(*impl_of(tensor))) [[unlikely]]
      impl_of(tensor)->requires_grad = false;
  });
}
vjp_status vjp_tensor_data_alias(vjp_tensor* tensor, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    *out = give(data_alias(borrow(tensor)));
  });
}
vjp_status vjp_tensor_retain_grad(vjp_tensor* tensor) {
  return guard([&] {
    VJP_ARG(tensor);
    retain_grad(*tape_of(tensor));
  });
}
bool vjp_tensor_retains_grad(const vjp_tensor* t) {
  const AutogradMeta* meta = t ? meta_if_any(*tape_of(t)) : nullptr;
  return meta && meta->retains_grad;
}
vjp_status vjp_tensor_version(const vjp_tensor* tensor, int64_t* out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    const TensorImpl& t = *tape_of(tensor);
    if (t.storage->inference) {
      fail(VJP_ERROR_STATE, "vjp_tensor_version: {} was made in inference mode and has no version", describe(t));
    }
    *out = t.version().load(std::memory_order_relaxed);
  });
}
vjp_status vjp_tensor_version_advance(vjp_tensor* tensor) {
  return guard([&] {
    VJP_ARG(tensor);
    if (!tape_of(tensor)->storage->inference) tape_of(tensor)->bump_version();
  });
}
bool vjp_tensor_is_inference(const vjp_tensor* t) { return t && impl_of(t)->storage->inference; }
bool vjp_tensor_is_view(const vjp_tensor* t) { return t && tape_of(t)->is_view; }
vjp_status vjp_tensor_base(const vjp_tensor* tensor, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    refuse_batched(*impl_of(tensor), "vjp_tensor_base");
    if (!impl_of(tensor)->is_view)
      fail(VJP_ERROR_STATE, "vjp_tensor_base: {} is not a view", describe(*impl_of(tensor)));
    *out = give(impl_of(tensor)->meta->view->base);
  });
}
uint32_t vjp_tensor_output_number(const vjp_tensor* t) { return t ? tape_of(t)->output_number.get() : 0; }

bool vjp_grad_mode(void) { return grad_enabled(); }
vjp_status vjp_grad_mode_set(bool enabled, bool* previous) {
  if (previous) *previous = grad_enabled();
  bool on = enabled && !(mode_word & kModeInference);  // nothing records in inference mode
  mode_word = on ? mode_word & ~uint32_t{kModeNoGrad} : mode_word | kModeNoGrad;
  return VJP_OK;
}
