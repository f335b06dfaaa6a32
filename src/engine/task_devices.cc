// A task with nodes of devices: who runs them, on which streams, and what becomes of their gradients on the way.
#include <algorithm>
#include <mutex>
#include <optional>

#include "base/forced_unwind.h"
#include "base/last_error.h"
#include "base/thread_context.h"
#include "device/captures.h"
#include "device/instrument.h"
#include "engine/device_worker.h"
#include "engine/stand_in.h"
#include "engine/task.h"
#include "engine/task_streams.h"
#include "graph/extra.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "graph/scope.h"
#include "kernel/launch.h"
#include "ops/functions.h"

namespace vjp {

// What such a task keeps beside itself. A member of the second half is changed under the mutex.
struct DeviceRun {
  DeviceRun()
      : identity(Identity::of_this_thread()),
        progress(Ref<RunProgress>::take(new RunProgress(WorkQueue::of_this_thread(), pushed_locations()))) {}
  ~DeviceRun() {
    for (Ref<Node>& node : held) node->count_edge(-1);
  }

  const Identity identity;                  // of the calling thread, for the others
  const bool in_scope = innermost_scope();  // the caller has one open
  uint32_t depth = 0;
  bool on_workers = false;    // otherwise everything runs in the calling thread
  bool one_at_a_time = true;  // in the order of the heap, so that commands are enqueued in one order always
  std::vector<WorkerLease> workers;
  std::vector<Ref<Node>> held;      // accumulators, which stay on their streams as long as the task lives
  const Ref<RunProgress> progress;  // its mutex is the run's

  TaskStreams streams;
  uint64_t sequence = 0;  // of the next node that is recorded

  std::mutex& mutex() { return progress->mutex; }
  WorkQueue& queue_of(const Node& node) {
    if (on_workers && node.stream()) {
      for (WorkerLease& worker : workers)
        if (worker.device == node.stream()->device) return worker.queue();
    }
    return *progress->home;
  }
};

void Task::DeleteRun::operator()(DeviceRun* run) const { delete run; }

namespace {

// While a node runs: its stream, device, and name.
class NodeContext {
 public:
  NodeContext(Node& node, Stream* stream, uint64_t grad_call)
      : device_(stream ? stream->device : Device()), former_(attribution) {
    executing_node = &node;
    attribution = {nullptr, node.name(), node.sequence, grad_call};
    if (stream) stream_.emplace(*stream);
  }
  ~NodeContext() { attribution = former_; }

