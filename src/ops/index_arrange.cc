// Elements rearranged: flipped, rolled, repeated, triangles of matrices.
#include "ops/functions/index_arrange.h"

#include <algorithm>
#include <cstring>

#include "graph/batched.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/join.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"

namespace vjp {
namespace {

Tensor roll_along(const Tensor& x, int64_t shift, int dim) {
  int64_t size = x.size(dim);
  if (size == 0) return x;
  int64_t start = (size - shift % size) % size;
  if (start == 0) return x;
  const Tensor parts[] = {narrow(x, dim, start, size - start), narrow(x, dim, 0, start)};
  return cat(parts, dim);
}

// Zeros for the elements above or below the diagonal, without the host looking at them.
Tensor triangle_on_device(const Tensor& input, int64_t diagonal, bool clear_above) {
  Tensor rows = unsqueeze(arange(input.size(-2), Dtype::Int64), 1), columns = arange(input.size(-1), Dtype::Int64);
  Tensor distance = sub(columns, rows);
  Tensor kept = clear_above ? le(distance, diagonal) : ge(distance, diagonal);
  return contiguous(where(kept, input, full({}, 0, input.dtype())));
}

// Copies, then clears the elements strictly above (upper) or below the diagonal of every matrix.
Tensor triangle(const Tensor& input, int64_t diagonal, bool clear_above, const char* what) {
  if (input.ndim() < 2)
    fail(VJP_ERROR_SHAPE, "{}: 'input' has shape {}, expected at least two dimensions", what, input.sizes());
  if (!input.device().is_cpu()) return triangle_on_device(input, diagonal, clear_above);
  Tensor out = fresh_copy(input);
  const int64_t rows = out.size(-2), columns = out.size(-1), element = static_cast<int64_t>(size_of(out.dtype()));
  if (out.numel() == 0) return out;
  diagonal = std::clamp<int64_t>(diagonal, -rows - 1, columns + 1);  // beyond them nothing changes
  const int64_t matrices = out.numel() / (rows * columns);
  for (int64_t m = 0; m < matrices; ++m) {
    for (int64_t r = 0; r < rows; ++r) {
      int64_t edge = std::clamp<int64_t>(r + diagonal + (clear_above ? 1 : 0), 0, columns);
      char* row = out.raw() + (m * rows + r) * columns * element;
      if (clear_above) {
        std::memset(row + edge * element, 0, static_cast<size_t>((columns - edge) * element));
      } else {
        std::memset(row, 0, static_cast<size_t>(edge * element));
      }
    }
  }
  return out;
}

}  // namespace

struct Flip : Linear {
  static constexpr Schema schema{"flip(Tensor input, int[] dims) -> Tensor"};
  static constexpr const char* doc = "The elements in reverse order along the given dimensions.";
  static Tensor forward(const Tensor& input, IntSpan dims) {
    Tensor out = input;
    uint32_t seen = 0;
    Dims strides(input.strides());
    int64_t last = 0;
    for (int64_t dim : dims) {
      int d = wrap_dim(dim, input.ndim(), "flip");
      if (seen >> d & 1) fail(VJP_ERROR_INVALID, "flip: dimension {} is given twice in {}", d, dims);
      seen |= 1u << d;
      if (input.ndim() == 0) continue;
      if (input.device().is_cpu()) {
        last += std::max<int64_t>(input.size(d) - 1, 0) * strides[d];
        strides[d] = -strides[d];
        continue;
      }
      Tensor turned = Tensor::empty(out.sizes(), out.dtype()),
             index = arange_start(out.size(d) - 1, -1, -1, Dtype::Int64);
      kernels().index_select({out.view(), index.view(), turned.view(), d});
      out = turned;
    }
    if (!out.is(input)) return out;
    if (!input.device().is_cpu()) return fresh_copy(input);
    // The CPU's copy, unlike what a backend promises, also walks backwards.
    out = Tensor::empty(input.sizes(), input.dtype());
    char* end = input.raw() + last * static_cast<int64_t>(size_of(input.dtype()));
    kernels().copy({out.view(), make_view(end, input.dtype(), input.ndim(), input.sizes().data(), strides.v)});
    return out;
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, Attr<"dims", IntSpan> dims) -> Tensor { return flip(g, dims); }));
};
VJP_DEFINE(Flip);

