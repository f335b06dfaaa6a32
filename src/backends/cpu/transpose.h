// transpose: out[j][i] = in[i][j], by blocks of vectors.
#pragma once

#include <cstdint>
#include <cstring>

namespace vjp::cpu {

namespace detail {
typedef float Float4 __attribute__((vector_size(16)));
typedef double Double2 __attribute__((vector_size(16)));

inline void transpose_tile(const float* in, int64_t in_stride, float* out, int64_t out_stride) {
  Float4 r[4];
  for (int i = 0; i < 4; ++i) std::memcpy(&r[i], in + i * in_stride, 16);
  Float4 a = __builtin_shufflevector(r[0], r[1], 0, 4, 1, 5), b = __builtin_shufflevector(r[2], r[3], 0, 4, 1, 5);
  Float4 c = __builtin_shufflevector(r[0], r[1], 2, 6, 3, 7), d = __builtin_shufflevector(r[2], r[3], 2, 6, 3, 7);
  r[0] = __builtin_shufflevector(a, b, 0, 1, 4, 5);
  r[1] = __builtin_shufflevector(a, b, 2, 3, 6, 7);
  r[2] = __builtin_shufflevector(c, d, 0, 1, 4, 5);
  r[3] = __builtin_shufflevector(c, d, 2, 3, 6, 7);
  for (int i = 0; i < 4; ++i) std::memcpy(out + i * out_stride, &r[i], 16);
}

inline void transpose_tile(const double* in, int64_t in_stride, double* out, int64_t out_stride) {
  Double2 a, b;
  std::memcpy(&a, in, 16);
  std::memcpy(&b, in + in_stride, 16);
  Double2 c = __builtin_shufflevector(a, b, 0, 2), d = __builtin_shufflevector(a, b, 1, 3);
  std::memcpy(out, &c, 16);
  std::memcpy(out + out_stride, &d, 16);
}
}  // namespace detail

// in: rows of `in_stride`, out: rows of `out_stride`.
template <class T>
void transpose(const T* in, int64_t rows, int64_t cols, int64_t in_stride, T* out, int64_t out_stride) {
  constexpr int64_t kTile = 16 / sizeof(T), kBlock = 32;
  for (int64_t i0 = 0; i0 < rows; i0 += kBlock) {
    int64_t i1 = i0 + kBlock < rows ? i0 + kBlock : rows;
    int64_t i2 = i0 + (i1 - i0) / kTile * kTile, j2 = cols / kTile * kTile;
    for (int64_t j = 0; j < j2; j += kTile) {
      for (int64_t i = i0; i < i2; i += kTile) {
        detail::transpose_tile(in + i * in_stride + j, in_stride, out + j * out_stride + i, out_stride);
      }
      for (int64_t i = i2; i < i1; ++i) {
        for (int64_t jj = j; jj < j + kTile; ++jj) out[jj * out_stride + i] = in[i * in_stride + jj];
      }
    }
    for (int64_t j = j2; j < cols; ++j) {
      for (int64_t i = i0; i < i1; ++i) out[j * out_stride + i] = in[i * in_stride + j];
    }
  }
}

}  // namespace vjp::cpu
