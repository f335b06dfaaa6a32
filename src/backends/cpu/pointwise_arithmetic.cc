// Tile kernels of arithmetic, comparison and logic on float and double.
#include "backends/cpu/pointwise_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/pointwise_arithmetic.cc"
#include "hwy/foreach_target.h"
// foreach_target first
#include "backends/cpu/pointwise_map-inl.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu::HWY_NAMESPACE {
namespace {

#define VJP_UNARY_AS(Name, expression)                    \
  struct Name {                                           \
    template <class D, class V>                           \
    static HWY_INLINE V call([[maybe_unused]] D d, V x) { \
      return expression;                                  \
    }                                                     \
  }
#define VJP_BINARY_AS(Name, expression)                        \
  struct Name {                                                \
    template <class D, class V>                                \
    static HWY_INLINE V call([[maybe_unused]] D d, V x, V y) { \
      return expression;                                       \
    }                                                          \
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

VJP_UNARY_AS(Copy, x);
VJP_UNARY_AS(Neg, hn::Neg(x));
VJP_UNARY_AS(Abs, hn::Abs(x));
// the argument itself where it is 0 or NaN
VJP_UNARY_AS(Sign, hn::IfThenElse(hn::Gt(hn::Abs(x), hn::Zero(d)), hn::CopySign(number(d, 1), x), x));
VJP_UNARY_AS(Square, hn::Mul(x, x));
VJP_UNARY_AS(Reciprocal, hn::Div(number(d, 1), x));
VJP_UNARY_AS(Sqrt, hn::Sqrt(x));
VJP_UNARY_AS(Floor, hn::Floor(x));
VJP_UNARY_AS(Ceil, hn::Ceil(x));
VJP_UNARY_AS(Trunc, hn::Trunc(x));
VJP_UNARY_AS(Round, hn::Round(x));
VJP_UNARY_AS(Zero, hn::IfThenElse(hn::Eq(x, x), hn::Zero(d), hn::Zero(d)));
VJP_UNARY_AS(Angle, hn::IfThenElse(hn::IsNaN(x), x,
                                   hn::IfThenElseZero(hn::Lt(x, hn::Zero(d)), number(d, 3.14159265358979324))));
VJP_UNARY_AS(IsNan, one_if(d, hn::IsNaN(x)));
VJP_UNARY_AS(IsInf, one_if(d, hn::IsInf(x)));
VJP_UNARY_AS(IsFinite, one_if(d, hn::IsFinite(x)));
VJP_UNARY_AS(Signbit, one_if(d, hn::Lt(hn::CopySign(number(d, 1), x), hn::Zero(d))));
VJP_UNARY_AS(LogicalNot, one_if(d, hn::Eq(x, hn::Zero(d))));

VJP_BINARY_AS(Add, hn::Add(x, y));
VJP_BINARY_AS(Sub, hn::Sub(x, y));
VJP_BINARY_AS(Mul, hn::Mul(x, y));
VJP_BINARY_AS(Div, hn::Div(x, y));
// x where it is larger or NaN, else y, which may be NaN
VJP_BINARY_AS(Max, hn::IfThenElse(hn::Or(hn::Gt(x, y), hn::IsNaN(x)), x, y));
VJP_BINARY_AS(Min, hn::IfThenElse(hn::Or(hn::Lt(x, y), hn::IsNaN(x)), x, y));
VJP_BINARY_AS(Fmax, hn::IfThenElse(hn::Or(hn::Ge(x, y), hn::IsNaN(y)), x, y));
VJP_BINARY_AS(Fmin, hn::IfThenElse(hn::Or(hn::Le(x, y), hn::IsNaN(y)), x, y));
VJP_BINARY_AS(Copysign, hn::CopySign(x, y));
VJP_BINARY_AS(Eq, one_if(d, hn::Eq(x, y)));
VJP_BINARY_AS(Ne, one_if(d, hn::Not(hn::Eq(x, y))));
VJP_BINARY_AS(Lt, one_if(d, hn::Lt(x, y)));
VJP_BINARY_AS(Le, one_if(d, hn::Le(x, y)));
VJP_BINARY_AS(Gt, one_if(d, hn::Gt(x, y)));
VJP_BINARY_AS(Ge, one_if(d, hn::Ge(x, y)));
VJP_BINARY_AS(LogicalAnd, one_if(d, hn::And(truth(d, x), truth(d, y))));
VJP_BINARY_AS(LogicalOr, one_if(d, hn::Or(truth(d, x), truth(d, y))));
VJP_BINARY_AS(LogicalXor, one_if(d, hn::Xor(truth(d, x), truth(d, y))));

struct Select {
  template <class D, class V>
  static HWY_INLINE V call(D d, V x, V y, V z) {
    return hn::IfThenElse(hn::Eq(x, hn::Zero(d)), z, y);
  }
};
struct Fma {
  template <class D, class V>
  static HWY_INLINE V call(D, V x, V y, V z) {
    return hn::MulAdd(x, y, z);
  }
};

template <class T>
void fill(Kernels& k, ComputeType t) {
#define VJP_SET1(Name) k.set(t, Opcode::Name, map1<T, Name>)
#define VJP_SET2(Name) k.set(t, Opcode::Name, map2<T, Name>)
  VJP_SET1(Copy);
  VJP_SET1(Neg);
  VJP_SET1(Abs);
  VJP_SET1(Sign);
  VJP_SET1(Square);
  VJP_SET1(Reciprocal);
  VJP_SET1(Sqrt);
  VJP_SET1(Floor);
  VJP_SET1(Ceil);
  VJP_SET1(Trunc);
  VJP_SET1(Round);
  k.set(t, Opcode::Conj, map1<T, Copy>);
  k.set(t, Opcode::Real, map1<T, Copy>);
  k.set(t, Opcode::Imag, map1<T, Zero>);
  VJP_SET1(Angle);
  VJP_SET1(IsNan);
  VJP_SET1(IsInf);
  VJP_SET1(IsFinite);
  VJP_SET1(Signbit);
  VJP_SET1(LogicalNot);
  VJP_SET2(Add);
  VJP_SET2(Sub);
  VJP_SET2(Mul);
  VJP_SET2(Div);
  VJP_SET2(Max);
  VJP_SET2(Min);
  VJP_SET2(Fmax);
  VJP_SET2(Fmin);
  VJP_SET2(Copysign);
  VJP_SET2(Eq);
  VJP_SET2(Ne);
  VJP_SET2(Lt);
  VJP_SET2(Le);
  VJP_SET2(Gt);
  VJP_SET2(Ge);
  VJP_SET2(LogicalAnd);
  VJP_SET2(LogicalOr);
  VJP_SET2(LogicalXor);
  k.set(t, Opcode::Select, map3<T, Select>);
  k.set(t, Opcode::Fma, map3<T, Fma>);
}

void fill_all(Kernels& k) {
  fill<float>(k, kF32);
  fill<double>(k, kF64);
}

}  // namespace
}  // namespace vjp::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vjp::cpu {
HWY_EXPORT(fill_all);
void fill_arithmetic_kernels(Kernels& k) { HWY_DYNAMIC_DISPATCH(fill_all)(k); }
}  // namespace vjp::cpu
#endif
