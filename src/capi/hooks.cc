// vjp/hook.h: hooks.
#include "capi/capi.h"
#include "engine/grad_call.h"
#include "engine/multi_gradient.h"
#include "graph/extra.h"
#include "graph/hook_watch.h"
#include "graph/meta.h"
#include "vjp/grad.h"
#include "vjp/hook.h"
#include "vjp/node.h"

using namespace vjp;

namespace {

Hook* hook_of(const vjp_hook* hook) { return reinterpret_cast<Hook*>(const_cast<vjp_hook*>(hook)); }

void give_hook(Ref<Hook> hook, vjp_hook** out) {
  if (out) *out = reinterpret_cast<vjp_hook*>(hook.detach());
}

// Without memory for a note the hook is added all the same, since its context is taken.
template <class Owner>
void try_note(Hook& hook, const char* kind, const Owner& owner) noexcept {
  try {
    if constexpr (std::is_same_v<Owner, TensorImpl>) {
      Edge history = present_history(owner);
      note_hook(hook, kind, describe(owner), history ? history.node->refs : owner.refs);
    } else {
      note_hook(hook, kind, owner.name(), owner.refs);
    }
  } catch (const std::bad_alloc&) {
  }
}

// For programs that look for leaks. The hooks of a result live with its node.
Ref<Hook> noted(Ref<Hook> hook, const char* kind, const TensorImpl& tensor) noexcept {
  if (watching_hooks()) [[unlikely]]
    try_note(*hook, kind, tensor);
  return hook;
}
Ref<Hook> noted(Ref<Hook> hook, const char* kind, const Node& node) noexcept {
  if (watching_hooks()) [[unlikely]]
    try_note(*hook, kind, node);
  return hook;
}

}  // namespace

void vjp_hook_remove(vjp_hook* hook) {
  note_untraced("vjp_hook_remove");
  if (!hook) return;
  hook_of(hook)->remove();
  vjp_hook_release(hook);
}
void vjp_hook_release(vjp_hook* hook) {
  if (hook) Ref<Hook>::take(hook_of(hook));
}
vjp_status vjp_hook_set_label(vjp_hook* hook, const char* label) {
  return guard([&] {
    VJP_ARG(hook);
    hook_of(hook)->set_label(label ? label : "");
  });
}

vjp_status vjp_tensor_add_hook(vjp_tensor* tensor, vjp_tensor_hook_fn fn, void* context, void (*drop)(void*),
                               vjp_hook** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(fn);
    give_hook(noted(add_tensor_hook(*tape_of(tensor), fn, context, drop), "tensor hook", *tape_of(tensor)), out);
  });
}
vjp_status vjp_tensor_add_post_accumulate_hook(vjp_tensor* leaf, vjp_leaf_hook_fn fn, void* context,
                                               void (*drop)(void*), vjp_hook** out) {
  return guard([&] {
    VJP_ARG(leaf);
    VJP_ARG(fn);
    TensorImpl& t = *tape_of(leaf);
    if (!is_leaf_after_rebuild(t) || !t.requires_grad) {
      fail(VJP_ERROR_STATE, "post-accumulate hook: {} is not a leaf that requires grad", describe(t));
    }
    give_hook(noted(meta_of(t).post_accumulate_hooks.add({.leaf = fn}, context, drop), "post-accumulate hook", t), out);
  });
}
vjp_status vjp_node_add_pre_hook(vjp_node* node, vjp_node_pre_hook_fn fn, void* context, void (*drop)(void*),
                                 vjp_hook** out) {
  return guard([&] {
    VJP_ARG(node);
    VJP_ARG(fn);
    Node& n = *node_of(node);
    give_hook(noted(n.extra().pre_hooks.add({.pre = fn}, context, drop), "pre-hook", n), out);
  });
}
vjp_status vjp_node_add_post_hook(vjp_node* node, vjp_node_post_hook_fn fn, void* context, void (*drop)(void*),
                                  vjp_hook** out) {
  return guard([&] {
    VJP_ARG(node);
    VJP_ARG(fn);
    Node& n = *node_of(node);
    give_hook(noted(n.extra().post_hooks.add({.post = fn}, context, drop), "post-hook", n), out);
  });
}
vjp_status vjp_node_add_first_post_hook(vjp_node* node, vjp_node_post_hook_fn fn, void* context, void (*drop)(void*),
                                        vjp_hook** out) {
  return guard([&] {
    VJP_ARG(node);
    VJP_ARG(fn);
    Node& n = *node_of(node);
    give_hook(noted(n.extra().post_hooks.add({.post = fn}, context, drop, 0, HookPlace::First), "post-hook", n), out);
  });
}

vjp_status vjp_add_multi_grad_hook(vjp_tensor* const* tensors, size_t count, vjp_multi_grad_mode mode,
                                   vjp_multi_grad_hook_fn fn, void* context, void (*drop)(void*), vjp_hook** out) {
  return guard([&] {
    if (count > 0) VJP_ARG(tensors);
    VJP_ARG(fn);
    TensorList list(reinterpret_cast<const Tensor*>(tensors), count);
    give_hook(add_multi_gradient_hook(list, mode, fn, context, drop), out);
  });
}

vjp_status vjp_grad_call_add_capture_hook(vjp_grad_call* call, size_t input, vjp_tensor_hook_fn fn, void* context,
                                          void (*drop)(void*), vjp_hook** out) {
  return guard([&] {
    VJP_ARG(call);
    VJP_ARG(fn);
    give_hook(reinterpret_cast<GradCall*>(call)->add_capture_hook(input, fn, context, drop), out);
  });
}

size_t vjp_tensor_num_hooks(const vjp_tensor* tensor, vjp_hook_kind kind) {
  if (!tensor) return 0;
  const TensorImpl& t = *tape_of(tensor);
  Edge history = present_history(t);
  const AutogradMeta* meta = meta_if_any(t);
  NodeExtra* extra = history ? history.node->extra_if_any() : nullptr;
  switch (kind) {
    case VJP_HOOK_TENSOR:
      if (history) return extra ? extra->tensor_hooks.size(history.slot) : 0;
      return meta ? meta->tensor_hooks.size() : 0;
    case VJP_HOOK_POST_ACCUMULATE:
      return meta ? meta->post_accumulate_hooks.size() : 0;
    default:
      return 0;
  }
}
size_t vjp_node_num_hooks(const vjp_node* node, vjp_hook_kind kind) {
  if (!node) return 0;
  TensorImpl* leaf = node_of(node)->accumulated_leaf();
  NodeExtra* extra = node_of(node)->extra_if_any();
  switch (kind) {
    case VJP_HOOK_TENSOR:
      return leaf ? leaf->meta->tensor_hooks.size() : extra ? extra->tensor_hooks.size() : 0;
    case VJP_HOOK_RETAINED:
      return extra ? extra->num_retained() : 0;
    case VJP_HOOK_PRE:
      return extra ? extra->pre_hooks.size() : 0;
    case VJP_HOOK_POST:
      return extra ? extra->post_hooks.size() : 0;
    case VJP_HOOK_POST_ACCUMULATE:
      return leaf ? leaf->meta->post_accumulate_hooks.size() : 0;
  }
  return 0;
}
