// The operators of ops/loss_likelihood.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_RaisedTo;
extern const OpDef op_GaussianNllLoss;
extern const OpDef op_LinearCrossEntropy;
extern const OpDef op_PoissonNllLoss;

inline Tensor _raised_to(const Tensor& input, double least) {
  const Value args[] = {box(input), box(least)};
  return call1(op_RaisedTo, args);
}
inline Tensor gaussian_nll_loss(const Tensor& input, const Tensor& target, const Tensor& var, bool full = false, double eps = 1e-06, const char* reduction = "mean") {
  const Value args[] = {box(input), box(target), box(var), box(full), box(eps), box(reduction)};
  return call1(op_GaussianNllLoss, args);
}
inline Tensor linear_cross_entropy(const Tensor& input, const Tensor& linear_weight, const Tensor& target, const Tensor& linear_bias = {}, const Tensor& weight = {}, const char* reduction = "mean", std::optional<int64_t> ignore_index = {}, double label_smoothing = 0.0) {
  const Value args[] = {box(input), box(linear_weight), box(target), box(linear_bias), box(weight), box(reduction), box(ignore_index), box(label_smoothing)};
  return call1(op_LinearCrossEntropy, args);
}
inline Tensor poisson_nll_loss(const Tensor& input, const Tensor& target, bool log_input = true, bool full = false, double eps = 1e-08, const char* reduction = "mean") {
  const Value args[] = {box(input), box(target), box(log_input), box(full), box(eps), box(reduction)};
  return call1(op_PoissonNllLoss, args);
}

}  // namespace vjp
