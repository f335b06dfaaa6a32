// The operators of ops/linalg_triangular.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include <array>

#include "ops/op.h"

namespace vjp {

extern const OpDef op_Cholesky;
extern const OpDef op_SolveTriangular;
extern const OpDef op_CholeskyInverse;
extern const OpDef op_CholeskySolve;
extern const OpDef op_LinalgCholesky;
extern const OpDef op_LinalgCholeskyEx;
extern const OpDef op_LinalgSolveTriangular;
extern const OpDef op_TriangularSolve;

inline std::array<Tensor, 2> _linalg_cholesky(const Tensor& A, bool upper, const char* name, bool check) {
  const Value args[] = {box(A), box(upper), box(name), box(check)};
  std::array<Tensor, 2> outs;
  call(op_Cholesky, args, outs.data());
  return outs;
}
inline Tensor _linalg_solve_triangular(const Tensor& A, const Tensor& B, bool upper, bool left, bool unitriangular, bool adjoint) {
  const Value args[] = {box(A), box(B), box(upper), box(left), box(unitriangular), box(adjoint)};
  return call1(op_SolveTriangular, args);
}
inline Tensor cholesky_inverse(const Tensor& L, bool upper = false) {
  const Value args[] = {box(L), box(upper)};
  return call1(op_CholeskyInverse, args);
}
inline Tensor cholesky_solve(const Tensor& B, const Tensor& L, bool upper = false) {
  const Value args[] = {box(B), box(L), box(upper)};
  return call1(op_CholeskySolve, args);
}
inline Tensor linalg_cholesky(const Tensor& A, bool upper = false) {
  const Value args[] = {box(A), box(upper)};
  return call1(op_LinalgCholesky, args);
}
inline std::array<Tensor, 2> linalg_cholesky_ex(const Tensor& A, bool upper = false, bool check_errors = false) {
  const Value args[] = {box(A), box(upper), box(check_errors)};
  std::array<Tensor, 2> outs;
  call(op_LinalgCholeskyEx, args, outs.data());
  return outs;
}
inline Tensor linalg_solve_triangular(const Tensor& input, const Tensor& B, bool upper, bool left = true, bool unitriangular = false) {
  const Value args[] = {box(input), box(B), box(upper), box(left), box(unitriangular)};
  return call1(op_LinalgSolveTriangular, args);
}
inline std::array<Tensor, 2> triangular_solve(const Tensor& b, const Tensor& A, bool upper = true, bool transpose = false, bool unitriangular = false) {
  const Value args[] = {box(b), box(A), box(upper), box(transpose), box(unitriangular)};
  std::array<Tensor, 2> outs;
  call(op_TriangularSolve, args, outs.data());
  return outs;
}

}  // namespace vjp
