// Views that show a part of a tensor.
#include "ops/functions/view_part.h"

#include "graph/meta.h"
#include "ops/define.h"
#include "ops/functions/join.h"
#include "ops/functions/strided.h"
#include "ops/geometry.h"

namespace vjp {

namespace {
// The gradient of a view: zeros of the input's shape with g where the view, applied to a row-major input, lies.
Tensor scatter_back(const Tensor& g, IntSpan shape, const Geometry& part) {
  return _strided_scatter(g, part.sizes, part.strides, part.offset, shape, contiguous_strides(shape), 0);
}
}  // namespace

struct AsStrided : ViewOp {
  static constexpr Schema schema{
      "as_strided(Tensor input, int[] size, int[] stride, int? storage_offset=None) -> Tensor"};
  static constexpr const char* doc =
      "A view of the storage with any sizes, strides and offset (in elements) that lie in it.";
  static constexpr bool inplace = true;
  static Geometry view(const Tensor& input, IntSpan size, IntSpan stride, std::optional<int64_t> storage_offset) {
    if (size.size() != stride.size()) {
      fail(VJP_ERROR_INVALID, "as_strided: {} sizes and {} strides", size.size(), stride.size());
    }
    Geometry g{Dims(size), Dims(stride), storage_offset.value_or(input->offset())};
    int64_t last = g.offset;
    int64_t numel = checked_numel(g.sizes, "as_strided");
    for (int i = 0; i < g.sizes.n; ++i) {
      int64_t step = 0;
      if (g.strides[i] < 0 || __builtin_mul_overflow(g.strides[i], std::max<int64_t>(g.sizes[i] - 1, 0), &step) ||
          __builtin_add_overflow(last, step, &last)) {
        fail(VJP_ERROR_INVALID, "as_strided: invalid strides {}", stride);
      }
    }
    int64_t have = static_cast<int64_t>(input->storage->bytes / size_of(input.dtype()));
    if (g.offset < 0 || (numel > 0 && last >= have)) {
      fail(VJP_ERROR_INVALID, "as_strided: sizes {}, strides {} and offset {} reach beyond a storage of {} elements",
           size, stride, g.offset, have);
    }
    return g;
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, GeometryOf<"input"> in, Attr<"size", IntSpan> size, Attr<"stride", IntSpan> stride,
                            Attr<"storage_offset", std::optional<int64_t>> offset) -> Tensor {
        return _strided_scatter(g, size, stride, offset.value.value_or(in.offset), in.sizes, in.strides, in.offset);
      }));
};
VJP_DEFINE(AsStrided);

struct Select : ViewOp {
  static constexpr Schema schema{"select(Tensor input, int dim, int index) -> Tensor"};
  static constexpr const char* doc = "The slice at one index of a dimension, which vanishes.";
  static Geometry view(const Tensor& input, int64_t dim, int64_t index) {
    return select_geometry(input.geometry(), dim, index);
  }
  static constexpr auto vjp = rules(wrt<"input">(
      [](Grad g, ShapeOf<"input"> shape, Attr<"dim", int64_t> dim, Attr<"index", int64_t> index) -> Tensor {
        return scatter_back(g, shape, select_geometry(contiguous_geometry(shape), dim, index));
      }));
};
VJP_DEFINE(Select);

struct Slice : ViewOp {
  static constexpr Schema schema{
      "slice(Tensor input, int dim=0, int? start=None, int? end=None, int step=1) -> Tensor"};
  static constexpr const char* doc = "Every step-th slice from start to before end; bounds may count from the end.";
  static Geometry view(const Tensor& input, int64_t dim, std::optional<int64_t> start, std::optional<int64_t> end,
                       int64_t step) {
    return slice_geometry(input.geometry(), dim, start, end, step);
  }
  static constexpr auto vjp = rules(wrt<"input">(
      [](Grad g, ShapeOf<"input"> shape, Attr<"dim", int64_t> dim, Attr<"start", std::optional<int64_t>> start,
         Attr<"end", std::optional<int64_t>> end, Attr<"step", int64_t> step) -> Tensor {
        return scatter_back(g, shape, slice_geometry(contiguous_geometry(shape), dim, start, end, step));
      }));
};
VJP_DEFINE(Slice);

