// exp for softmax and its kin: arguments of at most 0 (or NaN, which passes), error below 1 ULP, in a handful of
// instructions. Included once per SIMD target.
#if defined(VJP_CPU_SIMD_EXP_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef VJP_CPU_SIMD_EXP_INL_H
#undef VJP_CPU_SIMD_EXP_INL_H
#else
#define VJP_CPU_SIMD_EXP_INL_H
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// 2^n for an integral n >= -126 (or -1022) in floating form.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V power_of_two(D d, V n) {
  const hn::RebindToSigned<D> di;
  using T = hn::TFromD<D>;
  constexpr int kMantissa = sizeof(T) == 4 ? 23 : 52;
  constexpr int kBias = sizeof(T) == 4 ? 127 : 1023;
  const auto exponent = hn::Add(hn::ConvertTo(di, n), hn::Set(di, kBias));
  return hn::BitCast(d, hn::ShiftLeft<kMantissa>(exponent));
}

// exp(r) for |r| <= ln(2) / 2.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V exp_reduced(D d, V r) {
  using T = hn::TFromD<D>;
  V p;
  if constexpr (sizeof(T) == 4) {
    // 1 + r + r^2 p(r), the coefficients of Cephes' expf
    p = hn::Set(d, static_cast<T>(1.9875691500e-4));
    p = hn::MulAdd(p, r, hn::Set(d, static_cast<T>(1.3981999507e-3)));
    p = hn::MulAdd(p, r, hn::Set(d, static_cast<T>(8.3334519073e-3)));
    p = hn::MulAdd(p, r, hn::Set(d, static_cast<T>(4.1665795894e-2)));
    p = hn::MulAdd(p, r, hn::Set(d, static_cast<T>(1.6666665459e-1)));
    p = hn::MulAdd(p, r, hn::Set(d, static_cast<T>(5.0000001201e-1)));
  } else {
    // Taylor: the next term is below 2^-57 on the interval
    p = hn::Set(d, static_cast<T>(1.0 / 6227020800.0));
    p = hn::MulAdd(p, r, hn::Set(d, static_cast<T>(1.0 / 479001600.0)));
    p = hn::MulAdd(p, r, hn::Set(d, static_cast<T>(1.0 / 39916800.0)));
    p = hn::MulAdd(p, r, hn::Set(d, static_cast<T>(1.0 / 3628800.0)));
    p = hn::MulAdd(p, r, hn::Set(d, static_cast<T>(1.0 / 362880.0)));
    p = hn::MulAdd(p, r, hn::Set(d, static_cast<T>(1.0 / 40320.0)));
    p = hn::MulAdd(p, r, hn::Set(d, static_cast<T>(1.0 / 5040.0)));
    p = hn::MulAdd(p, r, hn::Set(d, static_cast<T>(1.0 / 720.0)));
    p = hn::MulAdd(p, r, hn::Set(d, static_cast<T>(1.0 / 120.0)));
    p = hn::MulAdd(p, r, hn::Set(d, static_cast<T>(1.0 / 24.0)));
    p = hn::MulAdd(p, r, hn::Set(d, static_cast<T>(1.0 / 6.0)));
    p = hn::MulAdd(p, r, hn::Set(d, static_cast<T>(0.5)));
  }
  return hn::MulAdd(hn::Mul(r, r), p, hn::Add(r, hn::Set(d, static_cast<T>(1))));
}

// exp(x) = 2^n exp(r); ln(2) is subtracted in two parts so that r is exact to the last place.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V exp_remainder(D d, V x, V n) {
  using T = hn::TFromD<D>;
  constexpr bool kFloat = sizeof(T) == 4;
  const V r = hn::NegMulAdd(n, hn::Set(d, static_cast<T>(kFloat ? 0.693145751953125 : 0.693147180369123816490)), x);
  return hn::NegMulAdd(n, hn::Set(d, static_cast<T>(kFloat ? 1.428606765330187045e-6 : 1.90821492927058770002e-10)), r);
}

// For lanes whose result is near or below the smallest normal number, and NaN.
template <class D, class V = hn::Vec<D>>
HWY_NOINLINE V exp_tiny(D d, V x) {
  using T = hn::TFromD<D>;
  // below this exp is 0; a comparison, for NaN must stay
  const V lowest = hn::Set(d, static_cast<T>(sizeof(T) == 4 ? -104.0 : -746.0));
  x = hn::IfThenElse(hn::Lt(x, lowest), lowest, x);
  const V n = hn::Round(hn::Mul(x, hn::Set(d, static_cast<T>(1.4426950408889634074))));
  const V p = exp_reduced(d, exp_remainder(d, x, n));
  const V half = hn::Floor(hn::Mul(n, hn::Set(d, static_cast<T>(0.5))));  // 2^n alone may be too small
  return hn::Mul(hn::Mul(p, power_of_two(d, half)), power_of_two(d, hn::Sub(n, half)));
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V exp_nonpositive(D d, V x) {
  using T = hn::TFromD<D>;
  constexpr bool kFloat = sizeof(T) == 4;
  constexpr int kMantissa = kFloat ? 23 : 52;
  const hn::RebindToSigned<D> di;
  if (HWY_UNLIKELY(!hn::AllTrue(d, hn::Ge(x, hn::Set(d, static_cast<T>(kFloat ? -86.0 : -707.0)))))) {
    return exp_tiny(d, x);
  }
  // adding 1.5 * 2^mantissa rounds to an integer, which then stands in the low bits
  const V magic = hn::Set(d, static_cast<T>(kFloat ? 12582912.0 : 6755399441055744.0));
  const V shifted = hn::MulAdd(x, hn::Set(d, static_cast<T>(1.4426950408889634074)), magic);
  const V p = exp_reduced(d, exp_remainder(d, x, hn::Sub(shifted, magic)));
  return hn::BitCast(d, hn::Add(hn::BitCast(di, p), hn::ShiftLeft<kMantissa>(hn::BitCast(di, shifted))));
}

// Loads n < Lanes elements, `fill` beyond them.
template <class D, class T = hn::TFromD<D>>
HWY_INLINE hn::Vec<D> load_tail(D d, const T* x, size_t n, T fill) {
  return hn::IfThenElse(hn::FirstN(d, n), hn::LoadN(d, x, n), hn::Set(d, fill));
}

}  // namespace HWY_NAMESPACE
}  // namespace vjp::cpu
HWY_AFTER_NAMESPACE();

#endif
