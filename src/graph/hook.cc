#include "graph/hook.h"

#include <mutex>

#include "base/last_error.h"

namespace vjp {
namespace {
constinit std::mutex mutex;
}

void Hook::destroy(Hook* hook) noexcept {
  hook->drop_context();
  delete hook;
}

void Hook::drop_context() noexcept {
  bool drop_now;
  {
    std::lock_guard lock(mutex);
    drop_now = !dropped_;
    dropped_ = true;
  }
  if (drop_now && drop_) drop_(context);
}

void Hook::remove() noexcept {
  {
    std::lock_guard lock(mutex);
    removed_ = true;
    if (running_ > 0) return;  // end_call drops the context
  }
  drop_context();
}

bool Hook::begin_call() noexcept {
  std::lock_guard lock(mutex);
  if (removed_) return false;
  ++running_;
  return true;
}

void Hook::end_call() noexcept {
  {
    std::lock_guard lock(mutex);
    if (--running_ > 0 || !removed_) return;
  }
  drop_context();
}

Ref<Hook> add_hook(HookList& list, Hook::Function fn, void* context, void (*drop)(void*)) {
  std::erase_if(list, [](const Ref<Hook>& hook) {
    if (!hook->begin_call()) return true;
    hook->end_call();
    return false;
  });
  list.reserve(list.size() + 1);
  auto hook = Ref<Hook>::take(new Hook(fn, context, drop));
  list.push_back(hook);
  return hook;
}

void remove_all(const HookList& list) noexcept {
  for (const Ref<Hook>& hook : list) hook->remove();
}

void throw_callback_error(vjp_status status, const char* what) { throw CallbackError(status, what); }

}  // namespace vjp
