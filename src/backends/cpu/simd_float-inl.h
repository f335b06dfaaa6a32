// Elementary functions of single precision: on float lanes where a few ulp-saving tricks suffice, else on promoted
// lanes
// ("_for_float": vectors of double that hold floats), where shorter polynomials than double's do. Included once per
// target.
#if defined(VJP_SIMD_FLOAT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VJP_SIMD_FLOAT_INL_H_
#undef VJP_SIMD_FLOAT_INL_H_
#else
#define VJP_SIMD_FLOAT_INL_H_
#endif

#include "backends/cpu/simd_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu::HWY_NAMESPACE {

// ---- on float lanes ----

inline constexpr float kRoundMagicFloat = 0x1.8p23f;
inline constexpr float kLn2HiFloat = 0x1.62e4p-1f, kLn2LoFloat = 0x1.7f7d1cf8p-20f;
inline constexpr double kExpQFloat[] = {0.49999993460117845, 0.166665207104658237, 0.041668386096746224,
                                        0.00836870966583662746, 0.00138146691401382591};

template <class D, class V>
HWY_INLINE V clamp_float(D d, float low, float high, V x) {
  return at_least(hn::Set(d, low), at_most(hn::Set(d, high), x));
}
// y * 2^k, as scale_by_magic.
template <class D, class V>
HWY_INLINE V scale_float(D d, V y, V magic) {
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
  return V{_mm512_scalef_ps(y.raw, hn::Sub(magic, hn::Set(d, kRoundMagicFloat)).raw)};
#else
  const hn::RebindToSigned<D> di;
  const auto tiny = hn::Lt(magic, hn::Set(d, kRoundMagicFloat - 100));
  const V rest = hn::IfThenElse(tiny, hn::Set(d, 0x1p-63f), hn::Set(d, 2.0f));
  const auto bias = hn::IfThenElse(hn::RebindMask(di, tiny), hn::Set(di, 126 + 64), hn::Set(di, 126));
  const V scale = hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(hn::BitCast(di, magic), bias)));
  return hn::Mul(hn::Mul(y, scale), rest);
#endif
}
template <class D, class V>
HWY_INLINE V exp_float(D d, V x) {
  x = clamp_float(d, -105.0f, 89.0f, x);
  const V magic = hn::MulAdd(x, hn::Set(d, 1.44269504f), hn::Set(d, kRoundMagicFloat));
  const V k = hn::Sub(magic, hn::Set(d, kRoundMagicFloat));
  const V r = hn::NegMulAdd(k, hn::Set(d, kLn2LoFloat), hn::NegMulAdd(k, hn::Set(d, kLn2HiFloat), x));
  const V y = hn::Add(hn::Set(d, 1.0f), hn::MulAdd(hn::Mul(r, r), polynomial(d, r, kExpQFloat), r));
  return scale_float(d, y, magic);
}
// For arguments in [-87, 87]: no intermediate result leaves the normal range.
template <class D, class V>
HWY_INLINE V exp_float_normal(D d, V x) {
  const hn::RebindToSigned<D> di;
  const V magic = hn::MulAdd(x, hn::Set(d, 1.44269504f), hn::Set(d, kRoundMagicFloat));
  const V k = hn::Sub(magic, hn::Set(d, kRoundMagicFloat));
  const V r = hn::NegMulAdd(k, hn::Set(d, kLn2LoFloat), hn::NegMulAdd(k, hn::Set(d, kLn2HiFloat), x));
  const V y = hn::Add(hn::Set(d, 1.0f), hn::MulAdd(hn::Mul(r, r), polynomial(d, r, kExpQFloat), r));
  return hn::Mul(y, hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(hn::BitCast(di, magic), hn::Set(di, 127)))));
}
template <class D, class V>
HWY_INLINE V exp2_float(D d, V x) {
  x = clamp_float(d, -152.0f, 129.0f, x);
  const V magic = hn::Add(x, hn::Set(d, kRoundMagicFloat));
  const V r = hn::Mul(hn::Sub(x, hn::Sub(magic, hn::Set(d, kRoundMagicFloat))), hn::Set(d, 0.693147181f));
  const V y = hn::Add(hn::Set(d, 1.0f), hn::MulAdd(hn::Mul(r, r), polynomial(d, r, kExpQFloat), r));
  return scale_float(d, y, magic);
}

// (log(1 + f) - f + f^2 / 2) / f^3 for 1 + f in [sqrt(1/2), sqrt(2)).
inline constexpr double kLogQFloat[] = {0.333333119357073968,  -0.249999863927665574, 0.200021459608104675,
                                        -0.166692177933481003, 0.142200247397721961,  -0.123855304257447421,
                                        0.118650924509037106,  -0.117808046367099833, 0.0692124565603998742};
