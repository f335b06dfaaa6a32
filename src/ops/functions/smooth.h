// The operators of ops/smooth.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_GeluTanhFirst;
extern const OpDef op_GeluTanhSecond;
extern const OpDef op_HypotSlope;
extern const OpDef op_Logistic;
extern const OpDef op_LogisticSlope;
extern const OpDef op_MishFirst;
extern const OpDef op_MishSecond;
extern const OpDef op_OneMinusSquare;
extern const OpDef op_SiluFirst;
extern const OpDef op_SiluSecond;
extern const OpDef op_SincDerivative;
extern const OpDef op_SphericalDerivative;
extern const OpDef op_SteadyTanh;

inline Tensor _gelu_tanh_first(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_GeluTanhFirst, args);
}
inline Tensor _gelu_tanh_second(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_GeluTanhSecond, args);
}
inline Tensor _hypot_slope(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_HypotSlope, args);
}
inline Tensor _logistic(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Logistic, args);
}
inline Tensor _logistic_slope(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_LogisticSlope, args);
}
inline Tensor _mish_first(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_MishFirst, args);
}
inline Tensor _mish_second(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_MishSecond, args);
}
inline Tensor _one_minus_square(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_OneMinusSquare, args);
}
inline Tensor _silu_first(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_SiluFirst, args);
}
inline Tensor _silu_second(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_SiluSecond, args);
}
inline Tensor _sinc_derivative(const Tensor& input, int64_t order) {
  const Value args[] = {box(input), box(order)};
  return call1(op_SincDerivative, args);
}
inline Tensor _spherical_bessel_j0_derivative(const Tensor& input, int64_t order) {
  const Value args[] = {box(input), box(order)};
  return call1(op_SphericalDerivative, args);
}
inline Tensor _steady_tanh(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_SteadyTanh, args);
}

}  // namespace vjp
