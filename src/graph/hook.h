// Hooks: callbacks of the user on tensors, leaves and nodes.
//
// Note: hooks and threads. Hooks may be added and removed from any thread, also while a grad call runs over their owner
// (spec HOOK-12, HOOK-13, THREAD-6). A list is an array that is never changed: who adds a hook puts a new array in its
// place, and who runs a list pins the array and every hook in it. A pinned hook runs although it is removed meanwhile;
// its context ends after its turn. The lock that guards the exchange is a bit of the pointer, held for a few
// instructions. A list without hooks costs one load.
#pragma once

#include <sys/single_threaded.h>

#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include "base/ref.h"
#include "tensor/tensor.h"
#include "vjp/hook.h"

namespace vjp {

class Hook {
 public:
  union Function {
    vjp_tensor_hook_fn tensor;
    vjp_leaf_hook_fn leaf;
    vjp_node_pre_hook_fn pre;
    vjp_node_post_hook_fn post;
  };
  // The context is the caller's until `drop` is taken over.
  Hook(Function fn, void* context, uint32_t slot) : function(fn), context(context), slot(slot) {}
  void own_context(void (*drop)(void*)) noexcept { drop_ = drop; }
  // Hooks that are removed and labelled with this one.
  void own_parts(std::vector<Ref<Hook>> parts) noexcept { parts_ = std::move(parts); }
  static void destroy(Hook* hook) noexcept;

  // What ends the context; null when it has ended, or is not the hook's.
  void (*drop() const noexcept)(void*) { return dropped_.load(std::memory_order_acquire) ? nullptr : drop_; }
  // The context is destroyed now, or after the calls that are pinned.
  void remove() noexcept;
  bool removed() const noexcept { return state_.load(std::memory_order_relaxed) & kRemoved; }
  // False if the hook was removed; otherwise its context stays alive until unpin.
  bool pin(bool single_threaded = __libc_single_threaded) noexcept {
    if (single_threaded) {
      uint32_t state = state_.load(std::memory_order_relaxed);
      if (state & kRemoved) return false;
      state_.store(state + kPin, std::memory_order_relaxed);
      return true;
    }
    if (!(state_.fetch_add(kPin, std::memory_order_acq_rel) & kRemoved)) return true;
    unpin();
    return false;
  }
  void unpin() noexcept {
    uint32_t left;
    if (__libc_single_threaded) {
      left = state_.load(std::memory_order_relaxed) - kPin;
      state_.store(left, std::memory_order_relaxed);
    } else {
      left = state_.fetch_sub(kPin, std::memory_order_acq_rel) - kPin;
    }
    if (left == kRemoved) [[unlikely]]
      drop_context();
  }

  // What messages call it; "" at first.
  void set_label(std::string_view label);
  std::string label() const;

  RefCount refs;
  const Function function;
  void* const context;
  const uint32_t slot;  // of the node whose gradient a tensor hook sees

 private:
  static constexpr uint32_t kRemoved = 1, kPin = 2;
  void drop_context() noexcept;

  std::atomic<uint32_t> state_{0};  // kRemoved, and kPin for every pin
  std::atomic<bool> dropped_{false};
  void (*drop_)(void*) = nullptr;
  std::string label_;  // guarded by a mutex of hook.cc
  std::vector<Ref<Hook>> parts_;
};

// Whom a new hook comes after: all others of its slot, or none.
enum class HookPlace { Last, First };

class HookList {
 public:
  HookList() = default;
  ~HookList();  // hooks go with their owner, even if their handles are still held
  HookList(const HookList&) = delete;
  HookList& operator=(const HookList&) = delete;

  bool empty() const noexcept { return (hooks_.load(std::memory_order_relaxed) & ~kLocked) == 0; }
  // Without those that were removed; of one slot, if given.
  size_t size(uint32_t slot = UINT32_MAX) const;
  // Calls visit(hook) for those that have a context.
  template <class F>
  void visit(F&& visit) const {
    if (empty()) return;
    Ref<Array> now = snapshot();
    if (!now) return;
    for (const Ref<Hook>& hook : now->hooks)
      if (hook->drop()) visit(*hook);
  }
  // Hooks are in order of slot, then of registration. If it throws, the context is still the caller's.
  Ref<Hook> add(Hook::Function fn, void* context, void (*drop)(void*), uint32_t slot = 0,
                HookPlace place = HookPlace::Last);

 private:
  friend class PinnedHooks;
  struct Array {
    RefCount refs;
    std::vector<Ref<Hook>> hooks;
    static void destroy(Array* array) noexcept { delete array; }
    // A new array, with room for `more` hooks. `other` may be null.
    static Ref<Array> without_removed(const Array* other, size_t more);
  };
  static constexpr uintptr_t kLocked = 1;
  Array* lock() const noexcept;  // the array, which nobody exchanges until unlock
  void unlock(Array* array) const noexcept;
  Ref<Array> snapshot() const noexcept;
  // Puts `fresh` in the place of `now`; false if another thread was faster.
  bool exchange(const Ref<Array>& now, Ref<Array> fresh) noexcept;
  void forget_removed();

  mutable std::atomic<uintptr_t> hooks_{0};  // an Array*, owned, null for no hooks; and kLocked
};

// The hooks that a list has now, pinned one and all until they had their turn.
class PinnedHooks {
 public:
  explicit PinnedHooks(HookList& list);
  ~PinnedHooks();
  PinnedHooks(const PinnedHooks&) = delete;
  PinnedHooks& operator=(const PinnedHooks&) = delete;

  Hook* current() const { return next_ != end_ ? next_->get() : nullptr; }
  void done() noexcept { (next_++)->get()->unpin(); }

 private:
  bool pin_all() noexcept;

  Ref<HookList::Array> array_;
  const Ref<Hook>*next_ = nullptr, *end_ = nullptr;  // in the array
};

// Calls `call(hook)` for the hooks that the list has now, in order.
template <class F>
void run_hooks(HookList& list, F&& call) {
  if (list.empty()) return;
  PinnedHooks hooks(list);
  for (; Hook* hook = hooks.current(); hooks.done()) call(*hook);
}

// Throws what a callback that returned `status` described by vjp_error_raise; `what` names the callback.
[[noreturn]] void throw_callback_error(vjp_status status, const char* what);
// The same for a hook, with its label.
[[noreturn]] void throw_hook_error(vjp_status status, const Hook& hook, const char* kind);
// "a tensor hook" or "tensor hook 'clip'".
std::string name_of_hook(const Hook& hook, const char* kind);

}  // namespace vjp
