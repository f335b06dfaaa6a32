#include "engine/stand_in.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <exception>
#include <mutex>
#include <utility>

#include "base/forced_unwind.h"
#include "base/last_error.h"
#include "base/thread_context.h"
#include "base/threads.h"
#include "engine/task.h"
#include "engine/thread_callbacks.h"

namespace vjp {
namespace {

constexpr int kMaxLevels = 60;             // of nested grad calls on one stack
constexpr int kMaxLevelsAlone = 1000;      // where no other thread may go on: each takes some kilobytes of the stack
constexpr size_t kMaxIdle = 16;            // more threads than that do not wait for work
VJP_THREAD_SLOT(int, levels, kStays) = 0;  // of this thread's stack
constinit std::atomic<double> timeout_at_shutdown{10.0};
constinit std::atomic<bool> allowed{kThreads};

}  // namespace

VJP_THREAD_SLOT(Job*, own_job, kStays) = nullptr;

struct Job {
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

  void run() {
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

// Once: whoever catches it may go on, and is interrupted anew.
void rethrow_interruption() {
  if (!own_job->interrupted.load(std::memory_order_acquire)) return;
  std::exception_ptr interruption = std::move(own_job->interruption);
  own_job->interrupted.store(false, std::memory_order_release);
  std::rethrow_exception(interruption);
}

namespace {

struct Pool;

struct StandIn {
  explicit StandIn(Pool* pool) : pool(pool) {}
  Pool* pool;
  pthread_t thread{};
  Job* job = nullptr;
  StandIn* next = nullptr;  // of its list
  bool stop = false, leaves = false;
  std::condition_variable wake;
};

// Needs no memory: a thread that is done can always say so.
struct StandInList {
  StandIn* first = nullptr;
  size_t count = 0;

  void push(StandIn* s) {
    s->next = std::exchange(first, s);
    ++count;
  }
  StandIn* pop() {
    --count;
    return std::exchange(first, first->next);
  }
};

struct Pool {
  const pid_t process = getpid();
  std::mutex mutex;
  StandInList idle;
  StandInList leaving;  // about to end, to be joined
  size_t made = 0, busy = 0;
  unsigned shutdowns = 0;
  std::condition_variable quiet;
};

constinit std::atomic<Pool*> pool_of_process{nullptr};

// A child of fork has the memory of its parent but none of its threads: it leaves the old pool alone.
Pool* pool() {
  Pool* p = pool_of_process.load(std::memory_order_acquire);
  if (p && p->process == getpid()) return p;
  auto* fresh = new Pool();
  if (pool_of_process.compare_exchange_strong(p, fresh, std::memory_order_acq_rel)) return fresh;
  delete fresh;
  return p;
}

// A thread has its job until it is told that the job is done, also if it ends in it.
class HeldJob {
 public:
  HeldJob(StandIn& self, std::unique_lock<std::mutex>& lock)
      : self_(self), lock_(lock), job_(*std::exchange(self.job, nullptr)), shutdowns_(self.pool->shutdowns) {
    lock_.unlock();
  }
  void run() {
    job_.run();
    leaves_ = false;
  }
  ~HeldJob() {
    lock_.lock();
    Pool& p = *self_.pool;
    bool stay = !leaves_ && shutdowns_ == p.shutdowns && p.idle.count < kMaxIdle;
    self_.leaves = !stay;
    (stay ? p.idle : p.leaving).push(&self_);
    if (--p.busy == 0) p.quiet.notify_all();
    job_.done = true;
    job_.finished.notify_one();
  }

 private:
  StandIn& self_;
  std::unique_lock<std::mutex>& lock_;
  Job& job_;
  const unsigned shutdowns_;
  bool leaves_ = true;
};

void* serve(void* argument) {
  StandIn& self = *static_cast<StandIn*>(argument);
  std::unique_lock lock(self.pool->mutex);
  while (true) {
    self.wake.wait(lock, [&] { return self.job || self.stop; });
    if (!self.job) return nullptr;
    HeldJob(self, lock).run();
    if (self.leaves) return nullptr;
  }
}

void join(StandInList threads) {
  while (threads.count > 0) {
    StandIn* s = threads.pop();
    pthread_join(s->thread, nullptr);
    delete s;
  }
}

// Called with the pool's lock.
StandIn* start(Pool& p) {
  auto s = std::make_unique<StandIn>(&p);
  char name[16];
  std::snprintf(name, sizeof name, "vjp-nested-%zu", p.made % 1000);
  s->thread = start_thread(serve, s.get(), name);
  ++p.made;
  return s.release();
}

}  // namespace

StackLevel::StackLevel() { ++levels.own(); }
StackLevel::~StackLevel() { --levels.own(); }
bool stack_is_deep() {
  if (levels < kMaxLevels) return false;
  if (allowed.load(std::memory_order_relaxed)) return true;
  if (levels >= kMaxLevelsAlone) {
    fail(VJP_ERROR_STATE, "grad calls are nested more than {} deep on one thread, and no other may go on",
         levels.get());
  }
  return false;
}
void allow_stand_ins(bool on) {
  if (on && !kThreads) fail(VJP_ERROR_NOT_IMPLEMENTED, "this libvjp was built without threads (VJP_THREADS=OFF)");
  allowed.store(on);
}
bool stand_ins_allowed() { return allowed.load(std::memory_order_relaxed); }

pthread_t start_thread(void* (*run)(void*), void* argument, const char* name) {
  pthread_t thread;
  // signals are for the threads of the program
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int failed = pthread_create(&thread, nullptr, run, argument);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (failed) fail(VJP_ERROR_MEMORY, "grad calls need another thread ({}), and none can be started", name);
  pthread_setname_np(thread, name);
  return thread;
}

void run_on_stand_in(void (*work)(void*), void* context) {
  ensure_last_error();  // so that what happens there lands in this thread's
  Job job{.work = work,
          .context = context,
          .identity = Identity::of_this_thread(),
          .binding = {},
          .error = {},
          .finished = {},
          .interruption = {}};
  Pool& p = *pool();
  StandInList leaving;
  {
    WaitingThread waiting;
    std::unique_lock lock(p.mutex);
    StandIn* s = p.idle.count > 0 ? p.idle.pop() : start(p);
    ++p.busy;
    s->job = &job;
    s->wake.notify_one();
    leaving = std::exchange(p.leaving, {});
    job.wait(lock, waiting);
  }
  join(leaving);
  job.identity.take();
  if (job.thread_ended) pthread_exit(nullptr);  // to callbacks it was this thread
  if (job.error) std::rethrow_exception(job.error);
}

void shutdown_stand_ins() {
  Pool* p = pool_of_process.load(std::memory_order_acquire);
  if (!p || p->process != getpid()) return;  // no threads of ours
  StandInList ending;
  {
    std::unique_lock lock(p->mutex);
    ++p->shutdowns;
    ending = std::exchange(p->idle, {});
    for (StandIn* s = ending.first; s; s = s->next) {
      s->stop = true;
      s->wake.notify_one();
    }
    std::chrono::duration<double> timeout(shutdown_timeout());
    if (!current_task) p->quiet.wait_for(lock, timeout, [&] { return p->busy == 0; });
    while (p->leaving.count > 0) ending.push(p->leaving.pop());
  }
  join(ending);
}

void set_shutdown_timeout(double seconds) { timeout_at_shutdown.store(seconds); }
double shutdown_timeout() { return timeout_at_shutdown.load(); }

}  // namespace vjp
