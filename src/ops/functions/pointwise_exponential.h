// The operators of ops/pointwise_exponential.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_Cube;
extern const OpDef op_LogitWhole;
extern const OpDef op_LogitBounded;
extern const OpDef op_PolygammaOf;
extern const OpDef op_PowGeneral;
extern const OpDef op_RootPower;
extern const OpDef op_InverseRootPower;
extern const OpDef op_InversePower;
extern const OpDef op_Digamma;
extern const OpDef op_Entropy;
extern const OpDef op_Erf;
extern const OpDef op_Erfc;
extern const OpDef op_Erfinv;
extern const OpDef op_Exp;
extern const OpDef op_Exp2;
extern const OpDef op_Expm1;
extern const OpDef op_FloatPower;
extern const OpDef op_Ldexp;
extern const OpDef op_Lgamma;
extern const OpDef op_Log;
extern const OpDef op_Log10;
extern const OpDef op_Log1p;
extern const OpDef op_Log2;
extern const OpDef op_LogAddExp;
extern const OpDef op_LogAddExp2;
extern const OpDef op_Logit;
extern const OpDef op_Ndtr;
extern const OpDef op_Pow;
extern const OpDef op_Rsqrt;
extern const OpDef op_Sigmoid;
extern const OpDef op_Sqrt;
extern const OpDef op_XLog1pY;
extern const OpDef op_XLogY;

inline Tensor _cube(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Cube, args);
}
inline void _cube_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Cube, args);
}
inline Tensor _logit(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_LogitWhole, args);
}
inline void _logit_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_LogitWhole, args);
}
inline Tensor _logit_bounded(const Tensor& input, double eps) {
  const Value args[] = {box(input), box(eps)};
  return call1(op_LogitBounded, args);
}
inline void _logit_bounded_(const Tensor& input, double eps) {
  const Value args[] = {box(input), box(eps)};
  call_inplace(op_LogitBounded, args);
}
inline Tensor _polygamma(const Operand& n, const Tensor& input) {
  const Value args[] = {box(n), box(input)};
  return call1(op_PolygammaOf, args);
}
inline Tensor _pow(const Operand& input, const Operand& exponent) {
  const Value args[] = {box(input), box(exponent)};
  return call1(op_PowGeneral, args);
}
inline void _pow_(const Operand& input, const Operand& exponent) {
  const Value args[] = {box(input), box(exponent)};
  call_inplace(op_PowGeneral, args);
}
inline Tensor _power_of_half(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_RootPower, args);
}
inline void _power_of_half_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_RootPower, args);
}
inline Tensor _power_of_minus_half(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_InverseRootPower, args);
}
inline void _power_of_minus_half_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_InverseRootPower, args);
}
inline Tensor _power_of_minus_one(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_InversePower, args);
}
inline void _power_of_minus_one_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_InversePower, args);
}
inline Tensor digamma(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Digamma, args);
}
inline void digamma_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Digamma, args);
}
inline Tensor entr(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Entropy, args);
}
inline void entr_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Entropy, args);
}
inline Tensor erf(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Erf, args);
}
inline void erf_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Erf, args);
}
inline Tensor erfc(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Erfc, args);
}
inline void erfc_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Erfc, args);
}
inline Tensor erfinv(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Erfinv, args);
}
inline void erfinv_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Erfinv, args);
}
inline Tensor exp(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Exp, args);
}
inline void exp_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Exp, args);
}
inline Tensor exp2(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Exp2, args);
}
inline void exp2_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Exp2, args);
}
inline Tensor expm1(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Expm1, args);
}
inline void expm1_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Expm1, args);
}
inline Tensor float_power(const Operand& input, const Operand& exponent) {
  const Value args[] = {box(input), box(exponent)};
  return call1(op_FloatPower, args);
}
inline void float_power_(const Operand& input, const Operand& exponent) {
  const Value args[] = {box(input), box(exponent)};
  call_inplace(op_FloatPower, args);
}
inline Tensor ldexp(const Tensor& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Ldexp, args);
}
inline void ldexp_(const Tensor& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_Ldexp, args);
}
inline Tensor lgamma(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Lgamma, args);
}
inline void lgamma_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Lgamma, args);
}
inline Tensor log(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Log, args);
}
inline void log_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Log, args);
}
inline Tensor log10(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Log10, args);
}
inline void log10_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Log10, args);
}
inline Tensor log1p(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Log1p, args);
}
inline void log1p_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Log1p, args);
}
inline Tensor log2(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Log2, args);
}
inline void log2_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Log2, args);
}
inline Tensor logaddexp(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_LogAddExp, args);
}
inline void logaddexp_(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_LogAddExp, args);
}
inline Tensor logaddexp2(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_LogAddExp2, args);
}
inline void logaddexp2_(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_LogAddExp2, args);
}
inline Tensor logit(const Tensor& input, std::optional<double> eps = {}) {
  const Value args[] = {box(input), box(eps)};
  return call1(op_Logit, args);
}
inline void logit_(const Tensor& input, std::optional<double> eps = {}) {
  const Value args[] = {box(input), box(eps)};
  call_inplace(op_Logit, args);
}
inline Tensor ndtr(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Ndtr, args);
}
inline void ndtr_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Ndtr, args);
}
inline Tensor pow(const Operand& input, const Operand& exponent) {
  const Value args[] = {box(input), box(exponent)};
  return call1(op_Pow, args);
}
inline void pow_(const Operand& input, const Operand& exponent) {
  const Value args[] = {box(input), box(exponent)};
  call_inplace(op_Pow, args);
}
inline Tensor rsqrt(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Rsqrt, args);
}
inline void rsqrt_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Rsqrt, args);
}
inline Tensor sigmoid(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Sigmoid, args);
}
inline void sigmoid_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Sigmoid, args);
}
inline Tensor sqrt(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Sqrt, args);
}
inline void sqrt_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Sqrt, args);
}
inline Tensor xlog1py(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_XLog1pY, args);
}
inline void xlog1py_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_XLog1pY, args);
}
inline Tensor xlogy(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_XLogY, args);
}
inline void xlogy_(const Operand& input, const Operand& other) {
  const Value args[] = {box(input), box(other)};
  call_inplace(op_XLogY, args);
}

}  // namespace vjp
