// Powers and the exponential of matrices, and small products of vectors.
#include "ops/functions/linalg_functions.h"

#include <cmath>

#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_arrange.h"
#include "ops/functions/join.h"
#include "ops/functions/linalg_lu.h"
#include "ops/functions/linalg_solve.h"
#include "ops/functions/matmul_products.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_extreme.h"
#include "ops/functions/reduce_norm.h"
#include "ops/functions/reduce_prod.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/linalg.h"
#include "ops/tensor_operators.h"

namespace vjp {
namespace {

// The Padé approximant of degree 13 (Higham 2005), its coefficients divided by the first.
constexpr double kPade[] = {1.0,
                            0.5,
                            0.12,
                            1.833333333333333333e-2,
                            1.992753623188405797e-3,
                            1.630434782608695652e-4,
                            1.035196687370600414e-5,
                            5.175983436853002070e-7,
                            2.043151356652500817e-8,
                            6.306022705717595115e-10,
                            1.483770048404140027e-11,
                            2.529153491597965955e-13,
                            2.810170546219962172e-15,
                            1.544049750670308886e-17};
constexpr double kPadeRadius = 5.371920351148152;  // up to this 1-norm it is exact to float64's precision

Tensor combination(const Tensor& identity, const Tensor& a2, const Tensor& a4, const Tensor& a6, double b0, double b2,
                   double b4, double b6) {
  const Tensor sum = a6 * b6 + a4 * b4 + a2 * b2;
  return b0 == 0 ? sum : sum + identity * b0;
}

Tensor pade(const Tensor& a) {
  const Tensor one = eye(rows_of(a), {}, a.dtype()), a2 = matmul(a, a), a4 = matmul(a2, a2), a6 = matmul(a4, a2);
  const double* b = kPade;
  const Tensor odd = matmul(a, matmul(a6, combination(one, a2, a4, a6, 0, b[9], b[11], b[13])) +
                                   combination(one, a2, a4, a6, b[1], b[3], b[5], b[7]));
  const Tensor even = matmul(a6, combination(one, a2, a4, a6, 0, b[8], b[10], b[12])) +
                      combination(one, a2, a4, a6, b[0], b[2], b[4], b[6]);
  LuFactors f = run_lu(even - odd, "matrix_exp", false);
  return run_lu_solve(f.lu, f.pivots, even + odd, false, false, "matrix_exp");
}

// By scaling with a power of 2 for each matrix, and squaring as often as the largest needs it.
Tensor exponential(const Tensor& a) {
  if (a.numel() == 0) return zeros_like(a);
  const Dims rows{-2}, columns{-1};
  const Tensor norm = amax(linalg_vector_norm(a, 1, rows), columns);
  const Tensor halvings = clamp_min(ceil(log2(norm / kPadeRadius)), 0.0);
  const double most = amax(where(isfinite(norm), halvings, 0)).item().to_double();
  Tensor x = pade(a * in_dtype_of(unsqueeze(unsqueeze(exp2(-halvings), -1), -1), a));
  for (int i = 0; i < static_cast<int>(most); ++i) {
    const Tensor again = unsqueeze(unsqueeze(gt(halvings, static_cast<double>(i)), -1), -1);
    x = where(again, matmul(x, x), x);
  }
  return x;
}

// [[a, d], [0, a]]: its exponential has the derivative of exp(a) along d in the corner.
Tensor exponential_along(const Tensor& a, const Tensor& d) {
  const int64_t n = rows_of(a);
  const Tensor zero = zeros_like(a), above = cat(std::vector<Tensor>{a, d}, -1),
               below = cat(std::vector<Tensor>{zero, a}, -1);
  const Tensor all = matrix_exp(cat(std::vector<Tensor>{above, below}, -2));
  return narrow(narrow(all, -2, 0, n), -1, n, n);
}

// a x b along a dimension of three elements, which broadcasting made the same of both.
Tensor cross_along(const Tensor& a, const Tensor& b, int64_t dim) {
  const Dims next{-1}, last{-2}, along{dim};
  return roll(a, next, along) * roll(b, last, along) - roll(a, last, along) * roll(b, next, along);
}

}  // namespace

struct MatrixExp : General {
  static constexpr Schema schema{"matrix_exp(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The exponential of square matrices.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& a) {
    check_square("matrix_exp", "input", a);
    return exponential(a);
  }
  static Tensor batch(const Batch&, const Tensor& a) { return matrix_exp(a); }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, In<"input"> a) -> Tensor { return exponential_along(mH(a), g); }));
  static constexpr auto jvp =
      tangents([](Tangent<"input"> da, In<"input"> a) -> Tensor { return exponential_along(a, da); });
};
VJP_DEFINE(MatrixExp);

