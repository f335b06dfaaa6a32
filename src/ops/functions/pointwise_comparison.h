// The operators of ops/pointwise_comparison.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_BitwiseAnd;
extern const OpDef op_BitwiseLeftShift;
extern const OpDef op_BitwiseNot;
extern const OpDef op_BitwiseOr;
extern const OpDef op_BitwiseRightShift;
extern const OpDef op_BitwiseXor;
extern const OpDef op_Eq;
extern const OpDef op_Ge;
extern const OpDef op_Gt;
extern const OpDef op_IsClose;
extern const OpDef op_IsFinite;
extern const OpDef op_IsInf;
extern const OpDef op_IsNan;
extern const OpDef op_IsNegInf;
extern const OpDef op_IsPosInf;
extern const OpDef op_Le;
extern const OpDef op_LogicalAnd;
extern const OpDef op_LogicalNot;
extern const OpDef op_LogicalOr;
extern const OpDef op_LogicalXor;
extern const OpDef op_Lt;
extern const OpDef op_Ne;
extern const OpDef op_Signbit;

inline Tensor bitwise_and(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_BitwiseAnd, args);
}
inline void bitwise_and_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_BitwiseAnd, args);
}
inline Tensor bitwise_left_shift(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_BitwiseLeftShift, args);
}
inline void bitwise_left_shift_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_BitwiseLeftShift, args);
}
inline Tensor bitwise_not(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_BitwiseNot, args);
}
inline void bitwise_not_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_BitwiseNot, args);
}
inline Tensor bitwise_or(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_BitwiseOr, args);
}
inline void bitwise_or_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_BitwiseOr, args);
}
inline Tensor bitwise_right_shift(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_BitwiseRightShift, args);
}
inline void bitwise_right_shift_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_BitwiseRightShift, args);
}
inline Tensor bitwise_xor(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_BitwiseXor, args);
}
inline void bitwise_xor_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_BitwiseXor, args);
}
inline Tensor eq(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Eq, args);
}
inline void eq_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_Eq, args);
}
inline Tensor ge(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Ge, args);
}
inline void ge_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_Ge, args);
}
inline Tensor gt(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Gt, args);
}
inline void gt_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_Gt, args);
}
inline Tensor isclose(const Tensor& input, const Tensor& other, double rtol = 1e-05, double atol = 1e-08, bool equal_nan = false) {
  const Value args[] = {box(input), box(other), box(rtol), box(atol), box(equal_nan)};
  return call1(op_IsClose, args);
}
inline Tensor isfinite(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_IsFinite, args);
}
inline void isfinite_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_IsFinite, args);
}
inline Tensor isinf(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_IsInf, args);
}
inline void isinf_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_IsInf, args);
}
inline Tensor isnan(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_IsNan, args);
}
inline void isnan_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_IsNan, args);
}
inline Tensor isneginf(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_IsNegInf, args);
}
inline void isneginf_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_IsNegInf, args);
}
inline Tensor isposinf(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_IsPosInf, args);
}
inline void isposinf_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_IsPosInf, args);
}
inline Tensor le(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Le, args);
}
inline void le_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_Le, args);
}
inline Tensor logical_and(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_LogicalAnd, args);
}
inline void logical_and_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_LogicalAnd, args);
}
inline Tensor logical_not(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_LogicalNot, args);
}
inline void logical_not_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_LogicalNot, args);
}
inline Tensor logical_or(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_LogicalOr, args);
}
inline void logical_or_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_LogicalOr, args);
}
inline Tensor logical_xor(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_LogicalXor, args);
}
inline void logical_xor_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_LogicalXor, args);
}
inline Tensor lt(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Lt, args);
}
inline void lt_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_Lt, args);
}
inline Tensor ne(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Ne, args);
}
inline void ne_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_Ne, args);
}
inline Tensor signbit(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Signbit, args);
}
inline void signbit_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Signbit, args);
}

}  // namespace vjp
