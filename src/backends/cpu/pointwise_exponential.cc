// Tile kernels of exponentials, logarithms, powers and hyperbolic functions.
#include "backends/cpu/pointwise_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/pointwise_exponential.cc"
#include "hwy/foreach_target.h"
// foreach_target first
#include "backends/cpu/pointwise_map-inl.h"
#include "backends/cpu/simd_math-inl.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu::HWY_NAMESPACE {
namespace {

VJP_UNARY(Exp, exp);
VJP_UNARY(Exp2, exp2);
VJP_UNARY(Expm1, expm1);
VJP_UNARY(Log, log);
VJP_UNARY(Log2, log2);
VJP_UNARY(Log10, log10);
VJP_UNARY(Log1p, log1p);
VJP_UNARY(Tanh, tanh);
VJP_UNARY(Sigmoid, sigmoid);
VJP_UNARY(Sinh, sinh);
VJP_UNARY(Cosh, cosh);
VJP_BINARY(Pow, pow);
VJP_BINARY(PowForFloat, pow_for_float);

struct Rsqrt {
  template <class D, class V>
  static HWY_INLINE V call(D d, V x) {
    return hn::Div(hn::Set(d, 1.0), hn::Sqrt(x));
  }
};

void fill_all(Kernels& k) {
#define VJP_SET(Name)                            \
  k.set(kF64, Opcode::Name, map1<double, Name>); \
  k.set(kF32, Opcode::Name, map1_promoted<Name>)
  VJP_SET(Exp);
  VJP_SET(Exp2);
  VJP_SET(Expm1);
  VJP_SET(Log);
  VJP_SET(Log2);
  VJP_SET(Log10);
  VJP_SET(Log1p);
  VJP_SET(Tanh);
  VJP_SET(Sigmoid);
  VJP_SET(Sinh);
  VJP_SET(Cosh);
  VJP_SET(Rsqrt);
  k.set(kF64, Opcode::Pow, map2<double, Pow>);
  k.set(kF32, Opcode::Pow, map2_promoted<PowForFloat>);
}

}  // namespace
}  // namespace vjp::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vjp::cpu {
HWY_EXPORT(fill_all);
void fill_exponential_kernels(Kernels& k) { HWY_DYNAMIC_DISPATCH(fill_all)(k); }
}  // namespace vjp::cpu
#endif
