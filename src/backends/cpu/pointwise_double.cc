// Tile kernels on double, for every SIMD target.
#include "backends/cpu/pointwise_scalar.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/pointwise_double.cc"
#include "hwy/foreach_target.h"
// foreach_target first
#include "backends/cpu/pointwise_lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu::HWY_NAMESPACE {
namespace {

void fill_all(Kernels& k) { fill<double>(k, kF64); }

}  // namespace
}  // namespace vjp::cpu::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vjp::cpu {
HWY_EXPORT(fill_all);
void fill_double_kernels(Kernels& k) { HWY_DYNAMIC_DISPATCH(fill_all)(k); }
}  // namespace vjp::cpu
#endif
