// What each opcode of a pointwise program computes: one function an opcode, for int64_t, float, double and complex
// numbers. The interpreter and fused programs are made of them, so both give the same bits.
//
// Single precision goes through double where its own function would be off by more than 2 ulp, and where it is rare.
#pragma once

#include "backends/cuda/numbers.h"
#include "vjp/opcodes.h"

namespace vjp::cuda {

// ---- real functions, once for float and once for double ----

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

// ---- complex functions, in double; branch cuts as in C99's Annex G (formulas of Kahan, "Branch cuts for complex
// elementary functions", 1987) ----

using Z = Complex<double>;

// Smith's algorithm: no overflow in the square of the divisor.
template <class T>
VJP_HD inline Complex<T> quotient(Complex<T> a, Complex<T> b) {
  if (real_abs(b.re) >= real_abs(b.im)) {
    if (b.re == 0 && b.im == 0) return {a.re / b.re, a.im / b.re};
    const T r = b.im / b.re, d = b.re + b.im * r;
    return {(a.re + a.im * r) / d, (a.im - a.re * r) / d};
  }
  const T r = b.re / b.im, d = b.re * r + b.im;
  return {(a.re * r + a.im) / d, (a.im * r - a.re) / d};
}
VJP_HD inline Z times_i(Z z) { return {-z.im, z.re}; }
VJP_HD inline Z over_i(Z z) { return {z.im, -z.re}; }

VJP_HD inline Z complex_sqrt(Z z) {
  if (z.re == 0 && z.im == 0) return {0.0, z.im};
  if (is_inf(z.im)) return {scalar::infinity<double>(), z.im};
  if (is_inf(z.re)) {
    if (z.re > 0) return {z.re, is_nan(z.im) ? z.im : real_copysign(0.0, z.im)};
    return {is_nan(z.im) ? z.im : 0.0, real_copysign(scalar::infinity<double>(), z.im)};
  }
  // scaled so that neither the modulus nor its half loses anything
  const double larger = real_abs(z.re) > real_abs(z.im) ? real_abs(z.re) : real_abs(z.im);
  double scale = 1;
  if (larger > 0x1p1000) {
    z = {z.re * 0x1p-100, z.im * 0x1p-100};
    scale = 0x1p50;
  } else if (larger < 0x1p-900) {
    z = {z.re * 0x1p200, z.im * 0x1p200};
    scale = 0x1p-100;
  }
  const double t = real_sqrt((real_abs(z.re) + real_hypot(z.re, z.im)) * 0.5);
  if (z.re >= 0) return {t * scale, z.im / (2 * t) * scale};
  return {real_abs(z.im) / (2 * t) * scale, real_copysign(t, z.im) * scale};
}
// e^x (c, s), where e^x alone may overflow
VJP_HD inline Z scaled_exponential(double x, double c, double s) {
  if (x > 700 && x < 2000) {
    const double part = real_exp(x - 700), rest = 1.0142320547350045e304;  // e^700
    return {part * c * rest, part * s * rest};
  }
  const double e = real_exp(x);
  return {e * c, e * s};
}
VJP_HD inline Z complex_exp(Z z) {
  if (z.im == 0) return {real_exp(z.re), z.im};
  if (z.re == -scalar::infinity<double>() && !is_finite(z.im)) return {0.0, 0.0};
  if (z.re == scalar::infinity<double>() && !is_finite(z.im)) return {z.re, scalar::not_a_number<double>()};
  return scaled_exponential(z.re, real_cos(z.im), real_sin(z.im));
}
// log |z|: near the unit circle from |z|^2 - 1, which twofold products give exactly enough
VJP_HD inline double log_modulus(Z z) {
  double a = real_abs(z.re), b = real_abs(z.im);
  if (a < b) {
    const double c = a;
    a = b;
    b = c;
  }
  if (a > 0.5 && a < 2 && b < 2) {
    const double p = a * a, q = b * b, error = real_fma(a, a, -p) + real_fma(b, b, -q);
    if (p + q > 0.4 && p + q < 3) return 0.5 * real_log1p(((p - 1) + q) + error);
  }
  if (is_inf(b)) return b;  // beside NaN, too
  if (a > 0x1p1000) return real_log(real_hypot(a * 0x1p-10, b * 0x1p-10)) + 6.93147180559945309417;
  if (a < 0x1p-900) return real_log(real_hypot(a * 0x1p200, b * 0x1p200)) - 138.629436111989061883;
  return real_log(real_hypot(a, b));
}
VJP_HD inline Z complex_log(Z z) { return {log_modulus(z), real_atan2(z.im, z.re)}; }
VJP_HD inline Z complex_exp2(Z z) {
  return complex_exp({z.re * 0.693147180559945309417, z.im * 0.693147180559945309417});
}
VJP_HD inline Z complex_log2(Z z) {
  const Z l = complex_log(z);
  return {real_log2(real_hypot(z.re, z.im)), l.im * 1.44269504088896340736};
}
VJP_HD inline Z complex_log10(Z z) {
  const Z l = complex_log(z);
  return {l.re * 0.434294481903251827651, l.im * 0.434294481903251827651};
}
// exp(x) cos(y) - 1 = expm1(x) cos(y) - 2 sin^2(y/2)
VJP_HD inline Z complex_expm1(Z z) {
  const double s = real_sin(z.im / 2);
  return {real_expm1(z.re) * real_cos(z.im) - 2 * s * s, real_exp(z.re) * real_sin(z.im)};
}
// log|1 + z| = log1p(x (2 + x) + y^2) / 2 near 0, where 1 + z would lose z
VJP_HD inline Z complex_log1p(Z z) {
  if (real_abs(z.re) > 0.5 || real_abs(z.im) > 0.5) return complex_log({1.0 + z.re, z.im});
  return {0.5 * real_log1p(z.re * (2 + z.re) + z.im * z.im), real_atan2(z.im, 1 + z.re)};
}
VJP_HD inline Z complex_sinh(Z z) {
  if (z.im == 0) return {real_sinh(z.re), z.im};
  const double c = real_cos(z.im), s = real_sin(z.im);
  if (real_abs(z.re) > 700) {
    const Z e = scaled_exponential(real_abs(z.re), c * 0.5, s * 0.5);
    return {real_copysign(1.0, z.re) * e.re, e.im};
  }
  return {real_sinh(z.re) * c, real_cosh(z.re) * s};
}
VJP_HD inline Z complex_cosh(Z z) {
  if (z.im == 0) return {real_cosh(z.re), z.re < 0 ? -z.im : z.im};
  const double c = real_cos(z.im), s = real_sin(z.im);
  if (real_abs(z.re) > 700) {
    const Z e = scaled_exponential(real_abs(z.re), c * 0.5, s * 0.5);
    return {e.re, real_copysign(1.0, z.re) * e.im};
  }
  return {real_cosh(z.re) * c, real_sinh(z.re) * s};
}
VJP_HD inline Z complex_tanh(Z z) {
  if (real_abs(z.re) > 22) {
    const double s = is_finite(z.im) ? real_sin(2 * z.im) : 0.0;
    return {real_copysign(1.0, z.re), 2 * s * real_exp(-2 * real_abs(z.re))};
  }
  const double t = real_tan(z.im), b = 1 + t * t, s = real_sinh(z.re), r = real_sqrt(1 + s * s), d = 1 + b * s * s;
  if (is_inf(t)) return {r / s, 1 / t};
  return {b * r * s / d, t / d};
}
VJP_HD inline Z complex_sin(Z z) { return over_i(complex_sinh(times_i(z))); }
VJP_HD inline Z complex_cos(Z z) { return complex_cosh(times_i(z)); }
VJP_HD inline Z complex_tan(Z z) { return over_i(complex_tanh(times_i(z))); }
VJP_HD inline Z complex_asin(Z z) {
  const Z a = complex_sqrt({1 - z.re, -z.im}), b = complex_sqrt({1 + z.re, z.im});
  return {real_atan2(z.re, a.re * b.re - a.im * b.im), real_asinh(a.re * b.im - a.im * b.re)};
}
VJP_HD inline Z complex_acos(Z z) {
  const Z a = complex_sqrt({1 - z.re, -z.im}), b = complex_sqrt({1 + z.re, z.im});
  return {2 * real_atan2(a.re, b.re), real_asinh(b.re * a.im - b.im * a.re)};
}
VJP_HD inline Z complex_acosh(Z z) {
  const Z a = complex_sqrt({z.re - 1, z.im}), b = complex_sqrt({z.re + 1, z.im});
  return {real_asinh(a.re * b.re + a.im * b.im), 2 * real_atan2(a.im, b.re)};
}
VJP_HD inline Z complex_atanh(Z z) {
  constexpr double kHalfPi = 1.57079632679489661923;
  const double x = real_abs(z.re), y = z.im;
  if (x > 0x1p500 || real_abs(y) > 0x1p500) {  // 1 / z, as far as it counts
    const double re = quotient<double>({1.0, 0.0}, {x, y}).re;
    return {real_copysign(is_nan(re) ? 0.0 : re, z.re), real_copysign(kHalfPi, y)};
  }
  const double u = 1 - x;
  const double re = y == 0 && u == 0 ? scalar::infinity<double>() : real_log1p(4 * x / (u * u + y * y)) * 0.25;
  return {real_copysign(re, z.re), real_atan2(2 * y, u * (1 + x) - y * y) * 0.5};
}
VJP_HD inline Z complex_asinh(Z z) { return over_i(complex_asin(times_i(z))); }
VJP_HD inline Z complex_atan(Z z) { return over_i(complex_atanh(times_i(z))); }
VJP_HD inline Z complex_rsqrt(Z z) { return quotient<double>({1.0, 0.0}, complex_sqrt(z)); }
VJP_HD inline Z complex_sigmoid(Z z) {
  // the exponential that does not overflow
  if (z.re >= 0) {
    const Z e = complex_exp({-z.re, -z.im});
    return quotient<double>({1.0, 0.0}, {1.0 + e.re, e.im});
  }
  const Z e = complex_exp(z);
  return quotient<double>(e, {1.0 + e.re, e.im});
}
VJP_HD inline Z complex_pow(Z x, Z y) {
  if (y.re == 0 && y.im == 0) return {1.0, 0.0};
  if (x.re == 0 && x.im == 0) {
    const double nan = scalar::not_a_number<double>();
    return y.re > 0 ? Z{0.0, 0.0} : Z{nan, nan};
  }
  // small whole exponents by products: exact where the products are
  if (y.im == 0 && y.re == real_floor(y.re) && real_abs(y.re) <= 32) {
    Z result = {1.0, 0.0}, square = x;
    for (int e = static_cast<int>(real_abs(y.re)); e; e >>= 1, square = square * square) {
      if (e & 1) result = result * square;
    }
    return y.re < 0 ? quotient<double>({1.0, 0.0}, result) : result;
  }
  return complex_exp(y * complex_log(x));
}

// ---- the opcodes ----

#define VJP_OP1(name) \
  template <class T>  \
  VJP_HD inline T op_##name(T a)
#define VJP_OP2(name) \
  template <class T>  \
  VJP_HD inline T op_##name(T a, T b)
#define VJP_OP3(name) \
  template <class T>  \
  VJP_HD inline T op_##name(T a, T b, T c)

template <class T>
VJP_HD constexpr bool truth(T a) {
  return a != T(0);
}

// Functions that all three categories have: integers through double, truncated.
#define VJP_FUNCTION(name)                                            \
  VJP_OP1(name) {                                                     \
    if constexpr (kIsInteger<T>) {                                    \
      return scalar::integer_of(real_##name(static_cast<double>(a))); \
    } else if constexpr (kIsComplex<T>) {                             \
      return T(complex_##name(Z(a)));                                 \
    } else {                                                          \
      return real_##name(a);                                          \
    }                                                                 \
  }
#define VJP_REAL_FUNCTION(name)                                       \
  VJP_OP1(name) {                                                     \
    if constexpr (kIsInteger<T>) {                                    \
      return scalar::integer_of(real_##name(static_cast<double>(a))); \
    } else if constexpr (kIsComplex<T>) {                             \
      return a;                                                       \
    } else {                                                          \
      return real_##name(a);                                          \
    }                                                                 \
  }
// The identity on integers.
#define VJP_ROUNDING(name)      \
  VJP_OP1(name) {               \
    if constexpr (kIsReal<T>) { \
      return real_##name(a);    \
    } else {                    \
      return a;                 \
    }                           \
  }

VJP_OP1(copy) { return a; }
VJP_OP1(neg) {
  if constexpr (kIsInteger<T>) {
    return scalar::wrap(-static_cast<uint64_t>(a));
  } else if constexpr (kIsComplex<T>) {
    return {-a.re, -a.im};
  } else {
    return -a;
  }
}
VJP_OP1(abs) {
  if constexpr (kIsInteger<T>) {
    return a < 0 ? op_neg(a) : a;
  } else if constexpr (kIsComplex<T>) {
    return T(real_hypot(a.re, a.im));
  } else {
    return real_abs(a);
  }
}
VJP_OP1(sign) {
  if constexpr (kIsInteger<T>) {
    return T(a > 0) - T(a < 0);
  } else if constexpr (kIsComplex<T>) {
    const auto r = real_hypot(a.re, a.im);
    return r == 0 ? T(0) : T(a.re / r, a.im / r);
  } else {
    return a > 0 ? T(1) : a < 0 ? T(-1) : a;
  }
}
VJP_OP1(square) {
  if constexpr (kIsInteger<T>) {
    return scalar::wrap(static_cast<uint64_t>(a) * static_cast<uint64_t>(a));
  } else {
    return a * a;
  }
}
VJP_OP1(reciprocal) {
  if constexpr (kIsInteger<T>) {
    return scalar::divide(1, a);
  } else if constexpr (kIsComplex<T>) {
    return quotient(T(1), a);
  } else {
    return T(1) / a;
  }
}
VJP_FUNCTION(sqrt)
VJP_FUNCTION(rsqrt)
VJP_ROUNDING(floor)
VJP_ROUNDING(ceil)
VJP_ROUNDING(trunc)
VJP_ROUNDING(round)
VJP_FUNCTION(exp)
VJP_FUNCTION(exp2)
VJP_FUNCTION(expm1)
VJP_FUNCTION(log)
VJP_FUNCTION(log2)
VJP_FUNCTION(log10)
VJP_FUNCTION(log1p)
VJP_FUNCTION(sin)
VJP_FUNCTION(cos)
VJP_FUNCTION(tan)
VJP_FUNCTION(asin)
VJP_FUNCTION(acos)
VJP_FUNCTION(atan)
VJP_FUNCTION(sinh)
VJP_FUNCTION(cosh)
VJP_FUNCTION(tanh)
VJP_FUNCTION(asinh)
VJP_FUNCTION(acosh)
VJP_FUNCTION(atanh)
VJP_FUNCTION(sigmoid)
VJP_REAL_FUNCTION(erf)
VJP_REAL_FUNCTION(erfc)
VJP_REAL_FUNCTION(erfinv)
VJP_REAL_FUNCTION(lgamma)
VJP_REAL_FUNCTION(digamma)
VJP_REAL_FUNCTION(ndtr)
VJP_REAL_FUNCTION(gelu)
VJP_REAL_FUNCTION(gelu_partial)
VJP_REAL_FUNCTION(mish)
VJP_OP1(conj) {
  if constexpr (kIsComplex<T>) {
    return conjugate(a);
  } else {
    return a;
  }
}
VJP_OP1(real_part) {
  if constexpr (kIsComplex<T>) {
    return T(a.re);
  } else {
    return a;
  }
}
VJP_OP1(imag_part) {
  if constexpr (kIsComplex<T>) {
    return T(a.im);
  } else {
    return T(0);
  }
}
VJP_OP1(angle) {
  if constexpr (kIsComplex<T>) {
    return T(real_atan2(a.im, a.re));
  } else if constexpr (kIsInteger<T>) {
    return a < 0 ? T(3) : T(0);
  } else {
    return is_nan(a) ? a : a < 0 ? T(3.14159265358979324) : T(0);
  }
}
VJP_OP1(isnan) {
  if constexpr (kIsComplex<T>) {
    return T(is_nan(a.re) || is_nan(a.im));
  } else {
    return T(a != a);
  }
}
VJP_OP1(isinf) {
  if constexpr (kIsComplex<T>) {
    return T(is_inf(a.re) || is_inf(a.im));
  } else if constexpr (kIsReal<T>) {
    return T(is_inf(a));
  } else {
    return T(0);
  }
}
VJP_OP1(isfinite) {
  if constexpr (kIsComplex<T>) {
    return T(is_finite(a.re) && is_finite(a.im));
  } else if constexpr (kIsReal<T>) {
    return T(is_finite(a));
  } else {
    return T(1);
  }
}
VJP_OP1(signbit) {
  if constexpr (kIsReal<T>) {
    return T(real_copysign(T(1), a) < 0);
  } else if constexpr (kIsInteger<T>) {
    return T(a < 0);
  } else {
    return a;
  }
}
VJP_OP1(logical_not) { return T(!truth(a)); }
VJP_OP1(bitwise_not) {
  if constexpr (kIsInteger<T>) {
    return ~a;
  } else if constexpr (kIsReal<T>) {
    return static_cast<T>(~scalar::integer_of(a));
  } else {
    return a;
  }
}

VJP_OP2(add) {
  if constexpr (kIsInteger<T>) {
    return scalar::wrap(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  } else {
    return a + b;
  }
}
VJP_OP2(sub) {
  if constexpr (kIsInteger<T>) {
    return scalar::wrap(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
  } else {
    return a - b;
  }
}
VJP_OP2(mul) {
  if constexpr (kIsInteger<T>) {
    return scalar::wrap(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  } else {
    return a * b;
  }
}
VJP_OP2(div) {
  if constexpr (kIsInteger<T>) {
    return scalar::divide(a, b);
  } else if constexpr (kIsComplex<T>) {
    return quotient(a, b);
  } else {
    return a / b;
  }
}
VJP_OP2(pow) {
  if constexpr (kIsInteger<T>) {
    return scalar::power(a, b);
  } else if constexpr (kIsComplex<T>) {
    return T(complex_pow(Z(a), Z(b)));
  } else {
    return real_pow(a, b);
  }
}
VJP_OP2(atan2) {
  if constexpr (kIsInteger<T>) {
    return static_cast<T>(real_atan2(double(a), double(b)));
  } else if constexpr (kIsComplex<T>) {
    return T(real_atan2(a.re, b.re));
  } else {
    return real_atan2(a, b);
  }
}
VJP_OP2(hypot) {
  if constexpr (kIsInteger<T>) {
    return static_cast<T>(real_hypot(double(a), double(b)));
  } else if constexpr (kIsComplex<T>) {
    return T(real_hypot(a.re, b.re));
  } else {
    return real_hypot(a, b);
  }
}
VJP_OP2(fmod) {
  if constexpr (kIsInteger<T>) {
    return scalar::fmod_of(a, b);
  } else if constexpr (kIsReal<T>) {
    return real_fmod(a, b);
  } else {
    return a;
  }
}
VJP_OP2(remainder) {
  if constexpr (kIsInteger<T>) {
    return scalar::modulo(a, b);
  } else if constexpr (kIsReal<T>) {
    return scalar::remainder_of(a, b);
  } else {
    return a;
  }
}
VJP_OP2(floor_divide) {
  if constexpr (kIsInteger<T>) {
    return scalar::floor_divide(a, b);
  } else if constexpr (kIsReal<T>) {
    return scalar::floor_divide_of(a, b);
  } else {
    return a;
  }
}
// a where it is larger or NaN, else b, which may be NaN
VJP_OP2(maximum) {
  if constexpr (kIsComplex<T>) {
    return a;
  } else {
    return a > b || a != a ? a : b;
  }
}
VJP_OP2(minimum) {
  if constexpr (kIsComplex<T>) {
    return a;
  } else {
    return a < b || a != a ? a : b;
  }
}
VJP_OP2(fmax) {
  if constexpr (kIsComplex<T>) {
    return a;
  } else {
    return a >= b || b != b ? a : b;
  }
}
VJP_OP2(fmin) {
  if constexpr (kIsComplex<T>) {
    return a;
  } else {
    return a <= b || b != b ? a : b;
  }
}
VJP_OP2(copysign) {
  if constexpr (kIsReal<T>) {
    return real_copysign(a, b);
  } else if constexpr (kIsInteger<T>) {
    return (a < 0) == (b < 0) ? a : op_neg(a);
  } else {
    return a;
  }
}
VJP_OP2(nextafter) {
  if constexpr (kIsReal<T>) {
    return real_nextafter(a, b);
  } else if constexpr (kIsInteger<T>) {
    return a + (T(a < b) - T(b < a));
  } else {
    return a;
  }
}
VJP_OP2(eq) { return T(a == b); }
VJP_OP2(ne) { return T(a != b); }
// of complex numbers: of the real parts
#define VJP_COMPARISON(name, op)   \
  VJP_OP2(name) {                  \
    if constexpr (kIsComplex<T>) { \
      return T(a.re op b.re);      \
    } else {                       \
      return T(a op b);            \
    }                              \
  }
VJP_COMPARISON(lt, <)
VJP_COMPARISON(le, <=)
VJP_COMPARISON(gt, >)
VJP_COMPARISON(ge, >=)
VJP_OP2(logical_and) { return T(truth(a) && truth(b)); }
VJP_OP2(logical_or) { return T(truth(a) || truth(b)); }
VJP_OP2(logical_xor) { return T(truth(a) != truth(b)); }
// on whole numbers in real types as on integers
#define VJP_BITWISE(name, op)                                                \
  VJP_OP2(name) {                                                            \
    if constexpr (kIsInteger<T>) {                                           \
      return a op b;                                                         \
    } else if constexpr (kIsReal<T>) {                                       \
      return static_cast<T>(scalar::integer_of(a) op scalar::integer_of(b)); \
    } else {                                                                 \
      return a;                                                              \
    }                                                                        \
  }
VJP_BITWISE(bitwise_and, &)
VJP_BITWISE(bitwise_or, |)
VJP_BITWISE(bitwise_xor, ^)
VJP_OP2(bitwise_left_shift) {
  if constexpr (kIsInteger<T>) {
    return scalar::shift_left(a, b);
  } else if constexpr (kIsReal<T>) {
    return a * real_exp2(b);
  } else {
    return a;
  }
}
VJP_OP2(bitwise_right_shift) {
  if constexpr (kIsInteger<T>) {
    return scalar::shift_right(a, b);
  } else if constexpr (kIsReal<T>) {
    return real_floor(a * real_exp2(-b));
  } else {
    return a;
  }
}
VJP_OP2(make_complex) {
  if constexpr (kIsComplex<T>) {
    return {a.re, b.re};
  } else {
    return a;
  }
}
VJP_OP2(polygamma) {
  if constexpr (kIsInteger<T>) {
    return scalar::integer_of(scalar::polygamma(double(a), double(b)));
  } else if constexpr (kIsReal<T>) {
    return static_cast<T>(scalar::polygamma(double(a), double(b)));
  } else {
    return a;
  }
}
VJP_OP3(where) { return truth(a) ? b : c; }
VJP_OP3(fma) {
  if constexpr (kIsInteger<T>) {
    return op_add(op_mul(a, b), c);
  } else if constexpr (kIsComplex<T>) {
    return a * b + c;
  } else {
    return real_fma(a, b, c);
  }
}

// ---- what a row of VJP_OPCODES says ----

VJP_HD constexpr bool is_complex_op(int op) {
  switch (op) {
#define VJP_CASE(number, NAME, Name, name, arity, complex, text) \
  case VJP_OPCODE_##NAME:                                        \
    return complex;
    VJP_OPCODES(VJP_CASE)
#undef VJP_CASE
  }
  return false;
}
VJP_HD constexpr int arity_of(int op) {
  switch (op) {
#define VJP_CASE(number, NAME, Name, name, arity, complex, text) \
  case VJP_OPCODE_##NAME:                                        \
    return arity;
    VJP_OPCODES(VJP_CASE)
#undef VJP_CASE
  }
  return 0;
}

}  // namespace vjp::cuda
