// The operators of ops/index_gather.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_ScatterZeros;
extern const OpDef op_Gather;
extern const OpDef op_Scatter;
extern const OpDef op_ScatterValue;
extern const OpDef op_ScatterAdd;
extern const OpDef op_Take;
extern const OpDef op_TakeAlongDim;

inline Tensor _scatter_zeros(const Tensor& src, const Tensor& index, IntSpan size, int64_t dim, bool accumulate) {
  const Value args[] = {box(src), box(index), box(size), box(dim), box(accumulate)};
  return call1(op_ScatterZeros, args);
}
inline Tensor gather(const Tensor& input, int64_t dim, const Tensor& index, bool sparse_grad = false) {
  const Value args[] = {box(input), box(dim), box(index), box(sparse_grad)};
  return call1(op_Gather, args);
}
inline Tensor scatter(const Tensor& input, int64_t dim, const Tensor& index, const Tensor& src) {
  const Value args[] = {box(input), box(dim), box(index), box(src)};
  return call1(op_Scatter, args);
}
inline void scatter_(const Tensor& input, int64_t dim, const Tensor& index, const Tensor& src) {
  const Value args[] = {box(input), box(dim), box(index), box(src)};
  call_inplace(op_Scatter, args);
}
inline Tensor scatter_value(const Tensor& input, int64_t dim, const Tensor& index, const Scalar& value) {
  const Value args[] = {box(input), box(dim), box(index), box(value)};
  return call1(op_ScatterValue, args);
}
inline void scatter_value_(const Tensor& input, int64_t dim, const Tensor& index, const Scalar& value) {
  const Value args[] = {box(input), box(dim), box(index), box(value)};
  call_inplace(op_ScatterValue, args);
}
inline Tensor scatter_add(const Tensor& input, int64_t dim, const Tensor& index, const Tensor& src) {
  const Value args[] = {box(input), box(dim), box(index), box(src)};
  return call1(op_ScatterAdd, args);
}
inline void scatter_add_(const Tensor& input, int64_t dim, const Tensor& index, const Tensor& src) {
  const Value args[] = {box(input), box(dim), box(index), box(src)};
  call_inplace(op_ScatterAdd, args);
}
inline Tensor take(const Tensor& input, const Tensor& index) {
  const Value args[] = {box(input), box(index)};
  return call1(op_Take, args);
}
inline Tensor take_along_dim(const Tensor& input, const Tensor& indices, std::optional<int64_t> dim = {}) {
  const Value args[] = {box(input), box(indices), box(dim)};
  return call1(op_TakeAlongDim, args);
}

}  // namespace vjp
