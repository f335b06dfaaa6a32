// The operators of ops/view_copies.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_AliasCopy;
extern const OpDef op_AsStridedCopy;
extern const OpDef op_DiagonalCopy;
extern const OpDef op_ExpandCopy;
extern const OpDef op_NarrowCopy;
extern const OpDef op_PermuteCopy;
extern const OpDef op_SplitWithSizesCopy;
extern const OpDef op_SqueezeCopy;
extern const OpDef op_SqueezeCopyDims;
extern const OpDef op_TCopy;
extern const OpDef op_TransposeCopy;
extern const OpDef op_UnbindCopy;
extern const OpDef op_UnfoldCopy;
extern const OpDef op_UnsqueezeCopy;
extern const OpDef op_ViewCopy;

inline Tensor alias_copy(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_AliasCopy, args);
}
inline Tensor as_strided_copy(const Tensor& input, IntSpan size, IntSpan stride, std::optional<int64_t> storage_offset = {}) {
  const Value args[] = {box(input), box(size), box(stride), box(storage_offset)};
  return call1(op_AsStridedCopy, args);
}
inline Tensor diagonal_copy(const Tensor& input, int64_t offset = 0, int64_t dim1 = 0, int64_t dim2 = 1) {
  const Value args[] = {box(input), box(offset), box(dim1), box(dim2)};
  return call1(op_DiagonalCopy, args);
}
inline Tensor expand_copy(const Tensor& input, IntSpan size) {
  const Value args[] = {box(input), box(size)};
  return call1(op_ExpandCopy, args);
}
inline Tensor narrow_copy(const Tensor& input, int64_t dim, int64_t start, int64_t length) {
  const Value args[] = {box(input), box(dim), box(start), box(length)};
  return call1(op_NarrowCopy, args);
}
inline Tensor permute_copy(const Tensor& input, IntSpan dims) {
  const Value args[] = {box(input), box(dims)};
  return call1(op_PermuteCopy, args);
}
inline std::vector<Tensor> split_with_sizes_copy(const Tensor& input, IntSpan split_sizes, int64_t dim = 0) {
  const Value args[] = {box(input), box(split_sizes), box(dim)};
  return call_list(op_SplitWithSizesCopy, args);
}
inline Tensor squeeze_copy(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_SqueezeCopy, args);
}
inline Tensor squeeze_copy_dim(const Tensor& input, IntSpan dim) {
  const Value args[] = {box(input), box(dim)};
  return call1(op_SqueezeCopyDims, args);
}
inline Tensor t_copy(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_TCopy, args);
}
inline Tensor transpose_copy(const Tensor& input, int64_t dim0, int64_t dim1) {
  const Value args[] = {box(input), box(dim0), box(dim1)};
  return call1(op_TransposeCopy, args);
}
inline std::vector<Tensor> unbind_copy(const Tensor& input, int64_t dim = 0) {
  const Value args[] = {box(input), box(dim)};
  return call_list(op_UnbindCopy, args);
}
inline Tensor unfold_copy(const Tensor& input, int64_t dimension, int64_t size, int64_t step) {
  const Value args[] = {box(input), box(dimension), box(size), box(step)};
  return call1(op_UnfoldCopy, args);
}
inline Tensor unsqueeze_copy(const Tensor& input, int64_t dim) {
  const Value args[] = {box(input), box(dim)};
  return call1(op_UnsqueezeCopy, args);
}
inline Tensor view_copy(const Tensor& input, IntSpan size) {
  const Value args[] = {box(input), box(size)};
  return call1(op_ViewCopy, args);
}

}  // namespace vjp
