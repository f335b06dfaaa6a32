// Elementary functions on SIMD vectors of double: sums and products with their rounding errors, exponentials,
// logarithms, powers. Included once per target by the kernel files; no guard but Highway's.
//
// Every function is right for NaN, infinities, signed zeros and subnormals and within 2 ulp, with or without a fused
// multiply-add. Functions of float are these on promoted lanes, or have a form of their own in simd_float-inl.h.
#if defined(VJP_SIMD_MATH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VJP_SIMD_MATH_INL_H_
#undef VJP_SIMD_MATH_INL_H_
#else
#define VJP_SIMD_MATH_INL_H_
#endif

#include <cmath>
#include <limits>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// ---- unevaluated sums ----

// The number hi + lo, |lo| a rounding error of hi.
template <class V>
struct Two {
  V hi, lo;
};

template <class V>
HWY_INLINE Two<V> two_sum(V a, V b) {
  const V s = hn::Add(a, b), t = hn::Sub(s, a);
  return {s, hn::Add(hn::Sub(a, hn::Sub(s, t)), hn::Sub(b, t))};
}
// As two_sum; |a| >= |b| or a == 0.
template <class V>
HWY_INLINE Two<V> fast_two_sum(V a, V b) {
  const V s = hn::Add(a, b);
  return {s, hn::Sub(b, hn::Sub(s, a))};
}

template <class V>
HWY_INLINE Two<V> two_product(V a, V b) {
  const V p = hn::Mul(a, b);
#if HWY_NATIVE_FMA
  return {p, hn::MulSub(a, b, p)};
#else
  const hn::DFromV<V> d;
  // 2^27 + 1 or 2^12 + 1: Dekker's halves
  const V splitter = hn::Set(d, sizeof(hn::TFromD<decltype(d)>) == 8 ? 134217729 : 4097);
  const V ta = hn::Mul(a, splitter), ah = hn::Sub(ta, hn::Sub(ta, a)), al = hn::Sub(a, ah);
  const V tb = hn::Mul(b, splitter), bh = hn::Sub(tb, hn::Sub(tb, b)), bl = hn::Sub(b, bh);
  const V e = hn::Add(hn::Add(hn::Sub(hn::Mul(ah, bh), p), hn::Add(hn::Mul(ah, bl), hn::Mul(al, bh))), hn::Mul(al, bl));
  return {p, e};
#endif
}
template <class V>
HWY_INLINE Two<V> add(Two<V> a, Two<V> b) {
  const Two<V> s = two_sum(a.hi, b.hi);
  return fast_two_sum(s.hi, hn::Add(s.lo, hn::Add(a.lo, b.lo)));
}
template <class V>
HWY_INLINE Two<V> mul(Two<V> a, Two<V> b) {
  const Two<V> p = two_product(a.hi, b.hi);
  return fast_two_sum(p.hi, hn::Add(p.lo, hn::MulAdd(a.hi, b.lo, hn::Mul(a.lo, b.hi))));
}
template <class V>
HWY_INLINE Two<V> div(Two<V> a, Two<V> b) {
  const V q = hn::Div(a.hi, b.hi);
  const Two<V> p = two_product(q, b.hi);
  const V r = hn::Add(hn::Sub(hn::Sub(a.hi, p.hi), p.lo), hn::NegMulAdd(q, b.lo, a.lo));
  return fast_two_sum(q, hn::Div(r, b.hi));
}

// ---- helpers ----

// c[0] + c[1] x + ...: even and odd powers apart, two chains half as long.
template <class D, class V, size_t N>
HWY_INLINE V polynomial(D d, V x, const double (&c)[N]) {
  const V x2 = hn::Mul(x, x);
  constexpr size_t kOdd = (N - 1) | 1, kEven = (N - 1) & ~size_t{1};
  using T = hn::TFromD<D>;
  V even = hn::Set(d, static_cast<T>(c[kEven]));
  for (size_t i = kEven; i >= 2; i -= 2) even = hn::MulAdd(even, x2, hn::Set(d, static_cast<T>(c[i - 2])));
  constexpr size_t kLastOdd = kOdd < N ? kOdd : kOdd - 2;
  V odd = hn::Set(d, static_cast<T>(c[kLastOdd]));
  for (size_t i = kLastOdd; i >= 3; i -= 2) odd = hn::MulAdd(odd, x2, hn::Set(d, static_cast<T>(c[i - 2])));
  return hn::MulAdd(odd, x, even);
}

