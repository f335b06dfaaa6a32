// Convolution. Output, input and weight enter three operators, each of which is bilinear and whose derivatives are the
// other two:
//   _convolution        out[p]    = sum_k  in[p * stride + k] * weight[k]
//   _convolution_data   in[q]     = sum    out[p] * weight[k]   over p * stride + k = q     (transposed convolution)
//   _convolution_weight weight[k] = sum_p  out[p] * in[p * stride + k]
#include "ops/functions/conv.h"

#include "ops/batch_rules.h"
#include "ops/call_counts.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/pad.h"
#include "ops/functions/sum_to_size.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/halves.h"
#include "ops/layout.h"
#include "ops/matmul.h"
#include "ops/texts.h"
#include "ops/windows.h"

namespace vjp {
namespace {

ConvArgs arguments(const Tensor& in, const Tensor& weight, const Tensor& out, IntSpan stride, IntSpan padding,
                   IntSpan dilation, int64_t groups) {
  ConvArgs args{};
  args.in = in.view();
  args.weight = weight.view();
  args.out = out.view();
  args.rank = in.ndim() - 2;
  for (size_t d = 0; d < stride.size(); ++d) {
    args.stride[d] = stride[d];
    args.padding[d] = padding[d];
    args.dilation[d] = dilation[d];
  }
  args.groups = groups;
  return args;
}

// The sum over all dimensions but that of the channels.
Tensor sum_to_channels(const Tensor& g) {
  const int64_t channels = g.size(1);
  int64_t positions = 1;
  for (int i = 2; i < g.ndim(); ++i) positions *= g.size(i);
  return reshape(sum_to_size(reshape(g, Dims{g.size(0), channels, positions}), Dims{1, channels, 1}), Dims{channels});
}

// One number a channel, shaped to meet [N, C, *].
Dims channel_shape(const Tensor& like) {
  Dims sizes = Dims::filled(like.ndim() - 1, 1);
  sizes[0] = like.size(1);
  return sizes;
}

// The first positions of every spatial dimension, up to a shape.
Tensor front_part(Tensor t, IntSpan shape) {
  for (int d = 2; d < t.ndim(); ++d) {
    const int64_t wanted = shape[static_cast<size_t>(d)];
    if (t.size(d) != wanted) t = narrow(t, d, 0, wanted);
  }
  return t;
}

// A gradient lies as the argument does that it is for. Where that has its channels last and the gradient that comes
// does not, as that of a sum, it is brought into the format first: all that follows then runs on channels side by side.
Tensor lying_as(const Geometry& argument, const Tensor& t) {
  return contiguous_memory_format(t, format_of(argument.sizes, argument.strides));
}
Tensor brought_to(const Geometry& argument, const Tensor& g) {
  return format_of(argument.sizes, argument.strides) == VJP_MEMORY_FORMAT_CONTIGUOUS ? g : lying_as(argument, g);
}

// Batches. A sample's images are images like others as long as the weights are the same for all samples. Where each has
// its own, its channels are groups of their own; and where the other side is the same for all samples and there are no
// groups yet, the channels of all samples stand beside each other.
// bias [channels] or [b, channels], for results [b, N, channels, *].
Tensor bias_of_samples(const Batch& b, int arg, const Tensor& bias, int rank) {
  Dims sizes = Dims::filled(rank, 1);
  sizes[0] = bias.size(-1);
  if (b.has(arg)) sizes = led_by(b.size, led_by(1, sizes));
  return reshape(bias, sizes);
}

}  // namespace

struct Convolution : General {
  static constexpr Schema schema{
      "_convolution(Tensor input, Tensor weight, Tensor? bias, int[] stride, int[] padding, int[] dilation, int "
      "groups) -> "
      "Tensor"};
  static constexpr const char* doc =
      "Convolution of [N, C, *] with [O, C / groups, *], one number a spatial dimension.";
  static Tensor forward(const Tensor& input, const Tensor& weight, const Tensor& bias, IntSpan stride, IntSpan padding,
                        IntSpan dilation, int64_t groups) {
    Dims sizes{input.size(0), weight.size(0)};
    for (size_t d = 0; d < stride.size(); ++d) {
      int64_t reach = dilation[d] * (weight.size(static_cast<int64_t>(d) + 2) - 1) + 1;
      int64_t padded = input.size(static_cast<int64_t>(d) + 2) + 2 * padding[d];
      if (padded < reach) {
        fail(VJP_ERROR_SHAPE,
             "convolution: a window of {} does not fit into a padded input of {} ('input' {}, 'weight' {})", reach,
             padded, input.sizes(), weight.sizes());
      }
      sizes.push_back((padded - reach) / stride[d] + 1);
    }
    Tensor out = empty_like_images(sizes, input.dtype(), input, weight);
    ConvArgs args = arguments(input, weight, out, stride, padding, dilation, groups);
    if (bias) args.bias = bias.view();
    kernels().conv_forward(args);
    return out;
  }
  static Tensor batch(const Batch& b, const Tensor& input, const Tensor& weight, const Tensor& bias, IntSpan stride,
                      IntSpan padding, IntSpan dilation, int64_t groups) {
    const int rank = static_cast<int>(stride.size());
    const auto run = [&](const Tensor& x, const Tensor& w, const Tensor& to_channels, int64_t g) {
      return _convolution(x, w, to_channels, stride, padding, dilation, g);
    };
    if (b.has(1)) {
      const bool beside = !b.has(0) && groups == 1;
      const Tensor x = beside ? input : folded(with_batch(b, 0, input), 1);
      const Tensor all = bias ? folded(with_batch(b, 2, bias), 0) : bias;
      return unfolded(run(x, folded(weight, 0), all, beside ? 1 : groups * b.size), 1, b.size, weight.size(1));
    }
    // a bias of each sample's own is added to what is not rounded yet
    const bool apart = bias && b.has(2);
    const Tensor x = apart ? wide(input) : input, w = apart ? wide(weight) : weight, shared = apart ? Tensor() : bias;
    const Tensor out =
        b.has(0) ? unfolded(run(folded(x, 0), w, shared, groups), 0, b.size, input.size(1)) : run(x, w, shared, groups);
    return apart ? narrowed(add(out, bias_of_samples(b, 2, wide(bias), rank + 1)), input.dtype()) : out;
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, In<"weight"> w, GeometryOf<"input"> in, Attr<"stride", IntSpan> stride,
                            Attr<"padding", IntSpan> padding, Attr<"dilation", IntSpan> dilation,
                            Attr<"groups", int64_t> groups) -> Tensor {
              return lying_as(in, _convolution_data(brought_to(in, g), conjugated(w), in.sizes, stride.value,
                                                    padding.value, dilation.value, groups));
            }),
            wrt<"weight", "bias">([](Grad g, In<"input"> x, GeometryOf<"weight"> w, Needs<"weight"> weight,
                                     Needs<"bias"> bias, Attr<"stride", IntSpan> stride,
                                     Attr<"padding", IntSpan> padding, Attr<"dilation", IntSpan> dilation,
                                     Attr<"groups", int64_t> groups) -> std::array<Tensor, 2> {
              if (!weight) return {Tensor(), sum_to_channels(g)};
              if (derivatives_followed() || !bias || is_complex(g.dtype())) {
                return {lying_as(w, _convolution_weight(conjugated(x), has_channels_last(x) ? laid_out_like(g, x) : g,
                                                        w.sizes, stride.value, padding.value, dilation.value, groups)),
                        bias ? sum_to_channels(g) : Tensor()};
              }
              if (has_channels_last(x)) g = {laid_out_like(g, x)};
              const bool last = format_of(w.sizes, w.strides) != VJP_MEMORY_FORMAT_CONTIGUOUS;
              Tensor dw = empty_images(w.sizes, g.dtype(), last), db = Tensor::empty(Dims{g.size(1)}, g.dtype());
              ConvArgs args = arguments(x, dw, g, stride.value, padding.value, dilation.value, groups);
              args.bias = db.view();
              kernels().conv_weight(args);
              stands_for(op_ConvolutionWeight, op_SumToSize);
              return {dw, db};
            }));
  static constexpr auto jvp =
      tangents([](Tangent<"input"> dx, Tangent<"weight"> dw, Tangent<"bias"> db, In<"input"> x, In<"weight"> w,
                  Out<> out, Attr<"stride", IntSpan> stride, Attr<"padding", IntSpan> padding,
                  Attr<"dilation", IntSpan> dilation, Attr<"groups", int64_t> groups) -> Tensor {
        const auto convolved = [&](const Tensor& in, const Tensor& weight, const Tensor& bias) {
          return _convolution(in, weight, bias, stride.value, padding.value, dilation.value, groups);
        };
        if (!dx && !dw) return expand(reshape(db, channel_shape(out)), out.sizes());
        Tensor first = dx ? convolved(dx, w, db) : convolved(x, dw, db);
        return dx && dw ? add(first, convolved(x, dw, {})) : first;
      });
};
VJP_DEFINE(Convolution);

