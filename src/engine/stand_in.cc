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
#include <vector>

#include "base/last_error.h"
#include "engine/identity.h"

namespace vjp {
namespace {

constexpr int kMaxLevels = 60;         // of nested grad calls on one stack
constexpr int kMaxLevelsAlone = 1000;  // where no other thread may go on: each takes some kilobytes of the stack
constexpr size_t kMaxIdle = 16;        // more threads than that do not wait for work
constinit thread_local int levels = 0;
constinit std::atomic<double> timeout_at_shutdown{10.0};
constinit std::atomic<bool> allowed{true};

struct Job {
  void (*work)(void*);
  void* context;
  Identity identity;
  BindingState binding;
  std::exception_ptr error;
  bool done = false;
  std::condition_variable finished;

  void run() noexcept {
    Identity own = Identity::of_this_thread();
    identity.take();
    binding.enter();
    try {
      work(context);
    } catch (...) {
      error = std::current_exception();
    }
    binding.leave();
    identity = Identity::of_this_thread();
    own.take();
  }
};

struct Pool;

struct StandIn {
  explicit StandIn(Pool* pool) : pool(pool) {}
  Pool* pool;
  pthread_t thread{};
  Job* job = nullptr;
  bool stop = false;
  std::condition_variable wake;
};

struct Pool {
  const pid_t process = getpid();
  std::mutex mutex;
  std::vector<StandIn*> idle;
  std::vector<StandIn*> leaving;  // about to end, to be joined
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

void* serve(void* argument) {
  StandIn& self = *static_cast<StandIn*>(argument);
  Pool& p = *self.pool;
  std::unique_lock lock(p.mutex);
  while (true) {
    self.wake.wait(lock, [&] { return self.job || self.stop; });
    if (!self.job) return nullptr;
    Job& job = *std::exchange(self.job, nullptr);
    unsigned shutdowns = p.shutdowns;
    lock.unlock();
    job.run();
    lock.lock();
    job.done = true;
    job.finished.notify_one();
    bool stay = shutdowns == p.shutdowns && p.idle.size() < kMaxIdle;
    (stay ? p.idle : p.leaving).push_back(&self);
    if (--p.busy == 0) p.quiet.notify_all();
    if (!stay) return nullptr;
  }
}

void join(const std::vector<StandIn*>& threads) {
  for (StandIn* s : threads) {
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

StackLevel::StackLevel() { ++levels; }
StackLevel::~StackLevel() { --levels; }
bool stack_is_deep() {
  if (levels < kMaxLevels) return false;
  if (allowed.load(std::memory_order_relaxed)) return true;
  if (levels >= kMaxLevelsAlone) {
    fail(VJP_ERROR_STATE, "grad calls are nested more than {} deep on one thread, and no other may go on", levels);
  }
  return false;
}
void allow_stand_ins(bool on) { allowed.store(on); }
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
          .finished = {}};
  Pool& p = *pool();
  std::vector<StandIn*> leaving;
  {
    WaitingThread waiting;
    std::unique_lock lock(p.mutex);
    StandIn* s = p.idle.empty() ? start(p) : p.idle.back();
    if (!p.idle.empty()) p.idle.pop_back();
    ++p.busy;
    s->job = &job;
    s->wake.notify_one();
    leaving.swap(p.leaving);
    job.finished.wait(lock, [&] { return job.done; });
  }
  join(leaving);
  job.identity.take();
  if (job.error) std::rethrow_exception(job.error);
}

void shutdown_stand_ins() {
  Pool* p = pool_of_process.load(std::memory_order_acquire);
  if (!p || p->process != getpid()) return;  // no threads of ours
  std::vector<StandIn*> ending;
  {
    std::unique_lock lock(p->mutex);
    ++p->shutdowns;
    ending.swap(p->idle);
    for (StandIn* s : ending) {
      s->stop = true;
      s->wake.notify_one();
    }
    std::chrono::duration<double> timeout(shutdown_timeout());
    if (!current_task) p->quiet.wait_for(lock, timeout, [&] { return p->busy == 0; });
    ending.insert(ending.end(), p->leaving.begin(), p->leaving.end());
    p->leaving.clear();
  }
  join(ending);
}

void set_shutdown_timeout(double seconds) { timeout_at_shutdown.store(seconds); }
double shutdown_timeout() { return timeout_at_shutdown.load(); }

}  // namespace vjp