template <class D, class V>
HWY_INLINE V log_float(D d, V x) {
  const hn::RebindToUnsigned<D> du;
  const hn::RebindToSigned<D> di;
  const V zero = hn::Zero(d), inf = infinity(d);
  const auto small = hn::Lt(x, hn::Set(d, std::numeric_limits<float>::min()));
  const V y = hn::IfThenElse(small, hn::Mul(x, hn::Set(d, 0x1p25f)), x);
  const auto u = hn::Add(hn::BitCast(du, y), hn::Set(du, uint32_t{0x3f800000 - 0x3f3504f3}));
  const V bias = hn::IfThenElse(small, hn::Set(d, 127.0f + 25), hn::Set(d, 127.0f));
  const V k = hn::Sub(hn::ConvertTo(d, hn::BitCast(di, hn::ShiftRight<23>(u))), bias);
  const V m = hn::BitCast(d, hn::Add(hn::And(u, hn::Set(du, uint32_t{0x007fffff})), hn::Set(du, uint32_t{0x3f3504f3})));
  const V f = hn::Sub(m, hn::Set(d, 1.0f)), z = hn::Mul(f, f);
  V low = hn::Mul(hn::Mul(z, f), polynomial(d, f, kLogQFloat));
  low = hn::MulAdd(k, hn::Set(d, kLn2LoFloat), low);
  low = hn::NegMulAdd(hn::Set(d, 0.5f), z, low);
  // k ln2_hi + f is the larger part: its rounding is put back
  const Two<V> s = fast_two_sum(hn::Mul(k, hn::Set(d, kLn2HiFloat)), f);
  const V result = hn::Add(s.hi, hn::Add(s.lo, low));
  const V special = hn::IfThenElse(hn::Eq(x, zero), hn::Neg(inf), hn::IfThenElse(hn::Eq(x, inf), inf, not_a_number(d)));
  return hn::IfThenElse(hn::And(hn::Gt(x, zero), hn::Lt(x, inf)), result, special);
}

inline constexpr double kTanhFloat[] = {-0.333333179747142501, 0.133325985102972961, -0.0538534622939395954,
                                        0.0210759110088746043, -0.00627958736050396187};
template <class D, class V>
HWY_INLINE V tanh_float(D d, V x) {
  const V one = hn::Set(d, 1.0f), two = hn::Set(d, 2.0f), z = hn::Mul(x, x);
  const V a = at_most(hn::Set(d, 20.0f), hn::Abs(x));
  const V small = hn::MulAdd(hn::Mul(z, a), polynomial(d, z, kTanhFloat), a);
  const V large = hn::Sub(one, hn::Div(two, hn::Add(exp_float_normal(d, hn::Add(a, a)), one)));
  return hn::CopySign(hn::IfThenElse(hn::Lt(a, hn::Set(d, 0.55f)), small, large), x);
}

template <class D, class V>
HWY_INLINE V sigmoid_float(D d, V x) {
  // e = exp(-|x|) = (y + y_lo) 2^k, 1 / (1 + e) or e / (1 + e); the roundings of y and of 1 + e are put back, relative
  // to the quotient, where straight lines are good enough for 1 / y and 1 / (1 + e)
  const V one = hn::Set(d, 1.0f);
  const V u = clamp_float(d, -105.0f, 0.0f, hn::Neg(hn::Abs(x)));
  const V magic = hn::MulAdd(u, hn::Set(d, 1.44269504f), hn::Set(d, kRoundMagicFloat));
  const V k = hn::Sub(magic, hn::Set(d, kRoundMagicFloat));
  const V r = hn::NegMulAdd(k, hn::Set(d, kLn2LoFloat), hn::NegMulAdd(k, hn::Set(d, kLn2HiFloat), u));
  const V t = hn::MulAdd(hn::Mul(r, r), polynomial(d, r, kExpQFloat), r);
  const V y = hn::Add(one, t), y_lo = hn::Sub(t, hn::Sub(y, one));
  const V e = scale_float(d, y, magic);
  const V error = hn::Mul(y_lo, hn::NegMulAdd(hn::Set(d, 1.0f), y, hn::Set(d, 2.06f)));  // relative, of e
  const V s = hn::Add(one, e);
  const V low = hn::MulAdd(e, error, hn::Sub(e, hn::Sub(s, one)));
  const auto negative = hn::Lt(x, hn::Zero(d));
  const V q = hn::Div(hn::IfThenElse(negative, e, one), s);
  const V inverse = hn::NegMulAdd(hn::Set(d, 0.5f), s, hn::Set(d, 1.457f));
  return hn::MulAdd(q, hn::NegMulAdd(low, inverse, hn::IfThenElseZero(negative, error)), q);
}