struct Narrow : ViewOp {
  static constexpr Schema schema{"narrow(Tensor input, int dim, int start, int length) -> Tensor"};
  static constexpr const char* doc = "`length` slices of a dimension from `start` on.";
  static Geometry view(const Tensor& input, int64_t dim, int64_t start, int64_t length) {
    return narrow_geometry(input.geometry(), dim, start, length);
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, ShapeOf<"input"> shape, Attr<"dim", int64_t> dim, Attr<"start", int64_t> start,
                            Attr<"length", int64_t> length) -> Tensor {
        return scatter_back(g, shape, narrow_geometry(contiguous_geometry(shape), dim, start, length));
      }));
};
VJP_DEFINE(Narrow);

struct Diagonal : ViewOp {
  static constexpr Schema schema{"diagonal(Tensor input, int offset=0, int dim1=0, int dim2=1) -> Tensor"};
  static constexpr const char* doc = "The diagonals of the matrices in two dimensions, as a new last dimension.";
  static Geometry view(const Tensor& input, int64_t offset, int64_t dim1, int64_t dim2) {
    return diagonal_geometry(input.geometry(), offset, dim1, dim2);
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g, ShapeOf<"input"> shape, Attr<"offset", int64_t> offset,
                                                    Attr<"dim1", int64_t> a, Attr<"dim2", int64_t> b) -> Tensor {
    return scatter_back(g, shape, diagonal_geometry(contiguous_geometry(shape), offset, a, b));
  }));
};
VJP_DEFINE(Diagonal);

struct Unfold : ViewOp {
  static constexpr Schema schema{"unfold(Tensor input, int dimension, int size, int step) -> Tensor"};
  static constexpr const char* doc =
      "All windows of `size`, `step` apart, along a dimension; the window is a new last dimension.";
  static Geometry view(const Tensor& input, int64_t dimension, int64_t size, int64_t step) {
    return unfold_geometry(input.geometry(), dimension, size, step);
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g, ShapeOf<"input"> shape, Attr<"dimension", int64_t> dim,
                                                    Attr<"size", int64_t> size, Attr<"step", int64_t> step) -> Tensor {
    return scatter_back(g, shape, unfold_geometry(contiguous_geometry(shape), dim, size, step));
  }));
};
VJP_DEFINE(Unfold);

namespace {
void check_can_split(const Tensor& input, const char* what) {
  if (input.ndim() == 0) fail(VJP_ERROR_SHAPE, "{}: 'input' has no dimensions, and nothing to split", what);
}
}  // namespace

struct SplitWithSizes : ViewOp {
  static constexpr Schema schema{"split_with_sizes(Tensor input, int[] split_sizes, int dim=0) -> Tensor[]"};
  static constexpr const char* doc = "Views of the given sizes, one after the other, along a dimension.";
  static std::vector<Geometry> view(const Tensor& input, IntSpan split_sizes, int64_t dim) {
    check_can_split(input, "split_with_sizes");
    int d = wrap_dim(dim, input.ndim(), "split_with_sizes");
    int64_t start = 0;
    std::vector<Geometry> parts;
    for (int64_t size : split_sizes) {
      if (size < 0 || size > input.size(d) - start) break;
      parts.push_back(narrow_geometry(input.geometry(), d, start, size));
      start += size;
    }
    if (parts.size() != split_sizes.size() || start != input.size(d)) {
      fail(VJP_ERROR_SHAPE, "split_with_sizes: sizes {} do not add up to {}, the size of dimension {}", split_sizes,
           input.size(d), d);
    }
    return parts;
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](GradList g, Attr<"dim", int64_t> dim) -> Tensor { return cat(g, dim); }));
};
VJP_DEFINE(SplitWithSizes);

struct Split : Composite {
  static constexpr Schema schema{"split(Tensor input, int split_size, int dim=0) -> Tensor[]"};
  static constexpr const char* doc = "Views of `split_size` slices each along a dimension; the last may be smaller.";
  static std::vector<Tensor> forward(const Tensor& input, int64_t split_size, int64_t dim) {
    check_can_split(input, "split");
    int64_t size = input.size(dim);
    if (split_size < 0 || (split_size == 0 && size != 0)) {
      fail(VJP_ERROR_INVALID, "split: split_size must be positive, got {}", split_size);
    }
    std::vector<int64_t> sizes;
    for (int64_t at = 0; at < size; at += split_size) sizes.push_back(std::min(split_size, size - at));
    if (size == 0) sizes.push_back(0);
    return split_with_sizes(input, sizes, dim);
  }
};
VJP_DEFINE(Split);

