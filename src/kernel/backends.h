// What kernels need of rooms above.
#pragma once

#include "base/port.h"
#include "kernel/backend.h"

namespace vjp {

// backends/cpu. Its entries compute before they return, and need no launch.
VJP_PORT(vjp_kernels, kCpuKernels);

// Whether this thread is in a node of a grad call, which engine/ knows. For backends (vjp_backend_host).
VJP_PORT(bool (*)(), runs_backward);

}  // namespace vjp
