// A trial run of derivatives, outside of every grad call: is an edge's gradient defined, and if not, what node lost it?
#pragma once

#include "observe/graph.h"

namespace vjp {

struct Trial {
  bool defined = false;
  Ref<Node> node;  // the first that had a gradient and gave none on; null if none had one
  size_t edge = 0;
};

// Runs the derivatives of the nodes that lead to the target with gradients of ones at the roots. No hooks run, nothing
// is freed or accumulated, nothing is recorded; callbacks of custom functions are called. Throws what a node throws.
Trial try_derivatives(const Graph& graph, const Edge& target);

}  // namespace vjp
