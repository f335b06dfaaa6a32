// What the tests of the CPU backend's kernels share: arrays with strides and gaps, naive numbers, comparison.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "backends/cpu/cpu.h"
#include "backends/cpu/rows.h"
#include "base/parallel.h"

namespace vjp::testing {

using Number = std::complex<long double>;
using Index = std::vector<int64_t>;

inline constexpr double kInf = std::numeric_limits<double>::infinity();
inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// An array with memory of its own, in row-major order or in another with gaps.
class Array {
 public:
  Array(Dtype dtype, Index sizes, std::mt19937* order = nullptr) : dtype_(dtype), sizes_(std::move(sizes)) {
    strides_.resize(sizes_.size());
    std::vector<size_t> dims(sizes_.size());
    std::iota(dims.begin(), dims.end(), 0u);
    int64_t stride = 1;
    if (order && (*order)() % 2) {
      std::shuffle(dims.begin(), dims.end(), *order);
      stride = 1 + static_cast<int64_t>((*order)() % 2);
    }
    for (size_t i = dims.size(); i-- > 0;) {
      strides_[dims[i]] = stride;
      stride *= std::max<int64_t>(1, sizes_[dims[i]]);
      if (order && (*order)() % 4 == 0) stride += 3;
    }
    bytes_.assign(static_cast<size_t>(stride + 1) * size_of(dtype), '\0');
  }

  View view() const {
    return make_view(const_cast<char*>(bytes_.data()), dtype_, static_cast<int>(sizes_.size()), sizes_.data(),
                     strides_.data());
  }
  const Index& sizes() const { return sizes_; }
  int64_t size() const { return std::accumulate(sizes_.begin(), sizes_.end(), int64_t{1}, std::multiplies<int64_t>()); }
  Index index_of(int64_t position) const {
    Index at(sizes_.size());
    for (size_t d = sizes_.size(); d-- > 0;) {
      at[d] = position % sizes_[d];
      position /= sizes_[d];
    }
    return at;
  }
  Number get(const Index& at) const {
    return visit_dtype(dtype_, [&](auto type) {
      using T = typename decltype(type)::type;
      const T v = reinterpret_cast<const T*>(bytes_.data())[offset(at)];
      if constexpr (cpu::is_complex_v<T>) {
        return Number(v.real(), v.imag());
      } else if constexpr (std::is_same_v<T, Float16> || std::is_same_v<T, BFloat16>) {
        return Number(static_cast<float>(v));
      } else {
        return Number(static_cast<long double>(v));
      }
    });
  }
  void set(const Index& at, std::complex<double> v) {
    visit_dtype(dtype_, [&](auto type) {
      using T = typename decltype(type)::type;
      reinterpret_cast<T*>(bytes_.data())[offset(at)] = cpu::convert<T>(v);
    });
  }
  void fill(const std::function<std::complex<double>(int64_t)>& f) {
    for (int64_t i = 0; i < size(); ++i) set(index_of(i), f(i));
  }
  bool same_bits(const Array& o) const { return bytes_ == o.bytes_; }
  Dtype dtype() const { return dtype_; }
  size_t bytes() const { return bytes_.size(); }

 private:
  int64_t offset(const Index& at) const {
    return std::inner_product(at.begin(), at.end(), strides_.begin(), int64_t{0});
  }
  Dtype dtype_;
  Index sizes_, strides_;
  std::vector<char> bytes_;
};

inline double tolerance(Dtype d) {
  switch (d) {
    case Dtype::Float64:
    case Dtype::Complex128:
      return 1e-13;
    case Dtype::Float32:
    case Dtype::Complex64:
      return 2e-6;
    case Dtype::Float16:
      return 2e-3;
    case Dtype::BFloat16:
      return 1e-2;
    default:
      return 0;
  }
}

inline void expect_near(Number got, Number want, double scale, Dtype dtype, const std::string& where) {
  for (int part = 0; part < 2; ++part) {
    const long double g = part ? got.imag() : got.real(), w = part ? want.imag() : want.real();
    if (std::isnan(w) || std::isinf(w)) {
      ASSERT_TRUE(std::isnan(w) ? std::isnan(g) : g == w) << where << ": " << g << " instead of " << w;
    } else {
      ASSERT_LE(std::abs(g - w), tolerance(dtype) * (scale + std::abs(w))) << where << ": " << g << " instead of " << w;
    }
  }
}

inline Array random_array(Dtype dtype, const Index& sizes, std::mt19937& random, bool strided = true) {
  Array a(dtype, sizes, strided ? &random : nullptr);
  std::uniform_real_distribution<double> real(-2, 2);
  std::uniform_int_distribution<int> integer(is_integral(dtype) && size_of(dtype) == 1 ? 0 : -3, 3);
  a.fill([&](int64_t) -> std::complex<double> {
    if (is_integral(dtype)) return dtype == Dtype::Bool ? integer(random) > 0 : integer(random);
    return {real(random), is_complex(dtype) ? real(random) : 0};
  });
  return a;
}

inline const Dtype kAll[] = {Dtype::Bool,    Dtype::UInt8,   Dtype::Int8,      Dtype::Int16,
                             Dtype::Int32,   Dtype::Int64,   Dtype::Float16,   Dtype::BFloat16,
                             Dtype::Float32, Dtype::Float64, Dtype::Complex64, Dtype::Complex128};
inline const Dtype kReal[] = {Dtype::Float16, Dtype::BFloat16, Dtype::Float32, Dtype::Float64};
inline const Index kShapes[] = {{},         {1},          {7},      {300},        {5, 9}, {40, 33},  {3, 4, 5},
                                {2, 17, 6}, {20, 1, 300}, {700, 5}, {2, 3, 4, 5}, {9000}, {33, 600}, {3, 2, 300}};

// The longer shapes are for the types with vector kernels and one of those without; they take most of the time.
inline bool too_long(Dtype dtype, const Index& shape) {
  return dtype != Dtype::Float32 && dtype != Dtype::Float64 && dtype != Dtype::BFloat16 && dtype != Dtype::Int64 &&
         Array(Dtype::Bool, shape).size() > 1500;
}

// Runs `f` with one and two threads; whatever arrays it returns must agree in every bit.
template <class F>
void expect_same_for_any_thread_count(F f) {
  const int before = num_threads();
  set_num_threads(1);
  const std::vector<Array> one = f();
  set_num_threads(2);
  const std::vector<Array> two = f();
  set_num_threads(before);
  ASSERT_EQ(one.size(), two.size());
  for (size_t i = 0; i < one.size(); ++i) EXPECT_TRUE(one[i].same_bits(two[i])) << "array " << i;
}

}  // namespace vjp::testing
