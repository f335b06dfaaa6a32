#include "transforms/sparsity/sparse_derivatives.h"

#include <cmath>

#include "engine/grad_call.h"
#include "graph/meta.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_slices.h"
#include "ops/functions/join.h"
#include "ops/functions/view_shape.h"
#include "ops/internal.h"
#include "transforms/forward.h"
#include "transforms/recording.h"
#include "transforms/sparsity/probe.h"
#include "transforms/vmap/vmap.h"

namespace vjp {
namespace {

// A column takes about this many times what the function takes; a row about the other, once it has been recorded.
constexpr double kForwardCost = 2.5, kReverseCost = 2;

// Products that are computed together: a batch saves what calls cost beside the kernels. With more elements it saves
// nothing, and its intermediate results leave the cache.
constexpr int64_t kRoom = int64_t{1} << 14;
constexpr int64_t kMaxAtOnce = 64;

Dims with_front(int64_t count, IntSpan sizes) {
  Dims out{count};
  for (int64_t size : sizes) out.push_back(size);
  return out;
}

// A tensor on the device of `like`, filled on the host.
template <class T>
Tensor from_host(const std::vector<T>& values, IntSpan sizes, Dtype stored, const Tensor& like, Dtype dtype) {
  OperatorDevice host{Device{}};
  NoGrad off;
  Tensor t = Tensor::empty(sizes, stored);
  std::ranges::copy(values, t.data<T>());
  if (!like.device().is_cpu()) t = copied_to(t, like.device(), false);
  return to(t, dtype);
}

// Of some colours, one after the other, each a vector with a 1 at each of its places.
Tensor seeds_of(const Coloring& coloring, int32_t first, int32_t count, const Tensor& like) {
  const size_t n = coloring.color_of.size();
  std::vector<double> ones(static_cast<size_t>(count) * n, 0);
  for (size_t i = 0; i < n; ++i) {
    const int32_t row = coloring.color_of[i] - first;
    if (row >= 0 && row < count) ones[static_cast<size_t>(row) * n + i] = 1;
  }
  return from_host(ones, with_front(count, like.sizes()), Dtype::Float64, like, like.dtype());
}

// f(seeds) of as many colours at a time as have room; the results [colours, elements of a result].
template <class F>
Tensor products_of(const Coloring& coloring, const Tensor& like, int64_t elements, F&& f, int64_t most = kMaxAtOnce) {
  const auto at_once = static_cast<int32_t>(std::clamp<int64_t>(kRoom / std::max<int64_t>(elements, 1), 1, most));
  std::vector<Tensor> parts;
  for (int32_t c = 0; c < coloring.colors; c += at_once) {
    const int32_t count = std::min(at_once, coloring.colors - c);
    parts.push_back(reshape(f(seeds_of(coloring, c, count, like)), Dims{count, -1}));
  }
  return parts.size() == 1 ? parts[0] : cat(parts);
}

// The elements of the products at `places`.
Tensor picked(const Tensor& products, const std::vector<int64_t>& places) {
  const Dims size{static_cast<int64_t>(places.size())};
  Tensor index = from_host(places, size, Dtype::Int64, products, Dtype::Int64);
  return index_select(reshape(products, Dims{-1}), 0, index);
}

// v^T times what was recorded from `leaf` to `result`, for each v of a batch. One alone needs no batch.
Tensor pulled_back(const Tensor& result, const Tensor& leaf, const Tensor& v, bool create_graph) {
  GradCall call(
      {.retain_graph = true, .create_graph = create_graph, .allow_unused = true, .materialize = true, .batched = true});
  call.add_root(result, v);
  call.add_input(leaf);
  call.run();
  return call.take_results()[0];
}

Tensor pushed_forward_one(const TensorFunction& function, const Tensor& input, const Tensor& v) {
  DualLevel level;
  Tensor result = function(make_dual(input, view(v, input.sizes())));
  Tensor tangent = current_tangent(result);
  return tangent ? to(detach(primal_of(tangent)), input.dtype()) : Tensor::zeros(result.sizes(), input.dtype());
}

// The function along each v of a batch. One alone needs no batch.
Tensor pushed_forward(const TensorFunction& function, const Tensor& input, const Tensor& v) {
  if (v.size(0) == 1) return pushed_forward_one(function, input, v);
  TangentBatch batch(v.size(0));
  DualLevel level;
  Tensor result = function(make_dual(input, batch.wrapped(v)));
  Tensor tangent = current_tangent(result);
  if (!tangent) return Tensor::zeros(with_front(v.size(0), result.sizes()), input.dtype());
  return to(detach(batch.unwrapped(primal_of(tangent), 0)), input.dtype());
}

void check_shape(const Pattern& pattern, int64_t rows, int64_t columns, const char* what) {
  if (pattern.rows() == rows && pattern.columns() == columns) return;
  fail(VJP_ERROR_SHAPE,
       "{}: the pattern is {} by {}, expected {} by {}: a row an element of the {}, a column an "
       "element of the input",
       what, pattern.rows(), pattern.columns(), rows, columns, rows == columns ? "input" : "result");
}

double epsilon_of(Dtype dtype) {  // the distance of 1 to the next number
  switch (dtype) {
    case Dtype::Float64:
      return 0x1p-52;
    case Dtype::Float32:
      return 0x1p-23;
    case Dtype::Float16:
      return 0x1p-10;
    default:
      return 0x1p-7;
  }
}

double unit(int64_t i) {  // fixed numbers in [-1, -0.5] and [0.5, 1]
  const double x = std::sin(static_cast<double>(i) * 12.9898 + 1) * 43758.5453;
  const double fraction = x - std::floor(x);
  return fraction < 0.5 ? fraction - 1 : fraction;
}

// An entry that the pattern lacks shows in a product with a vector of which no element is 0.
void check_product(const std::vector<double>& expected, const std::vector<double>& got, double epsilon,
                   const char* what) {
  double scale = 1;
  for (double e : expected) scale = std::max(scale, std::abs(e));
  const double tolerance = std::sqrt(epsilon) * scale;
  for (size_t i = 0; i < expected.size(); ++i) {
    if (std::abs(expected[i] - got[i]) <= tolerance || !std::isfinite(expected[i])) continue;
    fail(VJP_ERROR_INVALID,
         "{}: the pattern lacks an entry in {} {}: a product there is {}, from the entries {}; give a pattern with all "
         "entries, or detect it with a function that computes by operators only",
         what, std::string_view(what).ends_with("jacobian") ? "column" : "row or column", i, expected[i], got[i]);
  }
}

std::vector<double> transposed_product(const Pattern& p, const std::vector<double>& entries, int64_t columns) {
  std::vector<double> out(static_cast<size_t>(columns), 0);
  size_t e = 0;
  for (int64_t r = 0; r < p.rows(); ++r)
    for (int64_t c : p.row(r)) out[static_cast<size_t>(c)] += unit(r) * entries[e++];
  return out;
}

void check_entries(const Pattern& pattern, const Tensor& result, const Tensor& leaf, const Tensor& entries,
                   const char* what) {
  std::vector<double> v(static_cast<size_t>(result.numel()));
  for (size_t i = 0; i < v.size(); ++i) v[i] = unit(static_cast<int64_t>(i));
  const Tensor seed = from_host(v, with_front(1, result.sizes()), Dtype::Float64, result, result.dtype());
  const Tensor product = pulled_back(result, leaf, seed, false);
  check_product(values_on_host(product), transposed_product(pattern, values_on_host(entries), pattern.columns()),
                std::max(epsilon_of(leaf.dtype()), epsilon_of(result.dtype())), what);
}

// The input as a leaf of its own, or with create_graph the input itself.
Tensor variable(const Tensor& input, bool create_graph) {
  if (create_graph && requires_grad(input)) {
    if (!is_floating(input.dtype()))
      fail(VJP_ERROR_DTYPE, "sparse derivatives: 'input' is {}, expected a real floating tensor", input);
    return input;
  }
  return independent_leaf(input);
}

Tensor by_rows(const Pattern& pattern, const Coloring& colors, const Tensor& result, const Tensor& leaf,
               bool create_graph) {
  const Tensor products = products_of(colors, result, std::max(result.numel(), leaf.numel()), [&](const Tensor& seeds) {
    return pulled_back(result, leaf, seeds, create_graph);
  });
  std::vector<int64_t> places;
  for (int64_t r = 0; r < pattern.rows(); ++r)
    for (int64_t c : pattern.row(r)) places.push_back(colors.color_of[static_cast<size_t>(r)] * leaf.numel() + c);
  return picked(products, places);
}

// Where something in the function cannot carry tangents that differ from sample to sample, one after the other.
Tensor by_columns(const Pattern& pattern, const Coloring& colors, const TensorFunction& function, const Tensor& input) {
  const auto products_by = [&](int64_t most) {
    return products_of(
        colors, input, std::max(pattern.rows(), pattern.columns()),
        [&](const Tensor& seeds) { return pushed_forward(function, input, seeds); }, most);
  };
  Tensor products;
  try {
    products = products_by(kMaxAtOnce);
  } catch (const Error& error) {
    if (error.status() != VJP_ERROR_NOT_IMPLEMENTED || colors.colors == 1) throw;
    products = products_by(1);
  }
  std::vector<int64_t> places;
  for (int64_t r = 0; r < pattern.rows(); ++r)
    for (int64_t c : pattern.row(r)) places.push_back(colors.color_of[static_cast<size_t>(c)] * pattern.rows() + r);
  return picked(products, places);
}

// Entry (i, j) stands alone in the product of j's colour unless another neighbour of i has that colour; then it stands
// alone in that of i's, for (j, i).
std::vector<int64_t> symmetric_places(const Pattern& pattern, const Coloring& colors) {
  const int64_t n = pattern.rows();
  std::vector<int32_t> seen(static_cast<size_t>(colors.colors), 0);  // by colour, in the row that is looked at
  std::vector<int64_t> places;
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j : pattern.row(i)) ++seen[static_cast<size_t>(colors.color_of[static_cast<size_t>(j)])];
    const int64_t own = colors.color_of[static_cast<size_t>(i)];
    for (int64_t j : pattern.row(i)) {
      const int64_t color = colors.color_of[static_cast<size_t>(j)];
      places.push_back(seen[static_cast<size_t>(color)] == 1 ? color * n + i : own * n + j);
    }
    for (int64_t j : pattern.row(i)) --seen[static_cast<size_t>(colors.color_of[static_cast<size_t>(j)])];
  }
  return places;
}

}  // namespace

