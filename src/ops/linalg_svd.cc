// Singular values, and what is made of them.
#include "ops/functions/linalg_svd.h"

#include "ops/batch_rules.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/complex.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_arrange.h"
#include "ops/functions/join.h"
#include "ops/functions/linalg_eig.h"
#include "ops/functions/matmul_products.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_extreme.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/linalg.h"
#include "ops/linalg_gauge.h"
#include "ops/tensor_operators.h"

namespace vjp {
namespace {

// s_j^2 - s_i^2, and 1 on the diagonal.
Tensor square_gaps(const Tensor& s) {
  const Tensor column = unsqueeze(s, -1), row = unsqueeze(s, -2);
  return where(diagonal_mask(s.size(-1)), 1, (row - column) * (row + column));
}

// Of a rule: what flows back through U, S and V^H, some of it perhaps undefined, to the first k columns and rows.
Tensor svd_gradient(const Tensor& gu, const Tensor& gs, const Tensor& gvh, const Tensor& u, const Tensor& s,
                    const Tensor& vh) {
  const Tensor proto = u;
  if (!gu && !gvh) return matmul(u, diagonal_times(in_dtype_of(gs, u), vh));
  const bool complex = is_complex(u.dtype());
  const Tensor sigma = in_dtype_of(s, u), gaps = in_dtype_of(square_gaps(s), u);
  Tensor turn_u, turn_v, inner;
  if (gu) turn_u = minus_adjoint(matmul(mH(u), gu));
  if (gvh) turn_v = minus_adjoint(matmul(vh, mH(gvh)));
  if (complex) {
    const Tensor phase = turn_u && turn_v ? turn_u + turn_v : turn_u ? turn_u : turn_v;
    check_phase("linalg_svd", "singular ", diagonal_of(phase));
  }
  if (turn_u) inner = times_diagonal(turn_u / gaps, sigma);
  if (turn_v) {
    const Tensor part = diagonal_times(sigma, turn_v / gaps);
    inner = inner ? inner + part : part;
  }
  if (complex) {
    // the phase common to both vectors is free: what is left of the diagonals turns one against the other
    const Tensor turn = turn_u ? diagonal_of(turn_u) : -diagonal_of(turn_v);
    inner = where(diagonal_mask(s.size(-1)), unsqueeze(turn / (sigma * 2.0), -1), inner);
  }
  if (gs) inner = inner + diagonal_matrix(in_dtype_of(gs, u));
  Tensor out = matmul(matmul(u, inner), vh);
  if (gu && rows_of(u) > cols_of(u)) {
    const Tensor scaled = times_diagonal(gu, 1.0 / sigma);
    out = out + matmul(scaled - matmul(u, matmul(mH(u), scaled)), vh);
  }
  if (gvh && cols_of(vh) > rows_of(vh)) {
    const Tensor scaled = diagonal_times(1.0 / sigma, gvh);
    out = out + matmul(u, scaled - matmul(matmul(scaled, mH(vh)), vh));
  }
  return out;
}

// The further columns of a square matrix of orthonormal ones follow the first k, whatever else they might do.
Tensor with_complement(const Tensor& d, const Tensor& all, int64_t k) {
  if (cols_of(all) == k) return d;
  const Tensor rest = narrow(all, -1, k, cols_of(all) - k), first = narrow(all, -1, 0, k);
  return cat(std::vector<Tensor>{d, -matmul(first, matmul(mH(d), rest))}, -1);
}

std::array<Tensor, 3> svd_tangents(const Tensor& da, const Tensor& all_u, const Tensor& s, const Tensor& all_vh) {
  const int64_t k = s.size(-1);
  const Tensor u = narrow(all_u, -1, 0, k), vh = narrow(all_vh, -2, 0, k), v = mH(vh);
  const Tensor p = matmul(matmul(mH(u), da), v), ds = real_or_same(diagonal_of(p));
  const Tensor sigma = in_dtype_of(s, u), gaps = in_dtype_of(square_gaps(s), u), mask = diagonal_mask(k);
  const Tensor right = times_diagonal(p, sigma), left = diagonal_times(sigma, p);
  // off the diagonal; on it, what of it is imaginary turns U against V
  Tensor du = where(mask, 0, plus_adjoint(right) / gaps), dv = where(mask, 0, plus_adjoint(left) / gaps);
  if (is_complex(u.dtype())) {
    const Tensor turn = imag(diagonal_of(p)) / (s * 2.0), zero = zeros_like(turn);
    du = du + diagonal_matrix(complex(zero, turn));
    dv = dv - diagonal_matrix(complex(zero, turn));
  }
  du = matmul(u, du);
  dv = matmul(v, dv);
  if (rows_of(u) > k) {
    const Tensor across = times_diagonal(matmul(da, v), 1.0 / sigma);
    du = du + across - matmul(u, matmul(mH(u), across));
  }
  if (cols_of(vh) > k) {
    const Tensor across = times_diagonal(matmul(mH(da), u), 1.0 / sigma);
    dv = dv + across - matmul(v, matmul(vh, across));
  }
  return {with_complement(du, all_u, k), ds, mH(with_complement(dv, mH(all_vh), k))};
}

// The adjoint of with_complement: what flows into all columns, as what flows into the first k.
Tensor onto_first(const Tensor& g, const Tensor& all, int64_t k) {
  if (!g || cols_of(all) == k) return g;
  const int64_t further = cols_of(all) - k;
  const Tensor rest = narrow(all, -1, k, further), g_rest = narrow(g, -1, k, further);
  return narrow(g, -1, 0, k) - matmul(rest, matmul(mH(g_rest), narrow(all, -1, 0, k)));
}

std::array<Tensor, 3> svd_of(const char* op, const Tensor& a, bool full, bool vectors) {
  check_matrices(op, "A", a);
  return _linalg_svd(a, full, vectors, op);
}

// A^+ of the values above `least`: V diag(1 / values) U^H.
Tensor inverse_from(const Tensor& values, const Tensor& sizes, const Tensor& atol, const Tensor& rtol, const Tensor& v,
                    const Tensor& uh) {
  Tensor part = unsqueeze(rtol, -1);
  if (values.size(-1) > 0) part = part * amax(sizes, IntSpan(std::array{int64_t{-1}}), true);
  const Tensor least = maximum(unsqueeze(atol, -1), part), kept = gt(sizes, least);
  const Tensor inverse = where(kept, 1.0 / where(kept, values, 1), 0);
  return matmul(times_diagonal(v, in_dtype_of(inverse, v)), uh);
}

}  // namespace

struct Svd : General {
  static constexpr Schema schema{
      "_linalg_svd(Tensor A, bool full_matrices, bool compute_uv, str name) -> (Tensor U, Tensor S, Tensor Vh)"};
  static constexpr const char* doc = "linalg_svd for the operator `name`; without vectors U and Vh are empty.";
  static std::array<Tensor, 3> forward(const Tensor& a, bool full, bool vectors, std::string_view name) {
    check_matrices(name.data(), "A", a);
    SvdFactors f = run_svd(a, full, vectors, name.data());
    return {f.u, f.s, f.vh};
  }
  static std::array<Tensor, 3> batch(const Batch& b, const Tensor& a, bool full, bool vectors, std::string_view name) {
    auto [u, s, vh] = _linalg_svd(a, full, vectors, name.data());
    if (!vectors) u = expand(u, Dims{b.size, 0}), vh = expand(vh, Dims{b.size, 0});
    return {u, s, vh};
  }
  static constexpr auto vjp = rules(wrt<"A">([](MaybeGrad<0> gu, MaybeGrad<1> gs, MaybeGrad<2> gvh, In<"A"> a, Out<0> u,
                                                Out<1> s, Out<2> vh, Attr<"compute_uv", bool> vectors) -> Tensor {
    const int64_t k = s.size(-1);
    if (!vectors) {
      auto [u2, s2, vh2] = _linalg_svd(a, false, true, "linalg_svd");
      return gs ? svd_gradient({}, gs, {}, u2, s2, vh2) : Tensor();
    }
    const Tensor gv = gvh ? mH(onto_first(mH(gvh), mH(vh), k)) : Tensor();
    return svd_gradient(onto_first(gu, u, k), gs, gv, narrow(u, -1, 0, k), s, narrow(vh, -2, 0, k));
  }));
  static constexpr auto jvp = tangents([](Tangent<"A"> da, In<"A"> a, Out<0> u, Out<1> s, Out<2> vh,
                                          Attr<"compute_uv", bool> vectors) -> std::array<Tensor, 3> {
    if (vectors) return svd_tangents(da, u, s, vh);
    auto [u2, s2, vh2] = _linalg_svd(a, false, true, "linalg_svd");
    return {Tensor(), real_or_same(diagonal_of(matmul(matmul(mH(u2), da), mH(vh2)))), Tensor()};
  });
};
VJP_DEFINE(Svd);

struct LinalgSvd : Composite {
  static constexpr Schema schema{
      "linalg_svd(Tensor A, bool full_matrices=True, *, str? driver=None) -> (Tensor U, Tensor S, Tensor Vh)"};
  static constexpr const char* doc =
      "A = U diag(S) Vh, the singular values falling. Derivatives of U and Vh need distinct ones, and values alone do "
      "not.";
  static constexpr Autocast autocast = Autocast::Float32;
  static std::array<Tensor, 3> forward(const Tensor& a, bool full, std::optional<std::string_view> driver) {
    if (driver)
      fail(VJP_ERROR_INVALID, "linalg_svd: 'driver' is \"{}\": only CUDA has several, expected None", *driver);
    return svd_of("linalg_svd", a, full, true);
  }
};
VJP_DEFINE(LinalgSvd);

struct LinalgSvdvals : Composite {
  static constexpr Schema schema{"linalg_svdvals(Tensor A, *, str? driver=None) -> Tensor"};
  static constexpr const char* doc = "The singular values of a matrix, falling.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& a, std::optional<std::string_view> driver) {
    if (driver)
      fail(VJP_ERROR_INVALID, "linalg_svdvals: 'driver' is \"{}\": only CUDA has several, expected None", *driver);
    return svd_of("linalg_svdvals", a, false, false)[1];
  }
};
VJP_DEFINE(LinalgSvdvals);

