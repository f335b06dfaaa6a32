// Plan: which nodes a task reaches, which of them it runs, how many gradients each still waits for, and what has
// arrived there so far.
//
// Note: the scratch of nodes. A task counts dependencies and collects gradients in fields of the nodes themselves,
// which it claims by writing its owner number into Node::owner. A node that another running task has claimed keeps its
// state in this task's side table instead, so any number of tasks may walk one graph. Owners whose task has ended are
// stale and may be overwritten.
//
// Note: threads. `discover` and `forget` run on the thread of the task. What discovery has found out does not change
// any more; counts and gradients do, on the thread of the task or, where nodes of devices run on several threads, under
// the mutex of the DeviceRun.
#pragma once

#include <sys/single_threaded.h>

#include <span>
#include <unordered_map>
#include <vector>

#include "base/inline_vector.h"
#include "graph/node.h"

namespace vjp {

struct Root {
  Edge edge;
  Tensor gradient;
};
// Most calls have one root, and ask for few gradients.
using Roots = InlineVector<Root, 2>;
using Edges = InlineVector<Edge, 2>;

class Plan {
 public:
  struct Capture {
    Node* node;
    uint32_t slot;
    size_t result;
  };

  // No inputs: the task goes to every leaf. `accumulate`: inputs run to their end, and are no results.
  Plan(Roots&& roots, Edges&& inputs, bool accumulate);
  ~Plan();  // the number is free, and what it stands in is stale
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  void discover();
  // After an error: gradients that wait in nodes which will not run any more. There may be no memory.
  void forget() noexcept;

  // ---- for who finds the nodes by another way than discovery, in a task that is not restricted ----
  // Takes the node's scratch, in which `pending` is then that way's own. False: another running task has it.
  bool enter(Node& node, int32_t number) {
    uint64_t owner = node.owner.load(std::memory_order_acquire);
    if ((owner >= stale_below_ && is_taken(owner)) || !take(node.owner, owner)) [[unlikely]]
      return false;
    node.pending = number;
    node.wanted = true;
    node.captured = false;
    return true;
  }
  // Release: who takes it next writes the same fields.
  void leave(Node& node) noexcept { node.owner.store(0, std::memory_order_release); }
  bool has(const Node& node) const { return own(node); }
  bool has_all() const { return side_.empty(); }  // discovery has found no node that another running task holds
  // The counts of nodes none of which has run, in the order in which they will; and those among them that may run.
  void count_anew(std::span<Node* const> nodes);

  uint64_t owner() const { return owner_; }  // what it writes into its nodes: the task's id and one
  bool restricted() const { return restricted_; }
  std::span<Root> roots() { return {roots_.data(), roots_.size()}; }
  size_t num_inputs() const { return inputs_.size(); }

  // ---- what discovery has found out ----
  bool visited(Node& node) const { return own(node) || side_.count(&node) > 0; }
  bool executes(Node& node) {  // wanted or captured
    if (!restricted_) return true;
    SideState* s = side(node);
    return s ? s->wanted || s->captured : node.wanted || node.captured;
  }
  bool wanted(Node& node) {
    SideState* s = side(node);
    return s ? s->wanted : node.wanted;
  }
  bool captured(Node& node) {
    SideState* s = side(node);
    return s ? s->captured : node.captured;
  }
  bool captured_only(Node& node) { return restricted_ && captured(node) && !wanted(node); }
  // For Restriction: nodes whose scratch another task has claimed.
  bool wants_of_others(Node& node) { return side_.count(&node) > 0 && executes(node); }
  std::span<const Capture> captures_of(const Node& node) const;
  bool reaches_devices() const { return reaches_devices_; }
  std::span<Node* const> device_nodes() const { return device_nodes_; }  // that execute

  // ---- what changes while nodes run ----
  int32_t& pending(Node& node) {
    SideState* s = side(node);
    return s ? s->pending : node.pending;
  }
  // Where the gradient of a slot is put together.
  TensorImpl*& arrived(Node& node, uint32_t slot) {
    SideState* s = side(node);
    return s ? reinterpret_cast<TensorImpl*&>(s->grads[slot]) : node.slots()[slot].grad;
  }
  void collect_gradients(Node& node, std::span<Tensor> grads);

 private:
  // State of a node whose scratch belongs to another task.
  struct SideState {
    int32_t pending = 0;
    bool wanted = true, captured = false;
    std::vector<Tensor> grads;
    Node* next = nullptr;  // to be looked at after an error
  };

  bool own(const Node& node) const { return node.owner.load(std::memory_order_relaxed) == owner_; }
  SideState* side(Node& node) { return own(node) ? nullptr : &side_[&node]; }
  bool claim(Node& node);
  // False: another thread was faster.
  bool take(std::atomic<uint64_t>& place, uint64_t former) const {
    if (__libc_single_threaded) {
      place.store(owner_, std::memory_order_relaxed);
      return true;
    }
    return place.compare_exchange_strong(former, owner_, std::memory_order_acq_rel);
  }
  static bool is_taken(uint64_t owner);  // by a task that runs
  void restrict_to_inputs();
  [[gnu::cold]] void note_device_node(Node& node);

  Roots roots_;
  const Edges inputs_;
  const bool accumulate_, restricted_;
  const uint64_t owner_;
  const uint64_t stale_below_;  // owners below are of tasks that have ended
  bool reaches_devices_ = false;
  InlineVector<Capture, 2> captures_;  // in the order of their nodes' addresses
  InlineVector<Node*, 16> visited_;    // of a restricted task
  std::vector<Node*> device_nodes_;
  std::unordered_map<Node*, SideState> side_;
};

}  // namespace vjp
