// Functions of real numbers, once for float and once for double; what opcodes and kernels are made of.
//
// Single precision goes through double where its own function would be off by more than 2 ulp, and where it is rare.
#pragma once

#include "backends/cuda/numbers.h"

namespace vjp::cuda {

#define VJP_REAL(name, float_expression, double_expression)             \
  VJP_HD inline float real_##name(float x) { return float_expression; } \
  VJP_HD inline double real_##name(double x) { return double_expression; }
// computed in double
#define VJP_REAL_WIDE(name, expression)                             \
  VJP_HD inline double real_##name(double x) { return expression; } \
  VJP_HD inline float real_##name(float x) { return static_cast<float>(real_##name(double(x))); }

VJP_REAL(sqrt, sqrtf(x), ::sqrt(x))
VJP_REAL(rsqrt, 1.0f / sqrtf(x), 1.0 / ::sqrt(x))
VJP_REAL(exp, expf(x), ::exp(x))
VJP_REAL(exp2, exp2f(x), ::exp2(x))
VJP_REAL(expm1, expm1f(x), ::expm1(x))
VJP_REAL(log, logf(x), ::log(x))
VJP_REAL(log2, log2f(x), ::log2(x))
VJP_REAL(log10, log10f(x), ::log10(x))
VJP_REAL(log1p, log1pf(x), ::log1p(x))
VJP_REAL(sin, sinf(x), ::sin(x))
VJP_REAL(cos, cosf(x), ::cos(x))
VJP_REAL_WIDE(tan, ::tan(x))
VJP_REAL_WIDE(asin, ::asin(x))
VJP_REAL_WIDE(acos, ::acos(x))
VJP_REAL(atan, atanf(x), ::atan(x))
VJP_REAL_WIDE(sinh, ::sinh(x))
VJP_REAL_WIDE(cosh, ::cosh(x))
VJP_REAL(tanh, tanhf(x), ::tanh(x))
VJP_REAL_WIDE(asinh, ::asinh(x))
VJP_REAL_WIDE(acosh, ::acosh(x))
VJP_REAL_WIDE(atanh, ::atanh(x))
VJP_REAL(erf, erff(x), ::erf(x))
VJP_REAL_WIDE(erfc, ::erfc(x))
VJP_REAL_WIDE(lgamma, ::lgamma(x))
VJP_REAL_WIDE(digamma, scalar::digamma(x))
VJP_REAL_WIDE(erfinv, scalar::erfinv(x))
VJP_REAL(abs, fabsf(x), ::fabs(x))
VJP_REAL(floor, floorf(x), ::floor(x))
VJP_REAL(ceil, ceilf(x), ::ceil(x))
VJP_REAL(trunc, truncf(x), ::trunc(x))
VJP_REAL(round, rintf(x), ::rint(x))

VJP_HD inline float real_fma(float a, float b, float c) { return fmaf(a, b, c); }
VJP_HD inline double real_fma(double a, double b, double c) { return ::fma(a, b, c); }
VJP_HD inline float real_copysign(float a, float b) { return copysignf(a, b); }
VJP_HD inline double real_copysign(double a, double b) { return ::copysign(a, b); }
VJP_HD inline float real_hypot(float a, float b) { return static_cast<float>(::hypot(double(a), double(b))); }
VJP_HD inline double real_hypot(double a, double b) { return ::hypot(a, b); }
VJP_HD inline float real_atan2(float a, float b) { return static_cast<float>(::atan2(double(a), double(b))); }
VJP_HD inline double real_atan2(double a, double b) { return ::atan2(a, b); }
VJP_HD inline float real_pow(float a, float b) { return static_cast<float>(::pow(double(a), double(b))); }
VJP_HD inline double real_pow(double a, double b) { return ::pow(a, b); }
VJP_HD inline float real_fmod(float a, float b) { return fmodf(a, b); }
VJP_HD inline double real_fmod(double a, double b) { return ::fmod(a, b); }
VJP_HD inline float real_nextafter(float a, float b) { return nextafterf(a, b); }
VJP_HD inline double real_nextafter(double a, double b) { return ::nextafter(a, b); }

template <class T>
VJP_HD constexpr bool is_nan(T x) {
  return x != x;
}
template <class T>
VJP_HD constexpr bool is_inf(T x) {
  return x == scalar::infinity<T>() || x == -scalar::infinity<T>();
}
template <class T>
VJP_HD constexpr bool is_finite(T x) {
  return x - x == T(0);
}

// The exponential that does not overflow.
template <class T>
VJP_HD inline T real_sigmoid(T x) {
  if (x >= 0) return T(1) / (T(1) + real_exp(-x));
  const T e = real_exp(x);
  return e / (T(1) + e);
}
// erfc(-x / sqrt(2)) / 2. The rounding of x / sqrt(2) shows in the tail: it is made good by the derivative.
VJP_HD inline double real_ndtr(double x) {
  constexpr double kHigh = 0x1.6a09e667f3bcdp-1, kLow = -0x1.bdd3413b26456p-55;
  const double t = -x * kHigh, y = ::erfc(t);
  if (!(t > 0 && t < 27)) return 0.5 * y;
  const double low = ::fma(-x, kHigh, -t) - x * kLow;
  return 0.5 * (y - low * 1.12837916709551257 * ::exp(-t * t));
}
VJP_HD inline float real_ndtr(float x) {
  constexpr float kHigh = 0x1.6a09e6p-1f, kLow = 0x1.9fcef4p-27f;
  const float t = -x * kHigh, y = erfcf(t);
  if (!(t > 0 && t < 10.1f)) return 0.5f * y;
  const float low = fmaf(-x, kHigh, -t) - x * kLow;
  return 0.5f * (y - low * 1.128379167f * expf(-t * t));
}
template <class T>
VJP_HD inline T real_gelu(T x) {
  constexpr T kLowest = sizeof(T) == 4 ? T(-16) : T(-39);  // from here on the product is 0
  return x < kLowest ? real_copysign(T(0), x) : x * real_ndtr(x);
}
template <class T>
VJP_HD inline T real_gelu_partial(T x) {
  const T u = x > 40 ? T(40) : x < -40 ? T(-40) : x;
  return real_ndtr(x) + u * (T(0.398942280401432678) * real_exp(u * u * T(-0.5)));
}
// x n / (n + 2) with n = e (e + 2), e = exp(x)
template <class T>
VJP_HD inline T real_mish(T x) {
  if (x > 20) return x;
  if (x == -scalar::infinity<T>()) return T(-0.0);
  const T e = real_exp(x), n = e * (e + T(2));
  return x * (n / (n + T(2)));
}

}  // namespace vjp::cuda
