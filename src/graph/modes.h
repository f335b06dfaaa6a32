// The thread's word of mode bits: one test decides between the fast path and every special one.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/thread_context.h"

namespace vjp {

// Note: the two halves. A bit of the upper half turns a handler of operator calls on (ops/handler.h), and its place is
// the handler's place in the chain: the lowest comes first. So "nothing is on" is one test, and the next handler of a
// call is the lowest bit that is left. Bits named kAlways are of handlers that stand in every chain; they are set in no
// thread's word. A new handler takes the bit of its place, and those from there on move up by one;
// nothing else depends on the numbers. Two handlers have two places.
enum Mode : uint32_t {
  kModeNoGrad = 1,             // operators do not record
  kModeInference = 2,          // what is made has neither history nor version
  kModeOneThread = 4,          // grad calls run every node in the calling thread (spec THREAD-9)
  kModeReplayViews = 8,        // stale views are rebuilt by their functions (spec VIEW-20)
  kModePackSaved = 16,         // saved values go through the innermost pair of hooks (spec SHOOK-1)
  kModeTolerateMutation = 32,  // in-place changes clone what is saved first (spec SHOOK-13)
  kModeForwardOff = 64,        // a forward-mode level is not followed; kModeForward is clear
  kModeBatch = 128,            // the process has batched tensors, and derivative rules may meet them
  kModeBatchOff = 256,         // they do not here: kModeBatch is clear

  kModeInterceptCalls = 1u << 16,    // an interceptor sees what the program calls (ops/interceptor.h)
  kAlwaysPlaced = 1u << 17,          // on the device of its tensors
  kModeAutocast = 1u << 18,          // operators cast their arguments first (ops/autocast.h)
  kModeRecordCuts = 1u << 19,        // operators write down where histories end (graph/cuts.h)
  kAlwaysTakenApart = 1u << 20,      // composites end here: what they call comes by again
  kModeForward = 1u << 21,           // operators carry tangents along
  kAlwaysBatched = 1u << 22,         // on the physical tensors of batched ones
  kAlwaysTaped = 1u << 23,           // recorded, if grad mode is on
  kModeInterceptKernels = 1u << 24,  // an interceptor sees what runs below the tape
  kModeObserveOps = 1u << 25,        // the same for the library's own
  kAlwaysRun = 1u << 26,             // the kernel
};
inline constexpr uint32_t kAlwaysOn = kAlwaysPlaced | kAlwaysTakenApart | kAlwaysBatched | kAlwaysTaped | kAlwaysRun;
inline constexpr uint32_t kHandlers = ~uint32_t{0} << 16;

extern const ThreadSlot<uint32_t> mode_word;

// Anomaly mode is the process's, not the thread's (spec ANOM-1): nodes note where they were made.
extern constinit std::atomic<bool> anomaly_mode;

inline bool grad_enabled() { return !(mode_word & kModeNoGrad); }
// Whether derivatives of what runs here are wanted, by the tape or as tangents, or an interceptor is to see them, or
// tensors may be batched: derivative rules then use differentiable operators (spec FWD-13).
inline bool derivatives_followed() {
  return (mode_word & (kModeNoGrad | kModeForward | kModeInterceptKernels | kModeBatch)) != kModeNoGrad;
}

// Sets and clears bits for a scope; restores the former word on every way out.
class ModeGuard {
 public:
  ModeGuard(uint32_t set, uint32_t clear) : former_(mode_word) { mode_word = (former_ & ~clear) | set; }
  ~ModeGuard() { mode_word.written() = former_; }
  ModeGuard(const ModeGuard&) = delete;
  ModeGuard& operator=(const ModeGuard&) = delete;

 private:
  uint32_t former_;
};

struct NoGrad : ModeGuard {
  NoGrad() : ModeGuard(kModeNoGrad, 0) {}
};
struct NoForward : ModeGuard {
  NoForward() : ModeGuard(kModeForwardOff, kModeForward) {}
};
// What runs below the tape: neither records nor carries tangents.
struct BelowAutograd : ModeGuard {
  BelowAutograd() : ModeGuard(kModeNoGrad | kModeForwardOff, kModeForward) {}
};
struct GradMode : ModeGuard {
  explicit GradMode(bool on) : ModeGuard(on ? 0u : uint32_t{kModeNoGrad}, on ? uint32_t{kModeNoGrad} : 0u) {}
};

}  // namespace vjp
