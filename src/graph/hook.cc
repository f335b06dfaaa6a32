#include "graph/hook.h"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <thread>

#include "base/last_error.h"
#include "graph/hook_watch.h"

namespace vjp {
namespace {

constinit std::mutex labels;
}

// ---- one hook ----

void Hook::destroy(Hook* hook) noexcept {
  hook->drop_context();
  delete hook;
}

void Hook::drop_context() noexcept {
  if (!dropped_.exchange(true, std::memory_order_acq_rel) && drop_) drop_(context);
}

void Hook::remove() noexcept {
  uint32_t before = state_.fetch_or(kRemoved, std::memory_order_acq_rel);
  forget_watched(*this);
  if (before < kPin) drop_context();
  for (const Ref<Hook>& part : parts_) part->remove();
}

void Hook::set_label(std::string_view label) {
  for (const Ref<Hook>& part : parts_) part->set_label(label);
  std::string copy(label);
  std::lock_guard lock(labels);
  label_.swap(copy);
}

std::string Hook::label() const {
  std::lock_guard lock(labels);
  return label_;
}

// ---- a list ----

HookList::~HookList() {
  auto last = Ref<Array>::take(reinterpret_cast<Array*>(hooks_.load(std::memory_order_acquire)));
  if (!last) return;
  for (const Ref<Hook>& hook : last->hooks) hook->remove();
}

HookList::Array* HookList::lock() const noexcept {
  uintptr_t now = hooks_.load(std::memory_order_relaxed) & ~kLocked;
  if (!__libc_single_threaded) {
    while (!hooks_.compare_exchange_weak(now, now | kLocked, std::memory_order_acquire)) {
      if (now & kLocked) std::this_thread::yield();
      now &= ~kLocked;
    }
  }
  return reinterpret_cast<Array*>(now);
}

void HookList::unlock(Array* array) const noexcept {
  hooks_.store(reinterpret_cast<uintptr_t>(array), std::memory_order_release);
}

Ref<HookList::Array> HookList::snapshot() const noexcept {
  Array* now = lock();
  auto out = Ref<Array>::share(now);
  unlock(now);
  return out;
}

bool HookList::exchange(const Ref<Array>& now, Ref<Array> fresh) noexcept {
  Array* before = lock();
  bool same = before == now.get();
  unlock(same ? fresh.detach() : before);
  if (same) Ref<Array>::take(before);  // ends after the lock
  return same;
}

size_t HookList::size(uint32_t slot) const {
  if (empty()) return 0;
  Ref<Array> now = snapshot();
  if (!now) return 0;
  return static_cast<size_t>(std::count_if(now->hooks.begin(), now->hooks.end(), [&](const Ref<Hook>& hook) {
    return !hook->removed() && (slot == UINT32_MAX || hook->slot == slot);
  }));
}

Ref<HookList::Array> HookList::Array::without_removed(const Array* other, size_t more) {
  auto fresh = Ref<Array>::take(new Array());
  fresh->hooks.reserve((other ? other->hooks.size() : 0) + more);
  if (other) {
    std::copy_if(other->hooks.begin(), other->hooks.end(), std::back_inserter(fresh->hooks),
                 [](const Ref<Hook>& hook) { return !hook->removed(); });
  }
  return fresh;
}

Ref<Hook> HookList::add(Hook::Function fn, void* context, void (*drop)(void*), uint32_t slot, HookPlace place) {
  auto hook = Ref<Hook>::take(new Hook(fn, context, slot));
  for (;;) {
    Ref<Array> now = snapshot();
    Ref<Array> fresh = Array::without_removed(now.get(), 1);
    auto& hooks = fresh->hooks;
    auto at = std::find_if(hooks.begin(), hooks.end(), [&](const Ref<Hook>& other) {
      return place == HookPlace::First ? other->slot >= slot : other->slot > slot;
    });
    hooks.insert(at, hook);
    if (exchange(now, std::move(fresh))) break;
  }
  hook->own_context(drop);  // nothing can fail any more
  return hook;
}

void HookList::forget_removed() {
  for (;;) {
    Ref<Array> now = snapshot();
    if (!now) return;
    Ref<Array> fresh = Array::without_removed(now.get(), 0);
    if (fresh->hooks.empty()) fresh.reset();
    if (exchange(now, std::move(fresh))) return;
  }
}

// ---- running a list ----

PinnedHooks::PinnedHooks(HookList& list) {
  while ((array_ = list.snapshot()) && !pin_all()) list.forget_removed();
}

// All or none. They lie apart: asked for together, they come from memory in the time of one.
bool PinnedHooks::pin_all() noexcept {
  const Ref<Hook>* const first = array_->hooks.data();
  const Ref<Hook>* const end = first + array_->hooks.size();
  for (const Ref<Hook>* hook = first; hook != end; ++hook) __builtin_prefetch(hook->get(), 1);
  const bool single_threaded = __libc_single_threaded;
  for (const Ref<Hook>* hook = first; hook != end; ++hook) {
    if ((*hook)->pin(single_threaded)) continue;
    while (hook != first) (*--hook)->unpin();
    return false;
  }
  next_ = first;
  end_ = end;
  return true;
}

PinnedHooks::~PinnedHooks() {
  while (current()) done();
}

// ---- errors ----

void throw_callback_error(vjp_status status, const char* what) { throw CallbackError(status, what); }

std::string name_of_hook(const Hook& hook, const char* kind) {
  std::string label = hook.label();
  return label.empty() ? format("a {}", kind) : format("{} '{}'", kind, label);
}

void throw_hook_error(vjp_status status, const Hook& hook, const char* kind) {
  CallbackError error(status, name_of_hook(hook, kind).c_str());
  std::string label = hook.label();
  if (!label.empty() && error.message().find(label) == std::string::npos) {
    error.message() += format(" ({} '{}')", kind, label);
  }
  throw error;
}

}  // namespace vjp
