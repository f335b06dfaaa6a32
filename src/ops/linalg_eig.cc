// Eigenvalues, and functions of Hermitian matrices.
#include "ops/functions/linalg_eig.h"

#include "graph/meta.h"
#include "ops/batch_rules.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/complex.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/linalg_solve.h"
#include "ops/functions/linalg_svd.h"
#include "ops/functions/matmul_products.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_extreme.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/linalg.h"
#include "ops/linalg_gauge.h"
#include "ops/tensor_operators.h"

namespace vjp {

void check_phase(const char* op, const char* which, const Tensor& turn) {
  constexpr double kAllowed = 1e-2;
  if (turn->is_batched || turn.numel() == 0) return;
  const double most = amax(abs(detach(imag(turn)))).item().to_double();
  if (most <= kAllowed) return;
  fail(VJP_ERROR_INVALID,
       "{}: complex {}vectors are unique up to a factor of modulus 1, and the function that is differentiated depends "
       "on "
       "that (by {}): it has no derivative",
       op, which, most);
}

namespace {

// values_j - values_i, and 1 on the diagonal.
Tensor gaps_of(const Tensor& values) {
  return where(diagonal_mask(values.size(-1)), 1, unsqueeze(values, -2) - unsqueeze(values, -1));
}

bool reads_upper(const char* op, std::string_view uplo) {
  if (uplo != "L" && uplo != "U" && uplo != "l" && uplo != "u")
    fail(VJP_ERROR_INVALID, "{}: 'UPLO' is \"{}\", expected \"L\" or \"U\"", op, uplo);
  return uplo == "U" || uplo == "u";
}

// Derivatives are those of the Hermitian part of a matrix, so that gradients are Hermitian.
Tensor eigh_gradient(const Tensor& gl, const Tensor& gv, const Tensor& l, const Tensor& v) {
  if (!gv) return matmul(times_diagonal(v, in_dtype_of(gl, v)), mH(v));
  const Tensor turn = matmul(mH(v), gv);
  if (is_complex(v.dtype())) check_phase("linalg_eigh", "eigen", diagonal_of(turn));
  const Tensor mask = diagonal_mask(l.size(-1));
  Tensor inner = turn / in_dtype_of(gaps_of(l), v);
  inner = gl ? where(mask, unsqueeze(in_dtype_of(gl, v), -1), inner) : where(mask, 0, inner);
  return plus_adjoint(matmul(matmul(v, inner), mH(v))) * 0.5;
}

Tensor eig_gradient(const Tensor& gl, const Tensor& gv, const Tensor& l, const Tensor& v) {
  Tensor inner;
  if (gv) {
    const Tensor turn = matmul(mH(v), gv), own = diagonal_of(turn);
    check_phase("linalg_eig", "eigen", own);
    inner = (turn - times_diagonal(matmul(mH(v), v), in_dtype_of(real(own), v))) / conj(gaps_of(l));
  }
  const Tensor mask = diagonal_mask(l.size(-1));
  if (gl) inner = inner ? where(mask, unsqueeze(gl, -1), inner) : diagonal_matrix(gl);
  return _linalg_solve(mH(v), matmul(inner, mH(v)), true, "linalg_eig", false)[0];
}

struct EigFactors {
  Tensor values, vectors;
};
EigFactors run_eig(const Tensor& a, bool vectors, const char* name) {
  const Dtype dtype = complex_of(a.dtype());
  EigFactors f{Tensor::empty(with_last(batch_sizes(a), rows_of(a)), dtype),
               vectors ? empty_columns(Dims(a.sizes()), dtype) : Tensor::empty(Dims{0}, dtype)};
  FactorArgs args = factor_call(Factorisation::Eig, name, true);
  args.in[0] = a.view();
  args.out[0] = f.values.view();
  if (vectors) args.out[1] = f.vectors.view();
  kernels().factor(args);
  return f;
}

// X of H X + X H = C, with H's eigenvalues and vectors.
Tensor lyapunov_solution(const EighFactors& f, const Tensor& c) {
  const Tensor inner = matmul(matmul(mH(f.vectors), c), f.vectors),
               sums = unsqueeze(f.values, -1) + unsqueeze(f.values, -2);
  return matmul(matmul(f.vectors, inner / in_dtype_of(sums, c)), mH(f.vectors));
}

}  // namespace

struct Eigh : General {
  static constexpr Schema schema{
      "_linalg_eigh(Tensor A, bool upper, bool compute_v, str name) -> (Tensor eigenvalues, Tensor eigenvectors)"};
  static constexpr const char* doc = "linalg_eigh for the operator `name`; without vectors these are empty.";
  static std::array<Tensor, 2> forward(const Tensor& a, bool upper, bool vectors, std::string_view name) {
    check_square(name.data(), "A", a);
    const EighFactors f = run_eigh(a, upper, vectors, name.data());
    return {f.values, f.vectors};
  }
  static std::array<Tensor, 2> batch(const Batch& b, const Tensor& a, bool upper, bool vectors, std::string_view name) {
    auto [l, v] = _linalg_eigh(a, upper, vectors, name.data());
    return {l, vectors ? v : expand(v, Dims{b.size, 0})};
  }
  static constexpr auto vjp = rules(wrt<"A">([](MaybeGrad<0> gl, MaybeGrad<1> gv, In<"A"> a, Out<0> l, Out<1> v,
                                                Attr<"upper", bool> upper, Attr<"compute_v", bool> vectors) -> Tensor {
    if (vectors) return eigh_gradient(gl, gv, l, v);
    auto [l2, v2] = _linalg_eigh(a, upper, true, "linalg_eigh");
    return gl ? eigh_gradient(gl, {}, l2, v2) : Tensor();
  }));
  static constexpr auto jvp = tangents([](Tangent<"A"> da, In<"A"> a, Out<0> l, Out<1> v, Attr<"upper", bool> upper,
                                          Attr<"compute_v", bool> vectors) -> std::array<Tensor, 2> {
    if (!vectors) {
      auto [l2, v2] = _linalg_eigh(a, upper, true, "linalg_eigh");
      return {real_or_same(diagonal_of(matmul(matmul(mH(v2), da), v2))), Tensor()};
    }
    const Tensor inner = matmul(matmul(mH(v), plus_adjoint(da) * 0.5), v), turn = inner / in_dtype_of(gaps_of(l), v);
    return {real_or_same(diagonal_of(inner)), matmul(v, where(diagonal_mask(l.size(-1)), 0, turn))};
  });
};
VJP_DEFINE(Eigh);

struct LinalgEigh : Composite {
  static constexpr Schema schema{"linalg_eigh(Tensor A, str UPLO=\"L\") -> (Tensor eigenvalues, Tensor eigenvectors)"};
  static constexpr const char* doc =
      "The eigenvalues, rising, and eigenvectors of a Hermitian matrix, of which the triangle UPLO is read. "
      "Derivatives "
      "of vectors need distinct values.";
  static constexpr Autocast autocast = Autocast::Float32;
  static std::array<Tensor, 2> forward(const Tensor& a, std::string_view uplo) {
    check_square("linalg_eigh", "A", a);
    return _linalg_eigh(a, reads_upper("linalg_eigh", uplo), true, "linalg_eigh");
  }
};
VJP_DEFINE(LinalgEigh);

struct LinalgEigvalsh : Composite {
  static constexpr Schema schema{"linalg_eigvalsh(Tensor A, str UPLO=\"L\") -> Tensor"};
  static constexpr const char* doc =
      "The eigenvalues, rising, of a Hermitian matrix, of which the triangle UPLO is read.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& a, std::string_view uplo) {
    check_square("linalg_eigvalsh", "A", a);
    return _linalg_eigh(a, reads_upper("linalg_eigvalsh", uplo), false, "linalg_eigvalsh")[0];
  }
};
VJP_DEFINE(LinalgEigvalsh);