struct MatrixPower : Composite {
  static constexpr Schema schema{"linalg_matrix_power(Tensor A, int n) -> Tensor"};
  static constexpr const char* doc = "A square matrix times itself, n times; of its inverse where n is negative.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& a, int64_t n) {
    if (a.ndim() < 2 || rows_of(a) != cols_of(a))
      fail(VJP_ERROR_SHAPE, "linalg_matrix_power: 'A' is {}; square matrices [*, n, n] are needed", a.sizes());
    if (n == 0) return zero(a) + eye(rows_of(a), {}, a.dtype());
    if (n < 0) check_matrices("linalg_matrix_power", "A", a);
    Tensor square = n < 0 ? linalg_inv(a) : a, out;
    for (uint64_t left = n < 0 ? 0 - static_cast<uint64_t>(n) : static_cast<uint64_t>(n); left; left >>= 1) {
      if (left & 1) out = out ? matmul(out, square) : square;
      if (left > 1) square = matmul(square, square);
    }
    return n == 1 ? clone(a) : out;
  }
};
VJP_DEFINE(MatrixPower);

struct Vander : Composite {
  static constexpr Schema schema{"linalg_vander(Tensor x, *, int? N=None) -> Tensor"};
  static constexpr const char* doc =
      "Rows of the powers 0 to N - 1 of each element of vectors; N is their length where not given.";
  static Tensor forward(const Tensor& vectors, std::optional<int64_t> given) {
    const Tensor x = vectors.ndim() ? vectors : unsqueeze(vectors, 0);
    const int64_t n = given.value_or(x.size(-1));
    if (n < 1) fail(VJP_ERROR_INVALID, "linalg_vander: 'N' must be at least 1, got {}", n);
    const Dims sizes = with_last(Dims(x.sizes()), n - 1);
    const Tensor one = ones_like(unsqueeze(x, -1));
    if (n == 1) return one;
    return cat(std::vector<Tensor>{one, cumprod(expand(unsqueeze(x, -1), sizes), -1)}, -1);
  }
};
VJP_DEFINE(Vander);

struct LinalgCross : Composite {
  static constexpr Schema schema{"linalg_cross(Tensor input, Tensor other, *, int dim=-1) -> Tensor"};
  static constexpr const char* doc =
      "The cross product of vectors along a dimension of 3 elements; the others broadcast.";
  static Tensor forward(const Tensor& a, const Tensor& b, int64_t dim) {
    if (a.ndim() != b.ndim())
      fail(VJP_ERROR_SHAPE, "linalg_cross: 'input' is {} and 'other' is {}; as many dimensions are needed", a.sizes(),
           b.sizes());
    const int d = wrap_dim(dim, a.ndim(), "linalg_cross");
    if (a.ndim() == 0 || a.size(d) != 3 || b.size(d) != 3)
      fail(VJP_ERROR_SHAPE, "linalg_cross: 'input' is {} and 'other' is {}: dimension {} must have 3 elements",
           a.sizes(), b.sizes(), dim);
    return cross_along(a, b, d);
  }
};
VJP_DEFINE(LinalgCross);

struct Cross : Composite {
  static constexpr Schema schema{"cross(Tensor input, Tensor other, int? dim=None) -> Tensor"};
  static constexpr const char* doc = "linalg_cross along `dim`, or along the first dimension of 3 elements.";
  static Tensor forward(const Tensor& a, const Tensor& b, std::optional<int64_t> dim) {
    if (dim) return linalg_cross(a, b, *dim);
    for (int d = 0; d < a.ndim(); ++d)
      if (a.size(d) == 3) return linalg_cross(a, b, d);
    fail(VJP_ERROR_SHAPE, "cross: 'input' is {}: no dimension has 3 elements", a.sizes());
  }
};
VJP_DEFINE(Cross);

struct LinalgDiagonal : Composite {
  static constexpr Schema schema{"linalg_diagonal(Tensor A, *, int offset=0, int dim1=-2, int dim2=-1) -> Tensor"};
  static constexpr const char* doc = "A view of a diagonal, of matrices in the last two dimensions by default.";
  static Tensor forward(const Tensor& a, int64_t offset, int64_t dim1, int64_t dim2) {
    return diagonal(a, offset, dim1, dim2);
  }
};
VJP_DEFINE(LinalgDiagonal);

}  // namespace vjp
