#include "engine/device_run.h"

#include <algorithm>

#include "base/forced_unwind.h"
#include "base/last_error.h"
#include "device/captures.h"
#include "device/instrument.h"
#include "engine/failure.h"
#include "engine/plan.h"
#include "engine/run.h"
#include "engine/stand_in.h"
#include "engine/task.h"
#include "graph/extra.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "graph/scope.h"
#include "kernel/launch.h"

namespace vjp {
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

DeviceRun::DeviceRun(Task& task, Run& run, Plan& plan, const DeviceRun* outer)
    : task_(task),
      run_(run),
      plan_(plan),
      outer_(outer),
      depth_(outer ? outer->depth_ + 1 : 0),
      identity_((thread_number(), Identity::of_this_thread())),  // with its number, so that the others take that
      in_scope_(innermost_scope()),
      progress_(Ref<RunProgress>::take(new RunProgress(WorkQueue::of_this_thread(), pushed_locations()))) {}

DeviceRun::~DeviceRun() {
  for (Ref<Node>& node : held_) node->count_edge(-1);
}

WorkQueue& DeviceRun::queue_of(const Node& node) {
  if (on_workers_ && node.stream()) {
    for (WorkerLease& worker : workers_)
      if (worker.device == node.stream()->device) return worker.queue();
  }
  return *progress_->home;
}

void DeviceRun::begin() {
  for (Node* node : plan_.device_nodes()) {
    if (node->accumulated_leaf()) {
      held_.push_back(Ref<Node>::share(node));
      node->count_edge(1);
    }
    streams_.plan(*node);
  }
  sequence_ = node_sequence;
  if (!(mode_word & kModeOneThread) && stand_ins_allowed()) {
    for (Device device : streams_.devices()) workers_.emplace_back(device);
    on_workers_ = !workers_.empty();
  }
  one_at_a_time_ = !on_workers_ || deterministic_kernels || streams_.order_matters();
  streams_.begin();
}

void DeviceRun::serve() {
  std::vector<Ref<Node>> first;
  {
    std::lock_guard lock(mutex());
    first = take_ready(0);
    progress_->counts.take(static_cast<uint32_t>(first.size()));
    progress_->done = progress_->counts.is_last();
  }
  route(items_of(std::move(first)));
  progress_->home->serve(progress_->done, *this);
  node_sequence = std::max(node_sequence.get(), sequence_);
  if (progress_->error) std::rethrow_exception(std::exchange(progress_->error, nullptr));
}

// ---- which nodes go where ----

// Those that may run now, beside `in_flight` others; under the mutex.
std::vector<Ref<Node>> DeviceRun::take_ready(size_t in_flight) {
  std::vector<Ref<Node>> taken;
  ReadyNodes& ready = run_.ready_nodes();
  if (ready.empty() || (one_at_a_time_ && in_flight > 0)) return taken;
  taken.reserve(one_at_a_time_ ? 1 : ready.size());
  while (!ready.empty() && (!one_at_a_time_ || in_flight == 0)) {
    taken.push_back(Ref<Node>::share(ready.pop()));
    ++in_flight;
  }
  return taken;
}

// The items of nodes that are ready. What a binding has on this thread goes along, so this is done while it is there.
std::vector<WorkItem> DeviceRun::items_of(std::vector<Ref<Node>> nodes) {
  std::vector<WorkItem> items;
  items.reserve(nodes.size());
  for (Ref<Node>& node : nodes) {
    // what the calling thread runs where it waits needs no state of another
    bool travels = &queue_of(*node) != progress_->home.get() || own_queue;
    items.push_back({this, progress_, std::move(node), depth_, travels ? BindingState() : BindingState(nullptr)});
  }
  return items;
}

// Items that count already, so the task is there until all of them have been pushed.
void DeviceRun::route(std::vector<WorkItem> items) {
  Ref<RunProgress> progress = progress_;
  for (WorkItem& item : items) {
    WorkQueue& queue = queue_of(*item.node);
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
bool DeviceRun::cancelled() const {
  for (const DeviceRun* r = outer_; r; r = r->outer_)
    if (r->progress_->failed) return true;
  return false;
}

// ---- one node ----

// An item in the hands of a thread. However its node ends, the item is counted out and the thread is itself again; it
// may end in a callback too (base/forced_unwind.h).
class DeviceRun::ItemInHand {
 public:
  explicit ItemInHand(WorkItem& item) : item_(item), progress_(item.progress) {}

  void run() {
    DeviceRun& run = *item_.run;
    try {
      if (current_task != &run.task_) stand_in();
      item_.binding.enter();
      entered_ = true;
      flows_ = run.execute_item(*item_.node);
    }
    VJP_CATCH_ALL {
      tell_of_failure();
      run.stop_after(std::current_exception());
    }
    over_ = true;
  }

  ~ItemInHand() {
    if (!over_) item_.run->stop_after(thread_has_ended());
    scope_.reset();
    executing_node = nullptr;
    bool last = false;
    std::vector<WorkItem> next = item_.run->finish_item(std::move(item_.node), flows_, last);
    // From here on the run is there only if this thread has to go on with it.
    if (!entered_) item_.binding.enter();
    item_.binding.leave();
    item_.binding = BindingState(nullptr);  // nothing of the call outlives it here
    locations_.reset();
    if (former_) {
      former_->take();
      install_streams(std::move(streams_));
    }
    if (!next.empty()) item_.run->route(std::move(next));
    if (last) progress_->tell_end();
  }

 private:
  // What the thread has of its own is made before it is put aside.
  void stand_in() {
    DeviceRun& run = *item_.run;
    ensure_last_error();
    streams_ = CurrentStreams::of_this_thread();
    if (!streams_are_made()) streams_.install();
    former_ = Identity::of_this_thread();
    run.identity_.borrow();
    locations_.emplace(progress_->locations);
    begin_callbacks();
    if (run.in_scope_) scope_.emplace();
    run.streams_.callers().install();
  }

  WorkItem& item_;
  const Ref<RunProgress> progress_;
  bool flows_ = false, entered_ = false, over_ = false;
  std::optional<LocationsOf> locations_;
  std::optional<ScopeOnWorker> scope_;  // instead of the caller's, which another thread has
  std::optional<Identity> former_;      // where another one was borrowed
  CurrentStreams streams_;
};

void DeviceRun::run_item(WorkItem& item) { ItemInHand(item).run(); }

void DeviceRun::abandon_item(WorkItem& item) noexcept { ItemInHand hand(item); }

// True if results were handed on.
bool DeviceRun::execute_item(Node& node) {
  if (progress_->failed) return false;
  if (cancelled()) fail(VJP_ERROR_STATE, "the grad call around this one has failed in another thread");
  throw_if_cancelled();
  NodeContext context(node, streams_.of(node), task_.id());
  bool flows = run_.execute(node);
  std::lock_guard lock(mutex());
  sequence_ = std::max(sequence_, node_sequence.get());
  return flows;
}

void DeviceRun::collect_gradients(Node& node, std::span<Tensor> grads) {
  std::lock_guard lock(mutex());
  node_sequence = std::max(node_sequence.get(), sequence_);
  plan_.collect_gradients(node, grads);
  streams_.receive(node, grads);
}

void DeviceRun::hand_on(Node& node, std::span<Tensor> results, bool flows) {
  Stream* stream = streams_.of(node);
  {
    std::lock_guard lock(mutex());
    streams_.touched(stream);
  }
  keep_for_caller(node);
  if (!flows) return;
  for (size_t i = 0; i < results.size(); ++i) {
    const Edge& edge = node.edges()[i];
    if (edge && plan_.executes(*edge.node)) put_gradient(stream, *edge.node, edge.slot, std::move(results[i]));
  }
}

void DeviceRun::keep_for_caller(const Tensor& tensor) {
  if (!tensor.device().is_cpu()) mark_used(tensor, streams_.caller(tensor.device()));
}

// What users find after the call lies in memory of the node's stream, and they use it on the caller's (spec GC-7).
void DeviceRun::keep_for_caller(Node& node) {
  auto keep_grad = [&](TensorImpl& tensor) {
    if (tensor.device.is_cpu() || !tensor.meta) return;
    LeafLock lock(tensor);
    if (Tensor& grad = tensor.meta->grad; grad && !grad.device().is_cpu())
      mark_used(grad, streams_.caller(grad.device()));
  };
  if (TensorImpl* leaf = node.accumulated_leaf()) keep_grad(*leaf);
  NodeExtra* extra = node.extra_if_any();
  if (!extra || extra->num_retained() == 0) return;
  for (const NodeExtra::Retained& retained : extra->retained()) keep_grad(*retained.tensor.get());
}

// The items that become ready by it, for `route`. `last`: nothing is left to do.
std::vector<WorkItem> DeviceRun::finish_item(Ref<Node> node, bool flows, bool& last) noexcept {
  std::vector<Ref<Node>> next;
  RunCounts& counts = progress_->counts;
  uint32_t count = 1;  // of those in flight that are over if it fails
  try {
    {
      std::lock_guard lock(mutex());
      if (flows && !progress_->failed) {
        ReadyNodes& ready = run_.ready_nodes();
        for (const Edge& edge : node->edges())
          if (edge && --plan_.pending(*edge.node) == 0 && plan_.executes(*edge.node)) ready.push(edge.node.get());
      }
      next = take_ready(counts.in_flight - 1);
      count = static_cast<uint32_t>(next.size());
      last = counts.finish(count);
    }
    node.reset();
    return items_of(std::move(next));
  }
  VJP_CATCH_ALL_HERE {  // the host is out of memory
    stop_after(std::current_exception());
    std::lock_guard lock(mutex());
    counts.remove(count);
    last = counts.is_last();
    return {};
  }
}

// Without memory of the host: it may be what is short.
void DeviceRun::stop_after(std::exception_ptr error) noexcept {
  ReadyNodes ready;
  {
    std::lock_guard lock(mutex());
    if (!progress_->error) progress_->error = std::move(error);
    progress_->failed = progress_->counts.failed = true;
    ready.swap(run_.ready_nodes());
  }
  uint32_t removed = 0;
  auto empty = [&](WorkQueue& queue) {
    while (std::optional<WorkItem> item = queue.remove_one(*this)) {
      item->binding.enter();  // which is how its state ends
      item->binding.leave();
      ++removed;
    }
  };
  empty(*progress_->home);
  for (WorkerLease& worker : workers_) empty(worker.queue());
  std::lock_guard lock(mutex());
  progress_->counts.remove(removed);
}

// An interruption counts as an item of its own, so that the run's end is reported once, by the last one.
void DeviceRun::interrupt(std::exception_ptr error) noexcept {
  Ref<RunProgress> progress = progress_;
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
void DeviceRun::put_gradient(Stream* from, Node& node, uint32_t slot, Tensor grad) {
  if (!grad) return;
  Device device = grad.device();
  Stream *producer = nullptr, *consumer = nullptr;
  if (!device.is_cpu()) {
    producer = &streams_.on(from, device);
    consumer = &streams_.on(streams_.of(node), device);
  }
  for (bool summed = false;; summed = true) {
    std::unique_lock lock(mutex());
    if (summed && producer) streams_.touched(producer);
    TensorImpl*& held = plan_.arrived(node, slot);
    if (!held) {
      if (producer) streams_.store(node, slot, grad, *producer, *consumer);
      held = grad.detach_handle();
      return;
    }
    Tensor stored = Tensor::take(std::exchange(held, nullptr));
    std::optional<StreamScope> scope;
    if (producer) {
      producer = &streams_.meet(node, slot, stored, grad, *producer, *consumer);
      scope.emplace(*producer);
    }
    lock.unlock();
    OperatorDevice there(device);
    grad = sum_of(std::move(stored), grad);
  }
}

DeviceRun::OnStreamOf::OnStreamOf(DeviceRun& run, Node& consumer, Device device) : run_(run) {
  TaskStreams& streams = run.streams_;
  std::lock_guard lock(run.mutex());
  stream_ = &streams.on(streams.of(consumer), device);
  streams.use(*stream_);
  scope_.emplace(*stream_);
}

DeviceRun::OnStreamOf::~OnStreamOf() {
  std::lock_guard lock(run_.mutex());
  run_.streams_.touched(stream_);
}

// ---- the end ----

void DeviceRun::join() {
  streams_.join();
  for (const Tensor& result : run_.results())
    if (result && !result.device().is_cpu()) mark_used(result, streams_.caller(result.device()));
}

void DeviceRun::join_after_error() noexcept { streams_.join_after_error(); }

}  // namespace vjp
