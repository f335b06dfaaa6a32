// What each opcode of a pointwise program computes: one function an opcode, op_<name in its row>, for int64_t, float,
// double and, where the row says so, complex numbers. The CPU's kernels are made of them where it has no vector
// function, and CUDA's interpreter and fused programs, which therefore give the same bits.
#pragma once

#include "kernel/complex_functions.h"
#include "vjp/opcodes.h"

namespace vjp::scalar {
inline namespace VJP_LIBRARY {

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
#define VJP_FUNCTION(name)                                    \
  VJP_OP1(name) {                                             \
    if constexpr (kIsInteger<T>) {                            \
      return integer_of(real_##name(static_cast<double>(a))); \
    } else if constexpr (kIsComplex<T>) {                     \
      return T(complex_##name(Z(a)));                         \
    } else {                                                  \
      return real_##name(a);                                  \
    }                                                         \
  }
#define VJP_REAL_FUNCTION(name)                               \
  VJP_OP1(name) {                                             \
    if constexpr (kIsInteger<T>) {                            \
      return integer_of(real_##name(static_cast<double>(a))); \
    } else {                                                  \
      return real_##name(a);                                  \
    }                                                         \
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
    return wrap(-static_cast<uint64_t>(a));
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
    return wrap(static_cast<uint64_t>(a) * static_cast<uint64_t>(a));
  } else {
    return a * a;
  }
}
VJP_OP1(reciprocal) {
  if constexpr (kIsInteger<T>) {
    return divide(1, a);
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
// The exponential that does not overflow.
template <class T>
VJP_HD inline T real_sigmoid(T x) {
  if (x >= 0) return T(1) / (T(1) + real_exp(-x));
  const T e = real_exp(x);
  return e / (T(1) + e);
}
VJP_FUNCTION(sigmoid)
VJP_REAL_FUNCTION(erf)
VJP_REAL_FUNCTION(erfc)
VJP_REAL_FUNCTION(erfinv)
VJP_REAL_FUNCTION(lgamma)
VJP_REAL_FUNCTION(digamma)
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
VJP_REAL_FUNCTION(ndtr)
template <class T>
VJP_HD inline T real_gelu(T x) {
  constexpr T kLowest = sizeof(T) == 4 ? T(-16) : T(-39);  // from here on the product is 0
  return x < kLowest ? real_copysign(T(0), x) : x * real_ndtr(x);
}
VJP_REAL_FUNCTION(gelu)
template <class T>
VJP_HD inline T real_gelu_partial(T x) {
  const T u = x > 40 ? T(40) : x < -40 ? T(-40) : x;
  return real_ndtr(x) + u * (T(0.398942280401432678) * real_exp(u * u * T(-0.5)));
}
VJP_REAL_FUNCTION(gelu_partial)
// x n / (n + 2) with n = e (e + 2), e = exp(x)
template <class T>
VJP_HD inline T real_mish(T x) {
  if (x > 20) return x;
  if (x == -infinity<T>()) return T(-0.0);
  const T e = real_exp(x), n = e * (e + T(2));
  return x * (n / (n + T(2)));
}
VJP_REAL_FUNCTION(mish)
VJP_REAL_FUNCTION(erfcx)
VJP_REAL_FUNCTION(ndtri)
VJP_REAL_FUNCTION(i0e)
VJP_REAL_FUNCTION(i1e)
VJP_REAL_FUNCTION(scaled_modified_bessel_k0)
VJP_REAL_FUNCTION(scaled_modified_bessel_k1)
VJP_REAL_FUNCTION(bessel_j0)
VJP_REAL_FUNCTION(bessel_j1)
VJP_REAL_FUNCTION(bessel_y0)
VJP_REAL_FUNCTION(bessel_y1)
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
  if constexpr (kIsInteger<T>) {
    return T(a < 0);
  } else {
    return T(real_copysign(T(1), a) < 0);
  }
}
VJP_OP1(logical_not) { return T(!truth(a)); }
VJP_OP1(bitwise_not) {
  if constexpr (kIsInteger<T>) {
    return ~a;
  } else {
    return static_cast<T>(~integer_of(a));
  }
}

VJP_OP2(add) {
  if constexpr (kIsInteger<T>) {
    return wrap(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
  } else {
    return a + b;
  }
}
VJP_OP2(sub) {
  if constexpr (kIsInteger<T>) {
    return wrap(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
  } else {
    return a - b;
  }
}
VJP_OP2(mul) {
  if constexpr (kIsInteger<T>) {
    return wrap(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
  } else {
    return a * b;
  }
}
VJP_OP2(div) {
  if constexpr (kIsInteger<T>) {
    return divide(a, b);
  } else if constexpr (kIsComplex<T>) {
    return quotient(a, b);
  } else {
    return a / b;
  }
}
VJP_OP2(pow) {
  if constexpr (kIsInteger<T>) {
    return power(a, b);
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
    return fmod_of(a, b);
  } else {
    return real_fmod(a, b);
  }
}
VJP_OP2(remainder) {
  if constexpr (kIsInteger<T>) {
    return modulo(a, b);
  } else {
    return remainder_of(a, b);
  }
}
VJP_OP2(floor_divide) {
  if constexpr (kIsInteger<T>) {
    return floor_divide(a, b);
  } else {
    return floor_divide_of(a, b);
  }
}
// a where it is larger or NaN, else b, which may be NaN
VJP_OP2(maximum) { return a > b || a != a ? a : b; }
VJP_OP2(minimum) { return a < b || a != a ? a : b; }
VJP_OP2(fmax) { return a >= b || b != b ? a : b; }
VJP_OP2(fmin) { return a <= b || b != b ? a : b; }
VJP_OP2(copysign) {
  if constexpr (kIsInteger<T>) {
    return (a < 0) == (b < 0) ? a : op_neg(a);
  } else {
    return real_copysign(a, b);
  }
}
VJP_OP2(nextafter) {
  if constexpr (kIsInteger<T>) {
    return a + (T(a < b) - T(b < a));
  } else {
    return real_nextafter(a, b);
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
#define VJP_BITWISE(name, op)                                \
  VJP_OP2(name) {                                            \
    if constexpr (kIsInteger<T>) {                           \
      return a op b;                                         \
    } else {                                                 \
      return static_cast<T>(integer_of(a) op integer_of(b)); \
    }                                                        \
  }
VJP_BITWISE(bitwise_and, &)
VJP_BITWISE(bitwise_or, |)
VJP_BITWISE(bitwise_xor, ^)
VJP_OP2(bitwise_left_shift) {
  if constexpr (kIsInteger<T>) {
    return shift_left(a, b);
  } else {
    return a * real_exp2(b);
  }
}
VJP_OP2(bitwise_right_shift) {
  if constexpr (kIsInteger<T>) {
    return shift_right(a, b);
  } else {
    return real_floor(a * real_exp2(-b));
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
    return integer_of(real_polygamma(double(a), double(b)));
  } else {
    return real_polygamma(a, b);
  }
}
VJP_OP2(zeta) {
  if constexpr (kIsInteger<T>) {
    return integer_of(real_zeta(double(a), double(b)));
  } else {
    return real_zeta(a, b);
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

}  // namespace VJP_LIBRARY
}  // namespace vjp::scalar
