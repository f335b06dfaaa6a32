// The operators of ops/random_dropout.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_AlphaDropout;
extern const OpDef op_Dropout1d;
extern const OpDef op_Dropout2d;
extern const OpDef op_Dropout3d;
extern const OpDef op_FeatureAlphaDropout;
extern const OpDef op_FeatureDropout;

inline Tensor alpha_dropout(const Tensor& input, double p = 0.5, bool training = true, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(p), box(training), box(generator)};
  return call1(op_AlphaDropout, args);
}
inline void alpha_dropout_(const Tensor& input, double p = 0.5, bool training = true, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(p), box(training), box(generator)};
  call_inplace(op_AlphaDropout, args);
}
inline Tensor dropout1d(const Tensor& input, double p = 0.5, bool training = true, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(p), box(training), box(generator)};
  return call1(op_Dropout1d, args);
}
inline void dropout1d_(const Tensor& input, double p = 0.5, bool training = true, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(p), box(training), box(generator)};
  call_inplace(op_Dropout1d, args);
}
inline Tensor dropout2d(const Tensor& input, double p = 0.5, bool training = true, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(p), box(training), box(generator)};
  return call1(op_Dropout2d, args);
}
inline void dropout2d_(const Tensor& input, double p = 0.5, bool training = true, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(p), box(training), box(generator)};
  call_inplace(op_Dropout2d, args);
}
inline Tensor dropout3d(const Tensor& input, double p = 0.5, bool training = true, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(p), box(training), box(generator)};
  return call1(op_Dropout3d, args);
}
inline void dropout3d_(const Tensor& input, double p = 0.5, bool training = true, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(p), box(training), box(generator)};
  call_inplace(op_Dropout3d, args);
}
inline Tensor feature_alpha_dropout(const Tensor& input, double p = 0.5, bool training = true, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(p), box(training), box(generator)};
  return call1(op_FeatureAlphaDropout, args);
}
inline void feature_alpha_dropout_(const Tensor& input, double p = 0.5, bool training = true, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(p), box(training), box(generator)};
  call_inplace(op_FeatureAlphaDropout, args);
}
inline Tensor feature_dropout(const Tensor& input, double p = 0.5, bool training = true, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(p), box(training), box(generator)};
  return call1(op_FeatureDropout, args);
}
inline void feature_dropout_(const Tensor& input, double p = 0.5, bool training = true, Generator* generator = nullptr) {
  const Value args[] = {box(input), box(p), box(training), box(generator)};
  call_inplace(op_FeatureDropout, args);
}

}  // namespace vjp
