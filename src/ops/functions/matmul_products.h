// The operators of ops/matmul_products.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_BatchedMatmul;
extern const OpDef op_Bmm;
extern const OpDef op_Dot;
extern const OpDef op_Ger;
extern const OpDef op_Inner;
extern const OpDef op_LinalgMultiDot;
extern const OpDef op_LinalgVecdot;
extern const OpDef op_Matmul;
extern const OpDef op_Mm;
extern const OpDef op_Mv;
extern const OpDef op_Outer;
extern const OpDef op_Tensordot;
extern const OpDef op_TensordotAxes;
extern const OpDef op_Vdot;

inline Tensor _batched_matmul(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_BatchedMatmul, args);
}
inline Tensor bmm(const Tensor& input, const Tensor& mat2) {
  const Value args[] = {box(input), box(mat2)};
  return call1(op_Bmm, args);
}
inline Tensor dot(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Dot, args);
}
inline Tensor ger(const Tensor& input, const Tensor& vec2) {
  const Value args[] = {box(input), box(vec2)};
  return call1(op_Ger, args);
}
inline Tensor inner(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Inner, args);
}
inline Tensor linalg_multi_dot(TensorList tensors) {
  const Value args[] = {box(tensors)};
  return call1(op_LinalgMultiDot, args);
}
inline Tensor linalg_vecdot(const Tensor& input, const Tensor& other, int64_t dim = -1) {
  const Value args[] = {box(input), box(other), box(dim)};
  return call1(op_LinalgVecdot, args);
}
inline Tensor matmul(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Matmul, args);
}
inline Tensor mm(const Tensor& input, const Tensor& mat2) {
  const Value args[] = {box(input), box(mat2)};
  return call1(op_Mm, args);
}
inline Tensor mv(const Tensor& input, const Tensor& vec) {
  const Value args[] = {box(input), box(vec)};
  return call1(op_Mv, args);
}
inline Tensor outer(const Tensor& input, const Tensor& vec2) {
  const Value args[] = {box(input), box(vec2)};
  return call1(op_Outer, args);
}
inline Tensor tensordot(const Tensor& a, const Tensor& b, int64_t dims = 2) {
  const Value args[] = {box(a), box(b), box(dims)};
  return call1(op_Tensordot, args);
}
inline Tensor tensordot_axes(const Tensor& a, const Tensor& b, IntSpan dims_a, IntSpan dims_b) {
  const Value args[] = {box(a), box(b), box(dims_a), box(dims_b)};
  return call1(op_TensordotAxes, args);
}
inline Tensor vdot(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_Vdot, args);
}

}  // namespace vjp
