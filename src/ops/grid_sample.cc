// Reading images between their pixels, at places that are themselves differentiated.
#include "ops/functions/grid_sample.h"

#include "ops/batch_rules.h"
#include "ops/call/grid_points.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_gather.h"
#include "ops/functions/join.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/tensor_operators.h"

namespace vjp {
namespace {

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

// The slope of that place by the one that is given.
Tensor inside_slope(const Tensor& x, int64_t size, const Sampling& s) {
  if (s.border == Border::Zeros) return ones_like(x);
  Tensor at = x, slope = ones_like(x);
  if (s.border == Border::Reflect) {
    const int64_t low = s.align_corners ? 0 : -1, high = s.align_corners ? 2 * (size - 1) : 2 * size - 1;
    at = reflected(x, low, high);
    if (low == high) return x * 0.0;
    const double middle = static_cast<double>(low) / 2, span = static_cast<double>(high - low) / 2;
    const Tensor from = x - middle, odd = ne(remainder(floor(div(abs(from), span)), 2.0), 0);
    slope = where(odd, neg(sgn(from)), sgn(from));
  }
  return where(logical_and(ge(at, 0.0), le(at, static_cast<double>(size - 1))), slope, 0.0);
}

// The pixels around places along one dimension: their positions, weights, and the weights' slopes by the place.
struct Along {
  Tensor position[4], weight[4], slope[4];
  Tensor scale;  // of the place that counts, by the coordinate
};

// Keys' cubic convolution with a = -0.75 over four pixels.
void cubic_weights(Along& a, const Tensor& t) {
  constexpr double kA = -0.75;
  const auto near = [](const Tensor& x) { return (x * (kA + 2) - (kA + 3)) * x * x + 1.0; };
  const auto far = [](const Tensor& x) { return ((x * kA - 5 * kA) * x + 8 * kA) * x - 4 * kA; };
  const auto near_slope = [](const Tensor& x) { return (x * (3 * kA + 6) - (2 * kA + 6)) * x; };
  const auto far_slope = [](const Tensor& x) { return (x * (3 * kA) - 10 * kA) * x + 8 * kA; };
  const Tensor at[] = {t + 1.0, t, sub(1.0, t), sub(2.0, t)};
  for (int j = 0; j < 4; ++j) {
    const bool is_far = j == 0 || j == 3;
    a.weight[j] = is_far ? far(at[j]) : near(at[j]);
    const Tensor slope = is_far ? far_slope(at[j]) : near_slope(at[j]);
    a.slope[j] = j < 2 ? slope : neg(slope);
  }
}

struct Sampler {
  const Tensor& input;  // [N, C, *]
  Sampling s;
  int rank, each;  // dimensions, and pixels that a place reads along one
  Tensor pixels;   // [N, C, number of pixels]
  Along along[3];

  Sampler(const Tensor& input, const Tensor& grid, const Sampling& s)
      : input(input), s(s), rank(input.ndim() - 2), pixels(flatten(input, 2)) {
    each = s.interpolation == Interpolation::Nearest ? 1 : s.interpolation == Interpolation::Bilinear ? 2 : 4;
    for (int d = 0; d < rank; ++d) find(d, select(flatten(grid, 1, -2), 2, rank - 1 - d));
  }

  int64_t size(int d) const { return input.size(d + 2); }
  int taps() const { return rank == 3 ? each * each * each : each * each; }
  int digit(int tap, int d) const {  // which of dimension d
    for (int e = rank - 1; e > d; --e) tap /= each;
    return tap % each;
  }

  void find(int d, const Tensor& coordinate) {
    Along& a = along[d];
    Tensor place = pixel_positions(coordinate, size(d), s.align_corners);
    const double n = static_cast<double>(size(d));
    a.scale = full_like(place, s.align_corners ? (n - 1) / 2 : n / 2);
    const bool cubic = s.interpolation == Interpolation::Bicubic;
    if (!cubic) {
      a.scale = mul(a.scale, inside_slope(place, size(d), s));
      place = inside(place, size(d), s);
    }
    if (s.interpolation == Interpolation::Nearest) {
      a.position[0] = round(place), a.weight[0] = ones_like(place), a.slope[0] = zeros_like(place);
      return;
    }
    // far outside is as good as a little outside, where infinities have weights; but not where they are mirrored below
    if (!cubic || s.border != Border::Reflect) place = clamp(place, Operand(-5.0), Operand(n + 4));
    const Tensor below = floor(place), part = place - below;
    if (cubic) {
      cubic_weights(a, part);
      for (int j = 0; j < 4; ++j) a.position[j] = inside(below + (j - 1.0), size(d), s);
    } else {
      a.position[0] = below, a.weight[0] = sub(1.0, part), a.slope[0] = full_like(part, -1.0);
      a.position[1] = below + 1.0, a.weight[1] = part, a.slope[1] = ones_like(part);
    }
  }

