// The operators of ops/index_slices.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_IndexAddZeros;
extern const OpDef op_ZeroSlice;
extern const OpDef op_Embedding;
extern const OpDef op_IndexAdd;
extern const OpDef op_IndexSelect;

inline Tensor _index_add_zeros(const Tensor& source, const Tensor& index, IntSpan size, int64_t dim) {
  const Value args[] = {box(source), box(index), box(size), box(dim)};
  return call1(op_IndexAddZeros, args);
}
inline Tensor _zero_slice(const Tensor& input, int64_t index) {
  const Value args[] = {box(input), box(index)};
  return call1(op_ZeroSlice, args);
}
inline Tensor embedding(const Tensor& input, const Tensor& weight, std::optional<int64_t> padding_idx = {}) {
  const Value args[] = {box(input), box(weight), box(padding_idx)};
  return call1(op_Embedding, args);
}
inline Tensor index_add(const Tensor& input, int64_t dim, const Tensor& index, const Tensor& source, const Scalar& alpha = 1) {
  const Value args[] = {box(input), box(dim), box(index), box(source), box(alpha)};
  return call1(op_IndexAdd, args);
}
inline void index_add_(const Tensor& input, int64_t dim, const Tensor& index, const Tensor& source, const Scalar& alpha = 1) {
  const Value args[] = {box(input), box(dim), box(index), box(source), box(alpha)};
  call_inplace(op_IndexAdd, args);
}
inline Tensor index_select(const Tensor& input, int64_t dim, const Tensor& index) {
  const Value args[] = {box(input), box(dim), box(index)};
  return call1(op_IndexSelect, args);
}

}  // namespace vjp
