// Max and average pooling of rank 1 to 3, plane by plane: one channel of one image at a time, so that gradients are
// summed in a fixed order.
#include <vector>

#include "backends/cpu/cpu.h"
#include "backends/cpu/pool_geometry.h"
#include "backends/cpu/pool_simd.h"
#include "backends/cpu/rows.h"
#include "base/parallel.h"

namespace vjp::cpu {
namespace {

using namespace pooling;

// Calls f(in, out, index) with the offsets of each plane.
template <class F>
void for_each_plane(const Geometry& g, F&& f) {
  int64_t numbers = 1;
  for (int d = 0; d < 3; ++d) numbers *= g.out_size[d] * g.kernel[d] + g.in_size[d];
  int64_t planes = g.batch * g.channels;
  parallel_for(0, planes, std::max<int64_t>(1, 100000 / std::max<int64_t>(1, numbers)),
               [&](int64_t begin, int64_t end) {
                 for (int64_t p = begin; p < end; ++p) {
                   int64_t n = p / g.channels, c = p % g.channels;
                   f(n * g.in_batch + c * g.in_channel, n * g.out_batch + c * g.out_channel,
                     n * g.index_batch + c * g.index_channel);
                 }
               });
}

// Calls f(position, out offset, index offset) for the positions of a plane.
template <class F>
void for_each_output(const Geometry& g, F&& f) {
  Index3 y;
  for (y[0] = 0; y[0] < g.out_size[0]; ++y[0]) {
    for (y[1] = 0; y[1] < g.out_size[1]; ++y[1]) {
      int64_t out = y[0] * g.out_stride[0] + y[1] * g.out_stride[1];
      int64_t index = y[0] * g.index_stride[0] + y[1] * g.index_stride[1];
      for (y[2] = 0; y[2] < g.out_size[2]; ++y[2], out += g.out_stride[2], index += g.index_stride[2]) f(y, out, index);
    }
  }
}

template <class S>
void max_plane(const Geometry& g, const S* in, S* out, int64_t* indices) {
  using T = Compared<S>;
  for_each_output(g, [&](const Index3& y, int64_t at, int64_t index) {
    Window z = window_of(g, 0, y[0]), v = window_of(g, 1, y[1]), w = window_of(g, 2, y[2]);
    T best = lowest<T>();
    int64_t position = -1;
    for (int64_t i = z.begin; i < z.end; i += g.dilation[0]) {
      for (int64_t j = v.begin; j < v.end; j += g.dilation[1]) {
        const S* row = in + i * g.in_stride[0] + j * g.in_stride[1];
        for (int64_t k = w.begin; k < w.end; k += g.dilation[2]) {
          T value = static_cast<T>(row[k * g.in_stride[2]]);
          if (value > best || value != value || position < 0) {
            best = value;
            position = (i * g.in_size[1] + j) * g.in_size[2] + k;
          }
        }
      }
    }
    out[at] = static_cast<S>(best);
    if (indices) indices[index] = position;
  });
}

// Whether windows are 2x2 with stride 2 of one plane, with rows that vectors can read.
bool is_2x2(const Geometry& g, bool indexed) {
  for (int d = 1; d < 3; ++d) {
    if (g.kernel[d] != 2 || g.stride[d] != 2 || g.padding[d] != 0 || g.dilation[d] != 1) return false;
    if (g.out_size[d] * 2 > g.in_size[d]) return false;
  }
  return g.in_size[0] == 1 && g.kernel[0] == 1 && g.out_size[0] == 1 && g.in_stride[2] == 1 && g.out_stride[2] == 1 &&
         (!indexed || g.index_stride[2] == 1);
}

void max_plane_2x2(const Geometry& g, const float* in, float* out, int64_t* indices) {
  for (int64_t y = 0; y < g.out_size[1]; ++y) {
    const float* top = in + 2 * y * g.in_stride[1];
    max_pool_2x2(top, top + g.in_stride[1], g.out_size[2], 2 * y * g.in_size[2], g.in_size[2],
                 out + y * g.out_stride[1], indices ? indices + y * g.index_stride[1] : nullptr);
  }
}

template <class S>
void zero_plane(const Geometry& g, S* in) {
  for (int64_t i = 0; i < g.in_size[0]; ++i) {
    for (int64_t j = 0; j < g.in_size[1]; ++j) {
      S* row = in + i * g.in_stride[0] + j * g.in_stride[1];
      if (g.in_stride[2] == 1) {
        std::fill(row, row + g.in_size[2], S(0));
      } else {
        for (int64_t k = 0; k < g.in_size[2]; ++k) row[k * g.in_stride[2]] = S(0);
      }
    }
  }
}

// Whether the numbers of a plane follow each other.
bool is_flat(const Index3& size, const Index3& stride) {
  return stride[2] == 1 && (size[1] == 1 || stride[1] == size[2]) && (size[0] == 1 || stride[0] == size[1] * size[2]);
}

// T: what is summed in; halves are summed in float.
template <class T, class S>
void max_plane_backward(const Geometry& g, T* in, const S* out, const int64_t* indices) {
  zero_plane(g, in);
  const bool flat = is_flat(g.in_size, g.in_stride);
  const int64_t plane = g.in_size[1] * g.in_size[2], size = g.in_size[0] * plane;
  // Not where the window has only padding (-1), nor where a program, which sees the indices as a result, has put
  // anything.
  const auto inside = [&](int64_t position) { return static_cast<uint64_t>(position) < static_cast<uint64_t>(size); };
  if (flat && is_flat(g.out_size, g.out_stride) && is_flat(g.out_size, g.index_stride)) {
    const int64_t count = g.out_size[0] * g.out_size[1] * g.out_size[2];
    for (int64_t i = 0; i < count; ++i) {
      const int64_t position = position_at(indices + i);
      if (inside(position)) in[position] += static_cast<T>(out[i]);
    }
    return;
  }
  for_each_output(g, [&](const Index3&, int64_t at, int64_t index) {
    const int64_t position = position_at(indices + index);
    if (!inside(position)) return;
    int64_t to = flat ? position
                      : position / plane * g.in_stride[0] + position / g.in_size[2] % g.in_size[1] * g.in_stride[1] +
                            position % g.in_size[2] * g.in_stride[2];
    in[to] += static_cast<T>(out[at]);
  });
}

// One over the number of elements that an average divides by; a division where it changes.
template <class T>
class AverageFactor {
 public:
  AverageFactor(const PoolArgs& a, const Geometry& g) : a_(a), g_(g) {}
  T at(const Index3& y) {
    const int64_t count = a_.divisor != 0 ? a_.divisor
                                          : average_count(a_, g_, 0, y[0]) * average_count(a_, g_, 1, y[1]) *
                                                average_count(a_, g_, 2, y[2]);
    if (count != count_) count_ = count, factor_ = T(1) / static_cast<T>(count);
    return factor_;
  }

