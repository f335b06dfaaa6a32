// Custom functions: nodes whose derivative is a callback.
#pragma once

#include "ops/value.h"
#include "vjp/autograd.h"

namespace vjp {

class Node;

// Ties results to inputs by one node. Always takes over the context: it is dropped if nothing is recorded.
void record_function(const vjp_function& function, TensorList inputs, TensorList results, TensorList saved);
Tensor function_saved(Node& node, size_t index);

}  // namespace vjp
