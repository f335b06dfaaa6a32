#include "engine/device_worker.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "base/error.h"
#include "base/forced_unwind.h"
#include "engine/helper_threads.h"
#include "engine/task.h"

namespace vjp {

VJP_THREAD_SLOT(WorkQueue*, own_queue, kTravelsIfWaiting) = nullptr;

namespace {

bool goes_after(const WorkItem& a, const WorkItem& b) {
  if (a.depth != b.depth) return a.depth < b.depth;
  if (a.node->sequence != b.node->sequence) return a.node->sequence < b.node->sequence;
  return a.order > b.order;
}

}  // namespace

// ---- queues ----

void WorkQueue::push(WorkItem item) {
  std::lock_guard lock(mutex_);
  item.order = pushed_++;
  items_.push_back(std::move(item));
  std::push_heap(items_.begin(), items_.end(), goes_after);
  wake_.notify_one();
}

WorkItem WorkQueue::pop() {
  std::pop_heap(items_.begin(), items_.end(), goes_after);
  WorkItem item = std::move(items_.back());
  items_.pop_back();
  return item;
}

std::optional<WorkItem> WorkQueue::remove_one(const Task& task) {
  std::lock_guard lock(mutex_);
  auto found = std::find_if(items_.begin(), items_.end(), [&](const WorkItem& i) { return i.task == &task; });
  if (found == items_.end()) return std::nullopt;
  std::optional<WorkItem> item = std::move(*found);
  items_.erase(found);
  std::make_heap(items_.begin(), items_.end(), goes_after);
  return item;
}

void WorkQueue::wait(std::unique_lock<std::mutex>& lock, const std::atomic<bool>& done, Task& task) {
  auto ready = [&] { return done || !items_.empty(); };
  lock.unlock();
  {
    WaitingThread waiting;  // callbacks on other threads may need a lock that this one's binding holds
    lock.lock();
    if (!waiting.has_poll()) {
      wake_.wait(lock, ready);
    } else {
      while (!wake_.wait_for(lock, kPollInterval, ready)) {
        lock.unlock();
        try {
          waiting.poll();
        }
        VJP_CATCH_ALL { task.interrupt(std::current_exception()); }
        lock.lock();
      }
    }
    lock.unlock();
  }
  lock.lock();
}

void WorkQueue::serve_until(const std::atomic<bool>& done, Task& task) {
  std::unique_lock lock(mutex_);
  while (!done) {
    if (items_.empty()) {
      wait(lock, done, task);
      continue;
    }
    {
      WorkItem item = pop();
      lock.unlock();
      Task::run_item(item);
    }
    if (this != own_queue) {  // a signal is no worker's to see
      try {
        poll_between_nodes();
      }
      VJP_CATCH_ALL { task.interrupt(std::current_exception()); }
    }
    lock.lock();
  }
}

// The task has failed: what is left of it here is counted out, what other threads have of it comes to an end.
void WorkQueue::wait_out(const std::atomic<bool>& done, const Task& task) noexcept {
  while (std::optional<WorkItem> item = remove_one(task)) Task::abandon_item(*item);
  std::unique_lock lock(mutex_);
  while (!done) {
    wake_.wait(lock);
    lock.unlock();
    while (std::optional<WorkItem> item = remove_one(task)) Task::abandon_item(*item);
    lock.lock();
  }
}

void WorkQueue::serve(const std::atomic<bool>& done, Task& task) {
  try {
    serve_until(done, task);
  } catch (abi::__forced_unwind&) {  // others may be at the task's nodes: it ends before its thread does
    task.interrupt(thread_has_ended());
    wait_out(done, task);
    throw;
  }
  VJP_CATCH_ALL_HERE {
    task.interrupt(std::current_exception());
    wait_out(done, task);
  }
}

// Until there is an item, or it is done, or the time is over.
void WorkQueue::wait_for_others(const std::atomic<bool>& done, Clock::time_point deadline) {
  WaitingThread waiting;
  const bool asks = waiting.has_poll();
  std::unique_lock lock(mutex_);
  while (!done && items_.empty() && Clock::now() < deadline) {
    Clock::time_point until = asks ? std::min(deadline, Clock::now() + kPollInterval) : deadline;
    if (until == Clock::time_point::max()) {
      wake_.wait(lock);
    } else {
      wake_.wait_until(lock, until);
    }
    if (!asks) continue;
    lock.unlock();
    waiting.poll();
    lock.lock();
  }
}

bool WorkQueue::serve_others(const std::atomic<bool>& done, Clock::time_point deadline) {
  while (!done) {
    std::optional<WorkItem> item;
    {
      std::lock_guard lock(mutex_);
      if (!items_.empty()) item.emplace(pop());
    }
    if (item) {
      Task::run_item(*item);
    } else if (Clock::now() >= deadline) {
      return false;
    } else {
      wait_for_others(done, deadline);
    }
  }
  return true;
}

Ref<WorkQueue> WorkQueue::of_this_thread() {
  return own_queue ? Ref<WorkQueue>::share(own_queue) : Ref<WorkQueue>::take(new WorkQueue());
}

void WorkQueue::finish(std::atomic<bool>& done) {
  std::lock_guard lock(mutex_);
  done = true;
  wake_.notify_all();
}

// ---- workers ----

class Worker final : public WorkQueue {
 public:
  void lease(Device device);
  void give_back();
  void stop(bool wait);

