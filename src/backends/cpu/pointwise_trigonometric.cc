// Tile kernels of trigonometric functions, their inverses, and hypot.
#include "backends/cpu/pointwise_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/pointwise_trigonometric.cc"
#include "hwy/foreach_target.h"
// foreach_target first
#include "backends/cpu/pointwise_map-inl.h"
#include "backends/cpu/simd_trig-inl.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu::HWY_NAMESPACE {
namespace {

VJP_UNARY(Sin, sin);
VJP_UNARY(Cos, cos);
VJP_UNARY(Tan, tan);
VJP_UNARY(TanForFloat, tan_for_float);
VJP_UNARY(SinForFloat, sin_for_float);
VJP_UNARY(CosForFloat, cos_for_float);
VJP_UNARY(Asin, asin);
VJP_UNARY(AsinForFloat, asin_for_float);
VJP_UNARY(Acos, acos);
VJP_UNARY(AcosForFloat, acos_for_float);
VJP_UNARY(Atan, atan);
VJP_UNARY(AtanForFloat, atan_for_float);
VJP_BINARY(Atan2ForFloat, atan2_for_float);

struct HypotForFloat {
  template <class D, class V>
  static HWY_INLINE V call(D d, V x, V y) {
    const V r = hn::Sqrt(hn::MulAdd(x, x, hn::Mul(y, y)));
    return hn::IfThenElse(hn::Or(hn::IsInf(x), hn::IsInf(y)), infinity(d), r);
  }
};
struct Hypot {
  template <class D, class V>
  static HWY_INLINE V call(D d, V x, V y) {
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
};

void fill_all(Kernels& k) {
  k.set(kF64, Opcode::Sin, map1<double, Sin>);
  k.set(kF64, Opcode::Cos, map1<double, Cos>);
  k.set(kF64, Opcode::Tan, map1<double, Tan>);
  k.set(kF64, Opcode::Asin, map1<double, Asin>);
  k.set(kF64, Opcode::Acos, map1<double, Acos>);
  k.set(kF64, Opcode::Atan, map1<double, Atan>);
  k.set(kF64, Opcode::Hypot, map2<double, Hypot>);
  k.set(kF32, Opcode::Sin, map1_promoted<SinForFloat>);
  k.set(kF32, Opcode::Cos, map1_promoted<CosForFloat>);
  k.set(kF32, Opcode::Tan, map1_promoted<TanForFloat>);
  k.set(kF32, Opcode::Asin, map1_promoted<AsinForFloat>);
  k.set(kF32, Opcode::Acos, map1_promoted<AcosForFloat>);
  k.set(kF32, Opcode::Atan, map1_promoted<AtanForFloat>);
  k.set(kF32, Opcode::Atan2, map2_promoted<Atan2ForFloat>);
  k.set(kF32, Opcode::Hypot, map2_promoted<HypotForFloat>);
}

}  // namespace
}  // namespace vjp::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vjp::cpu {
HWY_EXPORT(fill_all);
void fill_trigonometric_kernels(Kernels& k) { HWY_DYNAMIC_DISPATCH(fill_all)(k); }
}  // namespace vjp::cpu
#endif
