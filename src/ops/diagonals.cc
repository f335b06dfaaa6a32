// Diagonals, and parts of a tensor replaced.
#include "ops/functions/diagonals.h"

#include "ops/batch_rules.h"
#include "ops/define.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/strided.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/geometry.h"

namespace vjp {
namespace {

Tensor embedded(const Tensor& x, int64_t offset, int64_t dim1, int64_t dim2, const char* what) {
  if (x.ndim() == 0) fail(VJP_ERROR_SHAPE, "{}: 'input' has no dimensions, expected at least one", what);
  if (x.ndim() == VJP_MAX_DIMS) fail(VJP_ERROR_SHAPE, "{}: 'input' has {} dimensions already", what, x.ndim());
  const int n = x.ndim() + 1, a = wrap_dim(dim1, n, what), b = wrap_dim(dim2, n, what);
  if (a == b) fail(VJP_ERROR_INVALID, "{}: 'dim1' and 'dim2' are both {}", what, a);
  int64_t side = 0;
  if (__builtin_add_overflow(x.size(-1), offset < 0 ? -std::max(offset, -INT64_MAX) : offset, &side)) {
    fail(VJP_ERROR_INVALID, "{}: 'offset' {} is out of range", what, offset);
  }
  Dims shape;
  for (int d = 0, from = 0; d < n; ++d) shape.push_back(d == a || d == b ? side : x.size(from++));
  checked_numel(shape, what);
  const Geometry part = diagonal_geometry(contiguous_geometry(shape), offset, a, b);
  return _strided_scatter(x, part.sizes, part.strides, part.offset, shape, contiguous_strides(shape), 0);
}

Tensor replaced(const Tensor& input, const Tensor& src, const Geometry& part, const char* what) {
  if (!same(src.sizes(), part.sizes)) {
    fail(VJP_ERROR_SHAPE, "{}: 'src' has shape {}, but the part of 'input' ({}) that it replaces has shape {}", what,
         src.sizes(), input.sizes(), IntSpan(part.sizes));
  }
  if (is_complex(src.dtype()) && !is_complex(input.dtype())) {
    fail(VJP_ERROR_DTYPE, "{}: 'src' is {}, but 'input' is {}; convert one with to", what, src.dtype(), input.dtype());
  }
  return _strided_put(input, src, part.sizes, part.strides, part.offset);
}

}  // namespace

struct StridedPut : Linear {
  static constexpr Schema schema{
      "_strided_put(Tensor input, Tensor src, int[] size, int[] stride, int storage_offset) -> Tensor"};
  static constexpr const char* doc =
      "A row-major copy of `input`, with `src` where size, stride and storage_offset say in the copy.";
  static Tensor forward(const Tensor& input, const Tensor& src, IntSpan size, IntSpan stride, int64_t offset) {
    Tensor out = fresh_copy(input);
    if (src.numel() > 0) kernels().copy(out.with_geometry({Dims(size), Dims(stride), offset}).view(), src.view());
    return out;
  }
  static Tensor batch(const Batch& b, const Tensor& input, const Tensor& src, IntSpan size, IntSpan stride,
                      int64_t offset) {
    const Tensor whole = with_batch(b, 0, input);
    int64_t apart = 1;
    for (int64_t s : whole.sizes().subspan(1)) apart *= s;
    return _strided_put(whole, with_batch(b, 1, src), led_by(b.size, size), led_by(apart, stride), offset);
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, ShapeOf<"src"> shape, Attr<"size", IntSpan> size, Attr<"stride", IntSpan> stride,
                            Attr<"storage_offset", int64_t> offset) -> Tensor {
              return _strided_put(g, zeros(shape, g.dtype()), size.value, stride.value, offset);
            }),
            wrt<"src">([](Grad g, Attr<"size", IntSpan> size, Attr<"stride", IntSpan> stride,
                          Attr<"storage_offset", int64_t> offset) -> Tensor {
              return _strided_gather(g, size.value, stride.value, offset, g.sizes(), contiguous_strides(g.sizes()), 0);
            }));
};
VJP_DEFINE(StridedPut);

