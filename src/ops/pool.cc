// Pooling over windows. Max pooling scatters and gathers at the positions that won; average pooling and its adjoint are
// linear.
#include "ops/functions/pool.h"

#include <limits>

#include "ops/batch_rules.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_mask.h"
#include "ops/functions/index_slices.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_shape.h"
#include "ops/layout.h"
#include "ops/loops.h"
#include "ops/tensor_operators.h"
#include "ops/texts.h"
#include "ops/windows.h"

namespace vjp {
namespace {

// How many windows: the last may hang over the end (ceil_mode) but must begin inside of the input or the padding before
// it.
int64_t windows(int64_t size, int64_t kernel, int64_t stride, int64_t padding, int64_t dilation, bool ceil_mode) {
  int64_t room = size + 2 * padding - dilation * (kernel - 1) - 1;
  if (room < 0 && !(ceil_mode && room + stride > 0)) return 0;
  int64_t count = (room + (ceil_mode ? stride - 1 : 0)) / stride + 1;
  if (ceil_mode && (count - 1) * stride >= size + padding) --count;
  return count;
}

struct Windows {
  Dims kernel, stride, padding, dilation;
};

Windows read_windows(const char* op, int rank, IntSpan kernel, std::optional<IntSpan> stride, IntSpan padding,
                     IntSpan dilation) {
  Windows w;
  w.kernel = at_least(per_dimension(kernel, rank, op, "kernel_size"), 1, op, "kernel_size");
  bool given = stride && !stride->empty();
  w.stride = given ? at_least(per_dimension(*stride, rank, op, "stride"), 1, op, "stride") : w.kernel;
  w.padding = at_least(per_dimension(padding, rank, op, "padding"), 0, op, "padding");
  w.dilation = at_least(per_dimension(dilation, rank, op, "dilation"), 1, op, "dilation");
  for (int d = 0; d < rank; ++d) {
    if (2 * w.padding[d] > w.kernel[d]) {
      fail(VJP_ERROR_INVALID, "{}: 'padding' {} must be at most half of 'kernel_size' {}", op, w.padding, w.kernel);
    }
  }
  return w;
}

Dims pooled_sizes(const char* op, IntSpan input, IntSpan kernel, IntSpan stride, IntSpan padding, IntSpan dilation,
                  bool ceil_mode) {
  Dims sizes(input.first(2));
  for (size_t d = 0; d < kernel.size(); ++d) {
    int64_t count =
        windows(input[d + 2], kernel[d], stride[d], padding[d], dilation.empty() ? 1 : dilation[d], ceil_mode);
    if (count < 1) fail(VJP_ERROR_SHAPE, "{}: 'kernel_size' {} does not fit into an 'input' of {}", op, kernel, input);
    sizes.push_back(count);
  }
  return sizes;
}

PoolArgs arguments(const Tensor& in, const Tensor& out, IntSpan kernel, IntSpan stride, IntSpan padding,
                   IntSpan dilation) {
  PoolArgs args{};
  args.in = in.view();
  args.out = out.view();
  args.rank = static_cast<int>(kernel.size());
  for (size_t d = 0; d < kernel.size(); ++d) {
    args.kernel[d] = kernel[d];
    args.stride[d] = stride[d];
    args.padding[d] = padding[d];
    args.dilation[d] = dilation.empty() ? 1 : dilation[d];
  }
  return args;
}

}  // namespace

struct MaxPool : General {
  static constexpr Schema schema{
      "_max_pool(Tensor input, int[] kernel_size, int[] stride, int[] padding, int[] dilation, bool ceil_mode) -> "
      "(Tensor "
      "values, Tensor indices)"};
  static constexpr const char* doc =
      "The largest element of every window, and its position in the flattened channel, -1 where it has only padding.";
  static constexpr uint8_t nondiff_outputs = 2;
  static std::array<Tensor, 2> forward(const Tensor& input, IntSpan kernel, IntSpan stride, IntSpan padding,
                                       IntSpan dilation, bool ceil_mode) {
    Dims sizes = pooled_sizes("max_pool", input.sizes(), kernel, stride, padding, dilation, ceil_mode);
    Tensor out = empty_like_images(sizes, input.dtype(), input);
    Tensor indices = empty_like_images(sizes, Dtype::Int64, input);
    PoolArgs args = arguments(input, out, kernel, stride, padding, dilation);
    args.indices = indices.view();
    kernels().max_pool(args);
    return {out, indices};
  }
  static std::array<Tensor, 2> batch(const Batch& b, const Tensor& input, IntSpan kernel, IntSpan stride,
                                     IntSpan padding, IntSpan dilation, bool ceil_mode) {
    auto all = _max_pool(folded(input, 0), kernel, stride, padding, dilation, ceil_mode);
    for (Tensor& t : all) t = unfolded(t, 0, b.size, input.size(1));
    return all;
  }
  static constexpr auto vjp = rules(wrt<"input">(
      [](Grad g, Out<1> indices, ShapeOf<"input"> shape) -> Tensor { return _plane_scatter(g, indices, shape); }));
  static constexpr auto jvp = tangents([](Tangent<"input"> t, Out<1> indices) -> std::array<Tensor, 2> {
    return {_plane_gather(t, indices), {}};
  });
};
VJP_DEFINE(MaxPool);

// [N, C, *] seen as [N, C, positions]: the positions that indices of max pooling count.
struct PlaneScatter : Linear {
  static constexpr Schema schema{"_plane_scatter(Tensor input, Tensor indices, int[] size) -> Tensor"};
  static constexpr const char* doc =
      "Zeros of shape `size` to which each element of the input is added at its position; at -1 nowhere.";
  static Tensor forward(const Tensor& input, const Tensor& indices, IntSpan size) {
    Tensor out = empty_like_images(size, input.dtype(), indices, input);
    // the gradient of what was flattened is row-major
    const Tensor given = has_channels_last(indices) ? laid_out_like(input, indices) : input;
    PoolArgs args{};
    args.in = out.view();
    args.out = given.view();
    args.indices = indices.view();
    args.rank = input.ndim() - 2;
    for (int d = 0; d < args.rank; ++d) args.kernel[d] = args.stride[d] = args.dilation[d] = 1;
    kernels().max_pool_backward(args);
    return out;
  }
  static Tensor batch(const Batch& b, const Tensor& input, const Tensor& indices, IntSpan size) {
    const Tensor out =
        _plane_scatter(along_first(b, 0, input), along_first(b, 1, indices), times_as_large(size, 0, b.size));
    return unfolded(out, 0, b.size, size[0]);
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, In<"indices"> indices) -> Tensor { return _plane_gather(g, indices); }));
};
VJP_DEFINE(PlaneScatter);

