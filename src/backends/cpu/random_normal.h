// Normal random numbers (kernel/random_formulas.h), several at once: bit for bit those of the formulas on any vectors.
#pragma once

#include <cstdint>

namespace vjp::cpu {

constexpr int64_t kNormalPadding = 32;  // elements: as many as two vectors of pairs

// Pairs of normal numbers from pairs of 64 random bits. Both arrays have room for kNormalPadding elements beyond 2n,
// which it writes as well.
void normal_pairs(uint64_t* bits, int64_t n, double mean, double deviation, double* out);

}  // namespace vjp::cpu
