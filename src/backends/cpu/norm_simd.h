// Vectorised layer and RMS normalisation of contiguous rows, chosen for this machine at the first call.
#pragma once

#include <cstdint>

namespace vjp::cpu {

template <class T>
struct NormRows {
  // y = (x - mean) * rstd * weight + bias for each row of n elements. weight, bias may be null; mean null: RMS norm,
  // which does not subtract it. Writes mean[r], rstd[r].
  void (*forward)(const T* x, const T* weight, const T* bias, T* y, T* mean, T* rstd, int64_t rows, int64_t n, T eps);
  // Writes grad_x (may be null); adds to grad_weight and grad_bias (each may be null).
  void (*backward)(const T* grad, const T* x, const T* weight, const T* mean, const T* rstd, T* grad_x, T* grad_weight,
                   T* grad_bias, int64_t rows, int64_t n);
};

template <class T>
const NormRows<T>& norm_rows();
template <>
const NormRows<float>& norm_rows<float>();
template <>
const NormRows<double>& norm_rows<double>();

}  // namespace vjp::cpu
