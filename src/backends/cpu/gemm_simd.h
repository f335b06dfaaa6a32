// A matrix product of our own for float, on one thread, for processors with vectors of 32 bytes or more. It packs less
// than a BLAS does, which pays where one side is short or transposed. An output element is a chain of fused
// multiply-adds in the order of k, cut every 512: its bits do not depend on how the output is cut into tiles.
#pragma once

#include <cstddef>
#include <cstdint>

namespace vjp::cpu {

// out[m, n] = alpha a b + beta out; out has unit column stride and does not overlap a or b. beta == 0 does not read
// out.
struct SimdGemm {
  int64_t m, n, k;
  float alpha;
  const float* a;
  int64_t a_row, a_col;
  const float* b;
  int64_t b_row, b_col;
  float beta;
  float* out;
  int64_t ldc;
};

// Whether it is expected to beat the BLAS on this machine. Strides: one of each operand's is 1.
bool simd_gemm_wins(const SimdGemm& p);

size_t simd_gemm_bytes();  // of workspace, aligned to 64
void simd_gemm(const SimdGemm& p, void* workspace);

}  // namespace vjp::cpu