struct PlaneGather : Linear {
  static constexpr Schema schema{"_plane_gather(Tensor input, Tensor indices) -> Tensor"};
  static constexpr const char* doc = "The elements at the given positions of each channel; 0 at -1.";
  static Tensor forward(const Tensor& input, const Tensor& indices) {
    Tensor out = Tensor::empty(indices.sizes(), input.dtype());  // row-major, as the positions below
    Tensor nowhere = lt(indices, 0);                             // windows that have only padding
    Tensor planes = flatten(contiguous(input), 2), positions = flatten(contiguous(clamp_min(indices, 0)), 2);
    GatherArgs args{};
    args.in = planes.view();
    args.index = positions.view();
    Tensor flat = out.with_geometry(positions.geometry());
    args.out = flat.view();
    args.dim = 2;
    kernels().gather(args);
    return laid_out_like(where(nowhere, 0, out), indices);
  }
  static Tensor batch(const Batch& b, const Tensor& input, const Tensor& indices) {
    const Tensor out = _plane_gather(along_first(b, 0, input), along_first(b, 1, indices));
    return unfolded(out, 0, b.size, sample_sizes(b, 0, input)[0]);
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g, In<"indices"> indices, ShapeOf<"input"> shape) -> Tensor {
    return _plane_scatter(g, indices, shape);
  }));
};
VJP_DEFINE(PlaneGather);

