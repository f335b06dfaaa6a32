#include "tensor/shape.h"

#include <algorithm>

namespace vjp {

int64_t checked_numel(IntSpan shape, std::string_view what) {
  // The product of the non-zero sizes is bounded too: strides of an empty tensor must not overflow either.
  int64_t product = 1;
  bool empty = false;
  for (int64_t size : shape) {
    if (size < 0) fail(VJP_ERROR_SHAPE, "{}: negative size in shape {}", what, shape);
    if (size == 0) {
      empty = true;
    } else if (__builtin_mul_overflow(product, size, &product) || product > (int64_t{1} << 58)) {
      fail(VJP_ERROR_SHAPE, "{}: shape {} has too many elements", what, shape);
    }
  }
  return empty ? 0 : product;
}

Dims index_of(int64_t position, IntSpan shape) {
  Dims index(shape);
  for (int i = index.n - 1; i >= 0; --i) {
    index[i] = position % shape[static_cast<size_t>(i)];
    position /= shape[static_cast<size_t>(i)];
  }
  return index;
}

Dims contiguous_strides(IntSpan shape) {
  Dims strides;
  strides.n = static_cast<int>(shape.size());
  int64_t step = 1;
  for (int i = strides.n - 1; i >= 0; --i) {
    strides.v[i] = step;
    step *= std::max<int64_t>(shape[i], 1);
  }
  return strides;
}

bool is_contiguous(IntSpan shape, IntSpan strides) {
  int64_t step = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    if (shape[i] == 0) return true;
    if (shape[i] != 1 && strides[i] != step) return false;
    step *= shape[i];
  }
  return true;
}

bool is_dense(IntSpan shape, IntSpan strides) {
  int order[VJP_MAX_DIMS], n = 0;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 0) return true;
    if (shape[i] != 1) order[n++] = static_cast<int>(i);
  }
  std::sort(order, order + n, [&](int a, int b) { return strides[a] < strides[b]; });
  int64_t step = 1;
  for (int i = 0; i < n; ++i) {
    if (strides[order[i]] != step) return false;
    step *= shape[order[i]];
  }
  return true;
}

bool may_overlap(IntSpan shape, IntSpan strides) {
  int order[VJP_MAX_DIMS], n = 0;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 0) return false;
    if (shape[i] != 1) order[n++] = static_cast<int>(i);
  }
  std::sort(order, order + n, [&](int a, int b) { return strides[a] < strides[b]; });
  int64_t reach = 0;  // the farthest position reachable by the smaller strides
  for (int i = 0; i < n; ++i) {
    if (strides[order[i]] <= reach) return true;
    reach += strides[order[i]] * (shape[order[i]] - 1);
  }
  return false;
}

Dims broadcast(IntSpan a, IntSpan b, std::string_view what) {
  IntSpan big = a.size() >= b.size() ? a : b, small = a.size() >= b.size() ? b : a;
  Dims out(big);
  size_t shift = big.size() - small.size();
  for (size_t i = 0; i < small.size(); ++i) {
    int64_t x = out.v[shift + i], y = small[i];
    if (x == y || y == 1) continue;
    if (x != 1) fail(VJP_ERROR_SHAPE, "{}: shapes {} and {} do not broadcast", what, a, b);
    out.v[shift + i] = y;
  }
  return out;
}

bool broadcasts_to(IntSpan from, IntSpan to) {
  if (from.size() > to.size()) return false;
  size_t shift = to.size() - from.size();
  for (size_t i = 0; i < from.size(); ++i)
    if (from[i] != 1 && from[i] != to[shift + i]) return false;
  return true;
}

int wrap_dim(int64_t dim, int ndim, std::string_view what) {
  int range = std::max(ndim, 1);
  if (dim < -range || dim >= range) {
    fail(VJP_ERROR_INVALID, "{}: dimension {} is out of range, expected one in [{}, {}]", what, dim, -range, range - 1);
  }
  return static_cast<int>(dim < 0 ? dim + range : dim);
}

}  // namespace vjp
