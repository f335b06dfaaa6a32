// Copies in a given layout.
#pragma once

#include "tensor/tensor.h"

namespace vjp {

// A copy of `t` with the strides of a dense tensor of the same shape; recorded under grad mode.
Tensor copy_in_layout(const Tensor& t, IntSpan strides);

}  // namespace vjp
