// The operators of ops/norm.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include <array>

#include "ops/op.h"

namespace vjp {

extern const OpDef op_LayerNormRows;
extern const OpDef op_RmsNormRows;
extern const OpDef op_GroupNorm;
extern const OpDef op_LayerNorm;
extern const OpDef op_RmsNorm;

inline std::array<Tensor, 3> _layer_norm(const Tensor& input, IntSpan normalized_shape, const Tensor& weight, const Tensor& bias, double eps) {
  const Value args[] = {box(input), box(normalized_shape), box(weight), box(bias), box(eps)};
  std::array<Tensor, 3> outs;
  call(op_LayerNormRows, args, outs.data());
  return outs;
}
inline std::array<Tensor, 2> _rms_norm(const Tensor& input, IntSpan normalized_shape, const Tensor& weight, double eps) {
  const Value args[] = {box(input), box(normalized_shape), box(weight), box(eps)};
  std::array<Tensor, 2> outs;
  call(op_RmsNormRows, args, outs.data());
  return outs;
}
inline Tensor group_norm(const Tensor& input, int64_t num_groups, const Tensor& weight = {}, const Tensor& bias = {}, double eps = 1e-05) {
  const Value args[] = {box(input), box(num_groups), box(weight), box(bias), box(eps)};
  return call1(op_GroupNorm, args);
}
inline Tensor layer_norm(const Tensor& input, IntSpan normalized_shape, const Tensor& weight = {}, const Tensor& bias = {}, double eps = 1e-05) {
  const Value args[] = {box(input), box(normalized_shape), box(weight), box(bias), box(eps)};
  return call1(op_LayerNorm, args);
}
inline Tensor rms_norm(const Tensor& input, IntSpan normalized_shape, const Tensor& weight = {}, std::optional<double> eps = {}) {
  const Value args[] = {box(input), box(normalized_shape), box(weight), box(eps)};
  return call1(op_RmsNorm, args);
}

}  // namespace vjp
