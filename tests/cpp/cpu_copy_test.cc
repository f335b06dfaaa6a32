// Copies and fills of the CPU backend: every pair of dtypes, strides and permutations, on every SIMD target.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "backends/cpu/cpu.h"
#include "backends/cpu/pointwise_kernels.h"
#include "base/parallel.h"
#include "target_testing.h"

namespace vjp {
namespace {

using namespace testing;

template <class T>
std::complex<double> widened(const T& v) {
  if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>) {
    return std::complex<double>(v);
  } else if constexpr (std::is_same_v<T, Float16> || std::is_same_v<T, BFloat16>) {
    return static_cast<double>(static_cast<float>(v));
  } else {
    return static_cast<double>(v);
  }
}

TEST(CpuCopy, ConvertsBetweenAllDtypesOnEveryTarget) {
  for_each_target([](const std::string& target) {
    for (int from = 1; from < kNumDtypes; ++from) {
      for (int to = 1; to < kNumDtypes; ++to) {
        visit_dtype(static_cast<Dtype>(from), [&]<class F>(Type<F>) {
          visit_dtype(static_cast<Dtype>(to), [&]<class T>(Type<T>) {
            for (int64_t in_stride : {1, 3}) {
              const int64_t n = 133, out_stride = in_stride == 1 ? 1 : 2;
              std::vector<char> in(static_cast<size_t>(n * in_stride) * sizeof(F)),
                  out(static_cast<size_t>(n * out_stride) * sizeof(T));
              F* x = reinterpret_cast<F*>(in.data());
              T* y = reinterpret_cast<T*>(out.data());
              for (int64_t i = 0; i < n; ++i) {
                const auto v = static_cast<float>(i % 100) + (is_integral(dtype_of<F>) ? 0.0f : 0.75f);
                if constexpr (std::is_same_v<F, bool>) {
                  x[i * in_stride] = i % 3 == 0;
                } else {
                  x[i * in_stride] = static_cast<F>(v);
                }
              }
              cpu::copy(make_view(y, dtype_of<T>, 1, &n, &out_stride), make_view(x, dtype_of<F>, 1, &n, &in_stride));
              for (int64_t i = 0; i < n; ++i) {
                const std::complex<double> v = widened(x[i * in_stride]);
                std::complex<double> want = v;
                if (std::is_same_v<T, bool>) {
                  want = v != 0.0;
                } else if (is_integral(dtype_of<T>)) {
                  want = std::trunc(v.real());
                } else if (dtype_of<T> == Dtype::Float16 || dtype_of<T> == Dtype::BFloat16) {
                  want = dtype_of<T> == Dtype::Float16 ? double(float(Float16(float(v.real()))))
                                                       : double(float(BFloat16(float(v.real()))));
                } else if (!is_complex(dtype_of<T>)) {
                  want = v.real();
                }
                ASSERT_EQ(widened(y[i * out_stride]), want)
                    << target << " " << name_of(dtype_of<F>) << " to " << name_of(dtype_of<T>);
              }
            }
          });
        });
      }
    }
  });
}

TEST(CpuCopy, HalfTypesRoundAsTheScalarConversionDoes) {
  for_each_target([](const std::string& target) {
    std::vector<float> x = arguments<float>(20000, 21);
    const int64_t n = 20000, one = 1;
    std::vector<uint16_t> y(20000);
    for (Dtype half : {Dtype::Float16, Dtype::BFloat16}) {
      cpu::copy(make_view(y.data(), half, 1, &n, &one), make_view(x.data(), Dtype::Float32, 1, &n, &one));
      for (size_t i = 0; i < x.size(); ++i) {
        const uint16_t want = half == Dtype::Float16 ? Float16(x[i]).bits : BFloat16(x[i]).bits;
        if (std::isnan(x[i])) continue;
        ASSERT_EQ(y[i], want) << target << " " << name_of(half) << " of " << x[i];
      }
      // and back, every pattern
      std::vector<uint16_t> patterns(65536);
      std::iota(patterns.begin(), patterns.end(), uint16_t{0});
      std::vector<float> back(65536);
      const int64_t all = 65536;
      cpu::copy(make_view(back.data(), Dtype::Float32, 1, &all, &one), make_view(patterns.data(), half, 1, &all, &one));
      for (size_t i = 0; i < patterns.size(); ++i) {
        float want;
        if (half == Dtype::Float16) {
          Float16 h;
          h.bits = patterns[i];
          want = h;
        } else {
          BFloat16 h;
          h.bits = patterns[i];
          want = h;
        }
        if (std::isnan(want)) {
          ASSERT_TRUE(std::isnan(back[i]));
        } else {
          ASSERT_EQ(std::memcmp(&back[i], &want, 4), 0) << target << " " << name_of(half) << " pattern " << i;
        }
      }
    }
  });
}

TEST(CpuCopy, TransposesAndPermutesEveryElementSize) {
  for (Dtype dtype : {Dtype::UInt8, Dtype::Int16, Dtype::Float32, Dtype::Float64, Dtype::Complex128}) {
    for (const std::vector<int64_t>& sizes :
         std::vector<std::vector<int64_t>>{{70, 45}, {32, 64}, {3, 129}, {5, 40, 33}, {4, 3, 2, 5}}) {
      const int ndim = static_cast<int>(sizes.size());
      Strides in_strides(sizes.size()), out_strides = row_major(sizes);
      int64_t n = 1;
      for (size_t d = 0; d < sizes.size(); ++d) in_strides[d] = n, n *= sizes[d];  // column-major
      const size_t size = size_of(dtype);
      std::vector<char> in(static_cast<size_t>(n) * size), out(in.size());
      std::mt19937 random(1);
      for (char& c : in) c = static_cast<char>(random());
      cpu::copy(make_view(out.data(), dtype, ndim, sizes.data(), out_strides.data()),
                make_view(in.data(), dtype, ndim, sizes.data(), in_strides.data()));
      int64_t wrong = 0;
      for_each_index(sizes, [&](const std::vector<int64_t>& i) {
        wrong += std::memcmp(&out[static_cast<size_t>(offset_of(i, out_strides)) * size],
                             &in[static_cast<size_t>(offset_of(i, in_strides)) * size], size) != 0;
      });
      EXPECT_EQ(wrong, 0) << name_of(dtype) << " " << ndim;
    }
  }
}

TEST(CpuFill, EveryDtypeAndStride) {
  for (int d = 1; d < kNumDtypes; ++d) {
    visit_dtype(static_cast<Dtype>(d), [&]<class T>(Type<T>) {
      const int64_t sizes[] = {30, 7}, strides[] = {20, 2};
      std::vector<char> data(30 * 20 * sizeof(T));
      T* x = reinterpret_cast<T*>(data.data());
      cpu::fill(make_view(x, dtype_of<T>, 2, sizes, strides), Scalar(3.0));
      for (int64_t i = 0; i < 600; ++i) {
        const bool written = i % 20 < 14 && i % 2 == 0;
        ASSERT_EQ(widened(x[i]), std::complex<double>(written ? (d == 1 ? 1.0 : 3.0) : 0.0)) << d << " " << i;
      }
    });
  }
}

}  // namespace
}  // namespace vjp