struct ConvolutionData : Bilinear {
  static constexpr Schema schema{
      "_convolution_data(Tensor input, Tensor weight, int[] size, int[] stride, int[] padding, int[] dilation, int "
      "groups) -> "
      "Tensor"};
  static constexpr const char* doc =
      "The gradient of a convolution for its input of shape `size`, given that of its output.";
  static Tensor forward(const Tensor& input, const Tensor& weight, IntSpan size, IntSpan stride, IntSpan padding,
                        IntSpan dilation, int64_t groups) {
    Tensor out = empty_like_images(size, input.dtype(), input, weight);
    kernels().conv_data(arguments(out, weight, input, stride, padding, dilation, groups));
    return out;
  }
  static Tensor batch(const Batch& b, const Tensor& input, const Tensor& weight, IntSpan size, IntSpan stride,
                      IntSpan padding, IntSpan dilation, int64_t groups) {
    if (!b.has(1)) {
      const Tensor out = _convolution_data(folded(input, 0), weight, times_as_large(size, 0, b.size), stride, padding,
                                           dilation, groups);
      return unfolded(out, 0, b.size, size[0]);
    }
    const bool beside = !b.has(0) && groups == 1;
    const Tensor g = beside ? input : folded(with_batch(b, 0, input), 1);
    const Tensor out = _convolution_data(g, folded(weight, beside ? 1 : 0), times_as_large(size, 1, b.size), stride,
                                         padding, dilation, beside ? 1 : groups * b.size);
    return unfolded(out, 1, b.size, size[1]);
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, In<"weight"> w, GeometryOf<"input"> in, Attr<"stride", IntSpan> stride,
                            Attr<"padding", IntSpan> padding, Attr<"dilation", IntSpan> dilation,
                            Attr<"groups", int64_t> groups) -> Tensor {
              Tensor out = _convolution(brought_to(in, g), conjugated(w), Tensor(), stride.value, padding.value,
                                        dilation.value, groups);
              // output padding of a whole stride makes room for one position more, which gave nothing
              return lying_as(in, front_part(out, in.sizes));
            }),
            wrt<"weight">([](Grad g, In<"input"> y, GeometryOf<"weight"> w, Attr<"stride", IntSpan> stride,
                             Attr<"padding", IntSpan> padding, Attr<"dilation", IntSpan> dilation,
                             Attr<"groups", int64_t> groups) -> Tensor {
              return lying_as(w, _convolution_weight(has_channels_last(y) ? laid_out_like(g, y) : g, conjugated(y),
                                                     w.sizes, stride.value, padding.value, dilation.value, groups));
            }));
};
VJP_DEFINE(ConvolutionData);

