// The parts of the matrix product (kernels.h): by cuBLAS, and kernels for what that does not do.
#pragma once

#include "backends/cuda/kernels.h"

namespace vjp::cuda {

// Where the matrices of a batch lie, by its dimensions.
struct BatchGeometry {
  int ndim;
  int64_t count;
  int64_t sizes[16];
  int64_t strides[3][16];  // in bytes, of three operands
};

// pointers[operand * count + i]: where matrix i of the operand begins.
void batch_pointers(const BatchGeometry& batch, void* const bases[3], void** pointers, const Launch& launch);

// Products of integers, which wrap around: sums modulo 2^64, of which the result keeps the low bits; of bool: any.
void gemm_integer(const vjp_gemm_args& args, const Launch& launch);

}  // namespace vjp::cuda
