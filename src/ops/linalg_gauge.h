// Functions of vectors that are free up to a phase.
#pragma once

#include "ops/linalg.h"

namespace vjp {

// Fails where a function of complex vectors depends on their phases, which are free: its derivative is not defined
// then. `turn`: how the function changes as each vector's phase does, in the imaginary parts.
void check_phase(const char* op, const char* which, const Tensor& turn);

}  // namespace vjp
