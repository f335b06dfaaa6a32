// What anomaly mode does while a task runs: the search for NaN, and the report of a failing node.
#pragma once

#include <span>

#include "graph/anomaly.h"
#include "tensor/tensor.h"

namespace vjp {

// Spec ANOM-6: a NaN among a node's results is a state error that names the node and the result.
void check_for_nan(const Node& node, std::span<const Tensor> results);

// Spec ANOM-4: one warning that says where the node was made, and in the execution of which nodes.
void warn_of_failure(const Node& node) noexcept;

}  // namespace vjp