struct Roll : Composite {
  static constexpr Schema schema{"roll(Tensor input, int[] shifts, int[]? dims=None) -> Tensor"};
  static constexpr const char* doc =
      "The elements moved along the given dimensions, those that fall off coming back at the other end; without dims, "
      "in the flattened tensor.";
  static Tensor forward(const Tensor& input, IntSpan shifts, const std::optional<IntSpan>& dims) {
    if (!dims || dims->empty()) {
      if (shifts.size() != 1)
        fail(VJP_ERROR_INVALID, "roll: 'shifts' is {}: without dims it must be one number", shifts);
      return reshape(roll_along(flatten(clone(input)), shifts[0], 0), input.sizes());
    }
    if (dims->size() != shifts.size()) {
      fail(VJP_ERROR_INVALID, "roll: 'shifts' is {} and 'dims' is {}: they must be equally long", shifts, *dims);
    }
    Tensor out = input.ndim() ? input : clone(input);
    for (size_t i = 0; i < shifts.size(); ++i) {
      int d = wrap_dim((*dims)[i], input.ndim(), "roll");
      if (input.ndim()) out = roll_along(out, shifts[i], d);
    }
    return out.is(input) ? clone(input) : out;
  }
};
VJP_DEFINE(Roll);

struct Tril : Linear {
  static constexpr Schema schema{"tril(Tensor input, int diagonal=0) -> Tensor"};
  static constexpr const char* doc = "The lower triangles of matrices, up to a diagonal; 0 elsewhere.";
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, int64_t diagonal) { return triangle(input, diagonal, true, "tril"); }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, Attr<"diagonal", int64_t> diagonal) -> Tensor { return tril(g, diagonal); }));
};
VJP_DEFINE(Tril);

struct Triu : Linear {
  static constexpr Schema schema{"triu(Tensor input, int diagonal=0) -> Tensor"};
  static constexpr const char* doc = "The upper triangles of matrices, from a diagonal on; 0 elsewhere.";
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, int64_t diagonal) { return triangle(input, diagonal, false, "triu"); }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, Attr<"diagonal", int64_t> diagonal) -> Tensor { return triu(g, diagonal); }));
};
VJP_DEFINE(Triu);

struct Repeat : Composite {
  static constexpr Schema schema{"repeat(Tensor input, int[] repeats) -> Tensor"};
  static constexpr const char* doc =
      "A copy of the tensor repeated along every dimension; more numbers than dimensions make new ones in front.";
  static Tensor forward(const Tensor& input, IntSpan repeats) {
    int extra = static_cast<int>(repeats.size()) - input.ndim();
    if (extra < 0)
      fail(VJP_ERROR_SHAPE,
           "repeat: 'repeats' is {}, but the input's shape is {}: a number for each dimension is needed", repeats,
           input.sizes());
    // at most 16 dimensions: only those that are repeated get one more
    Dims shape, wide, result;
    for (int i = 0; i < static_cast<int>(repeats.size()); ++i) {
      int64_t times = repeats[static_cast<size_t>(i)], size = i < extra ? 1 : input.size(i - extra);
      if (times < 0) fail(VJP_ERROR_INVALID, "repeat: a dimension cannot be repeated {} times, got {}", times, repeats);
      if (times != 1) {
        shape.push_back(1);
        wide.push_back(times);
      }
      shape.push_back(size);
      wide.push_back(size);
      int64_t total;
      if (__builtin_mul_overflow(times, size, &total)) {
        fail(VJP_ERROR_SHAPE, "repeat: {} times a size of {} is too large", times, size);
      }
      result.push_back(total);
    }
    Tensor repeated = expand(reshape(input, shape), wide), out = reshape(repeated, result);
    // merging dimensions copies only where it must: not where sizes of 1 are repeated, or nothing is left
    return physical_of(out)->storage == physical_of(input)->storage ? clone(out) : out;
  }
};
VJP_DEFINE(Repeat);

struct Tile : Composite {
  static constexpr Schema schema{"tile(Tensor input, int[] dims) -> Tensor"};
  static constexpr const char* doc = "repeat, with missing numbers in front taken as 1.";
  static Tensor forward(const Tensor& input, IntSpan dims) {
    Dims repeats(dims);
    while (repeats.n < input.ndim()) repeats.insert(0, 1);
    return repeat(input, repeats);
  }
};
VJP_DEFINE(Tile);

}  // namespace vjp
