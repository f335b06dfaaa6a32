// The BLAS: row-major products of one tile, on the calling thread only.
//
// OpenBLAS is set once to use one thread: parallel_for splits the work, so that thread counts never multiply and two
// callers do not wait for each other inside the BLAS.
#pragma once

#include <complex>
#include <cstdint>

namespace vjp::cpu {

enum class Op : uint8_t { None, Transpose, Conjugate, Adjoint };

// c[m, n] = alpha op(a) op(b) + beta c. beta == 0 does not read c. Leading dimensions below 2^31.
template <class T>
void blas_gemm(Op op_a, Op op_b, int64_t m, int64_t n, int64_t k, T alpha, const T* a, int64_t lda, const T* b,
               int64_t ldb, T beta, T* c, int64_t ldc);

// y[m] += alpha a[m, n] x (None) or y[n] += alpha a^T x (Transpose); strides of vectors positive.
template <class T>
void blas_gemv(Op op_a, int64_t m, int64_t n, T alpha, const T* a, int64_t lda, const T* x, int64_t incx, T* y,
               int64_t incy);

}  // namespace vjp::cpu
