// Trigonometric functions and their inverses on SIMD vectors of double; included once per target, after
// simd_math-inl.h.
#if defined(VJP_SIMD_TRIG_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VJP_SIMD_TRIG_INL_H_
#undef VJP_SIMD_TRIG_INL_H_
#else
#define VJP_SIMD_TRIG_INL_H_
#endif

#include "backends/cpu/simd_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu::HWY_NAMESPACE {

// ---- reduction to |r| <= pi/4 ----

// x = k pi/2 + r.hi + r.lo; k in the low bits of `magic`.
template <class V>
struct Reduced {
  Two<V> r;
  V magic;
};

// pi/2 in three parts of 33 bits and a rest: k of 20 bits times a part is exact, so that what cancels cancels without
// error.
inline constexpr double kPio2[] = {0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2ep-69, 0x1.b839a252049c1p-104};
inline constexpr double kTwoOverPi = 0.63661977236758134;
inline constexpr double kTrigLimit = 1.6e6;  // arguments beyond go to the C library

template <class D, class V>
HWY_INLINE Reduced<V> reduce(D d, V x) {
  const V magic = hn::MulAdd(x, hn::Set(d, kTwoOverPi), hn::Set(d, kRoundMagic));
  const V k = hn::Sub(magic, hn::Set(d, kRoundMagic));
  const V t = hn::NegMulAdd(k, hn::Set(d, kPio2[0]), x);
  const Two<V> a = two_sum(t, hn::Mul(k, hn::Set(d, -kPio2[1])));
  const Two<V> b = two_sum(a.hi, hn::Mul(k, hn::Set(d, -kPio2[2])));
  const V rest = hn::NegMulAdd(k, hn::Set(d, kPio2[3]), hn::Add(a.lo, b.lo));
  return {fast_two_sum(b.hi, rest), magic};
}

// Enough for single precision, on promoted lanes.
template <class D, class V>
HWY_INLINE Reduced<V> reduce_for_float(D d, V x) {
  const V magic = hn::MulAdd(x, hn::Set(d, kTwoOverPi), hn::Set(d, kRoundMagic));
  const V k = hn::Sub(magic, hn::Set(d, kRoundMagic));
  const V t = hn::NegMulAdd(k, hn::Set(d, kPio2[0]), x);
  return {{hn::NegMulAdd(k, hn::Set(d, 0x1.0b4611a626331p-34), t), hn::Zero(d)}, magic};
}

// ---- sine and cosine of reduced arguments ----

inline constexpr double kSin[] = {-0.166666666666666319,  0.00833333333332238396,  -0.000198412698297800625,
                                  2.75573136812454831e-6, -2.50507563104530186e-8, 1.58966843994839973e-10};
inline constexpr double kCos[] = {0.0416666666666666,      -0.00138888888888741827, 0.0000248015872895072455,
                                  -2.75573143570161197e-7, 2.08757236325245574e-9,  -1.1359654541919688e-11};
inline constexpr double kSinFloat[] = {-0.166666666415613783, 0.00833332937674804163, -0.000198393315970771755,
                                       2.71827876027184395e-6};
inline constexpr double kCosFloat[] = {0.0416666666227935963, -0.00138888837478825955, 0.0000247995180744790328,
                                       -2.72100486019352844e-7};

template <class D, class V>
HWY_INLINE Two<V> sin_two(D d, Two<V> r) {
  const V z = hn::Mul(r.hi, r.hi);
  const V cubic = hn::Mul(hn::Mul(z, r.hi), polynomial(d, z, kSin));
  const V tail = hn::NegMulAdd(hn::Mul(z, hn::Set(d, 0.5)), r.lo, r.lo);
  return fast_two_sum(r.hi, hn::Add(cubic, tail));
}
template <class D, class V>
HWY_INLINE Two<V> cos_two(D d, Two<V> r) {
  const Two<V> z = two_product(r.hi, r.hi);
  const V half = hn::Set(d, 0.5);
  const Two<V> w = fast_two_sum(hn::Set(d, 1.0), hn::Mul(z.hi, hn::Neg(half)));
  const V quartic = hn::Mul(hn::Mul(z.hi, z.hi), polynomial(d, z.hi, kCos));
  const V low = hn::NegMulAdd(r.hi, r.lo, hn::NegMulAdd(half, z.lo, quartic));
  return fast_two_sum(w.hi, hn::Add(w.lo, low));
}

// Bit `bit` of k, as a mask.
template <class D, class V>
HWY_INLINE hn::Mask<D> quadrant_bit(D d, V magic, int64_t bit) {
  const hn::RebindToSigned<D> di;
  return hn::RebindMask(d, hn::TestBit(hn::BitCast(di, magic), hn::Set(di, bit)));
}

