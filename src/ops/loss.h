// What losses share.
#pragma once

#include <string_view>

#include "tensor/tensor.h"

namespace vjp {

enum class LossReduction { None, Mean, Sum, BatchMean };

LossReduction parse_reduction(std::string_view text, const char* what, bool batch = false);
// Whole numbers beside others in the dtype of these: functions of them alone would be of float32.
Tensor as_precise(const Tensor& target, const Tensor& input);
// The losses themselves, their mean or their sum.
Tensor reduce_loss(const Tensor& losses, LossReduction reduction);

}  // namespace vjp