struct DiagEmbed : Composite {
  static constexpr Schema schema{"diag_embed(Tensor input, int offset=0, int dim1=-2, int dim2=-1) -> Tensor"};
  static constexpr const char* doc =
      "Matrices in two new dimensions with the last dimension's elements on a diagonal, and 0 elsewhere.";
  static Tensor forward(const Tensor& input, int64_t offset, int64_t dim1, int64_t dim2) {
    return embedded(input, offset, dim1, dim2, "diag_embed");
  }
};
VJP_DEFINE(DiagEmbed);

struct Diag : Composite {
  static constexpr Schema schema{"diag(Tensor input, int diagonal=0) -> Tensor"};
  static constexpr const char* doc =
      "Of a vector: a matrix with it on a diagonal. Of a matrix: a copy of that diagonal.";
  static Tensor forward(const Tensor& input, int64_t offset) {
    if (input.ndim() == 1) return embedded(input, offset, 0, 1, "diag");
    if (input.ndim() == 2) return _row_major(diagonal(input, offset));
    fail(VJP_ERROR_SHAPE, "diag: 'input' has shape {}, expected one or two dimensions", input.sizes());
  }
};
VJP_DEFINE(Diag);

struct DiagFlat : Composite {
  static constexpr Schema schema{"diagflat(Tensor input, int offset=0) -> Tensor"};
  static constexpr const char* doc = "A matrix with all elements of the tensor on a diagonal, and 0 elsewhere.";
  static Tensor forward(const Tensor& input, int64_t offset) {
    return embedded(flatten(input), offset, 0, 1, "diagflat");
  }
};
VJP_DEFINE(DiagFlat);

struct MatrixTrace : Composite {
  static constexpr Schema schema{"trace(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The sum of a matrix's diagonal.";
  static Tensor forward(const Tensor& input) {
    if (input.ndim() != 2) fail(VJP_ERROR_SHAPE, "trace: 'input' has shape {}, expected a matrix", input.sizes());
    return sum(diagonal(input));
  }
};
VJP_DEFINE(MatrixTrace);

struct DiagonalScatter : Composite {
  static constexpr Schema schema{
      "diagonal_scatter(Tensor input, Tensor src, int offset=0, int dim1=0, int dim2=1) -> Tensor"};
  static constexpr const char* doc = "A copy of the input with `src` in the place of a diagonal.";
  static Tensor forward(const Tensor& input, const Tensor& src, int64_t offset, int64_t dim1, int64_t dim2) {
    return replaced(input, src, diagonal_geometry(contiguous_geometry(input.sizes()), offset, dim1, dim2),
                    "diagonal_scatter");
  }
};
VJP_DEFINE(DiagonalScatter);

struct SelectScatter : Composite {
  static constexpr Schema schema{"select_scatter(Tensor input, Tensor src, int dim, int index) -> Tensor"};
  static constexpr const char* doc = "A copy of the input with `src` in the place of one slice of a dimension.";
  static Tensor forward(const Tensor& input, const Tensor& src, int64_t dim, int64_t index) {
    return replaced(input, src, select_geometry(contiguous_geometry(input.sizes()), dim, index), "select_scatter");
  }
};
VJP_DEFINE(SelectScatter);

struct SliceScatter : Composite {
  static constexpr Schema schema{
      "slice_scatter(Tensor input, Tensor src, int dim=0, int? start=None, int? end=None, int step=1) -> Tensor"};
  static constexpr const char* doc =
      "A copy of the input with `src` in the place of every step-th slice from start to before end.";
  static Tensor forward(const Tensor& input, const Tensor& src, int64_t dim, std::optional<int64_t> start,
                        std::optional<int64_t> end, int64_t step) {
    return replaced(input, src, slice_geometry(contiguous_geometry(input.sizes()), dim, start, end, step),
                    "slice_scatter");
  }
};
VJP_DEFINE(SliceScatter);

}  // namespace vjp
