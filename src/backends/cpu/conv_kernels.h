// The two inner kernels of convolution. Both see rows of numbers at given offsets of a padded input: a row is one
// channel seen through one tap of the window, so that a convolution is a matrix product whose second operand needs no
// copy.
#pragma once

#include <cstdint>

namespace vjp::cpu {

template <class T>
struct ConvKernels {
  int block;  // output channels computed together, a power of two; smaller powers of two serve the rest
  int lanes;  // positions are computed in multiples of this many

  // out[i * pitch + p] = sum_r weights[r * channels + i] * in[offsets[r] + p] for i < channels (a power of two up to
  // `block`), p < positions rounded up to lanes: `in` and `out` have room. With `add`, adds to what is there.
  void (*correlate)(const T* in, const int32_t* offsets, int64_t rows, const T* weights, int channels,
                    int64_t positions, T* out, int64_t pitch, bool add);
  // out[i * out_stride + r] += sum_p grad[i * pitch + p] * in[offsets[r] + p], p < positions rounded up to lanes:
  // `grad` is zero there.
  void (*correlate_weight)(const T* grad, int64_t pitch, int channels, const T* in, const int32_t* offsets,
                           int64_t rows, int64_t positions, T* out, int64_t out_stride);
};

const ConvKernels<float>& conv_kernels(float);
const ConvKernels<double>& conv_kernels(double);

}  // namespace vjp::cpu
