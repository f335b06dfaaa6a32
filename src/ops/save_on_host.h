// Saving on the CPU (spec SHOOK-10): a pair of saved-value hooks that keeps tensors of devices in host memory.
#pragma once

#include "graph/pack.h"

namespace vjp {

// Tensors of devices are copied to the host when they are saved and back where they were when they are needed; those of
// the host are kept as they are, and changes of them in place are noticed. `pinned`: the copies lie in page-locked
// memory and are only enqueued, on the stream that is current for the device then.
Ref<PackHooks> host_hooks(bool pinned);

}  // namespace vjp
