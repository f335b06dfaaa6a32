#include "engine/run.h"

#include <typeinfo>

#include "base/error.h"
#include "base/profile.h"
#include "device/default_device.h"
#include "engine/anomaly.h"
#include "engine/compiled.h"
#include "engine/custom_node.h"
#include "engine/device_run.h"
#include "engine/loop.h"
#include "engine/node_lock.h"
#include "engine/task.h"
#include "engine/tensor_buffer.h"
#include "engine/thread_callbacks.h"
#include "graph/extra.h"
#include "graph/modes.h"

namespace vjp {

Run::Run(Task& task, Plan& plan, Settings settings)
    : task_(task), plan_(plan), settings_(settings), results_(plan.num_inputs()) {}

Run::~Run() = default;

// ---- all of them ----

// What is ready, in the order of the heap.
class Run::Here {
 public:
  explicit Here(Run& run) : run_(run) {}
  Node* next() {
    if (run_.ready_.empty()) return nullptr;
    Node* node = run_.ready_.pop();
    poll_between_nodes();
    return node;
  }
  void run(Node& node) {
    run_.execute(node);
    executing_node.written() = nullptr;  // the task is in the context
  }

 private:
  Run& run_;
};

void Run::all() {
  if (const CompileOptions* how = compile_options(task_.call())) [[unlikely]]
    if (run_compiled(task_.call(), *this, plan_, *how)) return;
  plan_.discover();
  all_discovered();
}

void Run::all_discovered() {
  // Inside a task that has one it ends when that task fails on another thread.
  if (plan_.reaches_devices() || settings_.around_it) [[unlikely]] {
    devices_ = std::make_unique<DeviceRun>(task_, *this, plan_, settings_.around_it);
    devices_->begin();
    seed();
    devices_->serve();
    devices_->join();
    return;
  }
  // Whatever the program's default is, derivatives of the CPU make their tensors there.
  OperatorDevice cpu{Device()};
  seed();
  run_all(Here(*this));
}

// Of tasks that free one graph on several threads each node succeeds in one (spec THREAD-3): in the one that frees it,
// which the lock of its saved values decides.
[[gnu::always_inline]] inline void Run::free_saved(Node& node, bool was_freed) {
  bool freed_here = node.release_saved();
  if (!freed_here && !was_freed && node.freed && !__libc_single_threaded) {
    fail(VJP_ERROR_STATE, "{}: it was freed by another backward meanwhile; pass retain_graph to share a graph",
         node.name());
  }
}

// As long as the order is known, nothing is counted and nothing is looked up.
class Run::InOrder {
 public:
  InOrder(Run& run, Shortcuts* shortcuts) : run_(run), shortcuts_(shortcuts) {
    if (shortcuts) next_stretch_ = shortcuts->first;
    const int64_t after = break_order_after.load(std::memory_order_relaxed);
    if (after >= 0 && after < static_cast<int64_t>(run.left_in_order_.size())) break_at_ = static_cast<size_t>(after);
  }
  Node* next() {
    if (run_.left_in_order_.empty()) return nullptr;
    if (place_ >= stretch_end_) {
      if (hook_changes.load(std::memory_order_relaxed) != hooks_ || place_ >= break_at_) [[unlikely]] {
        run_.leave_order();
        return nullptr;
      }
      if (place_ == next_stretch_) begin_stretch();
    }
    Node* node = run_.left_in_order_.front();
    run_.left_in_order_ = run_.left_in_order_.subspan(1);
    ++place_;
    poll_between_nodes();
    return node;
  }
  void run(Node& node) {
    if (place_ <= stretch_end_ && shortcuts_->give(place_ - 1, node)) {
      if (!run_.settings_.keep_graph) run_.free_saved(node, false);
      return;
    }
    run_.plan_.restricted() ? void(run_.execute(node)) : run_.execute_own(node);
    executing_node.written() = nullptr;
  }

 private:
  void begin_stretch() {
    stretch_end_ = place_ + shortcuts_->begin(run_.left_in_order_);
    next_stretch_ = shortcuts_->first;
  }

