// Solutions of linear systems, inverses, determinants: by LU.
#include "ops/functions/linalg_solve.h"

#include <cmath>
#include <limits>

#include "graph/batched.h"
#include "graph/meta.h"
#include "ops/batch_rules.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/complex.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/linalg_lu.h"
#include "ops/functions/matmul_products.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_extreme.h"
#include "ops/functions/reduce_prod.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_shape.h"
#include "ops/linalg.h"
#include "ops/tensor_operators.h"

namespace vjp {
namespace {

// A^-1 B in a rule: with the factors where nothing is recorded, else from A, on which they depend.
Tensor solve_again(const Tensor& a, const Tensor& lu, const Tensor& pivots, const Tensor& b, bool left, bool adjoint) {
  if (!derivatives_followed()) return _lu_solve(lu, pivots, b, left, adjoint);
  return _linalg_solve(adjoint ? mH(a) : a, b, left, "linalg_solve", false)[0];
}

// Whether B is a vector for each matrix of A.
bool is_vector(const Tensor& a, const Tensor& b) {
  if (b.ndim() == 1) return true;
  if (a.ndim() - 1 != b.ndim()) return false;
  for (int d = 0; d < b.ndim(); ++d)
    if (a.size(d) != b.size(d)) return false;
  return true;
}

std::array<Tensor, 2> solution(const char* op, const Tensor& a, const Tensor& b, bool left, bool check) {
  check_square(op, "A", a);
  check_same_dtype(op, "A", a, "B", b);
  const bool vector = b.ndim() > 0 && is_vector(a, b);
  if (vector && !left) fail(VJP_ERROR_INVALID, "{}: 'left' must be true where 'B' is vectors: it is {}", op, b.sizes());
  if (b.ndim() < 1 || (left ? b.size(vector ? -1 : -2) : b.size(-1)) != rows_of(a))
    fail(VJP_ERROR_SHAPE, "{}: 'A' is {} and 'B' is {}: their {} differ", op, a.sizes(), b.sizes(),
         left ? "rows" : "columns");
  auto [x, lu, pivots, info] = _linalg_solve(a, vector ? unsqueeze(b, -1) : b, left, op, check);
  return {vector ? squeeze_dim(x, Dims{-1}) : x, info};
}

std::array<Tensor, 2> inverse_of(const char* op, const Tensor& a, bool check) {
  check_square(op, "A", a);
  auto [x, lu, pivots, info] = _linalg_solve(a, eye(rows_of(a), {}, a.dtype()), true, op, check);
  return {x, info};
}

int64_t product(IntSpan sizes) {
  int64_t n = 1;
  for (int64_t s : sizes) n *= s;
  return n;
}

// -1 where an odd number of rows was exchanged.
Tensor sign_of(const Tensor& pivots, Dtype dtype) {
  const Tensor exchanged = ne(pivots, arange_start(1, pivots.size(-1) + 1));
  const Tensor odd = remainder(sum(exchanged, IntSpan(std::array{int64_t{-1}})), 2);
  return to(sub(1, mul(odd, 2)), dtype);
}

// What to add to the diagonal of U so that no pivot is 0. A determinant's gradient is a polynomial, which
// det(A) A^-1 is for regular matrices only: a small enough change of A leaves it what it is.
Tensor small_pivots(const Tensor& lu, double relative) {
  const Tensor pivots = diagonal_of(lu), size = amax(abs(pivots), IntSpan(std::array{int64_t{-1}}), true);
  return where(eq(pivots, 0), where(eq(size, 0), 1, size) * relative, 0);
}

// A, or something close to it, as factors and as a matrix that is not singular; its determinant.
struct Regular {
  Tensor a, lu, det;
};
Regular regular_near(const Tensor& a, const Tensor& lu, const Tensor& pivots) {
  if (rows_of(a) == 0) return {a, lu, full(batch_sizes(a), 1, a.dtype())};
  if (derivatives_followed()) {
    auto [p, l, u] = lu_unpack(detach(lu), pivots);
    const Tensor change = detach(in_dtype_of(small_pivots(lu, std::sqrt(epsilon_of(a.dtype()))), a));
    const Tensor near = a + matmul(p, times_diagonal(l, change));
    return {near, lu, linalg_det(near)};
  }
  const Tensor change = in_dtype_of(small_pivots(lu, epsilon_of(a.dtype())), a), near = lu + diagonal_matrix(change);
  return {a, near, prod_dim(diagonal_of(near), -1) * sign_of(pivots, a.dtype())};
}
// Where det(A) A^-1 says little of the adjugate, a polynomial, and less of its derivatives: one bool a matrix, or
// nothing where no matrix is so. Of large ones the polynomial costs too much.
Tensor ill_conditioned(const Tensor& a, const Tensor& lu) {
  constexpr int64_t kMost = 16;
  if (!derivatives_followed() || rows_of(a) == 0 || rows_of(a) > kMost) return {};
  const Dims last{-1};
  const Tensor size = abs(detach(diagonal_of(lu)));
  const Tensor ill = le(amin(size, last), mul(amax(size, last), 1e-3));
  const bool known = ill.device().is_cpu() && !is_batched(ill);
  return known && number_of_nonzero(ill) == 0 ? Tensor() : ill;
}
// The matrix of cofactors, transposed, by the coefficients of the characteristic polynomial (Faddeev and LeVerrier).
Tensor adjugate(const Tensor& a) {
  const int64_t n = rows_of(a);
  const Tensor one = eye(n, {}, a.dtype());
  Tensor m = expand(one, a.sizes());
  for (int64_t k = 1; k < n; ++k) {
    const Tensor next = matmul(a, m);
    const Tensor trace = sum(diagonal_of(next), IntSpan(std::array{int64_t{-1}}));
    m = next - mul(unsqueeze(unsqueeze(div(trace, static_cast<double>(k)), -1), -1), one);
  }
  return n % 2 ? m : -m;
}
Tensor as_matrices(const Tensor& t) { return unsqueeze(unsqueeze(t, -1), -1); }
Tensor identity_like(const Tensor& a) { return eye(rows_of(a), {}, a.dtype()); }
// The trace of A^-1 B.
Tensor trace_of_solution(const Tensor& a, const Tensor& lu, const Tensor& pivots, const Tensor& b) {
  return sum(diagonal_of(solve_again(a, lu, pivots, b, true, false)), IntSpan(std::array{int64_t{-1}}));
}

}  // namespace

struct Solve : General {
  static constexpr Schema schema{
      "_linalg_solve(Tensor A, Tensor B, bool left, str name, bool check) -> (Tensor X, Tensor LU, Tensor pivots, "
      "Tensor "
      "info)"};
  static constexpr const char* doc = "linalg_solve of matrices for the operator `name`, with the factors.";
  static constexpr uint8_t nondiff_outputs = 14;
  static std::array<Tensor, 4> forward(const Tensor& a, const Tensor& b, bool left, std::string_view name, bool check) {
    check_square(name.data(), "A", a);
    LuFactors f = run_lu(a, name.data(), check);
    return {run_lu_solve(f.lu, f.pivots, b, !left, false, name.data()), f.lu, f.pivots, f.info};
  }
  static std::array<Tensor, 4> batch(const Batch& batch, const Tensor& a, const Tensor& b, bool left,
                                     std::string_view name, bool check) {
    const AlignedPair p = aligned_pair(batch, a, b);
    auto [x, lu, pivots, info] = _linalg_solve(p.a, p.b, left, name.data(), check);
    return {x, of_first(batch, a, 2, lu, 2), of_first(batch, a, 2, pivots, 1), of_first(batch, a, 2, info, 0)};
  }
  static constexpr auto vjp =
      rules(wrt<"A", "B">([](GradOf<0> g, In<"A"> a, Out<0> x, Out<1> lu, Out<2> pivots, Attr<"left", bool> left,
                             Needs<"A"> wanted) -> std::array<Tensor, 2> {
        const Tensor gb = solve_again(a, lu, pivots, g, left, true);
        if (!wanted) return {Tensor(), gb};
        return {left ? -matmul(gb, mH(x)) : -matmul(mH(x), gb), gb};
      }));
  static constexpr auto jvp = tangents([](Tangent<"A"> da, Tangent<"B"> db, In<"A"> a, Out<0> x, Out<1> lu,
                                          Out<2> pivots, Attr<"left", bool> left) -> std::array<Tensor, 4> {
    Tensor d = db;
    if (da) {
      const Tensor product = left ? matmul(da, x) : matmul(x, da);
      d = d ? d - product : -product;
    }
    return {solve_again(a, lu, pivots, d, left, false), {}, {}, {}};
  });
};
VJP_DEFINE(Solve);

struct LinalgSolve : Composite {
  static constexpr Schema schema{"linalg_solve(Tensor A, Tensor B, *, bool left=True) -> Tensor"};
  static constexpr const char* doc =
      "The solution of A X = B, or X A = B where not `left`; B may be a vector for each matrix.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& a, const Tensor& b, bool left) {
    return solution("linalg_solve", a, b, left, true)[0];
  }
};
VJP_DEFINE(LinalgSolve);

