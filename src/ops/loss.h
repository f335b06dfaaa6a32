// What losses share.
#pragma once

#include <string_view>

#include "tensor/tensor.h"

namespace vjp {

enum class LossReduction { None, Mean, Sum, BatchMean };

LossReduction parse_reduction(std::string_view text, const char* what, bool batch = false);
// The losses themselves, their mean or their sum.
Tensor reduce_loss(const Tensor& losses, LossReduction reduction);

}  // namespace vjp
