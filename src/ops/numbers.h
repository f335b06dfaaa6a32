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

// Fails where all operands of an operator are bools, of which it would make nothing that means anything.
void refuse_bools(std::string_view op, Dtype promoted, std::string_view instead);

// That a check may read the elements: the host does not wait for a device, and samples of a batch are not looked into.
bool may_look_at(const Tensor& t);

}  // namespace vjp
