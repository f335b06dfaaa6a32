// The operators of ops/view_part.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_AsStrided;
extern const OpDef op_Chunk;
extern const OpDef op_Diagonal;
extern const OpDef op_Narrow;
extern const OpDef op_Select;
extern const OpDef op_Slice;
extern const OpDef op_Split;
extern const OpDef op_SplitSizes;
extern const OpDef op_SplitWithSizes;
extern const OpDef op_Unbind;
extern const OpDef op_Unfold;
extern const OpDef op_UnsafeChunk;
extern const OpDef op_UnsafeSplit;
extern const OpDef op_UnsafeSplitWithSizes;

inline Tensor as_strided(const Tensor& input, IntSpan size, IntSpan stride, std::optional<int64_t> storage_offset = {}) {
  const Value args[] = {box(input), box(size), box(stride), box(storage_offset)};
  return call1(op_AsStrided, args);
}
inline void as_strided_(const Tensor& input, IntSpan size, IntSpan stride, std::optional<int64_t> storage_offset = {}) {
  const Value args[] = {box(input), box(size), box(stride), box(storage_offset)};
  call_inplace(op_AsStrided, args);
}
inline std::vector<Tensor> chunk(const Tensor& input, int64_t chunks, int64_t dim = 0) {
  const Value args[] = {box(input), box(chunks), box(dim)};
  return call_list(op_Chunk, args);
}
inline Tensor diagonal(const Tensor& input, int64_t offset = 0, int64_t dim1 = 0, int64_t dim2 = 1) {
  const Value args[] = {box(input), box(offset), box(dim1), box(dim2)};
  return call1(op_Diagonal, args);
}
inline Tensor narrow(const Tensor& input, int64_t dim, int64_t start, int64_t length) {
  const Value args[] = {box(input), box(dim), box(start), box(length)};
  return call1(op_Narrow, args);
}
inline Tensor select(const Tensor& input, int64_t dim, int64_t index) {
  const Value args[] = {box(input), box(dim), box(index)};
  return call1(op_Select, args);
}
inline Tensor slice(const Tensor& input, int64_t dim = 0, std::optional<int64_t> start = {}, std::optional<int64_t> end = {}, int64_t step = 1) {
  const Value args[] = {box(input), box(dim), box(start), box(end), box(step)};
  return call1(op_Slice, args);
}
inline std::vector<Tensor> split(const Tensor& input, int64_t split_size, int64_t dim = 0) {
  const Value args[] = {box(input), box(split_size), box(dim)};
  return call_list(op_Split, args);
}
inline std::vector<Tensor> split_sizes(const Tensor& input, IntSpan split_size, int64_t dim = 0) {
  const Value args[] = {box(input), box(split_size), box(dim)};
  return call_list(op_SplitSizes, args);
}
inline std::vector<Tensor> split_with_sizes(const Tensor& input, IntSpan split_sizes, int64_t dim = 0) {
  const Value args[] = {box(input), box(split_sizes), box(dim)};
  return call_list(op_SplitWithSizes, args);
}
inline std::vector<Tensor> unbind(const Tensor& input, int64_t dim = 0) {
  const Value args[] = {box(input), box(dim)};
  return call_list(op_Unbind, args);
}
inline Tensor unfold(const Tensor& input, int64_t dimension, int64_t size, int64_t step) {
  const Value args[] = {box(input), box(dimension), box(size), box(step)};
  return call1(op_Unfold, args);
}
inline std::vector<Tensor> unsafe_chunk(const Tensor& input, int64_t chunks, int64_t dim = 0) {
  const Value args[] = {box(input), box(chunks), box(dim)};
  return call_list(op_UnsafeChunk, args);
}
inline std::vector<Tensor> unsafe_split(const Tensor& input, int64_t split_size, int64_t dim = 0) {
  const Value args[] = {box(input), box(split_size), box(dim)};
  return call_list(op_UnsafeSplit, args);
}
inline std::vector<Tensor> unsafe_split_with_sizes(const Tensor& input, IntSpan split_sizes, int64_t dim = 0) {
  const Value args[] = {box(input), box(split_sizes), box(dim)};
  return call_list(op_UnsafeSplitWithSizes, args);
}

}  // namespace vjp
