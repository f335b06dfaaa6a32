#include "ops/call/sparse_rows.h"

#include <algorithm>
#include <cstring>

#include "base/parallel.h"
#include "ops/call/wide_body.h"

namespace vjp {
namespace {

template <class T>
[[gnu::always_inline]] inline void load(const T* p, WideVector<T>& v) {
  std::memcpy(&v, p, sizeof v);
}
template <class T>
[[gnu::always_inline]] inline void store(const WideVector<T>& v, T* p) {
  std::memcpy(p, &v, sizeof v);
}

struct RowTask {
  SparseLines m;
  const void *values, *dense;
  void* out;
  int64_t width;
};

// N vectors of a row of the result, held in registers.
template <class T, int N>
[[gnu::always_inline]] inline void sum_vectors(const RowTask& t, int64_t line, int64_t at) {
  const T *values = static_cast<const T*>(t.values), *dense = static_cast<const T*>(t.dense) + at;
  WideVector<T> sum[N] = {};
  for (int64_t k = t.m.begins[line]; k < t.m.begins[line + 1]; ++k) {
    const T v = values[k], *row = dense + t.m.other[k] * t.width;
#pragma GCC unroll 8
    for (int j = 0; j < N; ++j) {
      WideVector<T> x;
      load(row + j * WideLanes<T>::count, x);
      sum[j] += v * x;
    }
  }
  T* out = static_cast<T*>(t.out) + line * t.width + at;
#pragma GCC unroll 8
  for (int j = 0; j < N; ++j) store(sum[j], out + j * WideLanes<T>::count);
}

template <class T>
[[gnu::always_inline]] inline void times_dense(const RowTask& t, int64_t first, int64_t last) {
  constexpr int64_t lanes = WideLanes<T>::count;
  for (int64_t line = first; line < last; ++line) {
    int64_t at = 0;
    for (; at + 8 * lanes <= t.width; at += 8 * lanes) sum_vectors<T, 8>(t, line, at);
    for (; at + 2 * lanes <= t.width; at += 2 * lanes) sum_vectors<T, 2>(t, line, at);
    for (; at + lanes <= t.width; at += lanes) sum_vectors<T, 1>(t, line, at);
    for (; at < t.width; ++at) {
      T sum = 0;
      for (int64_t k = t.m.begins[line]; k < t.m.begins[line + 1]; ++k)
        sum += static_cast<const T*>(t.values)[k] * static_cast<const T*>(t.dense)[t.m.other[k] * t.width + at];
      static_cast<T*>(t.out)[line * t.width + at] = sum;
    }
  }
}

// Columns [first, last) of everything.
template <class T>
[[gnu::always_inline]] inline void transposed_times_dense(const RowTask& t, int64_t first, int64_t last) {
  constexpr int64_t lanes = WideLanes<T>::count;
  for (int64_t line = 0; line < t.m.lines; ++line) {
    const T* row = static_cast<const T*>(t.dense) + line * t.width;
    for (int64_t k = t.m.begins[line]; k < t.m.begins[line + 1]; ++k) {
      const T v = static_cast<const T*>(t.values)[k];
      T* out = static_cast<T*>(t.out) + t.m.other[k] * t.width;
      int64_t at = first;
      for (; at + lanes <= last; at += lanes) {
        WideVector<T> x, y;
        load(row + at, x);
        load(out + at, y);
        store<T>(y + v * x, out + at);
      }
      for (; at < last; ++at) out[at] += v * row[at];
    }
  }
}

template <class T>
[[gnu::always_inline]] inline void sampled(const RowTask& t, int64_t first, int64_t last) {
  constexpr int64_t lanes = WideLanes<T>::count;
  for (int64_t line = first; line < last; ++line) {
    const T* a = static_cast<const T*>(t.values) + line * t.width;
    for (int64_t k = t.m.begins[line]; k < t.m.begins[line + 1]; ++k) {
      const T* b = static_cast<const T*>(t.dense) + t.m.other[k] * t.width;
      WideVector<T> sum[4] = {};
      int64_t at = 0;
      const auto add = [&](int j) __attribute__((always_inline)) {
        WideVector<T> x, y;
        load(a + at, x);
        load(b + at, y);
        sum[j] += x * y;
        at += lanes;
      };
      while (at + 4 * lanes <= t.width) add(0), add(1), add(2), add(3);
      while (at + lanes <= t.width) add(0);
      const WideVector<T> all = (sum[0] + sum[1]) + (sum[2] + sum[3]);
      T total = 0;
      for (int64_t j = 0; j < lanes; ++j) total += all[j];
      for (; at < t.width; ++at) total += a[at] * b[at];
      static_cast<T*>(t.out)[k] = total;
    }
  }
}

VJP_WIDE_BODY(RowTask, run_times_dense, times_dense)
VJP_WIDE_BODY(RowTask, run_transposed, transposed_times_dense)
VJP_WIDE_BODY(RowTask, run_sampled, sampled)

// Lines of about as much work as is worth a thread.
int64_t lines_a_chunk(const SparseLines& m, int64_t width) {
  const int64_t work = (m.lines ? m.begins[m.lines] / m.lines + 1 : 1) * std::max<int64_t>(width, 1);
  return std::max<int64_t>(1, 65536 / work);
}

}  // namespace

bool has_sparse_rows(Dtype dtype) { return dtype == Dtype::Float32 || dtype == Dtype::Float64; }

void sparse_times_dense(Dtype dtype, const SparseLines& m, const void* values, const void* dense, void* out,
                        int64_t width) {
  const RowTask t{m, values, dense, out, width};
  parallel_for(0, m.lines, lines_a_chunk(m, width),
               [&](int64_t first, int64_t last) { run_times_dense(dtype, t, first, last); });
}

void add_transposed_times_dense(Dtype dtype, const SparseLines& m, const void* values, const void* dense, void* out,
                                int64_t width) {
  const RowTask t{m, values, dense, out, width};
  const int64_t share = (width / std::max(num_threads(), 1) + 31) / 32 * 32;  // of columns, whose sums are their own
  parallel_for(0, width, std::max<int64_t>(32, share),
               [&](int64_t first, int64_t last) { run_transposed(dtype, t, first, last); });
}

void sampled_product(Dtype dtype, const SparseLines& m, const void* a, const void* b, void* out, int64_t width) {
  const RowTask t{m, a, b, out, width};
  parallel_for(0, m.lines, lines_a_chunk(m, width),
               [&](int64_t first, int64_t last) { run_sampled(dtype, t, first, last); });
}

}  // namespace vjp
