// Task: one run of the engine over a graph.
//
// Note: the scratch of nodes. A task counts dependencies and collects gradients in fields of the nodes themselves,
// which it claims by writing its id into Node::owner. A node that another running task has claimed keeps its state in
// this task's side table instead, so any number of tasks may walk one graph. Ids of finished tasks are stale and may be
// overwritten.
#pragma once

#include <exception>
#include <memory>
#include <unordered_map>

#include "engine/grad_call.h"

namespace vjp {

struct Root {
  Edge edge;
  Tensor gradient;
};

class Task {
 public:
  Task(GradCall& call, std::vector<Root> roots, std::vector<Edge> inputs);
  ~Task();
  std::vector<Tensor> run();

  GradCall& call() const { return call_; }
  uint32_t id() const { return id_; }
  Node* current() const { return current_; }
  bool unrestricted() const { return !restricted_ && (!outer_ || outer_->unrestricted()); }

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
  SideState* side(Node& node) { return node.owner.load(std::memory_order_relaxed) == id_ ? nullptr : &side_[&node]; }
  int32_t& pending(Node& node) {
    SideState* s = side(node);
    return s ? s->pending : node.pending;
  }
  bool executes(Node& node);  // wanted or captured

  void discover();
  void restrict_to_inputs();
  void push_ready(Node* node);
  void add_gradient(Node& node, uint32_t slot, Tensor grad);
  void collect_gradients(Node& node, std::span<Tensor> grads);
  void execute(Node& node);
  void run_tensor_hooks(Node& node, std::span<Tensor> grads);
  void retain_gradients(NodeExtra& extra, std::span<Tensor> grads);
  void capture(Node& node, std::span<Tensor> grads);
  void run_pre_hooks(Node& node, std::span<Tensor> grads);
  void run_post_hooks(Node& node, std::span<Tensor> results, std::span<Tensor> grads);
  // `by`: the post-hook that gave them; null: the node itself.
  void validate(Node& node, std::span<Tensor> results, const Hook* by = nullptr);
  void deliver(Node& node, std::span<Tensor> results);
  void clean_up_after_error();
  void leave_node() {
    current_ = nullptr;
    executing_node = outer_node_;
  }

  GradCall& call_;
  std::vector<Root> roots_;
  std::vector<Edge> inputs_;
  std::vector<Capture> captures_;
  std::vector<Tensor> results_;
  std::vector<Ref<Node>> ready_;  // a heap: larger sequence numbers first
  std::vector<Node*> visited_;    // of a restricted task, producers before consumers
  std::unordered_map<Node*, SideState> side_;
  uint32_t id_;
  bool restricted_;
  Restriction outer_restriction_;
  Task* outer_;
  int depth_;  // of nesting: 0 for a call from outside
  Node* current_ = nullptr;
  Node* outer_node_;  // in whose execution this task runs
};

// Ids of running tasks (task_discover.cc): a node's owner that is not among them is stale.
uint32_t start_task_id();
void finish_task_id(uint32_t id);

}  // namespace vjp
