// Max pooling to a given size, and back from the positions that won.
#include <algorithm>

#include "graph/meta.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_gather.h"
#include "ops/functions/index_slices.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/pool.h"
#include "ops/functions/reduce_extreme.h"
#include "ops/functions/view_shape.h"
#include "ops/layout.h"
#include "ops/texts.h"
#include "ops/windows.h"

namespace vjp {
namespace {

// The positions in an axis of n elements of the windows of its `count` parts, [count, longest]; shorter windows repeat
// their last element, which cannot win before it has been met.
Tensor window_positions(int64_t n, int64_t count) {
  Tensor part = arange(count, Dtype::Int64);
  Tensor begin = floor_divide(mul(part, n), count), end = floor_divide(add(mul(add(part, 1), n), count - 1), count);
  int64_t longest = 0;
  for (int64_t i = 0; i < count; ++i) longest = std::max(longest, ((i + 1) * n + count - 1) / count - i * n / count);
  return minimum(add(unsqueeze(begin, 1), arange(longest, Dtype::Int64)), sub(unsqueeze(end, 1), 1));
}

// Parts of unequal length: each window's elements in a row, of which the largest is found.
Tensor uneven_indices(const Tensor& input, int rank, IntSpan count) {
  Tensor values = detach(input), position = zeros({}, Dtype::Int64);
  Dims order{0, 1}, inner;  // N, C, then the parts, then the windows' dimensions
  for (int d = 0; d < rank; ++d) {
    const Tensor index = window_positions(input.size(d + 2), count[d]);
    values = index_select(values, 2 + 2 * d, flatten(index));
    values = unflatten(values, 2 + 2 * d, index.sizes());
    position = mul(unsqueeze(unsqueeze(position, -1), -1), input.size(d + 2));
    position = add(position, index);
    order.push_back(2 + 2 * d);
    inner.push_back(3 + 2 * d);
  }
  for (int64_t d : inner) order.push_back(d);
  values = flatten(permute(values, order), 2 + rank);
  Dims position_order;
  for (int i = 2; i < order.n; ++i) position_order.push_back(order[i] - 2);
  position = flatten(permute(position, position_order), rank);
  Tensor won = max_dim(values, -1)[1];
  Dims all(won.sizes());
  all.push_back(position.size(-1));
  return squeeze_dim(gather(expand(position, all), -1, unsqueeze(won, -1)), Dims{-1});
}

std::vector<Tensor> adaptive_max_pool(const char* op, int rank, const Tensor& given, IntSpan output_size,
                                      bool return_indices) {
  Tensor input = given;
  const bool added = add_batch(input, rank, op);
  Dims count = per_dimension(output_size, rank, op, "output_size"), kernel;
  bool even = true;
  for (int d = 0; d < rank; ++d) {
    const int64_t n = input.size(d + 2);
    if (count[d] < 0) count[d] = n;
    if (n == 0)
      fail(VJP_ERROR_SHAPE, "{}: 'input' has shape {}, and nothing is largest in an empty one", op, given.sizes());
    if (count[d] > (int64_t{1} << 31)) fail(VJP_ERROR_INVALID, "{}: 'output_size' {} is too large", op, output_size);
    even = even && count[d] > 0 && n % count[d] == 0;
    kernel.push_back(even ? n / count[d] : 1);
  }
  Tensor values, indices;
  if (even) {
    auto both = _max_pool(input, kernel, kernel, Dims::filled(rank, 0), Dims::filled(rank, 1), false);
    values = both[0], indices = both[1];
  } else {
    indices = laid_out_like(uneven_indices(input, rank, count), input);
    values = _plane_gather(input, indices);
  }
  std::vector<Tensor> out{without_batch(values, added)};
  if (return_indices) out.push_back(without_batch(indices, added));
  return out;
}

// Where pooling by these windows had its input; `given` says which of the sizes that it may have had.
Dims unpooled_sizes(const char* op, const Tensor& input, IntSpan kernel, IntSpan stride, IntSpan padding,
                    std::optional<IntSpan> given) {
  const size_t rank = kernel.size();
  Dims sizes;
  for (size_t d = 0; d < rank; ++d) {
    const int64_t usual = (input.size(static_cast<int>(d) + 2) - 1) * stride[d] - 2 * padding[d] + kernel[d];
    sizes.push_back(given ? (*given)[given->size() - rank + d] : usual);
    if (given && (sizes[static_cast<int>(d)] <= usual - stride[d] || sizes[static_cast<int>(d)] >= usual + stride[d])) {
      fail(VJP_ERROR_INVALID, "{}: 'output_size' {} is not within a stride of the size {} in dimension {}", op, *given,
           usual, d);
    }
    if (sizes[static_cast<int>(d)] < 1)
      fail(VJP_ERROR_SHAPE, "{}: 'input' {} cannot be unpooled to {}", op, input.sizes(), sizes);
  }
  return sizes;
}

Tensor max_unpool(const char* op, int rank, const Tensor& given, const Tensor& given_indices, IntSpan kernel_size,
                  std::optional<IntSpan> given_stride, IntSpan given_padding, std::optional<IntSpan> output_size) {
  Tensor input = given, indices = given_indices;
  if (!same(input.sizes(), indices.sizes()))
    fail(VJP_ERROR_SHAPE, "{}: 'indices' is {}, expected the shape {} of 'input'", op, indices, input.sizes());
  if (indices.dtype() != Dtype::Int64) fail(VJP_ERROR_DTYPE, "{}: 'indices' is {}, expected int64", op, indices);
  const bool added = add_batch(input, rank, op);
  if (added) indices = unsqueeze(indices, 0);
  const Dims kernel = at_least(per_dimension(kernel_size, rank, op, "kernel_size"), 1, op, "kernel_size");
  const bool strided = given_stride && !given_stride->empty();
  const Dims stride = strided ? at_least(per_dimension(*given_stride, rank, op, "stride"), 1, op, "stride") : kernel;
  const Dims padding = at_least(per_dimension(given_padding, rank, op, "padding"), 0, op, "padding");
  if (output_size && output_size->empty()) output_size.reset();
  if (output_size && static_cast<int>(output_size->size()) < rank)
    fail(VJP_ERROR_INVALID, "{}: 'output_size' {} must have {} numbers or the whole shape", op, *output_size, rank);
  const Dims spatial = unpooled_sizes(op, input, kernel, stride, padding, output_size);
  Dims sizes(input.sizes().first(2));
  int64_t places = 1;
  for (int64_t n : spatial) sizes.push_back(n), places *= n;
  Tensor empty = zeros(Dims{sizes[0], sizes[1], places}, input.dtype());
  Tensor out = scatter(empty, 2, flatten(indices, 2), flatten(input, 2));
  return without_batch(laid_out_like(reshape(out, sizes), input), added);
}

}  // namespace

template <int Rank>
struct AdaptiveMaxPool : Composite {
  static constexpr Schema schema{
      text<"adaptive_max_pool{rank}d(Tensor input, int[] output_size) -> Tensor", kRankWords<Rank>>};
  static constexpr const char* doc =
      text<"The largest elements of output_size parts a dimension of [N, C, {sizes}]; a negative number keeps a size.",
           kRankWords<Rank>>;
  static Tensor forward(const Tensor& input, IntSpan output_size) {
    return adaptive_max_pool(text<"adaptive_max_pool{rank}d", kRankWords<Rank>>, Rank, input, output_size, false)[0];
  }
};
using AdaptiveMaxPool1d = AdaptiveMaxPool<1>;
using AdaptiveMaxPool2d = AdaptiveMaxPool<2>;
using AdaptiveMaxPool3d = AdaptiveMaxPool<3>;
VJP_DEFINE(AdaptiveMaxPool1d);
VJP_DEFINE(AdaptiveMaxPool2d);
VJP_DEFINE(AdaptiveMaxPool3d);

// With positions on request, as the field's functions have it.
template <int Rank>
struct AdaptiveMaxPoolIndices : Composite {
  static constexpr Schema schema{
      text<"adaptive_max_pool{rank}d.indices(Tensor input, int[] output_size, bool return_indices) -> Tensor[]",
           kRankWords<Rank>>};
  static constexpr const char* doc =
      text<"adaptive_max_pool{rank}d, followed by the positions in the flattened channel if return_indices is true.",
           kRankWords<Rank>>;
  static std::vector<Tensor> forward(const Tensor& input, IntSpan output_size, bool return_indices) {
    return adaptive_max_pool(text<"adaptive_max_pool{rank}d", kRankWords<Rank>>, Rank, input, output_size,
                             return_indices);
  }
};
using AdaptiveMaxPool1dIndices = AdaptiveMaxPoolIndices<1>;
using AdaptiveMaxPool2dIndices = AdaptiveMaxPoolIndices<2>;
using AdaptiveMaxPool3dIndices = AdaptiveMaxPoolIndices<3>;
VJP_DEFINE(AdaptiveMaxPool1dIndices);
VJP_DEFINE(AdaptiveMaxPool2dIndices);
VJP_DEFINE(AdaptiveMaxPool3dIndices);

template <int Rank>
struct MaxUnpool : Composite {
  static constexpr Schema schema{
      text<"max_unpool{rank}d(Tensor input, Tensor indices, int[] kernel_size, int[]? stride=None, int[] padding=0, "
           "int[]? output_size=None) -> Tensor",
           kRankWords<Rank>>};
  static constexpr const char* doc = text<
      "Zeros of [N, C, {sizes}] with each element at its position in the flattened channel: the inverse of "
      "max_pool{rank}d up to what did not win. Where a position is given twice, either element counts.",
      kRankWords<Rank>>;
  static Tensor forward(const Tensor& input, const Tensor& indices, IntSpan kernel_size, std::optional<IntSpan> stride,
                        IntSpan padding, std::optional<IntSpan> output_size) {
    return max_unpool(text<"max_unpool{rank}d", kRankWords<Rank>>, Rank, input, indices, kernel_size, stride, padding,
                      output_size);
  }
};
using MaxUnpool1d = MaxUnpool<1>;
using MaxUnpool2d = MaxUnpool<2>;
using MaxUnpool3d = MaxUnpool<3>;
VJP_DEFINE(MaxUnpool1d);
VJP_DEFINE(MaxUnpool2d);
VJP_DEFINE(MaxUnpool3d);

}  // namespace vjp
