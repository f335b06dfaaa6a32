// What accumulation does to a gradient besides adding it up (accumulate.cc fills the port in graph/meta.h).
#pragma once

#include "tensor/tensor.h"

namespace vjp {

// A handle with neither history nor the marks of a view, and with the tangent.
Tensor without_history(const Tensor& gradient);

}  // namespace vjp
