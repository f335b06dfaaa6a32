// The operators of ops/fft.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_Fft;
extern const OpDef op_Fft2;
extern const OpDef op_FftFreq;
extern const OpDef op_FftN;
extern const OpDef op_FftShift;
extern const OpDef op_Hfft;
extern const OpDef op_Hfft2;
extern const OpDef op_HfftN;
extern const OpDef op_Ifft;
extern const OpDef op_Ifft2;
extern const OpDef op_IfftN;
extern const OpDef op_FftIshift;
extern const OpDef op_Ihfft;
extern const OpDef op_Ihfft2;
extern const OpDef op_IhfftN;
extern const OpDef op_Irfft;
extern const OpDef op_Irfft2;
extern const OpDef op_IrfftN;
extern const OpDef op_Rfft;
extern const OpDef op_Rfft2;
extern const OpDef op_RfftFreq;
extern const OpDef op_RfftN;

inline Tensor fft_fft(const Tensor& input, std::optional<int64_t> n = {}, int64_t dim = -1, const char* norm = nullptr) {
  const Value args[] = {box(input), box(n), box(dim), box(norm)};
  return call1(op_Fft, args);
}
inline Tensor fft_fft2(const Tensor& input, std::optional<IntSpan> s, IntSpan dim, const char* norm = nullptr) {
  const Value args[] = {box(input), box(s), box(dim), box(norm)};
  return call1(op_Fft2, args);
}
inline Tensor fft_fftfreq(int64_t n, double d = 1.0, Dtype dtype = Dtype::None) {
  const Value args[] = {box(n), box(d), box(dtype)};
  return call1(op_FftFreq, args);
}
inline Tensor fft_fftn(const Tensor& input, std::optional<IntSpan> s = {}, std::optional<IntSpan> dim = {}, const char* norm = nullptr) {
  const Value args[] = {box(input), box(s), box(dim), box(norm)};
  return call1(op_FftN, args);
}
inline Tensor fft_fftshift(const Tensor& input, std::optional<IntSpan> dim = {}) {
  const Value args[] = {box(input), box(dim)};
  return call1(op_FftShift, args);
}
inline Tensor fft_hfft(const Tensor& input, std::optional<int64_t> n = {}, int64_t dim = -1, const char* norm = nullptr) {
  const Value args[] = {box(input), box(n), box(dim), box(norm)};
  return call1(op_Hfft, args);
}
inline Tensor fft_hfft2(const Tensor& input, std::optional<IntSpan> s, IntSpan dim, const char* norm = nullptr) {
  const Value args[] = {box(input), box(s), box(dim), box(norm)};
  return call1(op_Hfft2, args);
}
inline Tensor fft_hfftn(const Tensor& input, std::optional<IntSpan> s = {}, std::optional<IntSpan> dim = {}, const char* norm = nullptr) {
  const Value args[] = {box(input), box(s), box(dim), box(norm)};
  return call1(op_HfftN, args);
}
inline Tensor fft_ifft(const Tensor& input, std::optional<int64_t> n = {}, int64_t dim = -1, const char* norm = nullptr) {
  const Value args[] = {box(input), box(n), box(dim), box(norm)};
  return call1(op_Ifft, args);
}
inline Tensor fft_ifft2(const Tensor& input, std::optional<IntSpan> s, IntSpan dim, const char* norm = nullptr) {
  const Value args[] = {box(input), box(s), box(dim), box(norm)};
  return call1(op_Ifft2, args);
}
inline Tensor fft_ifftn(const Tensor& input, std::optional<IntSpan> s = {}, std::optional<IntSpan> dim = {}, const char* norm = nullptr) {
  const Value args[] = {box(input), box(s), box(dim), box(norm)};
  return call1(op_IfftN, args);
}
inline Tensor fft_ifftshift(const Tensor& input, std::optional<IntSpan> dim = {}) {
  const Value args[] = {box(input), box(dim)};
  return call1(op_FftIshift, args);
}
inline Tensor fft_ihfft(const Tensor& input, std::optional<int64_t> n = {}, int64_t dim = -1, const char* norm = nullptr) {
  const Value args[] = {box(input), box(n), box(dim), box(norm)};
  return call1(op_Ihfft, args);
}
inline Tensor fft_ihfft2(const Tensor& input, std::optional<IntSpan> s, IntSpan dim, const char* norm = nullptr) {
  const Value args[] = {box(input), box(s), box(dim), box(norm)};
  return call1(op_Ihfft2, args);
}
inline Tensor fft_ihfftn(const Tensor& input, std::optional<IntSpan> s = {}, std::optional<IntSpan> dim = {}, const char* norm = nullptr) {
  const Value args[] = {box(input), box(s), box(dim), box(norm)};
  return call1(op_IhfftN, args);
}
inline Tensor fft_irfft(const Tensor& input, std::optional<int64_t> n = {}, int64_t dim = -1, const char* norm = nullptr) {
  const Value args[] = {box(input), box(n), box(dim), box(norm)};
  return call1(op_Irfft, args);
}
inline Tensor fft_irfft2(const Tensor& input, std::optional<IntSpan> s, IntSpan dim, const char* norm = nullptr) {
  const Value args[] = {box(input), box(s), box(dim), box(norm)};
  return call1(op_Irfft2, args);
}
inline Tensor fft_irfftn(const Tensor& input, std::optional<IntSpan> s = {}, std::optional<IntSpan> dim = {}, const char* norm = nullptr) {
  const Value args[] = {box(input), box(s), box(dim), box(norm)};
  return call1(op_IrfftN, args);
}
inline Tensor fft_rfft(const Tensor& input, std::optional<int64_t> n = {}, int64_t dim = -1, const char* norm = nullptr) {
  const Value args[] = {box(input), box(n), box(dim), box(norm)};
  return call1(op_Rfft, args);
}
inline Tensor fft_rfft2(const Tensor& input, std::optional<IntSpan> s, IntSpan dim, const char* norm = nullptr) {
  const Value args[] = {box(input), box(s), box(dim), box(norm)};
  return call1(op_Rfft2, args);
}
inline Tensor fft_rfftfreq(int64_t n, double d = 1.0, Dtype dtype = Dtype::None) {
  const Value args[] = {box(n), box(d), box(dtype)};
  return call1(op_RfftFreq, args);
}
inline Tensor fft_rfftn(const Tensor& input, std::optional<IntSpan> s = {}, std::optional<IntSpan> dim = {}, const char* norm = nullptr) {
  const Value args[] = {box(input), box(s), box(dim), box(norm)};
  return call1(op_RfftN, args);
}

}  // namespace vjp
