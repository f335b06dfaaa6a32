// The arguments of pooling as its kernels see them.
#pragma once

#include <algorithm>
#include <limits>

#include "backends/cpu/elements.h"
#include "kernel/backend.h"

namespace vjp::cpu::pooling {

using Index3 = int64_t[3];

// The arguments with three spatial dimensions: missing ones lead and have size 1.
struct Geometry {
  int64_t batch, channels;
  Index3 in_size, in_stride, out_size, out_stride, index_stride, kernel, stride, padding, dilation;
  int64_t in_batch, in_channel, out_batch, out_channel, index_batch, index_channel;
};

inline Geometry geometry_of(const PoolArgs& a) {
  Geometry g{};
  g.batch = a.in.sizes[0];
  g.channels = a.in.sizes[1];
  g.in_batch = a.in.strides[0];
  g.in_channel = a.in.strides[1];
  g.out_batch = a.out.strides[0];
  g.out_channel = a.out.strides[1];
  const bool indexed = a.indices.data != nullptr;
  g.index_batch = indexed ? a.indices.strides[0] : 0;
  g.index_channel = indexed ? a.indices.strides[1] : 0;
  for (int d = 0; d < 3; ++d) {
    int s = d - (3 - a.rank);
    bool has = s >= 0;
    g.in_size[d] = has ? a.in.sizes[2 + s] : 1;
    g.in_stride[d] = has ? a.in.strides[2 + s] : 0;
    g.out_size[d] = has ? a.out.sizes[2 + s] : 1;
    g.out_stride[d] = has ? a.out.strides[2 + s] : 0;
    g.index_stride[d] = has && indexed ? a.indices.strides[2 + s] : 0;
    g.kernel[d] = has ? a.kernel[s] : 1;
    g.stride[d] = has ? a.stride[s] : 1;
    g.padding[d] = has ? a.padding[s] : 0;
    g.dilation[d] = has ? std::max<int64_t>(1, a.dilation[s]) : 1;
  }
  return g;
}

// The inputs begin, begin + dilation, ... below end that lie under the window of output position `y`.
struct Window {
  int64_t begin, end;
};
inline Window window_of(const Geometry& g, int d, int64_t y) {
  int64_t begin = y * g.stride[d] - g.padding[d], end = begin + (g.kernel[d] - 1) * g.dilation[d] + 1;
  if (begin < 0) begin += (-begin + g.dilation[d] - 1) / g.dilation[d] * g.dilation[d];
  return {begin, std::min(end, g.in_size[d])};
}

template <class S>
using Compared = std::conditional_t<is_half(dtype_of<S>), float, S>;

template <class T>
constexpr T lowest() {
  return std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::lowest();
}

// Of the number of elements that an average divides by, what dimension d has of it.
inline int64_t average_count(const PoolArgs& a, const Geometry& g, int d, int64_t y) {
  const int64_t begin = y * g.stride[d] - g.padding[d],
                end = std::min(begin + g.kernel[d], g.in_size[d] + g.padding[d]);
  return a.count_include_pad ? end - begin : std::min(end, g.in_size[d]) - std::max<int64_t>(begin, 0);
}
// One over that number.
template <class T>
T average_factor(const PoolArgs& a, const Geometry& g, const Index3& y) {
  if (a.divisor != 0) return T(1) / static_cast<T>(a.divisor);
  int64_t count = 1;
  for (int d = 0; d < 3; ++d) count *= average_count(a, g, d, y[d]);
  return T(1) / static_cast<T>(count);
}

// Those of images whose channels lie side by side (pool_pixels.cc).
bool has_pixels(const Geometry& g, Dtype dtype, bool indexed);
template <class T>
void max_pixels(const Geometry& g, const T* in, T* out, int64_t* indices);
template <class T>
void max_pixels_backward(const Geometry& g, T* in, const T* out, const int64_t* indices);
template <class T>
void average_pixels(const PoolArgs& a, const Geometry& g, const T* in, T* out);
template <class T>
void average_pixels_backward(const PoolArgs& a, const Geometry& g, T* in, const T* out);

}  // namespace vjp::cpu::pooling
