// The operators of ops/matmul_add.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_Addbmm;
extern const OpDef op_Addmm;
extern const OpDef op_Addmv;
extern const OpDef op_Addr;
extern const OpDef op_Baddbmm;
extern const OpDef op_LinearLayer;

inline Tensor addbmm(const Tensor& input, const Tensor& batch1, const Tensor& batch2, const Scalar& beta = 1, const Scalar& alpha = 1) {
  const Value args[] = {box(input), box(batch1), box(batch2), box(beta), box(alpha)};
  return call1(op_Addbmm, args);
}
inline void addbmm_(const Tensor& input, const Tensor& batch1, const Tensor& batch2, const Scalar& beta = 1, const Scalar& alpha = 1) {
  const Value args[] = {box(input), box(batch1), box(batch2), box(beta), box(alpha)};
  call_inplace(op_Addbmm, args);
}
inline Tensor addmm(const Tensor& input, const Tensor& mat1, const Tensor& mat2, const Scalar& beta = 1, const Scalar& alpha = 1) {
  const Value args[] = {box(input), box(mat1), box(mat2), box(beta), box(alpha)};
  return call1(op_Addmm, args);
}
inline void addmm_(const Tensor& input, const Tensor& mat1, const Tensor& mat2, const Scalar& beta = 1, const Scalar& alpha = 1) {
  const Value args[] = {box(input), box(mat1), box(mat2), box(beta), box(alpha)};
  call_inplace(op_Addmm, args);
}
inline Tensor addmv(const Tensor& input, const Tensor& mat, const Tensor& vec, const Scalar& beta = 1, const Scalar& alpha = 1) {
  const Value args[] = {box(input), box(mat), box(vec), box(beta), box(alpha)};
  return call1(op_Addmv, args);
}
inline void addmv_(const Tensor& input, const Tensor& mat, const Tensor& vec, const Scalar& beta = 1, const Scalar& alpha = 1) {
  const Value args[] = {box(input), box(mat), box(vec), box(beta), box(alpha)};
  call_inplace(op_Addmv, args);
}
inline Tensor addr(const Tensor& input, const Tensor& vec1, const Tensor& vec2, const Scalar& beta = 1, const Scalar& alpha = 1) {
  const Value args[] = {box(input), box(vec1), box(vec2), box(beta), box(alpha)};
  return call1(op_Addr, args);
}
inline void addr_(const Tensor& input, const Tensor& vec1, const Tensor& vec2, const Scalar& beta = 1, const Scalar& alpha = 1) {
  const Value args[] = {box(input), box(vec1), box(vec2), box(beta), box(alpha)};
  call_inplace(op_Addr, args);
}
inline Tensor baddbmm(const Tensor& input, const Tensor& batch1, const Tensor& batch2, const Scalar& beta = 1, const Scalar& alpha = 1) {
  const Value args[] = {box(input), box(batch1), box(batch2), box(beta), box(alpha)};
  return call1(op_Baddbmm, args);
}
inline void baddbmm_(const Tensor& input, const Tensor& batch1, const Tensor& batch2, const Scalar& beta = 1, const Scalar& alpha = 1) {
  const Value args[] = {box(input), box(batch1), box(batch2), box(beta), box(alpha)};
  call_inplace(op_Baddbmm, args);
}
inline Tensor linear(const Tensor& input, const Tensor& weight, const Tensor& bias = {}) {
  const Value args[] = {box(input), box(weight), box(bias)};
  return call1(op_LinearLayer, args);
}

}  // namespace vjp
