// Queues of nodes that are ready to run on a certain thread, and the loops of the threads that serve them.
//
// Note: who serves what. A thread that waits for a task serves a queue meanwhile: a worker its device's
// (device_worker.h), any other thread one that belongs to the run. So what a nested call waits for can always run, on
// top of whatever waits already (spec REENT-3). Everything is guarded by the queue's mutex, which nobody holds while an
// item runs.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/run_progress.h"
#include "engine/thread_callbacks.h"
#include "graph/node.h"

namespace vjp {

class DeviceRun;

struct WorkItem {
  DeviceRun* run;  // lives until its items have counted themselves out
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
  // Takes one of the run's items out, if there is one. Allocates nothing.
  std::optional<WorkItem> remove_one(const DeviceRun& run);
  // Runs items until `done` is set, which finish does. Meanwhile bindings may interrupt the run, and the thread may end
  // in a callback, or be cancelled while it waits: that goes on when `done` is set.
  void serve(const std::atomic<bool>& done, DeviceRun& run);
  // The same for a thread that waits for something else, which calls finish, or for the time to be over: then false.
  // Throws what bindings say meanwhile.
  using Clock = std::chrono::steady_clock;
  bool serve_others(const std::atomic<bool>& done, Clock::time_point deadline = Clock::time_point::max());
  void finish(std::atomic<bool>& done);

  RefCount refs;

 protected:
  class Caller;       // the sources of the loop (loop.h): of a thread that waits for a run,
  class OtherCaller;  // and of one that waits for something else

  WorkItem pop();
  void wait(std::unique_lock<std::mutex>& lock, const std::atomic<bool>& done, DeviceRun& run);
  void wait_out(const std::atomic<bool>& done, const DeviceRun& run) noexcept;
  void wait_for_others(const std::atomic<bool>& done, Clock::time_point deadline);

  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<WorkItem> items_;  // a heap: deeper tasks first, then larger sequence numbers, then the earlier ones
  uint64_t pushed_ = 0;
};

// The queue that this thread serves while it waits; null for threads that are no workers.
extern const ThreadSlot<WorkQueue*> own_queue;

}  // namespace vjp
