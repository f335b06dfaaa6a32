// Norms of matrices, and of vectors and matrices by one name.
#include "ops/functions/linalg_norm.h"

#include <cmath>

#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/linalg_solve.h"
#include "ops/functions/linalg_svd.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_extreme.h"
#include "ops/functions/reduce_norm.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/linalg.h"
#include "ops/reduction.h"
#include "ops/tensor_operators.h"

namespace vjp {
namespace {

// Rows and columns of a matrix among the dimensions of a tensor.
struct MatrixDims {
  int row, col;
};
MatrixDims matrix_dims(const char* op, const Tensor& a, IntSpan dim) {
  if (dim.size() != 2) fail(VJP_ERROR_INVALID, "{}: 'dim' has {} numbers, expected 2", op, dim.size());
  const MatrixDims d{wrap_dim(dim[0], a.ndim(), op), wrap_dim(dim[1], a.ndim(), op)};
  if (d.row == d.col) fail(VJP_ERROR_INVALID, "{}: 'dim' names dimension {} twice", op, d.row);
  return d;
}

// By singular values: the dimensions come last, and go.
Tensor spectral(const Tensor& a, const MatrixDims& d, bool keepdim, const char* op,
                Tensor (*of_values)(const Tensor&)) {
  const Tensor matrices = movedim(a, Dims{d.row, d.col}, Dims{-2, -1});
  check_matrices(op, "A", matrices);
  const Tensor out = of_values(_linalg_svd(matrices, false, false, op)[1]);
  return keepdim ? with_kept_dims(out, a.sizes(), 1u << d.row | 1u << d.col) : out;
}
const Dims& last() {
  static const Dims dims{-1};
  return dims;
}
// Of no magnitudes, as a matrix without rows or columns has them, the largest is 0; there is no smallest.
Tensor largest(const Tensor& magnitudes, int64_t dim, bool keepdim) {
  const Dims dims{dim};
  return magnitudes.size(dim) == 0 ? sum(magnitudes, dims, keepdim) : amax(magnitudes, dims, keepdim);
}

Tensor numeric_norm(const char* op, const Tensor& given, double ord, IntSpan dim, bool keepdim, Dtype dtype) {
  const Tensor a = dtype == Dtype::None ? given : to(given, dtype);
  MatrixDims d = matrix_dims(op, a, dim);
  const double size = std::abs(ord);
  if (size == 2) {
    return spectral(
        a, d, keepdim, op, ord > 0 ? +[](const Tensor& s) { return largest(s, -1, false); } : +[](const Tensor& s) {
          return amin(s, last());
        });
  }
  if (size != 1 && !std::isinf(size)) {
    fail(VJP_ERROR_INVALID, "{}: 'ord' is {}, expected 1, -1, 2, -2, inf, -inf, \"fro\" or \"nuc\"", op, ord);
  }
  if (is_integral(a.dtype()))
    fail(VJP_ERROR_DTYPE, "{}: 'A' is {}; a floating or complex dtype is needed", op, a.dtype());
  // sums along the columns, of which the largest or smallest counts, or along the rows
  if (size != 1) std::swap(d.row, d.col);
  const Tensor sums = linalg_vector_norm(a, 1, Dims{d.row}, true);
  const Tensor out = ord > 0 ? largest(sums, d.col, true) : amin(sums, Dims{d.col}, true);
  return keepdim ? out : squeeze_dim(out, Dims{d.row, d.col});
}

Tensor named_norm(const char* op, const Tensor& given, std::string_view ord, IntSpan dim, bool keepdim, Dtype dtype) {
  const Tensor a = dtype == Dtype::None ? given : to(given, dtype);
  const MatrixDims d = matrix_dims(op, a, dim);
  if (ord == "fro") return linalg_vector_norm(a, 2, dim, keepdim);
  if (ord == "nuc")
    return spectral(
        a, d, keepdim, op, +[](const Tensor& s) { return sum(s, last()); });
  fail(VJP_ERROR_INVALID, "{}: 'ord' is \"{}\", expected a number, \"fro\" or \"nuc\"", op, ord);
}

// `dim`, or both dimensions of a matrix.
Dims matrix_or(const char* op, const Tensor& a, const OptDims& dim) {
  if (dim) return Dims(*dim);
  if (a.ndim() != 2) fail(VJP_ERROR_SHAPE, "{}: 'A' is {}; without 'dim' a matrix is needed", op, a.sizes());
  return Dims{0, 1};
}

Tensor condition(const Tensor& norm_of_a, const Tensor& norm_of_inverse, const Tensor& info) {
  return where(ne(info, 0), INFINITY, norm_of_a * norm_of_inverse);
}

}  // namespace

struct MatrixNorm : Composite {
  static constexpr Schema schema{
      "linalg_matrix_norm(Tensor A, float ord, int[] dim=[-2, -1], bool keepdim=False, *, dtype? dtype=None) -> "
      "Tensor"};
  static constexpr const char* doc =
      "The norm of matrices: 1 and inf are the largest sum of a column's or a row's magnitudes, 2 the largest singular "
      "value; negative ones the smallest.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& a, double ord, IntSpan dim, bool keepdim, Dtype dtype) {
    return numeric_norm("linalg_matrix_norm", a, ord, dim, keepdim, dtype);
  }
};
VJP_DEFINE(MatrixNorm);

