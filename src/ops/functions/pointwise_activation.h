// The operators of ops/pointwise_activation.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_CeluKernel;
extern const OpDef op_GeluExact;
extern const OpDef op_GeluPartial;
extern const OpDef op_GeluTanh;
extern const OpDef op_PreluKernel;
extern const OpDef op_SoftsignReal;
extern const OpDef op_Celu;
extern const OpDef op_Elu;
extern const OpDef op_Gelu;
extern const OpDef op_Glu;
extern const OpDef op_Hardshrink;
extern const OpDef op_Hardsigmoid;
extern const OpDef op_Hardswish;
extern const OpDef op_Hardtanh;
extern const OpDef op_LeakyRelu;
extern const OpDef op_LogSigmoid;
extern const OpDef op_Mish;
extern const OpDef op_Prelu;
extern const OpDef op_Relu;
extern const OpDef op_Relu6;
extern const OpDef op_Selu;
extern const OpDef op_Silu;
extern const OpDef op_Softplus;
extern const OpDef op_Softshrink;
extern const OpDef op_Softsign;
extern const OpDef op_Tanhshrink;
extern const OpDef op_Threshold;

inline Tensor _celu(const Tensor& input, double alpha) {
  const Value args[] = {box(input), box(alpha)};
  return call1(op_CeluKernel, args);
}
inline void _celu_(const Tensor& input, double alpha) {
  const Value args[] = {box(input), box(alpha)};
  call_inplace(op_CeluKernel, args);
}
inline Tensor _gelu(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_GeluExact, args);
}
inline void _gelu_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_GeluExact, args);
}
inline Tensor _gelu_partial(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_GeluPartial, args);
}
inline void _gelu_partial_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_GeluPartial, args);
}
inline Tensor _gelu_tanh(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_GeluTanh, args);
}
inline void _gelu_tanh_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_GeluTanh, args);
}
inline Tensor _prelu(const Tensor& input, const Tensor& weight) {
  const Value args[] = {box(input), box(weight)};
  return call1(op_PreluKernel, args);
}
inline void _prelu_(const Tensor& input, const Tensor& weight) {
  const Value args[] = {box(input), box(weight)};
  call_inplace(op_PreluKernel, args);
}
inline Tensor _softsign(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_SoftsignReal, args);
}
inline Tensor celu(const Tensor& input, double alpha = 1.0) {
  const Value args[] = {box(input), box(alpha)};
  return call1(op_Celu, args);
}
inline void celu_(const Tensor& input, double alpha = 1.0) {
  const Value args[] = {box(input), box(alpha)};
  call_inplace(op_Celu, args);
}
inline Tensor elu(const Tensor& input, double alpha = 1.0) {
  const Value args[] = {box(input), box(alpha)};
  return call1(op_Elu, args);
}
inline void elu_(const Tensor& input, double alpha = 1.0) {
  const Value args[] = {box(input), box(alpha)};
  call_inplace(op_Elu, args);
}
inline Tensor gelu(const Tensor& input, const char* approximate = "none") {
  const Value args[] = {box(input), box(approximate)};
  return call1(op_Gelu, args);
}
inline Tensor glu(const Tensor& input, int64_t dim = -1) {
  const Value args[] = {box(input), box(dim)};
  return call1(op_Glu, args);
}
inline Tensor hardshrink(const Tensor& input, const Scalar& lambd = 0.5) {
  const Value args[] = {box(input), box(lambd)};
  return call1(op_Hardshrink, args);
}
inline void hardshrink_(const Tensor& input, const Scalar& lambd = 0.5) {
  const Value args[] = {box(input), box(lambd)};
  call_inplace(op_Hardshrink, args);
}
inline Tensor hardsigmoid(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Hardsigmoid, args);
}
inline void hardsigmoid_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Hardsigmoid, args);
}
inline Tensor hardswish(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Hardswish, args);
}
inline void hardswish_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Hardswish, args);
}
inline Tensor hardtanh(const Tensor& input, const Scalar& min_val = -1.0, const Scalar& max_val = 1.0) {
  const Value args[] = {box(input), box(min_val), box(max_val)};
  return call1(op_Hardtanh, args);
}
inline void hardtanh_(const Tensor& input, const Scalar& min_val = -1.0, const Scalar& max_val = 1.0) {
  const Value args[] = {box(input), box(min_val), box(max_val)};
  call_inplace(op_Hardtanh, args);
}
inline Tensor leaky_relu(const Tensor& input, double negative_slope = 0.01) {
  const Value args[] = {box(input), box(negative_slope)};
  return call1(op_LeakyRelu, args);
}
inline void leaky_relu_(const Tensor& input, double negative_slope = 0.01) {
  const Value args[] = {box(input), box(negative_slope)};
  call_inplace(op_LeakyRelu, args);
}
inline Tensor logsigmoid(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_LogSigmoid, args);
}
inline void logsigmoid_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_LogSigmoid, args);
}
inline Tensor mish(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Mish, args);
}
inline void mish_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Mish, args);
}
inline Tensor prelu(const Tensor& input, const Tensor& weight) {
  const Value args[] = {box(input), box(weight)};
  return call1(op_Prelu, args);
}
inline Tensor relu(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Relu, args);
}
inline void relu_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Relu, args);
}
inline Tensor relu6(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Relu6, args);
}
inline void relu6_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Relu6, args);
}
inline Tensor selu(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Selu, args);
}
inline void selu_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Selu, args);
}
inline Tensor silu(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Silu, args);
}
inline void silu_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Silu, args);
}
inline Tensor softplus(const Tensor& input, const Scalar& beta = 1, const Scalar& threshold = 20) {
  const Value args[] = {box(input), box(beta), box(threshold)};
  return call1(op_Softplus, args);
}
inline void softplus_(const Tensor& input, const Scalar& beta = 1, const Scalar& threshold = 20) {
  const Value args[] = {box(input), box(beta), box(threshold)};
  call_inplace(op_Softplus, args);
}
inline Tensor softshrink(const Tensor& input, const Scalar& lambd = 0.5) {
  const Value args[] = {box(input), box(lambd)};
  return call1(op_Softshrink, args);
}
inline void softshrink_(const Tensor& input, const Scalar& lambd = 0.5) {
  const Value args[] = {box(input), box(lambd)};
  call_inplace(op_Softshrink, args);
}
inline Tensor softsign(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Softsign, args);
}
inline Tensor tanhshrink(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Tanhshrink, args);
}
inline void tanhshrink_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Tanhshrink, args);
}
inline Tensor threshold(const Tensor& input, const Scalar& threshold, const Scalar& value) {
  const Value args[] = {box(input), box(threshold), box(value)};
  return call1(op_Threshold, args);
}
inline void threshold_(const Tensor& input, const Scalar& threshold, const Scalar& value) {
  const Value args[] = {box(input), box(threshold), box(value)};
  call_inplace(op_Threshold, args);
}

}  // namespace vjp
