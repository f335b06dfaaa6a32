// Hooks: callbacks of the user on tensors, leaves and nodes.
//
// A list keeps its hooks in order of registration. Running a list takes a snapshot, so hooks may remove themselves and
// others, and add new ones. A context is destroyed once: at removal or with the hook's owner, but never while it runs.
#pragma once

#include <atomic>
#include <vector>

#include "base/ref.h"
#include "tensor/tensor.h"
#include "vjp/autograd.h"

namespace vjp {

class Hook {
 public:
  union Function {
    vjp_tensor_hook_fn tensor;
    vjp_leaf_hook_fn leaf;
    vjp_node_pre_hook_fn pre;
    vjp_node_post_hook_fn post;
  };
  Hook(Function fn, void* context, void (*drop)(void*)) : function(fn), context(context), drop_(drop) {}
  static void destroy(Hook* hook) noexcept;

  void remove() noexcept;
  // False if the hook was removed; otherwise its context stays alive until end_call.
  bool begin_call() noexcept;
  void end_call() noexcept;

  RefCount refs;
  const Function function;
  void* const context;

 private:
  void drop_context() noexcept;

  void (*drop_)(void*);
  int running_ = 0;  // guarded by the hooks' mutex, as are the next two
  bool removed_ = false;
  bool dropped_ = false;
};

using HookList = std::vector<Ref<Hook>>;

// Calls `call(hook)` for a snapshot of the list, in order.
template <class F>
void run_hooks(const HookList& list, F&& call) {
  if (list.empty()) return;
  HookList snapshot(list);
  for (const Ref<Hook>& hook : snapshot) {
    if (!hook->begin_call()) continue;
    struct End {
      Hook& hook;
      ~End() { hook.end_call(); }
    } end{*hook};
    call(*hook);
  }
}

// Adds a hook, and forgets those that were removed.
Ref<Hook> add_hook(HookList& list, Hook::Function fn, void* context, void (*drop)(void*));

// When a list's owner dies its hooks go, even if their handles are still held.
void remove_all(const HookList& list) noexcept;

// Throws what a callback that returned `status` described by vjp_error_raise; `what` names the callback.
[[noreturn]] void throw_callback_error(vjp_status status, const char* what);

}  // namespace vjp
