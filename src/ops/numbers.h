// Numbers that a caller gives for elements.
#pragma once

#include "tensor/tensor.h"

namespace vjp {

// Fails unless an integer dtype can hold the number: a fraction is cut off, but nothing wraps around. `what` names the
// operator.
void check_number_fits(const Scalar& value, Dtype dtype, std::string_view what);

}  // namespace vjp
