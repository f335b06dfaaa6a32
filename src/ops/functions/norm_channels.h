// The operators of ops/norm_channels.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_InstanceNorm;
extern const OpDef op_LocalResponseNorm;

inline Tensor instance_norm(const Tensor& input, const Tensor& running_mean = {}, const Tensor& running_var = {}, const Tensor& weight = {}, const Tensor& bias = {}, bool use_input_stats = true, double momentum = 0.1, double eps = 1e-05) {
  const Value args[] = {box(input), box(running_mean), box(running_var), box(weight), box(bias), box(use_input_stats), box(momentum), box(eps)};
  return call1(op_InstanceNorm, args);
}
inline Tensor local_response_norm(const Tensor& input, int64_t size, double alpha = 0.0001, double beta = 0.75, double k = 1.0) {
  const Value args[] = {box(input), box(size), box(alpha), box(beta), box(k)};
  return call1(op_LocalResponseNorm, args);
}

}  // namespace vjp
