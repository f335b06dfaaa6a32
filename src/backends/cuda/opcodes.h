// What each opcode of a pointwise program computes: one function an opcode, for int64_t, float, double and complex
// numbers. The interpreter and fused programs are made of them, so both give the same bits.
#pragma once

#include "backends/cuda/complex_functions.h"
#include "vjp/opcodes.h"

namespace vjp::cuda {

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
