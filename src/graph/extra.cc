#include "graph/extra.h"

#include "vjp/binding.h"

namespace vjp {

NodeExtra::~NodeExtra() {
  if (binding) binding->ended(binding);
}

void NodeExtra::retain(uint32_t slot, TensorImpl& tensor) {
  tensor.refs.remember();
  std::lock_guard lock(mutex_);
  actions_.push_back({slot, &tensor});
  num_retained_.store(actions_.size(), std::memory_order_relaxed);
}

void NodeExtra::forget(const TensorImpl& tensor) noexcept {
  std::lock_guard lock(mutex_);
  std::erase_if(actions_, [&](const Action& action) { return action.tensor == &tensor; });
  num_retained_.store(actions_.size(), std::memory_order_relaxed);
}

std::vector<NodeExtra::Retained> NodeExtra::retained() const {
  std::vector<Retained> out;
  std::lock_guard lock(mutex_);
  out.reserve(actions_.size());
  for (const Action& action : actions_) {
    // A dying tensor waits for the lock in `forget`; it counts as gone.
    if (action.tensor->refs.try_retain()) out.push_back({action.slot, Tensor::take(action.tensor)});
  }
  return out;
}

}  // namespace vjp
