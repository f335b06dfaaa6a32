// Sums over the parts into which adaptive pooling cuts a dimension, on the CPU.
#pragma once

#include <cstdint>

#include "tensor/dtype.h"

namespace vjp {

// Row-major [outer, from, inner] and [outer, to, inner], float32 or float64. Element t of `to` sums those of `from`
// from t * from / to, rounded down, to before (t + 1) * from / to, rounded up: all that it overlaps, were both spread
// evenly over one length. Who overlaps whom is mutual, so the adjoint is the same function with the sizes exchanged.
struct Parts {
  int64_t outer, from, to, inner;
};

bool has_part_sums(Dtype dtype);
// Each sum goes from the first element to the last.
void part_sums(Dtype dtype, const Parts& parts, const void* in, void* out);

}  // namespace vjp
