// Tile kernels of the error functions.
#include "backends/cpu/pointwise_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/pointwise_special.cc"
#include "hwy/foreach_target.h"
// foreach_target first
#include "backends/cpu/pointwise_map-inl.h"
#include "backends/cpu/simd_special-inl.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu::HWY_NAMESPACE {
namespace {

VJP_UNARY(Erf, erf);
VJP_UNARY(Erfc, erfc);
VJP_UNARY(Ndtr, ndtr);
VJP_UNARY(NdtrForFloat, ndtr_for_float);
VJP_UNARY(Gelu, gelu);
VJP_UNARY(GeluFloat, gelu_float);
VJP_UNARY(GeluForFloat, gelu_for_float);
VJP_UNARY(GeluPartial, gelu_partial);
VJP_UNARY(GeluPartialFloat, gelu_partial_float);
VJP_UNARY(Mish, mish);
VJP_UNARY(MishForFloat, mish_for_float);
VJP_UNARY(ErfFloat, erf_float);
VJP_UNARY(ErfcForFloat, erfc_for_float);

void fill_all(Kernels& k) {
  k.set(kF64, Opcode::Erf, map1<double, Erf>);
  k.set(kF64, Opcode::Erfc, map1<double, Erfc>);
  k.set(kF64, Opcode::Ndtr, map1<double, Ndtr>);
  k.set(kF32, Opcode::Ndtr, map1_promoted<NdtrForFloat>);
  k.set(kF64, Opcode::Gelu, map1<double, Gelu>);
#if HWY_NATIVE_FMA
  k.set(kF32, Opcode::Gelu, map1<float, GeluFloat>);
#else
  k.set(kF32, Opcode::Gelu, map1_promoted<GeluForFloat>);
#endif
  k.set(kF64, Opcode::GeluPartial, map1<double, GeluPartial>);
  k.set(kF32, Opcode::GeluPartial, map1<float, GeluPartialFloat>);
  k.set(kF64, Opcode::Mish, map1<double, Mish>);
  k.set(kF32, Opcode::Mish, map1_promoted<MishForFloat>);
  k.set(kF32, Opcode::Erf, map1<float, ErfFloat>);
  k.set(kF32, Opcode::Erfc, map1_promoted<ErfcForFloat>);
}

}  // namespace
}  // namespace vjp::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vjp::cpu {
HWY_EXPORT(fill_all);
void fill_special_kernels(Kernels& k) { HWY_DYNAMIC_DISPATCH(fill_all)(k); }
}  // namespace vjp::cpu
#endif
