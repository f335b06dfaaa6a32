// The operators of ops/diagonals.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_StridedPut;
extern const OpDef op_Diag;
extern const OpDef op_DiagEmbed;
extern const OpDef op_DiagFlat;
extern const OpDef op_DiagonalScatter;
extern const OpDef op_SelectScatter;
extern const OpDef op_SliceScatter;
extern const OpDef op_MatrixTrace;

inline Tensor _strided_put(const Tensor& input, const Tensor& src, IntSpan size, IntSpan stride, int64_t storage_offset) {
  const Value args[] = {box(input), box(src), box(size), box(stride), box(storage_offset)};
  return call1(op_StridedPut, args);
}
inline Tensor diag(const Tensor& input, int64_t diagonal = 0) {
  const Value args[] = {box(input), box(diagonal)};
  return call1(op_Diag, args);
}
inline Tensor diag_embed(const Tensor& input, int64_t offset = 0, int64_t dim1 = -2, int64_t dim2 = -1) {
  const Value args[] = {box(input), box(offset), box(dim1), box(dim2)};
  return call1(op_DiagEmbed, args);
}
inline Tensor diagflat(const Tensor& input, int64_t offset = 0) {
  const Value args[] = {box(input), box(offset)};
  return call1(op_DiagFlat, args);
}
inline Tensor diagonal_scatter(const Tensor& input, const Tensor& src, int64_t offset = 0, int64_t dim1 = 0, int64_t dim2 = 1) {
  const Value args[] = {box(input), box(src), box(offset), box(dim1), box(dim2)};
  return call1(op_DiagonalScatter, args);
}
inline Tensor select_scatter(const Tensor& input, const Tensor& src, int64_t dim, int64_t index) {
  const Value args[] = {box(input), box(src), box(dim), box(index)};
  return call1(op_SelectScatter, args);
}
inline Tensor slice_scatter(const Tensor& input, const Tensor& src, int64_t dim = 0, std::optional<int64_t> start = {}, std::optional<int64_t> end = {}, int64_t step = 1) {
  const Value args[] = {box(input), box(src), box(dim), box(start), box(end), box(step)};
  return call1(op_SliceScatter, args);
}
inline Tensor trace(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_MatrixTrace, args);
}

}  // namespace vjp
