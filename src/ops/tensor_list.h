// The handle of a list of tensors: what operators with many results, and regions, give.
#pragma once

#include <vector>

#include "tensor/tensor.h"
#include "vjp/tensor.h"

struct vjp_tensor_list {
  static void destroy(vjp_tensor_list* list) noexcept { delete list; }

  vjp::RefCount refs;
  std::vector<vjp::Tensor> tensors;
};