struct SplitSizes : Composite {
  static constexpr Schema schema{"split.sizes(Tensor input, int[] split_size, int dim=0) -> Tensor[]"};
  static constexpr const char* doc = "split_with_sizes under its other name.";
  static std::vector<Tensor> forward(const Tensor& input, IntSpan split_size, int64_t dim) {
    return split_with_sizes(input, split_size, dim);
  }
};
VJP_DEFINE(SplitSizes);

struct Chunk : Composite {
  static constexpr Schema schema{"chunk(Tensor input, int chunks, int dim=0) -> Tensor[]"};
  static constexpr const char* doc = "At most `chunks` views of equal size along a dimension; the last may be smaller.";
  static std::vector<Tensor> forward(const Tensor& input, int64_t chunks, int64_t dim) {
    if (chunks < 1) fail(VJP_ERROR_INVALID, "chunk: chunks must be at least 1, got {}", chunks);
    check_can_split(input, "chunk");
    int64_t size = input.size(dim);
    if (size == 0) return split_with_sizes(input, std::vector<int64_t>(static_cast<size_t>(chunks), 0), dim);
    return split(input, size / chunks + (size % chunks != 0), dim);
  }
};
VJP_DEFINE(Chunk);

namespace {
// Results on one storage that are no views of it: the caller promises not to look at overlapping changes.
std::vector<Tensor> unsafe(std::vector<Tensor> parts) {
  for (Tensor& part : parts) cut_view(*part.get());
  return parts;
}
}  // namespace

struct UnsafeSplit : Composite {
  static constexpr Schema schema{"unsafe_split(Tensor input, int split_size, int dim=0) -> Tensor[]"};
  static constexpr const char* doc =
      "split, but the results are not tracked as views: each may be changed in place, and the others' graphs do not "
      "see it.";
  static std::vector<Tensor> forward(const Tensor& input, int64_t split_size, int64_t dim) {
    return unsafe(split(input, split_size, dim));
  }
};
VJP_DEFINE(UnsafeSplit);

struct UnsafeSplitWithSizes : Composite {
  static constexpr Schema schema{"unsafe_split_with_sizes(Tensor input, int[] split_sizes, int dim=0) -> Tensor[]"};
  static constexpr const char* doc =
      "split_with_sizes, but the results are not tracked as views: each may be changed in place, and the others' "
      "graphs do not see it.";
  static std::vector<Tensor> forward(const Tensor& input, IntSpan split_sizes, int64_t dim) {
    return unsafe(split_with_sizes(input, split_sizes, dim));
  }
};
VJP_DEFINE(UnsafeSplitWithSizes);

struct UnsafeChunk : Composite {
  static constexpr Schema schema{"unsafe_chunk(Tensor input, int chunks, int dim=0) -> Tensor[]"};
  static constexpr const char* doc =
      "chunk, but the results are not tracked as views: each may be changed in place, and the others' graphs do not "
      "see it.";
  static std::vector<Tensor> forward(const Tensor& input, int64_t chunks, int64_t dim) {
    return unsafe(chunk(input, chunks, dim));
  }
};
VJP_DEFINE(UnsafeChunk);

struct Unbind : ViewOp {
  static constexpr Schema schema{"unbind(Tensor input, int dim=0) -> Tensor[]"};
  static constexpr const char* doc = "A view for every index of a dimension, which vanishes.";
  static std::vector<Geometry> view(const Tensor& input, int64_t dim) {
    std::vector<Geometry> parts;
    if (input.ndim() == 0) fail(VJP_ERROR_SHAPE, "unbind: a zero-dimensional tensor has nothing to unbind");
    for (int64_t i = 0; i < input.size(dim); ++i) parts.push_back(select_geometry(input.geometry(), dim, i));
    return parts;
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](GradList g, Attr<"dim", int64_t> dim) -> Tensor { return stack(g, dim); }));
};
VJP_DEFINE(Unbind);

}  // namespace vjp