struct LinalgSolveEx : Composite {
  static constexpr Schema schema{
      "linalg_solve_ex(Tensor A, Tensor B, *, bool left=True, bool check_errors=False) -> (Tensor result, Tensor "
      "info)"};
  static constexpr const char* doc =
      "linalg_solve with the number, from 1, of the first pivot that is 0, or 0, instead of an error.";
  static constexpr Autocast autocast = Autocast::Float32;
  static std::array<Tensor, 2> forward(const Tensor& a, const Tensor& b, bool left, bool check_errors) {
    return solution("linalg_solve_ex", a, b, left, check_errors);
  }
};
VJP_DEFINE(LinalgSolveEx);

struct LinalgInv : Composite {
  static constexpr Schema schema{"linalg_inv(Tensor A) -> Tensor"};
  static constexpr const char* doc = "The inverse of a square matrix.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& a) { return inverse_of("linalg_inv", a, true)[0]; }
};
VJP_DEFINE(LinalgInv);

struct LinalgInvEx : Composite {
  static constexpr Schema schema{
      "linalg_inv_ex(Tensor A, *, bool check_errors=False) -> (Tensor inverse, Tensor info)"};
  static constexpr const char* doc =
      "linalg_inv with the number, from 1, of the first pivot that is 0, or 0, instead of an error.";
  static constexpr Autocast autocast = Autocast::Float32;
  static std::array<Tensor, 2> forward(const Tensor& a, bool check_errors) {
    return inverse_of("linalg_inv_ex", a, check_errors);
  }
};
VJP_DEFINE(LinalgInvEx);

