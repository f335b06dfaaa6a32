#include "engine/pending_call.h"

#include <unistd.h>

#include <algorithm>
#include <optional>

#include "base/forced_unwind.h"
#include "base/last_error.h"
#include "base/threads.h"
#include "device/captures.h"
#include "device/registry.h"
#include "engine/failure.h"
#include "engine/helper_threads.h"
#include "engine/stand_in.h"
#include "graph/mark_used.h"
#include "graph/modes.h"
#include "graph/scope.h"

namespace vjp {

// Called at the end once, then gone.
struct PendingCall::Listener {
  Listener(vjp_pending_fn fn, void* context) : fn(fn), context(context) {}
  ~Listener() {
    if (drop) drop(context);
  }
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  const vjp_pending_fn fn;
  void* const context;
  void (*drop)(void*) = nullptr;  // when the context is taken over
  ThreadState state;
};

// A thread that waits. Serves its queue meanwhile, which is how it is woken.
class PendingCall::Waiter {
 public:
  explicit Waiter(PendingCall& call) : call_(call), queue_(WorkQueue::of_this_thread()) {
    std::lock_guard lock(call.mutex_);
    call.waiters_.push_back(this);
    if (call.done()) done_ = true;
  }
  ~Waiter() {
    std::lock_guard lock(call_.mutex_);
    std::erase(call_.waiters_, this);
  }
  Waiter(const Waiter&) = delete;
  Waiter& operator=(const Waiter&) = delete;

  bool wait(Clock::time_point deadline) { return queue_->serve_others(done_, deadline); }
  void tell() { queue_->finish(done_); }

 private:
  PendingCall& call_;
  const Ref<WorkQueue> queue_;
  std::atomic<bool> done_{false};
};

// What a helper thread does: the run, if it has not ended, and its callbacks.
class PendingCall::Work final : public HelperWork {
 public:
  explicit Work(PendingCall& call) : HelperWork("vjp-started"), call_(Ref<PendingCall>::share(&call)) {}
  void run() override {
    Ref<PendingCall> call = std::move(call_);
    call->run();
  }
  void over() noexcept override { delete this; }

