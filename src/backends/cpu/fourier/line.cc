#include "backends/cpu/fourier/line.h"

#include <algorithm>
#include <cstring>

#include "backends/cpu/transpose.h"
#include "backends/cpu/workspace.h"
#include "base/parallel.h"

namespace vjp::cpu::fft {
namespace {

constexpr int64_t kGrain = 16384;  // elements of a chunk

template <class T>
int64_t numbers_of(int64_t blocks) {
  return 2 * passes<T>().lanes * blocks;
}
template <class T>
size_t bytes_for(int64_t numbers) {
  return Workspace::round_up(static_cast<size_t>(numbers) * sizeof(T));
}

// A few numbers of each row, perhaps fewer than there are lanes.
template <class T>
void load_columns(const T* in, int64_t stride, int64_t rows, int64_t columns, T* x) {
  const Passes<T>& p = passes<T>();
  if (columns == p.lanes) return p.load(in, stride, rows, x);
  std::fill_n(x, numbers_of<T>(rows), T(0));
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t c = 0; c < columns; ++c) {
      x[2 * p.lanes * r + c] = in[2 * (r * stride + c)];
      x[2 * p.lanes * r + p.lanes + c] = in[2 * (r * stride + c) + 1];
    }
  }
}
template <class T>
void store_columns(const T* x, int64_t rows, int64_t columns, T* out, int64_t stride) {
  const Passes<T>& p = passes<T>();
  if (columns == p.lanes) return p.store(x, rows, out, stride);
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t c = 0; c < columns; ++c) {
      out[2 * (r * stride + c)] = x[2 * p.lanes * r + c];
      out[2 * (r * stride + c) + 1] = x[2 * p.lanes * r + p.lanes + c];
    }
  }
}

// Calls f(first, count, x, y) for every `lanes` of `size`, with two buffers of `blocks`.
template <class T, class F>
void for_lanes(int64_t size, int64_t blocks, F&& f) {
  const int64_t lanes = passes<T>().lanes, numbers = numbers_of<T>(blocks);
  const int64_t grain = std::max<int64_t>(1, kGrain / (blocks * lanes));
  parallel_for(0, (size + lanes - 1) / lanes, grain, [&](int64_t begin, int64_t end) {
    Workspace space(2 * bytes_for<T>(numbers));
    T* x = space.take<T>(numbers);
    T* y = space.take<T>(numbers);
    for (int64_t v = begin; v < end; ++v) f(v * lanes, std::min(lanes, size - v * lanes), x, y);
  });
}

// x[j1 columns + j2] becomes X[k1 + rows k2]: down the columns, by exp(-2 pi i j2 k1 / n), along the rows.
template <class T>
void transform_split(const Split<T>& s, const T* in, T* out, bool inverse) {
  const Passes<T>& p = passes<T>();
  const int64_t rows = s.down.n, columns = s.along.n, lanes = p.lanes;
  const int64_t pitch = columns + 64 / static_cast<int64_t>(sizeof(T)), plane = rows * pitch;
  Workspace space(2 * bytes_for<T>(plane));
  T* planes[2] = {space.take<T>(plane), space.take<T>(plane)};
  for_lanes<T>(columns, rows, [&](int64_t first, int64_t count, T* x, T* y) {
    load_columns(in + 2 * first, columns, rows, count, x);
    T* z = p.run(s.down.stages.data(), static_cast<int64_t>(s.down.stages.size()), x, y, inverse);
    p.multiply(z, s.factors.data() + numbers_of<T>(rows) * (first / lanes), rows, true, false, inverse);
    for (int64_t r = 0; r < rows; ++r) {
      for (int64_t part : {0, 1}) {
        std::memcpy(planes[part] + r * pitch + first, z + (2 * r + part) * lanes,
                    static_cast<size_t>(count) * sizeof(T));
      }
    }
  });
  for_lanes<T>(rows, columns, [&](int64_t first, int64_t count, T* x, T* y) {
    if (count < lanes) std::fill_n(x, numbers_of<T>(columns), T(0));
    for (int64_t part : {0, 1})
      transpose(planes[part] + first * pitch, count, columns, pitch, x + part * lanes, 2 * lanes);
    const T* z = p.run(s.along.stages.data(), static_cast<int64_t>(s.along.stages.size()), x, y, inverse);
    store_columns(z, columns, count, out + 2 * first, rows);
  });
}

// Alone in its lane.
template <class T>
void transform_smooth(const Smooth<T>& s, const T* in, T* out, bool inverse) {
  for_lanes<T>(1, s.n, [&](int64_t, int64_t, T* x, T* y) {
    load_columns(in, 1, s.n, 1, x);
    const T* z = passes<T>().run(s.stages.data(), static_cast<int64_t>(s.stages.size()), x, y, inverse);
    store_columns(z, s.n, 1, out, 1);
  });
}

// a * b, or conj(a) * conj(b) with the parts of a exchanged as the inverse has them: a[re] + i a[im].
template <class T>
void multiply(const T* a, const T* b, T* out, int64_t n, bool inverse) {
  const int re = inverse ? 1 : 0, im = 1 - re;
  for (int64_t k = 0; k < n; ++k) {
    const T x = a[2 * k + re], y = a[2 * k + im], c = b[2 * k], s = b[2 * k + 1];
    out[2 * k + re] = x * c - y * s;
    out[2 * k + im] = x * s + y * c;
  }
}

template <class T>
void transform_chirp(const Plan<T>& plan, const T* in, T* out, bool inverse) {
  const Chirp<T>& c = *plan.chirp;
  const int64_t n = plan.n, length = c.inner->n;
  Workspace space(bytes_for<T>(2 * length));
  T* z = space.take<T>(2 * length);
  multiply(in, c.chirp.data(), z, n, inverse);
  std::fill(z + 2 * n, z + 2 * length, T(0));
  transform_line(*c.inner, z, z, inverse);
  multiply(z, c.spectrum.data(), z, length, inverse);
  transform_line(*c.inner, z, z, !inverse);
  multiply(z, c.chirp.data(), out, n, inverse);
}

}  // namespace

template <class T>
void transform_line(const Plan<T>& plan, const T* in, T* out, bool inverse) {
  if (plan.split) {
    transform_split(*plan.split, in, out, inverse);
  } else if (plan.chirp) {
    transform_chirp(plan, in, out, inverse);
  } else {
    transform_smooth(*plan.smooth, in, out, inverse);
  }
}

template void transform_line(const Plan<float>&, const float*, float*, bool);
template void transform_line(const Plan<double>&, const double*, double*, bool);

}  // namespace vjp::cpu::fft
