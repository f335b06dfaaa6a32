// The positions of what is not 0, in order: how many each tile has, the sums of what comes before, then every tile
// writes.
#include "backends/cuda/geometry.h"
#include "backends/cuda/kernels.h"
#include "backends/cuda/opcodes.h"

namespace vjp::cuda {
namespace {

constexpr int kPerThread = 8;
constexpr int kTile = kThreads * kPerThread;

struct Nonzero {
  Space<1> space;  // to read
  const void* in;
  int dtype, ndim;
  int64_t sizes[kMaxDims];  // by which a position becomes coordinates
  int64_t tiles;
  int64_t* before;  // [tiles]: counts, then what comes before
  int64_t* coordinates;
  int64_t rows;
};

__device__ inline bool is_nonzero(const Nonzero& k, int64_t i) {
  const int64_t at = k.space.offset(i);
  if (k.dtype >= kComplex64) return truth(load<Complex<double>>(k.in, k.dtype, at));
  if (k.dtype <= kInt64) return load<int64_t>(k.in, k.dtype, at) != 0;
  return load<double>(k.in, k.dtype, at) != 0;
}

// Where this thread's part begins: the sum of what the threads before it have; `total` is that of all.
__device__ inline int64_t sum_before(int64_t* sums, int64_t mine, int64_t& total) {
  const int t = static_cast<int>(threadIdx.x);
  sums[t] = mine;
  __syncthreads();
  for (int d = 1; d < kThreads; d *= 2) {
    const int64_t other = t >= d ? sums[t - d] : 0;
    __syncthreads();
    sums[t] += other;
    __syncthreads();
  }
  const int64_t before = sums[t] - mine;
  total = sums[kThreads - 1];
  __syncthreads();
  return before;
}

template <bool kWrite>
__global__ void __launch_bounds__(kThreads) nonzero_kernel(const __grid_constant__ Nonzero k) {
  __shared__ int64_t sums[kThreads];
  for (int64_t tile = blockIdx.x; tile < k.tiles; tile += gridDim.x) {
    const int64_t first = tile * kTile + static_cast<int64_t>(threadIdx.x) * kPerThread;
    bool found[kPerThread];
    int64_t count = 0, total;
    for (int j = 0; j < kPerThread; ++j) {
      found[j] = first + j < k.space.count && is_nonzero(k, first + j);
      count += found[j];
    }
    int64_t at = sum_before(sums, count, total);
    if constexpr (!kWrite) {
      if (threadIdx.x == 0) k.before[tile] = total;
    } else {
      at += k.before[tile];
      for (int j = 0; j < kPerThread; ++j) {
        if (!found[j] || at >= k.rows) continue;
        int64_t position = first + j, *to = k.coordinates + at++ * k.ndim;
        for (int d = k.ndim - 1; d >= 0; --d) {
          to[d] = position % k.sizes[d];
          position /= k.sizes[d];
        }
      }
    }
  }
}

__global__ void __launch_bounds__(kThreads) before_kernel(int64_t* counts, int64_t n) {
  __shared__ int64_t sums[kThreads];
  int64_t carry = 0, total;
  for (int64_t first = 0; first < n; first += kThreads) {
    const int64_t i = first + threadIdx.x, mine = i < n ? counts[i] : 0;
    const int64_t before = sum_before(sums, mine, total);
    if (i < n) counts[i] = carry + before;
    carry += total;
  }
}

}  // namespace

void nonzero(const vjp_nonzero_args& args, const Launch& launch) {
  Nonzero k = {};
  for (int d = 0; d < args.in.ndim; ++d) {
    k.space.push(args.in.sizes[d], args.in.strides[d]);
    k.sizes[d] = args.in.sizes[d];
  }
  if (k.space.count == 0 || args.in.ndim == 0) return;
  k.space.finish();
  k.in = args.in.data;
  k.dtype = args.in.dtype;
  k.ndim = args.in.ndim;
  k.coordinates = args.coordinates;
  k.rows = args.rows;
  k.tiles = ceil_div(k.space.count, kTile);
  const Workspace before(launch, static_cast<size_t>(k.tiles) * sizeof(int64_t));
  k.before = before.as<int64_t>();
  const int64_t most = int64_t(1) << 30, blocks = k.tiles < most ? k.tiles : most;
  run(launch, "nonzero", nonzero_kernel<false>, blocks, kThreads, k);
  run(launch, "nonzero", before_kernel, 1, kThreads, k.before, k.tiles);
  run(launch, "nonzero", nonzero_kernel<true>, blocks, kThreads, k);
}

}  // namespace vjp::cuda
