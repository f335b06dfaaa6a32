// The product of our own, against sums in double, in every orientation and at awkward sizes.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <vector>

#include "backends/cpu/gemm_simd.h"

namespace {

using vjp::cpu::SimdGemm;

struct Free {
  void operator()(void* p) const { std::free(p); }
};

void multiply(const SimdGemm& p) {
  size_t bytes = (vjp::cpu::simd_gemm_bytes() + 63) / 64 * 64;
  std::unique_ptr<void, Free> workspace(std::aligned_alloc(64, bytes));
  vjp::cpu::simd_gemm(p, workspace.get());
}

std::vector<float> numbers(int64_t n, unsigned seed) {
  std::vector<float> v(static_cast<size_t>(n));
  for (float& x : v) {
    seed = seed * 1664525u + 1013904223u;
    x = static_cast<float>(static_cast<int>(seed >> 8) % 2001 - 1000) / 1000.0f;
  }
  return v;
}

// A machine without 32-byte vectors never takes this product.
bool available() {
  const float x = 0;
  float y = 0;
  return simd_gemm_wins(SimdGemm{64, 512, 512, 1, &x, 512, 1, &x, 1, 512, 0, &y, 512});
}

void check(int64_t m, int64_t n, int64_t k, bool a_transposed, bool b_transposed, float alpha, float beta) {
  SCOPED_TRACE(testing::Message() << m << " x " << n << " x " << k << (a_transposed ? ", a transposed" : "")
                                  << (b_transposed ? ", b transposed" : ""));
  const std::vector<float> a = numbers(m * k, 1), b = numbers(k * n, 2), before = numbers(m * (n + 3), 3);
  std::vector<float> out = before;
  const int64_t ldc = n + 3;
  const SimdGemm p{m,
                   n,
                   k,
                   alpha,
                   a.data(),
                   a_transposed ? 1 : k,
                   a_transposed ? m : 1,
                   b.data(),
                   b_transposed ? 1 : n,
                   b_transposed ? k : 1,
                   beta,
                   out.data(),
                   ldc};
  multiply(p);
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < n; ++j) {
      double sum = 0;
      for (int64_t l = 0; l < k; ++l) {
        sum += static_cast<double>(a[static_cast<size_t>(i * p.a_row + l * p.a_col)]) *
               b[static_cast<size_t>(l * p.b_row + j * p.b_col)];
      }
      auto at = static_cast<size_t>(i * ldc + j);
      double expected = alpha * sum + beta * before[at];
      ASSERT_NEAR(out[at], expected, 1e-5 * std::sqrt(static_cast<double>(k)) + 1e-5) << "at " << i << ", " << j;
    }
    for (int64_t j = n; j < ldc; ++j) {
      ASSERT_EQ(out[static_cast<size_t>(i * ldc + j)], before[static_cast<size_t>(i * ldc + j)]) << "beside the output";
    }
  }
}

TEST(GemmSimd, AllOrientationsAtAwkwardSizes) {
  if (!available()) return;
  const int64_t sizes[][3] = {{1, 1, 1},     {3, 5, 7},      {14, 32, 512}, {15, 33, 513},  {64, 10, 30},
                              {37, 61, 700}, {100, 300, 40}, {64, 64, 64},  {130, 200, 520}};
  for (const auto& s : sizes) {
    for (bool ta : {false, true}) {
      for (bool tb : {false, true}) check(s[0], s[1], s[2], ta, tb, 1, 0);
    }
  }
}

// Rows of a whole number of pages: a is packed where rows at other distances are read in place.
TEST(GemmSimd, ThinProductsOfRowsPagesApart) {
  if (!available()) return;
  const int64_t sizes[][3] = {{40, 40, 1024}, {130, 17, 1024}, {16, 300, 1024}, {300, 16, 2048}};
  for (const auto& s : sizes) {
    for (bool ta : {false, true}) {
      for (bool tb : {false, true}) check(s[0], s[1], s[2], ta, tb, 1, 0.5f);
    }
  }
}

TEST(GemmSimd, ThinProductsAreTaken) {
  if (!available()) return;
  const float x = 0;
  float y = 0;
  EXPECT_TRUE(simd_gemm_wins(SimdGemm{8192, 16, 256, 1, &x, 256, 1, &x, 16, 1, 0, &y, 16}));
  // where vectors have 64 bytes, the BLAS is not the better one at a transposed a
  if (simd_gemm_wins(SimdGemm{300, 300, 300, 1, &x, 1, 300, &x, 300, 1, 0, &y, 300})) {
    EXPECT_TRUE(simd_gemm_wins(SimdGemm{4096, 64, 512, 1, &x, 1, 4096, &x, 64, 1, 0, &y, 64}));
  }
  EXPECT_TRUE(simd_gemm_wins(SimdGemm{64, 16384, 2048, 1, &x, 2048, 1, &x, 16384, 1, 0, &y, 16384}));
}

TEST(GemmSimd, ScalesAndAddsToTheOutput) {
  if (!available()) return;
  for (bool tb : {false, true}) check(29, 70, 600, false, tb, 0.5f, -2.0f);
  check(20, 90, 30, true, false, 2.0f, 1.0f);
}

TEST(GemmSimd, TilesOfTheOutputHaveTheSameBits) {
  if (!available()) return;
  const int64_t m = 370, n = 200, k = 600;
  const std::vector<float> a = numbers(m * k, 4), b = numbers(k * n, 5);
  for (bool ta : {false, true}) {
    for (bool tb : {false, true}) {
      const int64_t a_row = ta ? 1 : k, a_col = ta ? m : 1, b_row = tb ? 1 : n, b_col = tb ? k : 1;
      std::vector<float> whole(static_cast<size_t>(m * n)), parts(static_cast<size_t>(m * n));
      multiply({m, n, k, 1, a.data(), a_row, a_col, b.data(), b_row, b_col, 0, whole.data(), n});
      const int64_t rows[] = {0, 35, 370}, cols[] = {0, 20, 200};
      for (int r = 0; r < 2; ++r) {
        for (int c = 0; c < 2; ++c) {
          const int64_t i = rows[r], j = cols[c];
          multiply({rows[r + 1] - i, cols[c + 1] - j, k, 1, a.data() + i * a_row, a_row, a_col, b.data() + j * b_col,
                    b_row, b_col, 0, parts.data() + i * n + j, n});
        }
      }
      EXPECT_EQ(whole, parts);
    }
  }
}

}  // namespace
