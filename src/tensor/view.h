// View: a strided array as kernels see it, nothing owned.
#pragma once

#include "tensor/dtype.h"

namespace vjp {

using View = vjp_array;

inline View make_view(void* data, Dtype dtype, int ndim, const int64_t* sizes, const int64_t* strides) {
  return {data, byte_of(dtype), ndim, sizes, strides};
}

}  // namespace vjp
