// Convolutions by cuDNN, where it is there and can do them.
#pragma once

#include "backends/cuda/runtime.h"
#include "vjp/kernels.h"

namespace vjp::cuda {

enum class Convolution : uint8_t { Forward, Data, Weight };

// False where cuDNN is absent or has nothing for these sizes, this dtype, or what determinism asks; then nothing has
// happened. VJP_CUDA_CUDNN=0 turns it off.
bool conv_by_cudnn(Convolution which, const vjp_conv_args& args, const Launch& launch);

}  // namespace vjp::cuda
