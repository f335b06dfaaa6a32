// Numbers that a caller gives for elements.
#pragma once

#include "tensor/tensor.h"

namespace vjp {

// Fails unless the dtype can hold the number: of an integer dtype a fraction is cut off, but nothing wraps around, and
// a complex number is for complex dtypes alone. `what` names the operator.
void check_number_fits(const Scalar& value, Dtype dtype, std::string_view what);

// Fails unless elements of the dtype can be computed with the number: with those of an integer dtype, or bools, only a
// whole one. A fraction would be cut off before anything is multiplied with it.
void check_whole(const Scalar& value, Dtype dtype, std::string_view what, std::string_view argument);

void check_probability(double p, std::string_view what);

}  // namespace vjp
