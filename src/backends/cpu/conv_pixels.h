// Convolution of images whose channels lie side by side (channels last), as a matrix product: a pixel is a row of
// numbers, and where each output finds its inputs is a table of pointers, so that nothing is copied or padded.
#pragma once

#include <cstdint>

#include "backends/cpu/conv_geometry.h"

namespace vjp::cpu {

// The pixels that a run of outputs sees: output p through tap t sees rows[t * pitch + p], the row `zeros` where that is
// beyond the image; kernels leave out what they see to be there. `correlate` reads multiples of `pixels` of them.
template <class T>
struct PixelRows {
  const T** rows;
  int64_t pitch, positions;
  const T* zeros;
};

template <class T>
struct PixelKernels {
  int lanes;    // of a vector
  int vectors;  // of output channels that are computed together, at most
  int pixels;   // positions, or rows of a weight, that are computed together; divides kPixelPadding

  // out[p][o] = initial[o] + sum over taps t < taps, channels i < channels of in[t][p][first + i] *
  // weights[t * channels + i][o] for o < count, at most `vectors` vectors; without `initial`, adds to out. The weights
  // have whole vectors.
  void (*correlate)(const PixelRows<T>& in, int64_t taps, int64_t first, int64_t channels, const T* weights,
                    T* const* out, int64_t offset, int64_t count, const T* initial);
  // sums[r][o] += sum over p of in[r / channels][p][r % channels] * grad[p][o] for `first` <= r < `last`, whole vectors
  // of o < count; of grad, rows are `pitch` apart, of the sums `width`.
  void (*correlate_weight)(const PixelRows<T>& in, int64_t channels, int64_t first, int64_t last, const T* grad,
                           int64_t pitch, int64_t count, T* sums, int64_t width);
};
constexpr int64_t kPixelPadding = 8;

const PixelKernels<float>& pixel_kernels(float);
const PixelKernels<double>& pixel_kernels(double);

// Whether the channels lie so, and are enough to fill vectors.
template <class S>
bool has_pixels(const Correlation<S>& c) {
  if constexpr (std::is_same_v<S, Compute<S>>) {
    return (c.in_channels == 1 || c.in_channel_stride == 1) && c.out_channel_stride == 1 && !c.taps.empty() &&
           2 * c.out_channels >= pixel_kernels(S()).lanes;
  } else {
    return false;
  }
}

template <class T>
void correlate_pixels(const Correlation<T>& c);
// The gradient of the weight; `c` is the convolution whose output's gradient is at c.out.
template <class T>
void weight_gradient_pixels(const Correlation<T>& c, T* weight);

}  // namespace vjp::cpu
