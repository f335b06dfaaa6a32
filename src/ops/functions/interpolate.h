// The operators of ops/interpolate.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_Interpolate;

inline Tensor interpolate(const Tensor& input, std::optional<IntSpan> size = {}, std::optional<std::span<const double>> scale_factor = {}, const char* mode = "nearest", bool align_corners = false, bool recompute_scale_factor = false) {
  const Value args[] = {box(input), box(size), box(scale_factor), box(mode), box(align_corners), box(recompute_scale_factor)};
  return call1(op_Interpolate, args);
}

}  // namespace vjp
