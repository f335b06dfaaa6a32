// Accumulation into leaves, by the layout contract (spec chapter 10).
#include "engine/task.h"
#include "graph/modes.h"
#include "ops/functions.h"
#include "ops/layout.h"

namespace vjp {
namespace {

bool same_layout(const Tensor& g, const TensorImpl& leaf) {
  for (int i = 0; i < g.ndim(); ++i) {
    auto k = static_cast<size_t>(i);
    if (g.sizes()[k] != 1 && g.strides()[k] != leaf.strides()[k]) return false;
  }
  return true;
}

bool expanded(const Tensor& g) {
  for (int i = 0; i < g.ndim(); ++i) {
    if (g.strides()[static_cast<size_t>(i)] == 0 && g.sizes()[static_cast<size_t>(i)] != 1) return true;
  }
  return false;
}

// Spec ACC-5: the leaf's strides if the leaf is dense, row-major otherwise.
bool fulfils_contract(const Tensor& g, const TensorImpl& leaf) {
  if (leaf.numel == 0) return true;
  if (expanded(g)) return false;
  return is_dense(leaf.sizes(), leaf.strides()) ? same_layout(g, leaf) : g.contiguous();
}

Tensor clone_for(const Tensor& g, const TensorImpl& leaf) {
  if (!is_dense(leaf.sizes(), leaf.strides()) || leaf.contiguous()) return _row_major(g);
  Tensor copy = copy_in_layout(g, leaf.strides());
  return grad_enabled() ? copy : copy.alias();
}

}  // namespace

void accumulate_grad(TensorImpl& leaf, Tensor grad) {
  {
    LeafLock lock(leaf);
    if (leaf.node) {
      fail(VJP_ERROR_STATE, "AccumulateGrad: what was a leaf ({}) is now the result of {}", describe(leaf),
           leaf.node->name());
    }
    if (!leaf.requires_grad) return;
    Tensor& field = meta_of(leaf).grad;
    if (!field) {
      bool steal = !grad_enabled() && grad->refs.count() == 1 && grad->storage->refs.count() == 1 &&
                   !requires_grad(grad) && fulfils_contract(grad, leaf);
      field = steal ? std::move(grad) : clone_for(grad, leaf);
      field->is_wrapped_number = false;
    } else if (grad_enabled()) {
      field = add(field, grad);
    } else {
      // in place: whoever holds the gradient sees the change
      BelowAutograd guard;
      add_(field, grad);
    }
  }
  if (leaf.meta->post_accumulate_hooks.empty()) return;
  run_hooks(leaf.meta->post_accumulate_hooks, [&](Hook& hook) {
    vjp_status status = hook.function.leaf(hook.context, handle_of(&leaf));
    if (status != VJP_OK) throw_callback_error(status, "a post-accumulate hook");
  });
}

}  // namespace vjp
