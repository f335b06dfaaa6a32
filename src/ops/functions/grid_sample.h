// The operators of ops/grid_sample.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_GridSampler;
extern const OpDef op_GridSample;
extern const OpDef op_GridSampler2d;
extern const OpDef op_GridSampler3d;

inline Tensor _grid_sampler(const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners) {
  const Value args[] = {box(input), box(grid), box(interpolation_mode), box(padding_mode), box(align_corners)};
  return call1(op_GridSampler, args);
}
inline Tensor grid_sample(const Tensor& input, const Tensor& grid, const char* mode = "bilinear", const char* padding_mode = "zeros", bool align_corners = false) {
  const Value args[] = {box(input), box(grid), box(mode), box(padding_mode), box(align_corners)};
  return call1(op_GridSample, args);
}
inline Tensor grid_sampler_2d(const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners) {
  const Value args[] = {box(input), box(grid), box(interpolation_mode), box(padding_mode), box(align_corners)};
  return call1(op_GridSampler2d, args);
}
inline Tensor grid_sampler_3d(const Tensor& input, const Tensor& grid, int64_t interpolation_mode, int64_t padding_mode, bool align_corners) {
  const Value args[] = {box(input), box(grid), box(interpolation_mode), box(padding_mode), box(align_corners)};
  return call1(op_GridSampler3d, args);
}

}  // namespace vjp