// Where the result lies is given, so that the gradient lies as the input does: windows that cover all pixels leave of
// its own gradient no layout that could be told.
struct AvgPool : Linear {
  static constexpr Schema schema{
      "_avg_pool(Tensor input, int[] size, int[] kernel_size, int[] stride, int[] padding, bool count_include_pad, int "
      "divisor, bool channels_last) -> Tensor"};
  static constexpr const char* doc = "The mean of every window; the result has shape `size`.";
  static Tensor forward(const Tensor& input, IntSpan size, IntSpan kernel, IntSpan stride, IntSpan padding,
                        bool count_include_pad, int64_t divisor, bool channels_last) {
    Tensor out = empty_images(size, input.dtype(), channels_last);
    PoolArgs args = arguments(input, out, kernel, stride, padding, {});
    args.count_include_pad = count_include_pad;
    args.divisor = divisor;
    kernels().avg_pool(args);
    return out;
  }
  static Tensor batch(const Batch& b, const Tensor& input, IntSpan size, IntSpan kernel, IntSpan stride,
                      IntSpan padding, bool count_include_pad, int64_t divisor, bool channels_last) {
    const Tensor out = _avg_pool(folded(input, 0), times_as_large(size, 0, b.size), kernel, stride, padding,
                                 count_include_pad, divisor, channels_last);
    return unfolded(out, 0, b.size, size[0]);
  }
  static constexpr auto vjp = rules(wrt<"input">(
      [](Grad g, ShapeOf<"input"> shape, Attr<"kernel_size", IntSpan> kernel, Attr<"stride", IntSpan> stride,
         Attr<"padding", IntSpan> padding, Attr<"count_include_pad", bool> include, Attr<"divisor", int64_t> divisor,
         Attr<"channels_last", bool> last) -> Tensor {
        return _avg_pool_adjoint(g, shape, kernel.value, stride.value, padding.value, include, divisor, last);
      }));
};
VJP_DEFINE(AvgPool);

struct AvgPoolAdjoint : Linear {
  static constexpr Schema schema{
      "_avg_pool_adjoint(Tensor input, int[] size, int[] kernel_size, int[] stride, int[] padding, bool "
      "count_include_pad, int "
      "divisor, bool channels_last) -> Tensor"};
  static constexpr const char* doc = "The adjoint of _avg_pool: spreads every element over its window.";
  static Tensor forward(const Tensor& input, IntSpan size, IntSpan kernel, IntSpan stride, IntSpan padding,
                        bool count_include_pad, int64_t divisor, bool channels_last) {
    Tensor out = empty_images(size, input.dtype(), channels_last);
    PoolArgs args = arguments(out, input, kernel, stride, padding, {});
    args.count_include_pad = count_include_pad;
    args.divisor = divisor;
    kernels().avg_pool_backward(args);
    return out;
  }
  static Tensor batch(const Batch& b, const Tensor& input, IntSpan size, IntSpan kernel, IntSpan stride,
                      IntSpan padding, bool count_include_pad, int64_t divisor, bool channels_last) {
    const Tensor out = _avg_pool_adjoint(folded(input, 0), times_as_large(size, 0, b.size), kernel, stride, padding,
                                         count_include_pad, divisor, channels_last);
    return unfolded(out, 0, b.size, size[0]);
  }
  static constexpr auto vjp = rules(wrt<"input">(
      [](Grad g, ShapeOf<"input"> shape, Attr<"kernel_size", IntSpan> kernel, Attr<"stride", IntSpan> stride,
         Attr<"padding", IntSpan> padding, Attr<"count_include_pad", bool> include, Attr<"divisor", int64_t> divisor,
         Attr<"channels_last", bool> last) -> Tensor {
        return _avg_pool(g, shape, kernel.value, stride.value, padding.value, include, divisor, last);
      }));
};
VJP_DEFINE(AvgPoolAdjoint);

