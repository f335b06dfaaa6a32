// Scopes of tensor handles, and what holds around every call of the user's code.
#pragma once

#include <atomic>
#include <span>
#include <vector>

#include "base/last_error.h"
#include "base/thread_context.h"
#include "device/default_device.h"
#include "graph/guard.h"
#include "graph/tangent.h"
#include "tensor/tensor.h"

namespace vjp {

struct Scope {
  Scope* outer;
  std::vector<TensorImpl*> handles;  // a reference each
};

extern const ThreadSlot<Scope*> scope_of_thread;
inline Scope* innermost_scope() { return scope_of_thread; }
void begin_scope();
// Releases what belongs to it, but for what a callback is handing back. A state error where none is open, or where it
// was begun outside of the callback that runs.
void end_scope();
void keep_in_scope(TensorImpl* tensor);    // takes the reference over, also where it throws
bool take_from_scope(TensorImpl* tensor);  // of the innermost one, whose reference is the caller's then

// A scope that a thread of the library keeps while it runs callbacks for a caller who has one open: what operators give
// in them ends with it. A callback cannot end it, since it finds it open.
class ScopeOnWorker {
 public:
  ScopeOnWorker() { begin_scope(); }
  ~ScopeOnWorker();
  ScopeOnWorker(const ScopeOnWorker&) = delete;
  ScopeOnWorker& operator=(const ScopeOnWorker&) = delete;
};

class Callback;
extern const ThreadSlot<Callback*> callback_of_thread;

// While a callback runs: what it may hand back, and what it finds and is to leave behind.
//
// Note: who owns what a callback hands back. What an operator gives inside the callback is handed over by storing it:
// the reference that came with it is the library's, whether the caller's scope would have had it, one that the callback
// began and left open, or one that it has ended since. Any other tensor takes a reference of its own (the user retains
// it), so what the scopes had before is no matter.
//
// Note: nothing leaks out of a callback. Regions, scopes, locations, a forward-mode level and modes that it leaves
// behind end with it, also when it ends its thread; what is its caller's it cannot end.
//
// Note: the default device in callbacks. It is the one that the program wants (wanted_device), not that of the node or
// the operator that called.
class Callback {
 public:
  // `slots`: where it stores what it hands back. `before`: what they hold now, if that is not NULL.
  explicit Callback(std::span<Tensor> slots = {}, const Tensor* before = nullptr) noexcept
      : slots_(slots),
        before_(before),
        outer_(current()),
        scope_(innermost_scope()),
        scope_size_(scope_ ? scope_->handles.size() : 0),
        guard_(innermost_guard.get()),
        locations_(num_locations()),
        forward_level_(current_forward_level()),
        modes_(mode_word),
        in_play_(devices_in_play.load(std::memory_order_relaxed) != 0) {
    callback_of_thread = this;
    if (in_play_) [[unlikely]]
      enter_wanted_device();
  }
  ~Callback();
  Callback(const Callback&) = delete;
  Callback& operator=(const Callback&) = delete;

  static Callback* current() { return callback_of_thread; }
  bool found(const Scope* scope) const { return scope == scope_; }
  bool found(const void* guard) const { return guard == guard_; }
  bool found_location(size_t depth) const { return depth <= locations_; }
  bool found_forward_level(uint64_t level) const { return level == forward_level_; }
  void keep_results_of(Scope& ending);

 private:
  bool hands_back(size_t slot) const { return slots_[slot] && (!before_ || !slots_[slot].is(before_[slot])); }
  void adopt(TensorImpl* tensor) noexcept;
  void enter_wanted_device() noexcept;

  const std::span<Tensor> slots_;
  const Tensor* const before_;
  Callback* const outer_;
  Scope* const scope_;
  const size_t scope_size_;
  void* const guard_;
  const size_t locations_;
  const uint64_t forward_level_;
  const uint32_t modes_;
  const bool in_play_;
  Device operators_;               // what operator_device was, if devices are in play
  std::vector<TensorImpl*> kept_;  // results of scopes that have ended, where no scope is around them
};

}  // namespace vjp