  // The number of a tap's pixel, [N, 1, points], and whether there is one; undefined where there always is.
  struct Place {
    Tensor index, in;
  };
  Place place(int tap) const {
    Tensor index, in;
    for (int d = 0; d < rank; ++d) {
      const double last = static_cast<double>(size(d) - 1);
      const Tensor& at = along[d].position[digit(tap, d)];
      Tensor here = logical_and(ge(at, 0.0), le(at, last));
      Tensor i = to(where(ne(at, at), 0.0, clamp(at, Operand(0.0), Operand(last))), Dtype::Int64);
      index = d ? add(mul(index, size(d)), i) : i;
      in = d ? logical_and(in, here) : here;
    }
    return {unsqueeze(index, 1), s.border == Border::Zeros ? unsqueeze(in, 1) : Tensor()};
  }
  // Expanded to all channels.
  Tensor index_of(const Place& p) const { return expand(p.index, Dims{input.size(0), input.size(1), p.index.size(2)}); }
  Tensor read(const Place& p) const {
    Tensor found = gather(pixels, 2, index_of(p));
    return p.in ? where(p.in, found, 0.0) : found;
  }
  // The weight of a tap, or its slope along dimension `by`: [N, points].
  Tensor weight(int tap, int by = -1) const {
    Tensor product;
    for (int d = 0; d < rank; ++d) {
      const int j = digit(tap, d);
      const Tensor& factor = d == by ? along[d].slope[j] : along[d].weight[j];
      product = d ? product * factor : factor;
    }
    return product;
  }

