// Division with a remainder on SIMD vectors of double that hold floats; included once per target.
#if defined(VJP_SIMD_DIVISION_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VJP_SIMD_DIVISION_INL_H_
#undef VJP_SIMD_DIVISION_INL_H_
#else
#define VJP_SIMD_DIVISION_INL_H_
#endif

#include <cmath>

#include "backends/cpu/simd_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu::HWY_NAMESPACE {

// Quotients that are large or not numbers, lane by lane.
template <class D, class V>
HWY_NOINLINE V fmod_by_library(D d, V x, V y) {
  HWY_ALIGN double a[HWY_MAX_BYTES / sizeof(double)], b[HWY_MAX_BYTES / sizeof(double)];
  hn::Store(x, d, a);
  hn::Store(y, d, b);
  for (size_t i = 0; i < hn::Lanes(d); ++i) a[i] = std::fmod(a[i], b[i]);
  return hn::Load(d, a);
}
// Below 2^26 the quotient of two floats lies further from the next whole number than double rounds, and its product
// with the divisor has 50 bits: nothing is rounded.
template <class D, class V>
HWY_INLINE V fmod_for_float(D d, V x, V y) {
  const V quotient = hn::Trunc(hn::Div(x, y));
  const auto small = hn::And(hn::Lt(hn::Abs(quotient), hn::Set(d, 0x1p26)), hn::Lt(hn::Abs(y), infinity(d)));
  if (HWY_UNLIKELY(!hn::AllTrue(d, small))) return fmod_by_library(d, x, y);
  return hn::CopySign(hn::NegMulAdd(quotient, y, x), x);
}
// Whether floor and trunc of the quotient differ.
template <class D, class V>
HWY_INLINE hn::Mask<D> rounds_down(D d, V mod, V y) {
  const V zero = hn::Zero(d);
  return hn::And(hn::Not(hn::Eq(mod, zero)), hn::Xor(hn::Lt(mod, zero), hn::Lt(y, zero)));
}
template <class D, class V>
HWY_INLINE V remainder_for_float(D d, V x, V y) {
  const V mod = fmod_for_float(d, x, y);
  return hn::Add(mod, hn::IfThenElseZero(rounds_down(d, mod, y), y));
}
// floor_divide_of of kernel/scalar_formulas.h, which rounds each step to float.
template <class D, class V>
HWY_INLINE V floor_divide_for_float(D d, V x, V y) {
  const hn::Rebind<float, D> narrow;
  const auto rounded = [&](V v) HWY_ATTR { return hn::PromoteTo(d, hn::DemoteTo(narrow, v)); };
  const V mod = fmod_for_float(d, x, y), one = hn::Set(d, 1.0), zero = hn::Zero(d), exact = hn::Div(x, y);
  V quotient = rounded(hn::Div(rounded(hn::Sub(x, mod)), y));
  quotient = hn::IfThenElse(rounds_down(d, mod, y), rounded(hn::Sub(quotient, one)), quotient);
  const V whole = hn::Floor(quotient);
  const auto nearer = hn::Gt(hn::Sub(quotient, whole), hn::Set(d, 0.5));
  const V found = hn::Add(whole, hn::IfThenElseZero(nearer, one));
  const V signed_zero = hn::CopySign(zero, exact);
  return hn::IfThenElse(hn::Eq(y, zero), exact, hn::IfThenElse(hn::Eq(quotient, zero), signed_zero, found));
}

}  // namespace vjp::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VJP_SIMD_DIVISION_INL_H_
