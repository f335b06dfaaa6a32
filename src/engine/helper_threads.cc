#include "engine/helper_threads.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <memory>
#include <utility>

#include "base/error.h"
#include "base/thread_context.h"
#include "engine/task.h"

namespace vjp {
namespace {

constexpr size_t kMaxIdle = 16;  // more threads than that do not wait for work
constinit std::atomic<double> timeout_at_shutdown{10.0};
VJP_THREAD_SLOT(bool, helping, kStays) = false;

struct Pool;

struct Helper {
  explicit Helper(Pool* pool) : pool(pool) {}
  Pool* pool;
  pthread_t thread{};
  size_t number = 0;
  HelperWork* work = nullptr;
  Helper* next = nullptr;  // of its list
  bool stop = false, leaves = false;
  std::condition_variable wake;
};

// Needs no memory: a thread that is done can always say so.
struct HelperList {
  Helper* first = nullptr;
  size_t count = 0;

  void push(Helper* h) {
    h->next = std::exchange(first, h);
    ++count;
  }
  Helper* pop() {
    --count;
    return std::exchange(first, first->next);
  }
};

struct Pool {
  const pid_t process = getpid();
  std::mutex mutex;
  HelperList idle;
  HelperList leaving;  // about to end, to be joined
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

// A thread has its work until the pool knows that it is over, also if the thread ends in it.
class HeldWork {
 public:
  HeldWork(Helper& self, std::unique_lock<std::mutex>& lock)
      : self_(self), lock_(lock), work_(*std::exchange(self.work, nullptr)), shutdowns_(self.pool->shutdowns) {
    lock_.unlock();
    helping = true;
    name_thread();
  }
  void run() {
    work_.run();
    leaves_ = false;
  }
  ~HeldWork() {
    helping = false;
    lock_.lock();
    Pool& p = *self_.pool;
    bool stay = !leaves_ && shutdowns_ == p.shutdowns && p.idle.count < kMaxIdle;
    self_.leaves = !stay;
    (stay ? p.idle : p.leaving).push(&self_);
    if (--p.busy == 0) p.quiet.notify_all();
    work_.over();
  }

 private:
  void name_thread() const {
    char name[16];
    std::snprintf(name, sizeof name, "%s-%zu", work_.name, self_.number % 1000);
    pthread_setname_np(pthread_self(), name);
  }

  Helper& self_;
  std::unique_lock<std::mutex>& lock_;
  HelperWork& work_;
  const unsigned shutdowns_;
  bool leaves_ = true;
};

void* serve(void* argument) {
  Helper& self = *static_cast<Helper*>(argument);
  std::unique_lock lock(self.pool->mutex);
  while (true) {
    self.wake.wait(lock, [&] { return self.work || self.stop; });
    if (!self.work) return nullptr;
    HeldWork(self, lock).run();
    if (self.leaves) return nullptr;
  }
}

void join(HelperList threads) {
  while (threads.count > 0) {
    Helper* h = threads.pop();
    pthread_join(h->thread, nullptr);
    delete h;
  }
}

// With the pool's lock.
Helper* make_helper(Pool& p, const char* name) {
  auto h = std::make_unique<Helper>(&p);
  h->number = p.made;
  h->thread = start_thread(serve, h.get(), name);
  ++p.made;
  return h.release();
}

}  // namespace

std::mutex& helper_lock() { return pool()->mutex; }

void start_helper(HelperWork& work) {
  Pool& p = *pool();
  Helper* h = p.idle.count > 0 ? p.idle.pop() : make_helper(p, work.name);
  ++p.busy;
  h->work = &work;
  h->wake.notify_one();
}

void join_helpers_that_left() {
  Pool& p = *pool();
  HelperList left;
  {
    std::lock_guard lock(p.mutex);
    left = std::exchange(p.leaving, {});
  }
  join(left);
}

bool is_helper() noexcept { return helping; }

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

void shutdown_helpers() {
  Pool* p = pool_of_process.load(std::memory_order_acquire);
  if (!p || p->process != getpid()) return;  // no threads of ours
  HelperList ending;
  {
    std::unique_lock lock(p->mutex);
    ++p->shutdowns;
    ending = std::exchange(p->idle, {});
    for (Helper* h = ending.first; h; h = h->next) {
      h->stop = true;
      h->wake.notify_one();
    }
    std::chrono::duration<double> timeout(shutdown_timeout());
    if (!current_task && !is_helper()) p->quiet.wait_for(lock, timeout, [&] { return p->busy == 0; });
    while (p->leaving.count > 0) ending.push(p->leaving.pop());
  }
  join(ending);
}

void set_shutdown_timeout(double seconds) { timeout_at_shutdown.store(seconds); }
double shutdown_timeout() { return timeout_at_shutdown.load(); }

}  // namespace vjp
