// The operators of ops/reduce_scan.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_ReverseCumSum;
extern const OpDef op_CumSum;
extern const OpDef op_LogSumExp;

inline Tensor _reverse_cumsum(const Tensor& input, int64_t dim) {
  const Value args[] = {box(input), box(dim)};
  return call1(op_ReverseCumSum, args);
}
inline Tensor cumsum(const Tensor& input, int64_t dim, Dtype dtype = Dtype::None) {
  const Value args[] = {box(input), box(dim), box(dtype)};
  return call1(op_CumSum, args);
}
inline void cumsum_(const Tensor& input, int64_t dim, Dtype dtype = Dtype::None) {
  const Value args[] = {box(input), box(dim), box(dtype)};
  call_inplace(op_CumSum, args);
}
inline Tensor logsumexp(const Tensor& input, IntSpan dim, bool keepdim = false) {
  const Value args[] = {box(input), box(dim), box(keepdim)};
  return call1(op_LogSumExp, args);
}

}  // namespace vjp
