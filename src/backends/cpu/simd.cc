// Which vector instructions kernels may use: those of the machine, or fewer where the environment says so (VJP_SIMD).
//
// Highway asks its own SupportedTargets() whenever it chooses; cmake/Dependencies.cmake calls that one
// DetectedTargets(), so that the answer is given here.
#include <cstdlib>
#include <cstring>

#include "backends/cpu/cpu.h"
#include "hwy/highway.h"

namespace hwy {
int64_t DetectedTargets();
}

namespace vjp::cpu {
namespace {

// Of two targets of one architecture the better has the lower bit: the named one and what is worse. All, if it is none.
int64_t allowed_targets() {
  const char* name = std::getenv("VJP_SIMD");
  for (int64_t target : {HWY_SSE4, HWY_AVX2, HWY_AVX3, HWY_NEON_WITHOUT_AES, HWY_NEON}) {
    if (name && std::strcmp(name, hwy::TargetName(target)) == 0) return -target;
  }
  return -1;
}

}  // namespace
}  // namespace vjp::cpu

namespace hwy {

int64_t SupportedTargets() {
  static const int64_t allowed = vjp::cpu::allowed_targets();
  const int64_t targets = DetectedTargets() & allowed;
  return targets ? targets : HWY_STATIC_TARGET;
}

}  // namespace hwy
