// Integers of a tensor on which the shape of a result depends.
#pragma once

#include <vector>

#include "ops/op.h"

namespace vjp {

// The elements of an integer tensor in row-major order; waits for a device. `what` names the operator and `argument`
// the tensor, for errors: that it is of no integers, or that it is batched, when each sample would have a shape of its
// own.
std::vector<int64_t> host_numbers(const Tensor& t, const char* what, const char* argument);

}  // namespace vjp
