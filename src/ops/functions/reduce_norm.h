// The operators of ops/reduce_norm.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_VectorNorm;
extern const OpDef op_Norm;
extern const OpDef op_NormNamed;

inline Tensor linalg_vector_norm(const Tensor& input, double ord = 2, std::optional<IntSpan> dim = {}, bool keepdim = false, Dtype dtype = Dtype::None) {
  const Value args[] = {box(input), box(ord), box(dim), box(keepdim), box(dtype)};
  return call1(op_VectorNorm, args);
}
inline Tensor norm(const Tensor& input, std::optional<double> p = {}, std::optional<IntSpan> dim = {}, bool keepdim = false, Dtype dtype = Dtype::None) {
  const Value args[] = {box(input), box(p), box(dim), box(keepdim), box(dtype)};
  return call1(op_Norm, args);
}
inline Tensor norm_named(const Tensor& input, const char* p, std::optional<IntSpan> dim = {}, bool keepdim = false, Dtype dtype = Dtype::None) {
  const Value args[] = {box(input), box(p), box(dim), box(keepdim), box(dtype)};
  return call1(op_NormNamed, args);
}

}  // namespace vjp
