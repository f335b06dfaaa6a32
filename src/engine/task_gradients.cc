// Gradients on their way: validation of what a node gave, delivery, the buffers of slots.
#include "device/memory_pool.h"
#include "engine/task.h"
#include "graph/modes.h"
#include "ops/functions.h"
#include "ops/internal.h"

namespace vjp {

// Where the gradient of a slot is put together.
TensorImpl*& Task::arrived(Node& node, uint32_t slot) {
  SideState* s = side(node);
  return s ? reinterpret_cast<TensorImpl*&>(s->grads[slot]) : node.slots()[slot].grad;
}

namespace {

// The last reference on the host does not tell that a device is done: a node that had the same gradient may have gone
// while its kernel still waits on another stream to read it.
bool may_be_read_elsewhere(const Tensor& t) {
  if (t.device().is_cpu()) return false;
  const DeviceBlock* block = t->storage->device_block();
  return !block || !used_on_one_stream(*block, current_stream(t.device()));
}

}  // namespace

// In place only in a tensor that nobody else can see (spec BUF-3).
Tensor Task::sum_of(Tensor stored, const Tensor& grad) {
  bool own = !derivatives_followed() && stored->refs.count() == 1 && stored->storage->refs.count() == 1 &&
             stored.dtype() == grad.dtype() && is_dense(stored.sizes(), stored.strides()) &&
             !may_be_read_elsewhere(stored);
  if (!own) return add(stored, grad);
  add_(stored, grad);
  return stored;
}

void Task::add_gradient(Node& node, uint32_t slot, Tensor grad) {
  if (!grad) return;
  TensorImpl*& held = arrived(node, slot);
  if (!held) {
    held = grad.detach_handle();
    return;
  }
  Tensor stored = Tensor::take(std::exchange(held, nullptr));
  held = sum_of(std::move(stored), grad).detach_handle();
}

void Task::collect_gradients(Node& node, std::span<Tensor> grads) {
  SideState* s = side(node);
  for (uint32_t i = 0; i < node.num_slots; ++i) {
    grads[i] = s ? std::move(s->grads[i]) : Tensor::take(std::exchange(node.slots()[i].grad, nullptr));
  }
}

// Spec VALID: shape by summing, then dtype by casting, then the device, against what the consumer's slot says.
void Task::validate(Node& node, std::span<Tensor> results, const Hook* by) {
  for (size_t i = 0; i < results.size(); ++i) {
    const Edge& edge = node.edges()[i];
    Tensor& g = results[i];
    if (!edge) {
      g.reset();
      continue;
    }
    if (!g) continue;
    const SlotMeta& slot = edge.node->slots()[edge.slot];
    if (slot.dtype == Dtype::None) continue;
    if (g.dtype() == slot.dtype && g.device() == slot.device && same(g.sizes(), slot.sizes())) continue;
    std::string producer = by ? format("{} of {}", name_of_hook(*by, "node post-hook"), node.name()) : node.name();
    g = fit_gradient(g, slot.sizes(), slot.dtype, producer.c_str(), i);
    if (g.device() != slot.device) g = moved_to(slot, *edge.node, g, producer.c_str(), i);
  }
}

void Task::deliver(Node& node, std::span<Tensor> results) {
  for (size_t i = 0; i < results.size(); ++i) {
    const Edge& edge = node.edges()[i];
    if (!edge) continue;
    int32_t left = --pending(*edge.node);
    if (!executes(*edge.node)) continue;
    add_gradient(*edge.node, edge.slot, std::move(results[i]));
    if (left == 0) push_ready(edge.node.get());
  }
}

}  // namespace vjp
