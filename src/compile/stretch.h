// Stretch: pointwise operators that follow each other in a record and run as one kernel (spec OP-5).
//
// Note: nothing of the graph is fused. Each operator is recorded as ever, with what its rules keep, so nodes, hooks,
// saved values and derivatives are those of the operators one by one. What nobody keeps and nobody reads outside of the
// stretch is not stored: in its place stands a tensor of its shape without memory of its own, which nobody looks into.
// What is kept, but can be computed again (again.h), is not stored either where the run allows that: then it is *lean*.
#pragma once

#include <vector>

#include "compile/again.h"
#include "graph/modes.h"
#include "kernel/fused.h"
#include "ops/handler.h"

namespace vjp::compile {

// What is known of a call when it has been made.
struct Fusable {
  bool can_be = false;
  bool recorded = false;  // it has a node
  bool keeps_result = false;
  uint32_t kept_args = 0;  // tensors that its node keeps, as bits
  uint32_t held_args = 0;  // tensors that are there as long as its node
  Dtype dtype = Dtype::None;
  Dims sizes;

  Fusable() = default;
  explicit Fusable(const OpCall& call);
  bool goes_with(const Fusable& other) const { return can_be && dtype == other.dtype && same(sizes, other.sizes); }
};

struct Stretch {
  uint32_t first, count;  // steps of the record, or calls
  Dtype dtype;
  Dims sizes;
  FusedProgram program;
  std::vector<int64_t> inputs;  // numbers of values
  std::vector<Scalar> scalars;
  std::vector<uint32_t> outputs;  // of the program: whose result it is, counted from `first`
  std::vector<bool> recorded;     // by step

  struct Source {
    bool is_result;
    uint32_t index;  // of a step, counted from `first`, or of an input
  };
  Ref<Recipe> recipe;  // null: everything that is kept is stored
  FusedProgram lean;
  std::vector<uint32_t> lean_outputs, again;  // whose results they are; the latter in the order of the recipe
  std::vector<Source> sources;                // of the recipe
};

// Of calls that go with each other, where there is no record; everything that is kept or read is stored.
struct StretchCall {
  const OpDef* op;
  const Value* args;  // tensors by number
  int64_t result;
  const Fusable* fusable;
  bool read;  // by others than these calls
};
// Without outputs where it is not worth it.
Stretch stretch_of(std::span<const StretchCall> calls);

// Of fewer elements a kernel costs what a few operators cost.
inline constexpr int64_t kManyElements = 4096;

// Somewhere tensors are batched, which says nothing about those at hand.
inline constexpr uint32_t kBatchModes = kModeBatch | kModeBatchOff;

// What can be in a stretch: an operator in the modes that are on, and its arguments.
bool can_be_fused(const OpDef& op);
bool is_plain(const Tensor& t, Dtype dtype);
inline bool is_real_number(const Value& v) { return v.kind >= VJP_KIND_BOOL && v.kind <= VJP_KIND_FLOAT; }
inline bool is_fused_dtype(Dtype dtype) { return dtype == Dtype::Float32 || dtype == Dtype::Float64 || is_half(dtype); }

}  // namespace vjp::compile
