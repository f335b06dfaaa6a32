// View: a strided array as kernels see it, nothing owned.
#pragma once

#include <cstdint>

#include "tensor/dtype.h"

namespace vjp {

struct View {
  void* data = nullptr;
  Dtype dtype = Dtype::None;
  int ndim = 0;
  const int64_t* sizes = nullptr;
  const int64_t* strides = nullptr;  // in elements
};

}  // namespace vjp
