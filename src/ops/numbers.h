// Numbers that a caller gives for elements.
#pragma once

#include "tensor/tensor.h"

namespace vjp {

// Fails unless the dtype can hold the number: of an integer dtype a fraction is cut off, but nothing wraps around, and
// a complex number is for complex dtypes alone. `what` names the operator.
void check_number_fits(const Scalar& value, Dtype dtype, std::string_view what);

}  // namespace vjp
