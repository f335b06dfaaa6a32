// Arithmetic, comparisons and logic on SIMD vectors, right for float and for double; included once per target.
#if defined(VJP_SIMD_ARITHMETIC_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VJP_SIMD_ARITHMETIC_INL_H_
#undef VJP_SIMD_ARITHMETIC_INL_H_
#else
#define VJP_SIMD_ARITHMETIC_INL_H_
#endif

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#define VJP_UNARY(name, expression)                                        \
  template <class D, class V>                                              \
  HWY_INLINE V name##_either([[maybe_unused]] D d, [[maybe_unused]] V x) { \
    return expression;                                                     \
  }
#define VJP_BINARY(name, expression)                           \
  template <class D, class V>                                  \
  HWY_INLINE V name##_either([[maybe_unused]] D d, V x, V y) { \
    return expression;                                         \
  }

template <class D, class M>
HWY_INLINE hn::Vec<D> one_if(D d, M mask) {
  return hn::IfThenElseZero(mask, hn::Set(d, hn::TFromD<D>(1)));
}
template <class D>
HWY_INLINE hn::Vec<D> number(D d, double v) {
  return hn::Set(d, static_cast<hn::TFromD<D>>(v));
}
template <class D, class V>
HWY_INLINE hn::Mask<D> truth(D d, V x) {
  // NaN is true; Highway's Ne is false for it on some targets
  return hn::Not(hn::Eq(x, hn::Zero(d)));
}

VJP_UNARY(copy, x)
VJP_UNARY(neg, hn::Neg(x))
VJP_UNARY(abs, hn::Abs(x))
// the argument itself where it is 0 or NaN
VJP_UNARY(sign, hn::IfThenElse(hn::Gt(hn::Abs(x), hn::Zero(d)), hn::CopySign(number(d, 1), x), x))
VJP_UNARY(square, hn::Mul(x, x))
VJP_UNARY(reciprocal, hn::Div(number(d, 1), x))
VJP_UNARY(sqrt, hn::Sqrt(x))
VJP_UNARY(rsqrt, hn::Div(number(d, 1), hn::Sqrt(x)))
VJP_UNARY(floor, hn::Floor(x))
VJP_UNARY(ceil, hn::Ceil(x))
VJP_UNARY(trunc, hn::Trunc(x))
VJP_UNARY(round, hn::Round(x))
VJP_UNARY(conj, x)
VJP_UNARY(real_part, x)
VJP_UNARY(imag_part, hn::Zero(d))
VJP_UNARY(angle,
          hn::IfThenElse(hn::IsNaN(x), x, hn::IfThenElseZero(hn::Lt(x, hn::Zero(d)), number(d, 3.14159265358979324))))
VJP_UNARY(isnan, one_if(d, hn::IsNaN(x)))
VJP_UNARY(isinf, one_if(d, hn::IsInf(x)))
VJP_UNARY(isfinite, one_if(d, hn::IsFinite(x)))
VJP_UNARY(signbit, one_if(d, hn::Lt(hn::CopySign(number(d, 1), x), hn::Zero(d))))
VJP_UNARY(logical_not, one_if(d, hn::Eq(x, hn::Zero(d))))

