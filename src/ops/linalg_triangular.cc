// Triangles: solutions with them, and the Cholesky factorisation.
#include "ops/functions/linalg_triangular.h"

#include "ops/batch_rules.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_arrange.h"
#include "ops/functions/matmul_products.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/view_shape.h"
#include "ops/linalg.h"
#include "ops/tensor_operators.h"

namespace vjp {
namespace {

// What of a matrix a solution reads.
Tensor triangle(const Tensor& a, bool upper, bool unit) { return upper ? triu(a, unit) : tril(a, -int64_t{unit}); }

// The lower triangle with half of the diagonal.
Tensor lower_half(const Tensor& x) {
  const Tensor low = tril(x);
  return where(diagonal_mask(rows_of(x)), low * 0.5, low);
}

}  // namespace

struct SolveTriangular : General {
  static constexpr Schema schema{
      "_linalg_solve_triangular(Tensor A, Tensor B, bool upper, bool left, bool unitriangular, bool adjoint) -> "
      "Tensor"};
  static constexpr const char* doc = "linalg_solve_triangular with A or its adjoint.";
  static Tensor forward(const Tensor& a, const Tensor& b, bool upper, bool left, bool unit, bool adjoint) {
    check_solution("linalg_solve_triangular", "A", a, b, left);
    const Dims batch(broadcast(batch_sizes(a), batch_sizes(b), "linalg_solve_triangular"));
    Tensor out = empty_columns(matrix_sizes(batch, rows_of(b), cols_of(b)), b.dtype());
    const Tensor triangles = expand(a, matrix_sizes(batch, rows_of(a), cols_of(a))), given = expand(b, out.sizes());
    FactorArgs args = factor_call(Factorisation::TriangularSolve, "linalg_solve_triangular");
    args.upper = upper;
    args.right = !left;
    args.unit = unit;
    args.adjoint = adjoint;
    args.in[0] = triangles.view();
    args.in[1] = given.view();
    args.out[0] = out.view();
    kernels().factor(args);
    return out;
  }
  static Tensor batch(const Batch& batch, const Tensor& a, const Tensor& b, bool upper, bool left, bool unit,
                      bool adjoint) {
    const AlignedPair p = aligned_pair(batch, a, b);
    return _linalg_solve_triangular(p.a, p.b, upper, left, unit, adjoint);
  }
  static constexpr auto vjp = rules(wrt<"A", "B">(
      [](Grad g, In<"A"> a, Out<> x, Attr<"upper", bool> upper, Attr<"left", bool> left,
         Attr<"unitriangular", bool> unit, Attr<"adjoint", bool> adjoint, Needs<"A"> wanted) -> std::array<Tensor, 2> {
        const Tensor gb = _linalg_solve_triangular(a, g, upper, left, unit, !adjoint);
        if (!wanted) return {Tensor(), gb};
        // of op(A): -gb x^H or -x^H gb
        const bool exchanged = adjoint;
        Tensor ga = left ? (exchanged ? matmul(x, mH(gb)) : matmul(gb, mH(x)))
                         : (exchanged ? matmul(mH(gb), x) : matmul(mH(x), gb));
        return {-triangle(ga, upper, unit), gb};
      }));
  static constexpr auto jvp =
      tangents([](Tangent<"A"> da, Tangent<"B"> db, In<"A"> a, Out<> x, Attr<"upper", bool> upper,
                  Attr<"left", bool> left, Attr<"unitriangular", bool> unit, Attr<"adjoint", bool> adjoint) -> Tensor {
        Tensor d = db;
        if (da) {
          const Tensor t = triangle(da, upper, unit), change = adjoint ? mH(t) : t;
          const Tensor product = left ? matmul(change, x) : matmul(x, change);
          d = d ? d - product : -product;
        }
        return _linalg_solve_triangular(a, d, upper, left, unit, adjoint);
      });
};
VJP_DEFINE(SolveTriangular);

struct LinalgSolveTriangular : Composite {
  static constexpr Schema schema{
      "linalg_solve_triangular(Tensor input, Tensor B, *, bool upper, bool left=True, bool unitriangular=False) -> "
      "Tensor"};
  static constexpr const char* doc =
      "The solution of A X = B, or X A = B where not `left`, with a triangle A of `input`; the rest is not read.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& a, const Tensor& b, bool upper, bool left, bool unit) {
    check_solution("linalg_solve_triangular", "input", a, b, left);
    return _linalg_solve_triangular(a, b, upper, left, unit, false);
  }
};
VJP_DEFINE(LinalgSolveTriangular);

struct TriangularSolve : Composite {
  static constexpr Schema schema{
      "triangular_solve(Tensor b, Tensor A, bool upper=True, bool transpose=False, bool unitriangular=False) -> "
      "(Tensor "
      "solution, Tensor cloned_coefficient)"};
  static constexpr const char* doc = "linalg_solve_triangular under its former name, and a copy of A.";
  static constexpr Autocast autocast = Autocast::Float32;
  static std::array<Tensor, 2> forward(const Tensor& b, const Tensor& a, bool upper, bool transposed, bool unit) {
    check_solution("triangular_solve", "A", a, b, true);
    const Tensor x = transposed ? _linalg_solve_triangular(mT(a), b, !upper, true, unit, false)
                                : _linalg_solve_triangular(a, b, upper, true, unit, false);
    return {x, clone(a)};
  }
};
VJP_DEFINE(TriangularSolve);

