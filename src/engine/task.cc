#include "engine/task.h"

#include <algorithm>
#include <mutex>

#include "base/last_error.h"
#include "engine/anomaly.h"
#include "graph/extra.h"
#include "graph/modes.h"
#include "ops/functions.h"
#include "ops/internal.h"
#include "ops/op_node.h"

namespace vjp {
namespace {

constinit thread_local Task* current_task = nullptr;

// Each level takes some kilobytes of the caller's stack.
constexpr int kMaxDepth = 1000;

// One of a few, by address.
std::recursive_mutex& node_mutex(const Node& node) {
  static std::recursive_mutex stripes[256];
  return stripes[(reinterpret_cast<uintptr_t>(&node) >> 6) % 256];
}

bool runs_later(const Ref<Node>& a, const Ref<Node>& b) { return a->sequence < b->sequence; }

}  // namespace

GradCall* current_grad_call() { return current_task ? &current_task->call() : nullptr; }
int64_t current_grad_call_id() { return current_task ? static_cast<int64_t>(current_task->id()) : -1; }
Node* current_node() { return current_task ? current_task->current() : nullptr; }
bool current_call_unrestricted() { return !current_task || current_task->unrestricted(); }

Task::Task(GradCall& call, std::vector<Root> roots, std::vector<Edge> inputs)
    : call_(call),
      roots_(std::move(roots)),
      inputs_(std::move(inputs)),
      id_(start_task_id()),
      restricted_(!inputs_.empty()),
      outer_restriction_(restriction),
      outer_(current_task),
      depth_(current_task ? current_task->depth_ + 1 : 0),
      outer_node_(executing_node) {
  if (depth_ > kMaxDepth) {
    finish_task_id(id_);
    fail(VJP_ERROR_STATE, "grad calls are nested more than {} deep on one thread", kMaxDepth);
  }
  current_task = this;
  restriction = {restricted_ ? id_ : 0, this, [](void* task, Node& node) {
                   auto& self = *static_cast<Task*>(task);
                   return self.side_.count(&node) > 0 && self.executes(node);
                 }};
}

Task::~Task() {
  current_task = outer_;
  restriction = outer_restriction_;
  finish_task_id(id_);
}

void Task::push_ready(Node* node) {
  ready_.push_back(Ref<Node>::share(node));
  if (ready_.size() > 1) std::push_heap(ready_.begin(), ready_.end(), runs_later);
}

std::vector<Tensor> Task::run() {
  results_.resize(inputs_.size());
  Ref<Node> failing;  // keeps the node that an error names
  try {
    discover();
    for (Root& root : roots_) {
      add_gradient(*root.edge.node, root.edge.slot, std::move(root.gradient));
      if (--pending(*root.edge.node) == 0 && executes(*root.edge.node)) push_ready(root.edge.node.get());
    }
    while (!ready_.empty()) {
      if (ready_.size() > 1) std::pop_heap(ready_.begin(), ready_.end(), runs_later);
      Ref<Node> node = std::move(ready_.back());
      ready_.pop_back();
      failing = std::move(node);
      execute(*failing);
    }
  } catch (CallbackError& error) {
    if (current_ && anomaly_mode.load(std::memory_order_relaxed)) warn_of_failure(*current_);
    if (current_) error.message() += format(" (in {})", current_->name());
    clean_up_after_error();
    throw;
  } catch (...) {
    if (current_ && anomaly_mode.load(std::memory_order_relaxed)) warn_of_failure(*current_);
    clean_up_after_error();
    throw;
  }
  // Gradients of nodes that the restriction kept from running were never stored; nothing is left in the graph.
  return std::move(results_);
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
  executing_node = current_ = &node;
  NodeExtra* extra = node.extra_if_any();
  if (extra || node.accumulated_leaf()) run_tensor_hooks(node, grads);
  if (extra) retain_gradients(*extra, grads);
  SideState* s = restricted_ ? side(node) : nullptr;
  if (restricted_ && (s ? s->captured : node.captured)) capture(node, grads);
  if (restricted_ && !(s ? s->wanted : node.wanted)) {
    leave_node();
    return;
  }
  run_pre_hooks(node, grads);
  // Spec THREAD-3: of two tasks that both free the graph, each node succeeds in one. Held only where no code of the
  // user runs.
  std::unique_lock<std::recursive_mutex> alone;
  bool shared = !__libc_single_threaded && !call_.options.retain_graph && !extra;
  if (shared && dynamic_cast<OpNode*>(&node)) alone = std::unique_lock(node_mutex(node));
  node.apply(grads, results);
  validate(node, results);
  run_post_hooks(node, results, grads);
  if (!call_.options.retain_graph) node.release_saved();
  if (alone) alone.unlock();
  if (anomaly_mode.load(std::memory_order_relaxed) && anomaly_check_nan.load(std::memory_order_relaxed)) [[unlikely]]
    check_for_nan(node, results);
  leave_node();
  deliver(node, results);
}

// Gradients that wait in nodes which will not run any more.
void Task::clean_up_after_error() {
  leave_node();
  ready_.clear();
  std::vector<Node*> stack;
  std::unordered_map<Node*, bool> seen;
  auto visit = [&](Node* node) {
    if (node->owner.load(std::memory_order_relaxed) == id_ && seen.try_emplace(node, true).second)
      stack.push_back(node);
  };
  for (const Root& root : roots_) visit(root.edge.node.get());
  while (!stack.empty()) {
    Node* node = stack.back();
    stack.pop_back();
    for (SlotMeta& slot : node->slots()) Tensor::take(std::exchange(slot.grad, nullptr));
    for (const Edge& edge : node->edges())
      if (edge) visit(edge.node.get());
  }
  side_.clear();
}

}  // namespace vjp
