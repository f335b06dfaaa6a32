#include "engine/device_worker.h"

#include <pthread.h>
#include <unistd.h>

#include <chrono>

#include "base/error.h"
#include "base/forced_unwind.h"
#include "engine/device_run.h"
#include "engine/helper_threads.h"
#include "engine/loop.h"
#include "engine/task.h"
#include "engine/work_queue.h"

namespace vjp {

class Worker final : public WorkQueue {
 public:
  void lease(Device device);
  void give_back();
  void stop(bool wait);

 private:
  class Source;

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
        DeviceRun::abandon_item(item);
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

// What comes into the queue, as long as the worker is needed.
class Worker::Source {
 public:
  explicit Source(Worker& worker) : worker_(worker) {}
  std::optional<WorkItem> next() {
    std::unique_lock lock(worker_.mutex_);
    while (worker_.items_.empty()) {
      if (worker_.stop_ && worker_.leases_ == 0) {
        worker_.running_ = false;
        worker_.ended_.notify_all();
        return std::nullopt;
      }
      worker_.wake_.wait(lock);
    }
    return worker_.pop();
  }
  void run(WorkItem& item) { DeviceRun::run_item(item); }

 private:
  Worker& worker_;
};

void Worker::main() {
  own_queue = this;
  run_all(Source(*this));
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