struct SvdFormer : Composite {
  static constexpr Schema schema{
      "svd(Tensor input, bool some=True, bool compute_uv=True) -> (Tensor U, Tensor S, Tensor V)"};
  static constexpr const char* doc = "linalg_svd under its former name: V, and not its adjoint; zeros without vectors.";
  static constexpr Autocast autocast = Autocast::Float32;
  static std::array<Tensor, 3> forward(const Tensor& a, bool some, bool vectors) {
    auto [u, s, vh] = svd_of("svd", a, !some, vectors);
    if (vectors) return {u, s, mH(vh)};
    const Dims batch = batch_sizes(a);
    return {zeros(matrix_sizes(batch, rows_of(a), rows_of(a)), a.dtype()), s,
            zeros(matrix_sizes(batch, cols_of(a), cols_of(a)), a.dtype())};
  }
};
VJP_DEFINE(SvdFormer);

struct Pinv : General {
  static constexpr Schema schema{
      "_linalg_pinv(Tensor A, Tensor atol, Tensor rtol, bool hermitian, str name) -> Tensor"};
  static constexpr const char* doc = "linalg_pinv with the tolerances of each matrix, for the operator `name`.";
  static Tensor forward(const Tensor& a, const Tensor& atol, const Tensor& rtol, bool hermitian,
                        std::string_view name) {
    check_matrices(name.data(), "A", a);
    if (hermitian) {
      check_square(name.data(), "A", a);
      const EighFactors f = run_eigh(a, false, true, name.data());
      return inverse_from(f.values, abs(f.values), atol, rtol, f.vectors, mH(f.vectors));
    }
    const SvdFactors f = run_svd(a, false, true, name.data());
    return inverse_from(f.s, f.s, atol, rtol, mH(f.vh), mH(f.u));
  }
  static Tensor batch(const Batch& b, const Tensor& a, const Tensor& atol, const Tensor& rtol, bool hermitian,
                      std::string_view name) {
    const int rank = std::max({a.ndim() - b.has(0) - 2, atol.ndim() - b.has(1), rtol.ndim() - b.has(2)});
    Tensor matrices = with_batch(b, 0, a);
    while (matrices.ndim() < rank + 3) matrices = unsqueeze(matrices, 1);
    const auto tolerance = [&](int arg, const Tensor& t) { return aligned(b, arg, t, rank); };
    return _linalg_pinv(matrices, tolerance(1, atol), tolerance(2, rtol), hermitian, name.data());
  }
  // Rank and tolerance stay as they are: dP = -P dA P + P P^H dA^H (1 - A P) + (1 - P A) dA^H P^H P.
  static constexpr auto vjp = rules(wrt<"A">([](Grad g, In<"A"> a, Out<> p) -> Tensor {
    const Tensor ph = mH(p), gh = mH(g), right = matmul(gh, matmul(p, ph)), left = matmul(matmul(ph, p), gh);
    return -matmul(matmul(ph, g), ph) + (right - matmul(a, matmul(p, right))) + (left - matmul(matmul(left, p), a));
  }));
  static constexpr auto jvp = tangents([](Tangent<"A"> da, In<"A"> a, Out<> p) -> Tensor {
    const Tensor ph = mH(p), dh = mH(da), right = matmul(matmul(p, ph), dh), left = matmul(dh, matmul(ph, p));
    return -matmul(matmul(p, da), p) + (right - matmul(matmul(right, a), p)) + (left - matmul(p, matmul(a, left)));
  });
};
VJP_DEFINE(Pinv);

