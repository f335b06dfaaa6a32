#include "ops/geometry.h"

#include <algorithm>

namespace vjp {

Geometry contiguous_geometry(IntSpan sizes) { return {Dims(sizes), contiguous_strides(sizes), 0}; }

Geometry permute_geometry(const Geometry& in, IntSpan dims) {
  if (static_cast<int>(dims.size()) != in.sizes.n) {
    fail(VJP_ERROR_SHAPE,
         "permute: 'dims' must list each of the {} dimensions of a tensor of shape {} once, got {} of them", in.sizes.n,
         in.sizes, dims.size());
  }
  Geometry out = in;
  bool seen[VJP_MAX_DIMS] = {};
  for (int i = 0; i < in.sizes.n; ++i) {
    int d = wrap_dim(dims[static_cast<size_t>(i)], in.sizes.n, "permute");
    if (seen[d]) fail(VJP_ERROR_INVALID, "permute: dimension {} is given twice in {}", d, dims);
    seen[d] = true;
    out.sizes[i] = in.sizes[d];
    out.strides[i] = in.strides[d];
  }
  return out;
}

Geometry select_geometry(const Geometry& in, int64_t dim, int64_t index) {
  if (in.sizes.n == 0) fail(VJP_ERROR_SHAPE, "select: a zero-dimensional tensor has nothing to select from");
  int d = wrap_dim(dim, in.sizes.n, "select");
  int64_t size = in.sizes[d];
  if (index < -size || index >= size) {
    fail(VJP_ERROR_INVALID, "select: index {} is out of range for dimension {} of size {}", index, d, size);
  }
  Geometry out = in;
  out.offset += (index < 0 ? index + size : index) * in.strides[d];
  out.sizes.erase(d);
  out.strides.erase(d);
  return out;
}

Geometry slice_geometry(const Geometry& in, int64_t dim, std::optional<int64_t> start, std::optional<int64_t> end,
                        int64_t step) {
  if (in.sizes.n == 0) fail(VJP_ERROR_SHAPE, "slice: a zero-dimensional tensor cannot be sliced");
  if (step < 1) fail(VJP_ERROR_INVALID, "slice: step must be at least 1, got {}", step);
  int d = wrap_dim(dim, in.sizes.n, "slice");
  int64_t size = in.sizes[d];
  auto clamp_index = [&](int64_t i) { return std::clamp<int64_t>(i < 0 ? i + size : i, 0, size); };
  int64_t first = clamp_index(start.value_or(0)), last = clamp_index(end.value_or(size));
  Geometry out = in;
  int64_t length = last > first ? (last - first - 1) / step + 1 : 0;
  if (length > 0) out.offset += first * in.strides[d];
  out.sizes[d] = length;
  out.strides[d] =
      length > 1 ? in.strides[d] * step : in.strides[d] * std::min<int64_t>(step, std::max<int64_t>(size, 1));
  return out;
}

Geometry narrow_geometry(const Geometry& in, int64_t dim, int64_t start, int64_t length) {
  if (in.sizes.n == 0) fail(VJP_ERROR_SHAPE, "narrow: a zero-dimensional tensor cannot be narrowed");
  int d = wrap_dim(dim, in.sizes.n, "narrow");
  int64_t size = in.sizes[d], first = start < 0 ? start + size : start;
  if (first < 0 || first > size || length < 0 || length > size - first) {
    fail(VJP_ERROR_INVALID, "narrow: start {} and length {} do not fit dimension {} of size {}", start, length, d,
         size);
  }
  Geometry out = in;
  if (length > 0) out.offset += first * in.strides[d];
  out.sizes[d] = length;
  return out;
}

Geometry diagonal_geometry(const Geometry& in, int64_t offset, int64_t dim1, int64_t dim2) {
  int a = wrap_dim(dim1, in.sizes.n, "diagonal"), b = wrap_dim(dim2, in.sizes.n, "diagonal");
  if (in.sizes.n < 2 || a == b) {
    fail(VJP_ERROR_INVALID, "diagonal: two different dimensions are needed, got {} and {} for shape {}", dim1, dim2,
         in.sizes);
  }
  int64_t rows = in.sizes[a] + std::min<int64_t>(offset, 0), columns = in.sizes[b] - std::max<int64_t>(offset, 0);
  int64_t length = std::max<int64_t>(0, std::min(rows, columns));
  Geometry out = in;
  if (length > 0) out.offset += offset >= 0 ? offset * in.strides[b] : -offset * in.strides[a];
  out.sizes.erase(std::max(a, b));
  out.sizes.erase(std::min(a, b));
  out.strides.erase(std::max(a, b));
  out.strides.erase(std::min(a, b));
  out.sizes.push_back(length);
  out.strides.push_back(in.strides[a] + in.strides[b]);
  return out;
}

Geometry unfold_geometry(const Geometry& in, int64_t dimension, int64_t size, int64_t step) {
  Geometry out = in;
  int d = wrap_dim(dimension, in.sizes.n, "unfold");
  int64_t have = in.sizes.n ? in.sizes[d] : 1, stride = in.sizes.n ? in.strides[d] : 1;
  if (step < 1 || size < 0 || size > have) {
    fail(VJP_ERROR_INVALID, "unfold: size {} and step {} do not fit dimension {} of size {}", size, step, d, have);
  }
  if (in.sizes.n) {
    out.sizes[d] = (have - size) / step + 1;
    if (out.sizes[d] > 1) out.strides[d] = stride * step;
  }
  out.sizes.push_back(size);
  out.strides.push_back(stride);
  return out;
}

Geometry expand_geometry(const Geometry& in, IntSpan sizes) {
  int n = static_cast<int>(sizes.size());
  if (n < in.sizes.n)
    fail(VJP_ERROR_SHAPE, "expand: 'size' is {}, but the input's shape is {}: at least as many sizes are needed", sizes,
         in.sizes);
  Geometry out{Dims(sizes), Dims::filled(n, 0), in.offset};
  for (int i = 0; i < n; ++i) {
    int j = i - (n - in.sizes.n);
    int64_t wish = sizes[static_cast<size_t>(i)];
    if (j < 0) {
      if (wish < 0) fail(VJP_ERROR_SHAPE, "expand: size -1 is not allowed in the new dimension {} of {}", i, sizes);
      continue;
    }
    if (wish == -1 || wish == in.sizes[j]) {
      out.sizes[i] = in.sizes[j];
      out.strides[i] = in.strides[j];
    } else if (in.sizes[j] != 1 || wish < 0) {
      fail(VJP_ERROR_SHAPE, "expand: 'input' of shape {} does not expand to {}", in.sizes, sizes);
    }
  }
  checked_numel(out.sizes, "expand");
  return out;
}

Geometry unsqueeze_geometry(const Geometry& in, int64_t dim) {
  int d = wrap_dim(dim, in.sizes.n + 1, "unsqueeze");
  Geometry out = in;
  int64_t stride = d < in.sizes.n ? in.sizes[d] * in.strides[d] : 1;
  out.sizes.insert(d, 1);
  out.strides.insert(d, stride);
  return out;
}

Geometry squeeze_geometry(const Geometry& in, std::optional<IntSpan> dims) {
  bool drop[VJP_MAX_DIMS] = {};
  if (dims) {
    for (int64_t dim : *dims) {
      int d = wrap_dim(dim, in.sizes.n, "squeeze");
      if (in.sizes.n && in.sizes[d] == 1) drop[d] = true;
    }
  } else {
    for (int i = 0; i < in.sizes.n; ++i) drop[i] = in.sizes[i] == 1;
  }
  Geometry out = in;
  out.sizes.n = out.strides.n = 0;
  for (int i = 0; i < in.sizes.n; ++i) {
    if (drop[i]) continue;
    out.sizes.push_back(in.sizes[i]);
    out.strides.push_back(in.strides[i]);
  }
  return out;
}

Dims infer_sizes(IntSpan sizes, int64_t numel, const char* what) {
  Dims out(sizes);
  int unknown = -1;
  int64_t known = 1;
  for (int i = 0; i < out.n; ++i) {
    if (out[i] == -1) {
      if (unknown >= 0) fail(VJP_ERROR_SHAPE, "{}: only one size may be -1, got {}", what, sizes);
      unknown = i;
    } else if (out[i] < 0 || __builtin_mul_overflow(known, out[i], &known)) {
      fail(VJP_ERROR_SHAPE, "{}: invalid shape {}", what, sizes);
    }
  }
  bool fits = unknown < 0 ? known == numel : known != 0 && numel % known == 0;
  if (!fits) fail(VJP_ERROR_SHAPE, "{}: shape {} does not hold {} elements", what, sizes, numel);
  if (unknown >= 0) out[unknown] = numel / known;
  return out;
}

std::optional<Geometry> view_geometry(const Geometry& in, IntSpan sizes) {
  int64_t numel = 1;
  for (int64_t s : in.sizes) numel *= s;
  Geometry out{infer_sizes(sizes, numel, "view"), {}, in.offset};
  if (numel == 0 || in.sizes.n == 0) {
    out.strides = contiguous_strides(out.sizes);
    return out;
  }
  // Cut the input into blocks that are contiguous among themselves; each must be filled exactly by some new dimensions.
  out.strides.n = out.sizes.n;
  int view = out.sizes.n - 1;
  int64_t block = 1, used = 1, step = in.strides[in.sizes.n - 1];
  for (int i = in.sizes.n - 1; i >= 0; --i) {
    block *= in.sizes[i];
    bool block_ends = i == 0 || (in.sizes[i - 1] != 1 && in.strides[i - 1] != block * step);
    if (!block_ends) continue;
    while (view >= 0 && (used < block || out.sizes[view] == 1)) {
      out.strides[view] = used * step;
      used *= out.sizes[view];
      --view;
    }
    if (used != block) return std::nullopt;
    if (i > 0) {
      step = in.strides[i - 1];
      block = used = 1;
    }
  }
  if (view != -1) return std::nullopt;
  return out;
}

}  // namespace vjp
