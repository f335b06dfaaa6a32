// The backends that are linked in.
#pragma once

#include "kernel/backend.h"

namespace vjp {

extern const Backend kCpuBackend;

}  // namespace vjp
