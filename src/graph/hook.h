// Hooks: callbacks of the user on tensors, leaves and nodes.
//
// Note: hooks and threads. Hooks may be added and removed from any thread, also while a grad call runs over their owner
// (spec HOOK-12, HOOK-13, THREAD-6). A list is an array that is never changed: adding or removing a hook puts a new
// array in its place, and a run of a list holds the array. What a call needs lies in the array, so running a list
// touches no hook and counts nothing but the array. A hook whose array is held runs although it is removed meanwhile;
// its context ends with the last array that has the hook. The lock that guards the exchange is a bit of the pointer,
// held for a few instructions. A list without hooks costs one load.
#pragma once

#include <sys/single_threaded.h>

#include <atomic>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ref.h"
#include "tensor/tensor.h"
#include "vjp/hook.h"

namespace vjp {

class HookList;

// Where a hook finds its list. Hooks and list own it together; the list leaves it when it ends.
struct HookHome {
  explicit HookHome(HookList* list) : list(list) {}
  static void destroy(HookHome* home) noexcept { delete home; }

  RefCount refs;
  std::mutex mutex;  // of `list`, and held while a hook is taken out of it
  HookList* list;
};

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
  // The context is destroyed now, or when the lists that run with it are through.
  void remove() noexcept;
  bool removed() const noexcept { return removed_.load(std::memory_order_relaxed); }
  // What messages call it; "" at first.
  void set_label(std::string_view label);
  std::string label() const;

  RefCount refs;
  const Function function;
  void* const context;
  const uint32_t slot;  // of the node whose gradient a tensor hook sees

 private:
  friend class HookList;
  void drop_context() noexcept;
  void end() noexcept;
  void leave_array() noexcept {
    if (arrays_.release()) drop_context();
  }

  RefCount arrays_;  // that have it, and one until it is removed
  std::atomic<bool> removed_{false}, dropped_{false};
  void (*drop_)(void*) = nullptr;
  Ref<HookHome> home_;  // null: in no list
  std::string label_;   // guarded by a mutex of hook.cc
  std::vector<Ref<Hook>> parts_;
};

// Whom a new hook comes after: all others of its slot, or none.
enum class HookPlace { Last, First };

// Counts the hooks that are registered in the process: who has looked at a graph's hooks and finds another number
// looks again.
extern constinit std::atomic<uint32_t> hook_changes;

class HookList {
 public:
  // What a call of a hook needs.
  struct Call {
    Hook::Function function;
    void* context;
    uint32_t slot;  // of the node whose gradient a tensor hook sees
    Hook* hook;
  };

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
    for (const Call& call : now->calls())
      if (call.hook->drop()) visit(*call.hook);
  }
  // Hooks are in order of slot, then of registration. If it throws, the context is still the caller's.
  Ref<Hook> add(Hook::Function fn, void* context, void (*drop)(void*), uint32_t slot = 0,
                HookPlace place = HookPlace::Last);

 private:
  friend class Hook;
  friend class RunningHooks;
  // In one allocation with its calls, of which there is at least one, and each owns a reference to its hook.
  struct alignas(Call) Array {
    static Ref<Array> make(size_t room);
    static void destroy(Array* array) noexcept;
    void push(Hook& hook) noexcept;
    std::span<const Call> calls() const { return {reinterpret_cast<const Call*>(this + 1), size}; }
    HookHome& home() const { return *calls().front().hook->home_; }  // of all of them

    RefCount refs;
    uint32_t size = 0;
    std::atomic<bool> stale{false};  // a hook in it was removed, and there was no memory for an array without it
  };
  static constexpr uintptr_t kLocked = 1;
  Array* lock() const noexcept;  // the array, which nobody exchanges until unlock
  void unlock(Array* array) const noexcept;
  Ref<Array> snapshot() const noexcept;
  // Puts `fresh` in the place of `now`; false if another thread was faster.
  bool exchange(const Ref<Array>& now, Ref<Array> fresh) noexcept;
  // The hooks that are not removed and, if given, one more in its place. Null: none.
  static Ref<Array> renewed(const Array* now, Hook* more, HookPlace place);
  Ref<Array> forget_removed(HookHome& home);
  Ref<Array> without(Hook& hook) noexcept;

  mutable std::atomic<uintptr_t> hooks_{0};  // an Array*, owned, null for no hooks; and kLocked
};

// The hooks that a list has now. They and their contexts stay as long as this.
class RunningHooks {
 public:
  explicit RunningHooks(HookList& list);
  std::span<const HookList::Call> calls() const { return array_ ? array_->calls() : std::span<const HookList::Call>(); }

 private:
  Ref<HookList::Array> array_;
};

// Calls `run(call)` for the hooks that the list has now, in order.
template <class F>
void run_hooks(HookList& list, F&& run) {
  if (list.empty()) return;
  RunningHooks hooks(list);
  for (const HookList::Call& call : hooks.calls()) run(call);
}

// Throws what a callback that returned `status` described by vjp_error_raise; `what` names the callback.
[[noreturn]] void throw_callback_error(vjp_status status, const char* what);
// The same for a hook, with its label.
[[noreturn]] void throw_hook_error(vjp_status status, const Hook& hook, const char* kind);
// "a tensor hook" or "tensor hook 'clip'".
std::string name_of_hook(const Hook& hook, const char* kind);

}  // namespace vjp
