// The operators of ops/index_reduce.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_IndexCopy;
extern const OpDef op_IndexFill;
extern const OpDef op_IndexReduce;
extern const OpDef op_Put;
extern const OpDef op_ScatterReduce;
extern const OpDef op_SegmentReduce;

inline Tensor index_copy(const Tensor& input, int64_t dim, const Tensor& index, const Tensor& source) {
  const Value args[] = {box(input), box(dim), box(index), box(source)};
  return call1(op_IndexCopy, args);
}
inline void index_copy_(const Tensor& input, int64_t dim, const Tensor& index, const Tensor& source) {
  const Value args[] = {box(input), box(dim), box(index), box(source)};
  call_inplace(op_IndexCopy, args);
}
inline Tensor index_fill(const Tensor& input, int64_t dim, const Tensor& index, const Operand& value) {
  const Value args[] = {box(input), box(dim), box(index), box(value)};
  return call1(op_IndexFill, args);
}
inline void index_fill_(const Tensor& input, int64_t dim, const Tensor& index, const Operand& value) {
  const Value args[] = {box(input), box(dim), box(index), box(value)};
  call_inplace(op_IndexFill, args);
}
inline Tensor index_reduce(const Tensor& input, int64_t dim, const Tensor& index, const Tensor& source, const char* reduce, bool include_self = true) {
  const Value args[] = {box(input), box(dim), box(index), box(source), box(reduce), box(include_self)};
  return call1(op_IndexReduce, args);
}
inline void index_reduce_(const Tensor& input, int64_t dim, const Tensor& index, const Tensor& source, const char* reduce, bool include_self = true) {
  const Value args[] = {box(input), box(dim), box(index), box(source), box(reduce), box(include_self)};
  call_inplace(op_IndexReduce, args);
}
inline Tensor put(const Tensor& input, const Tensor& index, const Tensor& source, bool accumulate = false) {
  const Value args[] = {box(input), box(index), box(source), box(accumulate)};
  return call1(op_Put, args);
}
inline void put_(const Tensor& input, const Tensor& index, const Tensor& source, bool accumulate = false) {
  const Value args[] = {box(input), box(index), box(source), box(accumulate)};
  call_inplace(op_Put, args);
}
inline Tensor scatter_reduce(const Tensor& input, int64_t dim, const Tensor& index, const Tensor& src, const char* reduce, bool include_self = true) {
  const Value args[] = {box(input), box(dim), box(index), box(src), box(reduce), box(include_self)};
  return call1(op_ScatterReduce, args);
}
inline void scatter_reduce_(const Tensor& input, int64_t dim, const Tensor& index, const Tensor& src, const char* reduce, bool include_self = true) {
  const Value args[] = {box(input), box(dim), box(index), box(src), box(reduce), box(include_self)};
  call_inplace(op_ScatterReduce, args);
}
inline Tensor segment_reduce(const Tensor& data, const char* reduce, const Tensor& lengths = {}, const Tensor& indices = {}, const Tensor& offsets = {}, int64_t axis = 0, bool unsafe = false, std::optional<Scalar> initial = {}) {
  const Value args[] = {box(data), box(reduce), box(lengths), box(indices), box(offsets), box(axis), box(unsafe), box(initial)};
  return call1(op_SegmentReduce, args);
}

}  // namespace vjp
