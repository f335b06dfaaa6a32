// Norms of gradients, and clipping them.
#pragma once

#include <span>

#include "tensor/tensor.h"

namespace vjp {

// The p-norm of all elements of all tensors together, float32 (float64 if one of them is), on the first one's device.
// p = 0 counts what is not 0. Of no tensors: 0.
Tensor total_norm(std::span<const Tensor> tensors, double p);

// Scales the gradients so that their norm is at most `most`; returns what the norm was. Reads nothing back unless
// `error_if_nonfinite`.
Tensor clip_grad_norm(std::span<const Tensor> parameters, double most, double p, bool error_if_nonfinite);
// Bounds every element of the gradients to [-most, most].
void clip_grad_value(std::span<const Tensor> parameters, double most);

}  // namespace vjp
