// The operators of ops/random.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_DropoutApply;
extern const OpDef op_DropoutMask;
extern const OpDef op_RandomSlopes;
extern const OpDef op_Bernoulli;
extern const OpDef op_BernoulliP;
extern const OpDef op_Dropout;
extern const OpDef op_Multinomial;
extern const OpDef op_NativeDropoutBackward;
extern const OpDef op_Normal;
extern const OpDef op_NormalSize;
extern const OpDef op_Rand;
extern const OpDef op_RandLike;
extern const OpDef op_Randint;
extern const OpDef op_RandintLow;
extern const OpDef op_Randn;
extern const OpDef op_RandnLike;
extern const OpDef op_Randperm;
extern const OpDef op_Rrelu;
extern const OpDef op_Uniform;

inline Tensor _dropout_apply(const Tensor& input, const Tensor& mask) {
  const Value args[] = {box(input), box(mask)};
  return call1(op_DropoutApply, args);
}
inline Tensor _dropout_mask(const Tensor& input, double p, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(p), box(generator)};
  return call1(op_DropoutMask, args);
}
inline Tensor _random_slopes(const Tensor& input, double lower, double upper, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(lower), box(upper), box(generator)};
  return call1(op_RandomSlopes, args);
}
inline Tensor bernoulli(const Tensor& input, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(generator)};
  return call1(op_Bernoulli, args);
}
inline Tensor bernoulli_p(const Tensor& input, double p, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(p), box(generator)};
  return call1(op_BernoulliP, args);
}
inline void bernoulli_p_(const Tensor& input, double p, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(p), box(generator)};
  call_inplace(op_BernoulliP, args);
}
inline Tensor dropout(const Tensor& input, double p = 0.5, bool training = true, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(p), box(training), box(generator)};
  return call1(op_Dropout, args);
}
inline void dropout_(const Tensor& input, double p = 0.5, bool training = true, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(p), box(training), box(generator)};
  call_inplace(op_Dropout, args);
}
inline Tensor multinomial(const Tensor& input, int64_t num_samples, bool replacement = false, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(num_samples), box(replacement), box(generator)};
  return call1(op_Multinomial, args);
}
inline Tensor native_dropout_backward(const Tensor& grad_output, const Tensor& mask, double scale) {
  const Value args[] = {box(grad_output), box(mask), box(scale)};
  return call1(op_NativeDropoutBackward, args);
}
inline Tensor normal(const Tensor& input, double mean = 0.0, double std = 1.0, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(mean), box(std), box(generator)};
  return call1(op_Normal, args);
}
inline void normal_(const Tensor& input, double mean = 0.0, double std = 1.0, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(mean), box(std), box(generator)};
  call_inplace(op_Normal, args);
}
inline Tensor normal_size(double mean, double std, IntSpan size, Dtype dtype = Dtype::None, Generator* generator = nullptr) {
  const Value args[] = {box(mean), box(std), box(size), box(dtype), box(generator)};
  return call1(op_NormalSize, args);
}
inline Tensor rand(IntSpan size, Dtype dtype = Dtype::None, Generator* generator = nullptr) {
  const Value args[] = {box(size), box(dtype), box(generator)};
  return call1(op_Rand, args);
}
inline Tensor rand_like(const Tensor& input, Dtype dtype = Dtype::None, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(dtype), box(generator)};
  return call1(op_RandLike, args);
}
inline Tensor randint(int64_t high, IntSpan size, Dtype dtype = Dtype::None, Generator* generator = nullptr) {
  const Value args[] = {box(high), box(size), box(dtype), box(generator)};
  return call1(op_Randint, args);
}
inline Tensor randint_low(int64_t low, int64_t high, IntSpan size, Dtype dtype = Dtype::None, Generator* generator = nullptr) {
  const Value args[] = {box(low), box(high), box(size), box(dtype), box(generator)};
  return call1(op_RandintLow, args);
}
inline Tensor randn(IntSpan size, Dtype dtype = Dtype::None, Generator* generator = nullptr) {
  const Value args[] = {box(size), box(dtype), box(generator)};
  return call1(op_Randn, args);
}
inline Tensor randn_like(const Tensor& input, Dtype dtype = Dtype::None, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(dtype), box(generator)};
  return call1(op_RandnLike, args);
}
inline Tensor randperm(int64_t n, Dtype dtype = Dtype::None, Generator* generator = nullptr) {
  const Value args[] = {box(n), box(dtype), box(generator)};
  return call1(op_Randperm, args);
}
inline Tensor rrelu(const Tensor& input, double lower = 0.125, double upper = 0.3333333333333333, bool training = false, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(lower), box(upper), box(training), box(generator)};
  return call1(op_Rrelu, args);
}
inline void rrelu_(const Tensor& input, double lower = 0.125, double upper = 0.3333333333333333, bool training = false, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(lower), box(upper), box(training), box(generator)};
  call_inplace(op_Rrelu, args);
}
inline Tensor uniform(const Tensor& input, double low = 0.0, double high = 1.0, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(low), box(high), box(generator)};
  return call1(op_Uniform, args);
}
inline void uniform_(const Tensor& input, double low = 0.0, double high = 1.0, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(low), box(high), box(generator)};
  call_inplace(op_Uniform, args);
}

}  // namespace vjp
