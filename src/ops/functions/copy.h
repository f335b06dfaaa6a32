// The operators of ops/copy.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_InMemoryFormat;
extern const OpDef op_RowMajor;
extern const OpDef op_ToDtype;
extern const OpDef op_Clone;
extern const OpDef op_CloneInFormat;
extern const OpDef op_Contiguous;
extern const OpDef op_ContiguousInFormat;
extern const OpDef op_Copy;
extern const OpDef op_CopyNonBlocking;
extern const OpDef op_Fill;
extern const OpDef op_To;
extern const OpDef op_ToInFormat;
extern const OpDef op_Zero;

inline Tensor _in_memory_format(const Tensor& input, int64_t memory_format, int64_t of_gradient) {
  const Value args[] = {box(input), box(memory_format), box(of_gradient)};
  return call1(op_InMemoryFormat, args);
}
inline Tensor _row_major(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_RowMajor, args);
}
inline Tensor _to_dtype(const Tensor& input, Dtype dtype) {
  const Value args[] = {box(input), box(dtype)};
  return call1(op_ToDtype, args);
}
inline Tensor clone(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Clone, args);
}
inline Tensor clone_memory_format(const Tensor& input, int64_t memory_format) {
  const Value args[] = {box(input), box(memory_format)};
  return call1(op_CloneInFormat, args);
}
inline Tensor contiguous(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Contiguous, args);
}
inline Tensor contiguous_memory_format(const Tensor& input, int64_t memory_format) {
  const Value args[] = {box(input), box(memory_format)};
  return call1(op_ContiguousInFormat, args);
}
inline Tensor copy(const Tensor& input, const Tensor& src) {
  const Value args[] = {box(input), box(src)};
  return call1(op_Copy, args);
}
inline void copy_(const Tensor& input, const Tensor& src) {
  const Value args[] = {box(input), box(src)};
  call_inplace(op_Copy, args);
}
inline Tensor copy_non_blocking(const Tensor& input, const Tensor& src, bool non_blocking) {
  const Value args[] = {box(input), box(src), box(non_blocking)};
  return call1(op_CopyNonBlocking, args);
}
inline void copy_non_blocking_(const Tensor& input, const Tensor& src, bool non_blocking) {
  const Value args[] = {box(input), box(src), box(non_blocking)};
  call_inplace(op_CopyNonBlocking, args);
}
inline Tensor fill(const Tensor& input, const Operand& value) {
  const Value args[] = {box(input), box(value)};
  return call1(op_Fill, args);
}
inline void fill_(const Tensor& input, const Operand& value) {
  const Value args[] = {box(input), box(value)};
  call_inplace(op_Fill, args);
}
inline Tensor to(const Tensor& input, Dtype dtype = Dtype::None) {
  const Value args[] = {box(input), box(dtype)};
  return call1(op_To, args);
}
inline Tensor to_memory_format(const Tensor& input, Dtype dtype, int64_t memory_format) {
  const Value args[] = {box(input), box(dtype), box(memory_format)};
  return call1(op_ToInFormat, args);
}
inline Tensor zero(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Zero, args);
}
inline void zero_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Zero, args);
}

}  // namespace vjp