struct ConvolutionWeight : Bilinear {
  static constexpr Schema schema{
      "_convolution_weight(Tensor input, Tensor other, int[] size, int[] stride, int[] padding, int[] dilation, int "
      "groups) -> "
      "Tensor"};
  static constexpr const char* doc =
      "The gradient of a convolution for its weight of shape `size`, given its input and the gradient of its output.";
  static Tensor forward(const Tensor& input, const Tensor& other, IntSpan size, IntSpan stride, IntSpan padding,
                        IntSpan dilation, int64_t groups) {
    Tensor out = empty_like_images(size, input.dtype(), input, other);
    kernels().conv_weight(arguments(input, out, other, stride, padding, dilation, groups));
    return out;
  }
  static Tensor batch(const Batch& b, const Tensor& input, const Tensor& other, IntSpan size, IntSpan stride,
                      IntSpan padding, IntSpan dilation, int64_t groups) {
    if (groups == 1 && !b.has(1)) {
      const Tensor out =
          _convolution_weight(folded(input, 1), other, times_as_large(size, 1, b.size), stride, padding, dilation, 1);
      return unfolded(out, 1, b.size, size[1]);
    }
    const bool beside = groups == 1 && !b.has(0);
    const Tensor x = beside ? input : folded(with_batch(b, 0, input), 1);
    const Tensor out = _convolution_weight(x, folded(with_batch(b, 1, other), 1), times_as_large(size, 0, b.size),
                                           stride, padding, dilation, beside ? 1 : groups * b.size);
    return unfolded(out, 0, b.size, size[0]);
  }
  static constexpr auto vjp = rules(
      wrt<"input">([](Grad g, In<"other"> y, GeometryOf<"input"> in, Attr<"stride", IntSpan> stride,
                      Attr<"padding", IntSpan> padding, Attr<"dilation", IntSpan> dilation,
                      Attr<"groups", int64_t> groups) -> Tensor {
        return lying_as(
            in, _convolution_data(conjugated(y), g, in.sizes, stride.value, padding.value, dilation.value, groups));
      }),
      wrt<"other">([](Grad g, In<"input"> x, GeometryOf<"other"> y, Attr<"stride", IntSpan> stride,
                      Attr<"padding", IntSpan> padding, Attr<"dilation", IntSpan> dilation,
                      Attr<"groups", int64_t> groups) -> Tensor {
        Tensor out = _convolution(conjugated(x), g, Tensor(), stride.value, padding.value, dilation.value, groups);
        return lying_as(y, front_part(out, y.sizes));  // a transposed convolution may leave out the last positions
      }));
};
VJP_DEFINE(ConvolutionWeight);

