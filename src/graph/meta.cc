#include "graph/meta.h"

#include <atomic>
#include <memory>

#include "graph/batched.h"
#include "graph/cuts.h"
#include "graph/extra.h"
#include "graph/modes.h"
#include "graph/weak.h"

namespace vjp {

AutogradMeta::~AutogradMeta() = default;

AutogradMeta& meta_of(TensorImpl& tensor) {
  std::atomic_ref<AutogradMeta*> place(tensor.meta);
  if (AutogradMeta* made = place.load(std::memory_order_acquire)) return *made;
  auto fresh = std::make_unique<AutogradMeta>();
  AutogradMeta* other = nullptr;
  if (!place.compare_exchange_strong(other, fresh.get(), std::memory_order_acq_rel)) return *other;
  return *fresh.release();
}

VJP_FILL_PORT(destroy_meta) = [](TensorImpl& t) noexcept {
  // A tensor that dies takes its retained-gradient action with it.
  if (t.meta->retains_grad && t.node) t.node->extra().forget(t);
  forget_weak(t);
  delete t.meta;
};

bool requires_grad(const TensorImpl& t) {
  if (t.requires_grad || t.node) return true;
  return t.is_view && t.meta->view && requires_grad(*t.meta->view->base.get());
}

void set_requires_grad(TensorImpl& t, bool on) {
  if (on && !is_differentiable(t.dtype)) {
    fail(VJP_ERROR_DTYPE, "requires_grad: only floating and complex tensors can require grad, not {}", describe(t));
  }
  if (!on && !is_leaf_after_rebuild(t)) {
    Edge made_by = history_of(t);  // may be detached by now
    fail(VJP_ERROR_STATE, "requires_grad: cannot be cleared on a non-leaf{}; use detach",
         made_by ? format(" (made by {})", made_by.node->name()) : std::string());
  }
  if (on && t.storage->inference && !(mode_word & kModeInference)) {
    fail(VJP_ERROR_STATE,
         "requires_grad: {} was made in inference mode; outside it cannot be made to require grad, but a clone can",
         describe(t));
  }
  if (is_leaf_after_rebuild(t)) t.requires_grad = on;
}

void set_history(TensorImpl& output, Ref<Node> node, uint32_t slot) {
  node->describe_slot(slot, output);
  output.node = node.detach();
  output.output_number = slot;
  output.requires_grad = false;
}

Edge gradient_edge(TensorImpl& t) {
  if (Edge history = history_of(t)) return history;
  if (t.requires_grad) return {accumulator_of(t), 0};
  return {};
}

Tensor detach(const Tensor& t) {
  Tensor out = t.alias();
  if (recording_cuts()) [[unlikely]]
    note_cut(*out.get(), *t.get(), CutReason::Detached, "detach");
  return out;
}

void detach_in_place(TensorImpl& t) {
  if (t.is_view) fail(VJP_ERROR_STATE, "detach_: {} is a view; use detach", describe(t));
  if (recording_cuts() && t.node) [[unlikely]]
    note_cut(t, t, CutReason::Detached, "detach_");
  AutogradMeta* meta = meta_if_any(t);
  if (meta) meta->tangent.clear();
  Ref<Node> former;  // ends after the locks
  LeafLock writing(t);
  if (meta) {
    if (meta->retains_grad && t.node) t.node->extra().forget(t);
    meta->retains_grad = false;
  }
  former = exchange_history(t, {});
  t.requires_grad = false;
}

Ref<Node> exchange_history(TensorImpl& t, Edge history) {
  HistoryLock lock(t);
  t.output_number = history.slot;
  return Ref<Node>::take(t.node.exchange(history.node.detach()));
}

Tensor data_alias(const Tensor& t) {
  if (is_batched(t)) [[unlikely]]
    return make_batched(data_alias(physical_of(t)), batch_of(*t.get()).levels);
  Tensor out = t.alias();
  out->own_version = Ref<VersionCounter>::take(new VersionCounter(0));
  if (recording_cuts()) [[unlikely]]
    note_cut(*out.get(), *t.get(), CutReason::DataAlias, "data");
  return out;
}

void retain_grad(TensorImpl& t) {
  if (!requires_grad(t)) fail(VJP_ERROR_STATE, "retain_grad: {} does not require grad", describe(t));
  refresh(t);
  AutogradMeta& meta = meta_of(t);
  LeafLock writing(t);  // the node stays
  if (!t.node || meta.retains_grad) return;
  t.node->extra().retain(t.output_number, t);
  meta.retains_grad = true;
}

Ref<Hook> add_tensor_hook(TensorImpl& t, vjp_tensor_hook_fn fn, void* context, void (*drop)(void*)) {
  if (!requires_grad(t)) fail(VJP_ERROR_STATE, "add_hook: {} does not require grad", describe(t));
  return add_tensor_hook(t, history_of(t), fn, context, drop);
}

Ref<Hook> add_tensor_hook(TensorImpl& t, const Edge& history, vjp_tensor_hook_fn fn, void* context,
                          void (*drop)(void*)) {
  Hook::Function function{.tensor = fn};
  if (!history) return meta_of(t).tensor_hooks.add(function, context, drop);
  return history.node->extra().tensor_hooks.add(function, context, drop, history.slot);
}

}  // namespace vjp
