// Which vector instructions kernels may use: those of the machine, or fewer where the environment says so (VJP_SIMD).
//
// Highway's headers ask SupportedTargets() whenever they choose. cmake/Dependencies.cmake has them ask
// AllowedTargets(), which is here, so that the answer is ours whether Highway is built with the library or the
// system's.
#include <cstdlib>
#include <cstring>

#include "backends/cpu/cpu.h"
#include "hwy/highway.h"

#undef SupportedTargets
namespace hwy {
HWY_DLLEXPORT int64_t SupportedTargets();
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

int64_t AllowedTargets() {
  static const int64_t allowed = vjp::cpu::allowed_targets();
  const int64_t targets = SupportedTargets() & allowed;
  return targets ? targets : HWY_STATIC_TARGET;
}

}  // namespace hwy
