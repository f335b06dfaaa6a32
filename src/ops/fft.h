// What the Fourier transforms share: their kinds, and the checks of their arguments.
#pragma once

#include "ops/define.h"

namespace vjp {

enum class FftType : uint8_t { Complex, ToHalf, FromHalf };  // what real numbers have of theirs: all, or the first half
struct FftKind {
  const char* name;
  FftType type;
  bool inverse;
};

// The factor of a transform of `count` elements; norm is "backward" (or none), "ortho" or "forward".
double fft_scale(const char* op, std::optional<std::string_view> norm, bool inverse, double count);
// In float32 if it is whole or half, and complex if that is wanted.
Tensor fft_input(const char* op, const Tensor& input, FftType type);

// Along one dimension, and along several: sizes and dimensions as the operators have them.
Tensor fft_along(const FftKind& kind, const Tensor& input, std::optional<int64_t> n, int64_t dim,
                 std::optional<std::string_view> norm);
Tensor fft_over(const FftKind& kind, const Tensor& input, const std::optional<IntSpan>& s,
                const std::optional<IntSpan>& dim, std::optional<std::string_view> norm);

}  // namespace vjp
