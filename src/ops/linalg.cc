#include "ops/linalg.h"

#include "ops/batch_rules.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/complex.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/matmul.h"
#include "ops/tensor_operators.h"

namespace vjp {

void check_matrices(const char* op, const char* arg, const Tensor& a) {
  if (a.ndim() < 2)
    fail(VJP_ERROR_SHAPE, "{}: '{}' is {}; a matrix, or a batch of matrices [*, m, n], is needed", op, arg, a.sizes());
  if (is_integral(a.dtype()) || is_half(a.dtype())) {
    fail(VJP_ERROR_DTYPE, "{}: '{}' is {}; float32, float64, complex64 or complex128 is needed", op, arg, a.dtype());
  }
}

void check_square(const char* op, const char* arg, const Tensor& a) {
  check_matrices(op, arg, a);
  if (rows_of(a) != cols_of(a))
    fail(VJP_ERROR_SHAPE, "{}: '{}' is {}; square matrices [*, n, n] are needed", op, arg, a.sizes());
}

void check_same_dtype(const char* op, const char* a_name, const Tensor& a, const char* b_name, const Tensor& b) {
  if (a.dtype() != b.dtype()) {
    fail(VJP_ERROR_DTYPE, "{}: '{}' is {} and '{}' is {}; both must have one dtype", op, a_name, a.dtype(), b_name,
         b.dtype());
  }
}

void check_solution(const char* op, const char* a_name, const Tensor& a, const Tensor& b, bool left) {
  check_square(op, a_name, a);
  check_matrices(op, "B", b);
  check_same_dtype(op, a_name, a, "B", b);
  if ((left ? rows_of(b) : cols_of(b)) != rows_of(a)) {
    fail(VJP_ERROR_SHAPE, "{}: '{}' is {} and 'B' is {}: their {} differ", op, a_name, a.sizes(), b.sizes(),
         left ? "rows" : "columns");
  }
}

int64_t rows_of(const Tensor& a) { return a.size(-2); }
int64_t cols_of(const Tensor& a) { return a.size(-1); }
Dims batch_sizes(const Tensor& a, int trailing) {
  return Dims(a.sizes().first(static_cast<size_t>(a.ndim() - trailing)));
}
Dims matrix_sizes(const Dims& batch, int64_t rows, int64_t cols) { return with_last(with_last(batch, rows), cols); }
Dims with_last(Dims batch, int64_t last) {
  batch.push_back(last);
  return batch;
}

Tensor empty_columns(const Dims& sizes, Dtype dtype) {
  Dims strides(contiguous_strides(sizes));
  const int n = sizes.n;
  strides[n - 2] = 1;
  strides[n - 1] = std::max<int64_t>(sizes[n - 2], 1);
  return Tensor::empty_strided(sizes, strides, dtype);
}

FactorArgs factor_call(Factorisation kind, const char* name, bool check) {
  FactorArgs args{};
  args.kind = static_cast<uint8_t>(kind);
  args.name = name;
  args.check = check;
  return args;
}

LuFactors run_lu(const Tensor& a, const char* name, bool check) {
  const Dims batch = batch_sizes(a);
  LuFactors f{empty_columns(Dims(a.sizes()), a.dtype()),
              Tensor::empty(with_last(batch, std::min(rows_of(a), cols_of(a))), Dtype::Int32),
              Tensor::empty(batch, Dtype::Int32)};
  FactorArgs args = factor_call(Factorisation::Lu, name, check);
  args.in[0] = a.view();
  args.out[0] = f.lu.view();
  args.out[1] = f.pivots.view();
  args.info = f.info.view();
  kernels().factor(args);
  return f;
}

Tensor run_lu_solve(const Tensor& lu, const Tensor& pivots, const Tensor& b, bool right, bool adjoint,
                    const char* name) {
  check_solution(name, "LU", lu, b, !right);
  const Dims batch(broadcast(batch_sizes(lu), batch_sizes(b), name));
  const int64_t n = rows_of(lu);
  Tensor out = empty_columns(matrix_sizes(batch, rows_of(b), cols_of(b)), b.dtype());
  const Tensor factors = expand(lu, matrix_sizes(batch, n, n)), swaps = expand(pivots, with_last(batch, n)),
               given = expand(b, out.sizes());
  FactorArgs args = factor_call(Factorisation::LuSolve, name);
  args.right = right;
  args.adjoint = adjoint;
  args.in[0] = factors.view();
  args.in[1] = given.view();
  args.in[2] = swaps.view();
  args.out[0] = out.view();
  kernels().factor(args);
  return out;
}

EighFactors run_eigh(const Tensor& a, bool upper, bool vectors, const char* name, bool check) {
  EighFactors f{Tensor::empty(with_last(batch_sizes(a), rows_of(a)), real_of(a.dtype())),
                vectors ? empty_columns(Dims(a.sizes()), a.dtype()) : Tensor::empty(Dims{0}, a.dtype())};
  FactorArgs args = factor_call(Factorisation::Eigh, name, check);
  args.upper = upper;
  args.in[0] = a.view();
  args.out[0] = f.values.view();
  if (vectors) args.out[1] = f.vectors.view();
  kernels().factor(args);
  return f;
}

SvdFactors run_svd(const Tensor& a, bool full, bool vectors, const char* name) {
  const int64_t m = rows_of(a), n = cols_of(a), k = std::min(m, n);
  const Dims batch = batch_sizes(a);
  SvdFactors f;
  f.u = vectors ? empty_columns(matrix_sizes(batch, m, full ? m : k), a.dtype()) : Tensor::empty(Dims{0}, a.dtype());
  f.s = Tensor::empty(with_last(batch, k), real_of(a.dtype()));
  f.vh = vectors ? empty_columns(matrix_sizes(batch, full ? n : k, n), a.dtype()) : Tensor::empty(Dims{0}, a.dtype());
  FactorArgs args = factor_call(Factorisation::Svd, name, true);
  args.in[0] = a.view();
  args.out[1] = f.s.view();
  if (vectors) args.out[0] = f.u.view(), args.out[2] = f.vh.view();
  kernels().factor(args);
  return f;
}

Tensor diagonal_mask(int64_t n) { return eye(n, {}, Dtype::Bool); }
Tensor times_diagonal(const Tensor& a, const Tensor& t) { return mul(a, unsqueeze(t, -2)); }
Tensor diagonal_times(const Tensor& t, const Tensor& a) { return mul(unsqueeze(t, -1), a); }
Tensor diagonal_of(const Tensor& a) { return diagonal(a, 0, -2, -1); }
Tensor diagonal_matrix(const Tensor& t) { return where(diagonal_mask(t.size(-1)), unsqueeze(t, -1), 0); }
Tensor adjoint(const Tensor& a) { return mH(a); }
Tensor plus_adjoint(const Tensor& x) { return add(x, mH(x)); }
Tensor minus_adjoint(const Tensor& x) { return sub(x, mH(x)); }
Tensor real_or_same(const Tensor& t) { return is_complex(t.dtype()) ? real(t) : t; }
Tensor in_dtype_of(const Tensor& t, const Tensor& like) { return t.dtype() == like.dtype() ? t : to(t, like.dtype()); }

AlignedPair aligned_pair(const Batch& batch, const Tensor& a, const Tensor& b) {
  const int rank = std::max(a.ndim() - batch.has(0), b.ndim() - batch.has(1));
  return {aligned(batch, 0, a, rank), aligned(batch, 1, b, rank)};
}

Tensor of_first(const Batch& batch, const Tensor& a, int a_trailing, const Tensor& result, int trailing) {
  Dims sizes = batch_sizes(a, a_trailing);
  for (int d = result.ndim() - trailing; d < result.ndim(); ++d) sizes.push_back(result.size(d));
  return batch.has(0) ? reshape(result, sizes) : expand(result, led_by(batch.size, sizes));
}

}  // namespace vjp
