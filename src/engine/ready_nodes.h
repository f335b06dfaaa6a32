// ReadyNodes: the nodes of a run whose gradients have all arrived, as a heap: larger sequence numbers first. With nodes
// of devices it is the run's mutex that guards it. The plan's roots keep the nodes: edges do not change.
#pragma once

#include <algorithm>
#include <vector>

#include "graph/node.h"

namespace vjp {

class ReadyNodes {
 public:
  void push(Node* node) {
    nodes_.push_back(node);
    if (nodes_.size() > 1) std::push_heap(nodes_.begin(), nodes_.end(), runs_later);
  }
  Node* pop() {
    if (nodes_.size() > 1) std::pop_heap(nodes_.begin(), nodes_.end(), runs_later);
    Node* node = nodes_.back();
    nodes_.pop_back();
    return node;
  }
  size_t size() const { return nodes_.size(); }
  bool empty() const { return nodes_.empty(); }
  void clear() { nodes_.clear(); }
  void swap(ReadyNodes& other) { nodes_.swap(other.nodes_); }
  std::span<Node* const> all() const { return nodes_; }  // in no order

 private:
  static bool runs_later(const Node* a, const Node* b) { return a->sequence < b->sequence; }

  std::vector<Node*> nodes_;
};

}  // namespace vjp