 private:
  OperatorDevice device_;
  std::optional<StreamScope> stream_;
  Attribution former_;
};

}  // namespace

// ---- the run ----

void Task::make_device_run() {
  if (devices_) return;
  thread_number();  // so that the others take this one's
  devices_.reset(new DeviceRun());
}

void Task::plan_device_node(Node& node) {
  make_device_run();
  if (!executes(node)) return;
  if (node.accumulated_leaf()) {
    devices_->held.push_back(Ref<Node>::share(&node));
    node.count_edge(1);
  }
  devices_->streams.plan(node);
}

void Task::run_with_devices() {
  DeviceRun& run = *devices_;
  if (outer_ && outer_->devices_) run.depth = outer_->devices_->depth + 1;
  run.sequence = node_sequence;
  if (!(mode_word & kModeOneThread) && stand_ins_allowed()) {
    for (Device device : run.streams.devices()) run.workers.emplace_back(device);
    run.on_workers = !run.workers.empty();
  }
  run.one_at_a_time = !run.on_workers || deterministic_kernels || run.streams.order_matters();
  run.streams.begin();
  std::vector<Ref<Node>> first;
  for (Root& root : roots_) {
    Node& node = *root.edge.node;
    bool last = --pending(node) == 0;
    if (!executes(node)) continue;
    put_gradient(nullptr, node, root.edge.slot, std::move(root.gradient));
    if (last) push_ready(&node);
  }
  {
    std::lock_guard lock(run.mutex());
    first = take_ready(0, run.one_at_a_time);
    run.progress->counts.take(static_cast<uint32_t>(first.size()));
    run.progress->done = run.progress->counts.is_last();
  }
  route(items_of(std::move(first)));
  run.progress->home->serve(run.progress->done, *this);
  node_sequence = std::max(node_sequence.get(), run.sequence);
  if (run.progress->error) std::rethrow_exception(std::exchange(run.progress->error, nullptr));
}

// The items of nodes that are ready. What a binding has on this thread goes along, so this is done while it is there.
std::vector<WorkItem> Task::items_of(std::vector<Ref<Node>> nodes) {
  DeviceRun& run = *devices_;
  std::vector<WorkItem> items;
  items.reserve(nodes.size());
  for (Ref<Node>& node : nodes) {
    // what the calling thread runs where it waits needs no state of another
    bool travels = &run.queue_of(*node) != run.progress->home.get() || own_queue;
    items.push_back({this, run.progress, std::move(node), run.depth, travels ? BindingState() : BindingState(nullptr)});
  }
  return items;
}

// Items that count already, so the task is there until all of them have been pushed.
void Task::route(std::vector<WorkItem> items) {
  Ref<RunProgress> progress = devices_->progress;
  for (WorkItem& item : items) {
    WorkQueue& queue = devices_->queue_of(*item.node);
    try {
      queue.push(std::move(item));
    }
    VJP_CATCH_ALL {
      stop_after(std::current_exception());
      bool last;
      finish_item(nullptr, false, last);
      if (last) progress->tell_end();
    }
  }
}

// Whether a task around this one has failed on another thread (spec REENT-7).
bool Task::cancelled() const {
  for (const Task* t = outer_; t && t->devices_; t = t->outer_)
    if (t->devices_->progress->failed) return true;
  return false;
}

// ---- one node ----

// An item in the hands of a thread. However its node ends, the item is counted out and the thread is itself again; it
// may end in a callback too (base/forced_unwind.h).
class Task::ItemInHand {
 public:
  explicit ItemInHand(WorkItem& item) : item_(item), progress_(item.progress) {}

  void run() {
    Task& task = *item_.task;
    try {
      if (current_task != &task) stand_in();
      item_.binding.enter();
      entered_ = true;
      flows_ = task.execute_item(*item_.node);
    }
    VJP_CATCH_ALL {
      tell_of_failure();
      task.stop_after(std::current_exception());
    }
    over_ = true;
  }

  ~ItemInHand() {
    if (!over_) item_.task->stop_after(thread_has_ended());
    scope_.reset();
    executing_node = nullptr;
    bool last = false;
    std::vector<WorkItem> next = item_.task->finish_item(std::move(item_.node), flows_, last);
    // From here on the task is there only if this thread has to go on with it.
    if (!entered_) item_.binding.enter();
    item_.binding.leave();
    item_.binding = BindingState(nullptr);  // nothing of the call outlives it here
    locations_.reset();
    if (former_) {
      former_->take();
      install_streams(std::move(streams_));
    }
    if (!next.empty()) item_.task->route(std::move(next));
    if (last) progress_->tell_end();
  }

 private:
  // What the thread has of its own is made before it is put aside.
  void stand_in() {
    DeviceRun& run = *item_.task->devices_;
    ensure_last_error();
    streams_ = CurrentStreams::of_this_thread();
    if (!streams_are_made()) streams_.install();
    former_ = Identity::of_this_thread();
    run.identity.borrow();
    locations_.emplace(progress_->locations);
    begin_callbacks();
    if (run.in_scope) scope_.emplace();
    run.streams.callers().install();
  }

