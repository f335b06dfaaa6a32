// The primitives of this backend, one function each. They throw Failure.
#pragma once

#include "backends/cuda/runtime.h"
#include "vjp/kernels.h"

namespace vjp::cuda {

#define VJP_CUDA_DECLARE(name, Args) void name(const Args& args, const Launch& launch);
VJP_NEEDED_PRIMITIVES(VJP_CUDA_DECLARE)
#undef VJP_CUDA_DECLARE

// Pointwise programs by a kernel that walks them.
void pointwise_interpreted(const vjp_pointwise_args& args, const Launch& launch);

}  // namespace vjp::cuda
