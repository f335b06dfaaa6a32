#include "engine/stand_in.h"

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <utility>

#include "base/forced_unwind.h"
#include "base/last_error.h"
#include "base/thread_context.h"
#include "base/threads.h"
#include "engine/failure.h"
#include "engine/helper_threads.h"
#include "engine/thread_callbacks.h"

namespace vjp {
namespace {

constexpr int kMaxLevels = 60;             // of nested grad calls on one stack
constexpr int kMaxLevelsAlone = 1000;      // where no other thread may go on: each takes some kilobytes of the stack
VJP_THREAD_SLOT(int, levels, kStays) = 0;  // of this thread's stack
constinit std::atomic<bool> allowed{kThreads};

}  // namespace

VJP_THREAD_SLOT(Job*, own_job, kStays) = nullptr;

struct Job final : HelperWork {
  Job(void (*work)(void*), void* context)
      : HelperWork("vjp-nested"), work(work), context(context), identity(Identity::of_this_thread()) {}

  void (*work)(void*);
  void* context;
  Identity identity;
  BindingState binding;
  std::exception_ptr error;
  bool done = false;
  std::condition_variable finished;
  std::atomic<bool> interrupted{false};  // after `interruption` was set
  std::exception_ptr interruption;

  bool thread_ended = false;  // the work has ended the thread it ran on, and so the one that waits

  void run() override {
    struct Life {
      Job& job;
      Identity own = Identity::of_this_thread();
      bool over = false;
      ~Life() {
        job.thread_ended = !over;
        job.binding.leave();
        job.identity = Identity::of_this_thread();
        own.take();
        own_job = nullptr;
      }
    } life{*this};
    own_job = this;
    identity.take();
    binding.enter();
    try {
      work(context);
    }
    VJP_CATCH_ALL { error = std::current_exception(); }
    life.over = true;
  }

  void over() noexcept override {
    done = true;
    finished.notify_one();
  }

  // On the thread that waits for it, holding the lock of the pool. It may be cancelled: then the work is interrupted.
  void wait(std::unique_lock<std::mutex>& lock, const WaitingThread& waiting) {
    auto over = [&] { return done; };
    try {
      while (waiting.has_poll() && !interrupted) {
        if (finished.wait_for(lock, kPollInterval, over)) return;
        lock.unlock();
        poll(waiting);
        lock.lock();
      }
      finished.wait(lock, over);
    } catch (abi::__forced_unwind&) {
      if (!lock.owns_lock()) lock.lock();
      if (!interrupted) interrupt(thread_has_ended());
      finished.wait(lock, over);
      throw;
    }
  }

 private:
  void poll(const WaitingThread& waiting) {
    try {
      SeparateError error;  // this thread's is the other's to write
      waiting.poll();
    }
    VJP_CATCH_ALL { interrupt(std::current_exception()); }
  }
  void interrupt(std::exception_ptr why) {
    interruption = std::move(why);
    interrupted.store(true, std::memory_order_release);
  }
};

// Once: code that catches it may go on, and is interrupted anew.
void rethrow_interruption() {
  if (!own_job->interrupted.load(std::memory_order_acquire)) return;
  std::exception_ptr interruption = std::move(own_job->interruption);
  own_job->interrupted.store(false, std::memory_order_release);
  std::rethrow_exception(interruption);
}

StackLevel::StackLevel() { ++levels.own(); }
StackLevel::~StackLevel() { --levels.own(); }
bool stack_is_deep() {
  if (levels < kMaxLevels) return false;
  if (allowed.load(std::memory_order_relaxed)) return true;
  if (levels >= kMaxLevelsAlone) {
    fail(VJP_ERROR_STATE,
         "grad calls are nested more than {} deep on one thread, and no other thread may continue them", levels.get());
  }
  return false;
}
void allow_stand_ins(bool on) {
  if (on && !kThreads) fail(VJP_ERROR_NOT_IMPLEMENTED, "this libvjp was built without threads (VJP_THREADS=OFF)");
  allowed.store(on);
}
bool stand_ins_allowed() { return allowed.load(std::memory_order_relaxed); }

void run_on_stand_in(void (*work)(void*), void* context) {
  ensure_last_error();  // so that what happens there lands in this thread's
  Job job(work, context);
  {
    WaitingThread waiting;
    join_helpers_that_left();
    std::unique_lock lock(helper_lock());
    start_helper(job);
    job.wait(lock, waiting);
  }
  job.identity.take();
  if (job.thread_ended) pthread_exit(nullptr);  // to callbacks it was this thread
  if (job.error) std::rethrow_exception(job.error);
}

}  // namespace vjp
