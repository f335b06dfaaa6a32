// Loops over the distances of rows, on the CPU.
#pragma once

#include <cstdint>

#include "tensor/dtype.h"

namespace vjp {

// float32 and float64, orders 1 and 2. `a` is [rows, width]; `b` comes transposed, [width, others], so that lanes are
// its rows. With `triangle` both are the same rows, and of pairs (i, j) those with i < j are there, one after the
// other.
struct PairNorms {
  const void *a, *b;
  int64_t rows, others, width;
  bool squares;   // of order 2, else 1
  bool triangle;  // results [rows (rows - 1) / 2], else [rows, others]
};

bool has_pair_norms(Dtype dtype);
// Work is cut by size and every number is summed in one order: the bits are the same for any number of threads and on
// any machine. `batch` tasks lie one behind the other in a, b and out.
void pair_norms(Dtype dtype, const PairNorms& task, void* out, int64_t batch);
// grad[i] = the sum over j of w[i, j] times the difference of rows i and j, or with order 1 its signs; in a triangle
// over all pairs that i is in.
void pair_norms_backward(Dtype dtype, const PairNorms& task, const void* w, void* grad, int64_t batch);

}  // namespace vjp