// Its own adjoint: who overlaps whom is mutual.
struct PartSum : Linear {
  static constexpr Schema schema{"_part_sum(Tensor input, int size, int dim) -> Tensor"};
  static constexpr const char* doc =
      "Sums over `size` parts of a dimension, as even as whole elements allow; neighbours may share one.";
  static Tensor forward(const Tensor& input, int64_t size, int64_t d) {
    check_loops(input, Primitive::part_sums, "_part_sum");
    const Tensor in = contiguous(input);
    Dims sizes(in.sizes());
    sizes[static_cast<int>(d)] = size;
    const int64_t from = in.size(d);
    if (from == 0) return Tensor::zeros(sizes, in.dtype());
    Tensor out = Tensor::empty(sizes, in.dtype());
    PartSumsArgs args{in.raw(), out.raw(), 1, from, size, 1, byte_of(in.dtype())};
    for (int i = 0; i < in.ndim(); ++i) {
      if (i < d) args.outer *= in.size(i);
      if (i > d) args.inner *= in.size(i);
    }
    kernels().part_sums(args);
    return out;
  }
  static Tensor batch(const Batch& b, const Tensor& input, int64_t size, int64_t d) {
    return _part_sum(with_batch(b, 0, input), size, d + 1);
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g, ShapeOf<"input"> shape, Attr<"dim", int64_t> d) -> Tensor {
    return _part_sum(g, shape[static_cast<int>(d.value)], d);
  }));
};
VJP_DEFINE(PartSum);