inline constexpr double kErfFloat[] = {0.128379165729559368,    -0.376126258374651042,  0.112835852486056348,
                                       -0.0268538145820725174,  0.00518833048259248783, -0.000801020269927250679,
                                       0.0000785384982842940885};
// -log(erfc(x)) for 1 <= x <= 4.
inline constexpr double kLogErfcFloat[] = {-0.000188029045249307308, 1.1295783741106857,      0.63321998773415003,
                                           0.108418479958666005,     -0.0252081977839501853,  0.00420454088312150667,
                                           -0.000441332310135537039, 0.0000216865194122065931};
template <class D, class V>
HWY_INLINE V erf_float(D d, V x) {
  const V a = at_most(hn::Set(d, 3.95f), hn::Abs(x)), z = hn::Mul(a, a);  // erf(3.92) rounds to 1
  const V small = hn::MulAdd(a, polynomial(d, z, kErfFloat), a);
  const V large = hn::Sub(hn::Set(d, 1.0f), exp_float_normal(d, hn::Neg(polynomial(d, a, kLogErfcFloat))));
  return hn::CopySign(hn::IfThenElse(hn::Lt(a, hn::Set(d, 1.0f)), small, large), x);
}

// exp(x^2 / 2) erfc(x / sqrt(2)) / 2 = s P(t) with s = 1 / (x + 3.375), t = (x - 3.375) s,
// 0 <= x <= 14.7; the centre is one for which the rounded coefficients fit.
inline constexpr float kNormalTail0 = 0.741080284f, kNormalTail1 = -0.552992225f;
inline constexpr double kNormalTail[] = {0.295375854,    -0.0983843207,   0.00871997606, 0.00782476645,
                                         -0.00225422229, -0.000850502576, 0.00031315189, 0.000137329975};
template <class D, class V>
HWY_INLINE V normal_tail_series(D d, V t) {
  // the first two terms one after the other: even and odd powers apart would cancel
  const V series = hn::MulAdd(t, polynomial(d, t, kNormalTail), hn::Set(d, kNormalTail1));
  return hn::MulAdd(t, series, hn::Set(d, kNormalTail0));
}
// exp(-a^2 / 2) = (1 + e) 2^k.
template <class V>
struct ExpOfSquare {
  V e, magic;
};
template <class D, class V>
HWY_INLINE ExpOfSquare<V> exp_of_square_float(D d, V a) {
  // the square's rounding error goes into the reduced argument, where it costs nothing
  const Two<V> square = two_product(a, a);
  const V half = hn::Set(d, 0.5f), u = hn::Mul(square.hi, hn::Neg(half));
  const V magic = hn::MulAdd(u, hn::Set(d, 1.44269504f), hn::Set(d, kRoundMagicFloat));
  const V k = hn::Sub(magic, hn::Set(d, kRoundMagicFloat));
  const V r0 = hn::NegMulAdd(k, hn::Set(d, kLn2LoFloat), hn::NegMulAdd(k, hn::Set(d, kLn2HiFloat), u));
  const V r = hn::NegMulAdd(square.lo, half, r0);
  return {hn::MulAdd(hn::Mul(r, r), polynomial(d, r, kExpQFloat), r), magic};
}
// (ndtr(x) - 1/2) / x in x^2, |x| <= 0.9.
inline constexpr double kNdtrFloat[] = {0.398942273883033614, -0.0664899921422896446, 0.00996982740359617131,
                                        -0.00117465072513018367, 0.0000975189875663884649};
