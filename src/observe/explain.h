// Why a tensor gets no gradient from some roots, or an odd one (spec INTRO-13, INTRO-15 to INTRO-20).
//
// explain.cc decides, explain_lost.cc for tensors that are not reached and explain_reached.cc for the others;
// explain_text.cc has the words.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "graph/node.h"
#include "vjp/observe.h"

namespace vjp {

struct Answer {
  vjp_gradient_obstacle obstacle = VJP_OBSTACLE_NONE;
  Ref<Node> node;  // at which it happens; may be null
  size_t edge = 0;
  Ref<Node> use;  // of a use: whose argument it is
  size_t use_edge = 0;
  std::string place, text;
};

struct Explanation : Answer {
  RefCount refs;
  std::vector<Answer> uses;
  static void destroy(Explanation* explanation) noexcept { delete explanation; }
};

Ref<Explanation> explain_gradient(const Tensor& tensor, std::span<const Tensor> roots);

}  // namespace vjp
