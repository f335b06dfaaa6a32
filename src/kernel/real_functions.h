// Functions of real numbers, once for float and once for double, that a library has; what opcodes and kernels are made
// of.
//
// The library is the host's, which computes in a wider type where a result would be off by more than 2 ulp, or, where
// VJP_DEVICE_FUNCTIONS is defined, what every device compiler has: there single precision goes through double, and
// double has no wider type. One program may have both (a CPU, and a device that tests emulate), so the library is part
// of the name of every function that is made of its functions.
#pragma once

#include "kernel/complex.h"
#include "kernel/scalar_formulas.h"
#include "kernel/special_functions.h"

#ifdef VJP_DEVICE_FUNCTIONS
#define VJP_LIBRARY device_library
#else
#define VJP_LIBRARY host_library
#endif

namespace vjp::scalar {
inline namespace VJP_LIBRARY {

#ifdef VJP_DEVICE_FUNCTIONS
template <class T>
using Wider = double;
using Widest = double;
VJP_HD inline double log_gamma(double x) { return ::lgamma(x); }
VJP_HD inline float float_hypot(float a, float b) { return static_cast<float>(::hypot(double(a), double(b))); }
#else
// double with the extended type's error far below half an ulp; float with double's
template <class T>
struct WiderType {
  using type = double;
};
template <>
struct WiderType<double> {
  using type = long double;
};
template <class T>
using Wider = typename WiderType<T>::type;
using Widest = long double;  // of series, whose terms add up errors
inline double log_gamma(double x) {
  int sign;  // not the C library's variable, which threads share
  return lgamma_r(x, &sign);
}
inline long double log_gamma(long double x) {
  int sign;
  return lgammal_r(x, &sign);
}
inline float float_hypot(float a, float b) { return hypotf(a, b); }  // exact to the last bit, unlike a device's
#endif

#define VJP_REAL(name, float_expression, double_expression)             \
  VJP_HD inline float real_##name(float x) { return float_expression; } \
  VJP_HD inline double real_##name(double x) { return double_expression; }
// computed in another type than T
#define VJP_REAL_IN(Type, name, expression) \
  template <class T>                        \
  VJP_HD inline T real_##name(T value) {    \
    const Type x = value;                   \
    return static_cast<T>(expression);      \
  }
#define VJP_REAL_WIDE(name, expression) VJP_REAL_IN(double, name, expression)
#define VJP_REAL_WIDER(name, expression) VJP_REAL_IN(Wider<T>, name, expression)
#define VJP_REAL_SERIES(name, expression) VJP_REAL_IN(Widest, name, expression)

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
VJP_REAL_WIDER(asinh, ::asinh(x))
VJP_REAL_WIDER(acosh, ::acosh(x))
VJP_REAL_WIDER(atanh, ::atanh(x))
VJP_REAL(erf, erff(x), ::erf(x))
VJP_REAL_WIDE(erfc, ::erfc(x))
VJP_REAL_WIDER(lgamma, log_gamma(x))
VJP_REAL_SERIES(digamma, digamma(x))
VJP_REAL_SERIES(erfinv, erfinv(x))
VJP_REAL_WIDE(erfcx, special::erfcx(x))
VJP_REAL_WIDE(ndtri, special::ndtri(x))
VJP_REAL_WIDE(i0e, special::i0e(x))
VJP_REAL_WIDE(i1e, special::i1e(x))
VJP_REAL_WIDE(scaled_modified_bessel_k0, special::k0e(x))
VJP_REAL_WIDE(scaled_modified_bessel_k1, special::k1e(x))
VJP_REAL_WIDE(bessel_j0, ::j0(x))
VJP_REAL_WIDE(bessel_j1, ::j1(x))
VJP_REAL_WIDE(bessel_y0, special::y0(x))
VJP_REAL_WIDE(bessel_y1, special::y1(x))
VJP_REAL(abs, fabsf(x), ::fabs(x))
VJP_REAL(floor, floorf(x), ::floor(x))
VJP_REAL(ceil, ceilf(x), ::ceil(x))
VJP_REAL(trunc, truncf(x), ::trunc(x))
VJP_REAL(round, rintf(x), ::rint(x))

VJP_HD inline float real_fma(float a, float b, float c) { return fmaf(a, b, c); }
VJP_HD inline double real_fma(double a, double b, double c) { return ::fma(a, b, c); }
VJP_HD inline float real_copysign(float a, float b) { return copysignf(a, b); }
VJP_HD inline double real_copysign(double a, double b) { return ::copysign(a, b); }
VJP_HD inline float real_hypot(float a, float b) { return float_hypot(a, b); }
VJP_HD inline double real_hypot(double a, double b) { return ::hypot(a, b); }
VJP_HD inline float real_atan2(float a, float b) { return static_cast<float>(::atan2(double(a), double(b))); }
VJP_HD inline double real_atan2(double a, double b) { return ::atan2(a, b); }
VJP_HD inline float real_pow(float a, float b) { return static_cast<float>(::pow(double(a), double(b))); }
VJP_HD inline double real_pow(double a, double b) { return ::pow(a, b); }
template <class T>
VJP_HD inline T real_polygamma(T order, T x) {
  return static_cast<T>(polygamma(Widest(order), Widest(x)));
}
template <class T>
VJP_HD inline T real_zeta(T s, T x) {
  return static_cast<T>(zeta(Widest(s), Widest(x)));
}
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
  return x == infinity<T>() || -x == infinity<T>();
}
template <class T>
VJP_HD constexpr bool is_finite(T x) {
  return x - x == T(0);
}

}  // namespace VJP_LIBRARY
}  // namespace vjp::scalar
