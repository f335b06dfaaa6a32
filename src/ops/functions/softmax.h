// The operators of ops/softmax.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_SafeSoftmax;
extern const OpDef op_SoftmaxBackwardData;
extern const OpDef op_LogSoftmax;
extern const OpDef op_Softmax;
extern const OpDef op_Softmin;

inline Tensor _safe_softmax(const Tensor& input, int64_t dim, Dtype dtype = Dtype::None) {
  const Value args[] = {box(input), box(dim), box(dtype)};
  return call1(op_SafeSoftmax, args);
}
inline Tensor _softmax_backward_data(const Tensor& grad_output, const Tensor& output, int64_t dim, Dtype input_dtype = Dtype::None) {
  const Value args[] = {box(grad_output), box(output), box(dim), box(input_dtype)};
  return call1(op_SoftmaxBackwardData, args);
}
inline Tensor log_softmax(const Tensor& input, int64_t dim, Dtype dtype = Dtype::None) {
  const Value args[] = {box(input), box(dim), box(dtype)};
  return call1(op_LogSoftmax, args);
}
inline Tensor softmax(const Tensor& input, int64_t dim, Dtype dtype = Dtype::None) {
  const Value args[] = {box(input), box(dim), box(dtype)};
  return call1(op_Softmax, args);
}
inline Tensor softmin(const Tensor& input, int64_t dim, Dtype dtype = Dtype::None) {
  const Value args[] = {box(input), box(dim), box(dtype)};
  return call1(op_Softmin, args);
}

}  // namespace vjp
