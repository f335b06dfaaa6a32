// The operators of ops/pointwise_trigonometric.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_Acos;
extern const OpDef op_Acosh;
extern const OpDef op_Asin;
extern const OpDef op_Asinh;
extern const OpDef op_Atan;
extern const OpDef op_Atan2;
extern const OpDef op_Atanh;
extern const OpDef op_Cosh;
extern const OpDef op_Deg2rad;
extern const OpDef op_Hypot;
extern const OpDef op_Rad2deg;
extern const OpDef op_Sinc;
extern const OpDef op_Sinh;
extern const OpDef op_Tan;
extern const OpDef op_Tanh;

inline Tensor acos(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Acos, args);
}
inline void acos_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Acos, args);
}
inline Tensor acosh(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Acosh, args);
}
inline void acosh_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Acosh, args);
}
inline Tensor asin(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Asin, args);
}
inline void asin_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Asin, args);
}
inline Tensor asinh(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Asinh, args);
}
inline void asinh_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Asinh, args);
}
inline Tensor atan(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Atan, args);
}
inline void atan_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Atan, args);
}
inline Tensor atan2(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Atan2, args);
}
inline void atan2_(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_Atan2, args);
}
inline Tensor atanh(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Atanh, args);
}
inline void atanh_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Atanh, args);
}
inline Tensor cosh(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Cosh, args);
}
inline void cosh_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Cosh, args);
}
inline Tensor deg2rad(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Deg2rad, args);
}
inline void deg2rad_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Deg2rad, args);
}
inline Tensor hypot(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Hypot, args);
}
inline void hypot_(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_Hypot, args);
}
inline Tensor rad2deg(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Rad2deg, args);
}
inline void rad2deg_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Rad2deg, args);
}
inline Tensor sinc(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Sinc, args);
}
inline void sinc_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Sinc, args);
}
inline Tensor sinh(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Sinh, args);
}
inline void sinh_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Sinh, args);
}
inline Tensor tan(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Tan, args);
}
inline void tan_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Tan, args);
}
inline Tensor tanh(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Tanh, args);
}
inline void tanh_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Tanh, args);
}

}  // namespace vjp