struct Eig : General {
  static constexpr Schema schema{
      "_linalg_eig(Tensor A, bool compute_v, str name) -> (Tensor eigenvalues, Tensor eigenvectors)"};
  static constexpr const char* doc = "linalg_eig for the operator `name`; without vectors these are empty.";
  static std::array<Tensor, 2> forward(const Tensor& a, bool vectors, std::string_view name) {
    check_square(name.data(), "A", a);
    const EigFactors f = run_eig(a, vectors, name.data());
    return {f.values, f.vectors};
  }
  static std::array<Tensor, 2> batch(const Batch& b, const Tensor& a, bool vectors, std::string_view name) {
    auto [l, v] = _linalg_eig(a, vectors, name.data());
    return {l, vectors ? v : expand(v, Dims{b.size, 0})};
  }
  static constexpr auto vjp = rules(wrt<"A">(
      [](MaybeGrad<0> gl, MaybeGrad<1> gv, In<"A"> a, Out<0> l, Out<1> v, Attr<"compute_v", bool> vectors) -> Tensor {
        if (vectors) return eig_gradient(gl, gv, l, v);
        auto [l2, v2] = _linalg_eig(a, true, "linalg_eig");
        return gl ? eig_gradient(gl, {}, l2, v2) : Tensor();
      }));
  static constexpr auto jvp = tangents([](Tangent<"A"> given, In<"A"> a, Out<0> own_l, Out<1> own_v,
                                          Attr<"compute_v", bool> vectors) -> std::array<Tensor, 2> {
    Tensor l = own_l, v = own_v;
    if (!vectors) {
      auto all = _linalg_eig(a, true, "linalg_eig");
      l = all[0], v = all[1];
    }
    const Tensor da = in_dtype_of(given, v);
    const Tensor inner = _linalg_solve(v, matmul(da, v), true, "linalg_eig", false)[0], dl = diagonal_of(inner);
    if (!vectors) return {dl, Tensor()};
    const Tensor dv = matmul(v, where(diagonal_mask(l.size(-1)), 0, inner / gaps_of(l)));
    // vectors keep their length
    const Tensor along = in_dtype_of(real(diagonal_of(matmul(mH(v), dv))), v);
    return {dl, dv - times_diagonal(v, along)};
  });
};
VJP_DEFINE(Eig);

