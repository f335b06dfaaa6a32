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

namespace {

// The dimensions from the one whose neighbours lie side by side outwards: 1, then the spatial ones, then 0.
int channels_last_dim(int i, int ndim) { return i == 0 ? 1 : i == ndim - 1 ? 0 : ndim - i; }

int rank_of(vjp_memory_format format) {
  return format == VJP_MEMORY_FORMAT_CHANNELS_LAST ? 4 : format == VJP_MEMORY_FORMAT_CHANNELS_LAST_3D ? 5 : 0;
}

}  // namespace

bool is_in_format(IntSpan shape, IntSpan strides, vjp_memory_format format) {
  if (format == VJP_MEMORY_FORMAT_CONTIGUOUS) return is_contiguous(shape, strides);
  const int n = static_cast<int>(shape.size());
  if (rank_of(format) == 0 || rank_of(format) != n) return false;
  int64_t step = 1;
  for (int i = 0; i < n; ++i) {
    const auto d = static_cast<size_t>(channels_last_dim(i, n));
    if (shape[d] == 0) return true;
    if (shape[d] != 1 && strides[d] != step) return false;
    step *= shape[d];
  }
  return true;
}

Dims strides_in(vjp_memory_format format, IntSpan shape, std::string_view what) {
  if (format == VJP_MEMORY_FORMAT_CONTIGUOUS) return contiguous_strides(shape);
  const int rank = rank_of(format), n = static_cast<int>(shape.size());
  if (rank == 0) {
    fail(VJP_ERROR_INVALID,
         "{}: memory format {} is none that the result could have; expected 0 (contiguous), 1 "
         "(channels last) or 2 (channels last of 3 dimensions)",
         what, static_cast<int>(format));
  }
  if (rank != n) {
    fail(VJP_ERROR_SHAPE, "{}: the memory format is for tensors of {} dimensions, got shape {}", what, rank, shape);
  }
  Dims strides = Dims::filled(n, 1);
  int64_t step = 1;
  for (int i = 0; i < n; ++i) {
    const int d = channels_last_dim(i, n);
    strides[d] = step;
    step *= std::max<int64_t>(shape[static_cast<size_t>(d)], 1);
  }
  return strides;
}

vjp_memory_format format_of(IntSpan shape, IntSpan strides) {
  const int n = static_cast<int>(shape.size());
  if ((n != 4 && n != 5) || strides[1] == 0) return VJP_MEMORY_FORMAT_CONTIGUOUS;
  int64_t least = 0;
  for (int i = 0; i < n; ++i) {
    const auto d = static_cast<size_t>(channels_last_dim(i, n));
    // strides of sizes 1 count here: they tell [N, 1, H, W] in this format from row-major ones. Where all of them
    // agree, as in a slice of one column, they say nothing.
    if (shape[d] == 0 || strides[d] < least || (d == 0 && least == strides[1])) return VJP_MEMORY_FORMAT_CONTIGUOUS;
    least = strides[d] * shape[d];
  }
  return n == 4 ? VJP_MEMORY_FORMAT_CHANNELS_LAST : VJP_MEMORY_FORMAT_CHANNELS_LAST_3D;
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
  if (ndim == 0 && what == "size") fail(VJP_ERROR_SHAPE, "size: dimension {} of a tensor without dimensions", dim);
  int range = std::max(ndim, 1);
  if (dim < -range || dim >= range) {
    fail(VJP_ERROR_INVALID, "{}: dimension {} is out of range, expected one in [{}, {}]", what, dim, -range, range - 1);
  }
  return static_cast<int>(dim < 0 ? dim + range : dim);
}

}  // namespace vjp
