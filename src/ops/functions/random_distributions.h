// The operators of ops/random_distributions.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_Binomial;
extern const OpDef op_Cauchy;
extern const OpDef op_Exponential;
extern const OpDef op_Geometric;
extern const OpDef op_LogNormal;
extern const OpDef op_NormalFloatTensor;
extern const OpDef op_NormalTensor;
extern const OpDef op_Poisson;

inline Tensor binomial(const Tensor& count, const Tensor& prob, Generator* generator = nullptr) {
  const Value args[] = {box(count), box(prob), box(generator)};
  return call1(op_Binomial, args);
}
inline Tensor cauchy(const Tensor& input, double median = 0.0, double sigma = 1.0, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(median), box(sigma), box(generator)};
  return call1(op_Cauchy, args);
}
inline void cauchy_(const Tensor& input, double median = 0.0, double sigma = 1.0, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(median), box(sigma), box(generator)};
  call_inplace(op_Cauchy, args);
}
inline Tensor exponential(const Tensor& input, double lambd = 1.0, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(lambd), box(generator)};
  return call1(op_Exponential, args);
}
inline void exponential_(const Tensor& input, double lambd = 1.0, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(lambd), box(generator)};
  call_inplace(op_Exponential, args);
}
inline Tensor geometric(const Tensor& input, double p, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(p), box(generator)};
  return call1(op_Geometric, args);
}
inline void geometric_(const Tensor& input, double p, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(p), box(generator)};
  call_inplace(op_Geometric, args);
}
inline Tensor log_normal(const Tensor& input, double mean = 1.0, double std = 2.0, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(mean), box(std), box(generator)};
  return call1(op_LogNormal, args);
}
inline void log_normal_(const Tensor& input, double mean = 1.0, double std = 2.0, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(mean), box(std), box(generator)};
  call_inplace(op_LogNormal, args);
}
inline Tensor normal_float_tensor(double mean, const Tensor& std, Generator* generator = nullptr) {
  const Value args[] = {box(mean), box(std), box(generator)};
  return call1(op_NormalFloatTensor, args);
}
inline Tensor normal_tensor(const Tensor& mean, const Tensor& std, Generator* generator = nullptr) {
  const Value args[] = {box(mean), box(std), box(generator)};
  return call1(op_NormalTensor, args);
}
inline Tensor poisson(const Tensor& input, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(generator)};
  return call1(op_Poisson, args);
}

}  // namespace vjp
