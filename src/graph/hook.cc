#include "graph/hook.h"

#include <algorithm>
#include <new>
#include <thread>
#include <utility>

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
  if (removed_.exchange(true, std::memory_order_acq_rel)) return;
  if (home_) {
    Ref<HookList::Array> former;  // ends after the lock
    std::lock_guard lock(home_->mutex);
    if (home_->list) former = home_->list->without(*this);
  }
  end();
}

// It is removed.
void Hook::end() noexcept {
  forget_watched(*this);
  leave_array();
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

Ref<HookList::Array> HookList::Array::make(size_t room) {
  return Ref<Array>::take(new (::operator new(sizeof(Array) + room * sizeof(Call))) Array());
}

void HookList::Array::destroy(Array* array) noexcept {
  for (const Call& call : array->calls()) {
    call.hook->leave_array();
    Ref<Hook>::take(call.hook);
  }
  array->~Array();
  ::operator delete(array);
}

void HookList::Array::push(Hook& hook) noexcept {
  hook.arrays_.retain();
  new (reinterpret_cast<Call*>(this + 1) + size++)
      Call{hook.function, hook.context, hook.slot, Ref<Hook>::share(&hook).detach()};
}

HookList::~HookList() {
  // in order after the last thread that emptied it, and still has to give the lock back perhaps
  if (hooks_.load(std::memory_order_acquire) == 0) return;
  if (Ref<Array> now = snapshot()) {
    // A thread that takes a hook out is through with the list, or leaves it alone.
    std::lock_guard lock(now->home().mutex);
    now->home().list = nullptr;
  }
  auto last = Ref<Array>::take(reinterpret_cast<Array*>(hooks_.load(std::memory_order_acquire)));
  if (!last) return;
  for (const Call& call : last->calls())
    if (!call.hook->removed_.exchange(true, std::memory_order_acq_rel)) call.hook->end();
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
  return static_cast<size_t>(std::ranges::count_if(now->calls(), [&](const Call& call) {
    return !call.hook->removed() && (slot == UINT32_MAX || call.slot == slot);
  }));
}

Ref<HookList::Array> HookList::renewed(const Array* now, Hook* more, HookPlace place) {
  std::span<const Call> calls = now ? now->calls() : std::span<const Call>();
  auto left = static_cast<size_t>(std::ranges::count_if(calls, [](const Call& call) { return !call.hook->removed(); }));
  if (left == 0 && !more) return nullptr;
  Ref<Array> fresh = Array::make(calls.size() + 1);
  for (const Call& call : calls) {
    bool here = more && (place == HookPlace::First ? call.slot >= more->slot : call.slot > more->slot);
    if (here) fresh->push(*std::exchange(more, nullptr));
    if (!call.hook->removed()) fresh->push(*call.hook);
  }
  if (more) fresh->push(*more);
  if (fresh->size == 0) return nullptr;  // the last of them was removed since they were counted
  return fresh;
}

constinit std::atomic<uint32_t> hook_changes{0};

Ref<Hook> HookList::add(Hook::Function fn, void* context, void (*drop)(void*), uint32_t slot, HookPlace place) {
  auto hook = Ref<Hook>::take(new Hook(fn, context, slot));
  for (;;) {
    Ref<Array> now = snapshot();
    hook->home_ = now ? Ref<HookHome>::share(&now->home()) : Ref<HookHome>::take(new HookHome(this));
    if (exchange(now, renewed(now.get(), hook.get(), place))) break;
  }
  hook->own_context(drop);  // nothing can fail any more
  hook_changes.fetch_add(1, std::memory_order_relaxed);
  return hook;
}

// With the lock of the home. The former array, which is to end without the lock: contexts may end with it.
Ref<HookList::Array> HookList::forget_removed(HookHome& home) {
  for (;;) {
    Ref<Array> now = snapshot();
    Ref<Array> fresh = renewed(now.get(), nullptr, HookPlace::Last);
    bool any = static_cast<bool>(fresh);
    if (!exchange(now, std::move(fresh))) continue;
    if (!any) home.list = nullptr;  // the next hook makes a home of its own
    return now;
  }
}

// The same for a hook that was removed, which may not fail: then the next run of the list tries again.
Ref<HookList::Array> HookList::without(Hook& hook) noexcept {
  try {
    return forget_removed(*hook.home_);
  } catch (const std::bad_alloc&) {
    if (Ref<Array> now = snapshot()) now->stale.store(true, std::memory_order_relaxed);
    return nullptr;
  }
}

// ---- running a list ----

RunningHooks::RunningHooks(HookList& list) {
  while ((array_ = list.snapshot()) && array_->stale.load(std::memory_order_relaxed)) [[unlikely]] {
      auto home = Ref<HookHome>::share(&array_->home());
      Ref<HookList::Array> former;
      std::lock_guard lock(home->mutex);
      if (home->list) former = list.forget_removed(*home);
    }
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