struct LinalgEig : Composite {
  static constexpr Schema schema{"linalg_eig(Tensor A) -> (Tensor eigenvalues, Tensor eigenvectors)"};
  static constexpr const char* doc =
      "The eigenvalues and eigenvectors of a square matrix: complex, in LAPACK's order. Derivatives of vectors need "
      "distinct values.";
  static constexpr Autocast autocast = Autocast::Float32;
  static std::array<Tensor, 2> forward(const Tensor& a) {
    check_square("linalg_eig", "A", a);
    return _linalg_eig(a, true, "linalg_eig");
  }
};
VJP_DEFINE(LinalgEig);

struct LinalgEigvals : Composite {
  static constexpr Schema schema{"linalg_eigvals(Tensor A) -> Tensor"};
  static constexpr const char* doc = "The eigenvalues of a square matrix: complex, in LAPACK's order.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& a) {
    check_square("linalg_eigvals", "A", a);
    return _linalg_eig(a, false, "linalg_eigvals")[0];
  }
};
VJP_DEFINE(LinalgEigvals);

struct Lyapunov : General {
  static constexpr Schema schema{"_linalg_lyapunov(Tensor H, Tensor C) -> Tensor"};
  static constexpr const char* doc =
      "X of H X + X H = C with a Hermitian matrix H, of which the lower triangle is read.";
  static Tensor forward(const Tensor& h, const Tensor& c) {
    check_square("_linalg_lyapunov", "H", h);
    return lyapunov_solution(run_eigh(h, false, true, "_linalg_lyapunov", false), c);
  }
  static Tensor batch(const Batch& b, const Tensor& h, const Tensor& c) {
    const AlignedPair p = aligned_pair(b, h, c);
    return _linalg_lyapunov(p.a, p.b);
  }
  static constexpr auto vjp =
      rules(wrt<"H", "C">([](Grad g, In<"H"> h, Out<> x, Needs<"H"> wanted) -> std::array<Tensor, 2> {
        const Tensor y = _linalg_lyapunov(h, g);
        if (!wanted) return {Tensor(), y};
        return {-(matmul(y, mH(x)) + matmul(mH(x), y)), y};
      }));
  static constexpr auto jvp = tangents([](Tangent<"H"> dh, Tangent<"C"> dc, In<"H"> h, Out<> x) -> Tensor {
    Tensor d = dc;
    if (dh) {
      const Tensor change = matmul(dh, x) + matmul(x, dh);
      d = d ? d - change : -change;
    }
    return _linalg_lyapunov(h, d);
  });
};
VJP_DEFINE(Lyapunov);

