// How 64 random bits become an element. Elements 2j and 2j + 1 (row-major position) share Philox block offset + j: each
// has 64 bits r of its own.
//
//   Uniform      a + (b - a) * u, u the top 53 bits of r (24 for float, 11 and 8 for the half types) as a fraction
//   Normal       Box-Muller of the pair: radius from the first number, angle from the second; cosine, then sine
//   Bernoulli    1 where the top 53 bits as a fraction are below the probability
//   Integer      low + (r * range >> 64): bias below 2^-64 * range
//   DropoutMask  0 where the top 32 bits are below a * 2^32, else 1 / (1 - a)
//
// The arithmetic is written out here, without library functions, so that bits do not depend on the machine; it is
// compiled without fused operations everywhere.
#pragma once

#include "kernel/device_code.h"
#include "kernel/philox.h"

namespace vjp::random_formulas {

// log(x) for normal x in (0, 1]: x = 2^e m with m in [sqrt(1/2), sqrt(2)), log(m) = 2 atanh((m - 1) / (m + 1)).
VJP_HD inline double log_of(double x) {
  constexpr uint64_t kSqrtHalf = 0x3FE6A09E667F3BCDu;
  const uint64_t bits = __builtin_bit_cast(uint64_t, x) - kSqrtHalf;
  const int64_t e = static_cast<int64_t>(bits) >> 52;
  const double m = __builtin_bit_cast(double, (bits & 0x000FFFFFFFFFFFFFu) + kSqrtHalf);
  const double s = (m - 1.0) / (m + 1.0), z = s * s;
  double p = 1.0 / 23.0;
  p = p * z + 1.0 / 21.0;
  p = p * z + 1.0 / 19.0;
  p = p * z + 1.0 / 17.0;
  p = p * z + 1.0 / 15.0;
  p = p * z + 1.0 / 13.0;
  p = p * z + 1.0 / 11.0;
  p = p * z + 1.0 / 9.0;
  p = p * z + 1.0 / 7.0;
  p = p * z + 1.0 / 5.0;
  p = p * z + 1.0 / 3.0;
  const double two_s = s + s;
  return static_cast<double>(static_cast<int32_t>(e)) * 0.69314718055994530942 + (two_s + two_s * (z * p));
}

// Cosine and sine of 2 pi u, u in [0, 1): Taylor series on a quarter turn around the nearest multiple of one.
VJP_HD inline void sincos_turn(double u, double& cosine, double& sine) {
  const double turns = 4.0 * u;
  const int32_t quarter = static_cast<int32_t>(turns + 0.5);
  const double r = (turns - static_cast<double>(quarter)) * 1.57079632679489661923, z = r * r;
  double s = -1.0 / 121645100408832000.0, c = -1.0 / 6402373705728000.0;
  s = s * z + 1.0 / 355687428096000.0;
  c = c * z + 1.0 / 20922789888000.0;
  s = s * z - 1.0 / 1307674368000.0;
  c = c * z - 1.0 / 87178291200.0;
  s = s * z + 1.0 / 6227020800.0;
  c = c * z + 1.0 / 479001600.0;
  s = s * z - 1.0 / 39916800.0;
  c = c * z - 1.0 / 3628800.0;
  s = s * z + 1.0 / 362880.0;
  c = c * z + 1.0 / 40320.0;
  s = s * z - 1.0 / 5040.0;
  c = c * z - 1.0 / 720.0;
  s = s * z + 1.0 / 120.0;
  c = c * z + 1.0 / 24.0;
  s = s * z - 1.0 / 6.0;
  c = c * z - 0.5;
  s = r + r * (z * s);
  c = 1.0 + z * c;
  const double a = quarter & 1 ? s : c, b = quarter & 1 ? c : s;
  cosine = (quarter + 1) & 2 ? -a : a;
  sine = quarter & 2 ? -b : b;
}

// The top 53 bits as a fraction.
VJP_HD inline double fraction(uint64_t bits) { return static_cast<double>(static_cast<int64_t>(bits >> 11)) * 0x1p-53; }

// For a pair: -2 log(u) with u in (0, 1], whose root is the radius.
VJP_HD inline double squared_radius(uint64_t bits) {
  return -2.0 * log_of(static_cast<double>(static_cast<int64_t>(bits >> 11) + 1) * 0x1p-53);
}

// Bits of a fraction that an element of `dtype` (vjp_dtype) can distinguish.
constexpr int fraction_bits(int dtype) { return dtype == 10 ? 53 : dtype == 8 ? 8 : dtype == 7 ? 11 : 24; }

VJP_HD inline int64_t integer(uint64_t bits, int64_t low, uint64_t range) {
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
  const uint64_t step = __umul64hi(bits, range);
#else
  const uint64_t step = static_cast<uint64_t>(static_cast<unsigned __int128>(bits) * range >> 64);
#endif
  return static_cast<int64_t>(static_cast<uint64_t>(low) + step);
}

}  // namespace vjp::random_formulas
