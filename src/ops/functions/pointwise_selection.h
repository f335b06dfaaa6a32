// The operators of ops/pointwise_selection.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_ClampMaxTensor;
extern const OpDef op_ClampMaxNumber;
extern const OpDef op_ClampMinTensor;
extern const OpDef op_ClampMinNumber;
extern const OpDef op_ClampNumbers;
extern const OpDef op_ReplaceNonFinite;
extern const OpDef op_Addcdiv;
extern const OpDef op_Addcmul;
extern const OpDef op_Clamp;
extern const OpDef op_ClampMax;
extern const OpDef op_ClampMin;
extern const OpDef op_Complex;
extern const OpDef op_Fmax;
extern const OpDef op_Fmin;
extern const OpDef op_Lerp;
extern const OpDef op_MaxOther;
extern const OpDef op_Maximum;
extern const OpDef op_MinOther;
extern const OpDef op_Minimum;
extern const OpDef op_NanToNum;
extern const OpDef op_Polar;
extern const OpDef op_Positive;
extern const OpDef op_Rsub;
extern const OpDef op_Where;

inline Tensor _clamp_max(const Tensor& input, const Tensor& max) {
  const Value args[] = {box(input), box(max)};
  return call1(op_ClampMaxTensor, args);
}
inline void _clamp_max_(const Tensor& input, const Tensor& max) {
  const Value args[] = {box(input), box(max)};
  call_inplace(op_ClampMaxTensor, args);
}
inline Tensor _clamp_max_number(const Tensor& input, const Operand& max) {
  const Value args[] = {box(input), box(max)};
  return call1(op_ClampMaxNumber, args);
}
inline void _clamp_max_number_(const Tensor& input, const Operand& max) {
  const Value args[] = {box(input), box(max)};
  call_inplace(op_ClampMaxNumber, args);
}
inline Tensor _clamp_min(const Tensor& input, const Tensor& min) {
  const Value args[] = {box(input), box(min)};
  return call1(op_ClampMinTensor, args);
}
inline void _clamp_min_(const Tensor& input, const Tensor& min) {
  const Value args[] = {box(input), box(min)};
  call_inplace(op_ClampMinTensor, args);
}
inline Tensor _clamp_min_number(const Tensor& input, const Operand& min) {
  const Value args[] = {box(input), box(min)};
  return call1(op_ClampMinNumber, args);
}
inline void _clamp_min_number_(const Tensor& input, const Operand& min) {
  const Value args[] = {box(input), box(min)};
  call_inplace(op_ClampMinNumber, args);
}
inline Tensor _clamp_numbers(const Tensor& input, const Operand& min, const Operand& max) {
  const Value args[] = {box(input), box(min), box(max)};
  return call1(op_ClampNumbers, args);
}
inline void _clamp_numbers_(const Tensor& input, const Operand& min, const Operand& max) {
  const Value args[] = {box(input), box(min), box(max)};
  call_inplace(op_ClampNumbers, args);
}
inline Tensor _nan_to_num(const Tensor& input, double nan, double posinf, double neginf) {
  const Value args[] = {box(input), box(nan), box(posinf), box(neginf)};
  return call1(op_ReplaceNonFinite, args);
}
inline void _nan_to_num_(const Tensor& input, double nan, double posinf, double neginf) {
  const Value args[] = {box(input), box(nan), box(posinf), box(neginf)};
  call_inplace(op_ReplaceNonFinite, args);
}
inline Tensor addcdiv(const Tensor& input, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value = 1) {
  const Value args[] = {box(input), box(tensor1), box(tensor2), box(value)};
  return call1(op_Addcdiv, args);
}
inline void addcdiv_(const Tensor& input, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value = 1) {
  const Value args[] = {box(input), box(tensor1), box(tensor2), box(value)};
  call_inplace(op_Addcdiv, args);
}
inline Tensor addcmul(const Tensor& input, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value = 1) {
  const Value args[] = {box(input), box(tensor1), box(tensor2), box(value)};
  return call1(op_Addcmul, args);
}
inline void addcmul_(const Tensor& input, const Tensor& tensor1, const Tensor& tensor2, const Scalar& value = 1) {
  const Value args[] = {box(input), box(tensor1), box(tensor2), box(value)};
  call_inplace(op_Addcmul, args);
}
inline Tensor clamp(const Tensor& input, std::optional<Operand> min = {}, std::optional<Operand> max = {}) {
  const Value args[] = {box(input), box(min), box(max)};
  return call1(op_Clamp, args);
}
inline void clamp_(const Tensor& input, std::optional<Operand> min = {}, std::optional<Operand> max = {}) {
  const Value args[] = {box(input), box(min), box(max)};
  call_inplace(op_Clamp, args);
}
inline Tensor clamp_max(const Tensor& input, const Operand& max) {
  const Value args[] = {box(input), box(max)};
  return call1(op_ClampMax, args);
}
inline void clamp_max_(const Tensor& input, const Operand& max) {
  const Value args[] = {box(input), box(max)};
  call_inplace(op_ClampMax, args);
}
inline Tensor clamp_min(const Tensor& input, const Operand& min) {
  const Value args[] = {box(input), box(min)};
  return call1(op_ClampMin, args);
}
inline void clamp_min_(const Tensor& input, const Operand& min) {
  const Value args[] = {box(input), box(min)};
  call_inplace(op_ClampMin, args);
}
inline Tensor complex(const Tensor& real, const Tensor& imag) {
  const Value args[] = {box(real), box(imag)};
  return call1(op_Complex, args);
}
inline Tensor fmax(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Fmax, args);
}
inline void fmax_(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_Fmax, args);
}
inline Tensor fmin(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Fmin, args);
}
inline void fmin_(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_Fmin, args);
}
inline Tensor lerp(const Tensor& input, const Tensor& end, const Operand& weight) {
  const Value args[] = {box(input), box(end), box(weight)};
  return call1(op_Lerp, args);
}
inline void lerp_(const Tensor& input, const Tensor& end, const Operand& weight) {
  const Value args[] = {box(input), box(end), box(weight)};
  call_inplace(op_Lerp, args);
}
inline Tensor max_other(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_MaxOther, args);
}
inline Tensor maximum(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Maximum, args);
}
inline void maximum_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_Maximum, args);
}
inline Tensor min_other(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_MinOther, args);
}
inline Tensor minimum(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Minimum, args);
}
inline void minimum_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_Minimum, args);
}
inline Tensor nan_to_num(const Tensor& input, std::optional<double> nan = {}, std::optional<double> posinf = {}, std::optional<double> neginf = {}) {
  const Value args[] = {box(input), box(nan), box(posinf), box(neginf)};
  return call1(op_NanToNum, args);
}
inline void nan_to_num_(const Tensor& input, std::optional<double> nan = {}, std::optional<double> posinf = {}, std::optional<double> neginf = {}) {
  const Value args[] = {box(input), box(nan), box(posinf), box(neginf)};
  call_inplace(op_NanToNum, args);
}
inline Tensor polar(const Tensor& abs, const Tensor& angle) {
  const Value args[] = {box(abs), box(angle)};
  return call1(op_Polar, args);
}
inline Tensor positive(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Positive, args);
}
inline Tensor rsub(const Tensor& input, const Operand& other, const Scalar& alpha = 1) {
  const Value args[] = {box(input), box(other), box(alpha)};
  return call1(op_Rsub, args);
}
inline Tensor where(const Tensor& condition, const Operand& input, const Operand& other) {
  const Value args[] = {box(condition), box(input), box(other)};
  return call1(op_Where, args);
}

}  // namespace vjp
