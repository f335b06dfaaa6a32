// Functions of complex numbers, in double: the library's (real_functions.h), and what is made of them.
#pragma once

#include "kernel/real_functions.h"

#ifndef VJP_DEVICE_FUNCTIONS
#include <complex>
#endif

namespace vjp::scalar {
inline namespace VJP_LIBRARY {

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

// ---- the library's ----

#ifndef VJP_DEVICE_FUNCTIONS

// The C library treats branch cuts and special values as C99's Annex G asks.
#define VJP_COMPLEX(name)                                                       \
  inline Z complex_##name(Z z) {                                                \
    const std::complex<double> w = std::name(std::complex<double>(z.re, z.im)); \
    return {w.real(), w.imag()};                                                \
  }
VJP_COMPLEX(sqrt)
VJP_COMPLEX(exp)
VJP_COMPLEX(log)
VJP_COMPLEX(sin)
VJP_COMPLEX(cos)
VJP_COMPLEX(tan)
VJP_COMPLEX(asin)
VJP_COMPLEX(acos)
VJP_COMPLEX(atan)
VJP_COMPLEX(sinh)
VJP_COMPLEX(cosh)
VJP_COMPLEX(tanh)
VJP_COMPLEX(asinh)
VJP_COMPLEX(acosh)
VJP_COMPLEX(atanh)
// The compiler's, which knows infinite divisors.
inline Z library_quotient(Z a, Z b) {
  const std::complex<double> q = std::complex<double>(a.re, a.im) / std::complex<double>(b.re, b.im);
  return {q.real(), q.imag()};
}

#else

// No device compiler has them: formulas of Kahan, "Branch cuts for complex elementary functions", 1987, with the branch
// cuts of Annex G.
VJP_HD inline Z times_i(Z z) { return {-z.im, z.re}; }
VJP_HD inline Z over_i(Z z) { return {z.im, -z.re}; }

VJP_HD inline Z complex_sqrt(Z z) {
  if (z.re == 0 && z.im == 0) return {0.0, z.im};
  if (is_inf(z.im)) return {infinity<double>(), z.im};
  if (is_inf(z.re)) {
    if (z.re > 0) return {z.re, is_nan(z.im) ? z.im : real_copysign(0.0, z.im)};
    return {is_nan(z.im) ? z.im : 0.0, real_copysign(infinity<double>(), z.im)};
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
  if (z.re == -infinity<double>() && !is_finite(z.im)) return {0.0, 0.0};
  if (z.re == infinity<double>() && !is_finite(z.im)) return {z.re, not_a_number<double>()};
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
  const double re = y == 0 && u == 0 ? infinity<double>() : real_log1p(4 * x / (u * u + y * y)) * 0.25;
  return {real_copysign(re, z.re), real_atan2(2 * y, u * (1 + x) - y * y) * 0.5};
}
VJP_HD inline Z complex_asinh(Z z) { return over_i(complex_asin(times_i(z))); }
VJP_HD inline Z complex_atan(Z z) { return over_i(complex_atanh(times_i(z))); }
VJP_HD inline Z library_quotient(Z a, Z b) { return quotient(a, b); }

#endif

// ---- made of them ----

VJP_HD inline Z complex_exp2(Z z) {
  return complex_exp({z.re * 0.693147180559945309417, z.im * 0.693147180559945309417});
}
VJP_HD inline Z complex_log2(Z z) {
  const Z l = complex_log(z);
  return {real_log2(real_hypot(z.re, z.im)), l.im * 1.44269504088896340736};
}
VJP_HD inline Z complex_log10(Z z) {
  const Z l = complex_log(z);
  return {l.re / 2.30258509299404568402, l.im / 2.30258509299404568402};
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
VJP_HD inline Z complex_rsqrt(Z z) { return library_quotient({1.0, 0.0}, complex_sqrt(z)); }
VJP_HD inline Z complex_sigmoid(Z z) {
  // the exponential that does not overflow
  if (z.re >= 0) {
    const Z e = complex_exp({-z.re, -z.im});
    return library_quotient({1.0, 0.0}, {1.0 + e.re, e.im});
  }
  const Z e = complex_exp(z);
  return library_quotient(e, {1.0 + e.re, e.im});
}
VJP_HD inline Z complex_pow(Z x, Z y) {
  if (y.re == 0 && y.im == 0) return {1.0, 0.0};
  if (x.re == 0 && x.im == 0) {
    const double nan = not_a_number<double>();
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

}  // namespace VJP_LIBRARY
}  // namespace vjp::scalar
