// A tensor and what it is called: in a file, among parameters.
#pragma once

#include <string>

#include "tensor/tensor.h"

namespace vjp {

struct NamedTensor {
  std::string name;
  Tensor tensor;
};

}  // namespace vjp
