// PendingCall: a run of a grad call that was started and goes on by itself, on a helper thread or, where there can be
// none, at once. What it promises stands in include/vjp/pending.h.
//
// Note: the end. What the run needed is let go first, then `done_` is set, which nothing takes back: a thread that sees
// it reads results, error and streams without a lock. Waiting threads and callbacks are notified under the lock of
// both lists, so one that comes later finds `done_` set and is not notified.
//
// Note: handles. Results, error and events go with the last handle, at once, whatever else still refers to the object.
// The helper thread has a handle too, until the end or, where there are callbacks, until they have been called.
#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/grad_call.h"
#include "engine/thread_state.h"
#include "engine/work_queue.h"
#include "vjp/pending.h"

namespace vjp {

class PendingCall {
 public:
  using Clock = WorkQueue::Clock;

  static Ref<PendingCall> start(Ref<GradCall> call);
  static void destroy(PendingCall* call) noexcept { delete call; }
  ~PendingCall();
  // The caller of start has one.
  void retain_handle() noexcept;
  void release_handle() noexcept;

  bool done() const noexcept { return done_.load(std::memory_order_acquire); }
  bool failed() const noexcept { return done() && error_; }
  // Throws the error of the run. False: the time is over first.
  bool wait(Clock::time_point deadline = Clock::time_point::max());
  size_t num_inputs() const { return num_inputs_; }
  Tensor result(size_t input);  // waits
  // Takes the context over unless it throws.
  void add_callback(vjp_pending_fn fn, void* context, void (*drop)(void*));
  void cancel() noexcept;

  RefCount refs;

 private:
  class Work;
  class Waiter;
  struct Listener;
  struct Place {  // on a stream of the starter's: everything that the run has enqueued
    Ref<Stream> stream;
    Ref<Event> event;
  };

  explicit PendingCall(Ref<GradCall> call);
  void drop_handle() noexcept;
  void start_helper_thread();
  void run();
  void execute(bool on_helper);
  void end(std::exception_ptr error, bool on_helper) noexcept;
  void end_of_helper() noexcept;
  std::exception_ptr record_places() noexcept;
  void tell_listeners();
  std::unique_ptr<Listener> next_listener();
  void tell(Listener& listener);
  void hand_on_listeners() noexcept;
  void follow_streams();
  [[noreturn]] void throw_error() const;
  void check_can_wait() const;

  const pid_t process_;
  const size_t num_inputs_;
  std::atomic<bool> cancelled_{false};
  Ref<GradCall> call_;                  // null when it is done
  std::unique_ptr<ThreadState> state_;  // null where the run began, and where it needs none
  std::vector<Tensor> results_;
  std::exception_ptr error_;
  std::vector<Place> places_;
  std::atomic<bool> done_{false};
  std::atomic<int64_t> handles_{1};

  std::mutex mutex_;  // of what follows
  bool helper_has_handle_ = false;
  std::vector<Waiter*> waiters_;
  std::deque<std::unique_ptr<Listener>> listeners_;
};

}  // namespace vjp
