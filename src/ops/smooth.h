// Derivatives that a chain of elementary rules would get wrong: by cancellation in the tails, or where a quotient can
// be continued (spec NUM-7). Each is one formula of the input, written for values of any kind; those that are
// differentiated again are operators (smooth.cc), whose rule is the formula of the next order.
#pragma once

#include "kernel/trace.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/pointwise_trigonometric.h"
#include "ops/functions/smooth.h"
#include "ops/tensor_operators.h"

namespace vjp {

// ---- the logistic function by its input: 1 - sigmoid(x) is sigmoid(-x) ----

template <class V>
constexpr V logistic_slope(const V& x) {
  return sigmoid(x) * sigmoid(-x);
}
constexpr Sym _logistic(Sym x) { return sigmoid(x); }
constexpr Sym _logistic_slope(Sym x) { return logistic_slope(x); }
constexpr Sym _steady_tanh(Sym x) { return tanh(x); }

// An infinite x as a number beyond which the factors beside it are 0 in any type, so that a product with them is.
constexpr Sym bounded(Sym x) { return x.tracer->complex ? x : maximum(minimum(x, 1e30), -1e30); }
inline Tensor bounded(const Tensor& x) {
  const double most = x.dtype() == Dtype::Float16 ? 6e4 : 1e30;
  return is_complex(x.dtype()) ? x : maximum(minimum(x, most), -most);
}

// ---- silu: x s, with p = s' = s (1 - s) and s'' = -p T, T = tanh(x / 2) ----

constexpr Sym silu_value(Sym x) { return (x.tracer->complex ? x : maximum(x, -1e30)) * sigmoid(x); }
constexpr Sym silu_first(Sym given) {
  auto x = bounded(given);
  auto s = sigmoid(x);
  return s * (x * (1.0 - s) + 1.0);
}
constexpr Sym silu_second(Sym given) {
  auto x = bounded(given);
  return logistic_slope(x) * (2.0 - x * tanh(x * 0.5));
}
template <class V>
constexpr V silu_third(const V& given) {
  auto x = bounded(given);
  auto p = _logistic_slope(x);
  auto t = tanh(x * 0.5);
  return p * (x * (square(t) - 2.0 * p) - 3.0 * t);
}
constexpr Sym _silu_first(Sym x) { return silu_first(x); }
constexpr Sym _silu_second(Sym x) { return silu_second(x); }

// ---- gelu by tanh: x s(u), u = c x + d x^3 ----

// Beyond 30 the slope of s(u) is 0 in any type, and u' may overflow.
template <class V>
constexpr V gelu_tanh_bounded(const V& x) {
  return maximum(minimum(x, 30.0), -30.0);
}
inline constexpr double kGeluC = 1.59576912160573071176, kGeluD = 0.0713548162726002527220;
template <class V>
constexpr V gelu_tanh_first(const V& input) {
  auto x = gelu_tanh_bounded(input);
  auto z = square(x);
  auto s = sigmoid(x * (z * kGeluD + kGeluC));
  return s + x * (s * (1.0 - s)) * (z * (3 * kGeluD) + kGeluC);
}
template <class V>
constexpr V gelu_tanh_second(const V& input) {
  auto x = gelu_tanh_bounded(input);
  auto z = square(x);
  auto u = x * (z * kGeluD + kGeluC);
  auto u1 = z * (3 * kGeluD) + kGeluC;
  return logistic_slope(u) * (2.0 * u1 + x * (x * (6 * kGeluD) - tanh(u * 0.5) * square(u1)));
}
template <class V>
constexpr V gelu_tanh_third(const V& input) {
  auto x = gelu_tanh_bounded(input);
  auto z = square(x);
  auto u = x * (z * kGeluD + kGeluC);
  auto u1 = z * (3 * kGeluD) + kGeluC;
  auto u2 = x * (6 * kGeluD);
  auto p = _logistic_slope(u);
  auto t = tanh(u * 0.5);
  auto w = square(u1);
  return p * (3.0 * (u2 - t * w) + x * ((square(t) - 2.0 * p) * (w * u1) - 3.0 * (t * u1 * u2) + 6 * kGeluD));
}
constexpr Sym _gelu_tanh_first(Sym x) { return gelu_tanh_first(x); }
constexpr Sym _gelu_tanh_second(Sym x) { return gelu_tanh_second(x); }

// ---- mish: x (1 - q), q = 2 / (e^2 + 2 e + 2), e = exp(x) ----

// Polynomials of w = exp(-|x|), which cannot overflow: q = r W with r = 2 / D, and q', q'', q''' are products of powers
// of r, of W and of one polynomial, so that only true zeros cancel.
template <class V>
struct MishParts {
  V positive, w, r, scale;
  constexpr explicit MishParts(const V& x)
      : positive(gt(x, 0.0)),
        w(exp(where(positive, -x, x))),
        r(2.0 / where(positive, (w * 2.0 + 2.0) * w + 1.0, (w + 2.0) * w + 2.0)),
        scale(where(positive, square(w), w)) {}
  constexpr V first() const { return square(r) * (scale * (w + 1.0)); }  // -q'
  constexpr V second() const {                                           // 2 q'' / (r^3 scale)
    return where(positive, ((w * -2.0 - 2.0) * w + 3.0) * w + 2.0, ((w * 2.0 + 3.0) * w - 2.0) * w - 2.0);
  }
  constexpr V third() const {  // 4 q''' / (r^4 scale)
    return where(positive, ((((w * w) * -4.0 + 32.0) * w + 24.0) * w - 5.0) * w - 4.0,
                 ((((w * -4.0 - 5.0) * w + 24.0) * w + 32.0) * (w * w)) - 4.0);
  }
};
constexpr Sym mish_first(Sym given) {
  auto x = bounded(given);
  MishParts<Sym> m(x);
  auto t = where(m.positive, m.w * 2.0 + 1.0, (m.w + 2.0) * m.w) * (0.5 * m.r);
  return t + x * m.first();
}
constexpr Sym mish_second(Sym given) {
  auto x = bounded(given);
  MishParts<Sym> m(x);
  return square(m.r) * (m.scale * (2.0 * (m.w + 1.0)) - (x * m.scale) * (0.5 * (m.r * m.second())));
}
template <class V>
constexpr V mish_third(const V& given) {
  auto x = bounded(given);
  MishParts<V> m(x);
  return (square(m.r) * m.r) * (m.scale * (-1.5 * m.second()) - (x * m.scale) * (0.25 * (m.r * m.third())));
}
constexpr Sym _mish_first(Sym x) { return mish_first(x); }
constexpr Sym _mish_second(Sym x) { return mish_second(x); }

// ---- 1 - x^2, exact near 1, with a derivative that is exact near 0 ----

constexpr Sym _one_minus_square(Sym x) { return (1.0 - x) * (x + 1.0); }

// ---- 1 / sqrt(1 + x^2) ----

constexpr Sym asinh_slope(Sym x) {
  auto near = rsqrt(square(x) + 1.0);
  if (x.tracer->complex) return near;
  return where(gt(abs(x), 1e9), reciprocal(abs(x)), near);  // where the square may overflow
}
inline Tensor asinh_slope(const Tensor& x) {
  return is_complex(x.dtype()) ? rsqrt(square(x) + 1.0) : reciprocal(hypot(x, like(x, 1.0)));
}

// ---- x / hypot(x, y), 0 at 0 ----

// The hypotenuse to divide by: 1 for 0, of which the quotients are to be 0.
template <class V>
constexpr V divisor_of(const V& r) {
  return where(eq(r, 0.0), like(r, 1.0), r);
}
constexpr Sym _hypot_slope(Sym x, Sym y) { return x / divisor_of(hypot(x, y)); }
// The same where the hypotenuse is known.
constexpr Sym hypot_slope(Sym x, Sym, Sym r) { return x / divisor_of(r); }
inline Tensor hypot_slope(const Tensor& x, const Tensor& y, const Tensor&) { return _hypot_slope(x, y); }

// ---- sinc ----

// sin and cos of pi x for real x: without whole turns, for pi x is rounded, and the cosine as the sine of the angle
// that is left to a right one, so that both are exact near their zeros too.
template <class V>
struct SineOfTurns {
  V rest, half;
  double pi;
  constexpr SineOfTurns(const V& x, double pi) : rest(x - round(x)), half(round(x) * 0.5), pi(pi) {}
  constexpr V sign() const { return 1.0 - 4.0 * (half - floor(half)); }
  constexpr V sine() const { return sin(rest * pi) * sign(); }
  constexpr V cosine() const { return sin((0.5 - abs(rest)) * pi) * sign(); }
};

constexpr Sym sinc_value(Sym x) {
  constexpr double kPi = 3.14159265358979323846;
  Sym a = x * kPi, s = x.tracer->complex ? sin(a) : SineOfTurns<Sym>(x, kPi).sine();
  auto value = where(eq(x, 0.0), like(x, 1.0), s / a);
  return x.tracer->complex ? value : where(isinf(x), like(x, 0.0), value);
}

// (cos a - sin(a) / a) / x with a = pi x: near 0 by the series of -a^2 / 3 ...
constexpr Sym sinc_slope(Sym x) {
  constexpr double kPi = 3.14159265358979323846;
  Sym a = x * kPi, z = square(a);
  Sym series = like(x, -1.4797143443923793e-16);  // (-1)^k 2 k / (2 k + 1)!, from k = 9
  for (double c : {4.498331606952833e-14, -1.0706029224547743e-11, 1.9270852604185937e-09, -2.505210838544172e-07,
                   2.2045855379188714e-05, -0.0011904761904761906, 0.03333333333333333, -0.3333333333333333})
    series = series * z + c;
  series = series * a * kPi;
  Sym far = x;
  if (x.tracer->complex) {
    far = (cos(a) - sin(a) / a) / x;
  } else {
    SineOfTurns<Sym> reduced(x, kPi);
    far = (reduced.cosine() - reduced.sine() / a) / x;
  }
  auto slope = where(lt(abs(x), 0.25), series, far);
  return x.tracer->complex ? slope : where(isinf(x), like(x, 0.0), slope);
}
inline Tensor sinc_slope(const Tensor& x) { return _sinc_derivative(x, 1); }

// ---- sin(x) / x ----

constexpr Sym spherical_slope(Sym x) {
  auto z = square(x);
  Sym series = like(x, -1.4797143443923793e-16);  // (-1)^k 2 k / (2 k + 1)!, from k = 9
  for (double c : {4.498331606952833e-14, -1.0706029224547743e-11, 1.9270852604185937e-09, -2.505210838544172e-07,
                   2.2045855379188714e-05, -0.0011904761904761906, 0.03333333333333333, -0.3333333333333333})
    series = series * z + c;
  auto far = (cos(x) - sin(x) / x) / x;
  return where(isinf(x), like(x, 0.0), where(lt(abs(x), 1.0), series * x, far));
}
inline Tensor spherical_slope(const Tensor& x) { return _spherical_bessel_j0_derivative(x, 1); }

// ---- powers ----

// The exponent b in b x^(b - 1), 1 where b is 0: then all derivatives in x are products with 0 and not 0 times infinity
// (spec NUM-6).
constexpr Sym lowered_exponent(Sym, Sym b) { return where(eq(b, 0.0), like(b, 1.0), b); }
Tensor lowered_exponent(const Tensor& x, const Tensor& b);

}  // namespace vjp
