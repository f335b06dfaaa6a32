// Reading images between their pixels, at places that are themselves differentiated.
#include <cmath>

#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/index_gather.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/tensor_operators.h"

namespace vjp {
namespace {

enum class Interpolation { Bilinear, Nearest, Bicubic };
enum class Border { Zeros, Repeat, Reflect };

struct Sampling {
  const char* op;
  Interpolation interpolation;
  Border border;
  bool align_corners;
};

// From -1 to 1 over the image, by the centres of its corner pixels or by their outer edges, to positions of pixels.
Tensor pixel_positions(const Tensor& coordinate, int64_t size, bool align_corners) {
  const double n = static_cast<double>(size);
  return align_corners ? (coordinate + 1.0) * ((n - 1) / 2) : ((coordinate + 1.0) * n - 1.0) * 0.5;
}

// Mirrored between twice_low / 2 and twice_high / 2 as often as it takes.
Tensor reflected(const Tensor& x, int64_t twice_low, int64_t twice_high) {
  if (twice_low == twice_high) return x * 0.0;
  const double low = static_cast<double>(twice_low) / 2, span = static_cast<double>(twice_high - twice_low) / 2;
  Tensor distance = abs(x - low), rest = fmod(distance, span);
  Tensor odd = ne(remainder(floor(div(distance, span)), 2.0), 0);
  return where(odd, sub(span + low, rest), rest + low);
}

// The place that counts for one outside of the image.
Tensor inside(const Tensor& x, int64_t size, const Sampling& s) {
  if (s.border == Border::Zeros) return x;
  Tensor at = x;
  if (s.border == Border::Reflect)
    at = s.align_corners ? reflected(x, 0, 2 * (size - 1)) : reflected(x, -1, 2 * size - 1);
  return clamp(at, Operand(0.0), Operand(static_cast<double>(size - 1)));
}

struct Sampler {
  const Tensor& input;  // [N, C, *]
  Tensor pixels;        // [N, C, number of pixels]
  const Sampling& s;
  int rank;

  int64_t size(int d) const { return input.size(d + 2); }

  // The pixels at whole positions, one tensor [N, points] a dimension; 0 outside of the image.
  Tensor at(const Tensor* position) const {
    Tensor index, in;
    for (int d = 0; d < rank; ++d) {
      const double last = static_cast<double>(size(d) - 1);
      Tensor here = logical_and(ge(position[d], 0.0), le(position[d], last));
      Tensor i = to(clamp(position[d], Operand(0.0), Operand(last)), Dtype::Int64);
      index = d ? add(mul(index, size(d)), i) : i;
      in = d ? logical_and(in, here) : here;
    }
    const int64_t points = index.size(1);
    Tensor all = expand(unsqueeze(index, 1), Dims{input.size(0), input.size(1), points});
    Tensor found = gather(pixels, 2, all);
    return s.border == Border::Zeros ? where(unsqueeze(in, 1), found, 0.0) : found;
  }

  Tensor nearest(const Tensor* place) const {
    Tensor position[3];
    for (int d = 0; d < rank; ++d) position[d] = round(inside(place[d], size(d), s));
    return at(position);
  }

  // The corners of the cell around the place, each by its share.
  Tensor linear(const Tensor* place) const {
    Tensor below[3], part[3], sum;
    for (int d = 0; d < rank; ++d) {
      Tensor x = inside(place[d], size(d), s);
      below[d] = floor(x);
      part[d] = x - below[d];
    }
    for (int corner = 0; corner < 1 << rank; ++corner) {
      Tensor position[3], weight;
      for (int d = 0; d < rank; ++d) {
        const bool upper = corner >> d & 1;
        position[d] = upper ? below[d] + 1.0 : below[d];
        Tensor share = upper ? part[d] : sub(1.0, part[d]);
        weight = d ? weight * share : share;
      }
      Tensor term = at(position) * unsqueeze(weight, 1);
      sum = corner ? sum + term : term;
    }
    return sum;
  }