// Calls the scalar function where `mask` is set: for arguments too rare to be worth lanes.
template <class D, class V, class M, class F>
HWY_INLINE V patch(D d, M mask, V result, V x, F scalar) {
  if (HWY_LIKELY(hn::AllFalse(d, mask))) return result;
  HWY_ALIGN double xs[hn::MaxLanes(D())], rs[hn::MaxLanes(D())];
  hn::Store(x, d, xs);
  for (size_t i = 0; i < hn::Lanes(d); ++i) rs[i] = scalar(xs[i]);
  return hn::IfThenElse(mask, hn::Load(d, rs), result);
}
template <class D, class V, class M, class F>
HWY_INLINE V patch(D d, M mask, V result, V x, V y, F scalar) {
  if (HWY_LIKELY(hn::AllFalse(d, mask))) return result;
  HWY_ALIGN double xs[hn::MaxLanes(D())], ys[hn::MaxLanes(D())], rs[hn::MaxLanes(D())];
  hn::Store(x, d, xs);
  hn::Store(y, d, ys);
  for (size_t i = 0; i < hn::Lanes(d); ++i) rs[i] = scalar(xs[i], ys[i]);
  return hn::IfThenElse(mask, hn::Load(d, rs), result);
}

template <class D>
HWY_INLINE hn::Vec<D> infinity(D d) {
  return hn::Set(d, std::numeric_limits<hn::TFromD<D>>::infinity());
}
template <class D>
HWY_INLINE hn::Vec<D> not_a_number(D d) {
  return hn::Set(d, std::numeric_limits<hn::TFromD<D>>::quiet_NaN());
}

// ---- exponentials ----

inline constexpr double kLn2Hi = 0x1.62e42feep-1, kLn2Lo = 0x1.a39ef35793c76p-33;
inline constexpr double kRoundMagic =
    0x1.8p52;  // added and subtracted: rounds to an integer, whose bits are the sum's lowest

// (e^r - 1 - r) / r^2 for |r| <= ln(2)/2.
inline constexpr double kExpQ[] = {0.5,
                                   0.166666666666666766,
                                   0.0416666666666667014,
                                   0.00833333333332164821,
                                   0.00138888888888668263,
                                   0.000198412698860846503,
                                   0.0000248015873605797212,
                                   2.75572442502937625e-6,
                                   2.75572427393038261e-7,
                                   2.51090226963944951e-8,
                                   2.09244498159816003e-9};

// y * 2^k, k the integer in the low bits of `magic`: in two steps, so that results are subnormal or reach the largest
// numbers with one rounding.
template <class D, class V>
HWY_INLINE V scale_by_magic(D d, V y, V magic) {
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
  return V{_mm512_scalef_pd(y.raw, hn::Sub(magic, hn::Set(d, kRoundMagic)).raw)};
#else
  const hn::RebindToSigned<D> di;
  const auto tiny = hn::Lt(magic, hn::Set(d, kRoundMagic - 1000));
  const V rest = hn::IfThenElse(tiny, hn::Set(d, 0x1p-199), hn::Set(d, 2.0));
  const auto bias = hn::IfThenElse(hn::RebindMask(di, tiny), hn::Set(di, 1022 + 200), hn::Set(di, 1022));
  const V scale = hn::BitCast(d, hn::ShiftLeft<52>(hn::Add(hn::BitCast(di, magic), bias)));
  return hn::Mul(hn::Mul(y, scale), rest);
#endif
}

