// The operators of ops/linalg_functions.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_Cross;
extern const OpDef op_LinalgCross;
extern const OpDef op_LinalgDiagonal;
extern const OpDef op_MatrixPower;
extern const OpDef op_Vander;
extern const OpDef op_MatrixExp;

inline Tensor cross(const Tensor& input, const Tensor& other, std::optional<int64_t> dim = {}) {
  const Value args[] = {box(input), box(other), box(dim)};
  return call1(op_Cross, args);
}
inline Tensor linalg_cross(const Tensor& input, const Tensor& other, int64_t dim = -1) {
  const Value args[] = {box(input), box(other), box(dim)};
  return call1(op_LinalgCross, args);
}
inline Tensor linalg_diagonal(const Tensor& A, int64_t offset = 0, int64_t dim1 = -2, int64_t dim2 = -1) {
  const Value args[] = {box(A), box(offset), box(dim1), box(dim2)};
  return call1(op_LinalgDiagonal, args);
}
inline Tensor linalg_matrix_power(const Tensor& A, int64_t n) {
  const Value args[] = {box(A), box(n)};
  return call1(op_MatrixPower, args);
}
inline Tensor linalg_vander(const Tensor& x, std::optional<int64_t> N = {}) {
  const Value args[] = {box(x), box(N)};
  return call1(op_Vander, args);
}
inline Tensor matrix_exp(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_MatrixExp, args);
}

}  // namespace vjp
