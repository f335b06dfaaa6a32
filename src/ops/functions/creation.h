// The operators of ops/creation.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_Arange;
extern const OpDef op_ArangeStart;
extern const OpDef op_Empty;
extern const OpDef op_EmptyInFormat;
extern const OpDef op_EmptyLike;
extern const OpDef op_EmptyLikeInFormat;
extern const OpDef op_Eye;
extern const OpDef op_Full;
extern const OpDef op_FullLike;
extern const OpDef op_Linspace;
extern const OpDef op_Ones;
extern const OpDef op_OnesLike;
extern const OpDef op_Zeros;
extern const OpDef op_ZerosLike;

inline Tensor arange(const Scalar& end, Dtype dtype = Dtype::None) {
  const Value args[] = {box(end), box(dtype)};
  return call1(op_Arange, args);
}
inline Tensor arange_start(const Scalar& start, const Scalar& end, const Scalar& step = 1, Dtype dtype = Dtype::None) {
  const Value args[] = {box(start), box(end), box(step), box(dtype)};
  return call1(op_ArangeStart, args);
}
inline Tensor empty(IntSpan size, Dtype dtype = Dtype::None) {
  const Value args[] = {box(size), box(dtype)};
  return call1(op_Empty, args);
}
inline Tensor empty_memory_format(IntSpan size, Dtype dtype, int64_t memory_format) {
  const Value args[] = {box(size), box(dtype), box(memory_format)};
  return call1(op_EmptyInFormat, args);
}
inline Tensor empty_like(const Tensor& input, Dtype dtype = Dtype::None) {
  const Value args[] = {box(input), box(dtype)};
  return call1(op_EmptyLike, args);
}
inline Tensor empty_like_memory_format(const Tensor& input, Dtype dtype, int64_t memory_format) {
  const Value args[] = {box(input), box(dtype), box(memory_format)};
  return call1(op_EmptyLikeInFormat, args);
}
inline Tensor eye(int64_t n, std::optional<int64_t> m = {}, Dtype dtype = Dtype::None) {
  const Value args[] = {box(n), box(m), box(dtype)};
  return call1(op_Eye, args);
}
inline Tensor full(IntSpan size, const Scalar& fill_value, Dtype dtype = Dtype::None) {
  const Value args[] = {box(size), box(fill_value), box(dtype)};
  return call1(op_Full, args);
}
inline Tensor full_like(const Tensor& input, const Scalar& fill_value, Dtype dtype = Dtype::None) {
  const Value args[] = {box(input), box(fill_value), box(dtype)};
  return call1(op_FullLike, args);
}
inline Tensor linspace(const Scalar& start, const Scalar& end, int64_t steps, Dtype dtype = Dtype::None) {
  const Value args[] = {box(start), box(end), box(steps), box(dtype)};
  return call1(op_Linspace, args);
}
inline Tensor ones(IntSpan size, Dtype dtype = Dtype::None) {
  const Value args[] = {box(size), box(dtype)};
  return call1(op_Ones, args);
}
inline Tensor ones_like(const Tensor& input, Dtype dtype = Dtype::None) {
  const Value args[] = {box(input), box(dtype)};
  return call1(op_OnesLike, args);
}
inline Tensor zeros(IntSpan size, Dtype dtype = Dtype::None) {
  const Value args[] = {box(size), box(dtype)};
  return call1(op_Zeros, args);
}
inline Tensor zeros_like(const Tensor& input, Dtype dtype = Dtype::None) {
  const Value args[] = {box(input), box(dtype)};
  return call1(op_ZerosLike, args);
}

}  // namespace vjp