#if HWY_NATIVE_FMA  // else gelu_for_float is faster
template <class D, class V>
HWY_INLINE V gelu_float(D d, V x) {
  // at 14.7 the tail times x is below the smallest float
  const V a = at_most(hn::Set(d, 14.7f), hn::Abs(x)), one = hn::Set(d, 1.0f);
  const ExpOfSquare<V> n = exp_of_square_float(d, a);
  // a s, of which t is twice less one: far out the errors of both all but cancel, for a times the tail hardly depends
  // on a
  const V w = hn::Div(a, hn::Add(a, hn::Set(d, 3.375f)));
  const V p = hn::Mul(w, normal_tail_series(d, hn::MulSub(hn::Set(d, 2.0f), w, one)));
  const V scaled = scale_float(d, hn::MulAdd(p, n.e, p), n.magic);
  const V far = hn::IfThenElse(hn::Lt(x, hn::Zero(d)), hn::Neg(scaled), hn::Sub(x, scaled));
  const V z = hn::Mul(a, a);
  const V near = hn::Mul(x, hn::MulAdd(x, polynomial(d, z, kNdtrFloat), hn::Set(d, 0.5f)));
  return hn::IfThenElse(hn::Lt(a, hn::Set(d, 0.5f)), near, far);
}
#endif
// ndtr(x) + x exp(-x^2 / 2) / sqrt(2 pi).
template <class D, class V>
HWY_INLINE V gelu_partial_float(D d, V x) {
  const V one = hn::Set(d, 1.0f), a = at_most(hn::Set(d, 14.7f), hn::Abs(x));
  const ExpOfSquare<V> n = exp_of_square_float(d, a);
  const V s = hn::Div(one, hn::Add(a, hn::Set(d, 3.375f)));
  const V tail = hn::Mul(s, normal_tail_series(d, hn::NegMulAdd(hn::Set(d, 6.75f), s, one)));
  // for negative x tail - density, else 1 - the same
  const V mantissa = hn::NegMulAdd(a, hn::Set(d, 0.398942280f), tail);
  const V difference = scale_float(d, hn::MulAdd(mantissa, n.e, mantissa), n.magic);
  return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), difference, hn::Sub(one, difference));
}

// ---- on promoted lanes ----

inline constexpr double kExpQForFloat[] = {0.500000000042592589,    0.166666667843468596,   0.0416666644059126664,
                                           0.00833328182425784068,  0.00138891972531492634, 0.000199089330577185835,
                                           0.0000247081865532419418};
// e^x - 1 = 2^k (1 + t) - 1.
template <class V>
struct ExpParts {
  V t, scale, k;
};
template <class D, class V>
HWY_INLINE ExpParts<V> exp_parts_for_float(D d, V x) {
  const hn::RebindToSigned<D> di;
  x = clamp(d, -300.0, 300.0, x);
  const V magic = hn::MulAdd(x, hn::Set(d, 1.4426950408889634), hn::Set(d, kRoundMagic));
  const V k = hn::Sub(magic, hn::Set(d, kRoundMagic));
  const V r = hn::NegMulAdd(k, hn::Set(d, 0.693147180559945309), x);
  const V t = hn::MulAdd(hn::Mul(r, r), polynomial(d, r, kExpQForFloat), r);
  return {t, hn::BitCast(d, hn::ShiftLeft<52>(hn::Add(hn::BitCast(di, magic), hn::Set(di, 1023)))), k};
}
template <class D, class V>
HWY_INLINE V exp_for_float(D d, V x) {
  const auto e = exp_parts_for_float(d, x);
  return hn::MulAdd(e.t, e.scale, e.scale);
}
template <class D, class V>
HWY_INLINE V expm1_for_float(D d, V x) {
  const auto e = exp_parts_for_float(d, x);
  const V y = hn::MulAdd(e.t, e.scale, hn::Sub(e.scale, hn::Set(d, 1.0)));
  return hn::IfThenElse(hn::Eq(x, hn::Zero(d)), x, y);
}
template <class D, class V>
HWY_INLINE V sinh_for_float(D d, V x) {
  const V a = hn::Abs(x), z = hn::Mul(x, x), e = exp_for_float(d, a);
  const V large = hn::Mul(hn::Set(d, 0.5), hn::Sub(e, hn::Div(hn::Set(d, 1.0), e)));
  const V small = hn::MulAdd(hn::Mul(z, a), polynomial(d, z, kSinh), a);
  return hn::CopySign(hn::IfThenElse(hn::Lt(a, hn::Set(d, 1.0)), small, large), x);
}
template <class D, class V>
HWY_INLINE V cosh_for_float(D d, V x) {
  const V e = exp_for_float(d, x);
  return hn::Mul(hn::Set(d, 0.5), hn::Add(e, hn::Div(hn::Set(d, 1.0), e)));
}

inline constexpr double kLogRForFloat[] = {0.666666656616428483, 0.400003326595089654, 0.285374260440796599,
                                           0.235804865772588951};
