#include "backends/cpu/blas.h"

#include <string>

#include "backends/cpu/blas_library.h"
#include "backends/cpu/cpu.h"

namespace vjp::cpu {
namespace {

CBLAS_TRANSPOSE flag(Op op) {
  switch (op) {
    case Op::None:
      return CblasNoTrans;
    case Op::Transpose:
      return CblasTrans;
    case Op::Conjugate:
      return CblasConjNoTrans;
    case Op::Adjoint:
      return CblasConjTrans;
  }
  return CblasNoTrans;
}

using Int = blasint;
inline Int narrow(int64_t v) { return static_cast<Int>(v); }

}  // namespace

#define VJP_REAL_GEMM(T, letter)                                                                                     \
  template <>                                                                                                        \
  void blas_gemm<T>(Op op_a, Op op_b, int64_t m, int64_t n, int64_t k, T alpha, const T* a, int64_t lda, const T* b, \
                    int64_t ldb, T beta, T* c, int64_t ldc) {                                                        \
    blas_library().letter##gemm(CblasRowMajor, flag(op_a), flag(op_b), narrow(m), narrow(n), narrow(k), alpha, a,    \
                                narrow(lda), b, narrow(ldb), beta, c, narrow(ldc));                                  \
  }                                                                                                                  \
  template <>                                                                                                        \
  void blas_gemv<T>(Op op_a, int64_t m, int64_t n, T alpha, const T* a, int64_t lda, const T* x, int64_t incx, T* y, \
                    int64_t incy) {                                                                                  \
    blas_library().letter##gemv(CblasRowMajor, flag(op_a), narrow(m), narrow(n), alpha, a, narrow(lda), x,           \
                                narrow(incx), T(1), y, narrow(incy));                                                \
  }
#define VJP_COMPLEX_GEMM(T, letter)                                                                                  \
  template <>                                                                                                        \
  void blas_gemm<T>(Op op_a, Op op_b, int64_t m, int64_t n, int64_t k, T alpha, const T* a, int64_t lda, const T* b, \
                    int64_t ldb, T beta, T* c, int64_t ldc) {                                                        \
    blas_library().letter##gemm(CblasRowMajor, flag(op_a), flag(op_b), narrow(m), narrow(n), narrow(k), &alpha, a,   \
                                narrow(lda), b, narrow(ldb), &beta, c, narrow(ldc));                                 \
  }                                                                                                                  \
  template <>                                                                                                        \
  void blas_gemv<T>(Op op_a, int64_t m, int64_t n, T alpha, const T* a, int64_t lda, const T* x, int64_t incx, T* y, \
                    int64_t incy) {                                                                                  \
    T one(1);                                                                                                        \
    blas_library().letter##gemv(CblasRowMajor, flag(op_a), narrow(m), narrow(n), &alpha, a, narrow(lda), x,          \
                                narrow(incx), &one, y, narrow(incy));                                                \
  }
VJP_REAL_GEMM(float, s)
VJP_REAL_GEMM(double, d)
VJP_COMPLEX_GEMM(std::complex<float>, c)
VJP_COMPLEX_GEMM(std::complex<double>, z)

const char* blas_name() { return find_blas().name.c_str(); }

}  // namespace vjp::cpu
