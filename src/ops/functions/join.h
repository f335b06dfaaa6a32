// The operators of ops/join.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_Cat;
extern const OpDef op_Stack;

inline Tensor cat(TensorList tensors, int64_t dim = 0) {
  const Value args[] = {box(tensors), box(dim)};
  return call1(op_Cat, args);
}
inline Tensor stack(TensorList tensors, int64_t dim = 0) {
  const Value args[] = {box(tensors), box(dim)};
  return call1(op_Stack, args);
}

}  // namespace vjp
