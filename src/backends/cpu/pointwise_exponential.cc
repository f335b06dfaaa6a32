// Tile kernels of exponentials, logarithms, powers and hyperbolic functions.
#include "backends/cpu/pointwise_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/pointwise_exponential.cc"
#include "hwy/foreach_target.h"
// foreach_target first
#include "backends/cpu/pointwise_map-inl.h"
#include "backends/cpu/simd_float-inl.h"
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
// single precision: on its own lanes, or promoted
VJP_UNARY(ExpFloat, exp_float);
VJP_UNARY(Exp2Float, exp2_float);
VJP_UNARY(LogFloat, log_float);
VJP_UNARY(TanhFloat, tanh_float);
VJP_UNARY(SigmoidFloat, sigmoid_float);
VJP_UNARY(Expm1ForFloat, expm1_for_float);
VJP_UNARY(Log2ForFloat, log2_for_float);
VJP_UNARY(Log10ForFloat, log10_for_float);
VJP_UNARY(Log1pForFloat, log1p_for_float);
VJP_UNARY(SinhForFloat, sinh_for_float);
VJP_UNARY(CoshForFloat, cosh_for_float);
VJP_UNARY(AsinhForFloat, asinh_for_float);
VJP_UNARY(AcoshForFloat, acosh_for_float);
VJP_UNARY(AtanhForFloat, atanh_for_float);
VJP_BINARY(Pow, pow);
VJP_BINARY(PowForFloat, pow_for_float);

struct Rsqrt {
  template <class D, class V>
  static HWY_INLINE V call(D d, V x) {
    return hn::Div(hn::Set(d, hn::TFromD<D>(1)), hn::Sqrt(x));
  }
};

void fill_all(Kernels& k) {
  k.set(kF64, Opcode::Exp, map1<double, Exp>);
  k.set(kF64, Opcode::Exp2, map1<double, Exp2>);
  k.set(kF64, Opcode::Expm1, map1<double, Expm1>);
  k.set(kF64, Opcode::Log, map1<double, Log>);
  k.set(kF64, Opcode::Log2, map1<double, Log2>);
  k.set(kF64, Opcode::Log10, map1<double, Log10>);
  k.set(kF64, Opcode::Log1p, map1<double, Log1p>);
  k.set(kF64, Opcode::Tanh, map1<double, Tanh>);
  k.set(kF64, Opcode::Sigmoid, map1<double, Sigmoid>);
  k.set(kF64, Opcode::Sinh, map1<double, Sinh>);
  k.set(kF64, Opcode::Cosh, map1<double, Cosh>);
  k.set(kF64, Opcode::Rsqrt, map1<double, Rsqrt>);
  k.set(kF32, Opcode::Exp, map1<float, ExpFloat>);
  k.set(kF32, Opcode::Exp2, map1<float, Exp2Float>);
  k.set(kF32, Opcode::Expm1, map1_promoted<Expm1ForFloat>);
  k.set(kF32, Opcode::Log, map1<float, LogFloat>);
  k.set(kF32, Opcode::Log2, map1_promoted<Log2ForFloat>);
  k.set(kF32, Opcode::Log10, map1_promoted<Log10ForFloat>);
  k.set(kF32, Opcode::Log1p, map1_promoted<Log1pForFloat>);
  k.set(kF32, Opcode::Tanh, map1<float, TanhFloat>);
  k.set(kF32, Opcode::Sigmoid, map1<float, SigmoidFloat>);
  k.set(kF32, Opcode::Sinh, map1_promoted<SinhForFloat>);
  k.set(kF32, Opcode::Cosh, map1_promoted<CoshForFloat>);
  k.set(kF32, Opcode::Asinh, map1_promoted<AsinhForFloat>);
  k.set(kF32, Opcode::Acosh, map1_promoted<AcoshForFloat>);
  k.set(kF32, Opcode::Atanh, map1_promoted<AtanhForFloat>);
  k.set(kF32, Opcode::Rsqrt, map1<float, Rsqrt>);
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
