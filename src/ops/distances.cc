// Covariances, distances, and norms that are bounded.
#include "ops/functions/distances.h"

#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/complex.h"
#include "ops/functions/copy.h"
#include "ops/functions/matmul_products.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_norm.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/halves.h"
#include "ops/numbers.h"

namespace vjp {
namespace {

Tensor adjoint(const Tensor& x) {
  const Tensor t = transpose(x, -2, -1);
  return is_complex(x.dtype()) ? conj(t) : t;
}
Tensor sum_last(const Tensor& x, bool keepdim) { return sum(x, IntSpan(std::array{int64_t{-1}}), keepdim); }

Tensor weights_of(const Tensor& t, int64_t count, bool integers, const char* argument) {
  if (!t) return t;
  if (t.ndim() > 1 || t.numel() != count) {
    fail(VJP_ERROR_SHAPE, "cov: '{}' has shape {}, expected one number for each of {} observations", argument,
         t.sizes(), count);
  }
  if (integers != is_integral(t.dtype()) || t.dtype() == Dtype::Bool) {
    fail(VJP_ERROR_DTYPE, "cov: '{}' is {}, expected {} numbers", argument, t.dtype(), integers ? "whole" : "floating");
  }
  if (may_look_at(t) && !all(ge(t, 0)).item().to_int())
    fail(VJP_ERROR_INVALID, "cov: '{}' has a number below 0, or NaN", argument);
  return reshape(t, Dims{count});
}

Tensor covariance(const Tensor& input, int64_t correction, const Tensor& fweights, const Tensor& aweights,
                  const char* what) {
  if (input.ndim() > 2) {
    fail(VJP_ERROR_SHAPE, "{}: 'input' has shape {}, expected at most two dimensions", what, input.sizes());
  }
  if (input.dtype() == Dtype::Bool) fail(VJP_ERROR_DTYPE, "{}: 'input' is bool, expected numbers", what);
  Tensor x = is_integral(input.dtype()) ? to(input, Dtype::Float32) : input;
  if (x.ndim() < 2) x = reshape(x, Dims{1, x.numel()});
  const int64_t count = x.size(1);
  const Dtype real_dtype = real_of(x.dtype());
  const Tensor often = weights_of(fweights, count, true, "fweights");
  const Tensor heavy = weights_of(aweights, count, false, "aweights");
  Tensor w = often ? to(often, real_dtype) : heavy;
  if (often && heavy) w = mul(w, heavy);
  const Tensor weighted = w ? mul(x, w) : x;
  const Tensor total = w ? sum(w) : Tensor();
  if (w && may_look_at(total) && total.item().to_double() == 0)
    fail(VJP_ERROR_INVALID, "{}: the weights' sum is 0, by which the mean is divided", what);
  const Tensor centred = sub(x, w ? div(sum_last(weighted, true), total) : div(sum_last(x, true), count));
  const Tensor product = matmul(centred, adjoint(w ? mul(centred, w) : centred));
  if (!w) return squeeze(div(product, std::max<double>(0, static_cast<double>(count - correction))));
  Tensor freedom =
      heavy && correction ? sub(total, div(mul(sum(mul(w, heavy)), correction), total)) : sub(total, correction);
  freedom = where(le(freedom, 0), 0, freedom);
  return squeeze(div(product, freedom));
}

}  // namespace

struct Cov : Composite {
  static constexpr Schema schema{
      "cov(Tensor input, *, int correction=1, Tensor? fweights=None, Tensor? aweights=None) -> Tensor"};
  static constexpr const char* doc =
      "The covariances of variables, the rows of a matrix whose columns are observations, which may be weighted: "
      "counted as often as fweights says, and by aweights.";
  static Tensor forward(const Tensor& input, int64_t correction, const Tensor& fweights, const Tensor& aweights) {
    return covariance(input, correction, fweights, aweights, "cov");
  }
};
VJP_DEFINE(Cov);

struct CorrCoef : Composite {
  static constexpr Schema schema{"corrcoef(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The correlation coefficients of variables, the rows of a matrix.";
  static Tensor forward(const Tensor& input) {
    const Tensor c = covariance(input, 1, {}, {}, "corrcoef");
    if (c.ndim() == 0) return div(c, c);
    const Tensor variances = diagonal(c);
    const Tensor deviations = sqrt(is_complex(c.dtype()) ? real(variances) : variances);
    const Tensor r = div(div(c, unsqueeze(deviations, 1)), unsqueeze(deviations, 0));
    if (!is_complex(r.dtype())) return clamp(r, Operand(-1), Operand(1));
    return complex(clamp(real(r), Operand(-1), Operand(1)), clamp(imag(r), Operand(-1), Operand(1)));
  }
};
VJP_DEFINE(CorrCoef);

struct Dist : Composite {
  static constexpr Schema schema{"dist(Tensor input, Tensor other, float p=2) -> Tensor"};
  static constexpr const char* doc = "The p-norm of input - other, broadcast against each other.";
  static Tensor forward(const Tensor& input, const Tensor& other, double p) {
    return linalg_vector_norm(sub(input, other), p);
  }
};
VJP_DEFINE(Dist);

struct Renorm : Composite {
  static constexpr Schema schema{"renorm(Tensor input, float p, int dim, float maxnorm) -> Tensor"};
  static constexpr const char* doc = "The slices of a dimension whose p-norm is above maxnorm scaled down to it.";
  static constexpr bool inplace = true;
  static Tensor forward(const Tensor& input, double p, int64_t dim, double maxnorm) {
    if (input.ndim() < 2) {
      fail(VJP_ERROR_SHAPE, "renorm: 'input' has shape {}, expected at least two dimensions", input.sizes());
    }
    if (!(p > 0)) fail(VJP_ERROR_INVALID, "renorm: 'p' is {}, expected a positive number", p);
    if (!(maxnorm >= 0)) fail(VJP_ERROR_INVALID, "renorm: 'maxnorm' is {}, expected 0 or more", maxnorm);
    const int d = wrap_dim(dim, input.ndim(), "renorm");
    Dims others;
    for (int i = 0; i < input.ndim(); ++i)
      if (i != d) others.push_back(i);
    const Tensor norms = linalg_vector_norm(wide(input), p, IntSpan(others), true);
    const Tensor above = gt(norms, maxnorm);
    const Tensor scale = where(above, div(maxnorm, add(norms, 1e-7)), 1);
    return narrowed(mul(wide(input), scale), input.dtype());
  }
};
VJP_DEFINE(Renorm);

}  // namespace vjp
