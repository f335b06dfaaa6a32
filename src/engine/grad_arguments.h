// The roots and inputs of a grad call: what they are called in messages, and whether they will do.
#pragma once

#include <string>
#include <vector>

#include "engine/grad_call.h"
#include "tensor/sparse.h"

namespace vjp {

// A root or an input in a message, under the name of what was called: "backward: root 0".
struct GradArgument {
  bool accumulate;  // which call
  const char* role;
  size_t index;
};
std::string to_text(const GradArgument& argument);

// What a root or an input looks like.
struct Likeness {
  IntSpan sizes;
  Dtype dtype;
  Device device;
  Layout layout;
};
Likeness likeness_of(const Tensor& tensor, const Edge& edge);

// Each fails with the argument's name.
void check_slot(const Edge& edge, const GradArgument& argument);
Edge edge_or_fail(const Tensor& tensor, const GradArgument& argument);
// The gradient given for a root, or a one for none (spec ENTRY-5 to ENTRY-7).
Tensor checked_root_gradient(const Likeness& root, const Tensor& given, const GradArgument& argument);

// The length of the batch that the gradients of a batched call share (spec ENTRY-20).
int64_t batch_of(const GradCall& call);
// Before the first run, which a batch of none does not have (spec ENTRY-3).
void check_batched_roots(const GradCall& call, int64_t batch);

Dims in_front(int64_t first, IntSpan rest);

}  // namespace vjp
