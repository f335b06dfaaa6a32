// Special functions of kernel/series-inl.h on SIMD vectors; included once per target.
#if defined(VJP_SIMD_SERIES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef VJP_SIMD_SERIES_INL_H_
#undef VJP_SIMD_SERIES_INL_H_
#else
#define VJP_SIMD_SERIES_INL_H_
#endif

#include "backends/cpu/simd_math-inl.h"
#include "kernel/opcode_functions.h"
#include "kernel/series_tables.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu::HWY_NAMESPACE {

// The arithmetic that series-inl.h asks for.
template <class D>
struct LaneNumbers {
  using V = hn::Vec<D>;
  using M = hn::Mask<D>;
  D d;
  HWY_INLINE V set(double a) const { return hn::Set(d, a); }
  HWY_INLINE V add(V a, V b) const { return hn::Add(a, b); }
  HWY_INLINE V sub(V a, V b) const { return hn::Sub(a, b); }
  HWY_INLINE V mul(V a, V b) const { return hn::Mul(a, b); }
  HWY_INLINE V div(V a, V b) const { return hn::Div(a, b); }
  HWY_INLINE V mul_add(V a, V b, V c) const { return hn::MulAdd(a, b, c); }
  HWY_INLINE V square_error(V a, V) const { return two_product(a, a).lo; }
  HWY_INLINE V sqrt(V a) const { return hn::Sqrt(a); }
  HWY_INLINE V exp(V a) const { return HWY_NAMESPACE::exp(d, a); }
  HWY_INLINE V log(V a) const { return HWY_NAMESPACE::log(d, a); }
  HWY_INLINE V abs(V a) const { return hn::Abs(a); }
  HWY_INLINE V copy_sign(V a, V b) const { return hn::CopySign(a, b); }
  HWY_INLINE M less(V a, V b) const { return hn::Lt(a, b); }
  HWY_INLINE M equal(V a, V b) const { return hn::Eq(a, b); }
  HWY_INLINE V select(M c, V a, V b) const { return hn::IfThenElse(c, a, b); }
};

#define VJP_SERIES HWY_INLINE
#include "kernel/series-inl.h"
#undef VJP_SERIES

template <class D, class V>
HWY_INLINE V erfcx_through_double(D d, V x) {
  return erfcx_of(LaneNumbers<D>{d}, x);
}
template <class D, class V>
HWY_INLINE V erfinv_through_double(D d, V x) {
  return erfinv_of(LaneNumbers<D>{d}, x);
}
template <class D, class V>
HWY_INLINE V ndtri_through_double(D d, V x) {
  return ndtri_of(LaneNumbers<D>{d}, x);
}
// Left of 0, where there are poles and roots, one by one.
template <class D, class V>
HWY_INLINE V lgamma_through_double(D d, V x) {
  return patch(d, hn::Lt(x, hn::Zero(d)), lgamma_positive(LaneNumbers<D>{d}, x), x, scalar::op_lgamma<double>);
}
template <class D, class V>
HWY_INLINE V digamma_through_double(D d, V x) {
  return patch(d, hn::Lt(x, hn::Zero(d)), digamma_positive(LaneNumbers<D>{d}, x), x, scalar::op_digamma<double>);
}
// Trigamma on lanes: the derivative of digamma.
template <class D, class V>
HWY_INLINE V polygamma_through_double(D d, V n, V x) {
  const auto usual = hn::And(hn::Eq(n, hn::Set(d, 1.0)), hn::Gt(x, hn::Zero(d)));
  return patch(d, hn::Not(usual), trigamma_positive(LaneNumbers<D>{d}, x), n, x, scalar::op_polygamma<double>);
}
template <class D, class V>
HWY_INLINE V i0e_through_double(D d, V x) {
  return i0e_of(LaneNumbers<D>{d}, x);
}
template <class D, class V>
HWY_INLINE V i1e_through_double(D d, V x) {
  return i1e_of(LaneNumbers<D>{d}, x);
}

}  // namespace vjp::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // VJP_SIMD_SERIES_INL_H_
