// The operators of ops/sparse_layout.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_SparseCoalesce;
extern const OpDef op_SparseMake;
extern const OpDef op_SparseTake;
extern const OpDef op_SparseToDense;

inline Tensor _sparse_coalesce(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_SparseCoalesce, args);
}
inline Tensor _sparse_make(const Tensor& values, const Tensor& first, const Tensor& second, IntSpan size, int64_t layout, bool coalesced) {
  const Value args[] = {box(values), box(first), box(second), box(size), box(layout), box(coalesced)};
  return call1(op_SparseMake, args);
}
inline Tensor _sparse_take(const Tensor& input, const Tensor& first, const Tensor& second, IntSpan block, int64_t layout, bool coalesced, int64_t input_layout) {
  const Value args[] = {box(input), box(first), box(second), box(block), box(layout), box(coalesced), box(input_layout)};
  return call1(op_SparseTake, args);
}
inline Tensor _sparse_to_dense(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_SparseToDense, args);
}

}  // namespace vjp
