// What takes OpenBLAS's place where there is none: the same functions, right and slow.
#include <algorithm>
#include <complex>
#include <type_traits>

#include "backends/cpu/blas_library.h"

namespace vjp::cpu {
namespace {

using Int = blasint;

// Sums of float run in double, which is as exact as the blocked sums of a BLAS.
template <class T>
struct SumOf {
  using type = T;
};
template <>
struct SumOf<float> {
  using type = double;
};
template <>
struct SumOf<std::complex<float>> {
  using type = std::complex<double>;
};
template <class T>
using Sum = typename SumOf<T>::type;

template <class T>
T conjugate_if(bool conjugate, T x) {
  if constexpr (std::is_floating_point_v<T>) {
    return x;
  } else {
    return conjugate ? std::conj(x) : x;
  }
}

// A matrix as the product reads it: rows and columns already exchanged if it is transposed.
template <class T>
struct Matrix {
  const T* data;
  int64_t row, column;
  bool conjugate;
  Matrix(const T* data, Int ld, CBLAS_TRANSPOSE flag)
      : data(data), row(ld), column(1), conjugate(flag == CblasConjTrans || flag == CblasConjNoTrans) {
    if (flag == CblasTrans || flag == CblasConjTrans) std::swap(row, column);
  }
  Sum<T> at(int64_t i, int64_t j) const { return conjugate_if(conjugate, Sum<T>(data[i * row + j * column])); }
};

// Some columns of a row at a time: their sums stay in registers and the first cache.
constexpr int64_t kColumns = 64;

template <class T>
void gemm(const Matrix<T>& a, const Matrix<T>& b, int64_t m, int64_t n, int64_t k, T alpha, T beta, T* c, int64_t ldc) {
  if (alpha == T(0)) k = 0;  // the factors are not read
  for (int64_t j0 = 0; j0 < n; j0 += kColumns) {
    const int64_t count = std::min(kColumns, n - j0);
    for (int64_t i = 0; i < m; ++i) {
      Sum<T> sums[kColumns] = {};
      for (int64_t p = 0; p < k; ++p) {
        const Sum<T> x = a.at(i, p);
        for (int64_t j = 0; j < count; ++j) sums[j] += x * b.at(p, j0 + j);
      }
      T* out = c + i * ldc + j0;
      for (int64_t j = 0; j < count; ++j) {
        const Sum<T> product = Sum<T>(alpha) * sums[j];
        // beta == 0 does not read c
        out[j] = static_cast<T>(beta == T(0) ? product : product + Sum<T>(beta) * Sum<T>(out[j]));
      }
    }
  }
}

template <class T>
void gemv(const Matrix<T>& a, int64_t rows, int64_t columns, T alpha, const T* x, int64_t incx, T beta, T* y,
          int64_t incy) {
  if (alpha == T(0)) columns = 0;
  for (int64_t i = 0; i < rows; ++i) {
    Sum<T> sum = 0;
    for (int64_t j = 0; j < columns; ++j) sum += a.at(i, j) * Sum<T>(x[j * incx]);
    T& out = y[i * incy];
    sum *= Sum<T>(alpha);
    out = static_cast<T>(beta == T(0) ? sum : sum + Sum<T>(beta) * Sum<T>(out));
  }
}

// ---- as CBLAS spells them; libvjp calls with row-major matrices only ----

template <class T>
void real_gemm(CBLAS_ORDER, CBLAS_TRANSPOSE op_a, CBLAS_TRANSPOSE op_b, Int m, Int n, Int k, T alpha, const T* a,
               Int lda, const T* b, Int ldb, T beta, T* c, Int ldc) {
  gemm(Matrix<T>(a, lda, op_a), Matrix<T>(b, ldb, op_b), m, n, k, alpha, beta, c, ldc);
}
template <class T>
void complex_gemm(CBLAS_ORDER, CBLAS_TRANSPOSE op_a, CBLAS_TRANSPOSE op_b, Int m, Int n, Int k, const void* alpha,
                  const void* a, Int lda, const void* b, Int ldb, const void* beta, void* c, Int ldc) {
  gemm(Matrix<T>(static_cast<const T*>(a), lda, op_a), Matrix<T>(static_cast<const T*>(b), ldb, op_b), m, n, k,
       *static_cast<const T*>(alpha), *static_cast<const T*>(beta), static_cast<T*>(c), ldc);
}
template <class T>
void real_gemv(CBLAS_ORDER, CBLAS_TRANSPOSE op, Int m, Int n, T alpha, const T* a, Int lda, const T* x, Int incx,
               T beta, T* y, Int incy) {
  if (op == CblasTrans || op == CblasConjTrans) std::swap(m, n);
  gemv(Matrix<T>(a, lda, op), m, n, alpha, x, incx, beta, y, incy);
}
template <class T>
void complex_gemv(CBLAS_ORDER order, CBLAS_TRANSPOSE op, Int m, Int n, const void* alpha, const void* a, Int lda,
                  const void* x, Int incx, const void* beta, void* y, Int incy) {
  real_gemv<T>(order, op, m, n, *static_cast<const T*>(alpha), static_cast<const T*>(a), lda, static_cast<const T*>(x),
               incx, *static_cast<const T*>(beta), static_cast<T*>(y), incy);
}

}  // namespace

void use_plain_blas(BlasLibrary& library) {
  library.sgemm = real_gemm<float>;
  library.dgemm = real_gemm<double>;
  library.cgemm = complex_gemm<std::complex<float>>;
  library.zgemm = complex_gemm<std::complex<double>>;
  library.sgemv = real_gemv<float>;
  library.dgemv = real_gemv<double>;
  library.cgemv = complex_gemv<std::complex<float>>;
  library.zgemv = complex_gemv<std::complex<double>>;
}

}  // namespace vjp::cpu
