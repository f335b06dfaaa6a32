// Vectorised steps of the optimizers over contiguous runs, chosen for this machine at the first call.
#pragma once

#include <cstdint>

#include "kernel/backend.h"

namespace vjp::cpu {

// What one step of one parameter needs, as numbers of the compute type. No products are fused with sums, so every
// machine gets the same bits.
template <class T>
struct StepNumbers {
  Optimizer kind;
  bool first;  // no step was made before
  bool decays, has_momentum, nesterov, amsgrad, centered;
  T sign;  // -1: maximize
  T lr;    // of Adam, divided by the first moment's correction; of Adagrad, the decayed one
  T weight_decay;
  T keep;  // AdamW: 1 - lr * weight_decay
  T momentum, fresh;
  T beta1_rest, beta2, beta2_rest;  // 1 - beta1, beta2, 1 - beta2; RMSprop: 1 - alpha, alpha, 1 - alpha
  T inverse_root_correction;        // 1 / sqrt(1 - beta2^step)
  T eps;
};

template <class T>
struct OptimizerRuns {
  // param, grad and the states that the optimizer has: n elements each
  void (*step)(const StepNumbers<T>& numbers, T* param, const T* grad, T* const* states, int64_t n);
  void (*divide)(T* x, T divisor, int64_t n);
  bool (*scale)(T* x, T factor, int64_t n);  // true: an element was infinite or NaN before
};

template <class T>
const OptimizerRuns<T>& optimizer_runs();
template <>
const OptimizerRuns<float>& optimizer_runs<float>();
template <>
const OptimizerRuns<double>& optimizer_runs<double>();

}  // namespace vjp::cpu
