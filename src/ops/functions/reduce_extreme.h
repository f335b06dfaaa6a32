// The operators of ops/reduce_extreme.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include <array>

#include "ops/op.h"

namespace vjp {

extern const OpDef op_WhereEqual;
extern const OpDef op_AMax;
extern const OpDef op_AMin;
extern const OpDef op_ArgMax;
extern const OpDef op_ArgMin;
extern const OpDef op_Max;
extern const OpDef op_MaxDim;
extern const OpDef op_Min;
extern const OpDef op_MinDim;

inline Tensor _where_equal(const Tensor& input, const Tensor& value, const Tensor& other) {
  const Value args[] = {box(input), box(value), box(other)};
  return call1(op_WhereEqual, args);
}
inline Tensor amax(const Tensor& input, std::optional<IntSpan> dim = {}, bool keepdim = false) {
  const Value args[] = {box(input), box(dim), box(keepdim)};
  return call1(op_AMax, args);
}
inline Tensor amin(const Tensor& input, std::optional<IntSpan> dim = {}, bool keepdim = false) {
  const Value args[] = {box(input), box(dim), box(keepdim)};
  return call1(op_AMin, args);
}
inline Tensor argmax(const Tensor& input, std::optional<int64_t> dim = {}, bool keepdim = false) {
  const Value args[] = {box(input), box(dim), box(keepdim)};
  return call1(op_ArgMax, args);
}
inline Tensor argmin(const Tensor& input, std::optional<int64_t> dim = {}, bool keepdim = false) {
  const Value args[] = {box(input), box(dim), box(keepdim)};
  return call1(op_ArgMin, args);
}
inline Tensor max(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Max, args);
}
inline std::array<Tensor, 2> max_dim(const Tensor& input, int64_t dim, bool keepdim = false) {
  const Value args[] = {box(input), box(dim), box(keepdim)};
  std::array<Tensor, 2> outs;
  call(op_MaxDim, args, outs.data());
  return outs;
}
inline Tensor min(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_Min, args);
}
inline std::array<Tensor, 2> min_dim(const Tensor& input, int64_t dim, bool keepdim = false) {
  const Value args[] = {box(input), box(dim), box(keepdim)};
  std::array<Tensor, 2> outs;
  call(op_MinDim, args, outs.data());
  return outs;
}

}  // namespace vjp
