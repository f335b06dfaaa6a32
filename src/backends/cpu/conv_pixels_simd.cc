#include "backends/cpu/conv_pixels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/cpu/conv_pixels_simd.cc"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace vjp::cpu {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Accumulators fill the registers: 8 x 3 of 32, or 4 x 3 of 16.
constexpr int kPixels = HWY_TARGET <= HWY_AVX3 ? 8 : 4;
constexpr int kVectors = 3;

// Whether a block of outputs sees nothing but what is beyond the image, as along its upper and lower edge.
template <class T>
bool is_beyond(const T* const* row, const T* zeros) {
  bool all = true;
#pragma GCC unroll 8
  for (int i = 0; i < kPixels; ++i) all = all && row[i] == zeros;
  return all;
}

template <class T, int kCount>
void correlate_vectors(const PixelRows<T>& in, int64_t taps, int64_t first, int64_t channels,
                       const T* HWY_RESTRICT weights, T* const* out, int64_t offset, int64_t count, const T* initial) {
  const hn::ScalableTag<T> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d)), rest = count - (kCount - 1) * lanes;
  for (int64_t p = 0; p < in.positions; p += kPixels) {
    hn::Vec<decltype(d)> sum[kPixels][kCount];
#pragma GCC unroll 8
    for (int i = 0; i < kPixels; ++i) {
      const T* from = initial ? initial : out[p + i] + offset;
#pragma GCC unroll 8
      for (int j = 0; j < kCount - 1; ++j) sum[i][j] = hn::LoadU(d, from + j * lanes);
      sum[i][kCount - 1] = hn::LoadN(d, from + (kCount - 1) * lanes, static_cast<size_t>(rest));
    }
    const T* w = weights;
    for (int64_t t = 0; t < taps; ++t) {
      if (is_beyond(in.rows + t * in.pitch + p, in.zeros)) {
        w += channels * kCount * lanes;
        continue;
      }
      const T* x[kPixels];
#pragma GCC unroll 8
      for (int i = 0; i < kPixels; ++i) x[i] = in.rows[t * in.pitch + p + i] + first;
      for (int64_t c = 0; c < channels; ++c, w += kCount * lanes) {
        hn::Vec<decltype(d)> row[kCount];
#pragma GCC unroll 8
        for (int j = 0; j < kCount; ++j) row[j] = hn::LoadU(d, w + j * lanes);
#pragma GCC unroll 8
        for (int i = 0; i < kPixels; ++i) {
          const auto value = hn::Set(d, x[i][c]);
#pragma GCC unroll 8
          for (int j = 0; j < kCount; ++j) sum[i][j] = hn::MulAdd(value, row[j], sum[i][j]);
        }
      }
    }
#pragma GCC unroll 8
    for (int i = 0; i < kPixels; ++i) {
      T* to = out[p + i] + offset;
#pragma GCC unroll 8
      for (int j = 0; j < kCount - 1; ++j) hn::StoreU(sum[i][j], d, to + j * lanes);
      hn::StoreN(sum[i][kCount - 1], d, to + (kCount - 1) * lanes, static_cast<size_t>(rest));
    }
  }
}

template <class T>
void correlate(const PixelRows<T>& in, int64_t taps, int64_t first, int64_t channels, const T* weights, T* const* out,
               int64_t offset, int64_t count, const T* initial) {
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(hn::ScalableTag<T>()));
  if (count <= lanes) return correlate_vectors<T, 1>(in, taps, first, channels, weights, out, offset, count, initial);
  if (count <= 2 * lanes)
    return correlate_vectors<T, 2>(in, taps, first, channels, weights, out, offset, count, initial);
  correlate_vectors<T, 3>(in, taps, first, channels, weights, out, offset, count, initial);
}

