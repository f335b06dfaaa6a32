// The operators of ops/join_stack.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_BlockDiag;
extern const OpDef op_CartesianProd;
extern const OpDef op_ColumnStack;
extern const OpDef op_Combinations;
extern const OpDef op_DStack;
extern const OpDef op_HStack;
extern const OpDef op_VStack;

inline Tensor block_diag(TensorList tensors) {
  const Value args[] = {box(tensors)};
  return call1(op_BlockDiag, args);
}
inline Tensor cartesian_prod(TensorList tensors) {
  const Value args[] = {box(tensors)};
  return call1(op_CartesianProd, args);
}
inline Tensor column_stack(TensorList tensors) {
  const Value args[] = {box(tensors)};
  return call1(op_ColumnStack, args);
}
inline Tensor combinations(const Tensor& input, int64_t r = 2, bool with_replacement = false) {
  const Value args[] = {box(input), box(r), box(with_replacement)};
  return call1(op_Combinations, args);
}
inline Tensor dstack(TensorList tensors) {
  const Value args[] = {box(tensors)};
  return call1(op_DStack, args);
}
inline Tensor hstack(TensorList tensors) {
  const Value args[] = {box(tensors)};
  return call1(op_HStack, args);
}
inline Tensor vstack(TensorList tensors) {
  const Value args[] = {box(tensors)};
  return call1(op_VStack, args);
}

}  // namespace vjp