struct LinalgTensorInv : Composite {
  static constexpr Schema schema{"linalg_tensorinv(Tensor A, int ind=2) -> Tensor"};
  static constexpr const char* doc = "The inverse of tensordot(A, *, ind): the first `ind` dimensions are the rows.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& a, int64_t ind) {
    if (ind < 1) fail(VJP_ERROR_INVALID, "linalg_tensorinv: 'ind' must be positive, got {}", ind);
    const auto cut = static_cast<size_t>(std::min<int64_t>(ind, a.ndim()));
    const IntSpan front = a.sizes().first(cut), back = a.sizes().subspan(cut);
    const int64_t n = product(front);
    if (n != product(back)) {
      fail(VJP_ERROR_SHAPE, "linalg_tensorinv: 'A' is {}: its first {} dimensions have {} elements and the others {}",
           a.sizes(), ind, n, product(back));
    }
    Dims sizes(back);
    for (int64_t s : front) sizes.push_back(s);
    return reshape(inverse_of("linalg_tensorinv", reshape(a, Dims{n, n}), true)[0], sizes);
  }
};
VJP_DEFINE(LinalgTensorInv);

struct LinalgTensorSolve : Composite {
  static constexpr Schema schema{"linalg_tensorsolve(Tensor A, Tensor B, int[]? dims=None) -> Tensor"};
  static constexpr const char* doc =
      "X of tensordot(A, X, X.ndim) = B, after the dimensions `dims` of A were moved behind the others.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& given, const Tensor& b, const std::optional<IntSpan>& dims) {
    Tensor a = given;
    if (dims) {
      Dims last;
      for (size_t i = 0; i < dims->size(); ++i)
        last.push_back(static_cast<int64_t>(i) - static_cast<int64_t>(dims->size()));
      a = movedim(a, *dims, last);
    }
    const IntSpan back = a.sizes().subspan(static_cast<size_t>(std::min(a.ndim(), b.ndim())));
    const int64_t n = product(back);
    if (a.numel() != n * n || b.numel() != n) {
      fail(VJP_ERROR_SHAPE, "linalg_tensorsolve: 'A' is {} and 'B' is {}: A must have B's elements times as many",
           given.sizes(), b.sizes());
    }
    const Tensor x = solution("linalg_tensorsolve", reshape(a, Dims{n, n}), reshape(b, Dims{n}), true, true)[0];
    return reshape(x, back);
  }
};
VJP_DEFINE(LinalgTensorSolve);

