// The operators of ops/pointwise_rounding.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_RoundScaled;
extern const OpDef op_TruncDivide;
extern const OpDef op_Abs;
extern const OpDef op_Angle;
extern const OpDef op_Ceil;
extern const OpDef op_Copysign;
extern const OpDef op_DivRounded;
extern const OpDef op_Floor;
extern const OpDef op_FloorDivide;
extern const OpDef op_Fmod;
extern const OpDef op_Frac;
extern const OpDef op_Remainder;
extern const OpDef op_Round;
extern const OpDef op_RoundDecimals;
extern const OpDef op_Sgn;
extern const OpDef op_Sign;
extern const OpDef op_TrueDivide;
extern const OpDef op_Trunc;

inline Tensor _round_scaled(const Tensor& input, double up, double down) {
  const Value args[] = {box(input), box(up), box(down)};
  return call1(op_RoundScaled, args);
}
inline void _round_scaled_(const Tensor& input, double up, double down) {
  const Value args[] = {box(input), box(up), box(down)};
  call_inplace(op_RoundScaled, args);
}
inline Tensor _trunc_divide(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_TruncDivide, args);
}
inline void _trunc_divide_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_TruncDivide, args);
}
inline Tensor abs(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Abs, args);
}
inline void abs_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Abs, args);
}
inline Tensor angle(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Angle, args);
}
inline Tensor ceil(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Ceil, args);
}
inline void ceil_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Ceil, args);
}
inline Tensor copysign(const Tensor& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Copysign, args);
}
inline void copysign_(const Tensor& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_Copysign, args);
}
inline Tensor div_rounding_mode(const Operand& input, const Operand& other, const char* rounding_mode) {
  const Value args[] = {box(input), box(other), box(rounding_mode)};
  return call1(op_DivRounded, args);
}
inline void div_rounding_mode_(const Operand& input, const Operand& other, const char* rounding_mode) {
  const Value args[] = {box(input), box(other), box(rounding_mode)};
  call_inplace(op_DivRounded, args);
}
inline Tensor floor(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Floor, args);
}
inline void floor_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Floor, args);
}
inline Tensor floor_divide(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_FloorDivide, args);
}
inline void floor_divide_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_FloorDivide, args);
}
inline Tensor fmod(const Tensor& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Fmod, args);
}
inline void fmod_(const Tensor& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_Fmod, args);
}
inline Tensor frac(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Frac, args);
}
inline void frac_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Frac, args);
}
inline Tensor remainder(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Remainder, args);
}
inline void remainder_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_Remainder, args);
}
inline Tensor round(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Round, args);
}
inline void round_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Round, args);
}
inline Tensor round_decimals(const Tensor& input, int64_t decimals) {
  const Value args[] = {box(input), box(decimals)};
  return call1(op_RoundDecimals, args);
}
inline void round_decimals_(const Tensor& input, int64_t decimals) {
  const Value args[] = {box(input), box(decimals)};
  call_inplace(op_RoundDecimals, args);
}
inline Tensor sgn(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Sgn, args);
}
inline void sgn_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Sgn, args);
}
inline Tensor sign(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Sign, args);
}
inline void sign_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Sign, args);
}
inline Tensor true_divide(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_TrueDivide, args);
}
inline void true_divide_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_TrueDivide, args);
}
inline Tensor trunc(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Trunc, args);
}
inline void trunc_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Trunc, args);
}

}  // namespace vjp
