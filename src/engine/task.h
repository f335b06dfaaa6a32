// Task: one run of the engine over a graph.
//
// Note: the scratch of nodes. A task counts dependencies and collects gradients in fields of the nodes themselves,
// which it claims by writing its id (and one) into Node::owner. A node that another running task has claimed keeps its
// state in this task's side table instead, so any number of tasks may walk one graph. Owners whose task has ended are
// stale and may be overwritten.
#pragma once

#include <exception>
#include <memory>
#include <unordered_map>

#include "engine/grad_call.h"
#include "engine/trace.h"

namespace vjp {

struct Root {
  Edge edge;
  Tensor gradient;
};

class Task {
 public:
  struct Settings {
    bool keep_graph;
    bool last;  // of its call: a batched one makes several tasks, and the call's final callbacks run once
  };
  Task(GradCall& call, std::vector<Root> roots, std::vector<Edge> inputs, Settings settings);
  ~Task();
  std::vector<Tensor> run();

  GradCall& call() const { return call_; }
  uint64_t id() const { return owner_ - 1; }
  bool keeps_graph() const { return settings_.keep_graph; }
  bool unrestricted() const { return !restricted_ && (!outer_ || outer_->unrestricted()); }
  bool inside_node() const { return inside_node_; }
  Fate fate_of(Node& node);
  std::vector<Ref<Node>> execution_order();
  void queue_final_callback(vjp_final_callback_fn fn, void* context, void (*drop)(void*)) {
    queued_callbacks_.reserve(queued_callbacks_.size() + 1);
    queued_callbacks_.emplace_back(fn, context, drop);
  }

 private:
  // State of a node whose scratch belongs to another task.
  struct SideState {
    int32_t pending = 0;
    bool wanted = true, captured = false;
    std::vector<Tensor> grads;
  };
  struct Capture {
    Node* node;
    uint32_t slot;
    size_t result;
  };

  bool claim(Node& node);
  bool visited(Node& node) const {
    return node.owner.load(std::memory_order_relaxed) == owner_ || side_.count(&node) > 0;
  }
  SideState* side(Node& node) { return node.owner.load(std::memory_order_relaxed) == owner_ ? nullptr : &side_[&node]; }
  int32_t& pending(Node& node) {
    SideState* s = side(node);
    return s ? s->pending : node.pending;
  }
  bool executes(Node& node);  // wanted or captured
  bool captured_only(Node& node);

  void discover();
  void restrict_to_inputs();
  void push_ready(Node* node);
  void add_gradient(Node& node, uint32_t slot, Tensor grad);
  void collect_gradients(Node& node, std::span<Tensor> grads);
  void execute_all(Ref<Node>& current);
  void execute(Node& node);
  bool run_node(Node& node, std::span<Tensor> grads, std::span<Tensor> results);
  void run_tensor_hooks(Node& node, std::span<Tensor> grads);
  void retain_gradients(NodeExtra& extra, std::span<Tensor> grads);
  void capture(Node& node, std::span<Tensor> grads);
  void run_pre_hooks(Node& node, std::span<Tensor> grads);
  void run_post_hooks(Node& node, std::span<Tensor> results, std::span<Tensor> grads);
  // `by`: the post-hook that gave them; null: the node itself.
  void validate(Node& node, std::span<Tensor> results, const Hook* by = nullptr);
  void free_saved(Node& node, bool was_freed);
  void deliver(Node& node, std::span<Tensor> results);
  void run_final_callbacks();
  void clean_up_after_error();

  GradCall& call_;
  std::vector<Root> roots_;
  std::vector<Edge> inputs_;
  std::vector<Capture> captures_;
  std::vector<Tensor> results_;
  std::vector<Ref<Node>> ready_;  // a heap: larger sequence numbers first
  std::vector<Node*> visited_;    // of a restricted task, producers before consumers
  std::unordered_map<Node*, SideState> side_;
  std::vector<FinalCallback> queued_callbacks_;
  uint64_t owner_;  // what the task writes into its nodes: its id and one
  Settings settings_;
  bool restricted_;
  bool inside_node_;  // it was started in a node of another task
  Restriction outer_restriction_;
  Node* outer_node_;
  Task* outer_;
  Ref<Tracer> tracer_;
};

// The innermost task of this thread.
extern constinit thread_local Task* current_task;

// Numbers of running tasks (task_discover.cc): a node's owner that is not among them is stale.
uint64_t start_task();
void finish_task(uint64_t owner);

}  // namespace vjp