Tensor sparse_jacobian(const TensorFunction& function, const Tensor& input, const Pattern& pattern,
                       const SparseOptions& options) {
  if (options.create_graph && options.products == Products::Forward)
    fail(VJP_ERROR_NOT_IMPLEMENTED, "sparse jacobian: create_graph needs the reverse strategy");
  Recording recording;
  const Tensor leaf = variable(input, options.create_graph);
  const Coloring rows = color_rows(pattern), columns = color_columns(pattern);
  const bool forward =
      options.products == Products::Forward || (options.products == Products::Cheaper && !options.create_graph &&
                                                columns.colors * kForwardCost < 1 + rows.colors * kReverseCost);
  if (pattern.entries() == 0 && !options.check) return Tensor::zeros(Dims{0}, input.dtype());
  Tensor result, entries;
  if (!forward || options.check) {
    result = function(leaf);
    check_shape(pattern, result.numel(), input.numel(), "sparse jacobian");
  }
  if (pattern.entries() == 0 || (result && !requires_grad(result))) {
    OperatorDevice there(input.device());
    entries = Tensor::zeros(Dims{pattern.entries()}, input.dtype());
  } else if (forward) {
    entries = by_columns(pattern, columns, function, detach(leaf));
  } else {
    entries = by_rows(pattern, rows, result, leaf, options.create_graph);
  }
  if (options.check && requires_grad(result)) check_entries(pattern, result, leaf, entries, "sparse jacobian");
  return options.create_graph ? entries : detach(entries);
}

Tensor sparse_hessian(const TensorFunction& function, const Tensor& input, const Pattern& pattern,
                      const SparseOptions& options) {
  check_shape(pattern, input.numel(), input.numel(), "sparse hessian");
  if (!pattern.is_symmetric()) fail(VJP_ERROR_INVALID, "sparse hessian: the pattern is not symmetric");
  Recording recording;
  const Tensor leaf = variable(input, options.create_graph);
  const Tensor gradient = gradient_at(function, leaf);
  if (!requires_grad(gradient)) {
    OperatorDevice there(input.device());
    return Tensor::zeros(Dims{pattern.entries()}, input.dtype());
  }
  Tensor entries;
  if (pattern.entries() == 0) {
    entries = Tensor::zeros(Dims{0}, input.dtype());
  } else {
    const Coloring colors = color_symmetric(pattern);
    const Tensor products = products_of(colors, gradient, gradient.numel(), [&](const Tensor& seeds) {
      return pulled_back(gradient, leaf, seeds, options.create_graph);
    });
    entries = picked(products, symmetric_places(pattern, colors));
  }
  if (options.check) check_entries(pattern, gradient, leaf, entries, "sparse hessian");
  return options.create_graph ? entries : detach(entries);
}

}  // namespace vjp
