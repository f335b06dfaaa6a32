// Where tangents of forward mode are kept (spec chapter 18), and the levels whose ends drop them.
//
// Note: levels. Any thread may enter one; those of a thread nest, those of several threads do not concern each other,
// and every thread carries the tangents of all of them along. Of any two that live one is above the other, the inner
// one above the outer one, so that mixed derivatives have one place: a tangent carries tangents of lower levels than
// its own. What computes a tangent of a level, or the value beside it, runs below the level (BelowLevel): it sees the
// lower ones, which is how derivatives of derivatives come about, and not those from there on, which is why they cannot
// be confused. A level that is entered below another stands right below that one.
//
// Note: tangents. A tensor's, and those of a saved value, lie in a slot, in a cell a level, which is on the level's
// list while it holds one. So the end of the level finds every tangent without looking at other tensors, and a tangent
// that leads back to its own tensor makes no circle that outlives the level. One lock guards levels, slots and lists;
// nothing is destroyed while it is held.
#pragma once

#include <atomic>

#include "base/port.h"
#include "base/thread_context.h"
#include "graph/modes.h"
#include "tensor/tensor.h"

namespace vjp {

struct ForwardLevel {
  uint64_t order = 0;   // its place among those that live; another may have it later
  uint64_t number = 0;  // its own for ever; 0: no level
  explicit operator bool() const { return number != 0; }
};

inline constexpr uint64_t kNoForwardLimit = UINT64_MAX;
extern constinit std::atomic<uint64_t> lowest_forward_level;  // its order; kNoForwardLimit: none lives
extern const ThreadSlot<uint64_t> forward_limit;              // levels of this order and above are not followed here

// The number of a level whose tangents nobody will differentiate by the tape; 0: none. They are not recorded.
extern const ThreadSlot<uint64_t> unrecorded_level;

inline bool forward_level_lives() { return lowest_forward_level.load(std::memory_order_relaxed) != kNoForwardLimit; }
inline bool forward_level_in_reach() { return lowest_forward_level.load(std::memory_order_relaxed) < forward_limit; }

ForwardLevel enter_forward_level();
// The one that this thread has entered last; a state error if there is none, if it is not this one (`number`, unless
// 0), or if it was entered outside of the callback that runs.
void leave_forward_level(uint64_t number = 0);
uint64_t entered_forward_level();  // the number of the one that this thread has entered last; 0: none
// The innermost one that this thread has entered, of those in reach; of a thread that has entered none the newest.
ForwardLevel innermost_forward_level();
ForwardLevel forward_level(uint64_t number);  // a state error if it does not live

// A scope that sees the levels below one.
class BelowLevel {
 public:
  explicit BelowLevel(ForwardLevel level)
      : modes_(0, lowest_forward_level.load(std::memory_order_relaxed) < level.order ? 0u : uint32_t{kModeForward}),
        former_(forward_limit) {
    if (level.order < former_) forward_limit = level.order;
  }
  ~BelowLevel() { forward_limit = former_; }
  BelowLevel(const BelowLevel&) = delete;
  BelowLevel& operator=(const BelowLevel&) = delete;

 private:
  ModeGuard modes_;
  uint64_t former_;
};

// A scope in which tangents of a level are not recorded.
class Unrecorded {
 public:
  explicit Unrecorded(ForwardLevel level) : former_(unrecorded_level) { unrecorded_level = level.number; }
  ~Unrecorded() { unrecorded_level = former_; }
  Unrecorded(const Unrecorded&) = delete;
  Unrecorded& operator=(const Unrecorded&) = delete;

 private:
  uint64_t former_;
};

struct TangentCell;
class TangentSlot {
 public:
  TangentSlot() = default;
  ~TangentSlot() {
    if (cells_.load(std::memory_order_relaxed)) end();
  }
  TangentSlot(const TangentSlot&) = delete;
  TangentSlot& operator=(const TangentSlot&) = delete;

  Tensor get(ForwardLevel level) const;          // undefined: none
  void set(ForwardLevel level, Tensor tangent);  // nothing, where the level has ended; undefined takes it away
  ForwardLevel highest(uint64_t below) const;    // of those with a tangent and an order below that
  void add(const TangentSlot& other);            // its tangents of all levels
  void clear();

 private:
  TangentCell* cell_of(ForwardLevel level) const;
  void end() noexcept;

  std::atomic<TangentCell*> cells_{nullptr};  // made when first set, used again
};

// The highest level in reach (or below an order) at which the tensor itself, or what it is a view of, has a tangent.
ForwardLevel highest_tangent(const TensorImpl& tensor, uint64_t below = forward_limit);
inline bool carries_tangent(const TensorImpl& tensor) {
  return forward_level_in_reach() && static_cast<bool>(highest_tangent(tensor));
}
bool carries_tangent(const TensorImpl& tensor, ForwardLevel level);

// Calls f with the levels in reach at which the tensor has a tangent, the highest first.
template <class F>
void each_tangent_level(const TensorImpl& tensor, F&& f) {
  if (!forward_level_in_reach()) return;
  for (ForwardLevel level = highest_tangent(tensor); level; level = highest_tangent(tensor, level.order)) f(level);
}

// Filled in by ops/ (ops/tangent.h), because they run operators. The tensor's tangent at a level, undefined where there
// is none; and a copy of it, for code that keeps the tensor's value while the tensor may change.
VJP_PORT(Tensor (*)(const Tensor& tensor, ForwardLevel level), tangent_of);
VJP_PORT(Tensor (*)(const Tensor& tensor, ForwardLevel level), tangent_snapshot);

}  // namespace vjp
