// The operators of ops/linalg_svd.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include <array>

#include "ops/op.h"

namespace vjp {

extern const OpDef op_Pinv;
extern const OpDef op_Svd;
extern const OpDef op_LinalgLstsq;
extern const OpDef op_LinalgPinv;
extern const OpDef op_LinalgPinvTensor;
extern const OpDef op_LinalgSvd;
extern const OpDef op_LinalgSvdvals;
extern const OpDef op_Pinverse;
extern const OpDef op_SvdFormer;

inline Tensor _linalg_pinv(const Tensor& A, const Tensor& atol, const Tensor& rtol, bool hermitian, const char* name) {
  const Value args[] = {box(A), box(atol), box(rtol), box(hermitian), box(name)};
  return call1(op_Pinv, args);
}
inline std::array<Tensor, 3> _linalg_svd(const Tensor& A, bool full_matrices, bool compute_uv, const char* name) {
  const Value args[] = {box(A), box(full_matrices), box(compute_uv), box(name)};
  std::array<Tensor, 3> outs;
  call(op_Svd, args, outs.data());
  return outs;
}
inline std::array<Tensor, 4> linalg_lstsq(const Tensor& A, const Tensor& B, std::optional<double> rcond = {}, const char* driver = nullptr) {
  const Value args[] = {box(A), box(B), box(rcond), box(driver)};
  std::array<Tensor, 4> outs;
  call(op_LinalgLstsq, args, outs.data());
  return outs;
}
inline Tensor linalg_pinv(const Tensor& A, std::optional<double> atol = {}, std::optional<double> rtol = {}, bool hermitian = false) {
  const Value args[] = {box(A), box(atol), box(rtol), box(hermitian)};
  return call1(op_LinalgPinv, args);
}
inline Tensor linalg_pinv_tensor(const Tensor& A, const Tensor& atol = {}, const Tensor& rtol = {}, bool hermitian = false) {
  const Value args[] = {box(A), box(atol), box(rtol), box(hermitian)};
  return call1(op_LinalgPinvTensor, args);
}
inline std::array<Tensor, 3> linalg_svd(const Tensor& A, bool full_matrices = true, const char* driver = nullptr) {
  const Value args[] = {box(A), box(full_matrices), box(driver)};
  std::array<Tensor, 3> outs;
  call(op_LinalgSvd, args, outs.data());
  return outs;
}
inline Tensor linalg_svdvals(const Tensor& A, const char* driver = nullptr) {
  const Value args[] = {box(A), box(driver)};
  return call1(op_LinalgSvdvals, args);
}
inline Tensor pinverse(const Tensor& input, double rcond = 1e-15) {
  const Value args[] = {box(input), box(rcond)};
  return call1(op_Pinverse, args);
}
inline std::array<Tensor, 3> svd(const Tensor& input, bool some = true, bool compute_uv = true) {
  const Value args[] = {box(input), box(some), box(compute_uv)};
  std::array<Tensor, 3> outs;
  call(op_SvdFormer, args, outs.data());
  return outs;
}

}  // namespace vjp
