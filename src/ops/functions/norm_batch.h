// The operators of ops/norm_batch.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include <array>

#include "ops/op.h"

namespace vjp {

extern const OpDef op_BatchNormTrain;
extern const OpDef op_ChannelCombination;
extern const OpDef op_BatchNorm;

inline std::array<Tensor, 3> _batch_norm_train(const Tensor& input, const Tensor& weight, const Tensor& bias, double eps) {
  const Value args[] = {box(input), box(weight), box(bias), box(eps)};
  std::array<Tensor, 3> outs;
  call(op_BatchNormTrain, args, outs.data());
  return outs;
}
inline Tensor _channel_combination(const Tensor& x, const Tensor& a, const Tensor& g, const Tensor& b, const Tensor& c) {
  const Value args[] = {box(x), box(a), box(g), box(b), box(c)};
  return call1(op_ChannelCombination, args);
}
inline Tensor batch_norm(const Tensor& input, const Tensor& running_mean = {}, const Tensor& running_var = {}, const Tensor& weight = {}, const Tensor& bias = {}, bool training = false, double momentum = 0.1, double eps = 1e-05) {
  const Value args[] = {box(input), box(running_mean), box(running_var), box(weight), box(bias), box(training), box(momentum), box(eps)};
  return call1(op_BatchNorm, args);
}

}  // namespace vjp
