// Scopes of tensor handles, and what holds around every call of the user's code.
#pragma once

#include <atomic>
#include <optional>
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
// it), so it does not matter what the scopes had before.
//
// Note: nothing leaks out of a callback. Regions, scopes, locations, a forward-mode level and modes that it leaves
// behind end with it, also when it ends its thread; what is its caller's it cannot end.
//
// Note: the default device in callbacks. It is the one that the program wants (wanted_device), not that of the node or
// the operator that called.
//
// Note: a callback that leaves everything as it was costs next to nothing. What it found is noted before the first
// change (`before_change`, called by whatever begins or ends a region, scope, location or level), for it and for those
// around it that have not noted it yet: until then they find what they found at their beginning.
class Callback {
 public:
  // `slots`: where it stores what it hands back. `before`: what they hold now, if that is not NULL.
  explicit Callback(std::span<Tensor> slots = {}, const Tensor* before = nullptr) noexcept
      : slots_(slots),
        before_(before),
        outer_(current()),
        modes_(mode_word),
        in_play_(devices_in_play.load(std::memory_order_relaxed) != 0) {
    callback_of_thread = this;
    if (in_play_) [[unlikely]]
      operators_ = operator_device;
    reenter();
  }
  ~Callback() {
    settle();
    callback_of_thread.written() = outer_;
  }
  // One after the other, with the same slots: what follows settle() is the library's again, and reenter() begins the
  // next, as if there had been no other.
  void settle() noexcept {
    if (found_ || in_play_ || mode_word != modes_) [[unlikely]]
      put_back();
  }
  void reenter() noexcept {
    if (in_play_) [[unlikely]]
      enter_wanted_device();
  }
  Callback(const Callback&) = delete;
  Callback& operator=(const Callback&) = delete;

  static Callback* current() { return callback_of_thread; }
  static void before_change() noexcept {
    if (Callback* callback = current()) callback->note_found();
  }
  // After before_change(): whether that was there when it began.
  bool found(const Scope* scope) const { return scope == found_->scope; }
  bool found(const void* guard) const { return guard == found_->guard; }
  bool found_location(size_t depth) const { return depth <= found_->locations; }
  bool found_forward_level(uint64_t level) const { return level == found_->forward_level; }
  void keep_results_of(Scope& ending);
  static void forget_handle(const Scope* scope, size_t index) noexcept;  // one that was taken out

 private:
  struct Found {
    Scope* scope;
    size_t scope_size;  // how many handles were its caller's
    void* guard;
    size_t locations;
    uint64_t forward_level;
    std::vector<TensorImpl*> kept;  // results of scopes that have ended, where no scope is around them
  };
  void note_found() noexcept {
    if (!found_) note_found_here();
  }
  void note_found_here() noexcept;
  void put_back() noexcept;
  bool hands_back(size_t slot) const { return slots_[slot] && (!before_ || !slots_[slot].is(before_[slot])); }
  void adopt(TensorImpl* tensor) noexcept;
  void enter_wanted_device() noexcept;

  const std::span<Tensor> slots_;
  const Tensor* const before_;
  Callback* const outer_;
  const uint32_t modes_;
  const bool in_play_;
  Device operators_;  // what operator_device was, if devices are in play
  std::optional<Found> found_;
};

}  // namespace vjp