namespace {

std::array<Tensor, 2> max_pool(const char* op, int rank, const Tensor& given, IntSpan kernel,
                               std::optional<IntSpan> stride, IntSpan padding, IntSpan dilation, bool ceil_mode) {
  Tensor input = given;
  bool added = add_batch(input, rank, op);
  Windows w = read_windows(op, rank, kernel, stride, padding, dilation);
  auto [values, indices] = _max_pool(input, w.kernel, w.stride, w.padding, w.dilation, ceil_mode);
  return {without_batch(values, added), without_batch(indices, added)};
}
std::vector<Tensor> max_pool_list(const char* op, int rank, const Tensor& input, IntSpan kernel,
                                  std::optional<IntSpan> stride, IntSpan padding, IntSpan dilation, bool ceil_mode,
                                  bool return_indices) {
  auto [values, indices] = max_pool(op, rank, input, kernel, stride, padding, dilation, ceil_mode);
  return return_indices ? std::vector<Tensor>{values, indices} : std::vector<Tensor>{values};
}

Tensor avg_pool(const char* op, int rank, const Tensor& given, IntSpan kernel, std::optional<IntSpan> stride,
                IntSpan padding, bool ceil_mode, bool count_include_pad, std::optional<int64_t> divisor) {
  Tensor input = given;
  bool added = add_batch(input, rank, op);
  Windows w = read_windows(op, rank, kernel, stride, padding, Dims{1});
  if (divisor && *divisor == 0) fail(VJP_ERROR_INVALID, "{}: divisor_override must not be 0", op);
  Dims sizes = pooled_sizes(op, input.sizes(), w.kernel, w.stride, w.padding, {}, ceil_mode);
  return without_batch(_avg_pool(input, sizes, w.kernel, w.stride, w.padding, count_include_pad, divisor.value_or(0),
                                 has_channels_last(input)),
                       added);
}

// The means of parts of unequal length. Where there are no loops for them: each part's elements in a row of their own,
// which ends in zeros. So no part reads what lies in another, as a product with a matrix of weights would: 0 times an
// infinity is NaN.
Tensor average_parts(const Tensor& input, int d, int64_t count) {
  const int64_t n = input.size(d);
  Dims sizes(input.sizes());
  sizes[d] = count;
  if (n == 0) return expand(mul(sum(input, Dims{d}, true), std::numeric_limits<double>::quiet_NaN()), sizes);
  if (input.numel() == 0) return expand(sum(input, Dims{d}, true), sizes);
  if (in_loops(input, Primitive::part_sums)) {
    const Tensor sums = _part_sum(input, count, d);
    if (count % n == 0) return sums;
    if (n % count == 0) return div(sums, n / count);
    Dims beside = Dims::filled(input.ndim(), 1);
    beside[d] = count;
    return div(sums, reshape(_part_sum(ones(Dims{n}, input.dtype()), count, 0), beside));
  }
  const int64_t longest = count ? std::min(n, (n - 1) / count + 2) : 0;
  const Tensor part = unsqueeze(arange(count, Dtype::Int64), 1), place = arange(longest, Dtype::Int64);
  const Tensor begin = floor_divide(mul(part, n), count),
               end = floor_divide(add(mul(add(part, 1), n), count - 1), count);
  const Tensor at = add(begin, place);
  Dims rows(sizes), beside = Dims::filled(input.ndim() + 1, 1);
  rows.insert(d + 1, longest);
  beside[d] = count;
  const Dtype counted = is_integral(input.dtype()) ? Dtype::Int64 : real_of(input.dtype());
  const Tensor length = to(reshape(sub(end, begin), Dims(beside)), counted);
  beside[d + 1] = longest;
  const Tensor beyond = reshape(ge(at, end), Dims(beside));
  const Tensor found = index_select(input, d, reshape(clamp_max(at, n - 1), Dims{-1}));
  return sum(masked_fill(reshape(found, rows), beyond, 0), Dims{d + 1}) / squeeze_dim(length, Dims{d + 1});
}

Tensor adaptive_avg_pool(const char* op, int rank, const Tensor& given, IntSpan output_size) {
  Tensor input = given;
  bool added = add_batch(input, rank, op);
  Dims count = per_dimension(output_size, rank, op, "output_size"), sizes(input.sizes().first(2)), kernel;
  bool even = true;
  for (int d = 0; d < rank; ++d) {
    const int64_t n = input.size(d + 2);
    if (count[d] < 0) count[d] = n;
    even = even && count[d] > 0 && n % count[d] == 0 && n > 0;
    kernel.push_back(even ? n / count[d] : 1);
    sizes.push_back(count[d]);
  }
  if (even) {
    return without_batch(
        _avg_pool(input, sizes, kernel, kernel, Dims::filled(rank, 0), true, 0, has_channels_last(input)), added);
  }
  Tensor out = row_major_images(input);
  for (int d = 0; d < rank; ++d) {
    if (count[d] != input.size(d + 2)) out = average_parts(out, d + 2, count[d]);
  }
  return without_batch(laid_out_like(out, input), added);
}

}  // namespace

template <int Rank>
struct MaxPoolValues : Composite {
  static constexpr Schema schema{
      text<"max_pool{rank}d(Tensor input, int[] kernel_size, int[]? stride=None, int[] padding=0, int[] dilation=1, "
           "bool ceil_mode=False) -> Tensor",
           kRankWords<Rank>>};
  static constexpr const char* doc = text<"The largest element of every window of [N, C, {sizes}].", kRankWords<Rank>>;
  static Tensor forward(const Tensor& input, IntSpan kernel, std::optional<IntSpan> stride, IntSpan padding,
                        IntSpan dilation, bool ceil_mode) {
    return max_pool(text<"max_pool{rank}d", kRankWords<Rank>>, Rank, input, kernel, stride, padding, dilation,
                    ceil_mode)[0];
  }
};
using MaxPool1d = MaxPoolValues<1>;
using MaxPool2d = MaxPoolValues<2>;
using MaxPool3d = MaxPoolValues<3>;
VJP_DEFINE(MaxPool1d);
VJP_DEFINE(MaxPool2d);
VJP_DEFINE(MaxPool3d);