namespace {

// The channels of an operand that has `per_group` in each group.
int64_t all_channels(const char* op, int64_t per_group, int64_t groups) {
  int64_t channels;
  if (groups < 1 || __builtin_mul_overflow(per_group, groups, &channels)) {
    fail(VJP_ERROR_INVALID, "{}: groups must be at least 1 and divide the channels, got {}", op, groups);
  }
  return channels;
}

void check_channels(const char* op, const Tensor& input, const Tensor& weight, const Tensor& bias, int64_t in_channels,
                    int64_t out_channels, int64_t groups) {
  check_factors(op, input, weight);
  if (bias) check_factors(op, input, bias);
  if (groups < 1 || input.size(1) != in_channels || weight.size(0) % std::max<int64_t>(1, groups) != 0) {
    fail(VJP_ERROR_SHAPE, "{}: 'weight' is {}, which with groups {} is for {} channels, but 'input' {} has {}{}", op,
         weight.sizes(), groups, in_channels, input.sizes(), input.size(1),
         input.size(1) == in_channels ? "; groups must divide the channels on both sides" : "");
  }
  if (bias && (bias.ndim() != 1 || bias.size(0) != out_channels)) {
    fail(VJP_ERROR_SHAPE, "{}: 'bias' is {}, but there are {} output channels: [{}] is needed", op, bias.sizes(),
         out_channels, out_channels);
  }
}

void check_weight(const char* op, int rank, const Tensor& weight) {
  if (weight.ndim() != rank + 2)
    fail(VJP_ERROR_SHAPE, "{}: 'weight' must have {} dimensions, got shape {}", op, rank + 2, weight.sizes());
}

Tensor convolve(const char* op, int rank, const Tensor& given, const Tensor& weight, const Tensor& bias, IntSpan stride,
                IntSpan padding, IntSpan dilation, int64_t groups) {
  Tensor input = given;
  bool added = add_batch(input, rank, op);
  check_weight(op, rank, weight);
  check_channels(op, input, weight, bias, all_channels(op, weight.size(1), groups), weight.size(0), groups);
  return without_batch(
      _convolution(input, weight, bias, at_least(per_dimension(stride, rank, op, "stride"), 1, op, "stride"),
                   at_least(per_dimension(padding, rank, op, "padding"), 0, op, "padding"),
                   at_least(per_dimension(dilation, rank, op, "dilation"), 1, op, "dilation"), groups),
      added);
}

// "valid": none. "same": as much as keeps the size; what is left over of an odd sum goes behind.
Tensor convolve_padded(const char* op, int rank, const Tensor& given, const Tensor& weight, const Tensor& bias,
                       IntSpan stride, std::string_view padding, IntSpan dilation, int64_t groups) {
  if (padding == "valid") return convolve(op, rank, given, weight, bias, stride, Dims{0}, dilation, groups);
  if (padding != "same")
    fail(VJP_ERROR_INVALID, "{}: padding must be \"same\", \"valid\" or numbers, got \"{}\"", op, padding);
  check_weight(op, rank, weight);
  Dims steps = per_dimension(stride, rank, op, "stride"), before, behind;
  Dims spread = at_least(per_dimension(dilation, rank, op, "dilation"), 1, op, "dilation");
  for (int d = 0; d < rank; ++d) {
    if (steps[d] != 1) fail(VJP_ERROR_INVALID, "{}: padding \"same\" needs stride 1, got {}", op, steps);
    int64_t total = spread[d] * (weight.size(d - rank) - 1);
    before.push_back(total / 2);
    behind.push_back(total - 2 * (total / 2));
  }
  Dims extra;  // as pad wants it: from the last dimension on
  bool odd = false;
  for (int d = rank - 1; d >= 0; --d) {
    extra.push_back(0);
    extra.push_back(behind[d]);
    odd = odd || behind[d] != 0;
  }
  return convolve(op, rank, odd ? constant_pad_nd(given, extra) : given, weight, bias, stride, before, dilation,
                  groups);
}

Tensor convolve_transposed(const char* op, int rank, const Tensor& given, const Tensor& weight, const Tensor& bias,
                           IntSpan stride, IntSpan padding, IntSpan output_padding, int64_t groups, IntSpan dilation) {
  Tensor input = given;
  bool added = add_batch(input, rank, op);
  check_weight(op, rank, weight);
  const int64_t channels = all_channels(op, weight.size(1), groups);
  check_channels(op, input, weight, bias, weight.size(0), channels, groups);
  Dims steps = at_least(per_dimension(stride, rank, op, "stride"), 1, op, "stride");
  Dims around = at_least(per_dimension(padding, rank, op, "padding"), 0, op, "padding");
  Dims spread = at_least(per_dimension(dilation, rank, op, "dilation"), 1, op, "dilation");
  Dims more = at_least(per_dimension(output_padding, rank, op, "output_padding"), 0, op, "output_padding");
  Dims sizes{input.size(0), channels};
  for (int d = 0; d < rank; ++d) {
    if (more[d] >= std::max(steps[d], spread[d])) {
      fail(VJP_ERROR_INVALID, "{}: output_padding {} must be below stride {} or dilation {}", op, more, steps, spread);
    }
    int64_t size =
        (input.size(2 + d) - 1) * steps[d] - 2 * around[d] + spread[d] * (weight.size(2 + d) - 1) + more[d] + 1;
    if (size < 0) fail(VJP_ERROR_SHAPE, "{}: the output would have size {}", op, size);
    sizes.push_back(size);
  }
  Tensor out = _convolution_data(input, weight, sizes, steps, around, spread, groups);
  if (bias) {
    Dims shape = Dims::filled(rank + 1, 1);
    shape[0] = channels;
    out = add(out, view(bias, shape));
  }
  return without_batch(out, added);
}

}  // namespace

