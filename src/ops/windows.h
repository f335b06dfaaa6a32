// What operators with sliding windows share: lists of integers a spatial dimension, and inputs without a batch
// dimension.
#pragma once

#include "ops/functions/copy.h"
#include "ops/functions/matmul_products.h"
#include "ops/functions/view_shape.h"

namespace vjp {

// One number for all spatial dimensions, or one each.
inline Dims per_dimension(IntSpan values, int rank, const char* op, const char* name) {
  if (values.size() == 1) return Dims::filled(rank, values[0]);
  if (static_cast<int>(values.size()) != rank) {
    fail(VJP_ERROR_INVALID, "{}: '{}' must be one number or {}, got {}", op, name, rank, values);
  }
  return Dims(values);
}
// Bounded above too, so that sums and products of these numbers do not overflow.
inline Dims at_least(Dims values, int64_t least, const char* op, const char* name) {
  constexpr int64_t kMost = (int64_t{1} << 31) - 1;
  for (int64_t v : values) {
    if (v < least || v > kMost) {
      fail(VJP_ERROR_INVALID, "{}: '{}' must be between {} and {}, got {}", op, name, least, kMost, values);
    }
  }
  return values;
}

// Adds the batch dimension if the input has none; says whether it did.
inline bool add_batch(Tensor& input, int rank, const char* op) {
  if (input.ndim() == rank + 2) return false;
  if (input.ndim() != rank + 1) {
    fail(VJP_ERROR_SHAPE, "{}: 'input' must have {} or {} dimensions, got shape {}", op, rank + 1, rank + 2,
         input.sizes());
  }
  input = unsqueeze(input, 0);
  return true;
}
inline Tensor without_batch(const Tensor& t, bool added) { return added ? squeeze_dim(t, Dims{0}) : t; }

// Multiplies dimension d of the input by a matrix [size, new size] of weights.
inline Tensor multiply_along(const Tensor& input, int d, const Tensor& weights) {
  Tensor matrix = to(weights, input.dtype());
  if (d == input.ndim() - 1) return matmul(input, matrix);
  // what follows the dimension as one, whose rows stay as they are
  Dims flat{1, input.size(d), 1}, sizes(input.sizes());
  for (int i = 0; i < input.ndim(); ++i) {
    if (i != d) flat[i < d ? 0 : 2] *= input.size(i);
  }
  sizes[d] = matrix.size(1);
  return reshape(matmul(transpose(matrix, 0, 1), reshape(input, flat)), sizes);
}

}  // namespace vjp
