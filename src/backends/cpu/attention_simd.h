// The row operations of attention, chosen for this machine at the first call.
#pragma once

#include <cstdint>

namespace vjp::cpu {

template <class T>
struct AttentionRows {
  // One step of the running softmax: row = exp(row - new max), `max` and `sum` brought up to date. Returns the factor
  // by which what was summed before must be multiplied. A row of nothing but -inf becomes 0.
  T (*step)(T* row, int64_t n, T& max, T& sum);
  // row = exp(row - logsumexp); 0 where logsumexp is -inf.
  void (*exponential)(T* row, int64_t n, T logsumexp);
  // grad = p * (grad - delta) * scale
  void (*backward)(const T* p, T* grad, int64_t n, T delta, T scale);
};

const AttentionRows<float>& attention_rows(float);
const AttentionRows<double>& attention_rows(double);

}  // namespace vjp::cpu
