// The operators of ops/linalg_eig.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include <array>

#include "ops/op.h"

namespace vjp {

extern const OpDef op_Eig;
extern const OpDef op_Eigh;
extern const OpDef op_Lyapunov;
extern const OpDef op_LinalgEig;
extern const OpDef op_LinalgEigh;
extern const OpDef op_LinalgEigvals;
extern const OpDef op_LinalgEigvalsh;
extern const OpDef op_SqrtH;
extern const OpDef op_PolarForm;

inline std::array<Tensor, 2> _linalg_eig(const Tensor& A, bool compute_v, const char* name) {
  const Value args[] = {box(A), box(compute_v), box(name)};
  std::array<Tensor, 2> outs;
  call(op_Eig, args, outs.data());
  return outs;
}
inline std::array<Tensor, 2> _linalg_eigh(const Tensor& A, bool upper, bool compute_v, const char* name) {
  const Value args[] = {box(A), box(upper), box(compute_v), box(name)};
  std::array<Tensor, 2> outs;
  call(op_Eigh, args, outs.data());
  return outs;
}
inline Tensor _linalg_lyapunov(const Tensor& H, const Tensor& C) {
  const Value args[] = {box(H), box(C)};
  return call1(op_Lyapunov, args);
}
inline std::array<Tensor, 2> linalg_eig(const Tensor& A) {
  const Value args[] = {box(A)};
  std::array<Tensor, 2> outs;
  call(op_LinalgEig, args, outs.data());
  return outs;
}
inline std::array<Tensor, 2> linalg_eigh(const Tensor& A, const char* UPLO = "L") {
  const Value args[] = {box(A), box(UPLO)};
  std::array<Tensor, 2> outs;
  call(op_LinalgEigh, args, outs.data());
  return outs;
}
inline Tensor linalg_eigvals(const Tensor& A) {
  const Value args[] = {box(A)};
  return call1(op_LinalgEigvals, args);
}
inline Tensor linalg_eigvalsh(const Tensor& A, const char* UPLO = "L") {
  const Value args[] = {box(A), box(UPLO)};
  return call1(op_LinalgEigvalsh, args);
}
inline Tensor linalg_matrix_sqrth(const Tensor& A) {
  const Value args[] = {box(A)};
  return call1(op_SqrtH, args);
}
inline std::array<Tensor, 2> linalg_polar(const Tensor& A) {
  const Value args[] = {box(A)};
  std::array<Tensor, 2> outs;
  call(op_PolarForm, args, outs.data());
  return outs;
}

}  // namespace vjp
