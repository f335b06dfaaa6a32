// Loops over neighbouring rows that belong together, on the CPU.
#pragma once

#include <cstdint>

#include "tensor/dtype.h"

namespace vjp {

// Row-major [outer, rows, inner], float32 or float64; segment s of one of `outer` is the rows offsets[s] to before
// offsets[s + 1], of those that there are; `count` + 1 offsets for each of `outer`.
struct Segments {
  const int64_t* offsets;
  int64_t outer, rows, inner, count;
};

bool has_segments(Dtype dtype);
// out[outer, count, inner]: the sum of each segment, in an order that depends on its length only.
void segment_sum(Dtype dtype, const Segments& segments, const void* rows, void* out);
// out[outer, count, inner]: `initial` and the rows of each segment, of which the largest or the smallest; NaN if one
// is.
void segment_extreme(Dtype dtype, const Segments& segments, bool max, double initial, const void* rows, void* out);
// out[outer, rows, inner]: each row that of its segment, or 0 where it is in none.
void segment_spread(Dtype dtype, const Segments& segments, const void* values, void* out);

}  // namespace vjp
