// How a failure of a CPU kernel gets from its entry in the table, which returns a status as every backend's does, to
// the launch, which throws.
//
// The exception itself waits on the thread meanwhile: a callback of the program, as its thread pool, may have failed
// with a payload, which a status and a text would lose.
#pragma once

#include "vjp/base.h"

namespace vjp {

// Keeps the exception that is being handled; its status and text are reported as any backend's. Where there is no
// memory for it, these are all that is left.
vjp_status keep_cpu_error() noexcept;
// Throws what was kept, or else an Error of the status with the text that was reported.
[[noreturn, gnu::cold]] void throw_cpu_error(vjp_status status);

}  // namespace vjp
