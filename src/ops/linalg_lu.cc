// LU: the factorisation, what is made of its parts, and solutions with them.
#include "ops/functions/linalg_lu.h"

#include "ops/batch_rules.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_arrange.h"
#include "ops/functions/index_gather.h"
#include "ops/functions/index_sort.h"
#include "ops/functions/join.h"
#include "ops/functions/linalg_triangular.h"
#include "ops/functions/matmul_products.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/linalg.h"
#include "ops/tensor_operators.h"

namespace vjp {
namespace {

void check_pivot(const char* op, bool pivot) {
  if (!pivot)
    fail(VJP_ERROR_NOT_IMPLEMENTED, "{}: LU without pivoting is not offered: it may fail on regular matrices", op);
}

Tensor unit_lower(const Tensor& lu) {
  const int64_t k = std::min(rows_of(lu), cols_of(lu));
  const Tensor left = narrow(lu, -1, 0, k);
  return add(tril(left, -1), eye(rows_of(lu), k, lu.dtype()));
}
Tensor upper_part(const Tensor& lu) { return triu(narrow(lu, -2, 0, std::min(rows_of(lu), cols_of(lu)))); }

// P, with A = P L U.
Tensor permutation_matrix(const Tensor& pivots, int64_t rows, Dtype dtype) {
  const Tensor from = unsqueeze(_pivots_to_rows(pivots, rows), -2), row = unsqueeze(arange(rows), 1);
  return to(eq(from, row), dtype);
}

// Rows `from[i]` of a matrix, or its columns.
Tensor permuted(const Tensor& b, const Tensor& from, bool columns) {
  const Dims batch(broadcast(batch_sizes(b), batch_sizes(from, 1), "linalg_lu_solve"));
  const Dims sizes = matrix_sizes(batch, rows_of(b), cols_of(b));
  const int dim = static_cast<int>(sizes.n) - (columns ? 1 : 2);
  return gather(expand(b, sizes), dim, expand(unsqueeze(from, columns ? -2 : -1), sizes));
}

// L^-1 X U^-1 and L^-H X U^-H, with the square parts of L and U.
struct Triangles {
  Tensor l, u;  // [k, k]
};
Tensor between(const Triangles& t, const Tensor& x) {
  return linalg_solve_triangular(t.u, linalg_solve_triangular(t.l, x, false, true, true), true, false);
}
Tensor between_adjoints(const Triangles& t, const Tensor& x) {
  return _linalg_solve_triangular(t.l, _linalg_solve_triangular(t.u, x, true, false, false, true), false, true, true,
                                  true);
}

}  // namespace

struct PivotsToRows : CreationOp {
  static constexpr Schema schema{"_pivots_to_rows(Tensor pivots, int rows) -> Tensor"};
  static constexpr const char* doc =
      "For each row of L U, the row of A that it is, from the pivots of an LU factorisation.";
  static Tensor forward(const Tensor& pivots, int64_t rows) {
    if (pivots.dtype() != Dtype::Int32 || pivots.ndim() < 1) {
      fail(VJP_ERROR_DTYPE, "lu_unpack: the pivots are {}{}; int32 [*, k], as lu_factor gives them, is needed",
           pivots.dtype(), pivots.sizes());
    }
    Tensor out = Tensor::empty(with_last(batch_sizes(pivots, 1), rows), Dtype::Int64);
    kernels().check_index({pivots.view(), 1, rows + 1});
    FactorArgs args = factor_call(Factorisation::Permutation, "lu_unpack");
    args.in[0] = pivots.view();
    args.out[0] = out.view();
    kernels().factor(args);
    return out;
  }
};
VJP_DEFINE(PivotsToRows);

struct LuFactor : General {
  static constexpr Schema schema{
      "_linalg_lu_factor(Tensor A, str name, bool check) -> (Tensor LU, Tensor pivots, Tensor info)"};
  static constexpr const char* doc = "The LU factorisation for the operator `name`, which checks that it exists.";
  static constexpr uint8_t nondiff_outputs = 6;
  static std::array<Tensor, 3> forward(const Tensor& a, std::string_view name, bool check) {
    LuFactors f = run_lu(a, name.data(), check);
    return {f.lu, f.pivots, f.info};
  }
  static std::array<Tensor, 3> batch(const Batch&, const Tensor& a, std::string_view name, bool check) {
    return _linalg_lu_factor(a, name.data(), check);
  }
  // P^T dA = dL U + L dU. With L1 and U1 the square parts of L and U: L1^-1 (P^T dA)_1 U1^-1 has L1^-1 dL1 below the
  // diagonal and dU1 U1^-1 above; what is left of the longer factor follows.
  static constexpr auto vjp = rules(wrt<"A">([](GradOf<0> g, Out<0> lu, Out<1> pivots) -> Tensor {
    const int64_t m = rows_of(lu), n = cols_of(lu), k = std::min(m, n);
    const Tensor l = unit_lower(lu), u = upper_part(lu), gl = tril(narrow(g, -1, 0, k), -1),
                 gu = triu(narrow(g, -2, 0, k));
    const Triangles t{narrow(l, -2, 0, k), narrow(u, -1, 0, k)};
    const Tensor gl1 = narrow(gl, -2, 0, k), gu1 = narrow(gu, -1, 0, k);
    Tensor below = matmul(mH(t.l), gl1), above = matmul(gu1, mH(t.u)), rest;
    if (n > k) {
      rest = narrow(g, -1, k, n - k);
      below = below - matmul(rest, mH(narrow(u, -1, k, n - k)));
    } else if (m > k) {
      rest = narrow(g, -2, k, m - k);
      above = above - matmul(mH(narrow(l, -2, k, m - k)), rest);
    }
    const Tensor square = tril(below, -1) + triu(above);
    Tensor out = between_adjoints(t, square);
    if (n > k) {
      const Tensor right = _linalg_solve_triangular(t.l, rest, false, true, true, true);
      out = cat(std::vector<Tensor>{out, right}, -1);
    } else if (m > k) {
      const Tensor under = _linalg_solve_triangular(t.u, rest, true, false, false, true);
      out = cat(std::vector<Tensor>{out, under}, -2);
    }
    return permuted(out, argsort(_pivots_to_rows(pivots, m)), false);
  }));
  static constexpr auto jvp = tangents([](Tangent<"A"> da, Out<0> lu, Out<1> pivots) -> std::array<Tensor, 3> {
    const int64_t m = rows_of(lu), n = cols_of(lu), k = std::min(m, n);
    const Tensor l = unit_lower(lu), u = upper_part(lu), d = permuted(da, _pivots_to_rows(pivots, m), false);
    const Triangles t{narrow(l, -2, 0, k), narrow(u, -1, 0, k)};
    const Tensor inside = between(t, narrow(narrow(d, -1, 0, k), -2, 0, k)), lower = tril(inside, -1);
    const Tensor dl = matmul(t.l, lower), du = matmul(triu(inside), t.u), square = dl + du;
    if (n > k) {
      const Tensor right = narrow(d, -1, k, n - k);
      const Tensor more =
          linalg_solve_triangular(t.l, right, false, true, true) - matmul(lower, narrow(u, -1, k, n - k));
      return {cat(std::vector<Tensor>{square, more}, -1), {}, {}};
    }
    if (m > k) {
      const Tensor under = narrow(d, -2, k, m - k);
      const Tensor more =
          linalg_solve_triangular(t.u, under, true, false) - matmul(narrow(l, -2, k, m - k), triu(inside));
      return {cat(std::vector<Tensor>{square, more}, -2), {}, {}};
    }
    return {square, {}, {}};
  });
};
VJP_DEFINE(LuFactor);

struct LinalgLuFactorEx : Composite {
  static constexpr Schema schema{
      "linalg_lu_factor_ex(Tensor A, *, bool pivot=True, bool check_errors=False) -> (Tensor LU, Tensor pivots, Tensor "
      "info)"};
  static constexpr const char* doc =
      "linalg_lu_factor with the number, from 1, of the first pivot that is 0, or 0, instead of an error.";
  static constexpr Autocast autocast = Autocast::Float32;
  static std::array<Tensor, 3> forward(const Tensor& a, bool pivot, bool check_errors) {
    check_matrices("linalg_lu_factor_ex", "A", a);
    check_pivot("linalg_lu_factor_ex", pivot);
    return _linalg_lu_factor(a, "linalg_lu_factor_ex", check_errors);
  }
};
VJP_DEFINE(LinalgLuFactorEx);

struct LinalgLuFactor : Composite {
  static constexpr Schema schema{"linalg_lu_factor(Tensor A, *, bool pivot=True) -> (Tensor LU, Tensor pivots)"};
  static constexpr const char* doc =
      "The factors L and U of A = P L U in one matrix, and the rows, from 1, that were exchanged in turn.";
  static constexpr Autocast autocast = Autocast::Float32;
  static std::array<Tensor, 2> forward(const Tensor& a, bool pivot) {
    check_matrices("linalg_lu_factor", "A", a);
    check_pivot("linalg_lu_factor", pivot);
    auto [lu, pivots, info] = _linalg_lu_factor(a, "linalg_lu_factor", true);
    return {lu, pivots};
  }
};
VJP_DEFINE(LinalgLuFactor);

struct Lu : Composite {
  static constexpr Schema schema{"lu(Tensor A, bool pivot=True, bool get_infos=False) -> Tensor[]"};
  static constexpr const char* doc = "linalg_lu_factor under its former name: LU, pivots and, if wanted, infos.";
  static constexpr Autocast autocast = Autocast::Float32;
  static std::vector<Tensor> forward(const Tensor& a, bool pivot, bool get_infos) {
    check_matrices("lu", "A", a);
    check_pivot("lu", pivot);
    auto [lu, pivots, info] = _linalg_lu_factor(a, "lu", !get_infos);
    if (get_infos) return {lu, pivots, info};
    return {lu, pivots};
  }
};
VJP_DEFINE(Lu);

struct LuUnpack : Composite {
  static constexpr Schema schema{
      "lu_unpack(Tensor LU_data, Tensor LU_pivots, bool unpack_data=True, bool unpack_pivots=True) -> (Tensor P, "
      "Tensor "
      "L, Tensor U)"};
  static constexpr const char* doc = "The matrices P, L and U of A = P L U; empty ones where they are not wanted.";
  static std::array<Tensor, 3> forward(const Tensor& lu, const Tensor& pivots, bool unpack_data, bool unpack_pivots) {
    check_matrices("lu_unpack", "LU_data", lu);
    const Tensor none = empty(Dims{0}, lu.dtype());
    return {unpack_pivots ? permutation_matrix(pivots, rows_of(lu), lu.dtype()) : none,
            unpack_data ? unit_lower(lu) : none, unpack_data ? upper_part(lu) : none};
  }
};
VJP_DEFINE(LuUnpack);

struct LinalgLu : Composite {
  static constexpr Schema schema{"linalg_lu(Tensor A, *, bool pivot=True) -> (Tensor P, Tensor L, Tensor U)"};
  static constexpr const char* doc =
      "A = P L U: a permutation, a lower triangle with ones on the diagonal, an upper triangle.";
  static constexpr Autocast autocast = Autocast::Float32;
  static std::array<Tensor, 3> forward(const Tensor& a, bool pivot) {
    check_matrices("linalg_lu", "A", a);
    check_pivot("linalg_lu", pivot);
    auto [lu, pivots, info] = _linalg_lu_factor(a, "linalg_lu", false);
    return lu_unpack(lu, pivots);
  }
};
VJP_DEFINE(LinalgLu);

// The factors stand for constants: for rules that are not recorded.
struct LuSolveConstant : Linear {
  static constexpr Schema schema{"_lu_solve(Tensor LU, Tensor pivots, Tensor B, bool left, bool adjoint) -> Tensor"};
  static constexpr const char* doc = "linalg_lu_solve with factors that are not differentiated.";
  static Tensor forward(const Tensor& lu, const Tensor& pivots, const Tensor& b, bool left, bool adjoint) {
    return run_lu_solve(lu, pivots, b, !left, adjoint, "linalg_lu_solve");
  }
  static Tensor batch(const Batch& b, const Tensor& lu, const Tensor& pivots, const Tensor& x, bool left,
                      bool adjoint) {
    const int rank = std::max(lu.ndim() - b.has(0), x.ndim() - b.has(2));
    return _lu_solve(aligned(b, 0, lu, rank), aligned(b, 1, pivots, rank - 1), aligned(b, 2, x, rank), left, adjoint);
  }
  static constexpr auto vjp =
      rules(wrt<"B">([](Grad g, In<"LU"> lu, In<"pivots"> pivots, Attr<"left", bool> left,
                        Attr<"adjoint", bool> adjoint) -> Tensor { return _lu_solve(lu, pivots, g, left, !adjoint); }));
};
VJP_DEFINE(LuSolveConstant);

struct LinalgLuSolve : Composite {
  static constexpr Schema schema{
      "linalg_lu_solve(Tensor LU, Tensor pivots, Tensor B, *, bool left=True, bool adjoint=False) -> Tensor"};
  static constexpr const char* doc =
      "The solution of A X = B, or X A = B where not `left`, from linalg_lu_factor(A); of A's adjoint where `adjoint`.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& lu, const Tensor& pivots, const Tensor& b, bool left, bool adjoint) {
    const char* op = "linalg_lu_solve";
    check_solution(op, "LU", lu, b, left);
    const Tensor rows = _pivots_to_rows(pivots, rows_of(lu));
    const bool first = left != adjoint;  // the exchange comes first
    const Tensor start = first ? permuted(b, rows, !left) : b;
    const auto by_l = [&](const Tensor& x) { return _linalg_solve_triangular(lu, x, false, left, true, adjoint); };
    const auto by_u = [&](const Tensor& x) { return _linalg_solve_triangular(lu, x, true, left, false, adjoint); };
    const Tensor x = first ? by_u(by_l(start)) : by_l(by_u(start));
    return first ? x : permuted(x, argsort(rows), !left);
  }
};
VJP_DEFINE(LinalgLuSolve);

struct LuSolve : Composite {
  static constexpr Schema schema{"lu_solve(Tensor b, Tensor LU_data, Tensor LU_pivots) -> Tensor"};
  static constexpr const char* doc = "linalg_lu_solve under its former name.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& b, const Tensor& lu, const Tensor& pivots) {
    return linalg_lu_solve(lu, pivots, b);
  }
};
VJP_DEFINE(LuSolve);

}  // namespace vjp
