// The table of the CPU's kernels. An entry computes before it returns, and ignores the launch, which may be NULL.
#include "backends/cpu/cpu.h"

#include "base/forced_unwind.h"
#include "kernel/backends.h"
#include "kernel/cpu_error.h"

namespace vjp {
namespace {

template <class Args, void (*kPrimitive)(const Args&)>
vjp_status run(const Args* args, const vjp_launch*) {
  try {
    kPrimitive(*args);
    return VJP_OK;
  }
  VJP_CATCH_ALL { return keep_cpu_error(); }
}

}  // namespace

VJP_FILL_PORT(kCpuKernels) = {.size = sizeof(vjp_kernels),
#define VJP_ROW(name, Args) .name = run<Args, cpu::name>,
                              VJP_PRIMITIVES(VJP_ROW)
#undef VJP_ROW
};

}  // namespace vjp
