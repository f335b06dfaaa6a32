#include "backends/cpu/conv_kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/conv_kernels.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Accumulators fill the registers: 8 x 3 of 32, or 4 x 3 of 16.
constexpr int kBlock = HWY_TARGET <= HWY_AVX3 ? 8 : 4;
constexpr int kVectors = 3;

template <class T, int kChannels, int kCount>
void correlate_block(const T* HWY_RESTRICT in, const int32_t* HWY_RESTRICT offsets, int64_t rows,
                     const T* HWY_RESTRICT weights, T* HWY_RESTRICT out, int64_t pitch, bool add) {
  const hn::ScalableTag<T> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  hn::Vec<decltype(d)> sum[kChannels][kCount];
  for (int i = 0; i < kChannels; ++i) {
    for (int j = 0; j < kCount; ++j) sum[i][j] = add ? hn::LoadU(d, out + i * pitch + j * lanes) : hn::Zero(d);
  }
  for (int64_t r = 0; r < rows; ++r) {
    const T* row = in + offsets[r];
    hn::Vec<decltype(d)> x[kCount];
    for (int j = 0; j < kCount; ++j) x[j] = hn::LoadU(d, row + j * lanes);
    for (int i = 0; i < kChannels; ++i) {
      const auto w = hn::Set(d, weights[r * kChannels + i]);
      for (int j = 0; j < kCount; ++j) sum[i][j] = hn::MulAdd(w, x[j], sum[i][j]);
    }
  }
  for (int i = 0; i < kChannels; ++i) {
    for (int j = 0; j < kCount; ++j) hn::StoreU(sum[i][j], d, out + i * pitch + j * lanes);
  }
}

template <class T, int kChannels>
void correlate_channels(const T* in, const int32_t* offsets, int64_t rows, const T* weights, int64_t positions, T* out,
                        int64_t pitch, bool add) {
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(hn::ScalableTag<T>()));
  int64_t p = 0;
  for (; p + (kVectors - 1) * lanes < positions; p += kVectors * lanes) {
    correlate_block<T, kChannels, kVectors>(in + p, offsets, rows, weights, out + p, pitch, add);
  }
  if (p + lanes < positions) {
    correlate_block<T, kChannels, 2>(in + p, offsets, rows, weights, out + p, pitch, add);
  } else if (p < positions) {
    correlate_block<T, kChannels, 1>(in + p, offsets, rows, weights, out + p, pitch, add);
  }
}

template <class T>
void correlate(const T* in, const int32_t* offsets, int64_t rows, const T* weights, int channels, int64_t positions,
               T* out, int64_t pitch, bool add) {
  switch (channels) {
    case 8:
      return correlate_channels<T, kBlock>(in, offsets, rows, weights, positions, out, pitch, add);
    case 4:
      return correlate_channels<T, 4>(in, offsets, rows, weights, positions, out, pitch, add);
    case 2:
      return correlate_channels<T, 2>(in, offsets, rows, weights, positions, out, pitch, add);
    default:
      return correlate_channels<T, 1>(in, offsets, rows, weights, positions, out, pitch, add);
  }
}

template <class T, int kChannels, int kRows>
void dot_block(const T* HWY_RESTRICT grad, int64_t pitch, const T* HWY_RESTRICT in, const int32_t* offsets,
               int64_t positions, T* HWY_RESTRICT out, int64_t out_stride) {
  const hn::ScalableTag<T> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  hn::Vec<decltype(d)> sum[kChannels][kRows];
  for (int i = 0; i < kChannels; ++i) {
    for (int j = 0; j < kRows; ++j) sum[i][j] = hn::Zero(d);
  }
  for (int64_t p = 0; p < positions; p += lanes) {
    hn::Vec<decltype(d)> x[kRows];
    for (int j = 0; j < kRows; ++j) x[j] = hn::LoadU(d, in + offsets[j] + p);
    for (int i = 0; i < kChannels; ++i) {
      const auto g = hn::LoadU(d, grad + i * pitch + p);
      for (int j = 0; j < kRows; ++j) sum[i][j] = hn::MulAdd(g, x[j], sum[i][j]);
    }
  }
  for (int i = 0; i < kChannels; ++i) {
    for (int j = 0; j < kRows; ++j) out[i * out_stride + j] += hn::ReduceSum(d, sum[i][j]);
  }
}

template <class T, int kChannels>
void dot_channels(const T* grad, int64_t pitch, const T* in, const int32_t* offsets, int64_t rows, int64_t positions,
                  T* out, int64_t out_stride) {
  int64_t r = 0;
  for (; r + 3 <= rows; r += 3) {
    dot_block<T, kChannels, 3>(grad, pitch, in, offsets + r, positions, out + r, out_stride);
  }
  if (rows - r == 2) {
    dot_block<T, kChannels, 2>(grad, pitch, in, offsets + r, positions, out + r, out_stride);
  } else if (rows - r == 1) {
    dot_block<T, kChannels, 1>(grad, pitch, in, offsets + r, positions, out + r, out_stride);
  }
}

template <class T>
void correlate_weight(const T* grad, int64_t pitch, int channels, const T* in, const int32_t* offsets, int64_t rows,
                      int64_t positions, T* out, int64_t out_stride) {
  switch (channels) {
    case 8:
      return dot_channels<T, kBlock>(grad, pitch, in, offsets, rows, positions, out, out_stride);
    case 4:
      return dot_channels<T, 4>(grad, pitch, in, offsets, rows, positions, out, out_stride);
    case 2:
      return dot_channels<T, 2>(grad, pitch, in, offsets, rows, positions, out, out_stride);
    default:
      return dot_channels<T, 1>(grad, pitch, in, offsets, rows, positions, out, out_stride);
  }
}

template <class T>
ConvKernels<T> kernels() {
  return {kBlock, static_cast<int>(hn::Lanes(hn::ScalableTag<T>())), correlate<T>, correlate_weight<T>};
}

ConvKernels<float> kernels_float() { return kernels<float>(); }
ConvKernels<double> kernels_double() { return kernels<double>(); }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace vjp::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vjp::cpu {

HWY_EXPORT(kernels_float);
HWY_EXPORT(kernels_double);

const ConvKernels<float>& conv_kernels(float) {
  static const ConvKernels<float> kernels = HWY_DYNAMIC_DISPATCH(kernels_float)();
  return kernels;
}

const ConvKernels<double>& conv_kernels(double) {
  static const ConvKernels<double> kernels = HWY_DYNAMIC_DISPATCH(kernels_double)();
  return kernels;
}

}  // namespace vjp::cpu
#endif
