// Scaled dot product attention without the matrix of all scores: a block of queries meets one block of keys after the
// other, with a running maximum and sum (Dao et al., FlashAttention, 2022). Only the logarithm of the sum is kept for
// the backward, which recomputes the probabilities.
//
// A query whose keys are all masked gives zeros, and passes no gradient on.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "backends/cpu/attention_simd.h"
#include "backends/cpu/cpu.h"
#include "backends/cpu/elements.h"
#include "backends/cpu/gemm.h"
#include "backends/cpu/philox.h"
#include "backends/cpu/workspace.h"
#include "base/parallel.h"

namespace vjp::cpu {
namespace {

constexpr int64_t kQueries = 128, kKeys = 256;  // of a block

template <class S>
using Compute = std::conditional_t<std::is_same_v<S, double>, double, float>;

template <class T>
struct Matrix {
  const T* data;
  int64_t row, col;
  Matrix rows_from(int64_t i) const { return {data + i * row, row, col}; }
};

template <class T>
void multiply(int64_t m, int64_t n, int64_t k, double alpha, Matrix<T> a, Matrix<T> b, double beta, T* out,
              int64_t ldc) {
  GemmArgs g{};
  g.m = m;
  g.n = n;
  g.k = k;
  g.a = {const_cast<T*>(a.data), a.row, a.col, nullptr, false};
  g.b = {const_cast<T*>(b.data), b.row, b.col, nullptr, false};
  g.out = {out, ldc, 1, nullptr, false};
  g.dtype = byte_of(dtype_of<T>);
  g.alpha = Scalar(alpha);
  g.beta = Scalar(beta);
  gemm(g);
}
template <class T>
Matrix<T> transposed(Matrix<T> m) {
  return {m.data, m.col, m.row};
}

// One head of a [batch, heads, length, dim] view.
template <class S>
S* head_of(const View& v, int64_t batch, int64_t head) {
  return static_cast<S*>(v.data) + batch * v.strides[0] + head * v.strides[1];
}

// The head as it lies, or converted into `room` if it is of a half type.
template <class S>
Matrix<Compute<S>> read_head(const View& v, int64_t batch, int64_t head, Compute<S>* room) {
  const S* data = head_of<S>(v, batch, head);
  if constexpr (std::is_same_v<S, Compute<S>>) {
    (void)room;
    return {data, v.strides[2], v.strides[3]};
  } else {
    const int64_t rows = v.sizes[2], cols = v.sizes[3];
    for (int64_t i = 0; i < rows; ++i) {
      const S* row = data + i * v.strides[2];
      if (v.strides[3] == 1) {
        half_to_float(row, room + i * cols, cols);
      } else {
        for (int64_t j = 0; j < cols; ++j) room[i * cols + j] = static_cast<float>(row[j * v.strides[3]]);
      }
    }
    return {room, cols, 1};
  }
}
template <class S>
int64_t room_for(const View& v) {
  return std::is_same_v<S, Compute<S>> ? 0 : v.sizes[2] * v.sizes[3];
}

template <class S, class T>
void write_rows(const View& v, int64_t batch, int64_t head, int64_t first, int64_t rows, const T* from) {
  S* to = head_of<S>(v, batch, head) + first * v.strides[2];
  const int64_t width = v.sizes[3], row = v.strides[2], step = v.strides[3];
  for (int64_t i = 0; i < rows; ++i, to += row, from += width) {
    if (step == 1) {
      for (int64_t j = 0; j < width; ++j) to[j] = static_cast<S>(from[j]);
    } else {
      for (int64_t j = 0; j < width; ++j) to[j * step] = static_cast<S>(from[j]);
    }
  }
}

// The keys that a query of this block may see: [0, result).
int64_t visible_keys(const AttentionArgs& a, int64_t last_query) {
  return a.causal ? std::min(a.k.sizes[2], last_query + 1) : a.k.sizes[2];
}

// Adds the mask and the causal limit to scores[queries, keys], whose first element is (query, key).
template <class S, class T>
void mask_scores(const AttentionArgs& a, int64_t batch, int64_t head, int64_t query, int64_t queries, int64_t key,
                 int64_t keys, T* scores) {
  constexpr T kOut = -std::numeric_limits<T>::infinity();
  for (int64_t i = 0; i < queries; ++i) {
    T* row = scores + i * keys;
    if (a.mask.data) {
      const int64_t* s = a.mask.strides;
      const int64_t at = batch * s[0] + head * s[1] + (query + i) * s[2] + key * s[3];
      if (Dtype{a.mask.dtype} == Dtype::Bool) {
        const bool* take = static_cast<const bool*>(a.mask.data) + at;
        for (int64_t j = 0; j < keys; ++j) row[j] = take[j * s[3]] ? row[j] : kOut;
      } else {
        const S* add = static_cast<const S*>(a.mask.data) + at;
        for (int64_t j = 0; j < keys; ++j) row[j] += static_cast<T>(add[j * s[3]]);
      }
    }
    if (a.causal) {
      for (int64_t j = std::max<int64_t>(0, query + i + 1 - key); j < keys; ++j) row[j] = kOut;
    }
  }
}

// What dropout multiplies probabilities by: 0, or `scale`. Numbers are those of an element's place among all scores, so
// tiles and threads make no difference, and the backward finds them again.
class Dropout {
 public:
  explicit Dropout(const AttentionArgs& a)
      : args_(a),
        threshold_(static_cast<uint64_t>(std::ldexp(std::clamp(a.dropout, 0.0, 1.0), 32))),
        scale_(a.dropout < 1 ? 1 / (1 - a.dropout) : 0) {}
  explicit operator bool() const { return args_.dropout > 0; }

