// The primitives of this backend, one function each. They throw Failure.
#pragma once

#include "backends/cuda/runtime.h"
#include "vjp/kernels.h"

namespace vjp::cuda {

// What is in the table; a primitive that is not here is NULL there, and the library says so to who asks for it.
#define VJP_CUDA_PRIMITIVES(X)

#define VJP_CUDA_DECLARE(name, Args) void name(const Args& args, const Launch& launch);
VJP_CUDA_PRIMITIVES(VJP_CUDA_DECLARE)
#undef VJP_CUDA_DECLARE

}  // namespace vjp::cuda
