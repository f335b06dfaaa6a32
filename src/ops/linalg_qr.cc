// QR, and products of Householder's reflections.
#include "ops/functions/linalg_qr.h"

#include "ops/batch_rules.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_arrange.h"
#include "ops/functions/join.h"
#include "ops/functions/linalg_triangular.h"
#include "ops/functions/matmul_products.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/linalg.h"
#include "ops/tensor_operators.h"

namespace vjp {
namespace {

// The part above the diagonal twice, in X + X^H, and of the diagonal the real part: what is left of X where an upper
// triangle with a real diagonal is to be made of it.
Tensor upper_of_sum(const Tensor& x) {
  const Tensor sum = triu(plus_adjoint(x));
  return where(diagonal_mask(rows_of(x)), sum * 0.5, sum);
}
// Its adjoint.
Tensor sum_of_upper(const Tensor& x) {
  const Tensor up = triu(x), sum = plus_adjoint(up);
  return where(diagonal_mask(rows_of(x)), sum * 0.5, sum);
}

void check_differentiable(std::string_view mode, const Tensor& q, const Tensor& r) {
  if (mode == "r")
    fail(VJP_ERROR_NOT_IMPLEMENTED,
         "linalg_qr: not differentiable with mode \"r\": the derivative needs Q; use \"reduced\"");
  const int64_t m = rows_of(q), n = cols_of(r);
  if (mode == "complete" && m > n) {
    fail(VJP_ERROR_NOT_IMPLEMENTED,
         "linalg_qr: not differentiable with mode \"complete\" for more rows ({}) than columns ({}): the further "
         "columns "
         "of Q are not unique",
         m, n);
  }
}

// X R^-1 and X R^-H.
Tensor over(const Tensor& x, const Tensor& r) { return _linalg_solve_triangular(r, x, true, false, false, false); }
Tensor over_adjoint(const Tensor& x, const Tensor& r) {
  return _linalg_solve_triangular(r, x, true, false, false, true);
}

// V with ones on the diagonal, and S = (1 + D triu(V^H V, 1))^-1 D: the product of the reflections is 1 - V S V^H.
struct Reflections {
  Tensor v, s;
};
Reflections reflections(const Tensor& given, const Tensor& tau) {
  const int64_t k = tau.size(-1);
  const Tensor left = narrow(given, -1, 0, k);
  const Tensor v = add(tril(left, -1), eye(rows_of(given), k, given.dtype()));
  const Tensor unit = add(diagonal_times(tau, triu(matmul(mH(v), v), 1)), eye(k, {}, given.dtype()));
  return {v, linalg_solve_triangular(unit, diagonal_matrix(tau), true, true, true)};
}

void check_reflections(const char* op, const Tensor& a, const Tensor& tau, bool tall) {
  check_matrices(op, "input", a);
  check_same_dtype(op, "input", a, "tau", tau);
  if (tau.ndim() != a.ndim() - 1 || tau.size(-1) > std::min(rows_of(a), cols_of(a)) ||
      (tall && cols_of(a) > rows_of(a))) {
    fail(VJP_ERROR_SHAPE, "{}: 'input' is {} and 'tau' is {}; [*, m, n]{} and [*, k] with k <= min(m, n) are needed",
         op, a.sizes(), tau.sizes(), tall ? " with m >= n" : "");
  }
}

}  // namespace

struct LinalgQr : General {
  static constexpr Schema schema{"linalg_qr(Tensor A, str mode=\"reduced\") -> (Tensor Q, Tensor R)"};
  static constexpr const char* doc =
      "A = Q R with orthonormal columns and an upper triangle. mode \"complete\": Q is square; \"r\": R alone.";
  static constexpr Autocast autocast = Autocast::Float32;
  static std::array<Tensor, 2> forward(const Tensor& a, std::string_view mode) {
    check_matrices("linalg_qr", "A", a);
    if (mode != "reduced" && mode != "complete" && mode != "r")
      fail(VJP_ERROR_INVALID, "linalg_qr: 'mode' is \"{}\", expected \"reduced\", \"complete\" or \"r\"", mode);
    const int64_t m = rows_of(a), n = cols_of(a), q_cols = mode == "complete" ? m : std::min(m, n);
    const Dims batch = batch_sizes(a);
    const bool alone = mode == "r";
    Tensor q = alone ? Tensor::empty(Dims{0}, a.dtype()) : empty_columns(matrix_sizes(batch, m, q_cols), a.dtype());
    Tensor r = empty_columns(matrix_sizes(batch, q_cols, n), a.dtype());
    FactorArgs args = factor_call(Factorisation::Qr, "linalg_qr");
    args.in[0] = a.view();
    if (!alone) args.out[0] = q.view();
    args.out[1] = r.view();
    kernels().factor(args);
    return {q, r};
  }
  static std::array<Tensor, 2> batch(const Batch& b, const Tensor& a, std::string_view mode) {
    auto [q, r] = linalg_qr(a, mode.data());
    return {mode == "r" ? expand(q, Dims{b.size, 0}) : q, r};
  }
  // Of the columns behind the square part, A2 = Q R2: they add to Q's gradient, and are done.
  static constexpr auto vjp =
      rules(wrt<"A">([](GradOf<0> gq, GradOf<1> gr, Out<0> q, Out<1> r, Attr<"mode", std::string_view> mode) -> Tensor {
        check_differentiable(mode.value, q, r);
        const int64_t n = cols_of(r), k = std::min(rows_of(q), n);
        Tensor g = gq, g1 = narrow(gr, -1, 0, k), rest;
        const Tensor r1 = narrow(r, -1, 0, k);
        if (n > k) {
          const Tensor g2 = narrow(gr, -1, k, n - k), r2 = narrow(r, -1, k, n - k);
          g = g + matmul(matmul(q, r2), mH(g2));
          rest = matmul(q, g2);
        }
        const Tensor inner = sum_of_upper(matmul(g1, mH(r1)) - matmul(mH(q), g));
        const Tensor first = over_adjoint(matmul(q, inner) + g, r1);
        return n > k ? cat(std::vector<Tensor>{first, rest}, -1) : first;
      }));
  static constexpr auto jvp =
      tangents([](Tangent<"A"> da, Out<0> q, Out<1> r, Attr<"mode", std::string_view> mode) -> std::array<Tensor, 2> {
        check_differentiable(mode.value, q, r);
        const int64_t n = cols_of(r), k = std::min(rows_of(q), n);
        const Tensor r1 = narrow(r, -1, 0, k), scaled = over(narrow(da, -1, 0, k), r1);
        const Tensor inner = upper_of_sum(matmul(mH(q), scaled)), dq = scaled - matmul(q, inner),
                     dr = matmul(inner, r1);
        if (n == k) return {dq, dr};
        const Tensor r2 = narrow(r, -1, k, n - k), d2 = narrow(da, -1, k, n - k);
        const Tensor more = matmul(mH(q), d2 - matmul(dq, r2));
        return {dq, cat(std::vector<Tensor>{dr, more}, -1)};
      });
};
VJP_DEFINE(LinalgQr);

struct HouseholderProduct : Composite {
  static constexpr Schema schema{"linalg_householder_product(Tensor input, Tensor tau) -> Tensor"};
  static constexpr const char* doc =
      "The first columns of the product of reflections 1 - tau v v^H, whose v lie below the diagonal of `input`.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& a, const Tensor& tau) {
    check_reflections("linalg_householder_product", a, tau, true);
    const Reflections h = reflections(a, tau);
    const Tensor inner = matmul(h.s, mH(narrow(h.v, -2, 0, cols_of(a))));
    return eye(rows_of(a), cols_of(a), a.dtype()) - matmul(h.v, inner);
  }
};
VJP_DEFINE(HouseholderProduct);

struct Ormqr : Composite {
  static constexpr Schema schema{
      "ormqr(Tensor input, Tensor tau, Tensor other, bool left=True, bool transpose=False) -> Tensor"};
  static constexpr const char* doc =
      "Q other, or other Q where not `left`, with the square product Q of linalg_householder_product's reflections; "
      "with "
      "its adjoint where `transpose`.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& a, const Tensor& tau, const Tensor& other, bool left, bool transposed) {
    check_reflections("ormqr", a, tau, false);
    check_matrices("ormqr", "other", other);
    check_same_dtype("ormqr", "input", a, "other", other);
    if ((left ? rows_of(other) : cols_of(other)) != rows_of(a)) {
      fail(VJP_ERROR_SHAPE, "ormqr: 'input' is {} and 'other' is {}: Q has {} rows and columns", a.sizes(),
           other.sizes(), rows_of(a));
    }
    const Reflections h = reflections(a, tau);
    const Tensor s = transposed ? mH(h.s) : h.s;
    return left ? other - matmul(h.v, matmul(s, matmul(mH(h.v), other)))
                : other - matmul(matmul(matmul(other, h.v), s), mH(h.v));
  }
};
VJP_DEFINE(Ormqr);

}  // namespace vjp
