// Loops over the values of a matrix in compressed rows, on the CPU.
#pragma once

#include <cstdint>

#include "tensor/dtype.h"

namespace vjp {

// values[k] stands in line i, for begins[i] <= k < begins[i + 1], at other[k].
struct SparseLines {
  const int64_t* begins;
  const int64_t* other;
  int64_t lines;
};

// float32 and float64, everything row-major, `width` numbers a row. Work is cut by size, and each number of a result is
// summed in the order of k: the bits are the same for any number of threads and on any machine.
bool has_sparse_rows(Dtype dtype);
// out[i] = sum of values[k] * dense[other[k]]; out is written whole.
void sparse_times_dense(Dtype dtype, const SparseLines& m, const void* values, const void* dense, void* out,
                        int64_t width);
// out[other[k]] += values[k] * dense[i].
void add_transposed_times_dense(Dtype dtype, const SparseLines& m, const void* values, const void* dense, void* out,
                                int64_t width);
// out[k] = the scalar product of a[i] and b[other[k]].
void sampled_product(Dtype dtype, const SparseLines& m, const void* a, const void* b, void* out, int64_t width);

}  // namespace vjp
