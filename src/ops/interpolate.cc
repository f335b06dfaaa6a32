// Resampling of the spatial dimensions. Every mode but "area" is a matrix for each dimension: the weights with which
// the elements of the input enter those of the output.
#include <algorithm>
#include <cmath>

#include "ops/define.h"
#include "ops/functions.h"
#include "ops/windows.h"

namespace vjp {
namespace {

// One dimension: sizes, and the distance of output elements in units of input elements.
struct Axis {
  int64_t in, out;
  double step;
  bool align_corners;
};

// Where an output element lies between the input's elements; the corner elements coincide, or the corners of the grid.
double position(const Axis& a, int64_t i) {
  return a.align_corners ? static_cast<double>(i) * a.step : (static_cast<double>(i) + 0.5) * a.step - 0.5;
}

Tensor linear_weights(const Axis& a) {
  Tensor w = Tensor::zeros(Dims{a.in, a.out}, Dtype::Float64);
  for (int64_t j = 0; j < a.out; ++j) {
    double at = std::max(0.0, position(a, j));
    int64_t first = std::min(static_cast<int64_t>(at), a.in - 1), second = std::min(first + 1, a.in - 1);
    double part = std::clamp(at - static_cast<double>(first), 0.0, 1.0);
    w.data<double>()[first * a.out + j] += 1 - part;
    w.data<double>()[second * a.out + j] += part;
  }
  return w;
}

// Keys' cubic convolution with a = -0.75; the border is repeated.
Tensor cubic_weights(const Axis& a) {
  constexpr double kA = -0.75;
  auto near = [](double x) { return ((kA + 2) * x - (kA + 3)) * x * x + 1; };
  auto far = [](double x) { return ((kA * x - 5 * kA) * x + 8 * kA) * x - 4 * kA; };
  Tensor w = Tensor::zeros(Dims{a.in, a.out}, Dtype::Float64);
  for (int64_t j = 0; j < a.out; ++j) {
    double at = position(a, j), below = std::floor(at), t = at - below;
    const double taps[4] = {far(t + 1), near(t), near(1 - t), far(2 - t)};
    for (int64_t k = 0; k < 4; ++k) {
      int64_t i = std::clamp<int64_t>(static_cast<int64_t>(below) - 1 + k, 0, a.in - 1);
      w.data<double>()[i * a.out + j] += taps[k];
    }
  }
  return w;
}

// The field computes these positions in single precision; so do we, for the same choice at a tie.
Tensor nearest_positions(const Axis& a, float shift) {
  Tensor positions = Tensor::empty(Dims{a.out}, Dtype::Int64);
  const float step = static_cast<float>(a.step);
  for (int64_t j = 0; j < a.out; ++j) {
    int64_t i = static_cast<int64_t>(std::floor((static_cast<float>(j) + shift) * step));
    positions.data<int64_t>()[j] = std::clamp<int64_t>(i, 0, a.in - 1);
  }
  return positions;
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
  if (mode == "nearest-exact") return index_select(input, d, nearest_positions(axis, 0.5f));
  return multiply_along(input, d, mode == "bicubic" ? cubic_weights(axis) : linear_weights(axis));
}

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
    Tensor out = input;
    for (int d = rank - 1; d >= 0; --d) {
      const int64_t in = input.size(d + 2);
      if (in == sizes[d] && !scale[d]) continue;
      out = resample(out, d + 2, axis_of(in, sizes[d], scale[d], align_corners), mode);
    }
    return out.is(input) ? clone(input) : contiguous(out);
  }
};
VJP_DEFINE(Interpolate);

}  // namespace vjp