// sin(x + shift pi/2).
template <class D, class V>
HWY_INLINE V sin_shifted(D d, V x, double shift) {
  const Reduced<V> e = reduce(d, x);
  const V magic = hn::Add(e.magic, hn::Set(d, shift));
  const Two<V> s = sin_two(d, e.r), c = cos_two(d, e.r);
  const V y = hn::IfThenElse(quadrant_bit(d, magic, 1), c.hi, s.hi);
  return hn::IfThenElse(quadrant_bit(d, magic, 2), hn::Neg(y), y);
}
template <class D, class V>
HWY_INLINE V sin(D d, V x) {
  V y = sin_shifted(d, x, 0);
  y = hn::IfThenElse(hn::Lt(hn::Abs(x), hn::Set(d, 0x1p-27)), x, y);
  return patch(d, hn::Not(hn::Lt(hn::Abs(x), hn::Set(d, kTrigLimit))), y, x, [](double v) { return std::sin(v); });
}
template <class D, class V>
HWY_INLINE V cos(D d, V x) {
  const V y = sin_shifted(d, x, 1);
  return patch(d, hn::Not(hn::Lt(hn::Abs(x), hn::Set(d, kTrigLimit))), y, x, [](double v) { return std::cos(v); });
}
template <class D, class V>
HWY_INLINE V tan(D d, V x) {
  const Reduced<V> e = reduce(d, x);
  const Two<V> s = sin_two(d, e.r), c = cos_two(d, e.r);
  const auto odd = quadrant_bit(d, e.magic, 1);
  const Two<V> n{hn::IfThenElse(odd, hn::Neg(c.hi), s.hi), hn::IfThenElse(odd, hn::Neg(c.lo), s.lo)};
  const Two<V> m{hn::IfThenElse(odd, s.hi, c.hi), hn::IfThenElse(odd, s.lo, c.lo)};
  const V y = hn::IfThenElse(hn::Lt(hn::Abs(x), hn::Set(d, 0x1p-27)), x, div(n, m).hi);
  return patch(d, hn::Not(hn::Lt(hn::Abs(x), hn::Set(d, kTrigLimit))), y, x, [](double v) { return std::tan(v); });
}

template <class D, class V>
HWY_INLINE V sin_shifted_for_float(D d, V x, double shift) {
  const Reduced<V> e = reduce_for_float(d, x);
  const V magic = hn::Add(e.magic, hn::Set(d, shift));
  const V r = e.r.hi, z = hn::Mul(r, r);
  const V s = hn::MulAdd(hn::Mul(z, r), polynomial(d, z, kSinFloat), r);
  const V c =
      hn::MulAdd(hn::Mul(z, z), polynomial(d, z, kCosFloat), hn::NegMulAdd(z, hn::Set(d, 0.5), hn::Set(d, 1.0)));
  const V y = hn::IfThenElse(quadrant_bit(d, magic, 1), c, s);
  return hn::IfThenElse(quadrant_bit(d, magic, 2), hn::Neg(y), y);
}
template <class D, class V>
HWY_INLINE V sin_for_float(D d, V x) {
  V y = sin_shifted_for_float(d, x, 0);
  y = hn::IfThenElse(hn::Eq(x, hn::Zero(d)), x, y);
  return patch(d, hn::Not(hn::Lt(hn::Abs(x), hn::Set(d, kTrigLimit))), y, x, [](double v) { return std::sin(v); });
}
template <class D, class V>
HWY_INLINE V cos_for_float(D d, V x) {
  const V y = sin_shifted_for_float(d, x, 1);
  return patch(d, hn::Not(hn::Lt(hn::Abs(x), hn::Set(d, kTrigLimit))), y, x, [](double v) { return std::cos(v); });
}

template <class D, class V>
HWY_INLINE V tan_for_float(D d, V x) {
  const Reduced<V> e = reduce_for_float(d, x);
  const V r = e.r.hi, z = hn::Mul(r, r);
  const V s = hn::MulAdd(hn::Mul(z, r), polynomial(d, z, kSinFloat), r);
  const V c =
      hn::MulAdd(hn::Mul(z, z), polynomial(d, z, kCosFloat), hn::NegMulAdd(z, hn::Set(d, 0.5), hn::Set(d, 1.0)));
  const auto odd = quadrant_bit(d, e.magic, 1);
  const V q = hn::Div(hn::IfThenElse(odd, hn::Neg(c), s), hn::IfThenElse(odd, s, c));
  const V y = hn::IfThenElse(hn::Eq(x, hn::Zero(d)), x, q);
  return patch(d, hn::Not(hn::Lt(hn::Abs(x), hn::Set(d, kTrigLimit))), y, x, [](double v) { return std::tan(v); });
}

