// Pooling of images whose channels lie side by side: vectors run over the channels of a pixel.
#include <vector>

#include "backends/cpu/pool_geometry.h"
#include "backends/cpu/pool_simd.h"
#include "base/parallel.h"

namespace vjp::cpu::pooling {
namespace {

// What is worth a chunk of work.
int64_t grain_of(const Geometry& g, int64_t outputs, int64_t channels) {
  const int64_t numbers = outputs * channels * g.kernel[0] * g.kernel[1] * g.kernel[2];
  return std::max<int64_t>(1, 200000 / std::max<int64_t>(1, numbers));
}

// The pixels under the window of an output, and where they are in their plane.
template <class T>
struct Pixels {
  std::vector<const T*> rows;
  std::vector<int64_t> positions;

  explicit Pixels(const Geometry& g) {
    rows.reserve(static_cast<size_t>(g.kernel[0] * g.kernel[1] * g.kernel[2]));
    positions.reserve(rows.capacity());
  }
  void find(const Geometry& g, const T* image, const Index3& y) {
    rows.clear();
    positions.clear();
    const Window z = window_of(g, 0, y[0]), v = window_of(g, 1, y[1]), w = window_of(g, 2, y[2]);
    for (int64_t i = z.begin; i < z.end; i += g.dilation[0]) {
      for (int64_t j = v.begin; j < v.end; j += g.dilation[1]) {
        for (int64_t k = w.begin; k < w.end; k += g.dilation[2]) {
          rows.push_back(image + i * g.in_stride[0] + j * g.in_stride[1] + k * g.in_stride[2]);
          positions.push_back((i * g.in_size[1] + j) * g.in_size[2] + k);
        }
      }
    }
  }
  int64_t count() const { return static_cast<int64_t>(rows.size()); }
};

// Calls f(pixels, position, out offset, index offset) for every output of every image.
template <class T, class F>
void for_each_output(const Geometry& g, const T* in, F&& f) {
  const int64_t rows = g.out_size[0] * g.out_size[1];
  parallel_for(0, g.batch * rows, grain_of(g, g.out_size[2], g.channels), [&](int64_t begin, int64_t end) {
    Pixels<T> pixels(g);
    for (int64_t row = begin; row < end; ++row) {
      const int64_t n = row / rows;
      Index3 y{row % rows / g.out_size[1], row % g.out_size[1], 0};
      for (; y[2] < g.out_size[2]; ++y[2]) {
        int64_t out = n * g.out_batch, index = n * g.index_batch;
        for (int d = 0; d < 3; ++d) out += y[d] * g.out_stride[d], index += y[d] * g.index_stride[d];
        pixels.find(g, in + n * g.in_batch, y);
        f(pixels, y, out, index);
      }
    }
  });
}

// Gradients are summed in a fixed order: by one thread for an image, and some of its channels where there are few
// images. Calls f(image, first channel, channels).
template <class F>
void for_each_part(const Geometry& g, F&& f) {
  constexpr int64_t kLine = 16, kEnough = 16;
  const int64_t step = g.batch >= kEnough ? g.channels : kLine, parts = (g.channels + step - 1) / step;
  const int64_t outputs = g.out_size[0] * g.out_size[1] * g.out_size[2];
  parallel_for(0, g.batch * parts, grain_of(g, outputs, step), [&](int64_t begin, int64_t end) {
    for (int64_t p = begin; p < end; ++p) {
      const int64_t first = p % parts * step;
      f(p / parts, first, std::min(step, g.channels - first));
    }
  });
}

template <class T>
void zero_pixels(const Geometry& g, T* image, int64_t channels) {
  for (int64_t i = 0; i < g.in_size[0]; ++i) {
    for (int64_t j = 0; j < g.in_size[1]; ++j) {
      T* row = image + i * g.in_stride[0] + j * g.in_stride[1];
      for (int64_t k = 0; k < g.in_size[2]; ++k) std::fill_n(row + k * g.in_stride[2], channels, T(0));
    }
  }
}

// Calls f(position, out offset, index offset) for the outputs of an image.
template <class F>
void for_each_position(const Geometry& g, F&& f) {
  Index3 y;
  for (y[0] = 0; y[0] < g.out_size[0]; ++y[0]) {
    for (y[1] = 0; y[1] < g.out_size[1]; ++y[1]) {
      for (y[2] = 0; y[2] < g.out_size[2]; ++y[2]) {
        int64_t out = 0, index = 0;
        for (int d = 0; d < 3; ++d) out += y[d] * g.out_stride[d], index += y[d] * g.index_stride[d];
        f(y, out, index);
      }
    }
  }
}

}  // namespace

bool has_pixels(const Geometry& g, Dtype dtype, bool indexed) {
  return (dtype == Dtype::Float32 || dtype == Dtype::Float64) && g.in_channel == 1 && g.out_channel == 1 &&
         (!indexed || g.index_channel == 1) && g.channels >= 4 &&
         g.in_size[0] * g.in_size[1] * g.in_size[2] < INT32_MAX;
}

template <class T>
void max_pixels(const Geometry& g, const T* in, T* out, int64_t* indices) {
  for_each_output(g, in, [&](const Pixels<T>& pixels, const Index3&, int64_t at, int64_t index) {
    max_of_pixels(pixels.rows.data(), pixels.positions.data(), pixels.count(), g.channels, out + at,
                  indices ? indices + index : nullptr);
  });
}

template <class T>
void max_pixels_backward(const Geometry& g, T* in, const T* out, const int64_t* indices) {
  const int64_t plane = g.in_size[1] * g.in_size[2], size = g.in_size[0] * plane, step = g.in_stride[2];
  const bool even = g.in_stride[1] == g.in_size[2] * step && (g.in_size[0] == 1 || g.in_stride[0] == plane * step);
  for_each_part(g, [&](int64_t n, int64_t first, int64_t channels) {
    T* image = in + n * g.in_batch + first;
    zero_pixels(g, image, channels);
    for_each_position(g, [&](const Index3&, int64_t at, int64_t index) {
      const T* from = out + n * g.out_batch + first + at;
      const int64_t* places = indices + n * g.index_batch + first + index;
      for (int64_t c = 0; c < channels; ++c) {
        const int64_t position = position_at(places + c);
        // see max_plane_backward
        if (static_cast<uint64_t>(position) >= static_cast<uint64_t>(size)) continue;
        const int64_t to = even ? position * step
                                : position / plane * g.in_stride[0] +
                                      position / g.in_size[2] % g.in_size[1] * g.in_stride[1] +
                                      position % g.in_size[2] * step;
        image[to + c] += from[c];
      }
    });
  });
}

template <class T>
void average_pixels(const PoolArgs& a, const Geometry& g, const T* in, T* out) {
  for_each_output(g, in, [&](const Pixels<T>& pixels, const Index3& y, int64_t at, int64_t) {
    T* to = out + at;
    std::fill_n(to, g.channels, T(0));
    if (pixels.rows.empty()) return;
    for (const T* row : pixels.rows) {
      for (int64_t c = 0; c < g.channels; ++c) to[c] += row[c];
    }
    const T factor = average_factor<T>(a, g, y);
    for (int64_t c = 0; c < g.channels; ++c) to[c] *= factor;
  });
}

template <class T>
void average_pixels_backward(const PoolArgs& a, const Geometry& g, T* in, const T* out) {
  for_each_part(g, [&](int64_t n, int64_t first, int64_t channels) {
    T* image = in + n * g.in_batch + first;
    zero_pixels(g, image, channels);
    Pixels<T> pixels(g);
    for_each_position(g, [&](const Index3& y, int64_t at, int64_t) {
      const T* from = out + n * g.out_batch + first + at;
      const T factor = average_factor<T>(a, g, y);
      pixels.find(g, image, y);
      for (const T* row : pixels.rows) {
        T* to = const_cast<T*>(row);
        for (int64_t c = 0; c < channels; ++c) to[c] += from[c] * factor;
      }
    });
  });
}

#define VJP_INSTANTIATE(T)                                                             \
  template void max_pixels<T>(const Geometry&, const T*, T*, int64_t*);                \
  template void max_pixels_backward<T>(const Geometry&, T*, const T*, const int64_t*); \
  template void average_pixels<T>(const PoolArgs&, const Geometry&, const T*, T*);     \
  template void average_pixels_backward<T>(const PoolArgs&, const Geometry&, T*, const T*);
VJP_INSTANTIATE(float)
VJP_INSTANTIATE(double)

}  // namespace vjp::cpu::pooling