template <int Rank>
struct Conv : Composite {
  static constexpr Schema schema{
      text<"conv{rank}d(Tensor input, Tensor weight, Tensor? bias=None, int[] stride=1, int[] padding=0, int[] "
           "dilation=1, int groups=1) -> Tensor",
           kRankWords<Rank>>};
  static constexpr const char* doc =
      Rank == 3
          ? "Slides filters [O, C / groups, d, h, w] over [N, C, D, H, W]."
          : text<"Slides filters [O, C / groups, {window}] over [N, C, {sizes}] (cross-correlation, as in the field).",
                 kRankWords<Rank>>;
  static constexpr Autocast autocast = Autocast::Lower;
  static Tensor forward(const Tensor& input, const Tensor& weight, const Tensor& bias, IntSpan stride, IntSpan padding,
                        IntSpan dilation, int64_t groups) {
    return convolve(text<"conv{rank}d", kRankWords<Rank>>, Rank, input, weight, bias, stride, padding, dilation,
                    groups);
  }
};
using Conv1d = Conv<1>;
using Conv2d = Conv<2>;
using Conv3d = Conv<3>;
VJP_DEFINE(Conv1d);
VJP_DEFINE(Conv2d);
VJP_DEFINE(Conv3d);

template <int Rank>
struct ConvPadding : Composite {
  static constexpr Schema schema{
      text<"conv{rank}d.padding(Tensor input, Tensor weight, Tensor? bias=None, int[] stride=1, str "
           "padding=\"valid\", int[] dilation=1, int groups=1) -> Tensor",
           kRankWords<Rank>>};
  static constexpr const char* doc =
      text<"conv{rank}d with the padding by name: \"valid\" (none) or \"same\" (keeps the size).", kRankWords<Rank>>;
  static constexpr Autocast autocast = Autocast::Lower;
  static Tensor forward(const Tensor& input, const Tensor& weight, const Tensor& bias, IntSpan stride,
                        std::string_view padding, IntSpan dilation, int64_t groups) {
    return convolve_padded(text<"conv{rank}d", kRankWords<Rank>>, Rank, input, weight, bias, stride, padding, dilation,
                           groups);
  }
};
using Conv1dPadding = ConvPadding<1>;
using Conv2dPadding = ConvPadding<2>;
using Conv3dPadding = ConvPadding<3>;
VJP_DEFINE(Conv1dPadding);
VJP_DEFINE(Conv2dPadding);
VJP_DEFINE(Conv3dPadding);