  Tensor sampled() const {
    Tensor sum;
    for (int k = 0; k < taps(); ++k) {
      Tensor term = read(place(k));
      if (each > 1) term = term * unsqueeze(weight(k), 1);
      sum = k ? sum + term : term;
    }
    return sum;
  }
  Tensor input_gradient(const Tensor& g) const {
    Tensor sum = zeros(pixels.sizes(), pixels.dtype());
    for (int k = 0; k < taps(); ++k) {
      const Place p = place(k);
      Tensor share = g * unsqueeze(weight(k), 1);
      if (p.in) share = where(p.in, share, 0.0);
      sum = scatter_add(sum, 2, index_of(p), share);
    }
    return reshape(sum, input.sizes());
  }
  Tensor grid_gradient(const Tensor& g, IntSpan shape) const {
    Tensor parts[3];
    for (int k = 0; k < taps(); ++k) {
      const Tensor dots = sum(g * read(place(k)), Dims{1});
      for (int d = 0; d < rank; ++d) {
        Tensor term = dots * weight(k, d);
        Tensor& part = parts[rank - 1 - d];
        part = part ? part + term : term;
      }
    }
    for (int d = 0; d < rank; ++d) parts[rank - 1 - d] = parts[rank - 1 - d] * along[d].scale;
    return reshape(stack(TensorList(parts, static_cast<size_t>(rank)), 2), shape);
  }
  // Along a tangent of the grid.
  Tensor tangent(const Tensor& t) const {
    Tensor total, of_grid = flatten(t, 1, -2);
    for (int k = 0; k < taps(); ++k) {
      Tensor change;
      for (int d = 0; d < rank; ++d) {
        Tensor term = weight(k, d) * along[d].scale * select(of_grid, 2, rank - 1 - d);
        change = d ? change + term : term;
      }
      Tensor term = read(place(k)) * unsqueeze(change, 1);
      total = k ? total + term : term;
    }
    return total;
  }
};

GridPoints points_of(const Tensor& input, const Tensor& grid, const Sampling& s) {
  GridPoints t{input.size(0), input.size(1), 1, input.ndim() - 2, {}, s.interpolation, s.border, s.align_corners};
  for (int d = 0; d < t.rank; ++d) t.sizes[d] = input.size(d + 2), t.points *= grid.size(d + 1);
  return t;
}
bool in_loops(const Tensor& input, const Tensor& grid, const Sampling& s) {
  return input.device().is_cpu() && grid.device().is_cpu() && input.dtype() == grid.dtype() &&
         has_grid_points(input.dtype(), points_of(input, grid, s));
}
Dims result_sizes(const Tensor& input, const Tensor& grid) {
  Dims sizes{input.size(0), input.size(1)};
  for (int d = 2; d < input.ndim(); ++d) sizes.push_back(grid.size(d - 1));
  return sizes;
}

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
  if (in_loops(input, grid, s))
    return _grid_sampler(input, grid, static_cast<int64_t>(s.interpolation), static_cast<int64_t>(s.border),
                         s.align_corners);
  return reshape(Sampler(input, grid, s).sampled(), result_sizes(input, grid));
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

// On the CPU, of arguments that were checked.
struct GridSampler : General {
  static constexpr Schema schema{
      "_grid_sampler(Tensor input, Tensor grid, int interpolation_mode, int padding_mode, bool align_corners) -> "
      "Tensor"};
  static constexpr const char* doc = "grid_sample as one node.";
  static Tensor forward(const Tensor& given, const Tensor& places, int64_t interpolation, int64_t border,
                        bool align_corners) {
    const Tensor input = contiguous(given), grid = contiguous(places);
    Tensor out = Tensor::empty(result_sizes(input, grid), input.dtype());
    const GridPoints points = points_of(input, grid, numbered("grid_sample", interpolation, border, align_corners));
    grid_read(input.dtype(), points, input.raw(), grid.raw(), out.raw());
    return out;
  }
  static Tensor batch(const Batch& b, const Tensor& input, const Tensor& grid, int64_t interpolation, int64_t border,
                      bool align_corners) {
    const Tensor x = with_batch(b, 0, input);
    return unfolded(
        _grid_sampler(folded(x, 0), folded(with_batch(b, 1, grid), 0), interpolation, border, align_corners), 0, b.size,
        x.size(1));
  }
  static constexpr auto vjp = rules(wrt<"input", "grid">(
      [](Grad g, In<"input"> given, In<"grid"> places, Attr<"interpolation_mode", int64_t> interpolation,
         Attr<"padding_mode", int64_t> border, Attr<"align_corners", bool> align_corners, Needs<"input"> of_input,
         Needs<"grid"> needs_grid) -> std::array<Tensor, 2> {
        const Sampling s = numbered("grid_sample", interpolation, border, align_corners);
        const bool of_grid = needs_grid && s.interpolation != Interpolation::Nearest;  // which does not depend on it
        if (derivatives_followed()) {
          const Sampler sampler(given, places, s);
          const Tensor flat = flatten(g, 2);
          return {of_input ? sampler.input_gradient(flat) : Tensor(),
                  of_grid ? sampler.grid_gradient(flat, places.sizes()) : Tensor()};
        }
        const Tensor input = contiguous(given), grid = contiguous(places), out = contiguous(g);
        Tensor grad_input, grad_grid;
        if (of_input) grad_input = Tensor::empty(input.sizes(), input.dtype());
        if (of_grid) grad_grid = Tensor::empty(grid.sizes(), grid.dtype());
        grid_gradients(input.dtype(), points_of(input, grid, s), input.raw(), grid.raw(), out.raw(),
                       grad_input ? grad_input.raw() : nullptr, grad_grid ? grad_grid.raw() : nullptr);
        return {grad_input, grad_grid};
      }));
  static constexpr auto jvp =
      tangents([](Tangent<"input"> t_input, Tangent<"grid"> t_grid, In<"input"> input, In<"grid"> grid,
                  Attr<"interpolation_mode", int64_t> interpolation, Attr<"padding_mode", int64_t> border,
                  Attr<"align_corners", bool> align_corners) -> Tensor {
        Tensor total;
        if (t_input) total = _grid_sampler(t_input, grid, interpolation, border, align_corners);
        if (!t_grid) return total;
        const Sampler sampler(input, grid, numbered("grid_sample", interpolation, border, align_corners));
        const Tensor moved = reshape(sampler.tangent(t_grid), result_sizes(input, grid));
        return total ? add(total, moved) : moved;
      });
};
VJP_DEFINE(GridSampler);

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
