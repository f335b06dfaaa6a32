// The operators of ops/search.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_OneHot;
extern const OpDef op_SearchSorted;

inline Tensor one_hot(const Tensor& input, int64_t num_classes = -1) {
  const Value args[] = {box(input), box(num_classes)};
  return call1(op_OneHot, args);
}
inline Tensor searchsorted(const Tensor& sorted_sequence, const Operand& input, bool out_int32 = false, bool right = false, const char* side = nullptr, const Tensor& sorter = {}) {
  const Value args[] = {box(sorted_sequence), box(input), box(out_int32), box(right), box(side), box(sorter)};
  return call1(op_SearchSorted, args);
}

}  // namespace vjp