  Run& run_;
  Shortcuts* const shortcuts_;
  const uint32_t hooks_ = hook_changes.load(std::memory_order_relaxed);  // of the process
  // In the order; no shortcuts where they end at 0, and nothing breaks between two nodes of a stretch.
  size_t place_ = 0, stretch_end_ = 0, next_stretch_ = SIZE_MAX, break_at_ = SIZE_MAX;
};

bool Run::all_in_order(std::span<Node* const> order, Shortcuts* shortcuts) {
  OperatorDevice cpu{Device()};
  in_order_ = true;
  left_in_order_ = order;
  seed();
  run_all(InOrder(*this, shortcuts));
  if (std::exchange(in_order_, false)) return true;
  run_all(Here(*this));
  return false;
}

void Run::leave_order() {
  if (!std::exchange(in_order_, false)) return;
  plan_.count_anew(left_in_order_);
  for (Node* node : left_in_order_)
    if (plan_.pending(*node) == 0) ready_.push(node);
  left_in_order_ = {};
}

// Gradients of nodes that the restriction keeps from running are never stored: nothing of them is left in the graph.
void Run::seed() {
  for (Root& root : plan_.roots()) {
    Node& node = *root.edge.node;
    bool last = !in_order_ && --plan_.pending(node) == 0;
    if (!plan_.executes(node)) continue;
    if (devices_) [[unlikely]] {
      devices_->put_gradient(nullptr, node, root.edge.slot, std::move(root.gradient));
    } else {
      put_gradient(node, root.edge.slot, std::move(root.gradient));
    }
    if (last) ready_.push(&node);
  }
}

void Run::clean_up_after_error() noexcept {
  if (devices_) devices_->join_after_error();
  ready_.clear();
  plan_.forget();
}

// ---- one of them ----

bool Run::execute(Node& node) {
  TensorBuffer grads_room(node.num_slots), results_room(node.num_edges);
  std::span<Tensor> grads = grads_room.all(), results = results_room.all();
  if (devices_) [[unlikely]] {
    devices_->collect_gradients(node, grads);
    bool flows = run_node(node, grads, results);
    devices_->hand_on(node, results, flows);
    return flows;
  }
  plan_.collect_gradients(node, grads);
  executing_node.written() = &node;
  bool flows = run_node(node, grads, results);
  if (flows) in_order_ ? deliver_in_order(node, results) : deliver(node, results);
  return flows;
}

// In order, and of a task that is not restricted, which then has the scratch of every node: no question is left.
void Run::execute_own(Node& node) {
  if (left_in_order_.size() > 1) __builtin_prefetch(left_in_order_[1]);
  TensorBuffer grads_room(node.num_slots), results_room(node.num_edges);
  std::span<Tensor> grads = grads_room.all(), results = results_room.all();
  for (uint32_t i = 0; i < node.num_slots; ++i) grads[i] = Tensor::take(std::exchange(node.slots()[i].grad, nullptr));
  executing_node.written() = &node;
  run_node(node, grads, results);
  for (size_t i = 0; i < results.size(); ++i) {
    const Edge& edge = node.edges()[i];
    if (!edge || !results[i]) continue;
    TensorImpl*& held = edge.node->slots()[edge.slot].grad;
    held = !held ? results[i].detach_handle()
                 : sum_of(Tensor::take(std::exchange(held, nullptr)), results[i]).detach_handle();
  }
}

// Steps 2 to 10 of spec TASK-6, with what runs the derivative. False if the node is only captured: nothing flows on.
template <class Apply>
[[gnu::always_inline]] inline bool Run::run_steps(Node& node, std::span<Tensor> grads, std::span<Tensor> results,
                                                  Apply&& apply) {
  NodeLock lock(node);
  NodeExtra* extra = node.extra_if_any();
  if (extra || (node.num_edges == 0 && node.accumulated_leaf())) run_tensor_hooks(node, grads);
  if (extra) retain_gradients(*extra, grads);
  if (plan_.restricted()) {
    if (plan_.captured(node)) capture(node, grads);
    if (!plan_.wanted(node)) return false;
  }
  run_pre_hooks(node, grads);
  if (is_sparse_in_play() && !node.takes_sparse()) [[unlikely]]
    densify(grads);
  bool was_freed = node.freed;
  apply();
  validate(node, results);
  run_post_hooks(node, results, grads);
  if (!settings_.keep_graph) free_saved(node, was_freed);
  if (anomaly_mode.load(std::memory_order_relaxed) && anomaly_check_nan.load(std::memory_order_relaxed)) [[unlikely]]
    check_for_nan(node, results);
  return true;
}

bool Run::run_node(Node& node, std::span<Tensor> grads, std::span<Tensor> results) {
  if (being_watched()) [[unlikely]]
    return run_watched(node, grads, results);
  return run_steps(node, grads, results, [&] { node.apply(grads, results); });
}

// With the tracer of the task and the profiler of the thread, if there are any (spec PROF-2).
[[gnu::cold, gnu::noinline]] bool Run::run_watched(Node& node, std::span<Tensor> grads, std::span<Tensor> results) {
  EventBuffer* events = profiling();
  const char* name = events ? events->kept(node.name()) : nullptr;
  const auto sequence = static_cast<int64_t>(node.sequence);
  const bool custom = typeid(node) == typeid(FunctionNode);
  EventScope evaluates(events, EventKind::Node, name, sequence, node.thread);
  if (custom && evaluates.record()) evaluates.record()->flags |= EventRecord::kCustom;
  return run_steps(node, grads, results, [&] {
    if (settings_.tracer) settings_.tracer->call(node, grads, static_cast<int64_t>(task_.id()));
    EventScope derivative(profiling() == events ? events : nullptr, EventKind::Derivative, name, sequence, node.thread);
    if (custom && derivative.record()) derivative.record()->flags |= EventRecord::kCustom;
    node.apply(grads, results);
  });
}

// Of a task that is restricted: nothing is counted.
void Run::deliver_in_order(Node& node, std::span<Tensor> results) {
  for (size_t i = 0; i < results.size(); ++i) {
    const Edge& edge = node.edges()[i];
    if (edge && plan_.executes(*edge.node)) put_gradient(*edge.node, edge.slot, std::move(results[i]));
  }
}

void Run::deliver(Node& node, std::span<Tensor> results) {
  for (size_t i = 0; i < results.size(); ++i) {
    const Edge& edge = node.edges()[i];
    if (!edge) continue;
    int32_t left = --plan_.pending(*edge.node);
    if (!plan_.executes(*edge.node)) continue;
    put_gradient(*edge.node, edge.slot, std::move(results[i]));
    if (left == 0) ready_.push(edge.node.get());
  }
}

}  // namespace vjp
