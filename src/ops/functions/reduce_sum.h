// The operators of ops/reduce_sum.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_All;
extern const OpDef op_Any;
extern const OpDef op_CountNonzero;
extern const OpDef op_Mean;
extern const OpDef op_NanMean;
extern const OpDef op_NanSum;
extern const OpDef op_Sum;

inline Tensor all(const Tensor& input, std::optional<IntSpan> dim = {}, bool keepdim = false) {
  const Value args[] = {box(input), box(dim), box(keepdim)};
  return call1(op_All, args);
}
inline Tensor any(const Tensor& input, std::optional<IntSpan> dim = {}, bool keepdim = false) {
  const Value args[] = {box(input), box(dim), box(keepdim)};
  return call1(op_Any, args);
}
inline Tensor count_nonzero(const Tensor& input, std::optional<IntSpan> dim = {}) {
  const Value args[] = {box(input), box(dim)};
  return call1(op_CountNonzero, args);
}
inline Tensor mean(const Tensor& input, std::optional<IntSpan> dim = {}, bool keepdim = false, Dtype dtype = Dtype::None) {
  const Value args[] = {box(input), box(dim), box(keepdim), box(dtype)};
  return call1(op_Mean, args);
}
inline Tensor nanmean(const Tensor& input, std::optional<IntSpan> dim = {}, bool keepdim = false, Dtype dtype = Dtype::None) {
  const Value args[] = {box(input), box(dim), box(keepdim), box(dtype)};
  return call1(op_NanMean, args);
}
inline Tensor nansum(const Tensor& input, std::optional<IntSpan> dim = {}, bool keepdim = false, Dtype dtype = Dtype::None) {
  const Value args[] = {box(input), box(dim), box(keepdim), box(dtype)};
  return call1(op_NanSum, args);
}
inline Tensor sum(const Tensor& input, std::optional<IntSpan> dim = {}, bool keepdim = false, Dtype dtype = Dtype::None) {
  const Value args[] = {box(input), box(dim), box(keepdim), box(dtype)};
  return call1(op_Sum, args);
}

}  // namespace vjp