template <int Rank>
struct ConvTranspose : Composite {
  static constexpr Schema schema{
      text<"conv_transpose{rank}d(Tensor input, Tensor weight, Tensor? bias=None, int[] stride=1, int[] padding=0, "
           "int[] output_padding=0, int groups=1, int[] dilation=1) -> Tensor",
           kRankWords<Rank>>};
  static constexpr const char* doc =
      text<"The transpose of conv{rank}d as a linear map; weight [C, O / groups, {window}].", kRankWords<Rank>>;
  static constexpr Autocast autocast = Autocast::Lower;
  static Tensor forward(const Tensor& input, const Tensor& weight, const Tensor& bias, IntSpan stride, IntSpan padding,
                        IntSpan output_padding, int64_t groups, IntSpan dilation) {
    return convolve_transposed(text<"conv_transpose{rank}d", kRankWords<Rank>>, Rank, input, weight, bias, stride,
                               padding, output_padding, groups, dilation);
  }
};
using ConvTranspose1d = ConvTranspose<1>;
using ConvTranspose2d = ConvTranspose<2>;
using ConvTranspose3d = ConvTranspose<3>;
VJP_DEFINE(ConvTranspose1d);
VJP_DEFINE(ConvTranspose2d);
VJP_DEFINE(ConvTranspose3d);

}  // namespace vjp
