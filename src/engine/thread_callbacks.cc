#include "engine/thread_callbacks.h"

#include <time.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

#include "base/error.h"
#include "base/last_error.h"
#include "base/struct_size.h"
#include "base/thread_context.h"
#include "engine/stand_in.h"

namespace vjp {

constinit std::atomic<uint32_t> polls{0};
VJP_THREAD_SLOT(const std::atomic<bool>*, cancellation, kTravelsInCall) = nullptr;

namespace {

struct Registered {
  std::mutex mutex;
  std::vector<int64_t> ids;  // one a callback of the list
  std::shared_ptr<const ThreadCallbackList> list = std::make_shared<ThreadCallbackList>();
  int64_t next_id = 0;
};
Registered& registered() {
  static auto* state = new Registered();  // never destroyed: nothing is registered to run at exit
  return *state;
}
constinit std::atomic<bool> any_callbacks{false};

bool any_polls(const ThreadCallbackList& list) {
  return std::any_of(list.begin(), list.end(), [](const auto& c) { return c->poll != nullptr; });
}

void tell_whether_polled(const ThreadCallbackList& list) {
  any_polls(list) ? polls.fetch_or(kBindingsPoll) : polls.fetch_and(~kBindingsPoll);
}

// A few milliseconds off, and a few nanoseconds to read.
int64_t coarse_milliseconds() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
  return int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1000000;
}

std::shared_ptr<const ThreadCallbackList> current_list() {
  if (!any_callbacks.load(std::memory_order_acquire)) return nullptr;
  std::lock_guard lock(registered().mutex);
  return registered().list;
}

}  // namespace

int64_t add_thread_callbacks(const vjp_thread_callbacks& c) {
  checked(&c, "vjp_thread_callbacks", "VJP_THREAD_CALLBACKS_INIT");
  if (!c.release != !c.acquire) fail(VJP_ERROR_INVALID, "vjp_thread_callbacks: release and acquire belong together");
  if (!c.save != !c.enter || !c.enter != !c.leave)
    fail(VJP_ERROR_INVALID, "vjp_thread_callbacks: save, enter and leave belong together");
  Registered& r = registered();
  std::lock_guard lock(r.mutex);
  auto list = std::make_shared<ThreadCallbackList>(*r.list);
  r.ids.reserve(r.ids.size() + 1);
  // dropped when nobody is inside one of them any more
  list->push_back(std::shared_ptr<const vjp_thread_callbacks>(new vjp_thread_callbacks(c), [](const auto* gone) {
    if (gone->drop) gone->drop(gone->context);
    delete gone;
  }));
  r.list = std::move(list);
  r.ids.push_back(r.next_id);
  tell_whether_polled(*r.list);
  any_callbacks.store(true, std::memory_order_release);
  return r.next_id++;
}

void remove_thread_callbacks(int64_t id) {
  std::shared_ptr<const ThreadCallbackList> former;  // ends after the lock: `drop` may call anything
  Registered& r = registered();
  std::lock_guard lock(r.mutex);
  for (size_t i = 0; i < r.ids.size(); ++i) {
    if (r.ids[i] != id) continue;
    auto list = std::make_shared<ThreadCallbackList>(*r.list);
    list->erase(list->begin() + static_cast<ptrdiff_t>(i));
    former = std::exchange(r.list, std::move(list));
    tell_whether_polled(*r.list);
    r.ids.erase(r.ids.begin() + static_cast<ptrdiff_t>(i));
    any_callbacks.store(!r.ids.empty(), std::memory_order_release);
    return;
  }
  fail(VJP_ERROR_INVALID, "vjp_thread_callbacks_remove: there are none with id {}", id);
}

WaitingThread::WaitingThread() : list_(current_list()) {
  if (!list_) return;
  for (const auto& c : *list_) tokens_.push_back(c->release ? c->release(c->context) : nullptr);
}

WaitingThread::~WaitingThread() {
  for (size_t i = tokens_.size(); i-- > 0;) {
    const vjp_thread_callbacks& c = *(*list_)[i];
    if (c.acquire) c.acquire(c.context, tokens_[i]);
  }
}

bool WaitingThread::has_poll() const { return cancellation || (list_ && any_polls(*list_)); }

void throw_if_cancelled() {
  const std::atomic<bool>* cancelled = cancellation;
  if (cancelled && cancelled->load(std::memory_order_acquire)) fail(VJP_ERROR_CANCELLED, "the grad call was cancelled");
}

// A stand-in hears what the thread hears for which it stands in: a signal may be that thread's alone to see.
void WaitingThread::poll() const {
  throw_if_cancelled();
  if (own_job) return rethrow_interruption();
  if (!list_ || cancellation) return;
  for (const auto& c : *list_) {
    if (!c->poll) continue;
    begin_callbacks();
    if (vjp_status status = c->poll(c->context)) throw CallbackError(status, "the poll of a binding");
  }
}

VJP_THREAD_SLOT(int64_t, next_poll, kTravelsInCall) = 0;  // when bindings are asked again, in milliseconds
void poll_if_due() {
  throw_if_cancelled();
  if (!(polls.load(std::memory_order_relaxed) & kBindingsPoll) || cancellation) return;
  int64_t now = coarse_milliseconds();
  if (now < next_poll) return;
  WaitingThread().poll();
  next_poll = now + kPollInterval.count();
}

BindingState::BindingState() : list_(current_list()) {
  if (!list_) return;
  for (const auto& c : *list_) states_.push_back(c->save ? c->save(c->context) : nullptr);
}

void BindingState::enter() {
  for (size_t i = 0; i < states_.size(); ++i) {
    const vjp_thread_callbacks& c = *(*list_)[i];
    if (c.enter) c.enter(c.context, states_[i]);
  }
}

void BindingState::leave() {
  for (size_t i = states_.size(); i-- > 0;) {
    const vjp_thread_callbacks& c = *(*list_)[i];
    if (c.leave) c.leave(c.context, states_[i]);
  }
}

}  // namespace vjp
