// The operators of ops/linalg_lu.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include <array>

#include "ops/op.h"

namespace vjp {

extern const OpDef op_LuFactor;
extern const OpDef op_LuSolveConstant;
extern const OpDef op_PivotsToRows;
extern const OpDef op_LinalgLu;
extern const OpDef op_LinalgLuFactor;
extern const OpDef op_LinalgLuFactorEx;
extern const OpDef op_LinalgLuSolve;
extern const OpDef op_Lu;
extern const OpDef op_LuSolve;
extern const OpDef op_LuUnpack;

inline std::array<Tensor, 3> _linalg_lu_factor(const Tensor& A, const char* name, bool check) {
  const Value args[] = {box(A), box(name), box(check)};
  std::array<Tensor, 3> outs;
  call(op_LuFactor, args, outs.data());
  return outs;
}
inline Tensor _lu_solve(const Tensor& LU, const Tensor& pivots, const Tensor& B, bool left, bool adjoint) {
  const Value args[] = {box(LU), box(pivots), box(B), box(left), box(adjoint)};
  return call1(op_LuSolveConstant, args);
}
inline Tensor _pivots_to_rows(const Tensor& pivots, int64_t rows) {
  const Value args[] = {box(pivots), box(rows)};
  return call1(op_PivotsToRows, args);
}
inline std::array<Tensor, 3> linalg_lu(const Tensor& A, bool pivot = true) {
  const Value args[] = {box(A), box(pivot)};
  std::array<Tensor, 3> outs;
  call(op_LinalgLu, args, outs.data());
  return outs;
}
inline std::array<Tensor, 2> linalg_lu_factor(const Tensor& A, bool pivot = true) {
  const Value args[] = {box(A), box(pivot)};
  std::array<Tensor, 2> outs;
  call(op_LinalgLuFactor, args, outs.data());
  return outs;
}
inline std::array<Tensor, 3> linalg_lu_factor_ex(const Tensor& A, bool pivot = true, bool check_errors = false) {
  const Value args[] = {box(A), box(pivot), box(check_errors)};
  std::array<Tensor, 3> outs;
  call(op_LinalgLuFactorEx, args, outs.data());
  return outs;
}
inline Tensor linalg_lu_solve(const Tensor& LU, const Tensor& pivots, const Tensor& B, bool left = true, bool adjoint = false) {
  const Value args[] = {box(LU), box(pivots), box(B), box(left), box(adjoint)};
  return call1(op_LinalgLuSolve, args);
}
inline std::vector<Tensor> lu(const Tensor& A, bool pivot = true, bool get_infos = false) {
  const Value args[] = {box(A), box(pivot), box(get_infos)};
  return call_list(op_Lu, args);
}
inline Tensor lu_solve(const Tensor& b, const Tensor& LU_data, const Tensor& LU_pivots) {
  const Value args[] = {box(b), box(LU_data), box(LU_pivots)};
  return call1(op_LuSolve, args);
}
inline std::array<Tensor, 3> lu_unpack(const Tensor& LU_data, const Tensor& LU_pivots, bool unpack_data = true, bool unpack_pivots = true) {
  const Value args[] = {box(LU_data), box(LU_pivots), box(unpack_data), box(unpack_pivots)};
  std::array<Tensor, 3> outs;
  call(op_LuUnpack, args, outs.data());
  return outs;
}

}  // namespace vjp
