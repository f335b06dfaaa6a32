// The operators of ops/strided.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_StridedGather;
extern const OpDef op_StridedScatter;

inline Tensor _strided_gather(const Tensor& input, IntSpan size, IntSpan stride, int64_t storage_offset, IntSpan in_size, IntSpan in_stride, int64_t in_offset) {
  const Value args[] = {box(input), box(size), box(stride), box(storage_offset), box(in_size), box(in_stride), box(in_offset)};
  return call1(op_StridedGather, args);
}
inline Tensor _strided_scatter(const Tensor& input, IntSpan size, IntSpan stride, int64_t storage_offset, IntSpan out_size, IntSpan out_stride, int64_t out_offset) {
  const Value args[] = {box(input), box(size), box(stride), box(storage_offset), box(out_size), box(out_stride), box(out_offset)};
  return call1(op_StridedScatter, args);
}

}  // namespace vjp
