// The operators of ops/norm_native.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include <array>

#include "ops/op.h"

namespace vjp {

extern const OpDef op_BatchNormWithUpdate;
extern const OpDef op_NativeBatchNormLegit;
extern const OpDef op_NativeBatchNormNoStats;
extern const OpDef op_NativeBatchNorm;
extern const OpDef op_NativeGroupNorm;
extern const OpDef op_NativeLayerNorm;

inline std::array<Tensor, 4> _batch_norm_with_update(const Tensor& input, const Tensor& weight, const Tensor& bias, const Tensor& running_mean, const Tensor& running_var, double momentum, double eps) {
  const Value args[] = {box(input), box(weight), box(bias), box(running_mean), box(running_var), box(momentum), box(eps)};
  std::array<Tensor, 4> outs;
  call(op_BatchNormWithUpdate, args, outs.data());
  return outs;
}
inline std::array<Tensor, 3> _native_batch_norm_legit(const Tensor& input, const Tensor& weight, const Tensor& bias, const Tensor& running_mean, const Tensor& running_var, bool training, double momentum, double eps) {
  const Value args[] = {box(input), box(weight), box(bias), box(running_mean), box(running_var), box(training), box(momentum), box(eps)};
  std::array<Tensor, 3> outs;
  call(op_NativeBatchNormLegit, args, outs.data());
  return outs;
}
inline std::array<Tensor, 3> _native_batch_norm_legit_no_stats(const Tensor& input, const Tensor& weight, const Tensor& bias, bool training, double momentum, double eps) {
  const Value args[] = {box(input), box(weight), box(bias), box(training), box(momentum), box(eps)};
  std::array<Tensor, 3> outs;
  call(op_NativeBatchNormNoStats, args, outs.data());
  return outs;
}
inline std::array<Tensor, 3> native_batch_norm(const Tensor& input, const Tensor& weight, const Tensor& bias, const Tensor& running_mean, const Tensor& running_var, bool training, double momentum, double eps) {
  const Value args[] = {box(input), box(weight), box(bias), box(running_mean), box(running_var), box(training), box(momentum), box(eps)};
  std::array<Tensor, 3> outs;
  call(op_NativeBatchNorm, args, outs.data());
  return outs;
}
inline std::array<Tensor, 3> native_group_norm(const Tensor& input, const Tensor& weight, const Tensor& bias, int64_t N, int64_t C, int64_t HxW, int64_t group, double eps) {
  const Value args[] = {box(input), box(weight), box(bias), box(N), box(C), box(HxW), box(group), box(eps)};
  std::array<Tensor, 3> outs;
  call(op_NativeGroupNorm, args, outs.data());
  return outs;
}
inline std::array<Tensor, 3> native_layer_norm(const Tensor& input, IntSpan normalized_shape, const Tensor& weight = {}, const Tensor& bias = {}, double eps = 1e-05) {
  const Value args[] = {box(input), box(normalized_shape), box(weight), box(bias), box(eps)};
  std::array<Tensor, 3> outs;
  call(op_NativeLayerNorm, args, outs.data());
  return outs;
}

}  // namespace vjp
