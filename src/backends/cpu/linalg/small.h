// Factorisations and triangular solutions by loops, on matrices that lie column by column: for small matrices, for
// which calling LAPACK costs more than computing, and for all where there is no LAPACK.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <utility>

#include "backends/cpu/linalg/lapack.h"

namespace vjp::cpu {

template <class T>
__attribute__((always_inline)) inline T conj_of(T x) {
  return x;
}
template <class R>
inline std::complex<R> conj_of(std::complex<R> x) {
  return std::conj(x);
}
template <class T>
inline T size_of_number(T x) {
  return std::abs(x);
}
template <class R>
inline R size_of_number(std::complex<R> x) {  // as LAPACK picks pivots
  return std::abs(x.real()) + std::abs(x.imag());
}
template <class T>
inline auto real_of_number(T x) {
  return std::real(x);
}
template <class T>
inline auto norm_of(T x) {
  return std::norm(x);
}
template <class T>
inline bool is_positive(T x) {
  return x > 0;
}
template <class T>
inline T sqrt_of(T x) {
  return std::sqrt(x);
}
// Without the care for infinities of std::complex, which forbids vectors.
template <class T>
__attribute__((always_inline)) inline T times(T a, T b) {
  return a * b;
}
template <class R>
inline std::complex<R> times(std::complex<R> a, std::complex<R> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

// y -= a x
template <class T>
__attribute__((always_inline)) inline void subtract_multiple(int64_t n, T a, const T* x, T* y) {
  for (int64_t i = 0; i < n; ++i) y[i] -= times(a, x[i]);
}

// LU with partial pivoting; the number, from 1, of the first pivot that is 0, or 0.
template <class T>
Int lu_small(int64_t m, int64_t n, T* a, int64_t ld, Int* pivots) {
  Int info = 0;
  for (int64_t j = 0; j < std::min(m, n); ++j) {
    T* column = a + j * ld;
    int64_t p = j;
    for (int64_t i = j + 1; i < m; ++i)
      if (size_of_number(column[i]) > size_of_number(column[p])) p = i;
    pivots[j] = static_cast<Int>(p + 1);
    if (column[p] == T(0)) {
      if (!info) info = static_cast<Int>(j + 1);
      continue;
    }
    if (p != j)
      for (int64_t c = 0; c < n; ++c) std::swap(a[j + c * ld], a[p + c * ld]);
    const T inverse = T(1) / column[j];
    for (int64_t i = j + 1; i < m; ++i) column[i] = times(column[i], inverse);
    for (int64_t c = j + 1; c < n; ++c) subtract_multiple(m - j - 1, a[j + c * ld], column + j + 1, a + j + 1 + c * ld);
  }
  return info;
}

// The Cholesky factor in the place of the triangle that is read; the order of the first minor that is not positive.
template <class T>
Int cholesky_small(bool upper, int64_t n, T* a, int64_t ld) {
  for (int64_t j = 0; j < n; ++j) {
    T* column = a + j * ld;
    if (upper) {
      for (int64_t i = 0; i < j; ++i) {
        T sum = column[i];
        for (int64_t k = 0; k < i; ++k) sum -= times(conj_of(a[k + i * ld]), column[k]);
        column[i] = sum / real_of_number(a[i + i * ld]);
      }
    }
    auto d = real_of_number(column[j]);
    for (int64_t k = 0; upper && k < j; ++k) d -= norm_of(column[k]);
    if (!is_positive(d)) return static_cast<Int>(j + 1);
    d = sqrt_of(d);
    column[j] = d;
    if (upper) continue;
    for (int64_t i = j + 1; i < n; ++i) column[i] /= d;
    for (int64_t c = j + 1; c < n; ++c) subtract_multiple(n - c, conj_of(column[c]), column + c, a + c + c * ld);
  }
  return 0;
}

struct TriangularForm {
  bool right, upper, adjoint, unit;
};

// op(A) X = B for one column of B.
template <class T>
void solve_column(const TriangularForm& f, int64_t n, const T* a, int64_t ld, T* x) {
  const bool down = f.upper == f.adjoint;  // whether op(A) is lower
  for (int64_t step = 0; step < n; ++step) {
    const int64_t k = down ? step : n - 1 - step, low = f.upper ? 0 : k + 1, high = f.upper ? k : n;
    const T* column = a + k * ld;
    if (f.adjoint) {
      T sum = x[k];
      for (int64_t i = low; i < high; ++i) sum -= times(conj_of(column[i]), x[i]);
      x[k] = f.unit ? sum : sum / conj_of(column[k]);
    } else {
      if (!f.unit) x[k] /= column[k];
      subtract_multiple(high - low, x[k], column + low, x + low);
    }
  }
}

// X op(A) = B, for all rows of B together.
template <class T>
void solve_rows(const TriangularForm& f, int64_t n, const T* a, int64_t lda, int64_t rows, T* b, int64_t ldb) {
  const bool lower = f.upper == f.adjoint;  // whether op(A) is
  for (int64_t step = 0; step < n; ++step) {
    const int64_t j = lower ? n - 1 - step : step;
    T* column = b + j * ldb;
    for (int64_t i = lower ? j + 1 : 0; i < (lower ? n : j); ++i) {
      const T element = f.adjoint ? conj_of(a[j + i * lda]) : a[i + j * lda];
      subtract_multiple(rows, element, b + i * ldb, column);
    }
    if (f.unit) continue;
    const T pivot = f.adjoint ? conj_of(a[j + j * lda]) : a[j + j * lda];
    for (int64_t i = 0; i < rows; ++i) column[i] /= pivot;
  }
}

// B [rows, cols] becomes X.
template <class T>
void solve_small(const TriangularForm& f, int64_t rows, int64_t cols, const T* a, int64_t lda, T* b, int64_t ldb) {
  if (f.right) return solve_rows(f, cols, a, lda, rows, b, ldb);
  for (int64_t c = 0; c < cols; ++c) solve_column(f, rows, a, lda, b + c * ldb);
}

// What the time goes to is compiled for speed, in small.cc.
#define VJP_SMALL_FUNCTIONS(prefix, T)                            \
  prefix template Int cholesky_small(bool, int64_t, T*, int64_t); \
  prefix template void solve_small(const TriangularForm&, int64_t, int64_t, const T*, int64_t, T*, int64_t);
#define VJP_LU_SMALL(prefix, T) prefix template Int lu_small(int64_t, int64_t, T*, int64_t, Int*);
#define VJP_SMALL_FACTORS(prefix, T) VJP_SMALL_FUNCTIONS(prefix, T) VJP_LU_SMALL(prefix, T)
VJP_SMALL_FACTORS(extern, float)
VJP_SMALL_FACTORS(extern, double)
VJP_SMALL_FACTORS(extern, std::complex<float>)
VJP_SMALL_FACTORS(extern, std::complex<double>)

}  // namespace vjp::cpu
