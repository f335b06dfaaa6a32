// ReadyNodes: the nodes of a run whose gradients have all arrived: larger sequence numbers first, and of equal ones the
// one that came first (spec TASK-5). With nodes of devices it is the run's mutex that guards it. The plan's roots keep
// the nodes: edges do not change.
//
// Note: nodes mostly become ready in the order in which they were recorded, and the last of them runs next: the node
// before this one in a chain, the arguments of a stack, a leaf's accumulator, whose number is the largest. So what is
// larger than all before it goes on a stack. Only the others are put in a heap. Numbers are kept beside the nodes,
// which lie anywhere in memory.
#pragma once

#include <algorithm>

#include "base/inline_vector.h"
#include "graph/node.h"

namespace vjp {

class ReadyNodes {
 public:
  void push(Node* node) {
    Entry entry{node->sequence, pushed_++, node};
    if (rising_.empty() || entry.sequence > rising_.back().sequence) {
      rising_.push_back(entry);
    } else {
      others_.push_back(entry);
      std::push_heap(others_.begin(), others_.end(), runs_later);
    }
  }
  Node* pop() {
    if (others_.empty() || (!rising_.empty() && runs_later(others_[0], rising_.back()))) [[likely]] {
      Node* node = rising_.back().node;
      rising_.pop_back();
      return node;
    }
    std::pop_heap(others_.begin(), others_.end(), runs_later);
    Node* node = others_.back().node;
    others_.pop_back();
    return node;
  }
  size_t size() const { return rising_.size() + others_.size(); }
  bool empty() const { return rising_.empty() && others_.empty(); }
  void clear() { *this = {}; }
  void swap(ReadyNodes& other) noexcept { std::swap(*this, other); }

 private:
  struct Entry {
    uint64_t sequence, order;
    Node* node;
  };
  static bool runs_later(const Entry& a, const Entry& b) {
    return a.sequence != b.sequence ? a.sequence < b.sequence : a.order > b.order;
  }

  InlineVector<Entry, 8> rising_;  // each later than the one before
  InlineVector<Entry, 4> others_;  // a heap
  uint64_t pushed_ = 0;
};

}  // namespace vjp
