// Vectorised row reductions, chosen for this machine at the first call.
#pragma once

#include <cstdint>

namespace vjp::cpu {

// Reductions of contiguous rows of a few thousand elements at most, which callers combine pairwise: each keeps a few
// vector accumulators, so that its error stays at a few dozen additions.
template <class T>
struct RowReductions {
  T (*sum)(const T* x, int64_t n);
  T (*sum_squares)(const T* x, int64_t n);
  T (*sum_abs)(const T* x, int64_t n);
  T (*sum_squared_differences)(const T* x, int64_t n, T mean);
  T (*sum_exp)(const T* x, int64_t n, T max);  // sum of exp(x - max); max >= x
  T (*max)(const T* x, int64_t n);             // NaN if any is; n >= 1
  T (*min)(const T* x, int64_t n);
  T (*max_abs)(const T* x, int64_t n);
  T (*min_abs)(const T* x, int64_t n);
  int64_t (*find)(const T* x, int64_t n, T value);  // the first that equals value (or is NaN, if value is); n if none

  // accumulators[j] = op(accumulators[j], x[row * stride + j]) over `rows` rows
  void (*add_rows)(T* accumulators, const T* x, int64_t stride, int64_t rows, int64_t width);
  void (*add_square_rows)(T* accumulators, const T* x, int64_t stride, int64_t rows, int64_t width);
  void (*add_abs_rows)(T* accumulators, const T* x, int64_t stride, int64_t rows, int64_t width);
  void (*max_rows)(T* accumulators, const T* x, int64_t stride, int64_t rows, int64_t width);
  void (*min_rows)(T* accumulators, const T* x, int64_t stride, int64_t rows, int64_t width);
};

template <class T>
const RowReductions<T>& row_reductions();
template <>
const RowReductions<float>& row_reductions<float>();
template <>
const RowReductions<double>& row_reductions<double>();

}  // namespace vjp::cpu