 private:
  Ref<PendingCall> call_;
};

namespace {

bool may_use_a_thread() { return kThreads && stand_ins_allowed() && !(mode_word & kModeOneThread); }

void refuse_capture(const char* what) {
  if (!capture_underway()) return;
  for (Device device : active_devices()) {
    Stream& stream = current_stream(device);
    if (capture_of(stream) == 0) continue;
    fail(VJP_ERROR_STATE, "{}: {} is being captured, and a grad call that goes on by itself is no part of a capture",
         what, stream);
  }
}

// While the thread runs the call: what stops it.
class Cancellable {
 public:
  explicit Cancellable(const std::atomic<bool>& cancelled) { cancellation = &cancelled; }
  ~Cancellable() { cancellation = nullptr; }
  Cancellable(const Cancellable&) = delete;
  Cancellable& operator=(const Cancellable&) = delete;
};

}  // namespace

PendingCall::PendingCall(Ref<GradCall> call)
    : process_(getpid()), num_inputs_(call->inputs().size()), call_(std::move(call)) {}
PendingCall::~PendingCall() = default;

void PendingCall::retain_handle() noexcept {
  handles_.fetch_add(1, std::memory_order_relaxed);
  refs.retain();
}
void PendingCall::release_handle() noexcept {
  Ref<PendingCall> last = Ref<PendingCall>::take(this);
  drop_handle();
}
void PendingCall::drop_handle() noexcept {
  if (handles_.fetch_sub(1, std::memory_order_acq_rel) > 1) return;
  results_.clear();
  error_ = nullptr;
  places_.clear();
}

// ---- the run ----

Ref<PendingCall> PendingCall::start(Ref<GradCall> call) {
  refuse_capture("vjp_grad_call_start");
  auto pending = Ref<PendingCall>::take(new PendingCall(call));
  call->begin_run();
  if (!may_use_a_thread()) {
    pending->execute(false);
    return pending;
  }
  try {
    pending->state_ = std::make_unique<ThreadState>();
    pending->handles_.fetch_add(1, std::memory_order_relaxed);  // the helper's
    pending->start_helper_thread();
  }
  VJP_CATCH_ALL {
    call->end_run();
    throw;
  }
  return pending;
}

void PendingCall::start_helper_thread() {
  auto work = std::make_unique<Work>(*this);
  {
    WaitingThread waiting;
    join_helpers_that_left();
  }
  std::lock_guard lock(helper_lock());
  start_helper(*work);
  work.release();  // deletes itself, with the lock
}

void PendingCall::run() {
  struct Rest {  // for another thread, where this one ends
    PendingCall& call;
    bool over = false;
    ~Rest() {
      if (!over) call.hand_on_listeners();
    }
  } rest{*this};
  if (!done()) execute(true);
  tell_listeners();
  end_of_helper();
  rest.over = true;
}

void PendingCall::end_of_helper() noexcept {
  bool has_handle;
  {
    std::lock_guard lock(mutex_);
    has_handle = std::exchange(helper_has_handle_, false);
  }
  if (has_handle) drop_handle();
}

void PendingCall::execute(bool on_helper) {
  struct End {
    PendingCall& call;
    bool on_helper;
    std::exception_ptr error = thread_has_ended();  // unless it comes to an end by itself
    ~End() { call.end(std::move(error), on_helper); }
  } end{*this, on_helper};
  try {
    std::optional<ThreadState::Scope> scope;
    std::optional<Cancellable> cancellable;
    if (state_) {
      scope.emplace(*state_);
      cancellable.emplace(cancelled_);
    }
    struct Places {
      PendingCall& call;
      std::exception_ptr& error;
      ~Places() {
        if (std::exception_ptr failed = call.record_places(); failed && !error) error = failed;
      }
    } places{*this, end.error};
    throw_if_cancelled();
    refuse_capture("a started grad call");
    call_->execute();
    results_ = call_->results();
    end.error = nullptr;
  }
  VJP_CATCH_ALL { end.error = std::current_exception(); }
}

// Of the starter's streams, while they are this thread's: also where the run has failed.
std::exception_ptr PendingCall::record_places() noexcept {
  try {
    for (Device device : active_devices()) {
      Stream& stream = current_stream(device);
      places_.push_back({Ref<Stream>::share(&stream), record_event(stream)});
    }
    return nullptr;
  }
  VJP_CATCH_ALL_HERE { return std::current_exception(); }
}

void PendingCall::end(std::exception_ptr error, bool on_helper) noexcept {
  if (error) results_.clear();
  error_ = std::move(error);
  call_->end_run();
  call_.reset();
  state_.reset();
  std::lock_guard lock(mutex_);
  if (cancelled_) polls.fetch_sub(kOneCancelled);
  helper_has_handle_ = on_helper && !listeners_.empty();
  if (on_helper && !helper_has_handle_) drop_handle();
  done_.store(true, std::memory_order_release);
  for (Waiter* waiter : waiters_) waiter->tell();
}

void PendingCall::cancel() noexcept {
  if (done() || getpid() != process_) return;
  std::lock_guard lock(mutex_);
  if (done() || cancelled_.exchange(true)) return;
  polls.fetch_add(kOneCancelled);
}

// ---- waiting ----

void PendingCall::check_can_wait() const {
  if (getpid() != process_) {
    fail(VJP_ERROR_STATE,
         "the grad call was started in the parent of this forked process and does not run here; wait for it "
         "before the fork, or start it here");
  }
  if (cancellation == &cancelled_) fail(VJP_ERROR_STATE, "a callback of a started grad call waits for that call");
}

bool PendingCall::wait(Clock::time_point deadline) {
  if (!done()) {
    check_can_wait();
    if (!Waiter(*this).wait(deadline)) return false;
  }
  follow_streams();
  if (error_) throw_error();
  return true;
}

Tensor PendingCall::result(size_t input) {
  wait();
  if (input < results_.size()) return results_[input];
  fail(VJP_ERROR_INVALID, "vjp_pending_result: result {} asked for, the run left {}", input, results_.size());
}

// The thread's streams wait for what the run has enqueued.
void PendingCall::follow_streams() {
  for (const Place& place : places_) {
    Stream& mine = current_stream(place.stream->device);
    if (&mine == place.stream.get()) continue;
    if (capture_underway() && capture_of(mine) != 0) {
      fail(VJP_ERROR_STATE, "waiting for a started grad call: {} is being captured; wait for it before the capture",
           mine);
    }
    place.event->wait(mine);
    for (const Tensor& result : results_)
      if (result && result.device() == mine.device) mark_used(result, mine);
  }
}

// Each time a new one: an error on its way is added to.
void PendingCall::throw_error() const {
  try {
    std::rethrow_exception(error_);
  } catch (const CallbackError& error) {
    throw error.again();
  } catch (const Error& error) {
    throw Error(error);
  }
}

// ---- callbacks ----

void PendingCall::add_callback(vjp_pending_fn fn, void* context, void (*drop)(void*)) {
  if (!done() && getpid() != process_) check_can_wait();
  auto listener = std::make_unique<Listener>(fn, context);
  if (!done()) {
    std::lock_guard lock(mutex_);
    if (!done()) {
      listeners_.push_back(nullptr);
      listener->drop = drop;
      listeners_.back() = std::move(listener);
      return;
    }
  }
  follow_streams();
  listener->drop = drop;
  Callback callback;
  fn(context, reinterpret_cast<vjp_pending*>(this));
}

std::unique_ptr<PendingCall::Listener> PendingCall::next_listener() {
  std::lock_guard lock(mutex_);
  if (listeners_.empty()) return nullptr;
  std::unique_ptr<Listener> next = std::move(listeners_.front());
  listeners_.pop_front();
  return next;
}

void PendingCall::tell_listeners() {
  while (std::unique_ptr<Listener> listener = next_listener()) tell(*listener);
}

// It is called in any case; that its state could not be had is said, since nobody waits for it.
void PendingCall::tell(Listener& listener) {
  std::optional<ThreadState::Scope> scope;
  try {
    scope.emplace(listener.state);
    follow_streams();
  } catch (const std::exception& error) {
    mention(format("a callback of a started grad call runs without the state of the thread that added it: {}",
                   error.what()));
  }
  Callback callback;
  listener.fn(listener.context, reinterpret_cast<vjp_pending*>(this));
}

void PendingCall::hand_on_listeners() noexcept {
  try {
    start_helper_thread();
  }
  VJP_CATCH_ALL_HERE {
    while (next_listener()) {
    }
    end_of_helper();
  }
}

}  // namespace vjp
