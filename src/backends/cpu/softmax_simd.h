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
};

template <class T>
const SoftmaxRows<T>& softmax_rows();
template <>
const SoftmaxRows<float>& softmax_rows<float>();
template <>
const SoftmaxRows<double>& softmax_rows<double>();

}  // namespace vjp::cpu
