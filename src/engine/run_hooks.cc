// What runs at a node besides its derivative: hooks of every kind, retained gradients, captures.
#include <algorithm>

#include "base/last_error.h"
#include "engine/task.h"
#include "engine/tensor_buffer.h"
#include "graph/batched.h"
#include "graph/extra.h"
#include "graph/meta.h"
#include "graph/scope.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "tensor/sparse.h"

namespace vjp {
namespace {

// Spec HOOK-8: what a hook gave in place of a gradient is neither reduced nor cast.
void check_replacement(const Hook& hook, const char* kind, const Node& node, const Tensor& given, IntSpan sizes,
                       Dtype dtype, Device device, Layout layout) {
  meet_batched(given);
  if (!same(given.sizes(), sizes)) {
    fail(VJP_ERROR_SHAPE, "{} of {} gave shape {}, expected {}", name_of_hook(hook, kind), node.name(), given.sizes(),
         sizes);
  }
  if (given.dtype() != dtype) {
    fail(VJP_ERROR_DTYPE, "{} of {} gave {}, expected {}", name_of_hook(hook, kind), node.name(), given.dtype(), dtype);
  }
  if (layout_of(given) != layout) {
    fail(VJP_ERROR_INVALID, "{} of {} gave {}, expected a {} tensor", name_of_hook(hook, kind), node.name(), given,
         name_of(layout));
  }
  if (given.device() != device) {
    fail(VJP_ERROR_DEVICE, "{} of {} gave a tensor on {}, expected {}", name_of_hook(hook, kind), node.name(),
         given.device(), device);
  }
}

vjp_tensor** handles_of(std::span<Tensor> tensors) { return reinterpret_cast<vjp_tensor**>(tensors.data()); }

// Hooks of one list, which are called one after the other: for each of them it is as if there were no other.
class TensorHookCalls {
 public:
  vjp_status call(const HookList::Call& hook, const Tensor& grad) {
    callback_.reenter();
    vjp_status status = hook.function.tensor(hook.context, handle_of(grad.get()), handles_of({&given, 1}));
    callback_.settle();
    return status;
  }

  Tensor given;  // by the last one

