// The operators of ops/fft_frames.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_CheckedOverlap;
extern const OpDef op_Istft;
extern const OpDef op_Stft;

inline Tensor _checked_overlap(const Tensor& input) {
  const Value args[] = {box(input)};
  return call1(op_CheckedOverlap, args);
}
inline Tensor istft(const Tensor& input, int64_t n_fft, std::optional<int64_t> hop_length = {}, std::optional<int64_t> win_length = {}, const Tensor& window = {}, bool center = true, bool normalized = false, std::optional<int64_t> onesided = {}, std::optional<int64_t> length = {}, bool return_complex = false) {
  const Value args[] = {box(input), box(n_fft), box(hop_length), box(win_length), box(window), box(center), box(normalized), box(onesided), box(length), box(return_complex)};
  return call1(op_Istft, args);
}
inline Tensor stft(const Tensor& input, int64_t n_fft, std::optional<int64_t> hop_length = {}, std::optional<int64_t> win_length = {}, const Tensor& window = {}, bool center = true, const char* pad_mode = "reflect", bool normalized = false, std::optional<int64_t> onesided = {}, bool return_complex = true, bool align_to_window = false) {
  const Value args[] = {box(input), box(n_fft), box(hop_length), box(win_length), box(window), box(center), box(pad_mode), box(normalized), box(onesided), box(return_complex), box(align_to_window)};
  return call1(op_Stft, args);
}

}  // namespace vjp
