// Where the results of view operators lie, computed from where their input lies.
#pragma once

#include <optional>

#include "tensor/tensor.h"

namespace vjp {

Geometry contiguous_geometry(IntSpan sizes);
Geometry permute_geometry(const Geometry& in, IntSpan dims);
Geometry select_geometry(const Geometry& in, int64_t dim, int64_t index);
Geometry slice_geometry(const Geometry& in, int64_t dim, std::optional<int64_t> start, std::optional<int64_t> end,
                        int64_t step);
Geometry narrow_geometry(const Geometry& in, int64_t dim, int64_t start, int64_t length);
Geometry diagonal_geometry(const Geometry& in, int64_t offset, int64_t dim1, int64_t dim2);
Geometry unfold_geometry(const Geometry& in, int64_t dimension, int64_t size, int64_t step);
Geometry expand_geometry(const Geometry& in, IntSpan sizes);
Geometry unsqueeze_geometry(const Geometry& in, int64_t dim);
// Drops the listed dimensions that have size 1; all of them if `dims` is absent.
Geometry squeeze_geometry(const Geometry& in, std::optional<IntSpan> dims);
// The same elements in the same order under another shape (one size may be -1), or nothing if strides do not allow it.
std::optional<Geometry> view_geometry(const Geometry& in, IntSpan sizes);
// Replaces a -1 by what is left of `numel`.
Dims infer_sizes(IntSpan sizes, int64_t numel, const char* what);

}  // namespace vjp
