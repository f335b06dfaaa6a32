// Error functions on SIMD vectors of double; included once per target.
#if defined(VJP_SIMD_SPECIAL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VJP_SIMD_SPECIAL_INL_H_
#undef VJP_SIMD_SPECIAL_INL_H_
#else
#define VJP_SIMD_SPECIAL_INL_H_
#endif

#include "backends/cpu/simd_float-inl.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu::HWY_NAMESPACE {

// erf(x) / x - 1 in x^2, |x| <= 1.
inline constexpr double kErf[] = {0.128379167095512574,    -0.376126389031837476,    0.112837916709548575,
                                  -0.0268661706450728912,  0.00522397762478083465,   -0.000854832697874056762,
                                  0.000120553310368466683, -0.000014925593505766363, 1.64609728011907177e-6,
                                  -1.63500250762238812e-7, 1.46578789898888785e-8,   -1.13656631366284934e-9,
                                  5.94525769394154252e-11};
// (1 + 2 x) exp(x^2) erfc(x) - 1 in t = (x - 3) / (x + 3), 0 <= x <= 27.3: between 0 and 0.3.
inline constexpr double kErfcx[] = {
    0.25300805826972965,    -0.135621106124580556,     -0.0475622943534494972,   0.129645158702691379,
    -0.119273663415375019,  0.0683080273462714636,     -0.0237705149171262601,   0.0025293917810760626,
    0.00188869033928742395, -0.000779831976262263736,  -0.000105159634990554341, 0.000125097831098014132,
    4.94859724694992988e-6, -0.0000200955814080117927, -7.2838360910639374e-7,   3.46182357362698432e-6,
    3.49658169750724759e-7, -6.0224187994509676e-7,    -1.31063810926947846e-7,  8.98977620320707696e-8,
    3.24087777936448123e-8, -7.90198560418433553e-9,   -3.94849402466458423e-9};

// erfc(a + a_low) for 0 <= a <= 28 (or NaN) as mantissa * 2^k; the square is given with its rounding error, to which
// the result is sensitive.
template <class D, class V>
HWY_INLINE ScaledTwo<V> erfc_of_square(D d, V a, V a_low, Two<V> square) {
  const V one = hn::Set(d, 1.0), three = hn::Set(d, 3.0);
  const V t = hn::Div(hn::Sub(a, three), hn::Add(a, three));
  // the 1 apart: what the polynomial rounds is a quarter of the whole
  const Two<V> q = fast_two_sum(one, polynomial(d, t, kErfcx));
  ScaledTwo<V> e = exp_two(d, hn::Neg(square.hi), hn::Neg(square.lo));
  Two<V> denominator = two_sum(one, hn::Add(a, a));
  denominator.lo = hn::Add(denominator.lo, hn::Add(a_low, a_low));
  e.mantissa = div(mul(e.mantissa, q), denominator);
  return e;
}
// The same for any a >= 0, +inf and NaN.
template <class D, class V>
HWY_INLINE ScaledTwo<V> erfc_positive(D d, V a) {
  a = clamp(d, 0.0, 28.0, a);
  return erfc_of_square(d, a, hn::Zero(d), two_product(a, a));
}

template <class D, class V>
HWY_INLINE V erfc(D d, V x) {
  const V one = hn::Set(d, 1.0), z = hn::Mul(x, x);
  const V positive = rounded(d, erfc_positive(d, hn::Abs(x)));
  // 2 - erfc(|x|): the error of `positive` counts little
  const V large = hn::IfThenElse(hn::Lt(x, hn::Zero(d)), hn::Sub(hn::Set(d, 2.0), positive), positive);
  // 1 - erf(x), with the rounding of 1 - x put back
  const Two<V> s = fast_two_sum(one, hn::Neg(x));
  const V small = hn::Add(s.hi, hn::NegMulAdd(x, polynomial(d, z, kErf), s.lo));
  return hn::IfThenElse(hn::Lt(hn::Abs(x), hn::Set(d, 0.5)), small, large);
}

template <class D, class V>
HWY_INLINE V erf(D d, V x) {
  const V a = hn::Abs(x), z = hn::Mul(x, x);
  const V small = hn::MulAdd(a, polynomial(d, z, kErf), a);
  const V large = hn::Sub(hn::Set(d, 1.0), rounded(d, erfc_positive(d, a)));
  return hn::CopySign(hn::IfThenElse(hn::Lt(a, hn::Set(d, 1.0)), small, large), x);
}

