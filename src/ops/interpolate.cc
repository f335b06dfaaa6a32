// Resampling of the spatial dimensions. Every mode but "area" is a matrix for each dimension: the weights with which
// the elements of the input enter those of the output.
#include <cmath>

#include "graph/batched.h"
#include "graph/meta.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_gather.h"
#include "ops/functions/index_slices.h"
#include "ops/functions/join.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/pool.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_shape.h"
#include "ops/layout.h"
#include "ops/windows.h"

namespace vjp {
namespace {

// One dimension: sizes, and the distance of output elements in units of input elements.
struct Axis {
  int64_t in, out;
  double step;
  bool align_corners;
};

// Where the output's elements lie between the input's; the corner elements coincide, or the corners of the grid.
Tensor positions(const Axis& a) {
  Tensor i = arange(a.out, Dtype::Float64);
  return a.align_corners ? mul(i, a.step) : sub(mul(add(i, 0.5), a.step), 0.5);
}

// The elements of the input that enter an output's, a vector of them for each, and their weights.
struct Taps {
  int count;
  Tensor index[4], weight[4];
};

Taps linear_taps(const Axis& a) {
  Tensor at = clamp_min(positions(a), 0.0);
  Tensor first = clamp_max(to(at, Dtype::Int64), a.in - 1), second = clamp_max(add(first, 1), a.in - 1);
  Tensor part = clamp(sub(at, to(first, Dtype::Float64)), Operand(0.0), Operand(1.0));
  return {2, {first, second}, {sub(1.0, part), part}};
}

// Keys' cubic convolution with a = -0.75; the border is repeated.
Taps cubic_taps(const Axis& a) {
  constexpr double kA = -0.75;
  auto near = [](const Tensor& x) { return add(mul(mul(sub(mul(x, kA + 2), kA + 3), x), x), 1.0); };
  auto far = [](const Tensor& x) { return sub(mul(add(mul(sub(mul(x, kA), 5 * kA), x), 8 * kA), x), 4 * kA); };
  Tensor at = positions(a), below = floor(at), t = sub(at, below), tap = to(below, Dtype::Int64);
  Taps taps{4, {}, {far(add(t, 1.0)), near(t), near(sub(1.0, t)), far(sub(2.0, t))}};
  for (int64_t k = 0; k < 4; ++k) taps.index[k] = clamp(add(tap, k - 1), Operand(0), Operand(a.in - 1));
  return taps;
}

// A matrix multiplies every element with every weight, and 0 times what is infinite is NaN. A device's elements are not
// looked at: the host would wait for them.
bool any_infinite(const Tensor& input) {
  Tensor x = detach(input);
  while (is_batched(x)) x = physical_of(x);
  return x.device().is_cpu() && !all(isfinite(x)).item().to_int();
}

// A matrix for short dimensions; for long ones, where it would be nearly empty, and where one element must not reach
// all of its row, tap by tap.
Tensor apply(const Taps& taps, const Tensor& input, int d, const Axis& a) {
  constexpr int64_t kLongestOfMatrix = 128;
  const auto count = static_cast<size_t>(taps.count);
  if (a.in <= kLongestOfMatrix && !any_infinite(input)) {
    return multiply_along(input, d,
                          scatter_add(zeros(Dims{a.in, a.out}, Dtype::Float64), 0, stack({taps.index, count}, 0),
                                      stack({taps.weight, count}, 0)));
  }
  Dims along = Dims::filled(input.ndim() - d, 1);
  along[0] = a.out;
  Tensor out;
  for (size_t k = 0; k < count; ++k) {
    Tensor weight = reshape(to(taps.weight[k], input.dtype()), along), x = index_select(input, d, taps.index[k]);
    out = out ? addcmul(out, x, weight) : mul(x, weight);
  }
  return out;
}

// A triangle that is as wide as the step between output elements where these are further apart than the input's, cut at
// whole elements as the field does it.
Tensor smoothed_weights(const Axis& a) {
  const double reach = std::max(a.step, 1.0);
  Tensor element = unsqueeze(arange(a.in, Dtype::Float64), 1);
  Tensor centre = mul(add(arange(a.out, Dtype::Float64), 0.5), a.step);
  Tensor begin = clamp_min(trunc(add(centre, 0.5 - reach)), 0.0);
  Tensor end = clamp_max(trunc(add(centre, 0.5 + reach)), static_cast<double>(a.in));
  Tensor weight = clamp_min(sub(1.0, div(abs(add(sub(element, centre), 0.5)), reach)), 0.0);
  weight = where(logical_and(ge(element, begin), lt(element, end)), weight, 0.0);
  return div(weight, sum(weight, IntSpan(Dims{0}), true));
}

// The field computes these positions in single precision; so do we, for the same choice at a tie.
Tensor nearest_positions(const Axis& a, double shift) {
  Tensor at = mul(add(arange(a.out, Dtype::Float32), shift), static_cast<double>(static_cast<float>(a.step)));
  return clamp(to(floor(at), Dtype::Int64), Operand(0), Operand(a.in - 1));
}

Axis axis_of(int64_t in, int64_t out, std::optional<double> scale, bool align_corners) {
  Axis a{in, out, 0, align_corners};
  if (align_corners) {
    a.step = out > 1 ? static_cast<double>(in - 1) / static_cast<double>(out - 1) : 0;
  } else {
    a.step = scale && *scale > 0 ? 1 / *scale : static_cast<double>(in) / static_cast<double>(out);
  }
  return a;
}

Tensor resample(const Tensor& input, int d, const Axis& axis, std::string_view mode) {
  if (mode == "nearest") return index_select(input, d, nearest_positions(axis, 0));
  if (mode == "nearest-exact") return index_select(input, d, nearest_positions(axis, 0.5));
  return apply(mode == "bicubic" ? cubic_taps(axis) : linear_taps(axis), input, d, axis);
}

// Images as they lie, so that what is resampled is whole rows: with their channels in the last dimension where they lie
// side by side. The spatial dimensions begin at `first`.
struct Resampled {
  Tensor seen;
  int first = 2;
  explicit Resampled(const Tensor& images) : seen(images) {
    if (!has_channels_last(images)) return;
    Dims order{0};
    for (int d = 2; d < images.ndim(); ++d) order.push_back(d);
    order.push_back(1);
    seen = permute(images, order);
    first = 1;
  }
  Tensor seen_back(const Tensor& result) const {
    if (first == 2) return result;
    Dims order{0, result.ndim() - 1};
    for (int d = 1; d < result.ndim() - 1; ++d) order.push_back(d);
    return permute(result, order);
  }
};

void check_mode(std::string_view mode, int rank, bool align_corners) {
  const bool any = mode == "nearest" || mode == "nearest-exact" || mode == "area";
  const bool fits = any || (mode == "linear" && rank == 1) ||
                    ((mode == "bilinear" || mode == "bicubic") && rank == 2) || (mode == "trilinear" && rank == 3);
  if (!fits) fail(VJP_ERROR_INVALID, "interpolate: mode \"{}\" does not exist for {} spatial dimensions", mode, rank);
  if (any && align_corners) fail(VJP_ERROR_INVALID, "interpolate: align_corners has no meaning for mode \"{}\"", mode);
}

}  // namespace

struct Interpolate : Composite {
  static constexpr Schema schema{
      "interpolate(Tensor input, int[]? size=None, float[]? scale_factor=None, str mode=\"nearest\", bool "
      "align_corners=False, bool recompute_scale_factor=False) -> Tensor"};
  static constexpr const char* doc =
      "Resamples the spatial dimensions of [N, C, *] to `size`, or by `scale_factor`: \"nearest\", \"nearest-exact\", "
      "\"linear\", "
      "\"bilinear\", \"trilinear\", \"bicubic\" or \"area\".";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, std::optional<IntSpan> size,
                        std::optional<std::span<const double>> scale_factor, std::string_view mode, bool align_corners,
                        bool recompute_scale_factor) {
    const int rank = input.ndim() - 2;
    if (rank < 1 || rank > 3) {
      fail(VJP_ERROR_SHAPE, "interpolate: [N, C, *] with 1 to 3 spatial dimensions is needed, got {}", input.sizes());
    }
    check_mode(mode, rank, align_corners);
    const bool scaled = scale_factor && !scale_factor->empty();
    if (scaled == (size && !size->empty())) {
      fail(VJP_ERROR_INVALID, "interpolate: give either size or scale_factor");
    }
    Dims sizes;
    std::optional<double> scale[3];
    for (int d = 0; d < rank; ++d) {
      if (scaled) {
        if (scale_factor->size() != 1 && static_cast<int>(scale_factor->size()) != rank) {
          fail(VJP_ERROR_INVALID, "interpolate: {} scale factors for {} dimensions", scale_factor->size(), rank);
        }
        double s = (*scale_factor)[scale_factor->size() == 1 ? 0 : static_cast<size_t>(d)];
        const double size_d = std::floor(static_cast<double>(input.size(d + 2)) * s);
        if (!(size_d >= 1 && size_d < 0x1p40)) {
          fail(VJP_ERROR_INVALID, "interpolate: scale factor {} does not fit an input of {}", s, input.sizes());
        }
        sizes.push_back(static_cast<int64_t>(size_d));
        if (!recompute_scale_factor) scale[d] = s;
      } else {
        sizes.push_back(per_dimension(*size, rank, "interpolate", "size")[d]);
      }
      if (sizes[d] < 1 || input.size(d + 2) < 1) {
        fail(VJP_ERROR_SHAPE, "interpolate: {} cannot be resampled to {}", input.sizes(), sizes);
      }
    }
    if (mode == "area") {
      return rank == 1   ? adaptive_avg_pool1d(input, sizes)
             : rank == 2 ? adaptive_avg_pool2d(input, sizes)
                         : adaptive_avg_pool3d(input, sizes);
    }
    const bool linear = mode == "linear" || mode == "bilinear" || mode == "trilinear";
    const Resampled images(input);
    Tensor out = images.seen;
    for (int d = rank - 1; d >= 0; --d) {
      const int64_t in = input.size(d + 2);
      // linear modes copy where the size stays what it is, whatever the scale was; as the field does
      if (in == sizes[d] && (!scale[d] || linear)) continue;
      out = resample(out, images.first + d, axis_of(in, sizes[d], scale[d], align_corners), mode);
    }
    return out.is(images.seen) ? clone(input) : images.seen_back(out);
  }
};
VJP_DEFINE(Interpolate);

