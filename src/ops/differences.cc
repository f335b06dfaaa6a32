// Differences along a dimension, derivatives of sampled functions, and integrals by trapezoids.
#include <algorithm>

#include "ops/define.h"
#include "ops/functions/copy.h"
#include "ops/functions/join.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/reduce_scan.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/reduction.h"
#include "ops/tensor_operators.h"

namespace vjp {
namespace {

Tensor all_but_first(const Tensor& x, int d) { return narrow(x, d, 1, x.size(d) - 1); }
Tensor all_but_last(const Tensor& x, int d) { return narrow(x, d, 0, x.size(d) - 1); }
Tensor step_of(const Tensor& x, int d) {
  if (x.dtype() == Dtype::Bool) return logical_xor(all_but_first(x, d), all_but_last(x, d));
  return sub(all_but_first(x, d), all_but_last(x, d));
}

}  // namespace

struct Diff : Composite {
  static constexpr Schema schema{
      "diff(Tensor input, int n=1, int dim=-1, Tensor? prepend=None, Tensor? append=None) -> Tensor"};
  static constexpr const char* doc =
      "The n-th differences of neighbours along a dimension, of `prepend`, `input` and `append` joined.";
  static Tensor forward(const Tensor& input, int64_t n, int64_t dim, const Tensor& prepend, const Tensor& append) {
    if (n < 0) fail(VJP_ERROR_INVALID, "diff: 'n' is {}, expected 0 or more", n);
    if (input.ndim() == 0) fail(VJP_ERROR_SHAPE, "diff: 'input' has no dimensions, expected at least one");
    if (n == 0) return clone(input);
    const int d = wrap_dim(dim, input.ndim(), "diff");
    std::vector<Tensor> parts;
    for (const Tensor& part : {prepend, input, append})
      if (part) parts.push_back(part.ndim() == 0 ? expand(part, with_one(input.sizes(), d)) : part);
    Tensor x = parts.size() == 1 ? input : cat(parts, d);
    n = std::min(n, x.size(d));
    for (int64_t i = 0; i < n; ++i) x = step_of(x, d);
    return x.is(input) ? clone(input) : x;
  }
  static Dims with_one(IntSpan sizes, int d) {
    Dims one(sizes);
    one[d] = 1;
    return one;
  }
};
VJP_DEFINE(Diff);

// ---- gradient ----

namespace {

std::vector<int> gradient_dims(const Tensor& x, const OptDims& dim, int64_t edge_order) {
  if (edge_order != 1 && edge_order != 2) {
    fail(VJP_ERROR_INVALID, "gradient: 'edge_order' is {}, expected 1 or 2", edge_order);
  }
  if (x.ndim() == 0 && dim && !dim->empty())
    fail(VJP_ERROR_SHAPE, "gradient: 'dim' is {}, but 'input' has no dimensions", *dim);
  std::vector<int> dims;
  uint32_t seen = 0;
  const auto add = [&](int d) {
    if (seen >> d & 1) fail(VJP_ERROR_INVALID, "gradient: dimension {} is given twice in {}", d, *dim);
    seen |= 1u << d;
    if (x.size(d) <= edge_order) {
      fail(VJP_ERROR_SHAPE, "gradient: dimension {} of {} needs at least {} elements for 'edge_order' {}", d, x.sizes(),
           edge_order + 1, edge_order);
    }
    dims.push_back(d);
  };
  if (dim) {
    for (int64_t d : *dim) add(wrap_dim(d, x.ndim(), "gradient"));
  } else {
    for (int d = 0; d < x.ndim(); ++d) add(d);
  }
  return dims;
}

void check_spacing(size_t given, size_t wanted) {
  if (given != wanted) {
    fail(VJP_ERROR_INVALID, "gradient: 'spacing' has {} items, but there are {} dimensions to differentiate along",
         given, wanted);
  }
}

struct Samples {  // of a function along a dimension
  const Tensor& x;
  int d;
  Tensor at(int64_t i) const { return narrow(x, d, i < 0 ? x.size(d) + i : i, 1); }
  Tensor inner(int64_t shift) const { return narrow(x, d, 1 + shift, x.size(d) - 2); }
};

// The derivative from samples that lie `step` apart.
Tensor evenly_spaced(const Tensor& x, int d, double step, int64_t edge_order) {
  const Samples f{x, d};
  Tensor first = (f.at(1) - f.at(0)) / step, last = (f.at(-1) - f.at(-2)) / step;
  if (edge_order == 2) {
    first = (f.at(1) * 2.0 - f.at(0) * 1.5 - f.at(2) * 0.5) / step;
    last = (f.at(-3) * 0.5 - f.at(-2) * 2.0 + f.at(-1) * 1.5) / step;
  }
  const Tensor parts[] = {first, (f.inner(1) - f.inner(-1)) / (2 * step), last};
  return cat(parts, d);
}

// The same where they lie at coordinates, a vector.
Tensor at_coordinates(const Tensor& x, int d, const Tensor& coordinates, int64_t edge_order) {
  if (coordinates.ndim() != 1 || coordinates.numel() != x.size(d)) {
    fail(VJP_ERROR_SHAPE, "gradient: 'spacing' has a tensor of shape {}, but dimension {} of {} needs {} coordinates",
         coordinates.sizes(), d, x.sizes(), x.size(d));
  }
  Dims line = Dims::filled(x.ndim(), 1);
  line[d] = x.size(d);
  const Tensor steps = step_of(view(coordinates, line), d);
  const Samples f{x, d}, h{steps, d};
  Tensor first = (f.at(1) - f.at(0)) / h.at(0), last = (f.at(-1) - f.at(-2)) / h.at(-1);
  if (edge_order == 2) {
    Tensor a = h.at(0), b = h.at(1), both = a + b;
    first = f.at(1) * (both / (a * b)) - f.at(0) * ((a + both) / (a * both)) - f.at(2) * (a / (b * both));
    a = h.at(-2), b = h.at(-1), both = a + b;
    last = f.at(-3) * (b / (a * both)) - f.at(-2) * (both / (a * b)) + f.at(-1) * ((b + both) / (b * both));
  }
  const Tensor a = all_but_last(steps, d), b = all_but_first(steps, d), both = a + b;
  const Tensor middle =
      f.inner(1) * (a / (b * both)) - f.inner(-1) * (b / (a * both)) + f.inner(0) * ((b - a) / (a * b));
  const Tensor parts[] = {first, middle, last};
  return cat(parts, d);
}

}  // namespace

struct Gradient : Composite {
  static constexpr Schema schema{
      "gradient(Tensor input, *, float? spacing=None, int[]? dim=None, int edge_order=1) -> Tensor[]"};
  static constexpr const char* doc =
      "The derivatives of a sampled function along each dimension (or those given), by central differences; its "
      "samples "
      "lie `spacing` apart, 1 by default. edge_order: of the one-sided differences at both ends.";
  static std::vector<Tensor> forward(const Tensor& input, std::optional<double> spacing, const OptDims& dim,
                                     int64_t edge_order) {
    std::vector<Tensor> out;
    for (int d : gradient_dims(input, dim, edge_order))
      out.push_back(evenly_spaced(input, d, spacing.value_or(1), edge_order));
    return out;
  }
};
VJP_DEFINE(Gradient);

struct GradientSpacings : Composite {
  static constexpr Schema schema{
      "gradient.spacings(Tensor input, *, float[] spacing, int[]? dim=None, int edge_order=1) -> Tensor[]"};
  static constexpr const char* doc = "gradient with a spacing for each dimension.";
  static std::vector<Tensor> forward(const Tensor& input, std::span<const double> spacing, const OptDims& dim,
                                     int64_t edge_order) {
    const std::vector<int> dims = gradient_dims(input, dim, edge_order);
    check_spacing(spacing.size(), dims.size());
    std::vector<Tensor> out;
    for (size_t i = 0; i < dims.size(); ++i) out.push_back(evenly_spaced(input, dims[i], spacing[i], edge_order));
    return out;
  }
};
VJP_DEFINE(GradientSpacings);

struct GradientCoordinates : Composite {
  static constexpr Schema schema{
      "gradient.coordinates(Tensor input, *, Tensor[] spacing, int[]? dim=None, int edge_order=1) -> Tensor[]"};
  static constexpr const char* doc = "gradient with the coordinates of the samples along each dimension.";
  static std::vector<Tensor> forward(const Tensor& input, TensorList spacing, const OptDims& dim, int64_t edge_order) {
    const std::vector<int> dims = gradient_dims(input, dim, edge_order);
    check_spacing(spacing.size(), dims.size());
    std::vector<Tensor> out;
    for (size_t i = 0; i < dims.size(); ++i) out.push_back(at_coordinates(input, dims[i], spacing[i], edge_order));
    return out;
  }
};
VJP_DEFINE(GradientCoordinates);

// ---- trapezoids ----

namespace {

Tensor no_integral(const Tensor& y, int d) { return sum(y, IntSpan(std::array{int64_t{d}})); }

// Sums and differences of whole numbers are of int64, where they do not wrap.
Tensor unwrapped(const Tensor& t) { return t && is_integral(t.dtype()) ? to(t, Dtype::Int64) : t; }

// Twice the areas between neighbours, `x` (absent: dx apart) being where y was sampled.
Tensor twice_areas(const Tensor& given, const Tensor& x_given, double dx, int d, const char* what) {
  const Tensor y = unwrapped(given), x = unwrapped(x_given);
  const Tensor sides = all_but_last(y, d) + all_but_first(y, d);
  if (!x) return dx == 1 ? sides : sides * dx;
  Tensor places = x;
  if (x.ndim() == 1) {
    if (x.numel() != y.size(d)) {
      fail(VJP_ERROR_SHAPE, "{}: 'x' has {} elements, but dimension {} of 'y' ({}) has {}", what, x.numel(), d,
           y.sizes(), y.size(d));
    }
    Dims line = Dims::filled(y.ndim(), 1);
    line[d] = x.numel();
    places = reshape(x, line);
  } else if (x.ndim() < y.ndim()) {
    Dims sizes(x.sizes());
    while (sizes.n < y.ndim()) sizes.insert(0, 1);
    places = reshape(x, sizes);
  }
  if (places.ndim() != y.ndim() || (places.size(d) != y.size(d))) {
    fail(VJP_ERROR_SHAPE, "{}: 'x' has shape {}, which does not fit 'y' of shape {} along dimension {}", what,
         x.sizes(), y.sizes(), d);
  }
  return sides * step_of(places, d);
}

Tensor integral(const Tensor& y, const Tensor& x, double dx, int64_t dim, const char* what) {
  const int d = wrap_dim(dim, y.ndim(), what);
  if (y.ndim() == 0) fail(VJP_ERROR_SHAPE, "{}: 'y' has no dimensions, expected at least one", what);
  if (y.size(d) == 0) return no_integral(y, d);
  return sum(twice_areas(y, x, dx, d, what), IntSpan(std::array{int64_t{d}})) / 2.0;
}

Tensor running_integral(const Tensor& y, const Tensor& x, double dx, int64_t dim) {
  constexpr const char* what = "cumulative_trapezoid";
  const int d = wrap_dim(dim, y.ndim(), what);
  if (y.ndim() == 0) fail(VJP_ERROR_SHAPE, "{}: 'y' has no dimensions, expected at least one", what);
  if (y.size(d) == 0) return clone(y);
  return cumsum(twice_areas(y, x, dx, d, what), d) / 2.0;
}

}  // namespace

struct Trapezoid : Composite {
  static constexpr Schema schema{"trapezoid(Tensor y, Tensor x, *, int dim=-1) -> Tensor"};
  static constexpr const char* doc = "The integral of y, sampled at x, along a dimension by trapezoids.";
  static Tensor forward(const Tensor& y, const Tensor& x, int64_t dim) { return integral(y, x, 1, dim, "trapezoid"); }
};
VJP_DEFINE(Trapezoid);

struct TrapezoidEven : Composite {
  static constexpr Schema schema{"trapezoid.dx(Tensor y, *, float dx=1, int dim=-1) -> Tensor"};
  static constexpr const char* doc = "trapezoid of samples that lie dx apart.";
  static Tensor forward(const Tensor& y, double dx, int64_t dim) { return integral(y, {}, dx, dim, "trapezoid"); }
};
VJP_DEFINE(TrapezoidEven);

struct Trapz : Composite {
  static constexpr Schema schema{"trapz(Tensor y, Tensor x, *, int dim=-1) -> Tensor"};
  static constexpr const char* doc = "trapezoid under its other name.";
  static Tensor forward(const Tensor& y, const Tensor& x, int64_t dim) { return integral(y, x, 1, dim, "trapz"); }
};
VJP_DEFINE(Trapz);

struct TrapzEven : Composite {
  static constexpr Schema schema{"trapz.dx(Tensor y, *, float dx=1, int dim=-1) -> Tensor"};
  static constexpr const char* doc = "trapezoid of samples that lie dx apart, under its other name.";
  static Tensor forward(const Tensor& y, double dx, int64_t dim) { return integral(y, {}, dx, dim, "trapz"); }
};
VJP_DEFINE(TrapzEven);

struct CumulativeTrapezoid : Composite {
  static constexpr Schema schema{"cumulative_trapezoid(Tensor y, Tensor x, *, int dim=-1) -> Tensor"};
  static constexpr const char* doc = "The running integrals of y, sampled at x, along a dimension by trapezoids.";
  static Tensor forward(const Tensor& y, const Tensor& x, int64_t dim) { return running_integral(y, x, 1, dim); }
};
VJP_DEFINE(CumulativeTrapezoid);

struct CumulativeTrapezoidEven : Composite {
  static constexpr Schema schema{"cumulative_trapezoid.dx(Tensor y, *, float dx=1, int dim=-1) -> Tensor"};
  static constexpr const char* doc = "cumulative_trapezoid of samples that lie dx apart.";
  static Tensor forward(const Tensor& y, double dx, int64_t dim) { return running_integral(y, {}, dx, dim); }
};
VJP_DEFINE(CumulativeTrapezoidEven);

}  // namespace vjp