// erfc(-x / sqrt(2)) / 2 = mantissa * 2^k: the tail for negative x, else a sum.
template <class D, class V>
HWY_INLINE ScaledTwo<V> ndtr_two(D d, V x) {
  const V half = hn::Set(d, 0.5), one = hn::Set(d, 1.0), u = clamp(d, -39.0, 39.0, x);
  const V scaled = hn::Mul(u, hn::Set(d, 0.707106781186547524)), z = hn::Mul(scaled, scaled);
  // x^2 / 2 is known better than the square of a rounded x / sqrt(2)
  const Two<V> square = two_product(u, u);
  const Two<V> product = two_product(hn::Abs(u), hn::Set(d, 0x1.6a09e667f3bcdp-1));
  const V low = hn::MulAdd(hn::Abs(u), hn::Set(d, -0x1.bdd3413b26456p-55), product.lo);
  ScaledTwo<V> tail = erfc_of_square(d, product.hi, low, Two<V>{hn::Mul(square.hi, half), hn::Mul(square.lo, half)});
  tail.magic = hn::Sub(tail.magic, one);
  const Two<V> above = fast_two_sum(one, hn::Neg(rounded(d, tail)));
  const Two<V> middle = fast_two_sum(half, hn::Mul(half, hn::MulAdd(scaled, polynomial(d, z, kErf), scaled)));
  const auto near = hn::Lt(hn::Abs(scaled), hn::Set(d, 0.3)), is_sum = hn::Or(near, hn::Gt(x, hn::Zero(d)));
  const V sum_hi = hn::IfThenElse(near, middle.hi, above.hi), sum_lo = hn::IfThenElse(near, middle.lo, above.lo);
  return {{hn::IfThenElse(is_sum, sum_hi, tail.mantissa.hi), hn::IfThenElse(is_sum, sum_lo, tail.mantissa.lo)},
          hn::IfThenElse(is_sum, hn::Set(d, kRoundMagic), tail.magic)};
}
template <class D, class V>
HWY_INLINE V ndtr(D d, V x) {
  return rounded(d, ndtr_two(d, x));
}
template <class D, class V>
HWY_INLINE V gelu(D d, V x) {
  ScaledTwo<V> s = ndtr_two(d, x);
  // below -39 the result is 0, and at -inf too
  const V u = clamp(d, -39.0, std::numeric_limits<double>::infinity(), x);
  const Two<V> p = two_product(s.mantissa.hi, u);
  s.mantissa = {p.hi, hn::MulAdd(s.mantissa.lo, u, p.lo)};
  const V y = hn::IfThenElse(hn::Eq(x, hn::Zero(d)), x, rounded(d, s));
  return hn::IfThenElse(hn::Lt(hn::Abs(x), hn::Set(d, 0x1p900)), y,
                        hn::IfThenElse(hn::Lt(x, hn::Zero(d)), hn::Set(d, -0.0), x));
}

template <class D, class V>
HWY_INLINE V gelu_partial(D d, V x) {
  const V u = clamp(d, -40.0, 40.0, x);
  const V density = hn::Mul(hn::Set(d, 0.398942280401432678), exp(d, hn::Mul(hn::Mul(u, u), hn::Set(d, -0.5))));
  return hn::MulAdd(u, density, ndtr(d, x));
}

// x n / (n + 2) with n = e (e + 2), e = exp(x); beyond 20 the quotient is 1.
template <class D, class V>
HWY_INLINE V mish(D d, V x) {
  const V two = hn::Set(d, 2.0);
  const V u = clamp(d, -700.0, 20.0, x);
  const ScaledTwo<V> s = exp_two(d, u, hn::Zero(d));
  // in the clamped range a plain scaling is exact
  const V zero = hn::Zero(d);
  const Two<V> e{scale_by_magic(d, s.mantissa.hi, s.magic), scale_by_magic(d, s.mantissa.lo, s.magic)};
  const Two<V> n = mul(e, add(Two<V>{two, zero}, e));
  const Two<V> q = mul(div(n, add(n, Two<V>{two, zero})), Two<V>{x, zero});
  const V y = hn::Add(q.hi, q.lo);
  // far below it is x e^x, rounded once where that is subnormal
  const V bounded = clamp(d, -800.0, 0.0, x);
  const ScaledTwo<V> f = exp_two(d, bounded, zero, 710.0, -760.0);
  const Two<V> p = two_product(f.mantissa.hi, bounded);
  const V far = rounded(d, ScaledTwo<V>{{p.hi, hn::MulAdd(f.mantissa.lo, bounded, p.lo)}, f.magic});
  const V usual = hn::IfThenElse(hn::And(hn::Lt(x, hn::Set(d, 20.0)), hn::Not(hn::Eq(x, zero))), y, x);
  return hn::IfThenElse(hn::Lt(x, hn::Set(d, -600.0)), far, usual);
}

// Single precision's erfc on promoted lanes.
inline constexpr double kErfcxFloat[] = {0.253008058946190211,     -0.135621112703129135,    -0.0475623842634179423,
                                         0.129645415048379027,     -0.119271620755252628,    0.0683059402268165645,
                                         -0.0237877513935868881,   0.00252982690538109563,   0.00195041494404313639,
                                         -0.000741620000644126644, -0.000183064011558947407, 0.0000352046172133102233};
template <class D, class V>
HWY_INLINE V erfc_for_float(D d, V x) {
  const V one = hn::Set(d, 1.0), three = hn::Set(d, 3.0);
  const V a = clamp(d, 0.0, 10.2, hn::Abs(x));  // beyond, the smallest float is too large
  const V t = hn::Div(hn::Sub(a, three), hn::Add(a, three));
  const V q = hn::Add(one, polynomial(d, t, kErfcxFloat));
  const V y = hn::Div(hn::Mul(exp_for_float(d, hn::Neg(hn::Mul(a, a))), q), hn::MulAdd(hn::Set(d, 2.0), a, one));
  return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), hn::Sub(hn::Set(d, 2.0), y), y);
}
template <class D, class V>
HWY_INLINE V ndtr_for_float(D d, V x) {
  return hn::Mul(hn::Set(d, 0.5), erfc_for_float(d, hn::Mul(x, hn::Set(d, -0.707106781186547524))));
}
template <class D, class V>
HWY_INLINE V gelu_for_float(D d, V x) {
  // at -15 the product is below the smallest float
  return hn::Mul(clamp(d, -16.0, std::numeric_limits<double>::infinity(), x), ndtr_for_float(d, x));
}
template <class D, class V>
HWY_INLINE V mish_for_float(D d, V x) {
  const V two = hn::Set(d, 2.0), u = clamp(d, -120.0, 40.0, x);
  const V e = exp_for_float(d, u), n = hn::Mul(e, hn::Add(e, two));
  const V q = hn::Div(n, hn::Add(n, two));
  return hn::Mul(clamp(d, -120.0, std::numeric_limits<double>::infinity(), x), q);
}

}  // namespace vjp::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VJP_SIMD_SPECIAL_INL_H_