  // to = mask * from, of a tile whose first score is (query, key), and the same of another in place if there is one.
  // What is dropped is 0 whatever it was.
  template <class T>
  void apply(int64_t batch, int64_t head, int64_t query, int64_t queries, int64_t key, int64_t keys, const T* from,
             T* to, T* other = nullptr) const {
    uint64_t bits[kKeys + 2];
    const T scale = static_cast<T>(scale_);
    for (int64_t i = 0; i < queries; ++i) {
      const int64_t row = (batch * args_.q.sizes[1] + head) * args_.q.sizes[2] + query + i;
      const int64_t first = row * args_.k.sizes[2] + key, odd = first & 1;
      philox_fill(args_.seed, args_.offset + static_cast<uint64_t>(first / 2), (odd + keys + 1) / 2, bits);
      multiply_row(bits + odd, scale, from + i * keys, to + i * keys, keys);
      if (other) multiply_row(bits + odd, scale, other + i * keys, other + i * keys, keys);
    }
  }

 private:
  template <class T>
  void multiply_row(const uint64_t* bits, T scale, const T* from, T* to, int64_t n) const {
    using Bits = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
    for (int64_t j = 0; j < n; ++j) {  // by bits: a branch on random numbers is seldom foreseen
      const Bits kept = Bits(0) - static_cast<Bits>((bits[j] >> 32) >= threshold_);
      to[j] = std::bit_cast<T>(std::bit_cast<Bits>(from[j] * scale) & kept);
    }
  }