VJP_BINARY(add, hn::Add(x, y))
VJP_BINARY(sub, hn::Sub(x, y))
VJP_BINARY(mul, hn::Mul(x, y))
VJP_BINARY(div, hn::Div(x, y))
// x where it is larger or NaN, else y, which may be NaN
VJP_BINARY(maximum, hn::IfThenElse(hn::Or(hn::Gt(x, y), hn::IsNaN(x)), x, y))
VJP_BINARY(minimum, hn::IfThenElse(hn::Or(hn::Lt(x, y), hn::IsNaN(x)), x, y))
VJP_BINARY(fmax, hn::IfThenElse(hn::Or(hn::Ge(x, y), hn::IsNaN(y)), x, y))
VJP_BINARY(fmin, hn::IfThenElse(hn::Or(hn::Le(x, y), hn::IsNaN(y)), x, y))
VJP_BINARY(copysign, hn::CopySign(x, y))
VJP_BINARY(eq, one_if(d, hn::Eq(x, y)))
VJP_BINARY(ne, one_if(d, hn::Not(hn::Eq(x, y))))
VJP_BINARY(lt, one_if(d, hn::Lt(x, y)))
VJP_BINARY(le, one_if(d, hn::Le(x, y)))
VJP_BINARY(gt, one_if(d, hn::Gt(x, y)))
VJP_BINARY(ge, one_if(d, hn::Ge(x, y)))
VJP_BINARY(logical_and, one_if(d, hn::And(truth(d, x), truth(d, y))))
VJP_BINARY(logical_or, one_if(d, hn::Or(truth(d, x), truth(d, y))))
VJP_BINARY(logical_xor, one_if(d, hn::Xor(truth(d, x), truth(d, y))))

// Bits of bfloat16 in the lower half of each lane: rounded to nearest even, a NaN stays one.
template <class D, class V>
HWY_INLINE hn::Vec<hn::RebindToSigned<D>> bits_of_bfloat(D, V x) {
  const hn::RebindToUnsigned<D> du;
  const auto u = hn::BitCast(du, x), high = hn::ShiftRight<16>(u);
  const auto rounded = hn::ShiftRight<16>(u + (hn::Set(du, 0x7fff) + hn::And(high, hn::Set(du, 1))));
  const auto nan = hn::Or(high, hn::Set(du, 0x40));
  return hn::BitCast(hn::RebindToSigned<D>(), hn::IfThenElse(hn::RebindMask(du, hn::IsNaN(x)), nan, rounded));
}
// Two vectors of float as one of bfloat16, four as one of bool.
template <class D, class V>
HWY_INLINE void store_bfloats(D d, V x, V y, uint16_t* out) {
  const hn::Repartition<uint16_t, D> dh;
  hn::StoreU(hn::OrderedDemote2To(dh, bits_of_bfloat(d, x), bits_of_bfloat(d, y)), dh, out);
}
template <class D, class V>
HWY_INLINE void store_bools(D d, V x, V y, V z, V w, uint8_t* out) {
  const hn::RebindToSigned<D> di;
  const hn::Repartition<int16_t, D> dh;
  const hn::Repartition<int8_t, D> db;
  const auto none = [&](V v) HWY_ATTR { return hn::VecFromMask(di, hn::RebindMask(di, hn::Eq(v, hn::Zero(d)))); };
  const auto low = hn::OrderedDemote2To(dh, none(x), none(y)), high = hn::OrderedDemote2To(dh, none(z), none(w));
  hn::StoreU(hn::Add(hn::OrderedDemote2To(db, low, high), hn::Set(db, 1)), db, reinterpret_cast<int8_t*>(out));
}
template <class D>
HWY_INLINE hn::Vec<D> load_bfloats(D d, const uint16_t* x) {
  const hn::RebindToUnsigned<D> du;
  const hn::Rebind<uint16_t, D> dh;
  return hn::BitCast(d, hn::ShiftLeft<16>(hn::PromoteTo(du, hn::LoadU(dh, x))));
}
template <class D>
HWY_INLINE hn::Vec<D> load_bools(D d, const uint8_t* x) {
  const hn::RebindToSigned<D> di;
  const hn::Rebind<uint8_t, D> db;
  return hn::ConvertTo(d, hn::PromoteTo(di, hn::LoadU(db, x)));
}

template <class D, class V>
HWY_INLINE V where_either(D d, V x, V y, V z) {
  return hn::IfThenElse(hn::Eq(x, hn::Zero(d)), z, y);
}
template <class D, class V>
HWY_INLINE V fma_either(D, V x, V y, V z) {
  return hn::MulAdd(x, y, z);
}

}  // namespace vjp::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VJP_SIMD_ARITHMETIC_INL_H_
