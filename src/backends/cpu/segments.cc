// Loops over neighbouring rows that belong together.

#include <algorithm>

#include "backends/cpu/cpu.h"
#include "base/error.h"
#include "base/parallel.h"

namespace vjp::cpu {
namespace {

// Calls f(begin, end) with the rows of segment number `at` of all.
template <class F>
[[gnu::always_inline]] inline void rows_of(const SegmentsArgs& s, int64_t at, const F& f) {
  const int64_t* offset = s.offsets + at / s.count * (s.count + 1) + at % s.count;
  const int64_t begin = std::clamp<int64_t>(offset[0], 0, s.rows), first = at / s.count * s.rows;
  f(first + begin, first + std::clamp<int64_t>(offset[1], begin, s.rows));
}

// Eight sums side by side: an addition waits for none of the seven before it.
template <class T>
T sum_of(const T* x, int64_t n) {
  T sums[8] = {}, total = 0;
  int64_t i = 0;
  for (; i + 8 <= n; i += 8)
    for (int lane = 0; lane < 8; ++lane) sums[lane] += x[i + lane];
  for (T sum : sums) total += sum;
  for (; i < n; ++i) total += x[i];
  return total;
}

template <class T>
void sum_segments(const SegmentsArgs& s, int64_t first, int64_t last) {
  for (int64_t at = first; at < last; ++at) {
    rows_of(s, at, [&](int64_t begin, int64_t end) {
      const T* x = static_cast<const T*>(s.in) + begin * s.inner;
      T* sum = static_cast<T*>(s.out) + at * s.inner;
      if (s.inner == 1) {
        *sum = sum_of(x, end - begin);
        return;
      }
      std::fill_n(sum, s.inner, T(0));
      for (int64_t row = begin; row < end; ++row, x += s.inner)
        for (int64_t i = 0; i < s.inner; ++i) sum[i] += x[i];
    });
  }
}

// The larger of both, or NaN if either is, for any number of them in any order.
template <bool max, class T>
[[gnu::always_inline]] inline T extreme(T a, T b) {
  return (max ? a > b : a < b) || a != a ? a : b;
}

template <bool max, class T>
T extreme_of(const T* x, int64_t n, T initial) {
  T found[8];
  std::fill_n(found, 8, initial);
  int64_t i = 0;
  for (; i + 8 <= n; i += 8)
    for (int lane = 0; lane < 8; ++lane) found[lane] = extreme<max>(found[lane], x[i + lane]);
  for (T f : found) initial = extreme<max>(initial, f);
  for (; i < n; ++i) initial = extreme<max>(initial, x[i]);
  return initial;
}

template <bool max, class T>
void extremes_of_segments(const SegmentsArgs& s, int64_t first, int64_t last) {
  for (int64_t at = first; at < last; ++at) {
    rows_of(s, at, [&](int64_t begin, int64_t end) {
      const T* x = static_cast<const T*>(s.in) + begin * s.inner;
      T* found = static_cast<T*>(s.out) + at * s.inner;
      if (s.inner == 1) {
        *found = extreme_of<max>(x, end - begin, static_cast<T>(s.initial));
        return;
      }
      std::fill_n(found, s.inner, static_cast<T>(s.initial));
      for (int64_t row = begin; row < end; ++row, x += s.inner)
        for (int64_t i = 0; i < s.inner; ++i) found[i] = extreme<max>(found[i], x[i]);
    });
  }
}

template <class T>
void spread_segments(const SegmentsArgs& s, int64_t first, int64_t last) {
  for (int64_t outer = first; outer < last; ++outer) {
    T* rows = static_cast<T*>(s.out) + outer * s.rows * s.inner;
    int64_t done = outer * s.rows;  // rows that are written
    for (int64_t at = outer * s.count; at < (outer + 1) * s.count; ++at) {
      rows_of(s, at, [&](int64_t begin, int64_t end) {
        if (begin > done)
          std::fill(static_cast<T*>(s.out) + done * s.inner, static_cast<T*>(s.out) + begin * s.inner, T(0));
        const T* value = static_cast<const T*>(s.in) + at * s.inner;
        T* row = static_cast<T*>(s.out) + begin * s.inner;
        if (s.inner == 1) {
          std::fill_n(row, end - begin, *value);
        } else {
          for (int64_t r = begin; r < end; ++r, row += s.inner) std::copy_n(value, s.inner, row);
        }
        done = std::max(done, end);
      });
    }
    std::fill(static_cast<T*>(s.out) + done * s.inner, rows + s.rows * s.inner, T(0));
  }
}

// One kind for an element type: whole segments are computed, or (SPREAD) the rows of one of `outer`.
using Loop = void (*)(const SegmentsArgs& s, int64_t first, int64_t last);

template <class T>
Loop loop_for(Segments kind) {
  switch (kind) {
    case Segments::Sum:
      return sum_segments<T>;
    case Segments::Max:
      return extremes_of_segments<true, T>;
    case Segments::Min:
      return extremes_of_segments<false, T>;
    case Segments::Spread:
      return spread_segments<T>;
  }
  return nullptr;
}

}  // namespace

void segments(const SegmentsArgs& s) {
  const Dtype dtype{s.dtype};
  const Segments kind{s.kind};
  const Loop run = dtype == Dtype::Float32   ? loop_for<float>(kind)
                   : dtype == Dtype::Float64 ? loop_for<double>(kind)
                                             : nullptr;
  if (!run) fail(VJP_ERROR_NOT_IMPLEMENTED, "segments: no kernel for {}, kind {}", dtype, s.kind);
  const bool spread = kind == Segments::Spread;
  if (!spread && s.count == 0) return;
  const int64_t work = (spread ? s.rows : s.rows / s.count + 1) * s.inner;
  parallel_for(0, spread ? s.outer : s.outer * s.count, std::max<int64_t>(1, 65536 / std::max<int64_t>(work, 1)),
               [&](int64_t first, int64_t last) { run(s, first, last); });
}

}  // namespace vjp::cpu
