// The operators of ops/conv.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_Convolution;
extern const OpDef op_ConvolutionData;
extern const OpDef op_ConvolutionWeight;
extern const OpDef op_Conv1d;
extern const OpDef op_Conv1dPadding;
extern const OpDef op_Conv2d;
extern const OpDef op_Conv2dPadding;
extern const OpDef op_Conv3d;
extern const OpDef op_Conv3dPadding;
extern const OpDef op_ConvTranspose1d;
extern const OpDef op_ConvTranspose2d;
extern const OpDef op_ConvTranspose3d;

inline Tensor _convolution(const Tensor& input, const Tensor& weight, const Tensor& bias, IntSpan stride, IntSpan padding, IntSpan dilation, int64_t groups) {
  const Value args[] = {box(input), box(weight), box(bias), box(stride), box(padding), box(dilation), box(groups)};
  return call1(op_Convolution, args);
}
inline Tensor _convolution_data(const Tensor& input, const Tensor& weight, IntSpan size, IntSpan stride, IntSpan padding, IntSpan dilation, int64_t groups) {
  const Value args[] = {box(input), box(weight), box(size), box(stride), box(padding), box(dilation), box(groups)};
  return call1(op_ConvolutionData, args);
}
inline Tensor _convolution_weight(const Tensor& input, const Tensor& other, IntSpan size, IntSpan stride, IntSpan padding, IntSpan dilation, int64_t groups) {
  const Value args[] = {box(input), box(other), box(size), box(stride), box(padding), box(dilation), box(groups)};
  return call1(op_ConvolutionWeight, args);
}
inline Tensor conv1d(const Tensor& input, const Tensor& weight, const Tensor& bias, IntSpan stride, IntSpan padding, IntSpan dilation, int64_t groups = 1) {
  const Value args[] = {box(input), box(weight), box(bias), box(stride), box(padding), box(dilation), box(groups)};
  return call1(op_Conv1d, args);
}
inline Tensor conv1d_padding(const Tensor& input, const Tensor& weight, const Tensor& bias, IntSpan stride, const char* padding, IntSpan dilation, int64_t groups = 1) {
  const Value args[] = {box(input), box(weight), box(bias), box(stride), box(padding), box(dilation), box(groups)};
  return call1(op_Conv1dPadding, args);
}
inline Tensor conv2d(const Tensor& input, const Tensor& weight, const Tensor& bias, IntSpan stride, IntSpan padding, IntSpan dilation, int64_t groups = 1) {
  const Value args[] = {box(input), box(weight), box(bias), box(stride), box(padding), box(dilation), box(groups)};
  return call1(op_Conv2d, args);
}
inline Tensor conv2d_padding(const Tensor& input, const Tensor& weight, const Tensor& bias, IntSpan stride, const char* padding, IntSpan dilation, int64_t groups = 1) {
  const Value args[] = {box(input), box(weight), box(bias), box(stride), box(padding), box(dilation), box(groups)};
  return call1(op_Conv2dPadding, args);
}
inline Tensor conv3d(const Tensor& input, const Tensor& weight, const Tensor& bias, IntSpan stride, IntSpan padding, IntSpan dilation, int64_t groups = 1) {
  const Value args[] = {box(input), box(weight), box(bias), box(stride), box(padding), box(dilation), box(groups)};
  return call1(op_Conv3d, args);
}
inline Tensor conv3d_padding(const Tensor& input, const Tensor& weight, const Tensor& bias, IntSpan stride, const char* padding, IntSpan dilation, int64_t groups = 1) {
  const Value args[] = {box(input), box(weight), box(bias), box(stride), box(padding), box(dilation), box(groups)};
  return call1(op_Conv3dPadding, args);
}
inline Tensor conv_transpose1d(const Tensor& input, const Tensor& weight, const Tensor& bias, IntSpan stride, IntSpan padding, IntSpan output_padding, int64_t groups, IntSpan dilation) {
  const Value args[] = {box(input), box(weight), box(bias), box(stride), box(padding), box(output_padding), box(groups), box(dilation)};
  return call1(op_ConvTranspose1d, args);
}
inline Tensor conv_transpose2d(const Tensor& input, const Tensor& weight, const Tensor& bias, IntSpan stride, IntSpan padding, IntSpan output_padding, int64_t groups, IntSpan dilation) {
  const Value args[] = {box(input), box(weight), box(bias), box(stride), box(padding), box(output_padding), box(groups), box(dilation)};
  return call1(op_ConvTranspose2d, args);
}
inline Tensor conv_transpose3d(const Tensor& input, const Tensor& weight, const Tensor& bias, IntSpan stride, IntSpan padding, IntSpan output_padding, int64_t groups, IntSpan dilation) {
  const Value args[] = {box(input), box(weight), box(bias), box(stride), box(padding), box(output_padding), box(groups), box(dilation)};
  return call1(op_ConvTranspose3d, args);
}

}  // namespace vjp
