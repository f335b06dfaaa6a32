// The operators of ops/pool.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include <array>

#include "ops/op.h"

namespace vjp {

extern const OpDef op_AvgPool;
extern const OpDef op_AvgPoolAdjoint;
extern const OpDef op_MaxPool;
extern const OpDef op_PartSum;
extern const OpDef op_PlaneGather;
extern const OpDef op_PlaneScatter;
extern const OpDef op_AdaptiveAvgPool1d;
extern const OpDef op_AdaptiveAvgPool2d;
extern const OpDef op_AdaptiveAvgPool3d;
extern const OpDef op_AvgPool1d;
extern const OpDef op_AvgPool2d;
extern const OpDef op_AvgPool3d;
extern const OpDef op_MaxPool1d;
extern const OpDef op_MaxPool1dIndices;
extern const OpDef op_MaxPool2d;
extern const OpDef op_MaxPool2dIndices;
extern const OpDef op_MaxPool3d;
extern const OpDef op_MaxPool3dIndices;

inline Tensor _avg_pool(const Tensor& input, IntSpan size, IntSpan kernel_size, IntSpan stride, IntSpan padding, bool count_include_pad, int64_t divisor, bool channels_last) {
  const Value args[] = {box(input), box(size), box(kernel_size), box(stride), box(padding), box(count_include_pad), box(divisor), box(channels_last)};
  return call1(op_AvgPool, args);
}
inline Tensor _avg_pool_adjoint(const Tensor& input, IntSpan size, IntSpan kernel_size, IntSpan stride, IntSpan padding, bool count_include_pad, int64_t divisor, bool channels_last) {
  const Value args[] = {box(input), box(size), box(kernel_size), box(stride), box(padding), box(count_include_pad), box(divisor), box(channels_last)};
  return call1(op_AvgPoolAdjoint, args);
}
inline std::array<Tensor, 2> _max_pool(const Tensor& input, IntSpan kernel_size, IntSpan stride, IntSpan padding, IntSpan dilation, bool ceil_mode) {
  const Value args[] = {box(input), box(kernel_size), box(stride), box(padding), box(dilation), box(ceil_mode)};
  std::array<Tensor, 2> outs;
  call(op_MaxPool, args, outs.data());
  return outs;
}
inline Tensor _part_sum(const Tensor& input, int64_t size, int64_t dim) {
  const Value args[] = {box(input), box(size), box(dim)};
  return call1(op_PartSum, args);
}
inline Tensor _plane_gather(const Tensor& input, const Tensor& indices) {
  const Value args[] = {box(input), box(indices)};
  return call1(op_PlaneGather, args);
}
inline Tensor _plane_scatter(const Tensor& input, const Tensor& indices, IntSpan size) {
  const Value args[] = {box(input), box(indices), box(size)};
  return call1(op_PlaneScatter, args);
}
inline Tensor adaptive_avg_pool1d(const Tensor& input, IntSpan output_size) {
  const Value args[] = {box(input), box(output_size)};
  return call1(op_AdaptiveAvgPool1d, args);
}
inline Tensor adaptive_avg_pool2d(const Tensor& input, IntSpan output_size) {
  const Value args[] = {box(input), box(output_size)};
  return call1(op_AdaptiveAvgPool2d, args);
}
inline Tensor adaptive_avg_pool3d(const Tensor& input, IntSpan output_size) {
  const Value args[] = {box(input), box(output_size)};
  return call1(op_AdaptiveAvgPool3d, args);
}
inline Tensor avg_pool1d(const Tensor& input, IntSpan kernel_size, std::optional<IntSpan> stride, IntSpan padding, bool ceil_mode = false, bool count_include_pad = true) {
  const Value args[] = {box(input), box(kernel_size), box(stride), box(padding), box(ceil_mode), box(count_include_pad)};
  return call1(op_AvgPool1d, args);
}
inline Tensor avg_pool2d(const Tensor& input, IntSpan kernel_size, std::optional<IntSpan> stride, IntSpan padding, bool ceil_mode = false, bool count_include_pad = true, std::optional<int64_t> divisor_override = {}) {
  const Value args[] = {box(input), box(kernel_size), box(stride), box(padding), box(ceil_mode), box(count_include_pad), box(divisor_override)};
  return call1(op_AvgPool2d, args);
}
inline Tensor avg_pool3d(const Tensor& input, IntSpan kernel_size, std::optional<IntSpan> stride, IntSpan padding, bool ceil_mode = false, bool count_include_pad = true, std::optional<int64_t> divisor_override = {}) {
  const Value args[] = {box(input), box(kernel_size), box(stride), box(padding), box(ceil_mode), box(count_include_pad), box(divisor_override)};
  return call1(op_AvgPool3d, args);
}
inline Tensor max_pool1d(const Tensor& input, IntSpan kernel_size, std::optional<IntSpan> stride, IntSpan padding, IntSpan dilation, bool ceil_mode = false) {
  const Value args[] = {box(input), box(kernel_size), box(stride), box(padding), box(dilation), box(ceil_mode)};
  return call1(op_MaxPool1d, args);
}
inline std::vector<Tensor> max_pool1d_indices(const Tensor& input, IntSpan kernel_size, std::optional<IntSpan> stride, IntSpan padding, IntSpan dilation, bool ceil_mode, bool return_indices) {
  const Value args[] = {box(input), box(kernel_size), box(stride), box(padding), box(dilation), box(ceil_mode), box(return_indices)};
  return call_list(op_MaxPool1dIndices, args);
}
inline Tensor max_pool2d(const Tensor& input, IntSpan kernel_size, std::optional<IntSpan> stride, IntSpan padding, IntSpan dilation, bool ceil_mode = false) {
  const Value args[] = {box(input), box(kernel_size), box(stride), box(padding), box(dilation), box(ceil_mode)};
  return call1(op_MaxPool2d, args);
}
inline std::vector<Tensor> max_pool2d_indices(const Tensor& input, IntSpan kernel_size, std::optional<IntSpan> stride, IntSpan padding, IntSpan dilation, bool ceil_mode, bool return_indices) {
  const Value args[] = {box(input), box(kernel_size), box(stride), box(padding), box(dilation), box(ceil_mode), box(return_indices)};
  return call_list(op_MaxPool2dIndices, args);
}
inline Tensor max_pool3d(const Tensor& input, IntSpan kernel_size, std::optional<IntSpan> stride, IntSpan padding, IntSpan dilation, bool ceil_mode = false) {
  const Value args[] = {box(input), box(kernel_size), box(stride), box(padding), box(dilation), box(ceil_mode)};
  return call1(op_MaxPool3d, args);
}
inline std::vector<Tensor> max_pool3d_indices(const Tensor& input, IntSpan kernel_size, std::optional<IntSpan> stride, IntSpan padding, IntSpan dilation, bool ceil_mode, bool return_indices) {
  const Value args[] = {box(input), box(kernel_size), box(stride), box(padding), box(dilation), box(ceil_mode), box(return_indices)};
  return call_list(op_MaxPool3dIndices, args);
}

}  // namespace vjp
