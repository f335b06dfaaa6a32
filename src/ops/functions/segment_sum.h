// The operators of ops/segment_sum.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_SegmentExtreme;
extern const OpDef op_SegmentSpread;
extern const OpDef op_SegmentSum;

inline Tensor _segment_extreme(const Tensor& data, const Tensor& offsets, const Scalar& initial, bool largest, int64_t dim) {
  const Value args[] = {box(data), box(offsets), box(initial), box(largest), box(dim)};
  return call1(op_SegmentExtreme, args);
}
inline Tensor _segment_spread(const Tensor& values, const Tensor& offsets, int64_t size, int64_t dim) {
  const Value args[] = {box(values), box(offsets), box(size), box(dim)};
  return call1(op_SegmentSpread, args);
}
inline Tensor _segment_sum(const Tensor& data, const Tensor& offsets, int64_t dim) {
  const Value args[] = {box(data), box(offsets), box(dim)};
  return call1(op_SegmentSum, args);
}

}  // namespace vjp
