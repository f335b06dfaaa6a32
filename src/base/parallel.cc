// The pool behind parallel_for.
//
// Note: how a job runs
// One job at a time. Its caller owns the pool (`busy`), writes the job, and opens seats (`seats`, low half); a worker
// that takes a seat becomes active (high half) and draws chunks from the shared counter, as the caller does. When the
// counter is used up the caller closes the seats, so that a worker that wakes late finds none and the caller does not
// wait for it, and waits for those which are active. A caller that finds the pool busy does its chunks alone: it would
// not get a processor anyway.
//
// Everything is static storage without constructors. A child of fork has the memory but not the threads: it sees
// another process id, and resets all words without looking at them.
#include "base/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>

#include "base/cpu_count.h"
#include "base/error.h"
#include "base/forced_unwind.h"
#include "base/last_error.h"
#include "base/thread_context.h"
#include "base/thread_pool.h"
#include "base/threads.h"

namespace vjp {
namespace {

constexpr int kMaxThreads = 256;
constexpr uint32_t kActive = 1u << 16;  // one active worker; the bits below count open seats
// Waiting begins with a few microseconds of spinning; then the processor is offered to others between looks, for about
// as long as several wake-ups cost (50 us each in a virtual machine), so that a run of operators finds the workers
// awake; then sleep.
constexpr int kSpins = 100;
constexpr auto kAwake = std::chrono::microseconds(150);

inline void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

struct Job {
  detail::Chunk chunk = nullptr;
  void* context = nullptr;
  int64_t begin = 0, end = 0, grain = 1, chunks = 0;
  std::atomic<int64_t> next{0};
  std::atomic<bool> failed{false};
  std::exception_ptr* error = nullptr;  // the caller's; written by the one who set `failed`, read after all have left
};

struct Pool {
  std::atomic<int> process{0};  // whose threads these are; negative while being reset
  std::atomic<bool> busy{false};
  std::atomic<uint32_t> seats{0};
  std::atomic<uint32_t> bell{0};  // rung for a new job and for the end
  std::atomic<bool> stop{false};
  int num_workers = 0;  // changed by the owner only
  pthread_t workers[kMaxThreads] = {};
  Job job;
};

constinit Pool pool;
constinit std::atomic<int> thread_count{0};  // 0: not asked yet
VJP_THREAD_SLOT(bool, inside, kTravelsInCall) = false;

struct Inside {
  bool before = inside;
  Inside() { inside = true; }
  ~Inside() { inside = before; }
};

// Waits until `word` is no longer `value`.
void wait_change(std::atomic<uint32_t>& word, uint32_t value) {
  for (int i = 0; i < kSpins; ++i) {
    if (word.load(std::memory_order_acquire) != value) return;
    pause();
  }
  auto until = std::chrono::steady_clock::now() + kAwake;
  do {
    if (word.load(std::memory_order_acquire) != value) return;
    sched_yield();
  } while (std::chrono::steady_clock::now() < until);
  word.wait(value, std::memory_order_acquire);
}

void draw_chunks(Job& job) {
  Inside region;
  while (true) {
    int64_t i = job.next.fetch_add(1, std::memory_order_relaxed);
    if (i >= job.chunks) return;
    int64_t begin = job.begin + i * job.grain;
    try {
      job.chunk(job.context, begin, std::min(job.end, begin + job.grain));
    }
    VJP_CATCH_ALL {
      if (!job.failed.exchange(true, std::memory_order_relaxed)) *job.error = std::current_exception();
      job.next.store(job.chunks, std::memory_order_relaxed);  // what has not begun need not
    }
  }
}

bool take_seat() {
  uint32_t seats = pool.seats.load(std::memory_order_relaxed);
  while (seats % kActive) {
    if (pool.seats.compare_exchange_weak(seats, seats - 1 + kActive, std::memory_order_acquire)) return true;
  }
  return false;
}

void* work(void*) {
  uint32_t heard = 0;  // a pool's first ring is 1: a worker that starts late hears it still
  while (true) {
    wait_change(pool.bell, heard);
    heard = pool.bell.load(std::memory_order_acquire);
    if (pool.stop.load(std::memory_order_acquire)) return nullptr;
    if (!take_seat()) continue;
    draw_chunks(pool.job);
    if (pool.seats.fetch_sub(kActive, std::memory_order_acq_rel) == kActive) pool.seats.notify_all();
  }
}

void ring() {
  pool.bell.fetch_add(1, std::memory_order_release);
  pool.bell.notify_all();
}

void start_workers(int wanted) {
  if (pool.num_workers >= wanted) return;
  // signals are for the threads of the program
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  while (pool.num_workers < wanted) {
    if (pthread_create(&pool.workers[pool.num_workers], nullptr, work, nullptr) != 0) break;  // then with fewer
    ++pool.num_workers;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

// After fork the words may say anything: a lock held by a thread that is gone, workers that do not exist.
void adopt_after_fork() {
  int me = getpid(), owner = pool.process.load(std::memory_order_acquire);
  if (owner == me || owner == -me) return;
  if (!pool.process.compare_exchange_strong(owner, -me, std::memory_order_acq_rel)) return;
  pool.seats.store(0, std::memory_order_relaxed);
  pool.bell.store(0, std::memory_order_relaxed);
  pool.stop.store(false, std::memory_order_relaxed);
  pool.num_workers = 0;
  pool.busy.store(false, std::memory_order_relaxed);
  pool.process.store(me, std::memory_order_release);
}

bool own_pool() {
  adopt_after_fork();
  if (pool.process.load(std::memory_order_acquire) <= 0) return false;  // another thread is at it
  return !pool.busy.load(std::memory_order_relaxed) && !pool.busy.exchange(true, std::memory_order_acquire);
}

void run_alone(int64_t begin, int64_t end, int64_t grain, detail::Chunk chunk, void* context) {
  Inside region;
  for (int64_t b = begin; b < end; b += grain) chunk(context, b, std::min(end, b + grain));
}

// Pools that callers gave, for ever: a job may still run on one that was replaced.
struct GivenPool {
  CallersPool pool;
  GivenPool* next;
};
constinit std::atomic<GivenPool*> given_pools{nullptr};
constinit std::atomic<const CallersPool*> callers_pool{nullptr};

// As many tasks as threads may work, each of which draws chunks: a task that comes late finds none.
void run_on(const CallersPool& threads, int workers, int64_t begin, int64_t end, int64_t grain, detail::Chunk chunk,
            void* context) {
  std::exception_ptr error;
  Job job;
  job.chunk = chunk;
  job.context = context;
  job.begin = begin;
  job.end = end;
  job.grain = grain;
  job.chunks = (end - begin + grain - 1) / grain;
  job.error = &error;
  forget_raised();
  threads.run(
      threads.context, static_cast<size_t>(workers), [](void* j, size_t) { draw_chunks(*static_cast<Job*>(j)); }, &job);
  draw_chunks(job);  // where the pool took none of it on, being shut down
  if (error) std::rethrow_exception(error);
  if (vjp_status status = raised_status()) throw CallbackError(status, "the thread pool");
}

}  // namespace

void set_thread_pool(const CallersPool* pool) {
  const CallersPool* copy = nullptr;
  if (pool) {
    auto* given = new GivenPool{*pool, given_pools.load(std::memory_order_relaxed)};
    while (!given_pools.compare_exchange_weak(given->next, given, std::memory_order_release)) {
    }
    copy = &given->pool;
  }
  callers_pool.store(copy, std::memory_order_release);
}

bool has_threads() { return kThreads; }

int num_threads() {
  int count = thread_count.load(std::memory_order_relaxed);
  if (count > 0) return count;
  int found = kThreads ? std::min(usable_cpus(), kMaxThreads) : 1, unset = 0;
  thread_count.compare_exchange_strong(unset, found);
  return unset > 0 ? unset : found;
}

void set_num_threads(int count) { thread_count.store(std::clamp(count, 1, kMaxThreads), std::memory_order_relaxed); }

bool in_parallel_region() { return inside; }

void shutdown_threads() {
  if (inside || pool.process.load(std::memory_order_acquire) != getpid()) return;  // no threads of ours to join
  while (!own_pool()) usleep(50);
  pool.stop.store(true, std::memory_order_release);
  ring();
  for (int i = 0; i < pool.num_workers; ++i) pthread_join(pool.workers[i], nullptr);
  pool.num_workers = 0;
  pool.stop.store(false, std::memory_order_relaxed);
  pool.bell.store(0, std::memory_order_relaxed);
  pool.busy.store(false, std::memory_order_release);
}

void detail::run_chunks(int64_t begin, int64_t end, int64_t grain, Chunk chunk, void* context) {
  int64_t chunks = (end - begin + grain - 1) / grain;
  int helpers = static_cast<int>(std::min<int64_t>(num_threads(), chunks)) - 1;
  if (helpers > 0 && !inside) {
    if (const CallersPool* given = callers_pool.load(std::memory_order_acquire)) [[unlikely]]
      return run_on(*given, helpers + 1, begin, end, grain, chunk, context);
  }
  if (!kThreads || helpers <= 0 || inside || !own_pool()) return run_alone(begin, end, grain, chunk, context);

  start_workers(helpers);
  helpers = std::min(helpers, pool.num_workers);
  std::exception_ptr error;
  Job& job = pool.job;
  job.chunk = chunk;
  job.context = context;
  job.begin = begin;
  job.end = end;
  job.grain = grain;
  job.chunks = chunks;
  job.error = &error;
  job.failed.store(false, std::memory_order_relaxed);
  job.next.store(0, std::memory_order_relaxed);
  pool.seats.store(static_cast<uint32_t>(helpers), std::memory_order_release);
  ring();
  draw_chunks(job);

  uint32_t left = pool.seats.fetch_and(~(kActive - 1), std::memory_order_acq_rel) & ~(kActive - 1);
  while (left != 0) {
    wait_change(pool.seats, left);
    left = pool.seats.load(std::memory_order_acquire);
  }
  pool.busy.store(false, std::memory_order_release);
  if (error) std::rethrow_exception(error);
}

}  // namespace vjp
