// Why a tensor gets no gradient from some roots (spec INTRO-13).
#pragma once

#include <span>
#include <string>

#include "graph/node.h"
#include "vjp/observe.h"

namespace vjp {

struct Explanation {
  vjp_gradient_obstacle obstacle = VJP_OBSTACLE_NONE;
  Ref<Node> node;   // at which it happens; may be null
  size_t edge = 0;  // of the node
  std::string text;
};

Explanation explain_gradient(const Tensor& tensor, std::span<const Tensor> roots);

}  // namespace vjp