// ---- inverses ----

// (atan(t) - t) / t^3 in t^2, |t| <= 7/16.
inline constexpr double kAtan[] = {-0.333333333333329359,  0.199999999998769819,   -0.142857142725170228,
                                   0.111111104050828438,   -0.0909088710441761682, 0.0769187549817709786,
                                   -0.0666106388107885125, 0.0583349839968075294,  -0.0497654852782892835,
                                   0.0365232727776542306,  -0.016276975122490809};

// n / m >= limit, for m >= 0.
template <class D, class V>
HWY_INLINE hn::Mask<D> ratio_above(D d, V n, V m, double limit) {
  return hn::Ge(n, hn::Mul(m, hn::Set(d, limit)));
}

// atan(n / m) for n, m >= 0, not both 0 or infinite, and neither too close to the ends of the range. With c one of 0,
// 1/2, 1, 3/2, infinity: atan(n/m) = atan(c) + atan((n - c m) / (m + c n)).
template <class D, class V>
HWY_INLINE V atan_ratio(D d, V n, V m) {
  const V zero = hn::Zero(d), half = hn::Set(d, 0.5), one = hn::Set(d, 1.0);
  const auto m1 = ratio_above(d, n, m, 0.4375), m2 = ratio_above(d, n, m, 0.6875), m3 = ratio_above(d, n, m, 1.1875),
             m4 = ratio_above(d, n, m, 2.4375);
  V c = hn::IfThenElseZero(m1, half);
  c = hn::IfThenElse(m2, one, c);
  c = hn::IfThenElse(m3, hn::Set(d, 1.5), c);
  V base = hn::IfThenElseZero(m1, hn::Set(d, 0x1.dac670561bb4fp-2));
  base = hn::IfThenElse(m2, hn::Set(d, 0x1.921fb54442d18p-1), base);
  base = hn::IfThenElse(m3, hn::Set(d, 0x1.f730bd281f69bp-1), base);
  base = hn::IfThenElse(m4, hn::Set(d, 0x1.921fb54442d18p+0), base);
  V base_low = hn::IfThenElseZero(m1, hn::Set(d, 0x1.a2b7f222f65e2p-56));
  base_low = hn::IfThenElse(m2, hn::Set(d, 0x1.1a62633145c07p-55), base_low);
  base_low = hn::IfThenElse(m3, hn::Set(d, 0x1.007887af0cbbdp-56), base_low);
  base_low = hn::IfThenElse(m4, hn::Set(d, 0x1.1a62633145c07p-54), base_low);
  // products with 1/2 and 1 are exact; with 3/2 they round, far from cancellation
  const V p = hn::IfThenElse(m4, hn::Neg(m), hn::NegMulAdd(c, m, n));
  const V q = hn::IfThenElse(m4, n, hn::MulAdd(c, n, m));
  const V t = hn::Div(p, q), z = hn::Mul(t, t);
  const V series = hn::MulAdd(hn::Mul(z, t), polynomial(d, z, kAtan), base_low);
  const Two<V> s = fast_two_sum(base, t);
  const V y = hn::Add(s.hi, hn::Add(s.lo, series));
  return hn::IfThenElse(hn::Eq(base, zero), hn::Add(t, series), y);
}
template <class D, class V>
HWY_INLINE V atan(D d, V x) {
  // beyond 2^60 the result is pi/2 to the last bit
  const V y = atan_ratio(d, clamp(d, 0.0, 0x1p60, hn::Abs(x)), hn::Set(d, 1.0));
  return hn::CopySign(hn::IfThenElse(hn::Lt(hn::Abs(x), hn::Set(d, 0x1p-27)), hn::Abs(x), y), x);
}

// Single precision's on promoted lanes: one reduction, atan(a) = pi/2 - atan(1/a), and a longer range for the
// polynomial would cost more than the two steps at 1/2 and 1.
inline constexpr double kAtanFloat[] = {-0.333333040264043696, 0.199977652718747481, -0.142299827641131356,
                                        0.104931409546333408, -0.0582379044354428182};