struct MatrixNormNamed : Composite {
  static constexpr Schema schema{
      "linalg_matrix_norm.named(Tensor A, str ord=\"fro\", int[] dim=[-2, -1], bool keepdim=False, *, dtype? "
      "dtype=None) "
      "-> Tensor"};
  static constexpr const char* doc =
      "The norm of matrices called \"fro\", the root of the sum of squares, or \"nuc\", the sum of singular values.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& a, std::string_view ord, IntSpan dim, bool keepdim, Dtype dtype) {
    return named_norm("linalg_matrix_norm", a, ord, dim, keepdim, dtype);
  }
};
VJP_DEFINE(MatrixNormNamed);

struct LinalgNorm : Composite {
  static constexpr Schema schema{
      "linalg_norm(Tensor A, float? ord=None, int[]? dim=None, bool keepdim=False, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc =
      "linalg_vector_norm over one dimension, linalg_matrix_norm over two; without `dim` of a vector or a matrix, and "
      "without `ord` the root of the sum of squares of all.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& a, std::optional<double> ord, const OptDims& dim, bool keepdim, Dtype dtype) {
    if (!ord || (dim && dim->size() == 1) || (!dim && a.ndim() == 1))
      return linalg_vector_norm(a, ord.value_or(2), dim, keepdim, dtype);
    return numeric_norm("linalg_norm", a, *ord, matrix_or("linalg_norm", a, dim), keepdim, dtype);
  }
};
VJP_DEFINE(LinalgNorm);

struct LinalgNormNamed : Composite {
  static constexpr Schema schema{
      "linalg_norm.named(Tensor A, str ord, int[]? dim=None, bool keepdim=False, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc = "The matrix norm called \"fro\" or \"nuc\".";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& a, std::string_view ord, const OptDims& dim, bool keepdim, Dtype dtype) {
    return named_norm("linalg_norm", a, ord, matrix_or("linalg_norm", a, dim), keepdim, dtype);
  }
};
VJP_DEFINE(LinalgNormNamed);

struct LinalgCond : Composite {
  static constexpr Schema schema{"linalg_cond(Tensor A, float? p=None) -> Tensor"};
  static constexpr const char* doc =
      "The condition number: the norm p of a matrix times that of its inverse, infinite where there is none; by "
      "default, "
      "and for 2, the largest singular value over the smallest.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& a, std::optional<double> p) {
    check_matrices("linalg_cond", "A", a);
    if (!p || std::abs(*p) == 2) {
      const Tensor s = _linalg_svd(a, false, false, "linalg_cond")[1];
      const int64_t k = s.size(-1);
      if (k == 0) fail(VJP_ERROR_SHAPE, "linalg_cond: 'A' is {}: it has no singular values", a.sizes());
      const Tensor largest = select(s, -1, 0), smallest = select(s, -1, k - 1);
      return p && *p < 0 ? smallest / largest : largest / smallest;
    }
    check_square("linalg_cond", "A", a);
    auto [inverse, info] = linalg_inv_ex(a);
    const auto norm_of = [&](const Tensor& t) {
      return numeric_norm("linalg_cond", t, *p, Dims{-2, -1}, false, Dtype::None);
    };
    return condition(norm_of(a), norm_of(inverse), info);
  }
};
VJP_DEFINE(LinalgCond);

struct LinalgCondNamed : Composite {
  static constexpr Schema schema{"linalg_cond.named(Tensor A, str p) -> Tensor"};
  static constexpr const char* doc = "The condition number by the norm called \"fro\" or \"nuc\".";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& a, std::string_view p) {
    check_square("linalg_cond", "A", a);
    auto [inverse, info] = linalg_inv_ex(a);
    const auto norm_of = [&](const Tensor& t) {
      return named_norm("linalg_cond", t, p, Dims{-2, -1}, false, Dtype::None);
    };
    return condition(norm_of(a), norm_of(inverse), info);
  }
};
VJP_DEFINE(LinalgCondNamed);

}  // namespace vjp
