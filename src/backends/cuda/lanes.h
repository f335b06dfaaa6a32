// How a block is shared out among rows: `width` of them, `lanes` threads each. Neighbouring threads are lanes of one
// row, or, in columns, the same lane of neighbouring rows: as memory lies.
#pragma once

#include "backends/cuda/geometry.h"

namespace vjp::cuda {

struct Lanes {
  int width, lanes;  // powers of two with the product kThreads
  bool columns;

  // For rows of `length` elements; depends on sizes and strides only, so that the order of sums does.
  static Lanes of(int64_t length, bool columns, int most = kThreads) {
    const int limit = columns ? 8 : most, share = columns ? 16 : 4;
    Lanes l = {kThreads, 1, columns};
    while (l.lanes < limit && static_cast<int64_t>(l.lanes) * share < length) l.lanes *= 2;
    l.width = kThreads / l.lanes;
    return l;
  }
  VJP_HD int row(int thread) const { return columns ? thread % width : thread / lanes; }
  VJP_HD int lane(int thread) const { return columns ? thread / width : thread % lanes; }
  VJP_HD int stride() const { return columns ? width : 1; }  // from a lane to the next, in threads
};

inline int64_t blocks_of(int64_t groups) {
  constexpr int64_t kMost = int64_t(1) << 30;
  return groups < kMost ? groups : kMost;
}

#if defined(__CUDACC__) || defined(__HIPCC__) || defined(VJP_EMULATE_DEVICE)

// What all lanes of the row have, merged in a tree; every thread of the block takes part. states: [kThreads] in shared
// memory.
template <class State, class Merge>
__device__ inline State merge_lanes(State* states, const State& mine, const Lanes& l, Merge merge) {
  const int t = static_cast<int>(threadIdx.x), lane = l.lane(t), stride = l.stride();
  states[t] = mine;
  __syncthreads();
  for (int d = l.lanes / 2; d > 0; d /= 2) {
    if (lane < d) states[t] = merge(states[t], states[t + d * stride]);
    __syncthreads();
  }
  const State all = states[t - lane * stride];
  __syncthreads();
  return all;
}
template <class T>
__device__ inline T sum_lanes(T* states, T mine, const Lanes& l) {
  return merge_lanes(states, mine, l, [](T a, T b) { return a + b; });
}

#endif

}  // namespace vjp::cuda
