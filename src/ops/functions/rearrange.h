// The operators of ops/rearrange.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_ChannelShuffle;
extern const OpDef op_PixelShuffle;
extern const OpDef op_PixelUnshuffle;

inline Tensor channel_shuffle(const Tensor& input, int64_t groups) {
  const Value args[] = {box(input), box(groups)};
  return call1(op_ChannelShuffle, args);
}
inline Tensor pixel_shuffle(const Tensor& input, int64_t upscale_factor) {
  const Value args[] = {box(input), box(upscale_factor)};
  return call1(op_PixelShuffle, args);
}
inline Tensor pixel_unshuffle(const Tensor& input, int64_t downscale_factor) {
  const Value args[] = {box(input), box(downscale_factor)};
  return call1(op_PixelUnshuffle, args);
}

}  // namespace vjp