  WorkItem& item_;
  const Ref<RunProgress> progress_;
  bool flows_ = false, entered_ = false, over_ = false;
  std::optional<LocationsOf> locations_;
  std::optional<ScopeOnWorker> scope_;  // instead of the caller's, which another thread has
  std::optional<Identity> former_;      // where another one was borrowed
  CurrentStreams streams_;
};

void Task::run_item(WorkItem& item) { ItemInHand(item).run(); }

void Task::abandon_item(WorkItem& item) noexcept { ItemInHand hand(item); }

std::exception_ptr thread_has_ended() noexcept {
  try {
    return std::make_exception_ptr(Error(VJP_ERROR_STATE, "a callback of the grad call has ended its thread"));
  }
  VJP_CATCH_ALL_HERE { return std::current_exception(); }
}

// True if results were handed on.
bool Task::execute_item(Node& node) {
  DeviceRun& run = *devices_;
  if (run.progress->failed) return false;
  if (cancelled()) fail(VJP_ERROR_STATE, "the grad call around this one has failed in another thread");
  throw_if_cancelled();
  std::vector<Tensor> grads(node.num_slots), results(node.num_edges);
  Stream* stream = run.streams.of(node);
  NodeContext context(node, stream, id());
  {
    std::lock_guard lock(run.mutex());
    node_sequence = std::max(node_sequence.get(), run.sequence);
    collect_gradients(node, grads);
    run.streams.receive(node, grads);
  }
  bool flows = run_node(node, grads, results);
  {
    std::lock_guard lock(run.mutex());
    run.streams.touched(stream);
  }
  keep_for_caller(node);
  if (flows) {
    for (size_t i = 0; i < results.size(); ++i) {
      const Edge& edge = node.edges()[i];
      if (edge && executes(*edge.node)) put_gradient(stream, *edge.node, edge.slot, std::move(results[i]));
    }
  }
  std::lock_guard lock(run.mutex());
  run.sequence = std::max(run.sequence, node_sequence.get());
  return flows;
}

void Task::keep_for_caller(const Tensor& tensor) {
  if (devices_ && !tensor.device().is_cpu()) mark_used(tensor, devices_->streams.caller(tensor.device()));
}

// What users find after the call lies in memory of the node's stream, and they use it on the caller's (spec GC-7).
void Task::keep_for_caller(Node& node) {
  TaskStreams& streams = devices_->streams;
  auto keep_grad = [&](TensorImpl& tensor) {
    if (tensor.device.is_cpu() || !tensor.meta) return;
    LeafLock lock(tensor);
    if (Tensor& grad = tensor.meta->grad; grad && !grad.device().is_cpu())
      mark_used(grad, streams.caller(grad.device()));
  };
  if (TensorImpl* leaf = node.accumulated_leaf()) keep_grad(*leaf);
  NodeExtra* extra = node.extra_if_any();
  if (!extra || extra->num_retained() == 0) return;
  for (const NodeExtra::Retained& retained : extra->retained()) keep_grad(*retained.tensor.get());
}

// The items that become ready by it, for `route`. `last`: nothing is left to do.
std::vector<WorkItem> Task::finish_item(Ref<Node> node, bool flows, bool& last) noexcept {
  DeviceRun& run = *devices_;
  std::vector<Ref<Node>> next;
  RunCounts& counts = run.progress->counts;
  uint32_t count = 1;  // of those in flight that are over if it fails
  try {
    {
      std::lock_guard lock(run.mutex());
      if (flows && !run.progress->failed) {
        for (const Edge& edge : node->edges())
          if (edge && --pending(*edge.node) == 0 && executes(*edge.node)) push_ready(edge.node.get());
      }
      next = take_ready(counts.in_flight - 1, run.one_at_a_time);
      count = static_cast<uint32_t>(next.size());
      last = counts.finish(count);
    }
    node.reset();
    return items_of(std::move(next));
  }
  VJP_CATCH_ALL_HERE {  // the host is out of memory
    stop_after(std::current_exception());
    std::lock_guard lock(run.mutex());
    counts.remove(count);
    last = counts.is_last();
    return {};
  }
}

// Without memory of the host: it may be what is short.
void Task::stop_after(std::exception_ptr error) noexcept {
  DeviceRun& run = *devices_;
  std::vector<Ref<Node>> ready;  // they end without the lock
  {
    std::lock_guard lock(run.mutex());
    if (!run.progress->error) run.progress->error = std::move(error);
    run.progress->failed = run.progress->counts.failed = true;
    ready.swap(ready_);
  }
  uint32_t removed = 0;
  auto empty = [&](WorkQueue& queue) {
    while (std::optional<WorkItem> item = queue.remove_one(*this)) {
      item->binding.enter();  // which is how its state ends
      item->binding.leave();
      ++removed;
    }
  };
  empty(*run.progress->home);
  for (WorkerLease& worker : run.workers) empty(worker.queue());
  std::lock_guard lock(run.mutex());
  run.progress->counts.remove(removed);
}

// An interruption counts as an item of its own, so that the task's end is told once, whoever is last.
void Task::interrupt(std::exception_ptr error) noexcept {
  Ref<RunProgress> progress = devices_->progress;
  {
    std::lock_guard lock(progress->mutex);
    if (!progress->error) progress->error = error;
    progress->failed = true;
    if (!progress->counts.interrupt()) return;
  }
  stop_after(std::move(error));
  bool last;
  finish_item(nullptr, false, last);  // nothing becomes ready: it has failed
  if (last) progress->tell_end();
}

// ---- gradients on their way ----

// Adds the gradient to what the slot has, on the stream that the rules say (spec IB-3 to IB-6). Sums are made without
// the lock, so another gradient may arrive meanwhile; then what was summed is added to that.
void Task::put_gradient(Stream* from, Node& node, uint32_t slot, Tensor grad) {
  if (!grad) return;
  DeviceRun& run = *devices_;
  Device device = grad.device();
  Stream *producer = nullptr, *consumer = nullptr;
  if (!device.is_cpu()) {
    producer = &run.streams.on(from, device);
    consumer = &run.streams.on(run.streams.of(node), device);
  }
  for (bool summed = false;; summed = true) {
    std::unique_lock lock(run.mutex());
    if (summed && producer) run.streams.touched(producer);
    TensorImpl*& held = arrived(node, slot);
    if (!held) {
      if (producer) run.streams.store(node, slot, grad, *producer, *consumer);
      held = grad.detach_handle();
      return;
    }
    Tensor stored = Tensor::take(std::exchange(held, nullptr));
    std::optional<StreamScope> scope;
    if (producer) {
      producer = &run.streams.meet(node, slot, stored, grad, *producer, *consumer);
      scope.emplace(*producer);
    }
    lock.unlock();
    OperatorDevice there(device);
    grad = sum_of(std::move(stored), grad);
  }
}

// Spec VALID-7, STREAM-15: a zero-dimensional one is moved, on the consumer's stream.
Tensor Task::moved_to(const SlotMeta& slot, Node& consumer, const Tensor& grad, const char* producer, size_t index) {
  if (grad.ndim() > 0) {
    fail(VJP_ERROR_DEVICE, "{}: gradient {} is on {}, expected {}", producer, index, grad.device(), slot.device);
  }
  std::optional<StreamScope> scope;
  Stream* stream = nullptr;
  struct Touched {  // also if it fails
    DeviceRun* run;
    Stream*& stream;
    ~Touched() {
      if (!stream) return;
      std::lock_guard lock(run->mutex());
      run->streams.touched(stream);
    }
  } touched{devices_.get(), stream};
  if (devices_ && !slot.device.is_cpu()) {
    TaskStreams& streams = devices_->streams;
    std::lock_guard lock(devices_->mutex());
    stream = &streams.on(streams.of(consumer), slot.device);
    streams.use(*stream);
    scope.emplace(*stream);
  }
  if (!grad.device().is_cpu() || derivatives_followed()) return to_device(grad, slot.device);
  OperatorDevice there(slot.device);  // a copy from here would make the host wait
  Tensor moved = Tensor::empty({}, grad.dtype());
  kernels().fill(moved.view(), grad.item());
  return moved;
}

bool Task::on_workers() const { return devices_ && devices_->on_workers; }

void Task::devices_after_error() noexcept { devices_->streams.join_after_error(); }

void Task::end_device_run() {
  TaskStreams& streams = devices_->streams;
  streams.join();
  for (const Tensor& result : results_)
    if (result && !result.device().is_cpu()) mark_used(result, streams.caller(result.device()));
}

}  // namespace vjp