// One block of the weight: `used` rows, the others computed in vain. With kTogether they are channels of one tap that
// follow each other.
template <class T, int kCount, bool kTogether>
void weight_block(const PixelRows<T>& in, int64_t channels, int64_t first, int64_t used, const T* HWY_RESTRICT grad,
                  int64_t pitch, T* HWY_RESTRICT sums, int64_t width) {
  const hn::ScalableTag<T> d;
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(d));
  const T* const* rows[kPixels];
  int64_t at[kPixels];
  for (int64_t i = 0; i < kPixels; ++i) {
    const int64_t r = first + (i < used ? i : 0);
    rows[i] = in.rows + r / channels * in.pitch;
    at[i] = r % channels;
  }
  hn::Vec<decltype(d)> sum[kPixels][kCount];
#pragma GCC unroll 8
  for (int i = 0; i < kPixels; ++i) {
#pragma GCC unroll 8
    for (int j = 0; j < kCount; ++j) sum[i][j] = hn::Zero(d);
  }
  for (int64_t p = 0; p < in.positions; ++p) {
    if (kTogether && rows[0][p] == in.zeros) continue;
    hn::Vec<decltype(d)> g[kCount];
#pragma GCC unroll 8
    for (int j = 0; j < kCount; ++j) g[j] = hn::LoadU(d, grad + p * pitch + j * lanes);
    const T* x = rows[0][p] + at[0];
#pragma GCC unroll 8
    for (int i = 0; i < kPixels; ++i) {
      const auto value = hn::Set(d, kTogether ? x[i] : rows[i][p][at[i]]);
#pragma GCC unroll 8
      for (int j = 0; j < kCount; ++j) sum[i][j] = hn::MulAdd(value, g[j], sum[i][j]);
    }
  }
  for (int64_t i = 0; i < used; ++i) {
    T* to = sums + (first + i) * width;
#pragma GCC unroll 8
    for (int j = 0; j < kCount; ++j) hn::StoreU(hn::Add(hn::LoadU(d, to + j * lanes), sum[i][j]), d, to + j * lanes);
  }
}

template <class T, int kCount>
void weight_vectors(const PixelRows<T>& in, int64_t channels, int64_t first, int64_t last, const T* grad, int64_t pitch,
                    T* sums, int64_t width) {
  for (int64_t r = first; r < last; r += kPixels) {
    const int64_t used = HWY_MIN(kPixels, last - r);
    const bool together = used == kPixels && r / channels == (r + kPixels - 1) / channels;
    together ? weight_block<T, kCount, true>(in, channels, r, used, grad, pitch, sums, width)
             : weight_block<T, kCount, false>(in, channels, r, used, grad, pitch, sums, width);
  }
}

template <class T>
void correlate_weight(const PixelRows<T>& in, int64_t channels, int64_t first, int64_t last, const T* grad,
                      int64_t pitch, int64_t count, T* sums, int64_t width) {
  const int64_t lanes = static_cast<int64_t>(hn::Lanes(hn::ScalableTag<T>()));
  if (count <= lanes) return weight_vectors<T, 1>(in, channels, first, last, grad, pitch, sums, width);
  if (count <= 2 * lanes) return weight_vectors<T, 2>(in, channels, first, last, grad, pitch, sums, width);
  weight_vectors<T, 3>(in, channels, first, last, grad, pitch, sums, width);
}

template <class T>
PixelKernels<T> kernels() {
  return {static_cast<int>(hn::Lanes(hn::ScalableTag<T>())), kVectors, kPixels, correlate<T>, correlate_weight<T>};
}

PixelKernels<float> pixels_float() { return kernels<float>(); }
PixelKernels<double> pixels_double() { return kernels<double>(); }

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace vjp::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace vjp::cpu {

HWY_EXPORT(pixels_float);
HWY_EXPORT(pixels_double);

const PixelKernels<float>& pixel_kernels(float) {
  static const PixelKernels<float> kernels = HWY_DYNAMIC_DISPATCH(pixels_float)();
  return kernels;
}

const PixelKernels<double>& pixel_kernels(double) {
  static const PixelKernels<double> kernels = HWY_DYNAMIC_DISPATCH(pixels_double)();
  return kernels;
}

}  // namespace vjp::cpu
#endif
