#include "backends/cpu/fourier/line.h"

#include <algorithm>

#include "backends/cpu/workspace.h"
#include "base/parallel.h"

namespace vjp::cpu::fft {
namespace {

constexpr int64_t kGrain = 16384;  // elements of a chunk

template <class T>
size_t bytes_for(int64_t numbers) {
  return Workspace::round_up(static_cast<size_t>(numbers) * sizeof(T));
}
template <class T>
int64_t count_of(const std::vector<T>& v) {
  return static_cast<int64_t>(v.size());
}

// x[j1 columns + j2] becomes X[k1 + rows k2]. Between the two transforms the numbers lie as blocks: for each `lanes` of
// k1 a row of them, by j2.
template <class T>
struct SplitLine {
  const Split<T>& s;
  const T* in;
  T* out;
  T scale;
  bool swap;
  const Passes<T>& p = passes<T>();
  int64_t lanes = p.lanes, rows = s.down.n, columns = s.along.n;
  int64_t down_vectors = (columns + lanes - 1) / lanes, along_vectors = (rows + lanes - 1) / lanes;
  int64_t step = 2 * lanes * lanes * down_vectors;  // of the rows of blocks
  T* middle = nullptr;

  int64_t middle_numbers() const { return step * along_vectors; }
  int64_t down_numbers() const { return 2 * lanes * lanes * along_vectors; }  // whole tiles
  int64_t along_numbers() const { return 2 * lanes * columns; }

  void down(int64_t v, T* x, T* y) const {
    const int64_t first = v * lanes;
    const Numbers<const T> from{in + 2 * first, columns};
    const bool full = columns - first >= lanes;
    if (!full) moves<T>().load_part(from.at, columns, rows, columns - first, x, swap);
    const T* z =
        p.run(s.down.stages.data(), count_of(s.down.stages), rows, full ? &from : nullptr, x, y, nullptr, T(1), swap);
    const T* coarse = s.coarse.empty() ? nullptr : s.coarse.data() + down_numbers() / lanes * v;
    moves<T>().turn(z, rows, s.fine.data() + (coarse ? 0 : down_numbers() * v), coarse, middle + 2 * lanes * first,
                    step);
  }
  void along(int64_t t, T* y) const {
    const int64_t first = t * lanes;
    const Numbers<T> to{out + 2 * first, rows};
    const bool full = rows - first >= lanes;
    const T* z = p.run(s.along.stages.data(), count_of(s.along.stages), columns, nullptr, middle + step * t, y,
                       full ? &to : nullptr, scale, swap);
    if (!full) moves<T>().store_part(z, columns, rows - first, to.at, rows, scale, swap);
  }
};

template <class T>
void transform_split(SplitLine<T> line) {
  const int64_t middle = line.middle_numbers(), down = line.down_numbers(), along = line.along_numbers();
  if (line.s.down.n * line.s.along.n <= kGrain) {
    Workspace space(bytes_for<T>(middle) + bytes_for<T>(down) + bytes_for<T>(std::max(down, along)));
    line.middle = space.take<T>(middle);
    T* x = space.take<T>(down);
    T* y = space.take<T>(std::max(down, along));
    for (int64_t v = 0; v < line.down_vectors; ++v) line.down(v, x, y);
    for (int64_t t = 0; t < line.along_vectors; ++t) line.along(t, y);
    return;
  }
  Workspace space(bytes_for<T>(middle));
  line.middle = space.take<T>(middle);
  const auto grain = [&](int64_t blocks) { return std::max<int64_t>(1, kGrain / (blocks * line.lanes)); };
  parallel_for(0, line.down_vectors, grain(line.rows), [&](int64_t begin, int64_t end) {
    Workspace buffers(2 * bytes_for<T>(down));
    T* x = buffers.take<T>(down);
    T* y = buffers.take<T>(down);
    for (int64_t v = begin; v < end; ++v) line.down(v, x, y);
  });
  parallel_for(0, line.along_vectors, grain(line.columns), [&](int64_t begin, int64_t end) {
    Workspace buffer(bytes_for<T>(along));
    T* y = buffer.take<T>(along);
    for (int64_t t = begin; t < end; ++t) line.along(t, y);
  });
}

// Alone in its lane.
template <class T>
void transform_smooth(const Smooth<T>& s, const T* in, T* out, T scale, bool inverse) {
  const int64_t numbers = 2 * passes<T>().lanes * s.n;
  Workspace space(2 * bytes_for<T>(numbers));
  T* x = space.take<T>(numbers);
  T* y = space.take<T>(numbers);
  moves<T>().load_part(in, 1, s.n, 1, x, inverse);
  const T* z = passes<T>().run(s.stages.data(), count_of(s.stages), s.n, nullptr, x, y, nullptr, T(1), inverse);
  moves<T>().store_part(z, s.n, 1, out, 1, scale, inverse);
}

// scale a * b, or conj(a) * conj(b) with the parts of a exchanged as the inverse has them: a[re] + i a[im].
template <class T>
void multiply(const T* a, const T* b, T* out, int64_t n, T scale, bool inverse) {
  const int re = inverse ? 1 : 0, im = 1 - re;
  for (int64_t k = 0; k < n; ++k) {
    const T x = a[2 * k + re] * scale, y = a[2 * k + im] * scale, c = b[2 * k], s = b[2 * k + 1];
    out[2 * k + re] = x * c - y * s;
    out[2 * k + im] = x * s + y * c;
  }
}

template <class T>
void transform_chirp(const Plan<T>& plan, const T* in, T* out, T scale, bool inverse) {
  const Chirp<T>& c = *plan.chirp;
  const int64_t n = plan.n, length = c.inner->n;
  Workspace space(bytes_for<T>(2 * length));
  T* z = space.take<T>(2 * length);
  multiply(in, c.chirp.data(), z, n, T(1), inverse);
  std::fill(z + 2 * n, z + 2 * length, T(0));
  transform_line(*c.inner, z, z, T(1), inverse);
  multiply(z, c.spectrum.data(), z, length, T(1), inverse);
  transform_line(*c.inner, z, z, T(1), !inverse);
  multiply(z, c.chirp.data(), out, n, scale, inverse);
}

}  // namespace

template <class T>
void transform_line(const Plan<T>& plan, const T* in, T* out, T scale, bool inverse) {
  if (plan.split) {
    transform_split(SplitLine<T>{*plan.split, in, out, scale, inverse});
  } else if (plan.chirp) {
    transform_chirp(plan, in, out, scale, inverse);
  } else {
    transform_smooth(*plan.smooth, in, out, scale, inverse);
  }
}

template void transform_line(const Plan<float>&, const float*, float*, float, bool);
template void transform_line(const Plan<double>&, const double*, double*, double, bool);

}  // namespace vjp::cpu::fft