// log of positive finite numbers that are normal as doubles.
template <class D, class V>
HWY_INLINE V log_for_float_unchecked(D d, V x, double ln_base_inverse) {
  const hn::RebindToUnsigned<D> du;
  const auto u = hn::Add(hn::BitCast(du, x), hn::Set(du, uint64_t{0x3ff0000000000000 - 0x3fe6a09e667f3bcd}));
  const V e = hn::BitCast(d, hn::Or(hn::ShiftRight<52>(u), hn::Set(du, uint64_t{0x4330000000000000})));
  const V k = hn::Sub(e, hn::Set(d, 0x1p52 + 1023));
  const auto bits =
      hn::Add(hn::And(u, hn::Set(du, uint64_t{0x000fffffffffffff})), hn::Set(du, uint64_t{0x3fe6a09e667f3bcd}));
  const V m = hn::BitCast(d, bits), one = hn::Set(d, 1.0);
  const V s = hn::Div(hn::Sub(m, one), hn::Add(m, one)), z = hn::Mul(s, s);
  const V l = hn::MulAdd(hn::Mul(z, s), polynomial(d, z, kLogRForFloat), hn::Add(s, s));
  return hn::MulAdd(k, hn::Set(d, 0.693147180559945309 * ln_base_inverse), hn::Mul(l, hn::Set(d, ln_base_inverse)));
}
template <class D, class V>
HWY_INLINE V log2_for_float(D d, V x) {
  return log_special(d, x, log_for_float_unchecked(d, x, 1.44269504088896340736));
}
template <class D, class V>
HWY_INLINE V log10_for_float(D d, V x) {
  return log_special(d, x, log_for_float_unchecked(d, x, 0.434294481903251827651));
}
template <class D, class V>
HWY_INLINE V log1p_for_float(D d, V x) {
  const V u = hn::Add(x, hn::Set(d, 1.0));
  const V y = log_special(d, u, log_for_float_unchecked(d, u, 1.0));
  // where 1 + x would round what matters
  const V tiny = hn::NegMulAdd(hn::Mul(x, x), hn::Set(d, 0.5), x);
  return hn::IfThenElse(hn::Lt(hn::Abs(x), hn::Set(d, 0x1p-20)), hn::IfThenElse(hn::Eq(x, hn::Zero(d)), x, tiny), y);
}

// Inverse hyperbolic functions by log1p of what does not cancel.
template <class D, class V>
HWY_INLINE V asinh_for_float(D d, V x) {
  const V a = hn::Abs(x), one = hn::Set(d, 1.0), z = hn::Mul(a, a);
  // sqrt(1 + a^2) - 1 = a^2 / (1 + sqrt(1 + a^2))
  const V root = hn::Sqrt(hn::Add(z, one));
  const V y = log1p_for_float(d, hn::Add(a, hn::Div(z, hn::Add(one, root))));
  return hn::CopySign(hn::IfThenElse(hn::Eq(a, infinity(d)), a, y), x);
}
template <class D, class V>
HWY_INLINE V acosh_for_float(D d, V x) {
  const V t = hn::Sub(x, hn::Set(d, 1.0));
  const V y = log1p_for_float(d, hn::Add(t, hn::Sqrt(hn::MulAdd(t, t, hn::Add(t, t)))));
  return hn::IfThenElse(hn::Ge(x, hn::Set(d, 1.0)), y, not_a_number(d));
}
template <class D, class V>
HWY_INLINE V atanh_for_float(D d, V x) {
  const V a = hn::Abs(x);
  const V y = log1p_for_float(d, hn::Div(hn::Add(a, a), hn::Sub(hn::Set(d, 1.0), a)));
  return hn::CopySign(hn::Mul(hn::Set(d, 0.5), y), x);
}

// Single precision's power on promoted lanes: a plain logarithm has bits to spare.
template <class D, class V>
HWY_INLINE V pow_for_float(D d, V x, V y) {
  const V ax = hn::Abs(x), inf = infinity(d);
  V r = exp_for_float(d, hn::Mul(log_for_float_unchecked(d, ax, 1.0), y));
  const V half = hn::Mul(y, hn::Set(d, 0.5));
  const auto integer = hn::Eq(hn::Round(y), y), even = hn::Eq(hn::Round(half), half);
  const auto negative = hn::Lt(x, hn::Zero(d));
  r = hn::IfThenElse(hn::AndNot(even, negative), hn::Neg(r), r);
  r = hn::IfThenElse(hn::AndNot(integer, negative), not_a_number(d), r);
  const auto usual = hn::And(hn::And(hn::Gt(ax, hn::Zero(d)), hn::Lt(ax, inf)), hn::Lt(hn::Abs(y), hn::Set(d, 0x1p60)));
  return patch(d, hn::Not(usual), r, x, y, [](double a, double b) { return std::pow(a, b); });
}

}  // namespace vjp::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VJP_SIMD_FLOAT_INL_H_
