// The thread's word of mode bits: one test decides between the fast path and every special one.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/thread_context.h"

namespace vjp {

enum Mode : uint32_t {
  kModeNoGrad = 1,              // operators do not record
  kModeForward = 2,             // operators carry tangents along
  kModeInference = 4,           // what is made has neither history nor version
  kModeOneThread = 8,           // grad calls run every node in the calling thread (spec THREAD-9)
  kModeReplayViews = 16,        // stale views are rebuilt by their functions (spec VIEW-20)
  kModePackSaved = 32,          // saved values go through the innermost pair of hooks (spec SHOOK-1)
  kModeObserveOps = 64,         // an observer sees every operator call (ops/observer.h)
  kModeTolerateMutation = 128,  // in-place changes clone what is saved first (spec SHOOK-13)
  kModeForwardOff = 256,        // a forward-mode level is not followed; kModeForward is clear
  kModeRecordCuts = 512,        // operators write down where histories end (cuts.h)
  kModeAutocast = 1024,         // operators cast their arguments first (ops/autocast.h)
};

extern const ThreadSlot<uint32_t> mode_word;

// Anomaly mode is the process's, not the thread's (spec ANOM-1): nodes note where they were made.
extern constinit std::atomic<bool> anomaly_mode;

inline bool grad_enabled() { return !(mode_word & kModeNoGrad); }
// Whether derivatives of what runs here are wanted, by the tape or as tangents: derivative rules then use
// differentiable operators (spec FWD-13).
inline bool derivatives_followed() { return (mode_word & (kModeNoGrad | kModeForward)) != kModeNoGrad; }

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
