// The operators of ops/pool_inverse.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_AdaptiveMaxPool1d;
extern const OpDef op_AdaptiveMaxPool1dIndices;
extern const OpDef op_AdaptiveMaxPool2d;
extern const OpDef op_AdaptiveMaxPool2dIndices;
extern const OpDef op_AdaptiveMaxPool3d;
extern const OpDef op_AdaptiveMaxPool3dIndices;
extern const OpDef op_MaxUnpool1d;
extern const OpDef op_MaxUnpool2d;
extern const OpDef op_MaxUnpool3d;

inline Tensor adaptive_max_pool1d(const Tensor& input, IntSpan output_size) {
  const Value args[] = {box(input), box(output_size)};
  return call1(op_AdaptiveMaxPool1d, args);
}
inline std::vector<Tensor> adaptive_max_pool1d_indices(const Tensor& input, IntSpan output_size, bool return_indices) {
  const Value args[] = {box(input), box(output_size), box(return_indices)};
  return call_list(op_AdaptiveMaxPool1dIndices, args);
}
inline Tensor adaptive_max_pool2d(const Tensor& input, IntSpan output_size) {
  const Value args[] = {box(input), box(output_size)};
  return call1(op_AdaptiveMaxPool2d, args);
}
inline std::vector<Tensor> adaptive_max_pool2d_indices(const Tensor& input, IntSpan output_size, bool return_indices) {
  const Value args[] = {box(input), box(output_size), box(return_indices)};
  return call_list(op_AdaptiveMaxPool2dIndices, args);
}
inline Tensor adaptive_max_pool3d(const Tensor& input, IntSpan output_size) {
  const Value args[] = {box(input), box(output_size)};
  return call1(op_AdaptiveMaxPool3d, args);
}
inline std::vector<Tensor> adaptive_max_pool3d_indices(const Tensor& input, IntSpan output_size, bool return_indices) {
  const Value args[] = {box(input), box(output_size), box(return_indices)};
  return call_list(op_AdaptiveMaxPool3dIndices, args);
}
inline Tensor max_unpool1d(const Tensor& input, const Tensor& indices, IntSpan kernel_size, std::optional<IntSpan> stride, IntSpan padding, std::optional<IntSpan> output_size = {}) {
  const Value args[] = {box(input), box(indices), box(kernel_size), box(stride), box(padding), box(output_size)};
  return call1(op_MaxUnpool1d, args);
}
inline Tensor max_unpool2d(const Tensor& input, const Tensor& indices, IntSpan kernel_size, std::optional<IntSpan> stride, IntSpan padding, std::optional<IntSpan> output_size = {}) {
  const Value args[] = {box(input), box(indices), box(kernel_size), box(stride), box(padding), box(output_size)};
  return call1(op_MaxUnpool2d, args);
}
inline Tensor max_unpool3d(const Tensor& input, const Tensor& indices, IntSpan kernel_size, std::optional<IntSpan> stride, IntSpan padding, std::optional<IntSpan> output_size = {}) {
  const Value args[] = {box(input), box(indices), box(kernel_size), box(stride), box(padding), box(output_size)};
  return call1(op_MaxUnpool3d, args);
}

}  // namespace vjp