 private:
  static void* run(void* self);
  void main();
  void ended_in_callback() noexcept;
  void start();

  Device device_;
  pthread_t thread_;
  bool running_ = false, joinable_ = false, stop_ = false;
  int leases_ = 0;
  std::condition_variable ended_;
};

namespace {

constinit std::atomic<Worker*> workers[kMaxDeviceKeys] = {};  // they live as long as the process
constinit std::atomic<pid_t> process_of_workers{0};

Worker& worker_of(Device device) {
  pid_t owner = 0, me = getpid();
  if (!process_of_workers.compare_exchange_strong(owner, me) && owner != me) {
    fail(VJP_ERROR_STATE,
         "backward on {}: this process is a fork of one that had run backward on a device; its worker threads do not "
         "exist here. Start processes that use devices before the first backward, or by exec",
         device);
  }
  std::atomic<Worker*>& place = workers[device.key()];
  if (Worker* known = place.load(std::memory_order_acquire)) return *known;
  auto* made = new Worker();
  Worker* known = nullptr;
  if (place.compare_exchange_strong(known, made, std::memory_order_acq_rel)) return *made;
  delete made;
  return *known;
}

}  // namespace

bool has_lost_workers() {
  pid_t owner = process_of_workers.load(std::memory_order_relaxed);
  return owner != 0 && owner != getpid();
}

void* Worker::run(void* self) {
  struct Life {
    Worker& worker;
    bool ended = false;  // by itself
    ~Life() {
      if (!ended) worker.ended_in_callback();
    }
  } life{*static_cast<Worker*>(self)};
  life.worker.main();
  life.ended = true;
  return nullptr;
}

// Another thread takes the place of this one. Where none can be had, what waits for it fails.
void Worker::ended_in_callback() noexcept {
  own_queue = nullptr;
  std::unique_lock lock(mutex_);
  if (std::exchange(joinable_, false)) pthread_detach(pthread_self());
  running_ = false;
  if (leases_ > 0 || !items_.empty()) {
    try {
      start();
    }
    VJP_CATCH_ALL_HERE {
      while (!items_.empty()) {
        WorkItem item = pop();
        lock.unlock();
        Task::abandon_item(item);
        lock.lock();
      }
    }
  }
  ended_.notify_all();
}

void Worker::start() {
  thread_ = start_thread(run, this, format("vjp-{}", device_).c_str());
  running_ = joinable_ = true;
}

void Worker::main() {
  own_queue = this;
  std::unique_lock lock(mutex_);
  while (!items_.empty() || !stop_ || leases_ > 0) {
    if (items_.empty()) {
      wake_.wait(lock);
      continue;
    }
    {
      WorkItem item = pop();
      lock.unlock();
      Task::run_item(item);
    }
    lock.lock();
  }
  running_ = false;
  ended_.notify_all();
}

void Worker::lease(Device device) {
  std::lock_guard lock(mutex_);
  stop_ = false;
  device_ = device;
  if (!running_) start();
  ++leases_;
}

void Worker::give_back() {
  std::lock_guard lock(mutex_);
  if (--leases_ == 0 && stop_) wake_.notify_all();
}

void Worker::stop(bool wait) {
  std::unique_lock lock(mutex_);
  if (!running_) return;
  stop_ = true;
  wake_.notify_all();
  std::chrono::duration<double> timeout(wait ? shutdown_timeout() : 0.0);
  ended_.wait_for(lock, timeout, [&] { return !running_ || !stop_; });
  if (!stop_ || !std::exchange(joinable_, false)) return;  // needed again meanwhile, or given up before
  bool ended = !running_;
  lock.unlock();
  ended ? pthread_join(thread_, nullptr) : pthread_detach(thread_);  // one that is still busy ends by itself
}

WorkerLease::WorkerLease(Device device) : device(device), worker_(&worker_of(device)) { worker_->lease(device); }
WorkerLease::~WorkerLease() {
  if (worker_) worker_->give_back();
}
WorkQueue& WorkerLease::queue() const { return *worker_; }

void shutdown_workers() {
  if (process_of_workers.load() != getpid()) return;  // no threads of ours
  for (auto& place : workers)
    if (Worker* worker = place.load(std::memory_order_acquire)) worker->stop(!current_task);
}

}  // namespace vjp
