// The distances of rows: of two matrices, or of all pairs of one.
#include "ops/functions/row_distances.h"

#include "ops/batch_rules.h"
#include "ops/call/pair_norms.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_slices.h"
#include "ops/functions/matmul_products.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_norm.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_shape.h"
#include "ops/halves.h"

namespace vjp {
namespace {

Tensor sum_last(const Tensor& x, bool keepdim) { return sum(x, IntSpan(std::array{int64_t{-1}}), keepdim); }

}  // namespace

// By a matrix product, which needs no memory for differences; equal points have gradient 0.
struct EuclideanDist : General {
  static constexpr Schema schema{"_euclidean_dist(Tensor x1, Tensor x2) -> Tensor"};
  static constexpr const char* doc = "The Euclidean distances of the rows of two batches of matrices.";
  static Tensor forward(const Tensor& given1, const Tensor& given2) {
    const Tensor x1 = wide(given1), x2 = wide(given2);
    const Tensor squares = add(sum_last(mul(x1, x1), true), unsqueeze(sum_last(mul(x2, x2), false), -2));
    return narrowed(sqrt(clamp_min(sub(squares, mul(matmul(x1, transpose(x2, -2, -1)), 2)), 0)), given1.dtype());
  }
  static Tensor batch(const Batch& b, const Tensor& x1, const Tensor& x2) {
    const int rank = std::max(sample_sizes(b, 0, x1).n, sample_sizes(b, 1, x2).n);
    return _euclidean_dist(aligned(b, 0, x1, rank), aligned(b, 1, x2, rank));
  }
  // The slope of each distance: 1 over it.
  static Tensor per_distance(const Tensor& g, const Tensor& out) {
    const Tensor none = eq(out, 0);
    return div(where(none, 0, g), where(none, 1, out));
  }
  static constexpr auto vjp = rules(wrt<"x1">([](Grad g, In<"x1"> x1, In<"x2"> x2, Out<> out) -> Tensor {
                                      const Tensor w = per_distance(wide(g), wide(out));
                                      return sub(mul(wide(x1), sum_last(w, true)), matmul(w, wide(x2)));
                                    }),
                                    wrt<"x2">([](Grad g, In<"x1"> x1, In<"x2"> x2, Out<> out) -> Tensor {
                                      const Tensor w = transpose(per_distance(wide(g), wide(out)), -2, -1);
                                      return sub(mul(wide(x2), sum_last(w, true)), matmul(w, wide(x1)));
                                    }));
  static constexpr auto jvp =
      tangents([](Tangent<"x1"> t1, Tangent<"x2"> t2, In<"x1"> given1, In<"x2"> given2, Out<> out) -> Tensor {
        const Tensor x1 = wide(given1), x2 = wide(given2);
        Tensor total;
        if (t1) total = sub(sum_last(mul(x1, wide(t1)), true), matmul(wide(t1), transpose(x2, -2, -1)));
        if (t2) {
          const Tensor second =
              sub(unsqueeze(sum_last(mul(x2, wide(t2)), false), -2), matmul(x1, transpose(wide(t2), -2, -1)));
          total = total ? add(total, second) : second;
        }
        return per_distance(total, wide(out));
      });
};
VJP_DEFINE(EuclideanDist);

namespace {

// Two batches of rows, of one pair of dimensions in front, as the loops want them.
struct Rows {
  Tensor a, b;  // b transposed
  Dims front;
  int64_t batch = 1;
  PairNorms task;

