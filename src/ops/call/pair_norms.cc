#include "ops/call/pair_norms.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "base/parallel.h"
#include "ops/call/wide_body.h"

namespace vjp {
namespace {

template <class X, class T>
[[gnu::always_inline]] inline void load(X& v, const T* p) {
  std::memcpy(&v, p, sizeof v);
}
template <class X, class T>
[[gnu::always_inline]] inline void store(T* p, const X& v) {
  std::memcpy(p, &v, sizeof v);
}

constexpr int64_t kBlock = 128;  // so many terms are summed apart: a long sum loses fewer bits

// The root of a sum of squares, which is made again where squares of float have overflowed or vanished.
template <class T>
[[gnu::noinline]] T careful_root(const PairNorms& t, const T* a, const T* b) {
  double sum = 0;
  for (int64_t k = 0; k < t.width; ++k) {
    const double d = a[k] - b[k * t.others];
    sum += d * d;
  }
  return static_cast<T>(std::sqrt(sum));
}
template <class T>
bool is_doubtful(T sum) {
  return sizeof(T) == sizeof(float) && !(T(1e-30) < sum && sum < T(3e38));
}

// The norms of row i and N vectors of others, or one other (X is T).
template <class X, int N, class T>
[[gnu::always_inline]] inline void norms_of(const PairNorms& t, const T* a, const T* b, T* out) {
  constexpr int64_t lanes = sizeof(X) / sizeof(T);
  X total[N] = {};
  for (int64_t block = 0; block < t.width; block += kBlock) {
    X sum[N] = {};
    for (int64_t k = block; k < std::min(block + kBlock, t.width); ++k) {
#pragma GCC unroll 4
      for (int n = 0; n < N; ++n) {
        X d;
        load(d, b + k * t.others + n * lanes);
        d = a[k] - d;
        sum[n] += t.squares ? d * d : d < 0 ? -d : d;
      }
    }
#pragma GCC unroll 4
    for (int n = 0; n < N; ++n) total[n] += sum[n];
  }
#pragma GCC unroll 4
  for (int n = 0; n < N; ++n) store(out + n * lanes, total[n]);
  if (!t.squares) return;
  bool doubtful = false;
  for (int64_t n = 0; n < N * lanes; ++n) doubtful |= is_doubtful(out[n]);
  if (doubtful) [[unlikely]] {
    for (int64_t n = 0; n < N * lanes; ++n)
      out[n] = is_doubtful(out[n]) ? careful_root(t, a, b + n) : std::sqrt(out[n]);
  } else {
    for (int64_t n = 0; n < N * lanes; ++n) out[n] = std::sqrt(out[n]);
  }
}

template <class T>
[[gnu::always_inline]] inline void row_of_norms(const PairNorms& t, const T* a, const T* b, T* out, int64_t i) {
  constexpr int64_t lanes = WideLanes<T>::count;
  int64_t j = t.triangle ? i + 1 : 0;
  for (; j + 4 * lanes <= t.others; j += 4 * lanes) norms_of<WideVector<T>, 4>(t, a, b + j, out + j);
  for (; j + lanes <= t.others; j += lanes) norms_of<WideVector<T>, 1>(t, a, b + j, out + j);
  for (; j < t.others; ++j) norms_of<T, 1>(t, a, b + j, out + j);
}

// What a pair adds to the gradient of a number, given the pair's weight.
template <class X>
[[gnu::always_inline]] inline void add_share(X& sum, bool squares, const X& d, const X& w) {
  const X none = {};
  if (squares) {
    sum += d * w;
  } else {
    sum += (d > 0 ? w : none) - (d < 0 ? w : none);
  }
}

template <class T>
[[gnu::always_inline]] inline void row_of_gradients(const PairNorms& t, const T* a, const T* b, const T* w, T* grad) {
  constexpr int64_t lanes = WideLanes<T>::count;
  for (int64_t k = 0; k < t.width; ++k) {
    const T* others = b + k * t.others;
    T total = 0;
    int64_t j = 0;
    while (j + lanes <= t.others) {
      const int64_t last = std::min(t.others - lanes + 1, j + kBlock * lanes);
      WideVector<T> sum[2] = {};
      const auto add = [&](int n) __attribute__((always_inline)) {
        WideVector<T> d, weight;
        load(d, others + j);
        load(weight, w + j);
        add_share<WideVector<T>>(sum[n], t.squares, a[k] - d, weight);
        j += lanes;
      };
      while (j + lanes < last) add(0), add(1);
      if (j < last) add(0);
      const WideVector<T> both = sum[0] + sum[1];
      for (int64_t n = 0; n < lanes; ++n) total += both[n];
    }
    for (; j < t.others; ++j) add_share<T>(total, t.squares, a[k] - others[j], w[j]);
    grad[k] = total;
  }
}

// Pair (i, j) of a triangle, i < j; (i, i + 1 + n) is n behind (i, i + 1).
int64_t place(const PairNorms& t, int64_t i, int64_t j) { return i * (2 * t.rows - 1 - i) / 2 + j - i - 1; }

constexpr int64_t kRows = 16;  // whose weights are collected at once: in the rows before them they are neighbours

// The weights of `n` rows from row i on with all rows: [n, rows].
template <class T>
[[gnu::always_inline]] inline void collect_weights(const PairNorms& t, const T* w, int64_t i, int64_t n, T* out) {
  for (int64_t j = 0; j < i + n; ++j) {
    const T* row = w + place(t, j, i);
    for (int64_t r = std::max<int64_t>(j + 1 - i, 0); r < n; ++r) out[r * t.rows + j] = row[r];
  }
  for (int64_t r = 0; r < n; ++r) {
    out[r * t.rows + i + r] = 0;
    std::copy_n(w + place(t, i + r, i + r + 1), t.rows - 1 - (i + r), out + r * t.rows + i + r + 1);
  }
}

struct PairTask {
  const PairNorms& t;
  const void* w;
  void* result;
  int64_t pairs;  // of one of the batch
};

// Row `at` of all rows of the batch.
template <class T>
[[gnu::always_inline]] inline void forward_rows(const PairTask& task, int64_t first, int64_t last) {
  const PairNorms t = task.t;
  for (int64_t at = first; at < last; ++at) {
    const int64_t sample = at / t.rows, i = at % t.rows;
    T* out = static_cast<T*>(task.result) + sample * task.pairs;
    out += t.triangle ? place(t, i, i + 1) - (i + 1) : i * t.others;
    row_of_norms<T>(t, static_cast<const T*>(t.a) + at * t.width,
                    static_cast<const T*>(t.b) + sample * t.others * t.width, out, i);
  }
}

template <class T>
[[gnu::always_inline]] inline void backward_rows(const PairTask& task, int64_t first, int64_t last) {
  const PairNorms t = task.t;
  std::vector<T> room(t.triangle ? static_cast<size_t>(std::min(kRows, last - first) * t.rows) : 0);
  for (int64_t at = first, next; at < last; at = next) {
    const int64_t sample = at / t.rows, i = at % t.rows;
    next = std::min({last, at + kRows, (sample + 1) * t.rows});
    const T* w = static_cast<const T*>(task.w) + sample * task.pairs;
    if (t.triangle) collect_weights<T>(t, w, i, next - at, room.data());
    for (int64_t r = at; r < next; ++r) {
      row_of_gradients<T>(t, static_cast<const T*>(t.a) + r * t.width,
                          static_cast<const T*>(t.b) + sample * t.others * t.width,
                          t.triangle ? room.data() + (r - at) * t.rows : w + (i + r - at) * t.others,
                          static_cast<T*>(task.result) + r * t.width);
    }
  }
}

VJP_WIDE_BODY(PairTask, run_forward_rows, forward_rows)
VJP_WIDE_BODY(PairTask, run_backward_rows, backward_rows)

// Rows of about as much work as is worth a thread.
template <class Run>
void for_rows(const PairNorms& t, int64_t batch, const Run& run) {
  const int64_t work = std::max<int64_t>(t.others, 1) * std::max<int64_t>(t.width, 1);
  parallel_for(0, batch * t.rows, std::max<int64_t>(1, 65536 / work), run);
}

int64_t pairs_of(const PairNorms& t) { return t.triangle ? t.rows * (t.rows - 1) / 2 : t.rows * t.others; }

}  // namespace

bool has_pair_norms(Dtype dtype) { return dtype == Dtype::Float32 || dtype == Dtype::Float64; }

void pair_norms(Dtype dtype, const PairNorms& t, void* out, int64_t batch) {
  const PairTask task{t, nullptr, out, pairs_of(t)};
  for_rows(t, batch, [&](int64_t first, int64_t last) { run_forward_rows(dtype, task, first, last); });
}

void pair_norms_backward(Dtype dtype, const PairNorms& t, const void* w, void* grad, int64_t batch) {
  const PairTask task{t, w, grad, pairs_of(t)};
  for_rows(t, batch, [&](int64_t first, int64_t last) { run_backward_rows(dtype, task, first, last); });
}

}  // namespace vjp
