#include "backends/cpu/cpu.h"

#include "kernel/backends.h"

namespace vjp {

VJP_FILL_PORT(kCpuBackend) = {.name = "cpu",
#define VJP_MEMBER(name, Args) .name = cpu::name,
                              VJP_PRIMITIVES(VJP_MEMBER)
#undef VJP_MEMBER
};

}  // namespace vjp