struct Det : General {
  static constexpr Schema schema{"_linalg_det(Tensor A) -> (Tensor result, Tensor LU, Tensor pivots)"};
  static constexpr const char* doc = "linalg_det with the factors.";
  static constexpr uint8_t nondiff_outputs = 6;
  static std::array<Tensor, 3> forward(const Tensor& a) {
    check_square("linalg_det", "A", a);
    LuFactors f = run_lu(a, "linalg_det", false);
    return {mul(prod_dim(diagonal_of(f.lu), -1), sign_of(f.pivots, a.dtype())), f.lu, f.pivots};
  }
  static std::array<Tensor, 3> batch(const Batch&, const Tensor& a) { return _linalg_det(a); }
  static constexpr auto vjp = rules(wrt<"A">([](GradOf<0> g, In<"A"> a, Out<1> lu, Out<2> pivots) -> Tensor {
    const Regular r = regular_near(a, lu, pivots);
    const Tensor scale = as_matrices(mul(g, conj(r.det)));
    const Tensor gradient = solve_again(r.a, r.lu, pivots, mul(scale, identity_like(a)), true, true);
    const Tensor ill = ill_conditioned(a, lu);
    return ill ? where(as_matrices(ill), mul(as_matrices(g), mH(adjugate(a))), gradient) : gradient;
  }));
  static constexpr auto jvp =
      tangents([](Tangent<"A"> da, In<"A"> a, Out<1> lu, Out<2> pivots) -> std::array<Tensor, 3> {
        const Regular r = regular_near(a, lu, pivots);
        const Tensor tangent = mul(r.det, trace_of_solution(r.a, r.lu, pivots, da)), ill = ill_conditioned(a, lu);
        if (!ill) return {tangent, {}, {}};
        const Tensor sums = sum(diagonal_of(matmul(adjugate(a), da)), IntSpan(std::array{int64_t{-1}}));
        return {where(ill, sums, tangent), {}, {}};
      });
};
VJP_DEFINE(Det);

struct LinalgDet : Composite {
  static constexpr Schema schema{"linalg_det(Tensor A) -> Tensor"};
  static constexpr const char* doc = "The determinant of a square matrix; differentiable where that is singular too.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& a) {
    check_square("linalg_det", "A", a);
    return _linalg_det(a)[0];
  }
};
VJP_DEFINE(LinalgDet);

struct SlogDet : General {
  static constexpr Schema schema{
      "_linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet, Tensor LU, Tensor pivots)"};
  static constexpr const char* doc = "linalg_slogdet with the factors.";
  static constexpr uint8_t nondiff_outputs = 12;
  static std::array<Tensor, 4> forward(const Tensor& a) {
    check_square("linalg_slogdet", "A", a);
    LuFactors f = run_lu(a, "linalg_slogdet", false);
    const Tensor pivots = diagonal_of(f.lu);
    return {mul(prod_dim(sgn(pivots), -1), sign_of(f.pivots, a.dtype())),
            sum(log(abs(pivots)), IntSpan(std::array{int64_t{-1}})), f.lu, f.pivots};
  }
  static std::array<Tensor, 4> batch(const Batch&, const Tensor& a) { return _linalg_slogdet(a); }
  // d log det = tr(A^-1 dA): its real part is d logabsdet, its imaginary part turns the sign.
  static constexpr auto vjp =
      rules(wrt<"A">([](MaybeGrad<0> g_sign, GradOf<1> g, In<"A"> a, Out<0> sign, Out<2> lu, Out<3> pivots) -> Tensor {
        Tensor scale = in_dtype_of(g, a);
        if (is_complex(a.dtype()) && g_sign) scale = complex(g, -imag(mul(conj(g_sign), sign)));
        return solve_again(a, lu, pivots, mul(as_matrices(scale), identity_like(a)), true, true);
      }));
  static constexpr auto jvp =
      tangents([](Tangent<"A"> da, In<"A"> a, Out<0> sign, Out<2> lu, Out<3> pivots) -> std::array<Tensor, 4> {
        const Tensor trace = trace_of_solution(a, lu, pivots, da);
        if (!is_complex(a.dtype())) return {Tensor(), trace, Tensor(), Tensor()};
        const Tensor turn = imag(trace);
        return {mul(complex(zeros_like(turn), turn), sign), real(trace), {}, {}};
      });
};
VJP_DEFINE(SlogDet);

struct LinalgSlogDet : Composite {
  static constexpr Schema schema{"linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet)"};
  static constexpr const char* doc = "The sign, or the phase, of the determinant, and the logarithm of its magnitude.";
  static constexpr Autocast autocast = Autocast::Float32;
  static std::array<Tensor, 2> forward(const Tensor& a) {
    check_square("linalg_slogdet", "A", a);
    auto [sign, logabsdet, lu, pivots] = _linalg_slogdet(a);
    return {sign, logabsdet};
  }
};
VJP_DEFINE(LinalgSlogDet);

struct LogDet : Composite {
  static constexpr Schema schema{"logdet(Tensor A) -> Tensor"};
  static constexpr const char* doc =
      "The logarithm of the determinant; NaN where that is negative, -inf where it is 0.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& a) {
    check_square("logdet", "A", a);
    auto [sign, logabsdet, lu, pivots] = _linalg_slogdet(a);
    if (is_complex(a.dtype())) return add(log(sign), logabsdet);
    return where(lt(sign, 0), std::numeric_limits<double>::quiet_NaN(), logabsdet);
  }
};
VJP_DEFINE(LogDet);

}  // namespace vjp