  // Keys' cubic convolution with a = -0.75 over four by four pixels.
  Tensor cubic(const Tensor* place) const {
    Tensor below[2], weights[2][4], sum;
    for (int d = 0; d < 2; ++d) {
      constexpr double kA = -0.75;
      const auto near = [](const Tensor& x) { return (x * (kA + 2) - (kA + 3)) * x * x + 1.0; };
      const auto far = [](const Tensor& x) { return ((x * kA - 5 * kA) * x + 8 * kA) * x - 4 * kA; };
      below[d] = floor(place[d]);
      Tensor t = place[d] - below[d];
      weights[d][0] = far(t + 1.0), weights[d][1] = near(t);
      weights[d][2] = near(sub(1.0, t)), weights[d][3] = far(sub(2.0, t));
    }
    for (int row = 0; row < 4; ++row) {
      for (int column = 0; column < 4; ++column) {
        const Tensor position[] = {inside(below[0] + (row - 1.0), size(0), s),
                                   inside(below[1] + (column - 1.0), size(1), s)};
        Tensor term = at(position) * unsqueeze(weights[0][row] * weights[1][column], 1);
        sum = row + column ? sum + term : term;
      }
    }
    return sum;
  }
};

Tensor grid_sampler(const Tensor& input, const Tensor& grid, const Sampling& s) {
  const int rank = input.ndim() - 2;
  const bool fits =
      (rank == 2 || rank == 3) && grid.ndim() == input.ndim() && grid.size(-1) == rank && grid.size(0) == input.size(0);
  if (!fits) {
    fail(VJP_ERROR_SHAPE,
         "{}: 'input' {} and 'grid' {} do not fit; expected [N, C, H, W] and [N, h, w, 2], or [N, C, D, H, W] and [N, "
         "d, "
         "h, w, 3]",
         s.op, input, grid);
  }
  for (int d = 0; d < rank; ++d)
    if (input.size(d + 2) == 0) fail(VJP_ERROR_SHAPE, "{}: 'input' {} has no pixels", s.op, input);
  if (s.interpolation == Interpolation::Bicubic && rank != 2)
    fail(VJP_ERROR_INVALID, "{}: mode \"bicubic\" needs an 'input' of [N, C, H, W], got {}", s.op, input);
  Dims sizes{input.size(0), input.size(1)};
  int64_t points = 1;
  for (int d = 1; d <= rank; ++d) sizes.push_back(grid.size(d)), points *= grid.size(d);
  Tensor coordinates = reshape(grid, Dims{input.size(0), points, rank}), place[3];
  for (int d = 0; d < rank; ++d)  // x comes first in the grid, and last in the image
    place[d] = pixel_positions(select(coordinates, 2, rank - 1 - d), input.size(d + 2), s.align_corners);
  const Sampler sampler{input, flatten(input, 2), s, rank};
  Tensor out = s.interpolation == Interpolation::Nearest   ? sampler.nearest(place)
               : s.interpolation == Interpolation::Bicubic ? sampler.cubic(place)
                                                           : sampler.linear(place);
  return reshape(out, sizes);
}

Sampling numbered(const char* op, int64_t interpolation, int64_t border, bool align_corners) {
  if (interpolation < 0 || interpolation > 2) {
    fail(VJP_ERROR_INVALID, "{}: interpolation_mode must be 0 (bilinear), 1 (nearest) or 2 (bicubic), got {}", op,
         interpolation);
  }
  if (border < 0 || border > 2) {
    fail(VJP_ERROR_INVALID, "{}: padding_mode must be 0 (zeros), 1 (border) or 2 (reflection), got {}", op, border);
  }
  return {op, static_cast<Interpolation>(interpolation), static_cast<Border>(border), align_corners};
}

}  // namespace

struct GridSample : Composite {
  static constexpr Schema schema{
      "grid_sample(Tensor input, Tensor grid, str mode=\"bilinear\", str padding_mode=\"zeros\", bool "
      "align_corners=False) -> Tensor"};
  static constexpr const char* doc =
      "[N, C, H, W] read at [N, h, w, 2] places (x, y) from -1 to 1, or [N, C, D, H, W] at (x, y, z): mode "
      "\"bilinear\", "
      "\"nearest\" or \"bicubic\"; beyond the border \"zeros\", the \"border\" again, or its \"reflection\".";
  static constexpr Autocast autocast = Autocast::Widest;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, const Tensor& grid, std::string_view mode, std::string_view padding_mode,
                        bool align_corners) {
    constexpr std::string_view modes[] = {"bilinear", "nearest", "bicubic"},
                               paddings[] = {"zeros", "border", "reflection"};
    const auto number = [](const auto& names, std::string_view name, const char* argument) {
      for (int64_t i = 0; i < 3; ++i)
        if (names[i] == name) return i;
      fail(VJP_ERROR_INVALID, "grid_sample: {} must be \"{}\", \"{}\" or \"{}\", got \"{}\"", argument, names[0],
           names[1], names[2], name);
    };
    return grid_sampler(input, grid,
                        numbered("grid_sample", number(modes, mode, "mode"),
                                 number(paddings, padding_mode, "padding_mode"), align_corners));
  }
};
VJP_DEFINE(GridSample);

struct GridSampler2d : Composite {
  static constexpr Schema schema{
      "grid_sampler_2d(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners) -> "
      "Tensor"};
  static constexpr const char* doc =
      "grid_sample of images; modes by number: bilinear, nearest, bicubic; zeros, border, reflection.";
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, const Tensor& grid, int64_t interpolation, int64_t padding,
                        bool align_corners) {
    return grid_sampler(input, grid, numbered("grid_sampler_2d", interpolation, padding, align_corners));
  }
};
VJP_DEFINE(GridSampler2d);

struct GridSampler3d : Composite {
  static constexpr Schema schema{
      "grid_sampler_3d(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners) -> "
      "Tensor"};
  static constexpr const char* doc =
      "grid_sample of volumes; modes by number: bilinear, nearest; zeros, border, reflection.";
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, const Tensor& grid, int64_t interpolation, int64_t padding,
                        bool align_corners) {
    return grid_sampler(input, grid, numbered("grid_sampler_3d", interpolation, padding, align_corners));
  }
};
VJP_DEFINE(GridSampler3d);

}  // namespace vjp
