// What the tests of pointwise kernels share: every SIMD target, arguments over a whole range, strided positions.
#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "backends/cpu/cpu.h"
#include "backends/cpu/pointwise_kernels.h"
#include "hwy/highway.h"

namespace vjp::testing {

// Runs `f` for every SIMD target that this machine and this build have.
inline void for_each_target(const std::function<void(const std::string&)>& f) {
  const int64_t all = hwy::SupportedTargets() & HWY_TARGETS;
  for (int64_t rest = all; rest; rest &= rest - 1) {
    hwy::SetSupportedTargetsForTest(rest & -rest);
    cpu::choose_kernels_again();
    f(cpu::simd_name());
  }
  hwy::SetSupportedTargetsForTest(0);
  cpu::choose_kernels_again();
}

// Arguments over the whole range, and densely where functions change.
template <class T>
std::vector<T> arguments(size_t n, unsigned seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> unit(-1, 1);
  std::vector<T> x;
  const T inf = std::numeric_limits<T>::infinity(), max = std::numeric_limits<T>::max(),
          min = std::numeric_limits<T>::min();
  for (T v : {T(0),
              min,
              max,
              inf,
              std::numeric_limits<T>::denorm_min(),
              T(1),
              T(2),
              T(0.5),
              T(3),
              T(10),
              T(100),
              T(1e6),
              std::nextafter(T(1), T(0)),
              std::nextafter(T(1), T(2)),
              T(3.14159265358979),
              T(1.5707963267948966),
              T(88.7228),
              T(709.78),
              T(745.2),
              T(104),
              T(710.4),
              T(27.2),
              T(1.6e6),
              T(1e10),
              T(0.6931471805599453),
              T(0.55),
              T(1.4616321449683623)}) {
    x.push_back(v);
    x.push_back(-v);
  }
  x.push_back(std::numeric_limits<T>::quiet_NaN());
  while (x.size() < n) {
    switch (x.size() % 8) {
      case 0: {  // every exponent
        const double e = unit(random) * std::numeric_limits<T>::max_exponent * 1.05;
        x.push_back(
            static_cast<T>(std::ldexp(static_cast<long double>(1 + std::fabs(unit(random))), static_cast<int>(e))) *
            (unit(random) < 0 ? -1 : 1));
        break;
      }
      case 1:
        x.push_back(static_cast<T>(unit(random)));
        break;
      case 2:
        x.push_back(static_cast<T>(1 + unit(random) * 0.05));
        break;
      case 3:
        x.push_back(static_cast<T>(unit(random) * 10));
        break;
      case 4:
        x.push_back(static_cast<T>(unit(random) * 100));
        break;
      case 5:
        x.push_back(static_cast<T>(unit(random) * 800));
        break;
      case 6:
        x.push_back(static_cast<T>(std::exp(unit(random) * 20) * (unit(random) < 0 ? -1 : 1)));
        break;
      default:
        x.push_back(static_cast<T>(unit(random) * unit(random) * 2));
        break;
    }
  }
  return x;
}

// ---- positions in strided arrays ----

using Strides = std::vector<int64_t>;
inline Strides row_major(const std::vector<int64_t>& sizes) {
  Strides s(sizes.size());
  int64_t n = 1;
  for (size_t i = sizes.size(); i-- > 0;) s[i] = n, n *= sizes[i];
  return s;
}
template <class F>
void for_each_index(const std::vector<int64_t>& sizes, F&& f) {
  std::vector<int64_t> index(sizes.size(), 0);
  for (;;) {
    f(index);
    size_t d = sizes.size();
    while (d > 0 && ++index[d - 1] == sizes[d - 1]) index[--d] = 0;
    if (d == 0) return;
  }
}
inline int64_t offset_of(const std::vector<int64_t>& index, const Strides& strides) {
  return std::inner_product(index.begin(), index.end(), strides.begin(), int64_t{0});
}

}  // namespace vjp::testing
