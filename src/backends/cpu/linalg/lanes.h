// Small real matrices by groups, each in a lane of vectors: the loops of small.h on numbers that are vectors, with the
// same bits for each matrix.
#pragma once

#include <cmath>
#include <type_traits>
#include <utility>

#include "backends/cpu/linalg/batch.h"
#include "backends/cpu/linalg/small.h"

namespace vjp::cpu {

// The room is compiled for size; these are inlined all the same, and their loops unrolled.
#define VJP_LANES_INLINE __attribute__((always_inline)) inline

// A number of each matrix of a group.
template <class T>
struct Lanes {
  static constexpr int64_t kCount = 16 / sizeof(T);
  typedef T Vector __attribute__((vector_size(16)));
  using Mask = decltype(Vector{} < Vector{});
  using Index = std::conditional_t<sizeof(T) == 4, int32_t, int64_t>;
  Vector v;

  Lanes() = default;
  VJP_LANES_INLINE Lanes(T x) : v(Vector{} + x) {}
  VJP_LANES_INLINE explicit Lanes(const Vector& x) : v(x) {}
  friend VJP_LANES_INLINE Lanes operator+(Lanes a, Lanes b) { return Lanes(a.v + b.v); }
  friend VJP_LANES_INLINE Lanes operator-(Lanes a, Lanes b) { return Lanes(a.v - b.v); }
  friend VJP_LANES_INLINE Lanes operator*(Lanes a, Lanes b) { return Lanes(a.v * b.v); }
  friend VJP_LANES_INLINE Lanes operator/(Lanes a, Lanes b) { return Lanes(a.v / b.v); }
  VJP_LANES_INLINE Lanes& operator+=(Lanes b) { return v += b.v, *this; }
  VJP_LANES_INLINE Lanes& operator-=(Lanes b) { return v -= b.v, *this; }
  VJP_LANES_INLINE Lanes& operator/=(Lanes b) { return v /= b.v, *this; }
};

template <class T>
VJP_LANES_INLINE Lanes<T> abs_of(Lanes<T> x) {
  return Lanes<T>(x.v < 0 ? -x.v : x.v);
}
template <class T>
VJP_LANES_INLINE Lanes<T> sqrt_of(Lanes<T> x) {
  Lanes<T> r;
#pragma GCC unroll 4
  for (int64_t i = 0; i < Lanes<T>::kCount; ++i) r.v[i] = std::sqrt(x.v[i]);
  return r;
}
template <class T>
VJP_LANES_INLINE Lanes<T> real_of_number(Lanes<T> x) {
  return x;
}
template <class T>
VJP_LANES_INLINE Lanes<T> norm_of(Lanes<T> x) {
  return x * x;
}
template <class T>
VJP_LANES_INLINE Lanes<T> select(typename Lanes<T>::Mask mask, Lanes<T> a, Lanes<T> b) {
  return Lanes<T>(mask ? a.v : b.v);
}
template <class M>
VJP_LANES_INLINE bool any_of(const M& mask) {
  auto all = mask[0];
#pragma GCC unroll 4
  for (size_t i = 1; i < sizeof(M) / sizeof(mask[0]); ++i) all |= mask[i];
  return all != 0;
}
template <class T>
VJP_LANES_INLINE bool is_positive(Lanes<T> x) {  // in all lanes
  return !any_of(~(x.v > 0));
}

// LU with partial pivoting of square matrices, `pivots` by row and then lane; whether no pivot is 0.
template <class T>
bool lu_lanes(int64_t n, Lanes<T>* a, Int* pivots) {
  constexpr int64_t kLanes = Lanes<T>::kCount;
  using Mask = typename Lanes<T>::Mask;
  using Index = typename Lanes<T>::Index;
  T* numbers = reinterpret_cast<T*>(a);
  for (int64_t j = 0; j < n; ++j) {
    Lanes<T>* column = a + j * n;
    Lanes<T> best = abs_of(column[j]);
    Mask at = Mask{} + static_cast<Index>(j);
    for (int64_t i = j + 1; i < n; ++i) {
      const Lanes<T> size = abs_of(column[i]);
      const auto larger = size.v > best.v;
      best = select<T>(larger, size, best);
      at = larger ? Mask{} + static_cast<Index>(i) : at;
    }
    if (any_of(best.v == 0)) return false;
    for (int64_t lane = 0; lane < kLanes; ++lane) {
      const int64_t p = at[lane];
      pivots[j * kLanes + lane] = static_cast<Int>(p + 1);
      if (p == j) continue;
      for (int64_t c = 0; c < n; ++c)
        std::swap(numbers[(j + c * n) * kLanes + lane], numbers[(p + c * n) * kLanes + lane]);
    }
    const Lanes<T> inverse = Lanes<T>(T(1)) / column[j];
    for (int64_t i = j + 1; i < n; ++i) column[i] = column[i] * inverse;
    for (int64_t c = j + 1; c < n; ++c) {
      const Lanes<T> factor = a[j + c * n];
      for (int64_t i = j + 1; i < n; ++i) a[i + c * n] -= factor * column[i];
    }
  }
  return true;
}

// The matrices of a group, from `first`, or what they are transposed; lanes beyond `count` repeat the last.
template <class T>
Lanes<T>* load_lanes(const Part& part, int64_t first, int64_t count, Scratch& scratch, bool transposed = false) {
  constexpr int64_t kLanes = Lanes<T>::kCount;
  int64_t rows = part.rows(), cols = part.cols(), down = part.row_stride(), across = part.col_stride();
  if (transposed) std::swap(rows, cols), std::swap(down, across);
  Lanes<T>* to = scratch.take<Lanes<T>>(rows * cols);
  for (int64_t lane = 0; lane < kLanes; ++lane) {
    const T* from = part.at<T>(first + std::min(lane, count - 1));
    T* out = reinterpret_cast<T*>(to) + lane;
    for (int64_t j = 0; j < cols; ++j)
      for (int64_t i = 0; i < rows; ++i, out += kLanes) *out = from[i * down + j * across];
  }
  return to;
}
template <class T>
void store_lanes(const Part& part, int64_t first, int64_t count, const Lanes<T>* from) {
  constexpr int64_t kLanes = Lanes<T>::kCount;
  const int64_t rows = part.rows(), cols = part.cols(), down = part.row_stride(), across = part.col_stride();
  for (int64_t lane = 0; lane < count; ++lane) {
    T* to = part.at<T>(first + lane);
    const T* in = reinterpret_cast<const T*>(from) + lane;
    for (int64_t j = 0; j < cols; ++j)
      for (int64_t i = 0; i < rows; ++i, in += kLanes) to[i * down + j * across] = *in;
  }
}
template <class T>
size_t lanes_bytes(const Part& part, int64_t group) {
  return group > 1 ? Scratch::bytes(part.rows() * part.cols() * group, sizeof(T)) : 0;
}

// How many matrices of this order go together: lanes for those of a batch of small real ones. Where alone is another
// algorithm with other bits (signs of eigenvectors!), `fewest` is 1.
constexpr int64_t kFewest = 4;  // matrices that are worth it
template <class T>
constexpr bool has_lanes = std::is_same_v<T, float> || std::is_same_v<T, double>;
template <class T>
int64_t group_of(int64_t count, int64_t order, int64_t largest, int64_t fewest = kFewest) {
  if constexpr (has_lanes<T>) {
    if (count >= fewest && order > 0 && order <= largest) return Lanes<T>::kCount;
  }
  return 1;
}

// Compiled for speed, in small.cc.
#define VJP_LANES_FUNCTIONS(prefix, T)                                                 \
  VJP_SMALL_FUNCTIONS(prefix, Lanes<T>)                                                \
  prefix template bool lu_lanes(int64_t, Lanes<T>*, Int*);                             \
  prefix template Lanes<T>* load_lanes(const Part&, int64_t, int64_t, Scratch&, bool); \
  prefix template void store_lanes(const Part&, int64_t, int64_t, const Lanes<T>*);
VJP_LANES_FUNCTIONS(extern, float)
VJP_LANES_FUNCTIONS(extern, double)

}  // namespace vjp::cpu