 private:
  Callback callback_{{&given, 1}};
};

void run_tensor_hook(TensorHookCalls& calls, const HookList::Call& hook, Node& node, Tensor& grad) {
  vjp_status status = calls.call(hook, grad);
  if (status != VJP_OK) [[unlikely]]
    throw_hook_error(status, *hook.hook, "tensor hook");
  if (!calls.given) return;
  if (!grad) {
    fail(VJP_ERROR_INVALID, "{} of {} gave a tensor for an undefined gradient", name_of_hook(*hook.hook, "tensor hook"),
         node.name());
  }
  check_replacement(*hook.hook, "tensor hook", node, calls.given, grad.sizes(), grad.dtype(), grad.device(),
                    layout_of(grad));
  grad = std::move(calls.given);
}

// Spec HOOK-16: the result is the caller's affair and need not look like the gradient.
void run_capture_hook(TensorHookCalls& calls, const HookList::Call& hook, Tensor& result) {
  vjp_status status = calls.call(hook, result);
  if (status != VJP_OK) throw_hook_error(status, *hook.hook, "capture hook");
  if (calls.given) result = std::move(calls.given);
}

}  // namespace

void Run::run_tensor_hooks(Node& node, std::span<Tensor> grads) {
  auto run_list = [&](HookList& list) {
    if (list.empty()) return;
    TensorHookCalls calls;
    run_hooks(list, [&](const HookList::Call& hook) { run_tensor_hook(calls, hook, node, grads[hook.slot]); });
  };
  // An accumulator's leaf has had its meta since the accumulator was made.
  if (TensorImpl* leaf = node.accumulated_leaf()) run_list(leaf->meta->tensor_hooks);
  if (NodeExtra* extra = node.extra_if_any()) run_list(extra->tensor_hooks);
}

// The first time a contiguous copy, later an out-of-place sum (spec HOOK-17).
void Run::retain_gradients(NodeExtra& extra, std::span<Tensor> grads) {
  if (extra.num_retained() == 0) return;
  for (const NodeExtra::Retained& retained : extra.retained()) {
    const Tensor& g = grads[retained.slot];
    if (!g) continue;
    update_grad(*retained.tensor.get(), [&](const Tensor& old) { return old ? add(old, g) : _row_major(g); });
  }
}

void Run::capture(Node& node, std::span<Tensor> grads) {
  for (const Plan::Capture& c : plan_.captures_of(node)) {
    Tensor& result = results_[c.result];
    result = grads[c.slot];
    HookList* hooks = task_.call().capture_hooks(c.result);
    if (!hooks || hooks->empty()) continue;
    TensorHookCalls calls;
    run_hooks(*hooks, [&](const HookList::Call& hook) { run_capture_hook(calls, hook, result); });
  }
}

// Spec HOOK-9: an entry may be dropped; a new one must look like the old one, or else as the slot says.
void Run::run_pre_hooks(Node& node, std::span<Tensor> grads) {
  NodeExtra* extra = node.extra_if_any();
  if (!extra || extra->pre_hooks.empty()) return;
  TensorBuffer before_room(grads);
  std::span<Tensor> before = before_room.all();
  Callback callback(grads, before.data());
  run_hooks(extra->pre_hooks, [&](const HookList::Call& hook) {
    callback.reenter();
    vjp_status status = hook.function.pre(hook.context, handles_of(grads), grads.size());
    callback.settle();
    if (status != VJP_OK) throw_hook_error(status, *hook.hook, "node pre-hook");
    for (size_t i = 0; i < grads.size(); ++i) {
      if (!grads[i] || grads[i].is(before[i])) continue;
      const SlotMeta& slot = node.slots()[i];
      if (before[i]) {
        check_replacement(*hook.hook, "node pre-hook", node, grads[i], before[i].sizes(), before[i].dtype(),
                          before[i].device(), layout_of(before[i]));
      } else if (slot.dtype != Dtype::None) {
        check_replacement(*hook.hook, "node pre-hook", node, grads[i], slot.sizes(), slot.dtype, slot.device,
                          is_sparse(grads[i]) && slot.layout == 0 ? Layout::Coo : layout_of(grads[i]));
      }
    }
    for (size_t i = 0; i < grads.size(); ++i)
      if (!grads[i].is(before[i])) before[i] = grads[i];  // for the next one
  });
}

// Spec HOOK-10: what a post-hook stores is validated like results, and null edges take none.
void Run::accept_post_hook(const Hook& hook, Node& node, std::span<Tensor> results, std::span<Tensor> before) {
  for (size_t i = 0; i < results.size(); ++i) {
    if (!results[i] || node.edges()[i]) continue;
    fail(VJP_ERROR_INVALID, "{} of {} gave result {}, where none is allowed: its edge is null",
         name_of_hook(hook, "node post-hook"), node.name(), i);
  }
  validate(node, results, &hook);
  for (size_t i = 0; i < results.size(); ++i)
    if (!results[i].is(before[i])) before[i] = results[i];  // for the next one
}

void Run::run_post_hooks(Node& node, std::span<Tensor> results, std::span<Tensor> grads) {
  NodeExtra* extra = node.extra_if_any();  // asked anew: one may have been registered while the node executed
  if (!extra || extra->post_hooks.empty()) return;
  TensorBuffer before_room(results);
  std::span<Tensor> before = before_room.all();
  Callback callback(results, before.data());
  run_hooks(extra->post_hooks, [&](const HookList::Call& hook) {
    callback.reenter();
    vjp_status status =
        hook.function.post(hook.context, handles_of(results), results.size(), handles_of(grads), grads.size());
    callback.settle();
    if (status != VJP_OK) throw_hook_error(status, *hook.hook, "node post-hook");
    bool stored = !std::equal(results.begin(), results.end(), before.begin(),
                              [](const Tensor& now, const Tensor& then) { return now.is(then); });
    if (stored) accept_post_hook(*hook.hook, node, results, before);
  });
}

}  // namespace vjp
