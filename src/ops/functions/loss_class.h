// The operators of ops/loss_class.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include <array>

#include "ops/op.h"

namespace vjp {

extern const OpDef op_CrossEntropyRows;
extern const OpDef op_SoftmaxTimes;
extern const OpDef op_CrossEntropy;
extern const OpDef op_NllLoss;

inline std::array<Tensor, 2> _cross_entropy_rows(const Tensor& input, const Tensor& target, int64_t ignore_index) {
  const Value args[] = {box(input), box(target), box(ignore_index)};
  std::array<Tensor, 2> outs;
  call(op_CrossEntropyRows, args, outs.data());
  return outs;
}
inline Tensor _softmax_times(const Tensor& input, const Tensor& logsumexp, const Tensor& scale) {
  const Value args[] = {box(input), box(logsumexp), box(scale)};
  return call1(op_SoftmaxTimes, args);
}
inline Tensor cross_entropy(const Tensor& input, const Tensor& target, const Tensor& weight = {}, int64_t ignore_index = -100, const char* reduction = "mean", double label_smoothing = 0.0) {
  const Value args[] = {box(input), box(target), box(weight), box(ignore_index), box(reduction), box(label_smoothing)};
  return call1(op_CrossEntropy, args);
}
inline Tensor nll_loss(const Tensor& input, const Tensor& target, const Tensor& weight = {}, int64_t ignore_index = -100, const char* reduction = "mean") {
  const Value args[] = {box(input), box(target), box(weight), box(ignore_index), box(reduction)};
  return call1(op_NllLoss, args);
}

}  // namespace vjp
