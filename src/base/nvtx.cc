// Ranges for NVIDIA's tools. Their library is opened when the first range is wanted; without it nothing happens.
#include <dlfcn.h>

#include "base/profile.h"

namespace vjp {
namespace {

struct Nvtx {
  int (*push)(const char*) = nullptr;
  int (*pop)() = nullptr;
};

const Nvtx& nvtx() noexcept {
  static const Nvtx functions = [] {
    Nvtx f;
    if (void* library = dlopen("libnvToolsExt.so.1", RTLD_NOW | RTLD_LOCAL)) {
      f.push = reinterpret_cast<int (*)(const char*)>(dlsym(library, "nvtxRangePushA"));
      f.pop = reinterpret_cast<int (*)()>(dlsym(library, "nvtxRangePop"));
      if (!f.push || !f.pop) f = {};
    }
    return f;
  }();
  return functions;
}

}  // namespace

bool nvtx_is_there() noexcept { return nvtx().push != nullptr; }
void nvtx_push(const char* name) noexcept {
  if (nvtx().push) nvtx().push(name);
}
void nvtx_pop() noexcept {
  if (nvtx().pop) nvtx().pop();
}

}  // namespace vjp
