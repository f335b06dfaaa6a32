// Sorting rows of entries no two of which are equal: blocks of a power of two in shared memory (bitonic), then merges
// of neighbours, in which every entry finds its place by bisection of the other run. Any such sort is stable, because
// an entry holds its position.
#pragma once

#include "backends/cuda/geometry.h"

namespace vjp::cuda {

#if defined(__CUDACC__) || defined(__HIPCC__) || defined(VJP_EMULATE_DEVICE)

constexpr int kSortBlock = 1024;  // entries that a block sorts

template <class Entry>
struct SortRows {
  Entry *from, *to;
  int64_t rows, length, span;  // runs of `span` entries are sorted
};

template <class Entry>
__global__ void __launch_bounds__(kThreads) sort_blocks_kernel(const __grid_constant__ SortRows<Entry> k) {
  __shared__ Entry entries[kSortBlock];
  const int64_t per_row = ceil_div(k.length, kSortBlock);
  for (int64_t b = blockIdx.x; b < k.rows * per_row; b += gridDim.x) {
    const int64_t first = b % per_row * kSortBlock, left = k.length - first;
    const int n = static_cast<int>(left < kSortBlock ? left : kSortBlock);
    Entry* const row = k.from + b / per_row * k.length + first;
    int size = 1;  // the power of two from n on; what is beyond n counts as larger than all
    while (size < n) size *= 2;
    for (int i = static_cast<int>(threadIdx.x); i < n; i += kThreads) entries[i] = row[i];
    __syncthreads();
    for (int width = 2; width <= size; width *= 2) {
      for (int d = width / 2; d > 0; d /= 2) {
        for (int i = static_cast<int>(threadIdx.x); i < size / 2; i += kThreads) {
          // pairs mirrored in the first step keep all runs ascending, so that the missing entries stay at the end
          const int low = i / d * 2 * d + i % d;
          const int high = d == width / 2 ? i / d * 2 * d + 2 * d - 1 - i % d : low + d;
          if (high < n && entries[high] < entries[low]) {
            const Entry e = entries[low];
            entries[low] = entries[high];
            entries[high] = e;
          }
        }
        __syncthreads();
      }
    }
    for (int i = static_cast<int>(threadIdx.x); i < n; i += kThreads) row[i] = entries[i];
    __syncthreads();
  }
}

template <class Entry>
__global__ void __launch_bounds__(kThreads) merge_runs_kernel(const __grid_constant__ SortRows<Entry> k) {
  for (int64_t i = first_item(); i < k.rows * k.length; i += item_step()) {
    const int64_t at = i % k.length, row = i - at;
    const int64_t own = at / k.span * k.span, pair = at / (2 * k.span) * 2 * k.span;
    int64_t begin = own == pair ? pair + k.span : pair, end = begin + k.span;
    if (begin > k.length) begin = k.length;
    if (end > k.length) end = k.length;
    const int64_t first = begin;
    const Entry entry = k.from[i];
    while (begin < end) {
      const int64_t middle = begin + (end - begin) / 2;
      if (k.from[row + middle] < entry) {
        begin = middle + 1;
      } else {
        end = middle;
      }
    }
    k.to[row + pair + (at - own) + (begin - first)] = entry;
  }
}

// Sorts rows of `length` entries, one after the other in memory; `other` has as much room. Returns where they are then.
template <class Entry>
const Entry* sort_rows(const Launch& launch, Entry* entries, Entry* other, int64_t rows, int64_t length) {
  SortRows<Entry> k = {entries, other, rows, length, kSortBlock};
  if (rows == 0 || length == 0) return entries;
  const int64_t blocks = rows * ceil_div(length, kSortBlock), most = int64_t(1) << 30;
  run(launch, "sort", sort_blocks_kernel<Entry>, blocks < most ? blocks : most, kThreads, k);
  for (; k.span < length; k.span *= 2) {
    run(launch, "sort", merge_runs_kernel<Entry>, blocks_for(launch, rows * length), kThreads, k);
    Entry* const sorted = k.to;
    k.to = k.from;
    k.from = sorted;
  }
  return k.from;
}

#endif

}  // namespace vjp::cuda
