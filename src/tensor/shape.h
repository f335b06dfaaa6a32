// Dims: up to 16 sizes or strides by value; and the arithmetic of shapes.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"
#include "vjp/tensor.h"

namespace vjp {

using IntSpan = std::span<const int64_t>;

struct Dims {
  int n = 0;
  int64_t v[VJP_MAX_DIMS];

  Dims() = default;
  Dims(std::initializer_list<int64_t> list) : Dims(IntSpan(list.begin(), list.size())) {}
  Dims(IntSpan s) {
    if (s.size() > VJP_MAX_DIMS)
      fail(VJP_ERROR_SHAPE, "a tensor has at most {} dimensions, not {}", VJP_MAX_DIMS, s.size());
    n = static_cast<int>(s.size());
    for (int i = 0; i < n; ++i) v[i] = s[i];
  }
  static Dims filled(int n, int64_t value) {
    Dims d;
    d.n = n;
    for (int i = 0; i < n; ++i) d.v[i] = value;
    return d;
  }
  int64_t& operator[](int i) { return v[i]; }
  int64_t operator[](int i) const { return v[i]; }
  operator IntSpan() const { return {v, static_cast<size_t>(n)}; }
  const int64_t* begin() const { return v; }
  const int64_t* end() const { return v + n; }
  int64_t* begin() { return v; }
  int64_t* end() { return v + n; }
  void push_back(int64_t x) {
    if (n == VJP_MAX_DIMS) fail(VJP_ERROR_SHAPE, "a tensor has at most {} dimensions", VJP_MAX_DIMS);
    v[n++] = x;
  }
  void insert(int at, int64_t x) {
    push_back(x);
    for (int i = n - 1; i > at; --i) v[i] = v[i - 1];
    v[at] = x;
  }
  void erase(int at) {
    for (int i = at; i + 1 < n; ++i) v[i] = v[i + 1];
    --n;
  }
  friend bool operator==(const Dims& a, const Dims& b) {
    if (a.n != b.n) return false;
    for (int i = 0; i < a.n; ++i)
      if (a.v[i] != b.v[i]) return false;
    return true;
  }
};

inline std::string to_text(const Dims& dims) { return detail::to_text(IntSpan(dims)); }
inline bool same(IntSpan a, IntSpan b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i]) return false;
  return true;
}

// The product, checked: negative sizes and overflow of 2^62 elements are errors that name `what`.
int64_t checked_numel(IntSpan shape, std::string_view what);
Dims contiguous_strides(IntSpan shape);
Dims index_of(int64_t position, IntSpan shape);  // of an element counted in row-major order
bool is_contiguous(IntSpan shape, IntSpan strides);
// Elements fill a block of memory in some order, without overlap (sizes of 1 do not count).
bool is_dense(IntSpan shape, IntSpan strides);
// The same as `shape` and `strides` in a memory format, without gaps; sizes of 1 do not count.
bool is_in_format(IntSpan shape, IntSpan strides, vjp_memory_format format);
// The strides of a dense tensor in a format that is not to preserve another; an error naming `what` where it does not
// exist, or not for so many dimensions.
Dims strides_in(vjp_memory_format format, IntSpan shape, std::string_view what);
// Channels last where the strides say so; row-major where they say something else, or leave it open.
vjp_memory_format format_of(IntSpan shape, IntSpan strides);
// Two different positions share an element, for certain (a stride of 0) or possibly.
bool may_overlap(IntSpan shape, IntSpan strides);
// The shape to which both broadcast, or an error naming `what` and both shapes.
Dims broadcast(IntSpan a, IntSpan b, std::string_view what);
bool broadcasts_to(IntSpan from, IntSpan to);
// A dimension counted from either end, in [0, ndim), where a zero-dimensional tensor counts as one-dimensional.
int wrap_dim(int64_t dim, int ndim, std::string_view what);

// Where a view lies in its storage: offset in elements.
struct Geometry {
  Dims sizes, strides;
  int64_t offset = 0;
  int dtype = 0;  // of a view that reinterprets its elements: a vjp_dtype; strides and offset count those
};

}  // namespace vjp