 private:
  const PoolArgs& a_;
  const Geometry& g_;
  int64_t count_ = 0;
  T factor_{};
};

// Calls f(y, rows) for the rows of outputs of a plane; rows(each) calls each(offset) for the rows of inputs under them.
template <class F>
void for_each_row(const Geometry& g, F&& f) {
  Index3 y{};
  for (y[0] = 0; y[0] < g.out_size[0]; ++y[0]) {
    for (y[1] = 0; y[1] < g.out_size[1]; ++y[1]) {
      const Window z = window_of(g, 0, y[0]), v = window_of(g, 1, y[1]);
      f(y, [&](auto&& each) {
        for (int64_t i = z.begin; i < z.end; ++i) {
          for (int64_t j = v.begin; j < v.end; ++j) each(i * g.in_stride[0] + j * g.in_stride[1]);
        }
      });
    }
  }
}

template <class T>
void add_row(T* __restrict sums, const T* __restrict row, int64_t n) {
  for (int64_t k = 0; k < n; ++k) sums[k] += row[k];
}

// The rows of inputs are added up first, which vectors do, then the elements of the sum under each window. T: what is
// summed in; halves are summed in float.
template <class T>
void average_plane(const PoolArgs& a, const Geometry& g, int64_t in, int64_t out) {
  const Dtype dtype{a.in.dtype};
  const int64_t width = g.in_size[2];
  const bool direct = dtype == dtype_of<T> && g.in_stride[2] == 1;
  std::vector<T> memory(static_cast<size_t>(2 * width + g.out_size[2]));
  T *const sums = memory.data(), *const line = sums + width, *const totals = line + width;
  AverageFactor<T> factor(a, g);
  for_each_row(g, [&](Index3& y, auto&& rows) {
    std::fill_n(sums, width, T(-0.0));
    int64_t count = 0;
    rows([&](int64_t offset) {
      ++count;
      if (direct) return add_row(sums, static_cast<const T*>(a.in.data) + in + offset, width);
      load_row(line, a.in.data, dtype, in + offset, g.in_stride[2], width);
      add_row(sums, line, width);
    });
    for (y[2] = 0; y[2] < g.out_size[2]; ++y[2]) {
      const Window w = window_of(g, 2, y[2]);
      T total(0);
      for (int64_t k = w.begin; k < w.end; ++k) total += sums[k];
      totals[y[2]] = count == 0 || w.end <= w.begin ? T(0) : total * factor.at(y);
    }
    store_row(a.out.data, dtype, out + y[0] * g.out_stride[0] + y[1] * g.out_stride[1], g.out_stride[2], g.out_size[2],
              totals);
  });
}

template <class T>
void average_plane_backward(const PoolArgs& a, const Geometry& g, T* in, int64_t out) {
  zero_plane(g, in);
  const int64_t width = g.in_size[2], step = g.in_stride[2];
  std::vector<T> memory(static_cast<size_t>(width + g.out_size[2]));
  T *const shares = memory.data(), *const line = shares + width;
  AverageFactor<T> factor(a, g);
  for_each_row(g, [&](Index3& y, auto&& rows) {
    std::fill_n(shares, width, T(0));
    load_row(line, a.out.data, Dtype{a.out.dtype}, out + y[0] * g.out_stride[0] + y[1] * g.out_stride[1],
             g.out_stride[2], g.out_size[2]);
    for (y[2] = 0; y[2] < g.out_size[2]; ++y[2]) {
      const Window w = window_of(g, 2, y[2]);
      if (w.end <= w.begin) continue;
      const T each = line[y[2]] * factor.at(y);
      for (int64_t k = w.begin; k < w.end; ++k) shares[k] += each;
    }
    rows([&](int64_t offset) {
      if (step == 1) return add_row(in + offset, shares, width);
      for (int64_t k = 0; k < width; ++k) in[offset + k * step] += shares[k];
    });
  });
}

// Runs f(geometry, plane) on a plane to be summed into: of the numbers themselves, or for halves one of floats beside
// it, row-major, which is rounded into place at the end.
template <class S, class F>
void sum_into_plane(const Geometry& g, S* plane, F&& f) {
  if constexpr (std::is_same_v<Compared<S>, S>) {
    f(g, plane);
  } else {
    Geometry dense = g;
    dense.in_stride[2] = 1;
    dense.in_stride[1] = g.in_size[2];
    dense.in_stride[0] = g.in_size[1] * g.in_size[2];
    std::vector<float> sums(static_cast<size_t>(g.in_size[0] * dense.in_stride[0]));
    f(dense, sums.data());
    const float* from = sums.data();
    for (int64_t i = 0; i < g.in_size[0]; ++i) {
      for (int64_t j = 0; j < g.in_size[1]; ++j) {
        S* row = plane + i * g.in_stride[0] + j * g.in_stride[1];
        for (int64_t k = 0; k < g.in_size[2]; ++k) row[k * g.in_stride[2]] = static_cast<S>(*from++);
      }
    }
  }
}

// Calls f(in, out) with the pointers in their type, float or double; then there are pixels of it.
template <class F>
bool on_pixels(const PoolArgs& a, const Geometry& g, bool indexed, F&& f) {
  if (!has_pixels(g, Dtype{a.in.dtype}, indexed)) return false;
  Dtype{a.in.dtype} == Dtype::Float32 ? f(static_cast<float*>(a.in.data), static_cast<float*>(a.out.data))
                                      : f(static_cast<double*>(a.in.data), static_cast<double*>(a.out.data));
  return true;
}

}  // namespace

void max_pool(const PoolArgs& a) {
  Geometry g = geometry_of(a);
  int64_t* indices = static_cast<int64_t*>(a.indices.data);
  if (on_pixels(a, g, indices, [&](auto* in, auto* out) { max_pixels(g, in, out, indices); })) return;
  const bool fast = Dtype{a.in.dtype} == Dtype::Float32 && is_2x2(g, indices != nullptr) && g.in_size[2] < (1 << 30);
  visit_kinds<kFloating | kIntegers>("max_pool", Dtype{a.in.dtype}, [&]<class S>(Type<S>) {
    for_each_plane(g, [&](int64_t in, int64_t out, int64_t index) {
      const S* from = static_cast<const S*>(a.in.data) + in;
      S* to = static_cast<S*>(a.out.data) + out;
      if constexpr (std::is_same_v<S, float>) {
        if (fast) return max_plane_2x2(g, from, to, indices ? indices + index : nullptr);
      }
      max_plane<S>(g, from, to, indices ? indices + index : nullptr);
    });
  });
}

void max_pool_backward(const PoolArgs& a) {
  Geometry g = geometry_of(a);
  const int64_t* indices = static_cast<const int64_t*>(a.indices.data);
  if (on_pixels(a, g, true, [&](auto* in, auto* out) { max_pixels_backward(g, in, out, indices); })) return;
  visit_kinds<kFloating>("max_pool", Dtype{a.in.dtype}, [&]<class S>(Type<S>) {
    for_each_plane(g, [&](int64_t in, int64_t out, int64_t index) {
      sum_into_plane(g, static_cast<S*>(a.in.data) + in, [&](const Geometry& summed, auto* plane) {
        max_plane_backward(summed, plane, static_cast<const S*>(a.out.data) + out, indices + index);
      });
    });
  });
}

void avg_pool(const PoolArgs& a) {
  Geometry g = geometry_of(a);
  if (on_pixels(a, g, false, [&](auto* in, auto* out) { average_pixels(a, g, in, out); })) return;
  visit_kinds<kFloating>("avg_pool", Dtype{a.in.dtype}, [&]<class S>(Type<S>) {
    for_each_plane(g, [&](int64_t in, int64_t out, int64_t) { average_plane<Compared<S>>(a, g, in, out); });
  });
}

void avg_pool_backward(const PoolArgs& a) {
  Geometry g = geometry_of(a);
  if (on_pixels(a, g, false, [&](auto* in, auto* out) { average_pixels_backward(a, g, in, out); })) return;
  visit_kinds<kFloating>("avg_pool", Dtype{a.in.dtype}, [&]<class S>(Type<S>) {
    for_each_plane(g, [&](int64_t in, int64_t out, int64_t) {
      sum_into_plane(g, static_cast<S*>(a.in.data) + in,
                     [&](const Geometry& summed, auto* plane) { average_plane_backward(a, summed, plane, out); });
    });
  });
}

}  // namespace vjp::cpu