struct UpsampleNearest : Composite {
  static constexpr Schema schema{
      "upsample_nearest(Tensor input, int[]? size=None, float[]? scale_factor=None) -> Tensor"};
  static constexpr const char* doc = "interpolate with mode \"nearest\".";
  static Tensor forward(const Tensor& input, std::optional<IntSpan> size,
                        std::optional<std::span<const double>> scale_factor) {
    return Interpolate::forward(input, size, scale_factor, "nearest", false, false);
  }
};
VJP_DEFINE(UpsampleNearest);

struct UpsampleBilinear : Composite {
  static constexpr Schema schema{
      "upsample_bilinear(Tensor input, int[]? size=None, float[]? scale_factor=None) -> Tensor"};
  static constexpr const char* doc = "interpolate with mode \"bilinear\" and align_corners.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, std::optional<IntSpan> size,
                        std::optional<std::span<const double>> scale_factor) {
    return Interpolate::forward(input, size, scale_factor, "bilinear", true, false);
  }
};
VJP_DEFINE(UpsampleBilinear);

struct UpsampleBilinearSmoothed : Composite {
  static constexpr Schema schema{
      "_upsample_bilinear2d_aa(Tensor input, int[] output_size, bool align_corners, float? scales_h=None, float? "
      "scales_w=None) -> Tensor"};
  static constexpr const char* doc =
      "Bilinear resampling of [N, C, H, W] that takes the mean of what lies between where it makes an image smaller.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, IntSpan output_size, bool align_corners, std::optional<double> scales_h,
                        std::optional<double> scales_w) {
    if (input.ndim() != 4 || input.size(2) < 1 || input.size(3) < 1)
      fail(VJP_ERROR_SHAPE, "_upsample_bilinear2d_aa: 'input' is {}, expected [N, C, H, W]", input);
    const char* op = "_upsample_bilinear2d_aa";
    const Dims sizes = at_least(per_dimension(output_size, 2, op, "output_size"), 1, op, "output_size");
    const Resampled images(input);
    Tensor out = multiply_along(images.seen, images.first + 1,
                                smoothed_weights(axis_of(input.size(3), sizes[1], scales_w, align_corners)));
    out =
        multiply_along(out, images.first, smoothed_weights(axis_of(input.size(2), sizes[0], scales_h, align_corners)));
    return images.seen_back(out);
  }
};
VJP_DEFINE(UpsampleBilinearSmoothed);

}  // namespace vjp
