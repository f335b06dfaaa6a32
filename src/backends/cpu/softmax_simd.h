// Vectorised softmax of contiguous rows, chosen for this machine at the first call.
#pragma once

#include <cstdint>

namespace vjp::cpu {

template <class T>
struct SoftmaxRows {
  // Rows of `n` elements that lie n apart; y may be x.
  void (*softmax)(const T* x, T* y, int64_t rows, int64_t n);
  void (*log_softmax)(const T* x, T* y, int64_t rows, int64_t n);
  // out = y * (g - sum(g * y)); out = g - exp(y) * sum(g). out may be g or y.
  void (*softmax_backward)(const T* g, const T* y, T* out, int64_t rows, int64_t n);
  void (*log_softmax_backward)(const T* g, const T* y, T* out, int64_t rows, int64_t n);
  // The same down `width` columns that lie side by side, of n elements each, `step` elements apart. Null on double,
  // whose columns are made rows.
  void (*columns)(const T* x, T* y, int64_t n, int64_t x_step, int64_t y_step, int64_t width, bool log);
  void (*columns_backward)(const T* g, const T* y, T* out, int64_t n, const int64_t* steps, int64_t width, bool log);
};

template <class T>
const SoftmaxRows<T>& softmax_rows();
template <>
const SoftmaxRows<float>& softmax_rows<float>();
template <>
const SoftmaxRows<double>& softmax_rows<double>();

}  // namespace vjp::cpu
