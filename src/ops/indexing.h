// x[...]: index expressions, as programs write them.
#pragma once

#include <span>

#include "tensor/tensor.h"

namespace vjp {

Tensor index_expression(const Tensor& input, std::span<const vjp_index> items);
void assign_index_expression(const Tensor& input, std::span<const vjp_index> items, const Tensor& value);

}  // namespace vjp