namespace {

// rtol where neither is given.
double default_rtol(const Tensor& a) {
  return static_cast<double>(std::max(rows_of(a), cols_of(a))) * epsilon_of(a.dtype());
}

}  // namespace

struct LinalgPinv : Composite {
  static constexpr Schema schema{
      "linalg_pinv(Tensor A, *, float? atol=None, float? rtol=None, bool hermitian=False) -> Tensor"};
  static constexpr const char* doc =
      "The pseudoinverse; singular values up to max(atol, rtol * the largest) count as 0. rtol is the larger size "
      "times "
      "the dtype's epsilon where neither is given.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& a, std::optional<double> atol, std::optional<double> rtol, bool hermitian) {
    check_matrices("linalg_pinv", "A", a);
    const Dtype real = real_of(a.dtype());
    const double relative = rtol.value_or(atol ? 0 : default_rtol(a));
    return _linalg_pinv(a, full({}, atol.value_or(0), real), full({}, relative, real), hermitian, "linalg_pinv");
  }
};
VJP_DEFINE(LinalgPinv);

struct LinalgPinvTensor : Composite {
  static constexpr Schema schema{
      "linalg_pinv.tensor(Tensor A, *, Tensor? atol=None, Tensor? rtol=None, bool hermitian=False) -> Tensor"};
  static constexpr const char* doc = "linalg_pinv with tolerances of each matrix, which broadcast to the batch.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& a, const Tensor& atol, const Tensor& rtol, bool hermitian) {
    check_matrices("linalg_pinv", "A", a);
    const Dtype real = real_of(a.dtype());
    const auto tolerance = [&](const Tensor& given, double otherwise) {
      return given ? to(given, real) : full({}, otherwise, real);
    };
    return _linalg_pinv(a, tolerance(atol, 0), tolerance(rtol, atol ? 0 : default_rtol(a)), hermitian, "linalg_pinv");
  }
};
VJP_DEFINE(LinalgPinvTensor);

