// What tensor/ does not know of batched tensors (graph/batched.h).
#pragma once

#include <string_view>

#include "tensor/tensor.h"

namespace vjp {

VJP_PORT(Tensor (*)(const Tensor& batched), alias_batched);
// A state error: its values are asked for.
VJP_PORT(void (*)(const TensorImpl& batched, std::string_view what), refuse_values);

}  // namespace vjp