// Bounds that keep NaN: x86 returns the second operand when one is NaN, Arm the number.
template <class V>
HWY_INLINE V at_most(V high, V x) {
#if HWY_ARCH_ARM
  return hn::IfThenElse(hn::Lt(high, x), high, x);
#else
  return hn::Min(high, x);
#endif
}
template <class V>
HWY_INLINE V at_least(V low, V x) {
#if HWY_ARCH_ARM
  return hn::IfThenElse(hn::Lt(x, low), low, x);
#else
  return hn::Max(low, x);
#endif
}
template <class D, class V>
HWY_INLINE V clamp(D d, double low, double high, V x) {
  return at_least(hn::Set(d, low), at_most(hn::Set(d, high), x));
}

template <class D, class V>
HWY_INLINE V exp(D d, V x) {
  x = clamp(d, -746.0, 710.0, x);
  const V magic = hn::MulAdd(x, hn::Set(d, 1.4426950408889634), hn::Set(d, kRoundMagic));
  const V k = hn::Sub(magic, hn::Set(d, kRoundMagic));
  const V r0 = hn::NegMulAdd(k, hn::Set(d, kLn2Hi), x);
  const V r = hn::NegMulAdd(k, hn::Set(d, kLn2Lo), r0);
  const V y = hn::Add(hn::Set(d, 1.0), hn::MulAdd(hn::Mul(r, r), polynomial(d, r, kExpQ), r));
  return scale_by_magic(d, y, magic);
}

// e^(hi + lo) = (mantissa.hi + mantissa.lo) * 2^k with an error of a few percent of an ulp of mantissa.hi.
template <class V>
struct ScaledTwo {
  Two<V> mantissa;
  V magic;  // k in its low bits
};
template <class D, class V>
HWY_INLINE ScaledTwo<V> exp_two_reduced(D d, Two<V> r, V magic) {
  const V q = hn::Mul(hn::Mul(r.hi, r.hi), polynomial(d, r.hi, kExpQ));
  const Two<V> t = fast_two_sum(r.hi, hn::Add(q, hn::MulAdd(r.hi, r.lo, r.lo)));
  const Two<V> y = fast_two_sum(hn::Set(d, 1.0), t.hi);
  return {{y.hi, hn::Add(y.lo, t.lo)}, magic};
}
template <class D, class V>
HWY_INLINE ScaledTwo<V> exp_two(D d, V hi, V lo, double high = 710.0, double low = -746.0) {
  hi = clamp(d, low, high, hi);
  const V magic = hn::MulAdd(hi, hn::Set(d, 1.4426950408889634), hn::Set(d, kRoundMagic));
  const V k = hn::Sub(magic, hn::Set(d, kRoundMagic));
  const V r0 = hn::NegMulAdd(k, hn::Set(d, kLn2Hi), hi);
  return exp_two_reduced(d, two_sum(r0, hn::NegMulAdd(k, hn::Set(d, kLn2Lo), lo)), magic);
}
template <class D, class V>
HWY_INLINE V rounded(D d, ScaledTwo<V> x) {
  return scale_by_magic(d, hn::Add(x.mantissa.hi, x.mantissa.lo), x.magic);
}

template <class D, class V>
HWY_INLINE V exp2(D d, V x) {
  x = clamp(d, -1080.0, 1025.0, x);
  const V magic = hn::Add(x, hn::Set(d, kRoundMagic));
  const V t = hn::Sub(x, hn::Sub(magic, hn::Set(d, kRoundMagic)));
  const Two<V> p = two_product(t, hn::Set(d, 0x1.62e42fefa39efp-1));
  return rounded(d, exp_two_reduced(d, Two<V>{p.hi, hn::MulAdd(t, hn::Set(d, 0x1.abc9e3b39803fp-56), p.lo)}, magic));
}

