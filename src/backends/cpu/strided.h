// Geometry shared by pointwise, copy and fill: index spaces brought into their simplest form, and runs of strided
// elements.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "tensor/dtype.h"

namespace vjp::cpu {

inline constexpr int kMaxGeometryDims = 16;

// An index space over `Operands` arrays with strides in elements; the last dimension is the inner one. After simplify()
// there is at least one dimension and none of size 1 (but a single one).
template <int Operands>
struct Geometry {
  int ndim = 0, count = 0;  // dimensions; arrays in use
  int64_t sizes[kMaxGeometryDims];
  int64_t strides[Operands][kMaxGeometryDims];

  int64_t numel() const {
    int64_t n = 1;
    for (int i = 0; i < ndim; ++i) n *= sizes[i];
    return n;
  }

  // Takes dimension i of the caller's arrays; size 1 is dropped.
  template <class StrideOf>
  void push(int64_t size, StrideOf&& stride_of) {
    if (size == 1) return;
    sizes[ndim] = size;
    for (int k = 0; k < count; ++k) strides[k][ndim] = stride_of(k);
    ++ndim;
  }

  // Orders dimensions by the strides of array `leader`, largest first, and merges neighbours that are one run in every
  // array.
  void simplify(int leader) {
    for (int i = 1; i < ndim; ++i) {
      for (int j = i; j > 0 && strides[leader][j - 1] < strides[leader][j]; --j) swap(j - 1, j);
    }
    int kept = 0;
    for (int i = 1; i < ndim; ++i) {
      if (mergeable(kept, i)) {
        sizes[kept] *= sizes[i];
        for (int k = 0; k < count; ++k) strides[k][kept] = strides[k][i];
      } else {
        move(i, ++kept);
      }
    }
    if (ndim > 0) {
      ndim = kept + 1;
    } else {
      ndim = 1;
      sizes[0] = 1;
      for (int k = 0; k < count; ++k) strides[k][0] = 1;
    }
  }

  // Whether element i of the index space (row-major) is at offset i.
  bool linear(int k) const {
    int64_t expected = 1;
    for (int i = ndim - 1; i >= 0; --i) {
      if (strides[k][i] != expected) return false;
      expected *= sizes[i];
    }
    return true;
  }
  bool constant(int k) const {
    for (int i = 0; i < ndim; ++i) {
      if (strides[k][i] != 0) return false;
    }
    return true;
  }

 private:
  bool mergeable(int outer, int inner) const {
    for (int k = 0; k < count; ++k) {
      if (strides[k][outer] != strides[k][inner] * sizes[inner]) return false;
    }
    return true;
  }
  void swap(int a, int b) {
    std::swap(sizes[a], sizes[b]);
    for (int k = 0; k < count; ++k) std::swap(strides[k][a], strides[k][b]);
  }
  void move(int from, int to) {
    if (from == to) return;
    sizes[to] = sizes[from];
    for (int k = 0; k < count; ++k) strides[k][to] = strides[k][from];
  }
};

// Elements as plain bits: one loop a size instead of one a dtype.
struct Bits16 {
  uint64_t low, high;
};
template <class F>
void visit_size(size_t size, F&& f) {
  switch (size) {
    case 1:
      f(uint8_t{});
      break;
    case 2:
      f(uint16_t{});
      break;
    case 4:
      f(uint32_t{});
      break;
    case 8:
      f(uint64_t{});
      break;
    default:
      f(Bits16{});
      break;
  }
}

// out[i * out_stride] = in[i * in_stride] for i < n.
template <class T>
void copy_run(T* out, int64_t out_stride, const T* in, int64_t in_stride, int64_t n) {
  if (out_stride == 1 && in_stride == 1) {
    std::memcpy(out, in, static_cast<size_t>(n) * sizeof(T));
  } else if (in_stride == 0) {
    const T v = *in;
    if (out_stride == 1) {
      for (int64_t i = 0; i < n; ++i) out[i] = v;
    } else {
      for (int64_t i = 0; i < n; ++i) out[i * out_stride] = v;
    }
  } else if (out_stride == 1) {
    for (int64_t i = 0; i < n; ++i) out[i] = in[i * in_stride];
  } else {
    for (int64_t i = 0; i < n; ++i) out[i * out_stride] = in[i * in_stride];
  }
}

}  // namespace vjp::cpu