struct SqrtH : General {
  static constexpr Schema schema{"linalg_matrix_sqrth(Tensor A) -> Tensor"};
  static constexpr const char* doc =
      "The square root of a Hermitian positive semidefinite matrix, of which the lower triangle is read; NaN where "
      "there "
      "is a negative eigenvalue.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& a) {
    check_square("linalg_matrix_sqrth", "A", a);
    const EighFactors f = run_eigh(a, false, true, "linalg_matrix_sqrth", false);
    return matmul(times_diagonal(f.vectors, in_dtype_of(sqrt(f.values), f.vectors)), mH(f.vectors));
  }
  static Tensor batch(const Batch&, const Tensor& a) { return linalg_matrix_sqrth(a); }
  static Tensor derivative(const Tensor& s, const Tensor& along) {
    return _linalg_lyapunov(s, plus_adjoint(along) * 0.5);
  }
  static constexpr auto vjp = rules(wrt<"A">([](Grad g, Out<> s) -> Tensor { return derivative(s, g); }));
  static constexpr auto jvp = tangents([](Tangent<"A"> da, Out<> s) -> Tensor { return derivative(s, da); });
};
VJP_DEFINE(SqrtH);

// With the skew W of P W + W P = U^H dA - dA^H U: dU = U W + (1 - U U^H) dA P^-1 and dP = U^H dA - W P.
struct PolarForm : General {
  static constexpr Schema schema{"linalg_polar(Tensor A) -> (Tensor U, Tensor P)"};
  static constexpr const char* doc =
      "A = U P: orthonormal columns, and a Hermitian positive semidefinite matrix; A has as many rows as columns, or "
      "more. "
      "Differentiable where its rank is full.";
  static constexpr Autocast autocast = Autocast::Float32;
  static std::array<Tensor, 2> forward(const Tensor& a) {
    check_matrices("linalg_polar", "A", a);
    if (rows_of(a) < cols_of(a))
      fail(VJP_ERROR_SHAPE, "linalg_polar: 'A' is {}; at least as many rows as columns are needed", a.sizes());
    const SvdFactors f = run_svd(a, false, true, "linalg_polar");
    return {matmul(f.u, f.vh), matmul(times_diagonal(mH(f.vh), in_dtype_of(f.s, f.vh)), f.vh)};
  }
  static std::array<Tensor, 2> batch(const Batch&, const Tensor& a) { return linalg_polar(a); }
  static Tensor over_p(const Tensor& x, const Tensor& p) {
    return _linalg_solve(p, x, false, "linalg_polar", false)[0];
  }
  static Tensor across(const Tensor& u, const Tensor& x) { return x - matmul(u, matmul(mH(u), x)); }
  static constexpr auto vjp = rules(wrt<"A">([](MaybeGrad<0> gu, MaybeGrad<1> gp, Out<0> u, Out<1> p) -> Tensor {
    Tensor turn;
    if (gu) turn = matmul(mH(u), gu);
    if (gp) turn = turn ? turn - matmul(gp, p) : -matmul(gp, p);
    Tensor inner = minus_adjoint(_linalg_lyapunov(p, turn));
    if (gp) inner = inner + gp;
    const Tensor out = matmul(u, inner);
    return gu && rows_of(u) > cols_of(u) ? out + over_p(across(u, gu), p) : out;
  }));
  static constexpr auto jvp = tangents([](Tangent<"A"> da, Out<0> u, Out<1> p) -> std::array<Tensor, 2> {
    const Tensor inside = matmul(mH(u), da), turn = _linalg_lyapunov(p, minus_adjoint(inside));
    Tensor du = matmul(u, turn);
    if (rows_of(u) > cols_of(u)) du = du + over_p(across(u, da), p);
    return {du, inside - matmul(turn, p)};
  });
};
VJP_DEFINE(PolarForm);

}  // namespace vjp