template <class D, class V>
HWY_INLINE V expm1(D d, V x) {
  const V one = hn::Set(d, 1.0);
  const V c = clamp(d, -40.0, 710.0, x);
  const V magic = hn::MulAdd(c, hn::Set(d, 1.4426950408889634), hn::Set(d, kRoundMagic));
  const V k = hn::Sub(magic, hn::Set(d, kRoundMagic));
  const V r0 = hn::NegMulAdd(k, hn::Set(d, kLn2Hi), c);
  const Two<V> r = two_sum(r0, hn::Mul(k, hn::Set(d, -kLn2Lo)));
  const V q = hn::Mul(hn::Mul(r.hi, r.hi), polynomial(d, r.hi, kExpQ));
  const V low = hn::Add(q, hn::MulAdd(r.hi, r.lo, r.lo));
  // e^x - 1 = 2^k (1 - 2^-k + (e^r - 1)); below 2^-60 the subtrahend is nothing, and 2^-k stays a normal number
  const hn::RebindToSigned<D> di;
  const auto k_bits = hn::BitCast(di, hn::Min(magic, hn::Set(d, kRoundMagic + 60)));
  const V back = hn::BitCast(d, hn::ShiftLeft<52>(hn::Sub(hn::Set(di, 1023), k_bits)));
  const Two<V> s = two_sum(hn::Sub(one, back), r.hi);
  const V y = scale_by_magic(d, hn::Add(s.hi, hn::Add(s.lo, low)), magic);
  // tiny arguments, and the sign of zero
  return hn::IfThenElse(hn::Lt(hn::Abs(x), hn::Set(d, 0x1p-54)), x, y);
}

// ---- logarithms ----

// (log(1 + f) - 2 s) / s^3 with s = f / (2 + f).
inline constexpr double kLogR[] = {0.666666666666666614, 0.400000000000059674, 0.285714285691531335,
                                   0.222222226388057389, 0.181817761860111768, 0.153870718292709469,
                                   0.132504785831555868, 0.132485300734215501};

// x = 2^k m with m in [sqrt(1/2), sqrt(2)), for positive finite x.
template <class V>
struct Decomposed {
  V m, k;
};
template <class D, class V>
HWY_INLINE Decomposed<V> decompose(D d, V x) {
  const hn::RebindToUnsigned<D> du;
  const auto small = hn::Lt(x, hn::Set(d, std::numeric_limits<double>::min()));
  x = hn::IfThenElse(small, hn::Mul(x, hn::Set(d, 0x1p54)), x);
  const auto offset = hn::Set(du, uint64_t{0x3ff0000000000000 - 0x3fe6a09e667f3bcd});
  const auto u = hn::Add(hn::BitCast(du, x), offset);
  // the exponent as a double: put into the mantissa of 2^52
  const auto e = hn::BitCast(d, hn::Or(hn::ShiftRight<52>(u), hn::Set(du, uint64_t{0x4330000000000000})));
  const V bias = hn::IfThenElse(small, hn::Set(d, 0x1p52 + 1023 + 54), hn::Set(d, 0x1p52 + 1023));
  const auto m =
      hn::Add(hn::And(u, hn::Set(du, uint64_t{0x000fffffffffffff})), hn::Set(du, uint64_t{0x3fe6a09e667f3bcd}));
  return {hn::BitCast(d, m), hn::Sub(e, bias)};
}

// log(1 + f.hi + f.lo), 1 + f in [sqrt(1/2), sqrt(2)): relative error about 2^-57. With f^2 kept exactly, the first two
// terms are exact and the rest is a thirtieth of the sum.
template <class D, class V>
HWY_INLINE Two<V> log1p_reduced(D d, Two<V> f) {
  const V s = hn::Div(f.hi, hn::Add(hn::Set(d, 2.0), f.hi));
  const V z = hn::Mul(s, s);
  const V r = hn::Mul(z, polynomial(d, z, kLogR));
  const Two<V> square = two_product(f.hi, f.hi);
  const V half_square = hn::Mul(square.hi, hn::Set(d, 0.5));
  const Two<V> sum = fast_two_sum(f.hi, hn::Neg(half_square));
  const V rest = hn::MulAdd(s, hn::Add(half_square, r), hn::Mul(square.lo, hn::Set(d, -0.5)));
  // d log(1 + f) = df (1 - f)
  const V tail = hn::NegMulAdd(f.lo, f.hi, f.lo);
  return fast_two_sum(sum.hi, hn::Add(hn::Add(sum.lo, rest), tail));
}