struct Pinverse : Composite {
  static constexpr Schema schema{"pinverse(Tensor input, float rcond=1e-15) -> Tensor"};
  static constexpr const char* doc = "linalg_pinv under its former name, with rtol = rcond.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& a, double rcond) {
    check_matrices("pinverse", "input", a);
    const Dtype real = real_of(a.dtype());
    return _linalg_pinv(a, full({}, 0, real), full({}, rcond, real), false, "pinverse");
  }
};
VJP_DEFINE(Pinverse);

// The least squares problem; the solution goes by way of the pseudoinverse.
struct LinalgLstsq : Composite {
  static constexpr Schema schema{
      "linalg_lstsq(Tensor A, Tensor B, float? rcond=None, *, str? driver=None) -> (Tensor solution, Tensor residuals, "
      "Tensor rank, Tensor singular_values)"};
  static constexpr const char* doc =
      "X that minimises |A X - B|, of the least norm. driver: \"gelsy\" (the default), \"gels\" (full rank is taken "
      "for "
      "granted), \"gelsd\" or \"gelss\"; the last two give the singular values. Residuals where they are sums of "
      "squares.";
  static constexpr Autocast autocast = Autocast::Float32;
  static std::array<Tensor, 4> forward(const Tensor& a, const Tensor& given, std::optional<double> rcond,
                                       std::optional<std::string_view> chosen) {
    const std::string_view driver = chosen.value_or("gelsy");
    const bool full_rank = driver == "gels", with_values = driver == "gelsd" || driver == "gelss";
    if (!full_rank && !with_values && driver != "gelsy") {
      fail(VJP_ERROR_INVALID, "linalg_lstsq: 'driver' is \"{}\", expected \"gels\", \"gelsy\", \"gelsd\" or \"gelss\"",
           driver);
    }
    check_matrices("linalg_lstsq", "A", a);
    check_same_dtype("linalg_lstsq", "A", a, "B", given);
    const bool vector = given.ndim() == a.ndim() - 1;
    const Tensor b = vector ? unsqueeze(given, -1) : given;
    const int64_t m = rows_of(a), n = cols_of(a);
    if (b.ndim() < 2 || rows_of(b) != m)
      fail(VJP_ERROR_SHAPE, "linalg_lstsq: 'A' is {} and 'B' is {}: their rows differ", a.sizes(), given.sizes());
    const Dtype real = real_of(a.dtype());
    const double least = rcond.value_or(static_cast<double>(std::max(m, n)) * epsilon_of(real));
    const Tensor atol = full({}, 0, real), rtol = full({}, full_rank ? 0 : least, real);
    const Tensor x = matmul(_linalg_pinv(a, atol, rtol, false, "linalg_lstsq"), b);
    // no residuals are differentiable results nevertheless
    const Tensor none = narrow(flatten(real_or_same(x)), 0, 0, 0);
    Tensor rank = empty(Dims{0}, Dtype::Int64), values = empty(Dims{0}, real);
    if (!full_rank) {
      values = _linalg_svd(a, false, false, "linalg_lstsq")[1];
      rank = rank_of(values, least);
    }
    const bool sums = m > n && driver != "gelsy" && (full_rank || all(eq(rank, n)).item().to_int() != 0);
    // not by abs, which has no second derivative where a residual is 0
    const Tensor left = sums ? b - matmul(a, x) : Tensor();
    const Tensor rest = sums ? real_or_same(mul(left, is_complex(left.dtype()) ? conj(left) : left)) : Tensor();
    return {vector ? squeeze_dim(x, Dims{-1}) : x, sums ? sum(rest, IntSpan(std::array{int64_t{-2}})) : none, rank,
            with_values ? values : empty(Dims{0}, real)};
  }
  static Tensor rank_of(const Tensor& values, double least) {
    const Dims last{-1};
    if (values.size(-1) == 0) return zeros(batch_sizes(values, 1), Dtype::Int64);
    return sum(gt(values, amax(values, last, true) * least), last);
  }
};
VJP_DEFINE(LinalgLstsq);

}  // namespace vjp
