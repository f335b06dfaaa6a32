// Blocks of Philox numbers (kernel/philox.h), several at once.
#pragma once

#include "kernel/philox.h"

namespace vjp::cpu {

// Blocks first, first + 1, ... with the key `seed`, each as two 64-bit numbers: words 0 and 1, then 2 and 3, low word
// first.
void philox_fill(uint64_t seed, uint64_t first, int64_t blocks, uint64_t* out);

}  // namespace vjp::cpu
