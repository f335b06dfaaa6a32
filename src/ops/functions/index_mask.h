// The operators of ops/index_mask.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_UnsafeMaskedIndex;
extern const OpDef op_UnsafeMaskedIndexPutAccumulate;
extern const OpDef op_MaskedFill;
extern const OpDef op_MaskedScatter;
extern const OpDef op_MaskedSelect;
extern const OpDef op_Nonzero;

inline Tensor _unsafe_masked_index(const Tensor& input, const Tensor& mask, TensorList indices, const Scalar& fill) {
  const Value args[] = {box(input), box(mask), box(indices), box(fill)};
  return call1(op_UnsafeMaskedIndex, args);
}
inline Tensor _unsafe_masked_index_put_accumulate(const Tensor& input, const Tensor& mask, TensorList indices, const Tensor& values) {
  const Value args[] = {box(input), box(mask), box(indices), box(values)};
  return call1(op_UnsafeMaskedIndexPutAccumulate, args);
}
inline Tensor masked_fill(const Tensor& input, const Tensor& mask, const Operand& value) {
  const Value args[] = {box(input), box(mask), box(value)};
  return call1(op_MaskedFill, args);
}
inline void masked_fill_(const Tensor& input, const Tensor& mask, const Operand& value) {
  const Value args[] = {box(input), box(mask), box(value)};
  call_inplace(op_MaskedFill, args);
}
inline Tensor masked_scatter(const Tensor& input, const Tensor& mask, const Tensor& source) {
  const Value args[] = {box(input), box(mask), box(source)};
  return call1(op_MaskedScatter, args);
}
inline void masked_scatter_(const Tensor& input, const Tensor& mask, const Tensor& source) {
  const Value args[] = {box(input), box(mask), box(source)};
  call_inplace(op_MaskedScatter, args);
}
inline Tensor masked_select(const Tensor& input, const Tensor& mask) {
  const Value args[] = {box(input), box(mask)};
  return call1(op_MaskedSelect, args);
}
inline Tensor nonzero(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Nonzero, args);
}

}  // namespace vjp
