// Scaled dot product attention without the matrix of all scores (Dao et al., FlashAttention, 2022): a tile of queries
// meets one tile of keys after the other, with a running maximum and sum. The backward recomputes the probabilities
// from the logarithm of the sum; a tile of keys collects from all queries, so that nothing is added atomically.
//
// A block is kRows rows times kLanes threads; a thread computes two products of a tile [kRows, kColumns], and has
// kWidth / kLanes columns of the result of its row. A query whose keys are all masked gives zeros.
#include "backends/cuda/geometry.h"
#include "backends/cuda/kernels.h"
#include "backends/cuda/opcodes.h"

namespace vjp::cuda {
namespace {

constexpr int kRows = 16, kLanes = 16, kColumns = 32, kChunk = 32;
constexpr int kWidth = 128, kOwn = kWidth / kLanes;  // columns of a result that a block computes, that a thread does
static_assert(kRows * kLanes == kThreads && 2 * kLanes == kColumns);

// One head of a [batch, heads, length, dim] array.
struct Heads {
  void* data;
  int64_t strides[4];
  int64_t length, dim;
};
template <class S>
struct Matrix {
  const S* data;
  int64_t row, column, rows, columns;
  __device__ S operator()(int64_t i, int64_t j) const { return data[i * row + j * column]; }
};

struct Attention {
  int64_t batch, heads, group;  // group: query heads that share a key head
  Heads q, k, v, out, grad, grad_q, grad_k, grad_v;
  const void* mask;
  bool mask_is_bool, causal;
  int64_t mask_strides[4];
  void* logsumexp;
  int64_t logsumexp_strides[3];
  void* delta;  // [batch, heads, queries]: sums of grad * out
  double scale;
};

template <class S>
__device__ inline Matrix<S> head_of(const Heads& h, int64_t batch, int64_t head) {
  return {static_cast<const S*>(h.data) + batch * h.strides[0] + head * h.strides[1], h.strides[2], h.strides[3],
          h.length, h.dim};
}

template <class T>
struct Tiles {
  T a[kRows][kChunk + 1], b[kColumns][kChunk + 1];
};

// products[c] = a[i0 + row] . b[j0 + lane + c * kLanes]; rows that do not exist count as 0.
template <class S, class T>
__device__ inline void multiply(const Matrix<S>& a, int64_t i0, const Matrix<S>& b, int64_t j0, Tiles<T>& tiles,
                                T (&products)[2]) {
  const int t = static_cast<int>(threadIdx.x), row = t / kLanes, lane = t % kLanes;
  products[0] = products[1] = T(0);
  for (int64_t c0 = 0; c0 < a.columns; c0 += kChunk) {
    for (int e = t; e < kRows * kChunk; e += kThreads) {
      const int64_t i = i0 + e / kChunk, c = c0 + e % kChunk;
      tiles.a[e / kChunk][e % kChunk] = i < a.rows && c < a.columns ? convert<T>(a(i, c)) : T(0);
    }
    for (int e = t; e < kColumns * kChunk; e += kThreads) {
      const int64_t j = j0 + e / kChunk, c = c0 + e % kChunk;
      tiles.b[e / kChunk][e % kChunk] = j < b.rows && c < b.columns ? convert<T>(b(j, c)) : T(0);
    }
    __syncthreads();
    VJP_UNROLL
    for (int c = 0; c < kChunk; ++c) {
      products[0] = real_fma(tiles.a[row][c], tiles.b[lane][c], products[0]);
      products[1] = real_fma(tiles.a[row][c], tiles.b[lane + kLanes][c], products[1]);
    }
    __syncthreads();
  }
}

// own[m] += sum over j of tile[row][j] * b[j0 + j][column], for the thread's columns.
template <class S, class T>
__device__ inline void accumulate(const T (&tile)[kRows][kColumns + 1], const Matrix<S>& b, int64_t j0, int64_t column0,
                                  T (&own)[kOwn]) {
  const int row = static_cast<int>(threadIdx.x) / kLanes, lane = static_cast<int>(threadIdx.x) % kLanes;
  for (int j = 0; j < kColumns && j0 + j < b.rows; ++j) {
    const T p = tile[row][j];
    VJP_UNROLL
    for (int m = 0; m < kOwn; ++m) {
      const int64_t c = column0 + lane + m * kLanes;
      if (c < b.columns) own[m] = real_fma(p, convert<T>(b(j0 + j, c)), own[m]);
    }
  }
}

template <class S, class T>
__device__ inline void write_row(const Heads& h, int64_t batch, int64_t head, int64_t i, int64_t column0,
                                 const T (&own)[kOwn]) {
  if (i >= h.length) return;
  const int lane = static_cast<int>(threadIdx.x) % kLanes;
  S* to = static_cast<S*>(h.data) + batch * h.strides[0] + head * h.strides[1] + i * h.strides[2];
  VJP_UNROLL
  for (int m = 0; m < kOwn; ++m) {
    const int64_t c = column0 + lane + m * kLanes;
    if (c < h.dim) to[c * h.strides[3]] = convert<S>(own[m]);
  }
}

// The score of a query and a key: scaled, masked.
template <class S, class T>
__device__ inline T score_of(const Attention& k, int64_t batch, int64_t head, int64_t query, int64_t key, T product) {
  const T out = -scalar::infinity<T>();
  if (query >= k.q.length || key >= k.k.length || (k.causal && key > query)) return out;
  const T score = static_cast<T>(k.scale) * product;
  if (!k.mask) return score;
  const int64_t* s = k.mask_strides;
  const int64_t at = batch * s[0] + head * s[1] + query * s[2] + key * s[3];
  if (k.mask_is_bool) return static_cast<const bool*>(k.mask)[at] ? score : out;
  return score + convert<T>(static_cast<const S*>(k.mask)[at]);
}

// Over the lanes of a row.
template <class T, class F>
__device__ inline T over_lanes(T v, F f) {
  for (int d = kLanes / 2; d > 0; d /= 2) v = f(v, __shfl_xor_sync(0xffffffffu, v, d));
  return v;
}

struct Task {  // of a block
  int64_t batch, head, row0, column0;
};
__device__ inline Task task_of(int64_t b, int64_t heads, int64_t length, int64_t width) {
  const int64_t strips = ceil_div(width, kWidth), tiles = ceil_div(length, kRows);
  const int64_t strip = b % strips, tile = b / strips % tiles, head = b / strips / tiles;
  return {head / heads, head % heads, tile * kRows, strip * kWidth};
}
int64_t tasks(int64_t batch, int64_t heads, int64_t length, int64_t width) {
  return batch * heads * ceil_div(length, kRows) * ceil_div(width, kWidth);
}

template <class S>
__global__ void __launch_bounds__(kThreads) attention_kernel(const __grid_constant__ Attention k) {
  using T = Compute<S>;
  __shared__ Tiles<T> tiles;
  __shared__ T p[kRows][kColumns + 1];
  const int row = static_cast<int>(threadIdx.x) / kLanes, lane = static_cast<int>(threadIdx.x) % kLanes;
  const Task task = task_of(blockIdx.x, k.heads, k.q.length, k.v.dim);
  const int64_t query = task.row0 + row;
  const Matrix<S> q = head_of<S>(k.q, task.batch, task.head), keys = head_of<S>(k.k, task.batch, task.head / k.group);
  const Matrix<S> v = head_of<S>(k.v, task.batch, task.head / k.group);
  int64_t visible = k.k.length;
  if (k.causal && task.row0 + kRows < visible) visible = task.row0 + kRows;
  T max = -scalar::infinity<T>(), total = T(0), own[kOwn] = {};
  for (int64_t j0 = 0; j0 < visible; j0 += kColumns) {
    T s[2];
    multiply(q, task.row0, keys, j0, tiles, s);
    T top = max;
    for (int c = 0; c < 2; ++c) {
      s[c] = score_of<S>(k, task.batch, task.head, query, j0 + lane + c * kLanes, s[c]);
      top = s[c] > top ? s[c] : top;
    }
    top = over_lanes(top, [](T a, T b) { return a > b ? a : b; });
    // of a row that is masked so far, exp(-inf - 0) = 0
    const T shift = top == -scalar::infinity<T>() ? T(0) : top;
    T sum = T(0);
    for (int c = 0; c < 2; ++c) {
      s[c] = real_exp(s[c] - shift);
      p[row][lane + c * kLanes] = s[c];
      sum += s[c];
    }
    sum = over_lanes(sum, [](T a, T b) { return a + b; });
    const T factor = top == max ? T(1) : real_exp(max - top);
    max = top;
    total = total * factor + sum;
    VJP_UNROLL
    for (int m = 0; m < kOwn; ++m) own[m] *= factor;
    __syncthreads();
    accumulate(p, v, j0, task.column0, own);
    __syncthreads();
  }
  const T scale = total == T(0) ? T(0) : T(1) / total;
  VJP_UNROLL
  for (int m = 0; m < kOwn; ++m) own[m] *= scale;
  write_row<S>(k.out, task.batch, task.head, query, task.column0, own);
  if (k.logsumexp && lane == 0 && task.column0 == 0 && query < k.q.length) {
    static_cast<T*>(k.logsumexp)[task.batch * k.logsumexp_strides[0] + task.head * k.logsumexp_strides[1] +
                                 query * k.logsumexp_strides[2]] =
        total == T(0) ? -scalar::infinity<T>() : max + real_log(total);
  }
}

// ---- backward ----

// delta[i] = sum_c grad[i, c] * out[i, c], which is what the softmax's gradient subtracts.
template <class S>
__global__ void __launch_bounds__(kThreads) attention_delta_kernel(const __grid_constant__ Attention k) {
  using T = Compute<S>;
  const int64_t rows = k.batch * k.heads * k.q.length;
  const int lane = static_cast<int>(threadIdx.x) % kLanes;
  for (int64_t first = static_cast<int64_t>(blockIdx.x) * kRows; first < rows;
       first += static_cast<int64_t>(gridDim.x) * kRows) {
    const int64_t r = first + threadIdx.x / kLanes;
    T sum = T(0);
    if (r < rows) {
      const int64_t i = r % k.q.length, head = r / k.q.length % k.heads, batch = r / k.q.length / k.heads;
      const Matrix<S> g = head_of<S>(k.grad, batch, head), out = head_of<S>(k.out, batch, head);
      for (int64_t c = lane; c < g.columns; c += kLanes)
        sum = real_fma(convert<T>(g(i, c)), convert<T>(out(i, c)), sum);
    }
    sum = over_lanes(sum, [](T a, T b) { return a + b; });
    if (r < rows && lane == 0) static_cast<T*>(k.delta)[r] = sum;
  }
}

// What a query brings: its logsumexp (+inf where it has no keys, so that probabilities are 0) and its delta.
template <class T>
struct Query {
  T logsumexp, delta;
};
template <class T>
__device__ inline Query<T> query_of(const Attention& k, int64_t batch, int64_t head, int64_t i) {
  if (i >= k.q.length) return {scalar::infinity<T>(), T(0)};
  const T l = static_cast<const T*>(
      k.logsumexp)[batch * k.logsumexp_strides[0] + head * k.logsumexp_strides[1] + i * k.logsumexp_strides[2]];
  return {l == -scalar::infinity<T>() ? -l : l,
          static_cast<const T*>(k.delta)[(batch * k.heads + head) * k.q.length + i]};
}

template <class S>
__global__ void __launch_bounds__(kThreads) attention_grad_q_kernel(const __grid_constant__ Attention k) {
  using T = Compute<S>;
  __shared__ Tiles<T> tiles;
  __shared__ T ds[kRows][kColumns + 1];
  const int row = static_cast<int>(threadIdx.x) / kLanes, lane = static_cast<int>(threadIdx.x) % kLanes;
  const Task task = task_of(blockIdx.x, k.heads, k.q.length, k.q.dim);
  const int64_t query = task.row0 + row;
  const Matrix<S> q = head_of<S>(k.q, task.batch, task.head), g = head_of<S>(k.grad, task.batch, task.head);
  const Matrix<S> keys = head_of<S>(k.k, task.batch, task.head / k.group),
                  v = head_of<S>(k.v, task.batch, task.head / k.group);
  const Query<T> own_query = query_of<T>(k, task.batch, task.head, query);
  int64_t visible = k.k.length;
  if (k.causal && task.row0 + kRows < visible) visible = task.row0 + kRows;
  T own[kOwn] = {};
  for (int64_t j0 = 0; j0 < visible; j0 += kColumns) {
    T s[2], dp[2];
    multiply(q, task.row0, keys, j0, tiles, s);
    multiply(g, task.row0, v, j0, tiles, dp);
    for (int c = 0; c < 2; ++c) {
      const T p =
          real_exp(score_of<S>(k, task.batch, task.head, query, j0 + lane + c * kLanes, s[c]) - own_query.logsumexp);
      ds[row][lane + c * kLanes] = p * (dp[c] - own_query.delta) * static_cast<T>(k.scale);
    }
    __syncthreads();
    accumulate(ds, keys, j0, task.column0, own);
    __syncthreads();
  }
  write_row<S>(k.grad_q, task.batch, task.head, query, task.column0, own);
}

// A row is a key here, a column a query; of all query heads that share the key.
template <class S>
__global__ void __launch_bounds__(kThreads) attention_grad_kv_kernel(const __grid_constant__ Attention k) {
  using T = Compute<S>;
  __shared__ Tiles<T> tiles;
  __shared__ T p[kRows][kColumns + 1], ds[kRows][kColumns + 1];
  const int row = static_cast<int>(threadIdx.x) / kLanes, lane = static_cast<int>(threadIdx.x) % kLanes;
  const int64_t width = k.k.dim > k.v.dim ? k.k.dim : k.v.dim;
  const Task task = task_of(blockIdx.x, k.heads / k.group, k.k.length, width);
  const int64_t key = task.row0 + row;
  const Matrix<S> keys = head_of<S>(k.k, task.batch, task.head), v = head_of<S>(k.v, task.batch, task.head);
  T own_k[kOwn] = {}, own_v[kOwn] = {};
  for (int64_t head = task.head * k.group; head < (task.head + 1) * k.group; ++head) {
    const Matrix<S> q = head_of<S>(k.q, task.batch, head), g = head_of<S>(k.grad, task.batch, head);
    // queries before the first key of the tile do not see it
    for (int64_t i0 = k.causal ? task.row0 / kColumns * kColumns : 0; i0 < k.q.length; i0 += kColumns) {
      T s[2], dp[2];
      multiply(keys, task.row0, q, i0, tiles, s);
      multiply(v, task.row0, g, i0, tiles, dp);
      for (int c = 0; c < 2; ++c) {
        const int column = lane + c * kLanes;
        const Query<T> query = query_of<T>(k, task.batch, head, i0 + column);
        const T probability = real_exp(score_of<S>(k, task.batch, head, i0 + column, key, s[c]) - query.logsumexp);
        p[row][column] = probability;
        ds[row][column] = probability * (dp[c] - query.delta) * static_cast<T>(k.scale);
      }
      __syncthreads();
      if (k.grad_v.data) accumulate(p, g, i0, task.column0, own_v);
      if (k.grad_k.data) accumulate(ds, q, i0, task.column0, own_k);
      __syncthreads();
    }
  }
  if (k.grad_k.data) write_row<S>(k.grad_k, task.batch, task.head, key, task.column0, own_k);
  if (k.grad_v.data) write_row<S>(k.grad_v, task.batch, task.head, key, task.column0, own_v);
}

Heads heads_of(const vjp_array& a) {
  Heads h = {};
  if (!a.data) return h;
  h.data = a.data;
  for (int d = 0; d < 4; ++d) h.strides[d] = a.strides[d];
  h.length = a.sizes[2];
  h.dim = a.sizes[3];
  return h;
}

Attention attention_of(const vjp_attention_args& a) {
  Attention k = {};
  k.batch = a.q.sizes[0];
  k.heads = a.q.sizes[1];
  k.group = a.k.sizes[1] > 0 ? k.heads / a.k.sizes[1] : 1;
  k.q = heads_of(a.q);
  k.k = heads_of(a.k);
  k.v = heads_of(a.v);
  k.out = heads_of(a.out);
  // an empty tensor may have no memory, but has sizes
  k.q.length = a.q.sizes[2];
  k.k.length = k.v.length = a.k.sizes[2];
  k.q.dim = k.k.dim = a.q.sizes[3];
  k.v.dim = k.out.dim = a.v.sizes[3];
  k.out.length = k.q.length;
  k.mask = a.mask.data;
  k.mask_is_bool = a.mask.dtype == kBool;
  for (int d = 0; d < 4 && a.mask.data; ++d) k.mask_strides[d] = a.mask.strides[d];
  k.logsumexp = a.logsumexp.data;
  for (int d = 0; d < 3 && a.logsumexp.data; ++d) k.logsumexp_strides[d] = a.logsumexp.strides[d];
  k.causal = a.causal;
  k.scale = a.scale;
  return k;
}

}  // namespace

void attention(const vjp_attention_args& args, const Launch& launch) {
  const Attention k = attention_of(args);
  visit_floating(args.q.dtype, "attention", [&](auto type) {
    run(launch, "attention", attention_kernel<decltype(type)>, tasks(k.batch, k.heads, k.q.length, k.v.dim), kThreads,
        k);
  });
}

void attention_backward(const vjp_attention_backward_args& args, const Launch& launch) {
  Attention k = attention_of(args.forward);
  k.grad = heads_of(args.grad);
  k.grad_q = heads_of(args.grad_q);
  k.grad_k = heads_of(args.grad_k);
  k.grad_v = heads_of(args.grad_v);
  visit_floating(args.forward.q.dtype, "attention", [&](auto type) {
    using S = decltype(type);
    const int64_t rows = k.batch * k.heads * k.q.length, key_heads = k.heads / k.group;
    const Workspace delta(launch, static_cast<size_t>(rows) * sizeof(Compute<S>));
    k.delta = delta.as();
    run(launch, "attention_backward", attention_delta_kernel<S>, blocks_for(launch, rows * kLanes), kThreads, k);
    if (k.grad_q.data) {
      run(launch, "attention_backward", attention_grad_q_kernel<S>, tasks(k.batch, k.heads, k.q.length, k.q.dim),
          kThreads, k);
    }
    if (k.grad_k.data || k.grad_v.data) {
      const int64_t width = k.k.dim > k.v.dim ? k.k.dim : k.v.dim;
      run(launch, "attention_backward", attention_grad_kv_kernel<S>, tasks(k.batch, key_heads, k.k.length, width),
          kThreads, k);
    }
  });
}

}  // namespace vjp::cuda
