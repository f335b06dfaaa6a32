// Gradients on their way: validation of what a node gave, delivery, the buffers of slots.
#include <optional>

#include "device/memory_pool.h"
#include "engine/device_run.h"
#include "engine/run.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "kernel/launch.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/device_copy.h"
#include "ops/internal.h"
#include "ops/sparse.h"

namespace vjp {

namespace {

// The last reference on the host does not show that a device is done: a node that had the same gradient may have gone
// while its kernel still waits on another stream to read it.
bool may_be_read_elsewhere(const Tensor& t) {
  if (t.device().is_cpu()) return false;
  const DeviceBlock* block = t->storage->device_block();
  return !block || !used_on_one_stream(*block, current_stream(t.device()));
}

}  // namespace

Tensor sum_of(Tensor stored, const Tensor& grad) {
  if (is_sparse(stored) || is_sparse(grad)) return is_sparse(grad) ? add(stored, grad) : add(grad, stored);
  bool own = !derivatives_followed() && stored->refs.count() == 1 && stored->storage->refs.count() == 1 &&
             stored.dtype() == grad.dtype() && is_dense(stored.sizes(), stored.strides()) &&
             !may_be_read_elsewhere(stored);
  if (!own) return add(stored, grad);
  add_(stored, grad);
  return stored;
}

// Spec VALID-6.
void check_layout(Layout slot, const Tensor& grad, std::string_view what) {
  const Layout layout = layout_of(grad);
  if (!is_compressed(layout) || is_compressed(slot)) return;
  fail(VJP_ERROR_INVALID, "{} is {}, expected a {} tensor, or a COO one", what, grad, name_of(slot));
}

// What a node's own rule gets: only a few know sparse gradients.
void Run::densify(std::span<Tensor> grads) {
  for (Tensor& g : grads)
    if (is_sparse(g)) g = to_dense(g);
}

void Run::put_gradient(Node& node, uint32_t slot, Tensor grad) {
  if (!grad) return;
  TensorImpl*& held = plan_.arrived(node, slot);
  if (!held) {
    held = grad.detach_handle();
    return;
  }
  Tensor stored = Tensor::take(std::exchange(held, nullptr));
  held = sum_of(std::move(stored), grad).detach_handle();
}

// Spec VALID: shape by summing, then dtype by casting, then the device, against what the consumer's slot says.
void Run::validate(Node& node, std::span<Tensor> results, const Hook* by) {
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
    if (is_sparse(g)) [[unlikely]]
      check_layout(static_cast<Layout>(slot.layout), g, format("{}: gradient {}", node.name(), i));
    if (g.dtype() == slot.dtype && g.device() == slot.device && same(g.sizes(), slot.sizes())) continue;
    std::string producer = by ? format("{} of {}", name_of_hook(*by, "node post-hook"), node.name()) : node.name();
    g = fit_gradient(g, slot.sizes(), slot.dtype, producer.c_str(), i);
    if (g.device() != slot.device) g = moved_to(slot, *edge.node, g, producer.c_str(), i);
  }
}

// Spec VALID-7, STREAM-15: a zero-dimensional one is moved, on the consumer's stream.
Tensor Run::moved_to(const SlotMeta& slot, Node& consumer, const Tensor& grad, const char* producer, size_t index) {
  if (grad.ndim() > 0) {
    fail(VJP_ERROR_DEVICE, "{}: gradient {} is on {}, expected {}", producer, index, grad.device(), slot.device);
  }
  std::optional<DeviceRun::OnStreamOf> scope;
  if (devices_ && !slot.device.is_cpu()) scope.emplace(*devices_, consumer, slot.device);
  if (!grad.device().is_cpu() || derivatives_followed()) return to_device(grad, slot.device);
  OperatorDevice there(slot.device);  // a copy from here would make the host wait
  Tensor moved = Tensor::empty({}, grad.dtype());
  kernels().fill(moved.view(), grad.item());
  return moved;
}

}  // namespace vjp