  Rows(const Tensor& x1, const Tensor& x2, double p, bool triangle) {
    const auto leading = [](const Tensor& x) { return x.sizes().first(static_cast<size_t>(x.ndim() - 2)); };
    front = broadcast(leading(x1), leading(x2), "cdist");
    const auto spread = [&](const Tensor& x) {
      Dims sizes(front);
      sizes.push_back(x.size(-2));
      sizes.push_back(x.size(-1));
      return expand(x, sizes);
    };
    a = contiguous(spread(x1)), b = contiguous(transpose(spread(x2), -2, -1));
    for (int64_t n : front) batch *= n;
    task = {a.raw(), b.raw(), x1.size(-2), x2.size(-2), x1.size(-1), p == 2, triangle};
  }
};

bool in_loops(const Tensor& x, double p) {
  return x.device().is_cpu() && has_pair_norms(x.dtype()) && (p == 1 || p == 2);
}

// The differences of all rows of one batch and all of another.
Tensor differences(const Tensor& x1, const Tensor& x2) { return sub(unsqueeze(x1, -2), unsqueeze(x2, -3)); }

// The squares of float32 leave its range where distances do not, so they are of float64, as in the loops.
Tensor norms_of(const Tensor& differences, double p) {
  const bool twice = p == 2 && differences.dtype() == Dtype::Float32;
  const Tensor norm =
      linalg_vector_norm(differences, p, IntSpan(std::array{int64_t{-1}}), false, twice ? Dtype::Float64 : Dtype::None);
  return to(norm, differences.dtype());
}

// What differences, or their signs, are multiplied with; equal points have gradient 0.
Tensor slope(const Tensor& g, const Tensor& out, double p) {
  return p == 1 ? static_cast<const Tensor&>(g) : EuclideanDist::per_distance(g, out);
}
Tensor direction(const Tensor& d, double p) { return p == 1 ? sgn(d) : d; }

// The gradient of the first rows; that of the second is of the transposed.
Tensor rows_gradient(const Tensor& g, const Tensor& x1, const Tensor& x2, const Tensor& out, double p) {
  if (derivatives_followed() || !in_loops(x1, p) || x1.dtype() != x2.dtype()) {
    const Tensor d = differences(wide(x1), wide(x2));
    const Tensor norm = p == 1 ? out : norms_of(d, p);
    return sum(mul(direction(d, p), unsqueeze(slope(wide(g), norm, p), -1)), IntSpan(std::array{int64_t{-2}}));
  }
  const Rows rows(x1, x2, p, false);
  const Tensor w = contiguous(slope(g, out, p)), grad = Tensor::empty(rows.a.sizes(), x1.dtype());
  pair_norms_backward(x1.dtype(), rows.task, w.raw(), grad.raw(), rows.batch);
  return grad;
}

}  // namespace

// Orders 1 and 2, whose differences lie nowhere on the CPU.
struct PairNormsOp : General {
  static constexpr Schema schema{"_pair_norms(Tensor x1, Tensor x2, float p) -> Tensor"};
  static constexpr const char* doc = "The 1-norms or 2-norms of the differences of rows of two batches of matrices.";
  static Tensor forward(const Tensor& x1, const Tensor& x2, double p) {
    if (!in_loops(x1, p) || x1.dtype() != x2.dtype()) return norms_of(differences(x1, x2), p);
    const Rows rows(x1, x2, p, false);
    Dims sizes(rows.front);
    sizes.push_back(x1.size(-2));
    sizes.push_back(x2.size(-2));
    Tensor out = Tensor::empty(sizes, x1.dtype());
    pair_norms(x1.dtype(), rows.task, out.raw(), rows.batch);
    return out;
  }
  static Tensor batch(const Batch& b, const Tensor& x1, const Tensor& x2, double p) {
    const int rank = std::max(sample_sizes(b, 0, x1).n, sample_sizes(b, 1, x2).n);
    return _pair_norms(aligned(b, 0, x1, rank), aligned(b, 1, x2, rank), p);
  }
  static constexpr auto vjp =
      rules(wrt<"x1">([](Grad g, In<"x1"> x1, In<"x2"> x2, Out<> out, Attr<"p", double> p) -> Tensor {
              return rows_gradient(g, x1, x2, out, p);
            }),
            wrt<"x2">([](Grad g, In<"x1"> x1, In<"x2"> x2, Out<> out, Attr<"p", double> p) -> Tensor {
              return rows_gradient(transpose(g, -2, -1), x2, x1, transpose(out, -2, -1), p);
            }));
  static constexpr auto jvp = tangents(
      [](Tangent<"x1"> t1, Tangent<"x2"> t2, In<"x1"> x1, In<"x2"> x2, Out<> out, Attr<"p", double> p) -> Tensor {
        const Tensor d = t1 && t2 ? differences(wide(t1), wide(t2))
                         : t1     ? unsqueeze(wide(t1), -2)
                                  : neg(unsqueeze(wide(t2), -3));
        return slope(sum_last(mul(direction(differences(wide(x1), wide(x2)), p), d), false), wide(out), p);
      });
};
VJP_DEFINE(PairNormsOp);

struct CDist : Composite {
  static constexpr Schema schema{
      "cdist(Tensor x1, Tensor x2, float p=2, str compute_mode=\"use_mm_for_euclid_dist_if_necessary\") -> Tensor"};
  static constexpr const char* doc =
      "The p-norm distances between the rows of two batches of matrices. With p = 2 and more than 25 rows, or "
      "\"use_mm_for_euclid_dist\", by a matrix product, unless \"donot_use_mm_for_euclid_dist\".";
  static Tensor forward(const Tensor& x1, const Tensor& x2, double p, std::string_view mode) {
    if (x1.ndim() < 2 || x2.ndim() < 2 || x1.size(-1) != x2.size(-1)) {
      fail(VJP_ERROR_SHAPE, "cdist: 'x1' has shape {} and 'x2' {}: expected matrices with equally many columns",
           x1.sizes(), x2.sizes());
    }
    if (!is_floating(x1.dtype()) || !is_floating(x2.dtype())) {
      fail(VJP_ERROR_DTYPE, "cdist: 'x1' is {} and 'x2' {}, expected floating numbers", x1.dtype(), x2.dtype());
    }
    if (!(p >= 0)) fail(VJP_ERROR_INVALID, "cdist: 'p' is {}, expected 0 or more", p);
    const bool always = mode == "use_mm_for_euclid_dist", never = mode == "donot_use_mm_for_euclid_dist";
    if (!always && !never && mode != "use_mm_for_euclid_dist_if_necessary") {
      fail(VJP_ERROR_INVALID, "cdist: 'compute_mode' is \"{}\", which is none", mode);
    }
    if (p == 2 && (always || (!never && (x1.size(-2) > 25 || x2.size(-2) > 25)))) return _euclidean_dist(x1, x2);
    if (p == 1 || p == 2) return _pair_norms(x1, x2, p);
    return linalg_vector_norm(differences(x1, x2), p, IntSpan(std::array{int64_t{-1}}));
  }
};
VJP_DEFINE(CDist);

namespace {

// The rows of each pair, first with second, first with third, ...
struct Pairs {
  Tensor i, j;
  Tensor differences(const Tensor& rows) const { return sub(index_select(rows, -2, i), index_select(rows, -2, j)); }
};

// Pair k lies in row i of the upper triangle, of which i (2 n - 1 - i) / 2 pairs come before.
Pairs pairs_of(int64_t n) {
  const int64_t pairs = n * (n - 1) / 2;
  const double width = static_cast<double>(2 * n - 1);
  Tensor k = arange(pairs, Dtype::Int64), wide_k = to(k, Dtype::Float64);
  Tensor i = to(floor(mul(sub(width, sqrt(sub(width * width, mul(wide_k, 8.0)))), 0.5)), Dtype::Int64);
  const auto pairs_before = [&](const Tensor& row) { return floor_divide(mul(row, sub(2 * n - 1, row)), 2); };
  i = sub(i, to(gt(pairs_before(i), k), Dtype::Int64));  // the square root was rounded
  i = add(i, to(le(pairs_before(add(i, 1)), k), Dtype::Int64));
  Tensor j = add(add(sub(k, pairs_before(i)), i), 1);
  return {i, j};
}

}  // namespace

struct TriangleNorms : General {
  static constexpr Schema schema{"_triangle_norms(Tensor input, float p) -> Tensor"};
  static constexpr const char* doc = "The 1-norms or 2-norms of the differences of all pairs of a matrix' rows.";
  static Tensor forward(const Tensor& input, double p) {
    const int64_t n = input.size(-2);
    if (!in_loops(input, p)) return norms_of(pairs_of(n).differences(input), p);
    const Rows rows(input, input, p, true);
    Dims sizes(rows.front);
    sizes.push_back(n * (n - 1) / 2);
    Tensor out = Tensor::empty(sizes, input.dtype());
    pair_norms(input.dtype(), rows.task, out.raw(), rows.batch);
    return out;
  }
  static Tensor batch(const Batch&, const Tensor& input, double p) { return _triangle_norms(input, p); }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, In<"input"> input, Out<> out, Attr<"p", double> p) -> Tensor {
        if (derivatives_followed() || !in_loops(input, p)) {
          const Pairs pairs = pairs_of(input.size(-2));
          const Tensor d = pairs.differences(wide(input));
          const Tensor norm = p == 1 ? out : norms_of(d, p);
          const Tensor each = mul(direction(d, p), unsqueeze(slope(wide(g), norm, p), -1));
          return sub(_index_add_zeros(each, pairs.i, input.sizes(), input.ndim() - 2),
                     _index_add_zeros(each, pairs.j, input.sizes(), input.ndim() - 2));
        }
        const Rows rows(input, input, p, true);
        const Tensor w = contiguous(slope(g, out, p)), grad = Tensor::empty(input.sizes(), input.dtype());
        pair_norms_backward(input.dtype(), rows.task, w.raw(), grad.raw(), rows.batch);
        return grad;
      }));
  static constexpr auto jvp =
      tangents([](Tangent<"input"> t, In<"input"> input, Out<> out, Attr<"p", double> p) -> Tensor {
        const Pairs pairs = pairs_of(input.size(-2));
        const Tensor d = pairs.differences(wide(input));
        return slope(sum_last(mul(direction(d, p), pairs.differences(wide(t))), false), wide(out), p);
      });
};
VJP_DEFINE(TriangleNorms);

struct Pdist : Composite {
  static constexpr Schema schema{"pdist(Tensor input, float p=2.0) -> Tensor"};
  static constexpr const char* doc =
      "The p-norms of the differences of all pairs of rows of [N, M], first with second, first with third, ...: [N (N "
      "- "
      "1) / 2].";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, double p) {
    if (input.ndim() != 2 || !is_floating(input.dtype()))
      fail(VJP_ERROR_SHAPE, "pdist: 'input' is {}, expected rows [N, M] of a floating dtype", input);
    if (!(p >= 0)) fail(VJP_ERROR_INVALID, "pdist: p must not be negative, got {}", p);
    if (p == 1 || p == 2) return _triangle_norms(input, p);
    const Pairs pairs = pairs_of(input.size(0));
    return linalg_vector_norm(pairs.differences(input), p, Dims{1});
  }
};
VJP_DEFINE(Pdist);

}  // namespace vjp
