// Formulas of one number that every backend shares: integers with wrap-around, and special functions by series. The
// latter are templates over the type that they compute in: wider than the result where the machine has one.
#pragma once

#include "kernel/device_code.h"

#ifndef VJP_RUNTIME_COMPILER
#include <math.h>  // not <cmath>: functions are called by their plain names, which is what a run-time compiler knows
#endif

namespace vjp::scalar {

// ---- integers: wrapping arithmetic, through unsigned ----

using I = int64_t;
using U = uint64_t;

VJP_HD inline I wrap(U x) { return static_cast<I>(x); }
VJP_HD inline I divide(I a, I b) { return b == 0 ? 0 : b == -1 ? wrap(-static_cast<U>(a)) : a / b; }
VJP_HD inline I fmod_of(I a, I b) { return b == 0 || b == -1 ? 0 : a % b; }
VJP_HD inline I modulo(I a, I b) {
  I r = fmod_of(a, b);
  return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}
VJP_HD inline I floor_divide(I a, I b) {
  I q = divide(a, b);
  return b != 0 && fmod_of(a, b) != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}
VJP_HD inline I power(I base, I exponent) {
  if (exponent < 0) return base == 1 ? 1 : base == -1 ? (exponent % 2 ? -1 : 1) : 0;
  U result = 1, square = static_cast<U>(base);
  for (U e = static_cast<U>(exponent); e; e >>= 1, square *= square) {
    if (e & 1) result *= square;
  }
  return wrap(result);
}
VJP_HD inline I shift_left(I a, I b) { return b < 0 || b > 63 ? 0 : wrap(static_cast<U>(a) << b); }
VJP_HD inline I shift_right(I a, I b) { return a >> (b < 0 || b > 63 ? 63 : b); }

// A real number as an integer, truncated; what does not fit gives the smallest.
VJP_HD inline I integer_of(double y) { return y >= -0x1p63 && y < 0x1p63 ? static_cast<I>(y) : wrap(U(1) << 63); }

// ---- reals ----

template <class W>
VJP_HD constexpr W infinity() {
  return static_cast<W>(__builtin_bit_cast(double, 0x7ff0000000000000ull));
}
template <class W>
VJP_HD constexpr W not_a_number() {
  return static_cast<W>(__builtin_bit_cast(double, 0x7ff8000000000000ull));
}

// Python's modulo and floor division, as numpy has them.
template <class T>
VJP_HD T remainder_of(T a, T b) {
  T r = fmod(a, b);
  if (r != 0 && (r < 0) != (b < 0)) r += b;
  return r;
}
template <class T>
VJP_HD T floor_divide_of(T a, T b) {
  if (b == 0) return a / b;
  const T mod = fmod(a, b);
  T quotient = (a - mod) / b;
  if (mod != 0 && (b < 0) != (mod < 0)) quotient -= 1;
  if (quotient == 0) return copysign(T(0), a / b);
  T whole = floor(quotient);
  if (quotient - whole > T(0.5)) whole += 1;
  return whole;
}

// The logarithmic derivative of gamma.
template <class W>
VJP_HD W digamma(W x) {
  constexpr W kPi = static_cast<W>(3.14159265358979323846264338327950288L);
  // the one positive root, in two parts, and the Taylor series around it
  constexpr W kRoot = static_cast<W>(0x1.762d86356be3fp+0L), kRootLow = static_cast<W>(9.549995429965697715184e-17L);
  constexpr W kSeries[] = {
      W(0.9676722454476211704274448L),   W(-0.4427631689835921060928653L),   W(0.2584997609556510106244014L),
      W(-0.1639427054424065275042513L),  W(0.1078240506912623657571829L),    W(-0.07219956125645471092612178L),
      W(0.04880428816414310722509253L),  W(-0.0331611264748473592922584L),   W(0.02259764823221810465962483L),
      W(-0.01542476490494895913880032L), W(0.01053879161661217538812405L),   W(-0.007204534386356868240970474L),
      W(0.004926781395729853446354266L), W(-0.003369801655439328082792857L), W(0.00230512632673492783693838L)};
  if (x == 0) return copysign(infinity<W>(), -x);
  if (x != x || x == infinity<W>()) return x;
  W reflected = 0;
  if (x < 0) {
    if (isinf(x) || floor(x) == x) return not_a_number<W>();
    // tan has period pi; from the nearest whole number, for x - floor(x) loses what is small and negative
    const W whole = floor(x + W(0.5L));
    reflected = -kPi / tan(kPi * (x - whole));
    x = 1 - x;
  }
  // between 1 and 2 the recurrence would cancel around the root
  const W d = (x - kRoot) - kRootLow;
  if (fabs(d) < W(0.05L)) {
    W y = 0;
    for (int i = 14; i >= 0; --i) y = y * d + kSeries[i];
    return y * d + reflected;
  }
  W sum = 0;
  for (; x < 24; x += 1) sum -= 1 / x;
  const W z = 1 / (x * x);
  const W series =
      z * (W(1.0L / 12) -
           z * (W(1.0L / 120) -
                z * (W(1.0L / 252) - z * (W(1.0L / 240) - z * (W(1.0L / 132) - z * (W(691.0L / 32760) - z / 12))))));
  return sum + (log(x) - W(0.5L) / x - series) + reflected;
}

// Hurwitz's zeta function, sum over k >= 0 of (x + k)^-s, for x > 0 and s > 1: by the Euler-Maclaurin formula, far
// enough out that its terms fall; where s is large the sum itself ends before.
template <class W>
VJP_HD W hurwitz_zeta(W s, W x) {
  if (isinf(x)) return 0;
  W sum = 0;
  for (; x < 20 + s; x += 1) {
    const W term = pow(x, -s);
    sum += term;
    if (term <= sum * W(1e-22L)) return sum;
  }
  const W power = pow(x, -s);
  sum += x * power / (s - 1) + power / 2;
  // B_2k / (2k)! times the rising factorial s (s + 1) ... (s + 2k - 2), over x^(s + 2k - 1)
  constexpr W kBernoulli[] = {W(1.0L / 12),
                              W(-1.0L / 720),
                              W(1.0L / 30240),
                              W(-1.0L / 1209600),
                              W(1.0L / 47900160),
                              W(-691.0L / 1307674368000.0L),
                              W(1.0L / 74724249600.0L),
                              W(-3617.0L / 10670622842880000.0L)};
  W rising = s, inverse = power / x;
  for (int k = 0; k < 8; ++k) {
    sum += kBernoulli[k] * rising * inverse;
    rising *= (s + (2 * k + 1)) * (s + (2 * k + 2));
    inverse /= x * x;
  }
  return sum;
}
// The same for x < 0, no whole number, and whole s: the terms left of 0 are a piece of a series mirrored.
template <class W>
VJP_HD W hurwitz_zeta_left(W s, W x) {
  // from the nearest whole number, for x - floor(x) loses what is small and negative
  const W distance = x - floor(x + W(0.5L));
  const W fraction = distance < 0 ? 1 + distance : distance, rest = distance < 0 ? -distance : 1 - distance;
  const W mirrored = hurwitz_zeta(s, rest) - hurwitz_zeta(s, 1 - x);
  return hurwitz_zeta(s, fraction) + (fmod(s, W(2)) == 0 ? mirrored : -mirrored);
}
// At its poles, 0 and below, +inf.
template <class W>
VJP_HD W zeta(W s, W x) {
  if (s == 1) return infinity<W>();
  if (!(s > 1) || x != x) return not_a_number<W>();
  if (x > 0) return hurwitz_zeta(s, x);
  if (floor(x) == x && !isinf(x)) return infinity<W>();
  return floor(s) != s || isinf(s) || isinf(x) ? not_a_number<W>() : hurwitz_zeta_left(s, x);
}

// The derivatives of digamma: (-1)^(n+1) n! zeta(n + 1, x).
template <class W>
VJP_HD W polygamma(W order, W x) {
  if (order == 0) return digamma(x);
  if (!(order > 0 && order <= 1000) || floor(order) != order || x != x) {
    return not_a_number<W>();
  }
  const W s = order + 1;
  const bool even = fmod(s, W(2)) == 0;
  if (x <= 0 && (isinf(x) || floor(x) == x)) return even ? infinity<W>() : not_a_number<W>();
  const W y = tgamma(s) * (x > 0 ? hurwitz_zeta(s, x) : hurwitz_zeta_left(s, x));
  return even ? y : -y;
}

// Halley's iteration on erfc (in the tails) or erf.
template <class W>
VJP_HD W erfinv(W x) {
  constexpr W kPi = static_cast<W>(3.14159265358979323846264338327950288L);
  const W a = fabs(x);
  if (x != x || a > 1) return not_a_number<W>();
  if (a == 1) return copysign(infinity<W>(), x);
  if (a < W(1e-6L)) {  // x sqrt(pi)/2 (1 + pi x^2 / 12)
    return x * W(0.886226925452758013649083741670572591L) * (1 + kPi / 12 * x * x);
  }
  // Winitzki's approximation, two digits
  const W l = log((1 - a) * (1 + a)), s = 2 / (kPi * W(0.147L)) + l / 2;
  W y = sqrt(sqrt(s * s - l / W(0.147L)) - s);
  for (int i = 0; i < 3; ++i) {
    const W error = a > W(0.5L) ? (1 - a) - erfc(y) : erf(y) - a;
    const W u = error / (W(1.12837916709551257389615890312154517L) * exp(-y * y));
    y -= u / (1 + y * u);
  }
  return copysign(y, x);
}

}  // namespace vjp::scalar
