// The handle of a list of tensors: what operators with many results, and regions, give.
#pragma once

#include <vector>

#include "base/pool.h"
#include "tensor/tensor.h"
#include "vjp/tensor.h"

struct vjp_tensor_list {
  static void destroy(vjp_tensor_list* list) noexcept { delete list; }
  static void* operator new(size_t bytes) { return vjp::pool_allocate(bytes); }
  static void operator delete(void* memory, size_t bytes) noexcept { vjp::pool_deallocate(memory, bytes); }

  vjp::RefCount refs;
  std::vector<vjp::Tensor> tensors;
};