// log of positive finite numbers as an unevaluated sum.
template <class D, class V>
HWY_INLINE Two<V> log_two(D d, V x) {
  const Decomposed<V> e = decompose(d, x);
  const Two<V> l = log1p_reduced(d, Two<V>{hn::Sub(e.m, hn::Set(d, 1.0)), hn::Zero(d)});
  const Two<V> s = fast_two_sum(hn::Mul(e.k, hn::Set(d, kLn2Hi)), l.hi);
  return {s.hi, hn::Add(s.lo, hn::MulAdd(e.k, hn::Set(d, kLn2Lo), l.lo))};
}

// The special values of a logarithm: `result` for positive finite x.
template <class D, class V>
HWY_INLINE V log_special(D d, V x, V result) {
  const V zero = hn::Zero(d), inf = infinity(d);
  const V special = hn::IfThenElse(hn::Eq(x, zero), hn::Neg(inf), hn::IfThenElse(hn::Eq(x, inf), inf, not_a_number(d)));
  return hn::IfThenElse(hn::And(hn::Gt(x, zero), hn::Lt(x, inf)), result, special);
}

template <class D, class V>
HWY_INLINE V log(D d, V x) {
  const Two<V> l = log_two(d, x);
  return log_special(d, x, hn::Add(l.hi, l.lo));
}

// log(x) in another base: k * log(2) is exact or split, the rest multiplied by 1 / log(base) in two parts.
template <class D, class V>
HWY_INLINE V log_base(D d, V x, double k_hi, double k_lo, double factor_hi, double factor_lo) {
  const Decomposed<V> e = decompose(d, x);
  const Two<V> l = log1p_reduced(d, Two<V>{hn::Sub(e.m, hn::Set(d, 1.0)), hn::Zero(d)});
  const Two<V> p = mul(l, Two<V>{hn::Set(d, factor_hi), hn::Set(d, factor_lo)});
  const Two<V> s = fast_two_sum(hn::Mul(e.k, hn::Set(d, k_hi)), p.hi);
  const V y = hn::Add(s.hi, hn::Add(s.lo, hn::MulAdd(e.k, hn::Set(d, k_lo), p.lo)));
  return log_special(d, x, y);
}
template <class D, class V>
HWY_INLINE V log2(D d, V x) {
  return log_base(d, x, 1.0, 0.0, 0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56);
}
template <class D, class V>
HWY_INLINE V log10(D d, V x) {
  // log10(2) with 33 bits, so that its product with k is exact
  return log_base(d, x, 0x1.3441350ap-2, -0x1.0c0219dc1da99p-39, 0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57);
}

// log(1 + x) as an unevaluated sum, for finite a = a.hi + a.lo > -1.
template <class D, class V>
HWY_INLINE Two<V> log1p_two(D d, Two<V> a) {
  const V one = hn::Set(d, 1.0);
  Two<V> u = two_sum(one, a.hi);
  u.lo = hn::Add(u.lo, a.lo);
  const Decomposed<V> e = decompose(d, u.hi);
  // 2^-k times the part that did not fit; exact unless it is far below an ulp
  const hn::RebindToSigned<D> di;
  const V clamped = hn::Min(e.k, hn::Set(d, 1000.0));
  const auto k_bits = hn::BitCast(di, hn::Add(clamped, hn::Set(d, kRoundMagic)));
  const V back = hn::BitCast(d, hn::ShiftLeft<52>(hn::Sub(hn::Set(di, 1023), k_bits)));
  const Two<V> f = two_sum(hn::Sub(e.m, one), hn::Mul(u.lo, back));
  const Two<V> l = log1p_reduced(d, f);
  const Two<V> s = fast_two_sum(hn::Mul(e.k, hn::Set(d, kLn2Hi)), l.hi);
  return {s.hi, hn::Add(s.lo, hn::MulAdd(e.k, hn::Set(d, kLn2Lo), l.lo))};
}
template <class D, class V>
HWY_INLINE V log1p(D d, V x) {
  const Two<V> l = log1p_two(d, Two<V>{x, hn::Zero(d)});
  V y = log_special(d, hn::Add(x, hn::Set(d, 1.0)), hn::Add(l.hi, l.lo));
  return hn::IfThenElse(hn::Lt(hn::Abs(x), hn::Set(d, 0x1p-54)), x, y);
}

