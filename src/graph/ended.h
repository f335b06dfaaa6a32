// Tensors of requests for derivatives that have ended (docs/semantics/19, HIGH-12): the variables that a function was
// given, and what it computed from them. Whoever kept one and uses it outside of the request is refused.
//
// Note: how they are found. The tape says it: what the function computed has a node of the function's thread and time,
// from which edges lead to a variable. So a request pays nothing for its tensors, and at its end only asks whether
// somebody besides itself holds a variable or a history that leads there. What it returns with a history has a node
// from after that time. Derivative rules may use what nodes have saved, and tangents of results lie with what these are
// views of, so nothing is refused while a node runs, or tangents are computed.
#pragma once

#include <string_view>
#include <vector>

#include "graph/weak.h"
#include "tensor/tensor.h"

namespace vjp {

// While a function runs, and afterwards: its place on the tape. The note in node.h says what names an operation.
struct RecordedSpan {
  uint32_t thread = 0;
  uint64_t first = 0, end = 0;  // sequence numbers

  bool has(const Node& node) const;
};

// Whether there may be tensors of ended requests.
bool ended_requests_in_play() noexcept;
// The request `name` has ended, whose variables are given up by this call.
void end_request(const char* name, const RecordedSpan& span, std::vector<Tensor> variables);
// A state error for a tensor of an ended request; `what` uses it.
void refuse_ended(const TensorImpl& tensor, std::string_view what);

}  // namespace vjp