// With positions on request, as the field's functions have it.
template <int Rank>
struct MaxPoolIndices : Composite {
  static constexpr Schema schema{
      text<"max_pool{rank}d.indices(Tensor input, int[] kernel_size, int[]? stride=None, int[] padding=0, int[] "
           "dilation=1, bool ceil_mode=False, *, bool return_indices) -> Tensor[]",
           kRankWords<Rank>>};
  static constexpr const char* doc =
      text<"max_pool{rank}d, followed by the positions in the flattened channel if return_indices is true.",
           kRankWords<Rank>>;
  static std::vector<Tensor> forward(const Tensor& input, IntSpan kernel, std::optional<IntSpan> stride,
                                     IntSpan padding, IntSpan dilation, bool ceil_mode, bool return_indices) {
    return max_pool_list(text<"max_pool{rank}d", kRankWords<Rank>>, Rank, input, kernel, stride, padding, dilation,
                         ceil_mode, return_indices);
  }
};
using MaxPool1dIndices = MaxPoolIndices<1>;
using MaxPool2dIndices = MaxPoolIndices<2>;
using MaxPool3dIndices = MaxPoolIndices<3>;
VJP_DEFINE(MaxPool1dIndices);
VJP_DEFINE(MaxPool2dIndices);
VJP_DEFINE(MaxPool3dIndices);

// That of one dimension has no divisor of its own, as in the field.
struct AvgPool1d : Composite {
  static constexpr Schema schema{
      "avg_pool1d(Tensor input, int[] kernel_size, int[]? stride=None, int[] padding=0, bool ceil_mode=False, bool "
      "count_include_pad=True) -> Tensor"};
  static constexpr const char* doc = "The mean of every window of [N, C, L].";
  static Tensor forward(const Tensor& input, IntSpan kernel, std::optional<IntSpan> stride, IntSpan padding,
                        bool ceil_mode, bool count_include_pad) {
    return avg_pool("avg_pool1d", 1, input, kernel, stride, padding, ceil_mode, count_include_pad, {});
  }
};
VJP_DEFINE(AvgPool1d);

template <int Rank>
struct AvgPoolDivided : Composite {
  static constexpr Schema schema{
      text<"avg_pool{rank}d(Tensor input, int[] kernel_size, int[]? stride=None, int[] padding=0, bool "
           "ceil_mode=False, bool count_include_pad=True, int? divisor_override=None) -> Tensor",
           kRankWords<Rank>>};
  static constexpr const char* doc = text<"The mean of every window of [N, C, {sizes}].", kRankWords<Rank>>;
  static Tensor forward(const Tensor& input, IntSpan kernel, std::optional<IntSpan> stride, IntSpan padding,
                        bool ceil_mode, bool count_include_pad, std::optional<int64_t> divisor_override) {
    return avg_pool(text<"avg_pool{rank}d", kRankWords<Rank>>, Rank, input, kernel, stride, padding, ceil_mode,
                    count_include_pad, divisor_override);
  }
};
using AvgPool2d = AvgPoolDivided<2>;
using AvgPool3d = AvgPoolDivided<3>;
VJP_DEFINE(AvgPool2d);
VJP_DEFINE(AvgPool3d);

template <int Rank>
struct AdaptiveAvgPool : Composite {
  static constexpr Schema schema{
      text<"adaptive_avg_pool{rank}d(Tensor input, int[] output_size) -> Tensor", kRankWords<Rank>>};
  static constexpr const char* doc =
      Rank == 1 ? "The means of output_size parts of [N, C, L] that are as equal as can be."
                : text<"The means of output_size parts a dimension of [N, C, {sizes}]; a negative number keeps a size.",
                       kRankWords<Rank>>;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, IntSpan output_size) {
    return adaptive_avg_pool(text<"adaptive_avg_pool{rank}d", kRankWords<Rank>>, Rank, input, output_size);
  }
};
using AdaptiveAvgPool1d = AdaptiveAvgPool<1>;
using AdaptiveAvgPool2d = AdaptiveAvgPool<2>;
using AdaptiveAvgPool3d = AdaptiveAvgPool<3>;
VJP_DEFINE(AdaptiveAvgPool1d);
VJP_DEFINE(AdaptiveAvgPool2d);
VJP_DEFINE(AdaptiveAvgPool3d);

}  // namespace vjp
