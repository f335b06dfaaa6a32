// The operators of ops/sum_to_size.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_SumToSize;
extern const OpDef op_SumToSizeOrSelf;

inline Tensor _sum_to_size(const Tensor& input, IntSpan size) {
  const Value args[] = {box(input), box(size)};
  return call1(op_SumToSize, args);
}
inline Tensor sum_to_size(const Tensor& input, IntSpan size) {
  const Value args[] = {box(input), box(size)};
  return call1(op_SumToSizeOrSelf, args);
}

}  // namespace vjp
