// Loop and Cursor: index spaces with the strides of several operands, and walking them in row-major order.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernel/backend.h"

namespace vjp::cpu {

inline constexpr int kMaxDims = 20;

// An index space, outermost dimension first, with the strides of N operands. Dimensions of size 1 are left out.
template <int N>
struct Loop {
  int ndim = 0;
  int64_t sizes[kMaxDims];
  int64_t strides[kMaxDims][N];

  template <class... Strides>
  void add(int64_t size, Strides... stride) {
    static_assert(sizeof...(Strides) == N);
    if (size == 1) return;
    const int64_t given[N] = {stride...};
    sizes[ndim] = size;
    for (int k = 0; k < N; ++k) strides[ndim][k] = given[k];
    ++ndim;
  }

  void remove(int dim) {
    for (int d = dim; d + 1 < ndim; ++d) {
      sizes[d] = sizes[d + 1];
      for (int k = 0; k < N; ++k) strides[d][k] = strides[d + 1][k];
    }
    --ndim;
  }

  // Merges neighbours that all operands walk as one.
  void coalesce() {
    int kept = 0;
    for (int d = 1; d < ndim; ++d) {
      bool merge = true;
      for (int k = 0; k < N; ++k) merge &= strides[kept][k] == strides[d][k] * sizes[d];
      if (merge) {
        sizes[kept] *= sizes[d];
      } else {
        ++kept;
        sizes[kept] = sizes[d];
      }
      for (int k = 0; k < N; ++k) strides[kept][k] = strides[d][k];
    }
    if (ndim > 0) ndim = kept + 1;
  }

  // Largest strides of operand 0 outermost, for loops whose order does not matter.
  void sort_by_stride() {
    for (int i = 1; i < ndim; ++i) {
      for (int j = i; j > 0 && strides[j - 1][0] < strides[j][0]; --j) {
        std::swap(sizes[j - 1], sizes[j]);
        for (int k = 0; k < N; ++k) std::swap(strides[j - 1][k], strides[j][k]);
      }
    }
  }

  int64_t count() const {
    int64_t n = 1;
    for (int d = 0; d < ndim; ++d) n *= sizes[d];
    return n;
  }
};

// Offsets of one position of a Loop.
template <int N>
class Cursor {
 public:
  Cursor(const Loop<N>& loop, int64_t position) : loop_(loop) {
    for (int k = 0; k < N; ++k) offset[k] = 0;
    if (position == 0) {  // a loop with a size of 0 has no other
      for (int d = 0; d < loop.ndim; ++d) index_[d] = 0;
      return;
    }
    for (int d = loop.ndim - 1; d >= 0; --d) {
      index_[d] = position % loop.sizes[d];
      position /= loop.sizes[d];
      for (int k = 0; k < N; ++k) offset[k] += index_[d] * loop.strides[d][k];
    }
  }

  void next() { advance(1); }

  // Goes `step` forward in the innermost dimension, whose end it may reach but not pass.
  void advance(int64_t step) {
    for (int d = loop_.ndim - 1; d >= 0; --d) {
      index_[d] += step;
      for (int k = 0; k < N; ++k) offset[k] += step * loop_.strides[d][k];
      if (index_[d] < loop_.sizes[d]) return;
      for (int k = 0; k < N; ++k) offset[k] -= loop_.sizes[d] * loop_.strides[d][k];
      index_[d] = 0;
      step = 1;
    }
  }

  // How many positions are left in the innermost dimension.
  int64_t run() const { return loop_.ndim == 0 ? 1 : loop_.sizes[loop_.ndim - 1] - index_[loop_.ndim - 1]; }

  int64_t offset[N];

 private:
  const Loop<N>& loop_;
  int64_t index_[kMaxDims];
};

inline int64_t count_of(const View& v) {
  int64_t n = 1;
  for (int d = 0; d < v.ndim; ++d) n *= v.sizes[d];
  return n;
}

// How many items to give to one chunk so that it holds about `work` units; depends on sizes only.
inline int64_t grain_for(int64_t units_per_item, int64_t work = 32768) {
  return std::max<int64_t>(1, work / std::max<int64_t>(1, units_per_item));
}

}  // namespace vjp::cpu
