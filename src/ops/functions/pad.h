// The operators of ops/pad.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_ConstantPadNd;
extern const OpDef op_Pad;

inline Tensor constant_pad_nd(const Tensor& input, IntSpan pad, const Scalar& value = 0) {
  const Value args[] = {box(input), box(pad), box(value)};
  return call1(op_ConstantPadNd, args);
}
inline Tensor pad(const Tensor& input, IntSpan pad, const char* mode = "constant", std::optional<Scalar> value = {}) {
  const Value args[] = {box(input), box(pad), box(mode), box(value)};
  return call1(op_Pad, args);
}

}  // namespace vjp
