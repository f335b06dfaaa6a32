// The operators of ops/index_advanced.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_Index;
extern const OpDef op_IndexPut;

inline Tensor index_tensor(const Tensor& input, TensorList indices) {
  const Value args[] = {box(input), box(indices)};
  return call1(op_Index, args);
}
inline Tensor index_put(const Tensor& input, TensorList indices, const Tensor& values, bool accumulate = false) {
  const Value args[] = {box(input), box(indices), box(values), box(accumulate)};
  return call1(op_IndexPut, args);
}
inline void index_put_(const Tensor& input, TensorList indices, const Tensor& values, bool accumulate = false) {
  const Value args[] = {box(input), box(indices), box(values), box(accumulate)};
  call_inplace(op_IndexPut, args);
}

}  // namespace vjp