  const AttentionArgs& args_;
  uint64_t threshold_;
  double scale_;
};

template <class S>
double head_cost(const AttentionArgs& a) {
  return 2 * gemm_cost<Compute<S>>(static_cast<double>(a.q.sizes[2]), static_cast<double>(a.k.sizes[2]),
                                   static_cast<double>(a.q.sizes[3]));
}
int64_t grain_for(double task_cost) {
  return std::max<int64_t>(1, static_cast<int64_t>(kParallelCost / 2 / task_cost));
}

template <class T>
size_t bytes_of(int64_t count) {
  return Workspace::round_up(static_cast<size_t>(count) * sizeof(T));
}

// The queries [first, first + count) of one head.
template <class S>
void forward_block(const AttentionArgs& a, int64_t batch, int64_t head, int64_t first, int64_t count) {
  using T = Compute<S>;
  const AttentionRows<T>& rows = attention_rows(T());
  const int64_t group = a.q.sizes[1] / a.k.sizes[1], dim = a.v.sizes[3], kv = head / group;
  const int64_t width = std::min(kKeys, a.k.sizes[2]);
  Workspace space(bytes_of<T>(room_for<S>(a.q)) + bytes_of<T>(room_for<S>(a.k)) + bytes_of<T>(room_for<S>(a.v)) +
                  bytes_of<T>(count * width) + bytes_of<T>(count * dim) + 2 * bytes_of<T>(count));
  Matrix<T> q = read_head<S>(a.q, batch, head, space.take<T>(room_for<S>(a.q))).rows_from(first);
  Matrix<T> k = read_head<S>(a.k, batch, kv, space.take<T>(room_for<S>(a.k)));
  Matrix<T> v = read_head<S>(a.v, batch, kv, space.take<T>(room_for<S>(a.v)));
  T* scores = space.take<T>(count * width);
  T* sums = space.take<T>(count * dim);
  T* max = space.take<T>(count);
  T* total = space.take<T>(count);
  std::fill(max, max + count, -std::numeric_limits<T>::infinity());
  std::fill(total, total + count, T(0));
  std::fill(sums, sums + count * dim, T(0));
  const Dropout dropout(a);

  const int64_t keys = visible_keys(a, first + count - 1);
  for (int64_t j = 0; j < keys; j += width) {
    const int64_t n = std::min(width, keys - j);
    multiply<T>(count, n, a.q.sizes[3], a.scale, q, transposed(k.rows_from(j)), 0, scores, n);
    mask_scores<S>(a, batch, head, first, count, j, n, scores);
    for (int64_t i = 0; i < count; ++i) {
      const T factor = rows.step(scores + i * n, n, max[i], total[i]);
      if (j == 0 || factor == T(1)) continue;
      for (int64_t c = 0; c < dim; ++c) sums[i * dim + c] *= factor;
    }
    if (dropout) dropout.apply(batch, head, first, count, j, n, scores, scores);
    multiply<T>(count, dim, n, 1, {scores, n, 1}, v.rows_from(j), j == 0 ? 0 : 1, sums, dim);
  }
  for (int64_t i = 0; i < count; ++i) {
    const T scale = total[i] == T(0) ? T(0) : T(1) / total[i];
    for (int64_t c = 0; c < dim; ++c) sums[i * dim + c] *= scale;
    if (a.logsumexp.data) {
      T* to = static_cast<T*>(a.logsumexp.data) + batch * a.logsumexp.strides[0] + head * a.logsumexp.strides[1];
      to[(first + i) * a.logsumexp.strides[2]] =
          total[i] == T(0) ? -std::numeric_limits<T>::infinity() : max[i] + std::log(total[i]);
    }
  }
  write_rows<S>(a.out, batch, head, first, count, sums);
}

template <class S>
void forward(const AttentionArgs& a) {
  const int64_t heads = a.q.sizes[1], length = a.q.sizes[2], block = kQueries;
  const int64_t blocks = (length + block - 1) / block, tasks = a.q.sizes[0] * heads * blocks;
  if (tasks == 0) return;
  parallel_for(0, tasks, grain_for(head_cost<S>(a) / static_cast<double>(blocks) + 1), [&](int64_t begin, int64_t end) {
    for (int64_t task = begin; task < end; ++task) {
      int64_t first = task % blocks * block, head = task / blocks % heads, batch = task / blocks / heads;
      forward_block<S>(a, batch, head, first, std::min(block, length - first));
    }
  });
}

// sum_c grad[i, c] * out[i, c], which is what the softmax's gradient subtracts.
template <class S, class T>
void row_products(const View& x, const View& y, int64_t batch, int64_t head, T* sums) {
  const S* a = head_of<S>(x, batch, head);
  const S* b = head_of<S>(y, batch, head);
  for (int64_t i = 0; i < x.sizes[2]; ++i) {
    const S *u = a + i * x.strides[2], *w = b + i * y.strides[2];
    auto product = [&](int64_t c) { return static_cast<T>(u[c * x.strides[3]]) * static_cast<T>(w[c * y.strides[3]]); };
    T lanes[8] = {};  // independent sums, so that additions overlap
    int64_t c = 0;
    if (x.strides[3] == 1 && y.strides[3] == 1) {
      for (; c + 8 <= x.sizes[3]; c += 8) {
        for (int j = 0; j < 8; ++j) lanes[j] += static_cast<T>(u[c + j]) * static_cast<T>(w[c + j]);
      }
    }
    for (; c < x.sizes[3]; ++c) lanes[0] += product(c);
    T sum(0);
    for (T lane : lanes) sum += lane;
    sums[i] = sum;
  }
}

// The gradients of one key-value head and of all query heads that share it.
template <class S>
void backward_head(const AttentionBackwardArgs& args, int64_t batch, int64_t kv) {
  using T = Compute<S>;
  const AttentionArgs& a = args.forward;
  const AttentionRows<T>& rows = attention_rows(T());
  const int64_t group = a.q.sizes[1] / a.k.sizes[1], length = a.q.sizes[2], keys = a.k.sizes[2];
  const int64_t dim = a.q.sizes[3], dim_v = a.v.sizes[3], width = std::min(kKeys, keys);
  const int64_t block = std::min(length, kQueries);
  const Dropout dropout(a);
  Workspace space(bytes_of<T>(room_for<S>(a.q)) + bytes_of<T>(room_for<S>(a.k)) + bytes_of<T>(room_for<S>(a.v)) +
                  bytes_of<T>(room_for<S>(args.grad)) + (dropout ? 3 : 2) * bytes_of<T>(block * width) +
                  bytes_of<T>(length) + bytes_of<T>(length * dim) + bytes_of<T>(keys * dim) +
                  bytes_of<T>(keys * dim_v));
  Matrix<T> k = read_head<S>(a.k, batch, kv, space.take<T>(room_for<S>(a.k)));
  Matrix<T> v = read_head<S>(a.v, batch, kv, space.take<T>(room_for<S>(a.v)));
  T* q_room = space.take<T>(room_for<S>(a.q));
  T* grad_room = space.take<T>(room_for<S>(args.grad));
  T* p = space.take<T>(block * width);
  T* dp = space.take<T>(block * width);
  T* dropped = dropout ? space.take<T>(block * width) : p;
  T* delta = space.take<T>(length);
  T* dq = space.take<T>(length * dim);
  T* dk = space.take<T>(keys * dim);
  T* dv = space.take<T>(keys * dim_v);
  std::fill(dk, dk + keys * dim, T(0));
  std::fill(dv, dv + keys * dim_v, T(0));
  const bool wants_qk = args.grad_q.data || args.grad_k.data;

  for (int64_t head = kv * group; head < (kv + 1) * group; ++head) {
    Matrix<T> q = read_head<S>(a.q, batch, head, q_room), g = read_head<S>(args.grad, batch, head, grad_room);
    const T* logsumexp =
        static_cast<const T*>(a.logsumexp.data) + batch * a.logsumexp.strides[0] + head * a.logsumexp.strides[1];
    row_products<S>(args.grad, a.out, batch, head, delta);
    std::fill(dq, dq + length * dim, T(0));
    for (int64_t i = 0; i < length; i += block) {
      const int64_t m = std::min(block, length - i), visible = visible_keys(a, i + m - 1);
      for (int64_t j = 0; j < visible; j += width) {
        const int64_t n = std::min(width, visible - j);
        multiply<T>(m, n, dim, a.scale, q.rows_from(i), transposed(k.rows_from(j)), 0, p, n);
        mask_scores<S>(a, batch, head, i, m, j, n, p);
        for (int64_t r = 0; r < m; ++r) rows.exponential(p + r * n, n, logsumexp[(i + r) * a.logsumexp.strides[2]]);
        const Matrix<T> probability{dropped, n, 1}, gradient{dp, n, 1};
        if (wants_qk) multiply<T>(m, n, dim_v, 1, g.rows_from(i), transposed(v.rows_from(j)), 0, dp, n);
        if (dropout) dropout.apply(batch, head, i, m, j, n, p, dropped, wants_qk ? dp : nullptr);
        if (args.grad_v.data) {
          multiply<T>(n, dim_v, m, 1, transposed(probability), g.rows_from(i), 1, dv + j * dim_v, dim_v);
        }
        if (!wants_qk) continue;
        for (int64_t r = 0; r < m; ++r) {
          rows.backward(p + r * n, dp + r * n, n, delta[i + r], static_cast<T>(a.scale));
        }
        if (args.grad_q.data) multiply<T>(m, dim, n, 1, gradient, k.rows_from(j), 1, dq + i * dim, dim);
        if (args.grad_k.data) multiply<T>(n, dim, m, 1, transposed(gradient), q.rows_from(i), 1, dk + j * dim, dim);
      }
    }
    if (args.grad_q.data) write_rows<S>(args.grad_q, batch, head, 0, length, dq);
  }
  if (args.grad_k.data) write_rows<S>(args.grad_k, batch, kv, 0, keys, dk);
  if (args.grad_v.data) write_rows<S>(args.grad_v, batch, kv, 0, keys, dv);
}

template <class S>
void backward(const AttentionBackwardArgs& args) {
  const AttentionArgs& a = args.forward;
  const int64_t heads = a.k.sizes[1], tasks = a.q.sizes[0] * heads;
  if (tasks == 0) return;
  double cost = head_cost<S>(a) * 2.5 * static_cast<double>(a.q.sizes[1] / heads) + 1;
  parallel_for(0, tasks, grain_for(cost), [&](int64_t begin, int64_t end) {
    for (int64_t task = begin; task < end; ++task) backward_head<S>(args, task / heads, task % heads);
  });
}

}  // namespace

void attention(const AttentionArgs& a) {
  visit_kinds<kFloating>("attention", Dtype{a.q.dtype}, [&]<class S>(Type<S>) { forward<S>(a); });
}

void attention_backward(const AttentionBackwardArgs& args) {
  visit_kinds<kFloating>("attention", Dtype{args.forward.q.dtype}, [&]<class S>(Type<S>) { backward<S>(args); });
}

}  // namespace vjp::cpu
