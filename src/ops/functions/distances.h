// The operators of ops/distances.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_CorrCoef;
extern const OpDef op_Cov;
extern const OpDef op_Dist;
extern const OpDef op_Renorm;

inline Tensor corrcoef(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_CorrCoef, args);
}
inline Tensor cov(const Tensor& input, int64_t correction = 1, const Tensor& fweights = {}, const Tensor& aweights = {}) {
  const Value args[] = {box(input), box(correction), box(fweights), box(aweights)};
  return call1(op_Cov, args);
}
inline Tensor dist(const Tensor& input, const Tensor& other, double p = 2) {
  const Value args[] = {box(input), box(other), box(p)};
  return call1(op_Dist, args);
}
inline Tensor renorm(const Tensor& input, double p, int64_t dim, double maxnorm) {
  const Value args[] = {box(input), box(p), box(dim), box(maxnorm)};
  return call1(op_Renorm, args);
}
inline void renorm_(const Tensor& input, double p, int64_t dim, double maxnorm) {
  const Value args[] = {box(input), box(p), box(dim), box(maxnorm)};
  call_inplace(op_Renorm, args);
}

}  // namespace vjp
