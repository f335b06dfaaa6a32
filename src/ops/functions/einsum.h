// The operators of ops/einsum.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_Einsum;

inline Tensor einsum(const char* equation, TensorList operands) {
  const Value args[] = {box(equation), box(operands)};
  return call1(op_Einsum, args);
}

}  // namespace vjp
