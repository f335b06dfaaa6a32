// Stretch: pointwise operators that follow each other in a record and run as one kernel (spec OP-5).
//
// Note: nothing of the graph is fused. Each operator is recorded as ever, with what its rules keep, so nodes, hooks,
// saved values and derivatives are those of the operators one by one. What nobody keeps and nobody reads outside of the
// stretch is not stored: in its place stands a tensor of its shape without memory of its own, which nobody looks into.
#pragma once

#include <vector>

#include "kernel/fused.h"
#include "ops/handler.h"

namespace vjp::compile {

// What is known of a call when it has been made.
struct Fusable {
  bool can_be = false;
  bool recorded = false;  // it has a node
  bool keeps_result = false;
  uint32_t kept_args = 0;  // tensors that its node keeps, as bits
  Dtype dtype = Dtype::None;
  Dims sizes;

  Fusable() = default;
  explicit Fusable(const OpCall& call);
  bool goes_with(const Fusable& other) const { return can_be && dtype == other.dtype && same(sizes, other.sizes); }
};

struct Stretch {
  uint32_t first, count;  // steps of the record
  Dtype dtype;
  Dims sizes;
  FusedProgram program;
  std::vector<int64_t> inputs;  // numbers of values
  std::vector<Scalar> scalars;
  std::vector<uint32_t> outputs;  // of the program: whose result it is, counted from `first`
  std::vector<bool> recorded;     // by step
};

}  // namespace vjp::compile