template <class D, class V>
HWY_INLINE V atan_ratio_for_float(D d, V n, V m) {
  const V half = hn::Set(d, 0.5), one = hn::Set(d, 1.0);
  const auto m1 = ratio_above(d, n, m, 0.4375), m2 = ratio_above(d, n, m, 0.6875), m3 = ratio_above(d, n, m, 1.1875),
             m4 = ratio_above(d, n, m, 2.4375);
  V c = hn::IfThenElse(m2, one, hn::IfThenElseZero(m1, half));
  c = hn::IfThenElse(m3, hn::Set(d, 1.5), c);
  V base =
      hn::IfThenElse(m2, hn::Set(d, 0.785398163397448310), hn::IfThenElseZero(m1, hn::Set(d, 0.463647609000806116)));
  base = hn::IfThenElse(m3, hn::Set(d, 0.982793723247329068), base);
  base = hn::IfThenElse(m4, hn::Set(d, 1.57079632679489662), base);
  const V p = hn::IfThenElse(m4, hn::Neg(m), hn::NegMulAdd(c, m, n));
  const V q = hn::IfThenElse(m4, n, hn::MulAdd(c, n, m));
  const V t = hn::Div(p, q), z = hn::Mul(t, t);
  return hn::Add(base, hn::MulAdd(hn::Mul(z, t), polynomial(d, z, kAtanFloat), t));
}
template <class D, class V>
HWY_INLINE V atan_for_float(D d, V x) {
  return hn::CopySign(atan_ratio_for_float(d, clamp(d, 0.0, 0x1p60, hn::Abs(x)), hn::Set(d, 1.0)), x);
}

// Single precision's atan2 on promoted lanes.
template <class D, class V>
HWY_INLINE V atan2_for_float(D d, V y, V x) {
  const V ax = hn::Abs(x), ay = hn::Abs(y), zero = hn::Zero(d), inf = infinity(d);
  const V a = atan_ratio_for_float(d, ay, ax);
  const V pi = hn::Set(d, 0x1.921fb54442d18p+1);
  const V r = hn::CopySign(hn::IfThenElse(hn::Lt(x, zero), hn::Sub(pi, a), a), y);
  const auto usual = hn::And(hn::And(hn::Lt(ax, inf), hn::Lt(ay, inf)), hn::And(hn::Gt(ax, zero), hn::Gt(ay, zero)));
  return patch(d, hn::Not(usual), r, y, x, [](double a, double b) { return std::atan2(a, b); });
}

// (asin(t) - t) / t^3 in t^2, |t| <= 1/2.
inline constexpr double kAsin[] = {0.166666666666654096,  0.0750000000033844432,  0.0446428568264623327,
                                   0.0303819592303468555, 0.022371755569003322,   0.0173597444913278414,
                                   0.0138848286289206543, 0.0121719416460767997,  0.0065160183620166735,
                                   0.0195612011334673324, -0.0162760569546752595, 0.0319477577370871668};

// For |x| <= 1/2: t = |x|. Otherwise t = sqrt((1 - |x|) / 2), asin|x| = pi/2 - 2 asin(t), with the root's error in
// `low`.
template <class V, class M>
struct AsinParts {
  V t, low, series;
  M small;
};
template <class D, class V>
HWY_INLINE AsinParts<V, hn::Mask<D>> asin_parts(D d, V a) {
  const V half = hn::Set(d, 0.5), zero = hn::Zero(d);
  const auto small = hn::Le(a, half);
  const V z = hn::IfThenElse(small, hn::Mul(a, a), hn::Mul(hn::Sub(hn::Set(d, 1.0), a), half));
  const V root = hn::Sqrt(z);
  const V t = hn::IfThenElse(small, a, root);
  const Two<V> p = two_product(root, root);
  const V error = hn::Div(hn::Sub(hn::Sub(z, p.hi), p.lo), hn::Add(root, root));
  const V low = hn::IfThenElse(hn::Or(small, hn::Eq(root, zero)), zero, error);
  return {t, low, hn::Mul(hn::Mul(z, t), polynomial(d, z, kAsin)), small};
}
template <class D, class V>
HWY_INLINE V asin(D d, V x) {
  const V a = hn::Abs(x), two = hn::Set(d, 2.0);
  const auto e = asin_parts(d, a);
  const Two<V> s = fast_two_sum(hn::Set(d, 0x1.921fb54442d18p+0), hn::Mul(e.t, hn::Neg(two)));
  const V tail = hn::NegMulAdd(two, hn::Add(e.low, e.series), hn::Add(s.lo, hn::Set(d, 0x1.1a62633145c07p-54)));
  return hn::CopySign(hn::IfThenElse(e.small, hn::Add(e.t, e.series), hn::Add(s.hi, tail)), x);
}
template <class D, class V>
HWY_INLINE V acos(D d, V x) {
  const V two = hn::Set(d, 2.0), zero = hn::Zero(d);
  const auto e = asin_parts(d, hn::Abs(x));
  const auto negative = hn::Lt(x, zero);
  // pi/2 - x - series; 2 (t + series); pi - 2 (t + series)
  const V factor = hn::IfThenElse(e.small, hn::Set(d, 1.0), two);
  V base = hn::IfThenElse(e.small, hn::Set(d, 0x1.921fb54442d18p+0),
                          hn::IfThenElse(negative, hn::Set(d, 0x1.921fb54442d18p+1), zero));
  V base_low = hn::IfThenElse(e.small, hn::Set(d, 0x1.1a62633145c07p-54),
                              hn::IfThenElse(negative, hn::Set(d, 0x1.1a62633145c07p-53), zero));
  // the sign with which t enters: minus where small and positive, or large and negative
  const auto minus = hn::Xor(e.small, negative);
  V t = hn::Mul(factor, e.t), rest = hn::Mul(factor, hn::Add(e.low, e.series));
  t = hn::IfThenElse(minus, hn::Neg(t), t);
  rest = hn::IfThenElse(minus, hn::Neg(rest), rest);
  const Two<V> s = two_sum(base, t);
  return hn::Add(s.hi, hn::Add(s.lo, hn::Add(rest, base_low)));
}

