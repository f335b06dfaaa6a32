// Where tangents of forward mode are kept (spec chapter 18), and the level whose end drops all of them.
//
// Note: levels and tangents. There is one level at a time in the process, and each has a number of its own. A tensor's
// tangent, and that of a saved value, lies in a slot, which is on the level's list while it holds one. So the end of
// the level finds every tangent without looking at other tensors, and a tangent that leads back to its own tensor makes
// no circle that outlives the level. One lock guards slots and list; nothing is destroyed while it is held.
#pragma once

#include <atomic>

#include "base/port.h"
#include "tensor/tensor.h"

namespace vjp {

extern constinit std::atomic<uint64_t> forward_level;  // its number; 0: none
inline uint64_t current_forward_level() { return forward_level.load(std::memory_order_relaxed); }

void enter_forward_level();    // not implemented while there is one
void leave_forward_level();    // a state error if there is none, or if it was entered outside of the callback that runs
bool entered_forward_level();  // whether there is one that this thread has entered

struct TangentCell;
class TangentSlot {
 public:
  TangentSlot() = default;
  ~TangentSlot() {
    if (cell_.load(std::memory_order_relaxed)) end();
  }
  TangentSlot(const TangentSlot&) = delete;
  TangentSlot& operator=(const TangentSlot&) = delete;

  Tensor get() const;        // undefined: none at the present level
  void set(Tensor tangent);  // at the present level; undefined takes it away

 private:
  void end() noexcept;

  std::atomic<TangentCell*> cell_{nullptr};  // made when first set
};

// Whether the tensor itself, or what it is a view of, has a tangent at the present level.
bool carries_tangent(const TensorImpl& tensor);

// Filled in by ops/ (ops/tangent.h), because they run operators. The tensor's tangent at the present level, undefined
// where there is none; and a copy of it, for code that keeps the tensor's value while the tensor may change.
VJP_PORT(Tensor (*)(const Tensor& tensor), tangent_of);
VJP_PORT(Tensor (*)(const Tensor& tensor), tangent_snapshot);

}  // namespace vjp
