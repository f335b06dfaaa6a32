// What runs at a node besides its derivative: tensor hooks, retained gradients, captures.
#include <algorithm>

#include "base/last_error.h"
#include "engine/task.h"
#include "graph/extra.h"
#include "graph/meta.h"
#include "ops/functions.h"

namespace vjp {

void Task::run_tensor_hooks(Node& node, std::span<Tensor> grads) {
  auto run_list = [&](const HookList& list, uint32_t slot) {
    run_hooks(list, [&](Hook& hook) {
      vjp_tensor* replacement = nullptr;
      vjp_status status = hook.function.tensor(hook.context, handle_of(grads[slot].get()), &replacement);
      Tensor given = Tensor::take(impl_of(replacement));
      if (status != VJP_OK) throw_callback_error(status, "a tensor hook");
      if (!given) return;
      if (!grads[slot])
        fail(VJP_ERROR_INVALID, "a tensor hook of {} gave a tensor for an undefined gradient", node.name());
      if (!same(given.sizes(), grads[slot].sizes())) {
        fail(VJP_ERROR_SHAPE, "a tensor hook of {} gave shape {}, expected {}", node.name(), given.sizes(),
             grads[slot].sizes());
      }
      if (given.dtype() != grads[slot].dtype()) {
        fail(VJP_ERROR_DTYPE, "a tensor hook of {} gave {}, expected {}", node.name(), given.dtype(),
             grads[slot].dtype());
      }
      grads[slot] = std::move(given);
    });
  };
  if (TensorImpl* leaf = node.accumulated_leaf()) {
    if (leaf->meta && !leaf->meta->tensor_hooks.empty()) run_list(leaf->meta->tensor_hooks, 0);
  }
  if (!node.extra_) return;
  for (size_t i = 0; i < node.extra_->tensor_hooks.size(); ++i) {
    run_list(node.extra_->tensor_hooks[i].hooks, node.extra_->tensor_hooks[i].slot);
  }
}

// The first time a contiguous copy, later an out-of-place sum (spec HOOK-17).
void Task::retain_gradients(Node& node, std::span<Tensor> grads) {
  for (const NodeExtra::Retained& retained : node.extra_->retained) {
    const Tensor& g = grads[retained.slot];
    if (!g) continue;
    Tensor& field = meta_of(*retained.tensor).grad;
    field = field ? add(field, g) : _row_major(g);
  }
}

void Task::capture(Node& node, std::span<Tensor> grads) {
  auto first = std::lower_bound(captures_.begin(), captures_.end(), &node,
                                [](const Capture& c, const Node* n) { return std::less<const Node*>()(c.node, n); });
  for (; first != captures_.end() && first->node == &node; ++first) results_[first->result] = grads[first->slot];
}

}  // namespace vjp