// ---- powers ----

// (log(m) - 2 s - 2 s^3 / 3) / s^5 with s = (m - 1) / (m + 1).
inline constexpr double kPowR[] = {0.399999999999999994, 0.285714285714305428, 0.222222222210823317,
                                   0.181818184421631397, 0.153845853380176199, 0.133352559579737631,
                                   0.11695637144710994,  0.118217593137619391};

// log of positive finite numbers with about 11 more bits than a double has.
template <class D, class V>
HWY_INLINE Two<V> log_for_pow(D d, V x) {
  const V one = hn::Set(d, 1.0), zero = hn::Zero(d);
  const Decomposed<V> e = decompose(d, x);
  const Two<V> s = div(Two<V>{hn::Sub(e.m, one), zero}, two_sum(e.m, one));
  const Two<V> z = mul(s, s);
  const V tail = hn::Mul(z.hi, polynomial(d, z.hi, kPowR));
  const Two<V> two_thirds{hn::Set(d, 0x1.5555555555555p-1), hn::Set(d, 0x1.5555555555555p-55)};
  const Two<V> c = add(two_thirds, Two<V>{tail, zero});
  const Two<V> cube = mul(mul(c, z), s);
  const Two<V> series = add(Two<V>{hn::Add(s.hi, s.hi), hn::Add(s.lo, s.lo)}, cube);
  const Two<V> k{hn::Mul(e.k, hn::Set(d, kLn2Hi)), zero};
  const Two<V> k_low = two_product(e.k, hn::Set(d, kLn2Lo));
  return add(add(k, k_low), series);
}

template <class D, class V>
HWY_INLINE V pow(D d, V x, V y) {
  const V ax = hn::Abs(x), inf = infinity(d);
  const Two<V> l = log_for_pow(d, ax);
  const Two<V> p = two_product(l.hi, y);
  const V lo = hn::MulAdd(l.lo, y, p.lo);
  // far out the result is 0 or infinity and the low part may be NaN
  const V safe_lo = hn::IfThenElse(hn::Lt(hn::Abs(p.hi), hn::Set(d, 800.0)), lo, hn::Zero(d));
  V r = rounded(d, exp_two(d, p.hi, safe_lo));
  // a negative base: the sign by the parity of y, NaN where y is not an integer
  const V half = hn::Mul(y, hn::Set(d, 0.5));
  const auto integer = hn::Eq(hn::Round(y), y), even = hn::Eq(hn::Round(half), half);
  const auto negative = hn::Lt(x, hn::Zero(d));
  r = hn::IfThenElse(hn::AndNot(even, negative), hn::Neg(r), r);
  r = hn::IfThenElse(hn::AndNot(integer, negative), not_a_number(d), r);
  const auto usual = hn::And(hn::And(hn::Gt(ax, hn::Zero(d)), hn::Lt(ax, inf)), hn::Lt(hn::Abs(y), hn::Set(d, 0x1p60)));
  return patch(d, hn::Not(usual), r, x, y, [](double a, double b) { return std::pow(a, b); });
}

// ---- functions of exponentials ----

// (tanh(x) - x) / x^3 in x^2, |x| <= 0.55.
inline constexpr double kTanh[] = {-0.333333333333332997,   0.13333333333326799,      -0.0539682539638491885,
                                   0.0218694883880648999,   -0.00886323263326178897,  0.00359209231417524896,
                                   -0.00145554445990703805, 0.000588450343383920506,  -0.000233394655171766307,
                                   0.000083332818528648143, -0.0000195034234640490691};
