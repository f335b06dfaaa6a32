// A trial run of derivatives, outside of every grad call: what gradient arrives at an edge, by which uses, and if it is
// undefined, zero or not finite, what node made it so.
#pragma once

#include <memory>
#include <optional>

#include "observe/evidence.h"
#include "observe/graph.h"
#include "vjp/observe.h"

namespace vjp {

// Where a gradient became what it is: in the result of a node for one of its edges, or in the sum of what arrived.
struct Origin {
  size_t node = 0, edge = 0;
  bool in_sum = false;
  int64_t count = 0, affected = 0;  // elements of the result, and how many of them are concerned
  int64_t at = -1;                  // the first of them
  Dims sizes;                       // of the result
  std::string value, given;         // the element there, and that of the gradient that came in; "" if not known
  bool given_zero = false;
};

struct GradientState {
  // VJP_OBSTACLE_UNDEFINED, _NOT_FINITE, _ZERO, _UNDERFLOW, _PARTLY_ZERO; _NONE: nothing is wrong with it
  vjp_gradient_obstacle kind = VJP_OBSTACLE_NONE;
  std::shared_ptr<const Origin> origin;
  bool is_zero() const { return kind == VJP_OBSTACLE_ZERO || kind == VJP_OBSTACLE_UNDERFLOW; }
};

struct Trial {
  GradientState state;  // of what arrives at the target
  Elements elements;    // of it
  struct Use {
    size_t from, edge;  // whose argument the target is
    GradientState state;
  };
  std::vector<Use> uses;
  bool is_root = false;
  std::vector<bool> leads;  // by node: to the target
  struct Failure {
    size_t node;
    vjp_status status;
    std::string message;
  };
  std::optional<Failure> failure;  // of a derivative; what is above holds as far as it was run
};

// Runs the derivatives of the nodes that lead to the target with gradients of ones at the roots. No hooks run, nothing
// is freed or accumulated, nothing is recorded; callbacks of custom functions are called.
Trial try_derivatives(const Graph& graph, const Edge& target);

}  // namespace vjp
