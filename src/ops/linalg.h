// What the operators of linear algebra share: checks of their arguments, the factorisation kernel, and the small
// formulas of their derivatives.
#pragma once

#include <limits>

#include "ops/define.h"

namespace vjp {

// ---- arguments ----

// A floating or complex batch of matrices; halves are refused by name.
void check_matrices(const char* op, const char* arg, const Tensor& a);
void check_square(const char* op, const char* arg, const Tensor& a);
void check_same_dtype(const char* op, const char* a_name, const Tensor& a, const char* b_name, const Tensor& b);
// Of A X = B, or X A = B where not `left`.
void check_solution(const char* op, const char* a_name, const Tensor& a, const Tensor& b, bool left);

int64_t rows_of(const Tensor& a);
int64_t cols_of(const Tensor& a);
Dims batch_sizes(const Tensor& a, int trailing = 2);
// `batch` and then `rows`, `cols`.
Dims matrix_sizes(const Dims& batch, int64_t rows, int64_t cols);
Dims with_last(Dims batch, int64_t last);

// ---- the kernel ----

// Uninitialised, each matrix column by column, as LAPACK writes.
Tensor empty_columns(const Dims& sizes, Dtype dtype);
FactorArgs factor_call(Factorisation kind, const char* name, bool check = false);

struct LuFactors {
  Tensor lu, pivots, info;
};
LuFactors run_lu(const Tensor& a, const char* name, bool check);
// A^-1 B or, `right`, B A^-1, of A or its adjoint; leading dimensions broadcast.
Tensor run_lu_solve(const Tensor& lu, const Tensor& pivots, const Tensor& b, bool right, bool adjoint,
                    const char* name);
struct EighFactors {
  Tensor values, vectors;
};
// Without `check` NaN stands for the factors of what is not finite.
EighFactors run_eigh(const Tensor& a, bool upper, bool vectors, const char* name, bool check = true);
struct SvdFactors {
  Tensor u, s, vh;
};
SvdFactors run_svd(const Tensor& a, bool full, bool vectors, const char* name);

// ---- formulas ----

constexpr double epsilon_of(Dtype d) {
  return size_of(real_of(d)) == 4 ? std::numeric_limits<float>::epsilon() : std::numeric_limits<double>::epsilon();
}
// True on the diagonal of a square of `n`.
Tensor diagonal_mask(int64_t n);
// t times each row, or each column, of a matrix: A diag(t) or diag(t) A.
Tensor times_diagonal(const Tensor& a, const Tensor& t);
Tensor diagonal_times(const Tensor& t, const Tensor& a);
// The diagonal of each matrix, and a matrix of each vector on the diagonal.
Tensor diagonal_of(const Tensor& a);
Tensor diagonal_matrix(const Tensor& t);
Tensor adjoint(const Tensor& a);
// x + x^H and x - x^H.
Tensor plus_adjoint(const Tensor& x);
Tensor minus_adjoint(const Tensor& x);
Tensor real_or_same(const Tensor& t);
// A real tensor in the dtype of `like`, perhaps complex.
Tensor in_dtype_of(const Tensor& t, const Tensor& like);

// The gradient of a result, undefined where nothing flows into it: which a formula that divides by differences of
// values that may be equal has to leave out.
template <int I>
struct MaybeGrad : Tensor {};
template <class Op, int I>
struct Fetch<Op, MaybeGrad<I>> : KeepNothing {
  static MaybeGrad<I> get(const RuleContext& c) { return {c.defined(I) ? c.grad(I) : Tensor()}; }
};

// For a rule of one batch dimension: two arguments whose leading dimensions broadcast.
struct AlignedPair {
  Tensor a, b;
};
AlignedPair aligned_pair(const Batch& batch, const Tensor& a, const Tensor& b);
// A result that belongs to argument 0 alone, with the batch dimension in front whether that has it or not.
Tensor of_first(const Batch& batch, const Tensor& a, int a_trailing, const Tensor& result, int trailing);

}  // namespace vjp
