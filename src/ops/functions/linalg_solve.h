// The operators of ops/linalg_solve.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include <array>

#include "ops/op.h"

namespace vjp {

extern const OpDef op_Det;
extern const OpDef op_SlogDet;
extern const OpDef op_Solve;
extern const OpDef op_LinalgDet;
extern const OpDef op_LinalgInv;
extern const OpDef op_LinalgInvEx;
extern const OpDef op_LinalgSlogDet;
extern const OpDef op_LinalgSolve;
extern const OpDef op_LinalgSolveEx;
extern const OpDef op_LinalgTensorInv;
extern const OpDef op_LinalgTensorSolve;
extern const OpDef op_LogDet;

inline std::array<Tensor, 3> _linalg_det(const Tensor& A) {
  const Value args[] = {box(A)};
  std::array<Tensor, 3> outs;
  call(op_Det, args, outs.data());
  return outs;
}
inline std::array<Tensor, 4> _linalg_slogdet(const Tensor& A) {
  const Value args[] = {box(A)};
  std::array<Tensor, 4> outs;
  call(op_SlogDet, args, outs.data());
  return outs;
}
inline std::array<Tensor, 4> _linalg_solve(const Tensor& A, const Tensor& B, bool left, const char* name, bool check) {
  const Value args[] = {box(A), box(B), box(left), box(name), box(check)};
  std::array<Tensor, 4> outs;
  call(op_Solve, args, outs.data());
  return outs;
}
inline Tensor linalg_det(const Tensor& A) {
  const Value args[] = {box(A)};
  return call1(op_LinalgDet, args);
}
inline Tensor linalg_inv(const Tensor& A) {
  const Value args[] = {box(A)};
  return call1(op_LinalgInv, args);
}
inline std::array<Tensor, 2> linalg_inv_ex(const Tensor& A, bool check_errors = false) {
  const Value args[] = {box(A), box(check_errors)};
  std::array<Tensor, 2> outs;
  call(op_LinalgInvEx, args, outs.data());
  return outs;
}
inline std::array<Tensor, 2> linalg_slogdet(const Tensor& A) {
  const Value args[] = {box(A)};
  std::array<Tensor, 2> outs;
  call(op_LinalgSlogDet, args, outs.data());
  return outs;
}
inline Tensor linalg_solve(const Tensor& A, const Tensor& B, bool left = true) {
  const Value args[] = {box(A), box(B), box(left)};
  return call1(op_LinalgSolve, args);
}
inline std::array<Tensor, 2> linalg_solve_ex(const Tensor& A, const Tensor& B, bool left = true, bool check_errors = false) {
  const Value args[] = {box(A), box(B), box(left), box(check_errors)};
  std::array<Tensor, 2> outs;
  call(op_LinalgSolveEx, args, outs.data());
  return outs;
}
inline Tensor linalg_tensorinv(const Tensor& A, int64_t ind = 2) {
  const Value args[] = {box(A), box(ind)};
  return call1(op_LinalgTensorInv, args);
}
inline Tensor linalg_tensorsolve(const Tensor& A, const Tensor& B, std::optional<IntSpan> dims = {}) {
  const Value args[] = {box(A), box(B), box(dims)};
  return call1(op_LinalgTensorSolve, args);
}
inline Tensor logdet(const Tensor& A) {
  const Value args[] = {box(A)};
  return call1(op_LogDet, args);
}

}  // namespace vjp
