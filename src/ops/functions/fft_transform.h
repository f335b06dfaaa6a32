// The operators of ops/fft_transform.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_FftC2C;
extern const OpDef op_FftC2R;
extern const OpDef op_FftR2C;

inline Tensor _fft_c2c(const Tensor& input, IntSpan dim, double scale, bool inverse) {
  const Value args[] = {box(input), box(dim), box(scale), box(inverse)};
  return call1(op_FftC2C, args);
}
inline Tensor _fft_c2r(const Tensor& input, IntSpan dim, double scale, bool inverse, int64_t last) {
  const Value args[] = {box(input), box(dim), box(scale), box(inverse), box(last)};
  return call1(op_FftC2R, args);
}
inline Tensor _fft_r2c(const Tensor& input, IntSpan dim, double scale, bool inverse, bool onesided) {
  const Value args[] = {box(input), box(dim), box(scale), box(inverse), box(onesided)};
  return call1(op_FftR2C, args);
}

}  // namespace vjp
