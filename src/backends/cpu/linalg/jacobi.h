// Eigenvalues and singular values of groups of small real matrices by rotations (Jacobi), each matrix in a lane. What
// is done to a lane that has converged changes no bit of it, so that a matrix does not feel its neighbours.
#pragma once

#include <limits>

#include "backends/cpu/linalg/lanes.h"

namespace vjp::cpu {

constexpr int kSweeps = 16;  // six or seven are usual

// The rotation by the smaller angle that makes [[a, b], [b, c]] diagonal, where `mask`; else none.
template <class T>
struct Rotation {
  Lanes<T> t, c, s;
  VJP_LANES_INLINE Rotation(typename Lanes<T>::Mask mask, Lanes<T> a, Lanes<T> b, Lanes<T> d) {
    const Lanes<T> zero(T(0)), one(T(1));
    const Lanes<T> theta = (d - a) / (b + b), size = abs_of(theta), root = size + sqrt_of(theta * theta + one);
    t = select<T>(mask, one / select<T>(theta.v < 0, zero - root, root), zero);
    c = one / sqrt_of(t * t + one);
    s = t * c;
  }
  VJP_LANES_INLINE void apply(Lanes<T>& x, Lanes<T>& y) const {
    const Lanes<T> turned = c * x - s * y;
    y = s * x + c * y;
    x = turned;
  }
};

template <class T>
void set_identity(int64_t n, Lanes<T>* v) {
  for (int64_t i = 0; i < n * n; ++i) v[i] = T(i % (n + 1) == 0);
}

// Whether the sums of squares are such that neither they nor their products leave the range of numbers.
template <class T>
VJP_LANES_INLINE bool in_range(Lanes<T> sum) {
  const T most = std::sqrt(std::sqrt(std::numeric_limits<T>::max()));
  return is_positive(Lanes<T>(most) - sum) && is_positive(sum - Lanes<T>(1 / most));
}

// a becomes diagonal, and v the eigenvectors, column by column; whether all lanes converged.
template <class T>
bool eigh_lanes(int64_t n, Lanes<T>* a, Lanes<T>* v) {
  Lanes<T> norm(T(0));
  for (int64_t i = 0; i < n * n; ++i) norm += a[i] * a[i];
  if (!in_range(norm)) return false;
  const Lanes<T> small = sqrt_of(norm) * Lanes<T>(std::numeric_limits<T>::epsilon() / 8);
  set_identity(n, v);
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    bool turned = false;
    for (int64_t q = 1; q < n; ++q) {
      for (int64_t p = 0; p < q; ++p) {
        Lanes<T>*x = a + p * n, *y = a + q * n;
        const Lanes<T> off = y[p];
        const auto mask = abs_of(off).v > small.v;
        if (!any_of(mask)) continue;
        turned = true;
        const Rotation<T> r(mask, x[p], off, y[q]);
        const Lanes<T> first = x[p] - r.t * off, last = y[q] + r.t * off;
        for (int64_t k = 0; k < n; ++k) {
          r.apply(x[k], y[k]);
          a[p + k * n] = x[k];
          a[q + k * n] = y[k];
        }
        x[p] = first, y[q] = last;
        x[q] = y[p] = select<T>(mask, Lanes<T>(T(0)), off);
        for (int64_t k = 0; k < n; ++k) r.apply(v[k + p * n], v[k + q * n]);
      }
    }
    if (!turned) return true;
  }
  return false;
}

// The columns of w [m, n], m >= n, become orthogonal: u times the singular values; v [n, n] is what they were
// multiplied by. False where a lane does not converge, or a column is so small that it has no direction.
template <class T>
bool svd_lanes(int64_t m, int64_t n, Lanes<T>* w, Lanes<T>* v, Lanes<T>* s) {
  const Lanes<T> small(std::numeric_limits<T>::epsilon() * std::sqrt(static_cast<T>(m)));
  Lanes<T> norm(T(0));
  for (int64_t i = 0; i < m * n; ++i) norm += w[i] * w[i];
  if (!in_range(norm)) return false;
  set_identity(n, v);
  bool turned = true;
  for (int sweep = 0; turned; ++sweep) {
    if (sweep == kSweeps) return false;
    turned = false;
    for (int64_t q = 1; q < n; ++q) {
      for (int64_t p = 0; p < q; ++p) {
        Lanes<T>*x = w + p * m, *y = w + q * m, xx(T(0)), xy(T(0)), yy(T(0));
        for (int64_t k = 0; k < m; ++k) xx += x[k] * x[k], xy += x[k] * y[k], yy += y[k] * y[k];
        const auto mask = abs_of(xy).v > (small * sqrt_of(xx * yy)).v;
        if (!any_of(mask)) continue;
        turned = true;
        const Rotation<T> r(mask, xx, xy, yy);
        for (int64_t k = 0; k < m; ++k) r.apply(x[k], y[k]);
        for (int64_t k = 0; k < n; ++k) r.apply(v[k + p * n], v[k + q * n]);
      }
    }
  }
  Lanes<T> least(std::numeric_limits<T>::max()), most(T(0));
  for (int64_t j = 0; j < n; ++j) {
    Lanes<T> sum(T(0));
    for (int64_t k = 0; k < m; ++k) sum += w[k + j * m] * w[k + j * m];
    s[j] = sqrt_of(sum);
    least = select<T>(s[j].v < least.v, s[j], least);
    most = select<T>(s[j].v > most.v, s[j], most);
    for (int64_t k = 0; k < m; ++k) w[k + j * m] /= s[j];
  }
  return is_positive(least - most * Lanes<T>(64 * std::numeric_limits<T>::epsilon()));
}

// Compiled for speed, in small.cc.
#define VJP_JACOBI_FUNCTIONS(prefix, T)                           \
  prefix template bool eigh_lanes(int64_t, Lanes<T>*, Lanes<T>*); \
  prefix template bool svd_lanes(int64_t, int64_t, Lanes<T>*, Lanes<T>*, Lanes<T>*);
VJP_JACOBI_FUNCTIONS(extern, float)
VJP_JACOBI_FUNCTIONS(extern, double)

// The places of the values, `step` apart, in ascending or descending order; n places a lane.
template <class T>
void order_lanes(int64_t n, const Lanes<T>* values, int64_t step, bool descending, int* order) {
  for (int64_t lane = 0; lane < Lanes<T>::kCount; ++lane, order += n) {
    for (int64_t j = 0; j < n; ++j) {
      const T value = values[j * step].v[lane];
      int64_t at = j;
      for (; at > 0; --at) {
        const T before = values[order[at - 1] * step].v[lane];
        if (descending ? !(before < value) : !(before > value)) break;
        order[at] = order[at - 1];
      }
      order[at] = static_cast<int>(j);
    }
  }
}

// Columns of `from` in this order, as the columns of the matrices or as their rows.
template <class T>
void store_ordered(const Part& part, int64_t first, int64_t count, int64_t rows, int64_t n, const int* order,
                   const Lanes<T>* from, bool as_rows) {
  const int64_t down = as_rows ? part.col_stride() : part.row_stride();
  const int64_t across = as_rows ? part.row_stride() : part.col_stride();
  for (int64_t lane = 0; lane < count; ++lane, order += n) {
    T* to = part.at<T>(first + lane);
    for (int64_t j = 0; j < n; ++j)
      for (int64_t i = 0; i < rows; ++i) to[i * down + j * across] = from[order[j] * rows + i].v[lane];
  }
}

}  // namespace vjp::cpu
