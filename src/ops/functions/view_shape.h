// The operators of ops/view_shape.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_ReversedDims;
extern const OpDef op_Alias;
extern const OpDef op_BroadcastTo;
extern const OpDef op_Expand;
extern const OpDef op_ExpandAs;
extern const OpDef op_Flatten;
extern const OpDef op_Adjoint;
extern const OpDef op_MatrixTranspose;
extern const OpDef op_Movedim;
extern const OpDef op_Permute;
extern const OpDef op_Ravel;
extern const OpDef op_Reshape;
extern const OpDef op_ReshapeAs;
extern const OpDef op_Squeeze;
extern const OpDef op_SqueezeDims;
extern const OpDef op_T_;
extern const OpDef op_Transpose;
extern const OpDef op_Unflatten;
extern const OpDef op_Unsqueeze;
extern const OpDef op_View_;
extern const OpDef op_ViewAs;

inline Tensor T(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_ReversedDims, args);
}
inline Tensor alias(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Alias, args);
}
inline Tensor broadcast_to(const Tensor& input, IntSpan size) {
  const Value args[] = {box(input), box(size)};
  return call1(op_BroadcastTo, args);
}
inline Tensor expand(const Tensor& input, IntSpan size) {
  const Value args[] = {box(input), box(size)};
  return call1(op_Expand, args);
}
inline Tensor expand_as(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_ExpandAs, args);
}
inline Tensor flatten(const Tensor& input, int64_t start_dim = 0, int64_t end_dim = -1) {
  const Value args[] = {box(input), box(start_dim), box(end_dim)};
  return call1(op_Flatten, args);
}
inline Tensor mH(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Adjoint, args);
}
inline Tensor mT(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_MatrixTranspose, args);
}
inline Tensor movedim(const Tensor& input, IntSpan source, IntSpan destination) {
  const Value args[] = {box(input), box(source), box(destination)};
  return call1(op_Movedim, args);
}
inline Tensor permute(const Tensor& input, IntSpan dims) {
  const Value args[] = {box(input), box(dims)};
  return call1(op_Permute, args);
}
inline Tensor ravel(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Ravel, args);
}
inline Tensor reshape(const Tensor& input, IntSpan shape) {
  const Value args[] = {box(input), box(shape)};
  return call1(op_Reshape, args);
}
inline Tensor reshape_as(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_ReshapeAs, args);
}
inline Tensor squeeze(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Squeeze, args);
}
inline void squeeze_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_Squeeze, args);
}
inline Tensor squeeze_dim(const Tensor& input, IntSpan dim) {
  const Value args[] = {box(input), box(dim)};
  return call1(op_SqueezeDims, args);
}
inline void squeeze_dim_(const Tensor& input, IntSpan dim) {
  const Value args[] = {box(input), box(dim)};
  call_inplace(op_SqueezeDims, args);
}
inline Tensor t(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_T_, args);
}
inline void t_(const Tensor& input) {
  const Value args[] = {box(input)};
  call_inplace(op_T_, args);
}
inline Tensor transpose(const Tensor& input, int64_t dim0, int64_t dim1) {
  const Value args[] = {box(input), box(dim0), box(dim1)};
  return call1(op_Transpose, args);
}
inline void transpose_(const Tensor& input, int64_t dim0, int64_t dim1) {
  const Value args[] = {box(input), box(dim0), box(dim1)};
  call_inplace(op_Transpose, args);
}
inline Tensor unflatten(const Tensor& input, int64_t dim, IntSpan sizes) {
  const Value args[] = {box(input), box(dim), box(sizes)};
  return call1(op_Unflatten, args);
}
inline Tensor unsqueeze(const Tensor& input, int64_t dim) {
  const Value args[] = {box(input), box(dim)};
  return call1(op_Unsqueeze, args);
}
inline void unsqueeze_(const Tensor& input, int64_t dim) {
  const Value args[] = {box(input), box(dim)};
  call_inplace(op_Unsqueeze, args);
}
inline Tensor view(const Tensor& input, IntSpan size) {
  const Value args[] = {box(input), box(size)};
  return call1(op_View_, args);
}
inline Tensor view_as(const Tensor& input, const Tensor& other) {
  const Value args[] = {box(input), box(other)};
  return call1(op_ViewAs, args);
}

}  // namespace vjp
