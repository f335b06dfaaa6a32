// Walk: the nodes of a grad call in the order in which the engine would run them, each with the key of its site. Two
// ways lead through a graph. The quick one follows a program that was recorded: it says which node comes next, and the
// walk finds out whether the graph is the program's. The other one comes after the engine's own discovery of the plan,
// and plays the heap.
//
// Note: why the quick way needs neither counts nor a heap
// A node that the walk meets for the first time gets the next number, and keys name the targets of edges by number.
// So graphs whose keys are equal, site by site, are the same graph, and an order of one in which each site comes after
// all that lead to it is such an order of the other. The heap runs the ready node with the largest sequence number.
// Where numbers fall along an order of that kind, it is the heap's: what is ready beside the next site comes later in
// it, and is smaller. Accumulators, whose number is the largest, run when they are ready, in the order in which they
// became so, which follows from the edges. The quick way therefore asks that numbers fall, and a graph where they do
// not, for several threads have recorded it, is the engine's (spec CO-1, KY-5).
#pragma once

#include <unordered_map>
#include <vector>

#include "engine/plan.h"
#include "graph/collect.h"

namespace vjp::compile {

// Why the engine runs a call (spec FB-2, FB-3).
enum class Fallback : uint8_t {
  None,
  Small,
  NotYet,
  NoDescription,
  Freed,
  SharedGraph,
  Order,
  Devices,
  Anomaly,
  Batched,
  Forward,
  Intercepted,
  Sizes,
  Memory,
  Traced,
  Untraced,
  kCount
};

// What a call's walks need, kept for the next one.
struct Scratch {
  Collector collector;
  Row<Node*> nodes;  // by number
  Row<Node*> order;  // by site
};

class Walk {
 public:
  static constexpr uint32_t kAbsent = UINT32_MAX;
  struct Mark {
    Collector::Mark collected;
    size_t nodes;
    uint64_t sequence;
  };

  Walk(Plan& plan, Scratch& scratch) : plan_(plan), s_(scratch) { reset(); }
  // The other way: after discovery, which has found that a node is to be run.
  void follow_plan(bool on) { follow_plan_ = on; }
  void reset() noexcept;
  void leave_nodes() noexcept;  // of the quick way: the plan is as it was before

  // What decides besides the nodes, and the roots (spec KY-3). False: not compilable.
  bool begin(bool accumulate);
  // The node is the next site: its key is compared with the one that is expected, or written where none is. False: not
  // compilable.
  bool visit(Node& node, std::span<const uint64_t> expected = {});
  bool as_expected() const { return s_.collector.as_expected(); }
  void forget_sequence() { sequence_ = UINT64_MAX; }  // the same node is visited once more
  void go_on(Node& node) { s_.order.push(&node); }    // it was the right one
  bool complete() const { return s_.order.size() == s_.nodes.size(); }

  Mark mark() const { return {s_.collector.mark(), s_.nodes.size(), sequence_}; }
  void back_to(const Mark& mark) noexcept;

  uint32_t number_of(Node& node) {  // kAbsent: it does not run, or the walk has failed
    if (follow_plan_) return number_by_plan(node);
    if (plan_.has(node)) return static_cast<uint32_t>(node.pending);
    const auto next = static_cast<uint32_t>(s_.nodes.size());
    s_.nodes.push(&node);
    if (!plan_.enter(node, static_cast<int32_t>(next))) [[unlikely]] {
      s_.nodes.shrink(next);
      fail(Fallback::SharedGraph, &node);
      return kAbsent;
    }
    if (node.stream()) [[unlikely]]
      fail(Fallback::Devices, &node);
    return next;
  }
  Collector& collector() { return s_.collector; }
  std::span<const uint64_t> key() const { return s_.collector.key(); }
  Node& node(uint32_t number) const { return *s_.nodes[number]; }
  size_t num_nodes() const { return s_.nodes.size(); }
  std::span<Node* const> order() const { return s_.order.all(); }
  bool fail(Fallback why, Node* at = nullptr);
  Fallback failure() const { return failure_; }
  Node* failed_at() const { return failed_at_; }

 private:
  uint32_t number_by_plan(Node& node);
  void collect_hooks(Node& node, NodeExtra* extra);

  Plan& plan_;
  Scratch& s_;
  bool follow_plan_ = false;
  uint64_t sequence_ = UINT64_MAX;  // of the last site that is no accumulator
  std::unordered_map<Node*, uint32_t> numbers_;
  Fallback failure_ = Fallback::None;
  Node* failed_at_ = nullptr;
};

// The heap's order, played on copies of the counts of a plan that was discovered.
std::vector<Node*> order_of_heap(Plan& plan);

}  // namespace vjp::compile
