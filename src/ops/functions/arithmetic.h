// The operators of ops/arithmetic.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_Add;
extern const OpDef op_AddAlpha;
extern const OpDef op_Cos;
extern const OpDef op_Div;
extern const OpDef op_Mul;
extern const OpDef op_Neg;
extern const OpDef op_Reciprocal;
extern const OpDef op_Sin;
extern const OpDef op_Square;
extern const OpDef op_Sub;
extern const OpDef op_SubAlpha;

inline Tensor add(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Add, args);
}
inline void add_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_Add, args);
}
inline Tensor add_alpha(const Operand& input, const Operand& other, const Scalar& alpha = 1) {
  const Value args[] = {box(input), box(other), box(alpha)};
  return call1(op_AddAlpha, args);
}
inline void add_alpha_(const Operand& input, const Operand& other, const Scalar& alpha = 1) {
  const Value args[] = {box(input), box(other), box(alpha)};
  call_inplace(op_AddAlpha, args);
}
inline Tensor cos(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Cos, args);
}
inline void cos_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Cos, args);
}
inline Tensor div(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Div, args);
}
inline void div_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_Div, args);
}
inline Tensor mul(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Mul, args);
}
inline void mul_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_Mul, args);
}
inline Tensor neg(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Neg, args);
}
inline void neg_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Neg, args);
}
inline Tensor reciprocal(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Reciprocal, args);
}
inline void reciprocal_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Reciprocal, args);
}
inline Tensor sin(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Sin, args);
}
inline void sin_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Sin, args);
}
inline Tensor square(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Square, args);
}
inline void square_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Square, args);
}
inline Tensor sub(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Sub, args);
}
inline void sub_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_Sub, args);
}
inline Tensor sub_alpha(const Operand& input, const Operand& other, const Scalar& alpha = 1) {
  const Value args[] = {box(input), box(other), box(alpha)};
  return call1(op_SubAlpha, args);
}
inline void sub_alpha_(const Operand& input, const Operand& other, const Scalar& alpha = 1) {
  const Value args[] = {box(input), box(other), box(alpha)};
  call_inplace(op_SubAlpha, args);
}

}  // namespace vjp
