// The products that serve where there is no OpenBLAS, held against OpenBLAS's.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <random>
#include <vector>

#include "backends/cpu/blas_library.h"

namespace vjp::cpu {
namespace {

template <class T>
std::vector<T> random_values(std::mt19937& rng, int64_t n) {
  std::uniform_real_distribution<double> unit(-1, 1);
  std::vector<T> v(static_cast<size_t>(n));
  for (T& x : v) {
    if constexpr (std::is_floating_point_v<T>) {
      x = static_cast<T>(unit(rng));
    } else {
      x = T(static_cast<typename T::value_type>(unit(rng)), static_cast<typename T::value_type>(unit(rng)));
    }
  }
  return v;
}

template <class T>
void expect_close(const std::vector<T>& got, const std::vector<T>& want, int64_t k) {
  const double unit = sizeof(decltype(std::abs(T()))) == 4 ? 1e-6 : 1e-14;
  for (size_t i = 0; i < got.size(); ++i) ASSERT_LE(std::abs(got[i] - want[i]), unit * static_cast<double>(4 + k)) << i;
}

constexpr CBLAS_TRANSPOSE kFlags[] = {CblasNoTrans, CblasTrans, CblasConjTrans};

// `gemm` and `gemv` call the named members with alpha and beta as the type wants them.
template <class T, class Gemm, class Gemv>
void compare(Gemm gemm, Gemv gemv) {
  BlasLibrary plain;
  use_plain_blas(plain);
  const BlasLibrary& open = find_blas();
  if (open.missing) GTEST_SKIP() << "there is no OpenBLAS to compare with";
  std::mt19937 rng(5);
  auto size = [&] { return std::uniform_int_distribution<int>(1, 150)(rng); };
  for (int round = 0; round < 60; ++round) {
    const int m = size(), n = size(), k = size();
    const T alpha = T(round % 2 ? 1 : -0.5), beta = T(round % 3 ? 0 : 0.75);
    for (CBLAS_TRANSPOSE op_a : kFlags) {
      for (CBLAS_TRANSPOSE op_b : kFlags) {
        const int lda = (op_a == CblasNoTrans ? k : m) + round % 4, ldb = (op_b == CblasNoTrans ? n : k) + round % 3,
                  ldc = n + 2;
        const auto a = random_values<T>(rng, int64_t{lda} * std::max(m, k)),
                   b = random_values<T>(rng, int64_t{ldb} * std::max(n, k));
        auto got = random_values<T>(rng, int64_t{ldc} * m), want = got;
        gemm(plain, op_a, op_b, m, n, k, alpha, a.data(), lda, b.data(), ldb, beta, got.data(), ldc);
        gemm(open, op_a, op_b, m, n, k, alpha, a.data(), lda, b.data(), ldb, beta, want.data(), ldc);
        expect_close(got, want, k);
      }
      const auto a = random_values<T>(rng, int64_t{n + 1} * m), x = random_values<T>(rng, 2 * int64_t{std::max(m, n)});
      auto got = random_values<T>(rng, 3 * int64_t{std::max(m, n)}), want = got;
      gemv(plain, op_a, m, n, alpha, a.data(), n + 1, x.data(), 2, T(1), got.data(), 3);
      gemv(open, op_a, m, n, alpha, a.data(), n + 1, x.data(), 2, T(1), want.data(), 3);
      expect_close(got, want, std::max(m, n));
    }
  }
}

#define COMPARE(T, letter, scalar)                                                                                  \
  compare<T>(                                                                                                       \
      [](const BlasLibrary& l, auto op_a, auto op_b, int m, int n, int k, T alpha, const T* a, int lda, const T* b, \
         int ldb, T beta, T* c, int ldc) {                                                                          \
        l.letter##gemm(CblasRowMajor, op_a, op_b, m, n, k, scalar alpha, a, lda, b, ldb, scalar beta, c, ldc);      \
      },                                                                                                            \
      [](const BlasLibrary& l, auto op, int m, int n, T alpha, const T* a, int lda, const T* x, int incx, T beta,   \
         T* y,                                                                                                      \
         int incy) { l.letter##gemv(CblasRowMajor, op, m, n, scalar alpha, a, lda, x, incx, scalar beta, y, incy); })

TEST(PlainBlas, FloatAsOpenBlas) { COMPARE(float, s, ); }
TEST(PlainBlas, DoubleAsOpenBlas) { COMPARE(double, d, ); }
TEST(PlainBlas, ComplexFloatAsOpenBlas) { COMPARE(std::complex<float>, c, &); }
TEST(PlainBlas, ComplexDoubleAsOpenBlas) { COMPARE(std::complex<double>, z, &); }

// What is in the result before is not read where beta is 0: it may be NaN.
TEST(PlainBlas, BetaZeroDoesNotReadTheResult) {
  BlasLibrary plain;
  use_plain_blas(plain);
  const double a[] = {1, 2}, b[] = {3, 4};
  double c[] = {NAN};
  plain.dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, 1, 1, 2, 1.0, a, 2, b, 1, 0.0, c, 1);
  EXPECT_EQ(c[0], 11);
}

// Nor are the factors where alpha is 0, as BLAS says.
TEST(PlainBlas, AlphaZeroDoesNotReadTheFactors) {
  BlasLibrary plain;
  use_plain_blas(plain);
  const double a[] = {INFINITY, NAN}, b[] = {3, 4};
  double c[] = {5}, y[] = {7};
  plain.dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, 1, 1, 2, 0.0, a, 2, b, 1, 2.0, c, 1);
  EXPECT_EQ(c[0], 10);
  plain.dgemv(CblasRowMajor, CblasNoTrans, 1, 2, 0.0, a, 2, b, 1, 1.0, y, 1);
  EXPECT_EQ(y[0], 7);
  const std::complex<double> z[] = {{INFINITY, NAN}}, none = 0, one = 1;
  std::complex<double> w[] = {{1, 2}};
  plain.zgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, 1, 1, 1, &none, z, 1, z, 1, &one, w, 1);
  EXPECT_EQ(w[0], std::complex<double>(1, 2));
}

}  // namespace
}  // namespace vjp::cpu
