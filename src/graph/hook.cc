#include "graph/hook.h"

#include <algorithm>
#include <iterator>
#include <mutex>

#include "base/last_error.h"

namespace vjp {
namespace {

constinit std::mutex labels;

// Guards the exchange of a list's array: one of a few mutexes, by address. No code of the user runs under it.
class ListLock {
 public:
  explicit ListLock(const HookList& list) {
    if (__libc_single_threaded) return;
    mutex_ = &stripes[(reinterpret_cast<uintptr_t>(&list) >> 5) % kStripes];
    mutex_->lock();
  }
  ~ListLock() {
    if (mutex_) mutex_->unlock();
  }
  ListLock(const ListLock&) = delete;
  ListLock& operator=(const ListLock&) = delete;

 private:
  static constexpr size_t kStripes = 32;
  static constinit std::mutex stripes[kStripes];
  std::mutex* mutex_ = nullptr;
};
constinit std::mutex ListLock::stripes[kStripes];

}  // namespace

// ---- one hook ----

void Hook::destroy(Hook* hook) noexcept {
  hook->drop_context();
  delete hook;
}

void Hook::drop_context() noexcept {
  if (!dropped_.exchange(true, std::memory_order_acq_rel) && drop_) drop_(context);
}

void Hook::remove() noexcept {
  if (state_.fetch_or(kRemoved, std::memory_order_acq_rel) < kPin) drop_context();
}

bool Hook::pin() noexcept {
  if (__libc_single_threaded) {
    uint32_t state = state_.load(std::memory_order_relaxed);
    if (state & kRemoved) return false;
    state_.store(state + kPin, std::memory_order_relaxed);
    return true;
  }
  if (!(state_.fetch_add(kPin, std::memory_order_acq_rel) & kRemoved)) return true;
  unpin();
  return false;
}

void Hook::unpin() noexcept {
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

void Hook::set_label(std::string_view label) {
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
  auto last = Ref<Array>::take(hooks_.exchange(nullptr, std::memory_order_acquire));
  if (!last) return;
  for (const Ref<Hook>& hook : last->hooks) hook->remove();
}

Ref<HookList::Array> HookList::snapshot() const {
  ListLock lock(*this);
  return Ref<Array>::share(hooks_.load(std::memory_order_acquire));
}

size_t HookList::size(uint32_t slot) const {
  if (empty()) return 0;
  Ref<Array> now = snapshot();
  if (!now) return 0;
  return static_cast<size_t>(std::count_if(now->hooks.begin(), now->hooks.end(), [&](const Ref<Hook>& hook) {
    return !hook->removed() && (slot == UINT32_MAX || hook->slot == slot);
  }));
}

Ref<Hook> HookList::add(Hook::Function fn, void* context, void (*drop)(void*), uint32_t slot, HookPlace place) {
  Ref<Array> before;  // ends after the lock is given back
  ListLock lock(*this);
  Array* now = hooks_.load(std::memory_order_relaxed);
  auto fresh = Ref<Array>::take(new Array());
  fresh->hooks.reserve((now ? now->hooks.size() : 0) + 1);
  if (now) {
    std::copy_if(now->hooks.begin(), now->hooks.end(), std::back_inserter(fresh->hooks),
                 [](const Ref<Hook>& hook) { return !hook->removed(); });
  }
  auto hook = Ref<Hook>::take(new Hook(fn, context, drop, slot));
  auto at = std::find_if(fresh->hooks.begin(), fresh->hooks.end(), [&](const Ref<Hook>& other) {
    return place == HookPlace::First ? other->slot >= slot : other->slot > slot;
  });
  fresh->hooks.insert(at, hook);
  before = Ref<Array>::take(hooks_.exchange(fresh.detach(), std::memory_order_release));
  return hook;
}

void HookList::forget_removed() {
  Ref<Array> before;  // ends after the lock is given back
  ListLock lock(*this);
  Array* now = hooks_.load(std::memory_order_relaxed);
  if (!now) return;
  auto fresh = Ref<Array>::take(new Array());
  fresh->hooks.reserve(now->hooks.size());
  std::copy_if(now->hooks.begin(), now->hooks.end(), std::back_inserter(fresh->hooks),
               [](const Ref<Hook>& hook) { return !hook->removed(); });
  if (fresh->hooks.empty()) fresh.reset();
  before = Ref<Array>::take(hooks_.exchange(fresh.detach(), std::memory_order_release));
}

// ---- running a list ----

PinnedHooks::PinnedHooks(HookList& list) {
  while ((array_ = list.snapshot()) && !pin_all()) list.forget_removed();
}

// All or none.
bool PinnedHooks::pin_all() noexcept {
  auto& hooks = array_->hooks;
  for (size_t i = 0; i < hooks.size(); ++i) {
    if (hooks[i]->pin()) continue;
    while (i > 0) hooks[--i]->unpin();
    return false;
  }
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