template <class D, class V>
HWY_INLINE V tanh(D d, V x) {
  const V one = hn::Set(d, 1.0), two = hn::Set(d, 2.0), a = hn::Abs(x), z = hn::Mul(x, x);
  const V small = hn::MulAdd(hn::Mul(z, a), polynomial(d, z, kTanh), a);
  const V large = hn::Sub(one, hn::Div(two, hn::Add(exp(d, hn::Add(a, a)), one)));
  return hn::CopySign(hn::IfThenElse(hn::Lt(a, hn::Set(d, 0.55)), small, large), x);
}

template <class D, class V>
HWY_INLINE V sigmoid(D d, V x) {
  // e = exp(-|x|) <= 1; the sum 1 + e and the quotient are corrected by their errors
  const V one = hn::Set(d, 1.0);
  const ScaledTwo<V> s = exp_two(d, hn::Neg(hn::Abs(x)), hn::Zero(d));
  const V e = rounded(d, s);
  const V e_lo = hn::Sub(scale_by_magic(d, s.mantissa.hi, s.magic), e);
  const V e_error = hn::Add(e_lo, scale_by_magic(d, s.mantissa.lo, s.magic));
  const Two<V> sum = fast_two_sum(one, e);
  const V low = hn::Add(sum.lo, e_error);
  const auto negative = hn::Lt(x, hn::Zero(d));
  const V numerator = hn::IfThenElse(negative, e, one);
  const V numerator_low = hn::IfThenElse(negative, e_error, hn::Zero(d));
  const V q = hn::Div(numerator, sum.hi);
  // (n + n_lo) / (s + s_lo) = q + (n_lo - q s_lo) / s + remainder, 1 / s between 1/2 and 1
  const Two<V> p = two_product(q, sum.hi);
  const V r = hn::Add(hn::Sub(hn::Sub(numerator, p.hi), p.lo), hn::NegMulAdd(q, low, numerator_low));
  const V corrected = hn::Add(q, hn::Div(r, sum.hi));
  // tiny results would lose the correction's bits, and need none
  return hn::IfThenElse(hn::Lt(x, hn::Set(d, -600.0)), e, corrected);
}

// (sinh(x) - x) / x^3 in x^2, |x| <= 1.
inline constexpr double kSinh[] = {0.166666666666666667,    0.00833333333333333355, 0.000198412698412695988,
                                   2.7557319224116848e-6,   2.50521083463720087e-8, 1.60590506194615854e-10,
                                   7.64648165625652878e-13, 2.84826691169323985e-15};

// e^|x| / 2 and e^-|x| / 2 as unevaluated sums times 2^k.
template <class D, class V>
HWY_INLINE V sinh_or_cosh(D d, V a, bool sine) {
  ScaledTwo<V> e = exp_two(d, a, hn::Zero(d), 711.0);
  e.magic = hn::Sub(e.magic, hn::Set(d, 1.0));
  // e^-a / 2 relative to the scale 2^k of the other: 2^(-2k) / m, of no account beyond 2^-60
  const hn::RebindToSigned<D> di;
  const auto k_bits = hn::BitCast(di, hn::Min(e.magic, hn::Set(d, kRoundMagic + 100)));
  const V back = hn::BitCast(d, hn::ShiftLeft<52>(hn::Sub(hn::Set(di, 1023 - 2), hn::Add(k_bits, k_bits))));
  const Two<V> inverse = div(Two<V>{back, hn::Zero(d)}, e.mantissa);
  const Two<V> other = sine ? Two<V>{hn::Neg(inverse.hi), hn::Neg(inverse.lo)} : inverse;
  e.mantissa = add(e.mantissa, other);
  return rounded(d, e);
}
template <class D, class V>
HWY_INLINE V sinh(D d, V x) {
  const V a = hn::Abs(x), z = hn::Mul(x, x);
  const V small = hn::MulAdd(hn::Mul(z, a), polynomial(d, z, kSinh), a);
  const V large = sinh_or_cosh(d, a, true);
  return hn::CopySign(hn::IfThenElse(hn::Le(a, hn::Set(d, 1.0)), small, large), x);
}
template <class D, class V>
HWY_INLINE V cosh(D d, V x) {
  return sinh_or_cosh(d, hn::Abs(x), false);
}

}  // namespace vjp::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VJP_SIMD_MATH_INL_H_
