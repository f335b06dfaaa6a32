// The operators of ops/linalg_norm.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_LinalgCond;
extern const OpDef op_LinalgCondNamed;
extern const OpDef op_MatrixNorm;
extern const OpDef op_MatrixNormNamed;
extern const OpDef op_LinalgNorm;
extern const OpDef op_LinalgNormNamed;

inline Tensor linalg_cond(const Tensor& A, std::optional<double> p = {}) {
  const Value args[] = {box(A), box(p)};
  return call1(op_LinalgCond, args);
}
inline Tensor linalg_cond_named(const Tensor& A, const char* p) {
  const Value args[] = {box(A), box(p)};
  return call1(op_LinalgCondNamed, args);
}
inline Tensor linalg_matrix_norm(const Tensor& A, double ord, IntSpan dim, bool keepdim = false, Dtype dtype = Dtype::None) {
  const Value args[] = {box(A), box(ord), box(dim), box(keepdim), box(dtype)};
  return call1(op_MatrixNorm, args);
}
inline Tensor linalg_matrix_norm_named(const Tensor& A, const char* ord, IntSpan dim, bool keepdim = false, Dtype dtype = Dtype::None) {
  const Value args[] = {box(A), box(ord), box(dim), box(keepdim), box(dtype)};
  return call1(op_MatrixNormNamed, args);
}
inline Tensor linalg_norm(const Tensor& A, std::optional<double> ord = {}, std::optional<IntSpan> dim = {}, bool keepdim = false, Dtype dtype = Dtype::None) {
  const Value args[] = {box(A), box(ord), box(dim), box(keepdim), box(dtype)};
  return call1(op_LinalgNorm, args);
}
inline Tensor linalg_norm_named(const Tensor& A, const char* ord, std::optional<IntSpan> dim = {}, bool keepdim = false, Dtype dtype = Dtype::None) {
  const Value args[] = {box(A), box(ord), box(dim), box(keepdim), box(dtype)};
  return call1(op_LinalgNormNamed, args);
}

}  // namespace vjp
