// DeviceRun: what a run with nodes of devices needs besides. Which thread and which stream each node runs on, how
// ready nodes get there, what becomes of gradients on the way, and how the end is reached.
//
// Nodes of a device run on its worker, or, of backends that say `no_worker` and where no thread may stand in for
// another, on the calling thread like those of the host. A ready node travels as a WorkItem. A thread that takes one
// from a queue runs it (`run_item`): collects its gradients, lets Run do what is done at a node, hands the results on,
// and sends out what became ready by that.
//
// Note: who owns what. The task owns its run, and that this object, which lives until all items have counted themselves
// out. Items and task own the RunProgress together: a thread that is done with its item touches nothing else.
//
// Note: threads. The first half of the members is set in `begin` on the thread of the task and does not change while
// items run. The second half, the scratch of the plan, and the heap of ready nodes are changed under the mutex of the
// progress, which is not held while a node runs.
#pragma once

#include <exception>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/device_worker.h"
#include "engine/run_progress.h"
#include "engine/task_streams.h"
#include "engine/work_queue.h"

namespace vjp {

class Plan;
class Run;
class Task;

class DeviceRun {
 public:
  // `outer`: that of the task in whose node this one was started; null: none.
  DeviceRun(Task& task, Run& run, Plan& plan, const DeviceRun* outer);
  ~DeviceRun();
  DeviceRun(const DeviceRun&) = delete;
  DeviceRun& operator=(const DeviceRun&) = delete;

  // ---- on the thread of the task ----
  void begin();                                       // workers and streams; then the roots may come
  void serve();                                       // runs everything; throws the first error
  void join();                                        // what the caller finds is ordered for its streams
  void join_after_error() noexcept;                   // the same, as far as it goes
  void interrupt(std::exception_ptr error) noexcept;  // no further node runs, and the task fails with this
  bool on_workers() const { return on_workers_; }

  // ---- on whatever thread runs an item ----
  // The thread that took the item from its queue may end in a callback: that is unwinding, and no error. The item is
  // counted out in any case.
  static void run_item(WorkItem& item);
  static void abandon_item(WorkItem& item) noexcept;  // it does not run: its thread ends

  // ---- for Run ----
  void collect_gradients(Node& node, std::span<Tensor> grads);
  void hand_on(Node& node, std::span<Tensor> results, bool flows);  // flows: or else nothing goes on from here
  void put_gradient(Stream* from, Node& node, uint32_t slot, Tensor grad);
  // The caller finds this after the call: in memory of the node's stream, and uses it on its own (spec GC-7).
  void keep_for_caller(const Tensor& tensor);
  // While a gradient is moved to the device of its consumer: on the consumer's stream.
  class OnStreamOf {
   public:
    OnStreamOf(DeviceRun& run, Node& consumer, Device device);
    ~OnStreamOf();

   private:
    DeviceRun& run_;
    Stream* stream_ = nullptr;
    std::optional<StreamScope> scope_;
  };

 private:
  class ItemInHand;

  std::mutex& mutex() { return progress_->mutex; }
  WorkQueue& queue_of(const Node& node);
  bool cancelled() const;
  bool execute_item(Node& node);
  void keep_for_caller(Node& node);
  std::vector<Ref<Node>> take_ready(size_t in_flight);
  std::vector<WorkItem> items_of(std::vector<Ref<Node>> nodes);
  void route(std::vector<WorkItem> items);
  std::vector<WorkItem> finish_item(Ref<Node> node, bool flows, bool& last) noexcept;
  void stop_after(std::exception_ptr error) noexcept;

  Task& task_;
  Run& run_;
  Plan& plan_;
  const DeviceRun* const outer_;
  const uint32_t depth_;
  const Identity identity_;    // of the calling thread, for the others
  const bool in_scope_;        // the caller has one open
  bool on_workers_ = false;    // otherwise everything runs in the calling thread
  bool one_at_a_time_ = true;  // in the order of the heap, so that commands are enqueued in one order always
  std::vector<WorkerLease> workers_;
  std::vector<Ref<Node>> held_;      // accumulators, which stay on their streams as long as the task lives
  const Ref<RunProgress> progress_;  // its mutex is the run's

  TaskStreams streams_;
  uint64_t sequence_ = 0;  // of the next node that is recorded
};

}  // namespace vjp
