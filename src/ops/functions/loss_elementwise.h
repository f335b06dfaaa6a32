// The operators of ops/loss_elementwise.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_Bce;
extern const OpDef op_BceLogits;
extern const OpDef op_BceLogitsPosWeight;
extern const OpDef op_Huber;
extern const OpDef op_SmoothL1;
extern const OpDef op_SquaredError;
extern const OpDef op_BinaryCrossEntropy;
extern const OpDef op_BinaryCrossEntropyWithLogits;
extern const OpDef op_HuberLoss;
extern const OpDef op_KlDiv;
extern const OpDef op_L1Loss;
extern const OpDef op_MseLoss;
extern const OpDef op_SmoothL1Loss;

inline Tensor _bce(const Tensor& input, const Tensor& target) {
  const Value args[] = {box(input), box(target)};
  return call1(op_Bce, args);
}
inline Tensor _bce_logits(const Tensor& input, const Tensor& target) {
  const Value args[] = {box(input), box(target)};
  return call1(op_BceLogits, args);
}
inline Tensor _bce_logits_pos_weight(const Tensor& input, const Tensor& target, const Tensor& pos_weight) {
  const Value args[] = {box(input), box(target), box(pos_weight)};
  return call1(op_BceLogitsPosWeight, args);
}
inline Tensor _huber(const Tensor& input, const Tensor& target, const Scalar& delta) {
  const Value args[] = {box(input), box(target), box(delta)};
  return call1(op_Huber, args);
}
inline Tensor _smooth_l1(const Tensor& input, const Tensor& target, const Scalar& beta) {
  const Value args[] = {box(input), box(target), box(beta)};
  return call1(op_SmoothL1, args);
}
inline Tensor _squared_error(const Tensor& input, const Tensor& target) {
  const Value args[] = {box(input), box(target)};
  return call1(op_SquaredError, args);
}
inline Tensor binary_cross_entropy(const Tensor& input, const Tensor& target, const Tensor& weight = {}, const char* reduction = "mean") {
  const Value args[] = {box(input), box(target), box(weight), box(reduction)};
  return call1(op_BinaryCrossEntropy, args);
}
inline Tensor binary_cross_entropy_with_logits(const Tensor& input, const Tensor& target, const Tensor& weight = {}, const char* reduction = "mean", const Tensor& pos_weight = {}) {
  const Value args[] = {box(input), box(target), box(weight), box(reduction), box(pos_weight)};
  return call1(op_BinaryCrossEntropyWithLogits, args);
}
inline Tensor huber_loss(const Tensor& input, const Tensor& target, const char* reduction = "mean", double delta = 1.0) {
  const Value args[] = {box(input), box(target), box(reduction), box(delta)};
  return call1(op_HuberLoss, args);
}
inline Tensor kl_div(const Tensor& input, const Tensor& target, const char* reduction = "mean", bool log_target = false) {
  const Value args[] = {box(input), box(target), box(reduction), box(log_target)};
  return call1(op_KlDiv, args);
}
inline Tensor l1_loss(const Tensor& input, const Tensor& target, const char* reduction = "mean") {
  const Value args[] = {box(input), box(target), box(reduction)};
  return call1(op_L1Loss, args);
}
inline Tensor mse_loss(const Tensor& input, const Tensor& target, const char* reduction = "mean") {
  const Value args[] = {box(input), box(target), box(reduction)};
  return call1(op_MseLoss, args);
}
inline Tensor smooth_l1_loss(const Tensor& input, const Tensor& target, const char* reduction = "mean", double beta = 1.0) {
  const Value args[] = {box(input), box(target), box(reduction), box(beta)};
  return call1(op_SmoothL1Loss, args);
}

}  // namespace vjp
