// Queues of nodes that are ready, and the workers: threads that serve the queues of devices.
//
// Note: who runs what. A device has one worker for all tasks, started when a task first has a node for it (spec
// THREAD-2, DV-4); nodes of the host run on the thread that made the grad call. A thread that waits for a task serves a
// queue meanwhile: a worker its device's, any other thread one that belongs to the task. So what a nested call waits
// for can always run, on top of whatever waits already (spec REENT-3).
#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "device/device.h"
#include "engine/run_progress.h"
#include "engine/thread_callbacks.h"
#include "graph/node.h"

namespace vjp {

class Task;

struct WorkItem {
  Task* task;  // lives until its items have counted themselves out
  Ref<RunProgress> progress;
  Ref<Node> node;
  uint32_t depth;
  BindingState binding;  // to be entered by the thread that runs it
  uint64_t order = 0;    // of insertion
};

class WorkQueue {
 public:
  static void destroy(WorkQueue* queue) noexcept { delete queue; }
  static Ref<WorkQueue> of_this_thread();  // what it serves while it waits: a worker's own, or a new one

  void push(WorkItem item);
  // Takes one of the task's items out, if there is one. Allocates nothing.
  std::optional<WorkItem> remove_one(const Task& task);
  // Runs items until `done` is set, which finish does. Meanwhile bindings may interrupt the task, and the thread may
  // end in a callback, or be cancelled while it waits: that goes on when `done` is set.
  void serve(const std::atomic<bool>& done, Task& task);
  // The same for a thread that waits for something else, which calls finish, or for the time to be over: then false.
  // Throws what bindings say meanwhile.
  using Clock = std::chrono::steady_clock;
  bool serve_others(const std::atomic<bool>& done, Clock::time_point deadline = Clock::time_point::max());
  void finish(std::atomic<bool>& done);

  RefCount refs;

 protected:
  WorkItem pop();
  void wait(std::unique_lock<std::mutex>& lock, const std::atomic<bool>& done, Task& task);
  void serve_until(const std::atomic<bool>& done, Task& task);
  void wait_out(const std::atomic<bool>& done, const Task& task) noexcept;
  void wait_for_others(const std::atomic<bool>& done, Clock::time_point deadline);

  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<WorkItem> items_;  // a heap: deeper tasks first, then larger sequence numbers, then the earlier ones
  uint64_t pushed_ = 0;
};

// The queue that this thread serves while it waits; null for threads that are no workers.
extern const ThreadSlot<WorkQueue*> own_queue;

// A device's worker is there as long as one of these.
// (One that a callback has ended is replaced.)
class WorkerLease {
 public:
  explicit WorkerLease(Device device);  // a state error in a child of fork whose parent had workers
  ~WorkerLease();
  WorkerLease(WorkerLease&& other) noexcept : device(other.device), worker_(std::exchange(other.worker_, nullptr)) {}
  WorkerLease& operator=(WorkerLease&&) = delete;
  WorkQueue& queue() const;

  const Device device;

 private:
  class Worker* worker_;
  friend void shutdown_workers();
};

// Whether the workers are those of the process that this one was forked from.
bool has_lost_workers();
// Ends the workers, waiting for what they run as long as set, outside of grad calls; they come back when needed.
void shutdown_workers();

}  // namespace vjp