struct Cholesky : General {
  static constexpr Schema schema{
      "_linalg_cholesky(Tensor A, bool upper, str name, bool check) -> (Tensor L, Tensor info)"};
  static constexpr const char* doc = "The Cholesky factor for the operator `name`, which checks that it exists.";
  static constexpr uint8_t nondiff_outputs = 2;
  static std::array<Tensor, 2> forward(const Tensor& a, bool upper, std::string_view name, bool check) {
    Tensor l = empty_columns(Dims(a.sizes()), a.dtype()), info = Tensor::empty(batch_sizes(a), Dtype::Int32);
    FactorArgs args = factor_call(Factorisation::Cholesky, name.data(), check);
    args.upper = upper;
    args.in[0] = a.view();
    args.out[0] = l.view();
    args.info = info.view();
    kernels().factor(args);
    return {l, info};
  }
  static std::array<Tensor, 2> batch(const Batch&, const Tensor& a, bool upper, std::string_view name, bool check) {
    return _linalg_cholesky(a, upper, name.data(), check);
  }
  // dA = dL L^H + L dL^H: L^-1 dL is the lower half of L^-1 dA L^-H. Derivatives are those of the factor of the
  // Hermitian part, so that gradients are Hermitian.
  static constexpr auto vjp = rules(wrt<"A">([](GradOf<0> given, Out<0> out, Attr<"upper", bool> upper) -> Tensor {
    const Tensor l = upper ? mH(out) : out, g = upper ? mH(given) : given;
    const Tensor whole = plus_adjoint(lower_half(matmul(mH(l), g))) * 0.5;
    return _linalg_solve_triangular(l, _linalg_solve_triangular(l, whole, false, true, false, true), false, false,
                                    false, false);
  }));
  static constexpr auto jvp =
      tangents([](Tangent<"A"> da, Out<0> out, Attr<"upper", bool> upper) -> std::array<Tensor, 2> {
        const Tensor l = upper ? mH(out) : out;
        const Tensor inside = _linalg_solve_triangular(
            l, _linalg_solve_triangular(l, plus_adjoint(da), false, true, false, false), false, false, false, true);
        const Tensor dl = matmul(l, lower_half(inside) * 0.5);
        return {upper ? mH(dl) : dl, {}};
      });
};
VJP_DEFINE(Cholesky);

struct LinalgCholeskyEx : Composite {
  static constexpr Schema schema{
      "linalg_cholesky_ex(Tensor A, *, bool upper=False, bool check_errors=False) -> (Tensor L, Tensor info)"};
  static constexpr const char* doc =
      "linalg_cholesky with the order of the first minor that is not positive, or 0, instead of an error.";
  static constexpr Autocast autocast = Autocast::Float32;
  static std::array<Tensor, 2> forward(const Tensor& a, bool upper, bool check_errors) {
    check_square("linalg_cholesky_ex", "A", a);
    return _linalg_cholesky(a, upper, "linalg_cholesky_ex", check_errors);
  }
};
VJP_DEFINE(LinalgCholeskyEx);

struct LinalgCholesky : Composite {
  static constexpr Schema schema{"linalg_cholesky(Tensor A, *, bool upper=False) -> Tensor"};
  static constexpr const char* doc =
      "L of A = L L^H, of a Hermitian positive definite matrix of which the lower triangle is read; `upper`: L^H, of "
      "the "
      "upper one.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& a, bool upper) {
    check_square("linalg_cholesky", "A", a);
    return _linalg_cholesky(a, upper, "linalg_cholesky", true)[0];
  }
};
VJP_DEFINE(LinalgCholesky);

struct CholeskySolve : Composite {
  static constexpr Schema schema{"cholesky_solve(Tensor B, Tensor L, bool upper=False) -> Tensor"};
  static constexpr const char* doc = "The solution of A X = B from the Cholesky factor of A.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& b, const Tensor& l, bool upper) {
    check_solution("cholesky_solve", "L", l, b, true);
    const Tensor first = _linalg_solve_triangular(l, b, upper, true, false, upper);
    return _linalg_solve_triangular(l, first, upper, true, false, !upper);
  }
};
VJP_DEFINE(CholeskySolve);

struct CholeskyInverse : Composite {
  static constexpr Schema schema{"cholesky_inverse(Tensor L, bool upper=False) -> Tensor"};
  static constexpr const char* doc = "The inverse of A from its Cholesky factor.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& l, bool upper) {
    check_square("cholesky_inverse", "L", l);
    return cholesky_solve(eye(rows_of(l), {}, l.dtype()), l, upper);
  }
};
VJP_DEFINE(CholeskyInverse);

}  // namespace vjp