// Single precision's on promoted lanes.
inline constexpr double kAsinFloat[] = {0.166666599050895781,  0.0750050949019612985, 0.044515934627400155,
                                        0.0318161550712469377, 0.0144071874195096361, 0.0375597832416379734};
template <class D, class V>
HWY_INLINE V asin_for_float(D d, V x) {
  const V a = hn::Abs(x), half = hn::Set(d, 0.5);
  const auto small = hn::Le(a, half);
  const V z = hn::IfThenElse(small, hn::Mul(a, a), hn::Mul(hn::Sub(hn::Set(d, 1.0), a), half));
  const V t = hn::IfThenElse(small, a, hn::Sqrt(z));
  const V s = hn::MulAdd(hn::Mul(z, t), polynomial(d, z, kAsinFloat), t);
  return hn::CopySign(hn::IfThenElse(small, s, hn::NegMulAdd(hn::Set(d, 2.0), s, hn::Set(d, 1.57079632679489662))), x);
}
template <class D, class V>
HWY_INLINE V acos_for_float(D d, V x) {
  const V a = hn::Abs(x), half = hn::Set(d, 0.5), two = hn::Set(d, 2.0);
  const auto small = hn::Le(a, half);
  const V z = hn::IfThenElse(small, hn::Mul(a, a), hn::Mul(hn::Sub(hn::Set(d, 1.0), a), half));
  const V t = hn::IfThenElse(small, a, hn::Sqrt(z));
  const V s = hn::MulAdd(hn::Mul(z, t), polynomial(d, z, kAsinFloat), t);
  const V middle = hn::Sub(hn::Set(d, 1.57079632679489662), hn::CopySign(s, x));
  const V outer =
      hn::IfThenElse(hn::Lt(x, hn::Zero(d)), hn::NegMulAdd(two, s, hn::Set(d, 3.14159265358979324)), hn::Mul(two, s));
  return hn::IfThenElse(small, middle, outer);
}

// ---- the hypotenuse ----

template <class D, class V>
HWY_INLINE V hypot_for_float(D d, V x, V y) {
  const V r = hn::Sqrt(hn::MulAdd(x, x, hn::Mul(y, y)));
  return hn::IfThenElse(hn::Or(hn::IsInf(x), hn::IsInf(y)), infinity(d), r);
}
template <class D, class V>
HWY_INLINE V hypot(D d, V x, V y) {
  const V ax = hn::Abs(x), ay = hn::Abs(y), larger = hn::Max(ax, ay);
  // powers of two keep the squares in range
  const auto big = hn::Gt(larger, hn::Set(d, 0x1p500)), small = hn::Lt(larger, hn::Set(d, 0x1p-450));
  const V one = hn::Set(d, 1.0);
  const V down = hn::IfThenElse(big, hn::Set(d, 0x1p-600), hn::IfThenElse(small, hn::Set(d, 0x1p600), one));
  const V up = hn::IfThenElse(big, hn::Set(d, 0x1p600), hn::IfThenElse(small, hn::Set(d, 0x1p-600), one));
  const V sx = hn::Mul(ax, down), sy = hn::Mul(ay, down);
  const V r = hn::Mul(hn::Sqrt(hn::MulAdd(sx, sx, hn::Mul(sy, sy))), up);
  return hn::IfThenElse(hn::Or(hn::IsInf(x), hn::IsInf(y)), infinity(d), r);
}

}  // namespace vjp::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VJP_SIMD_TRIG_INL_H_
