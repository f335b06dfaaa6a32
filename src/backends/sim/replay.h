// Graphs: the plan that a capture leaves behind, and one execution of it.
#pragma once

#include <memory>
#include <vector>

#include "backends/sim/command.h"
#include "backends/sim/options.h"

namespace vjp::sim {

// What was captured: work and what it must come after. Never changes once its capture is over.
struct Plan {
  struct Node {
    Work work;
    StreamName stream;                // on which it was captured
    std::vector<uint32_t> after;      // nodes that come first, all with smaller numbers
    std::vector<uint32_t> followers;  // nodes that wait for this one
  };
  std::vector<Node> nodes;
  uint64_t capture = 0;  // its id

  uint32_t add(Work work, StreamName stream, std::vector<uint32_t> after);
  size_t count() const;  // nodes that the program asked for: without poison
};

// One pass over a plan, a node at a time, in any order that its dependencies allow.
class Replay {
 public:
  Replay(std::shared_ptr<const Plan> plan, uint64_t begin);

  const Plan& plan() const { return *plan_; }
  bool done() const { return ready_.empty(); }
  const std::vector<uint32_t>& ready() const { return ready_; }  // ascending
  uint64_t begin_of(uint32_t node) const;                        // virtual
  void finish(uint32_t node, uint64_t end);
  uint64_t end() const { return end_; }

 private:
  std::shared_ptr<const Plan> plan_;
  std::vector<uint32_t> ready_, left_;  // left_: how many come first that have not run
  std::vector<uint64_t> ends_;
  uint64_t begin_, end_;
};

}  // namespace vjp::sim
