#include "backends/cpu/pointwise_kernels.h"

#include <algorithm>

#include "backends/cpu/cpu.h"
#include "backends/cpu/pointwise_integer.h"
#include "hwy/highway.h"

namespace vjp::cpu {
namespace {

Kernels make_kernels() {
  Kernels k;
  fill_scalar_kernels(k);
  fill_integer_kernels(k);
  fill_float_kernels(k);
  fill_double_kernels(k);
  fill_conversion_kernels(k);
  return k;
}
Kernels& chosen() {
  static Kernels k = make_kernels();
  return k;
}

}  // namespace

const Kernels& kernels() { return chosen(); }

void choose_kernels_again() {
  hwy::GetChosenTarget().DeInit();
  chosen() = make_kernels();
}

void through_double(Opcode opcode, int arity, float* out, const float* a, const float* b, size_t n) {
  constexpr size_t kChunk = 256;
  alignas(64) double x[kChunk], y[kChunk];
  const TileKernel kernel = kernels().tile[kF64][static_cast<int>(opcode)];
  for (size_t i = 0; i < n; i += kChunk) {
    const size_t m = std::min(kChunk, n - i);
    for (size_t k = 0; k < m; ++k) x[k] = a[i + k];
    for (size_t k = 0; arity > 1 && k < m; ++k) y[k] = b[i + k];
    kernel(x, x, y, nullptr, m);
    for (size_t k = 0; k < m; ++k) out[i + k] = static_cast<float>(x[k]);
  }
}

void scalar_to(ComputeType type, const Scalar& value, void* element) {
  switch (type) {
    case kF32:
      *static_cast<float*>(element) = static_cast<float>(value.to_double());
      break;
    case kF64:
      *static_cast<double*>(element) = value.to_double();
      break;
    case kI64:
      *static_cast<int64_t*>(element) = value.to_int();
      break;
    case kC64:
      *static_cast<std::complex<float>*>(element) = std::complex<float>(value.to_complex());
      break;
    default:
      *static_cast<std::complex<double>*>(element) = value.to_complex();
      break;
  }
}

const char* simd_name() {
  // the best target that both the machine and the build have: the lowest bit
  const int64_t both = hwy::SupportedTargets() & HWY_TARGETS;
  return hwy::TargetName(both & -both);
}

}  // namespace vjp::cpu
