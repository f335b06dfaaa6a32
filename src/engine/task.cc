#include "engine/task.h"

#include <algorithm>
#include <limits>
#include <mutex>

#include "base/forced_unwind.h"
#include "base/last_error.h"
#include "engine/anomaly.h"
#include "engine/node_lock.h"
#include "engine/thread_callbacks.h"
#include "graph/extra.h"
#include "graph/modes.h"
#include "ops/functions.h"
#include "ops/internal.h"

namespace vjp {

VJP_THREAD_SLOT(Task*, current_task, kTravelsInCall) = nullptr;

namespace {

bool runs_later(const Ref<Node>& a, const Ref<Node>& b) { return a->sequence < b->sequence; }

// Tells where it happened, outside-in: "... (in node MulBackward > SinBackward)".
void name_node(Error& error) {
  constexpr std::string_view kMark = " (in node ";
  constexpr size_t kLong = 1000;  // of thousands of levels the inner ones suffice
  std::string& text = error.message();
  if (!executing_node || text.size() > kLong) return;
  std::string_view name = executing_node.get()->name();
  size_t at = text.rfind(kMark);
  if (at != std::string::npos && text.ends_with(")")) {
    text.insert(at + kMark.size(), format("{} > ", name));
  } else if (!text.starts_with(name)) {
    text += format("{}{})", kMark, name);
  }
}

}  // namespace

void tell_of_failure() noexcept {
  if (executing_node && anomaly_mode.load(std::memory_order_relaxed)) warn_of_failure(*executing_node.get());
  try {
    throw;
  } catch (Error& error) {
    try {
      name_node(error);
    } catch (const std::bad_alloc&) {  // then the error comes without the name
    }
  }
  VJP_CATCH_ALL_HERE {}
}

Task::Task(GradCall& call, std::vector<Root> roots, std::vector<Edge> inputs, Settings settings)
    : call_(call),
      roots_(std::move(roots)),
      inputs_(std::move(inputs)),
      owner_(start_task()),
      settings_(settings),
      restricted_(!inputs_.empty()),
      inside_node_(in_backward()),
      outer_restriction_(restriction),
      outer_node_(executing_node),
      outer_(current_task),
      tracer_(Ref<Tracer>::share(current_tracer ? current_tracer.get()
                                 : outer_       ? outer_->tracer_.get()
                                                : nullptr)) {
  current_task = this;
  executing_node = nullptr;
  restriction = {restricted_ ? owner_ : 0, this, [](void* task, Node& node) {
                   auto& self = *static_cast<Task*>(task);
                   return self.side_.count(&node) > 0 && self.executes(node);
                 }};
}

Task::~Task() {
  current_task = outer_;
  executing_node = outer_node_;
  restriction = outer_restriction_;
  finish_task(owner_);
}

void Task::push_ready(Node* node) {
  ready_.push_back(Ref<Node>::share(node));
  if (ready_.size() > 1) std::push_heap(ready_.begin(), ready_.end(), runs_later);
}

inline Ref<Node> Task::pop_ready() {
  if (ready_.size() > 1) std::pop_heap(ready_.begin(), ready_.end(), runs_later);
  Ref<Node> node = std::move(ready_.back());
  ready_.pop_back();
  return node;
}

// Those that may run now, beside `in_flight` others; under the mutex.
std::vector<Ref<Node>> Task::take_ready(size_t in_flight, bool one_at_a_time) {
  std::vector<Ref<Node>> taken;
  if (ready_.empty() || (one_at_a_time && in_flight > 0)) return taken;
  taken.reserve(one_at_a_time ? 1 : ready_.size());
  while (!ready_.empty() && (!one_at_a_time || in_flight == 0)) {
    taken.push_back(pop_ready());
    ++in_flight;
  }
  return taken;
}

std::vector<Tensor> Task::run() {
  results_.resize(inputs_.size());
  Ref<Node> current;  // keeps the node that an error names
  try {
    execute_all(current);
    if (devices_) end_device_run();
    run_final_callbacks();
  } catch (abi::__forced_unwind&) {
    clean_up_after_error();
    throw;
  }
  VJP_CATCH_ALL_HERE {
    tell_of_failure();
    clean_up_after_error();
    throw;
  }
  // Gradients of nodes that the restriction kept from running were never stored; nothing is left in the graph.
  return std::move(results_);
}

void Task::execute_all(Ref<Node>& current) {
  discover();
  if (devices_) [[unlikely]] {
    run_with_devices();
    return;
  }
  // Whatever the program's default is, derivatives of the CPU make their tensors there.
  OperatorDevice cpu{Device()};
  for (Root& root : roots_) {
    Node& node = *root.edge.node;
    bool last = --pending(node) == 0;
    if (!executes(node)) continue;
    add_gradient(node, root.edge.slot, std::move(root.gradient));
    if (last) push_ready(&node);
  }
  while (!ready_.empty()) {
    current = pop_ready();
    poll_between_nodes();
    execute(*current);
  }
}

void Task::execute(Node& node) {
  constexpr size_t kInline = 4;
  Tensor inline_grads[kInline], inline_results[kInline];
  std::vector<Tensor> more_grads, more_results;
  if (node.num_slots > kInline) more_grads.resize(node.num_slots);
  if (node.num_edges > kInline) more_results.resize(node.num_edges);
  std::span<Tensor> grads{node.num_slots > kInline ? more_grads.data() : inline_grads, node.num_slots};
  std::span<Tensor> results{node.num_edges > kInline ? more_results.data() : inline_results, node.num_edges};

  collect_gradients(node, grads);
  executing_node.written() = &node;  // the task is in the context
  if (run_node(node, grads, results)) deliver(node, results);
  executing_node.written() = nullptr;
}

// Steps 2 to 10 of spec TASK-6. False if the node is only captured: nothing flows on.
bool Task::run_node(Node& node, std::span<Tensor> grads, std::span<Tensor> results) {
  NodeLock lock(node);
  NodeExtra* extra = node.extra_if_any();
  if (extra || node.accumulated_leaf()) run_tensor_hooks(node, grads);
  if (extra) retain_gradients(*extra, grads);
  if (restricted_) {
    SideState* s = side(node);
    if (s ? s->captured : node.captured) capture(node, grads);
    if (!(s ? s->wanted : node.wanted)) return false;
  }
  run_pre_hooks(node, grads);
  if (tracer_) [[unlikely]]
    tracer_->call(node, grads, static_cast<int64_t>(id()));
  bool was_freed = node.freed;
  node.apply(grads, results);
  validate(node, results);
  run_post_hooks(node, results, grads);
  if (!settings_.keep_graph) free_saved(node, was_freed);
  if (anomaly_mode.load(std::memory_order_relaxed) && anomaly_check_nan.load(std::memory_order_relaxed)) [[unlikely]]
    check_for_nan(node, results);
  return true;
}

// Of tasks that free one graph on several threads each node succeeds in one (spec THREAD-3): in the one that is first
// to free it.
void Task::free_saved(Node& node, bool was_freed) {
  bool first = __libc_single_threaded || !node.freeing.exchange(true, std::memory_order_acq_rel);
  node.release_saved();
  if (!first && !was_freed && node.freed) {
    fail(VJP_ERROR_STATE, "{}: it was freed by another backward meanwhile; pass retain_graph to share a graph",
         node.name());
  }
}

void Task::queue_final_callback(vjp_final_callback_fn fn, void* context, void (*drop)(void*)) {
  static std::mutex mutex;  // of all tasks: rarely used, and never held for long
  std::lock_guard lock(mutex);
  queued_callbacks_.reserve(queued_callbacks_.size() + 1);
  queued_callbacks_.emplace_back(fn, context, drop);
}

void Task::run_final_callbacks() {
  if (settings_.last) {
    for (const FinalCallback& callback : call_.final_callbacks()) callback.call();
  }
  // Callbacks may queue more.
  for (size_t i = 0; i < queued_callbacks_.size(); ++i) {
    FinalCallback callback = std::move(queued_callbacks_[i]);
    callback.call();
  }
}

// Gradients that wait in nodes which will not run any more. The way to a node of this task's may lead through
// another's. There may be no memory: the nodes to be looked at are linked by the place of a gradient that is gone, and
// the counter, which nobody asks any more, says who was seen.
void Task::clean_up_after_error() noexcept {
  constexpr int32_t kSeen = std::numeric_limits<int32_t>::min();
  executing_node = nullptr;
  if (devices_) devices_after_error();
  ready_.clear();
  Node* next = nullptr;
  auto visit = [&](Node* node) {
    auto found = side_.find(node);
    bool own = node->owner.load(std::memory_order_relaxed) == owner_;
    if (!own && found == side_.end()) return;
    int32_t& count = own ? node->pending : found->second.pending;
    if (std::exchange(count, kSeen) == kSeen) return;
    if (own)
      for (SlotMeta& slot : node->slots()) Tensor::take(std::exchange(slot.grad, nullptr));
    Node*& link = own ? reinterpret_cast<Node*&>(node->slots()[0].grad) : found->second.next;
    link = std::exchange(next, node);
  };
  for (const Root& root : roots_) visit(root.edge.node.get());
  while (next) {
    Node* node = next;
    bool own = node->owner.load(std::memory_order_relaxed) == owner_;
    next = own ? reinterpret_cast<Node*>(std::exchange(node->slots()[0].grad, nullptr)) : side_.find(node)->second.next;
    for (const Edge& edge : node->edges())
      if (edge) visit(edge.node.get());
  }
  side_.clear();
}

}  // namespace vjp
