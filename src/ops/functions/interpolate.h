// The operators of ops/interpolate.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_UpsampleBilinearSmoothed;
extern const OpDef op_Interpolate;
extern const OpDef op_UpsampleBilinear;
extern const OpDef op_UpsampleNearest;

inline Tensor _upsample_bilinear2d_aa(const Tensor& input, IntSpan output_size, bool align_corners, std::optional<double> scales_h = {}, std::optional<double> scales_w = {}) {
  const Value args[] = {box(input), box(output_size), box(align_corners), box(scales_h), box(scales_w)};
  return call1(op_UpsampleBilinearSmoothed, args);
}
inline Tensor interpolate(const Tensor& input, std::optional<IntSpan> size = {}, std::optional<std::span<const double>> scale_factor = {}, const char* mode = "nearest", bool align_corners = false, bool recompute_scale_factor = false) {
  const Value args[] = {box(input), box(size), box(scale_factor), box(mode), box(align_corners), box(recompute_scale_factor)};
  return call1(op_Interpolate, args);
}
inline Tensor upsample_bilinear(const Tensor& input, std::optional<IntSpan> size = {}, std::optional<std::span<const double>> scale_factor = {}) {
  const Value args[] = {box(input), box(size), box(scale_factor)};
  return call1(op_UpsampleBilinear, args);
}
inline Tensor upsample_nearest(const Tensor& input, std::optional<IntSpan> size = {}, std::optional<std::span<const double>> scale_factor = {}) {
  const Value args[] = {box(input), box(size), box(scale_factor)};
  return call1(op_UpsampleNearest, args);
}

}  // namespace vjp
