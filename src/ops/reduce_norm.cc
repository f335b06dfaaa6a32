// Vector norms.
#include "ops/functions/reduce_norm.h"

#include <cmath>

#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/complex.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/linalg_norm.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_shape.h"
#include "ops/halves.h"
#include "ops/reduction.h"

namespace vjp {
namespace {

// a / b, and 0 where `none` is true: there the division is of other numbers, so that its own derivatives, the tangent
// of a norm among them, are 0 too.
Tensor quotient_unless(const Tensor& none, const Tensor& a, const Tensor& b) {
  return div(where(none, 0, a), where(none, 1, b));
}

// sgn(x) |x|^(p-1), 0 where x is. Below an order of 3 the power there is of 1: its own derivative would be infinite,
// which is the limit for p < 2 only, and NaN times 0 for others.
Tensor power_direction(const Tensor& x, double p) {
  if (p >= 3) return mul(x, pow(abs(x), p - 2));
  const Tensor none = eq(x, 0), size = where(none, 1, abs(x));
  return where(none, 0, p < 2 ? mul(sgn(x), pow(size, p - 1)) : mul(x, pow(size, p - 2)));
}

// sgn(x) |x|^(p-1) / norm^(p-1), written for each range of p so that zeros give what the field gives.
Tensor norm_gradient(const Tensor& g, const Tensor& x, const Tensor& y, double p, uint32_t reduced) {
  Tensor grad = with_kept_dims(g, x.sizes(), reduced), norm = with_kept_dims(y, x.sizes(), reduced);
  if (p == 0) return zeros_like(x);
  if (p == 1) return mul(sgn(x), grad);
  if (p == 2) return mul(x, quotient_unless(eq(norm, 0), grad, norm));
  if (std::isinf(p)) return mul(sgn(x), share_among_equals(g, abs(x), y, reduced));
  Tensor scaled = power_direction(x, p);
  Tensor none = eq(norm, 0), size = where(none, 1, norm);
  if (p < 1) return mul(mul(scaled, where(none, 0, grad)), pow(size, 1 - p));
  return mul(scaled, quotient_unless(none, grad, pow(size, p - 1)));
}

// Re(conj(a) b)
Tensor real_product(const Tensor& a, const Tensor& b) {
  return is_complex(a.dtype()) ? real(mul(conj(a), b)) : mul(a, b);
}

// The sum of Re(conj(w) t) over norm^(p-1), where w is what norm_gradient multiplies with; y with its dimensions kept.
Tensor norm_tangent(const Tensor& t, const Tensor& x, const Tensor& y, double p, uint32_t reduced, const Dims& dims) {
  const auto total = [&](const Tensor& w) { return sum(real_product(w, t), IntSpan(dims), true); };
  if (p == 0) return {};
  if (p == 1) return total(sgn(x));
  if (p == 2) return quotient_unless(eq(y, 0), total(x), y);
  if (std::isinf(p)) return mean_of_equals(real_product(sgn(x), t), abs(x), y, reduced);
  Tensor none = eq(y, 0), size = where(none, 1, y);
  if (p < 1) return mul(where(none, 0, total(power_direction(x, p))), pow(size, 1 - p));
  return quotient_unless(none, total(power_direction(x, p)), pow(size, p - 1));
}

}  // namespace

struct VectorNorm : General {
  static constexpr Schema schema{
      "linalg_vector_norm(Tensor input, float ord=2, int[]? dim=None, bool keepdim=False, *, dtype? dtype=None) -> "
      "Tensor"};
  static constexpr const char* doc =
      "(sum |x|^ord)^(1/ord) over the given dimensions, or all; for 0 the number of nonzero elements, for inf and -inf "
      "the largest and smallest magnitude.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& input, double ord, const OptDims& dim, bool keepdim, Dtype dtype) {
    Tensor x = dtype == Dtype::None ? input : to(input, dtype);
    if (is_integral(x.dtype()))
      fail(VJP_ERROR_DTYPE, "linalg_vector_norm: not defined for {}; expected a floating dtype", x.dtype());
    uint32_t reduced = reduced_dims(x.ndim(), dim, "linalg_vector_norm");
    Dtype result = real_of(wide_of(x.dtype()));
    if ((std::isinf(ord) || ord < 0) && reduced_count(x.sizes(), reduced) == 0) {
      fail(VJP_ERROR_SHAPE, "linalg_vector_norm: order {} of nothing: the shape is {}", ord, x.sizes());
    }
    const auto reduce = [&](Reduction op) { return run_reduction(op, x, reduced, keepdim, result, ord); };
    return narrowed(norm_of(reduce, ord), x.dtype());
  }
  template <class Reduce>
  static Tensor norm_of(const Reduce& reduce, double ord) {
    if (ord == 0) return reduce(Reduction::CountNonzero);
    if (ord == 1) return reduce(Reduction::SumAbs);
    if (ord == 2) return sqrt(reduce(Reduction::SumSquares));
    if (std::isinf(ord)) return reduce(ord > 0 ? Reduction::MaxAbs : Reduction::MinAbs);
    return pow(reduce(Reduction::SumAbsPow), 1 / ord);
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g, In<"input"> input, Out<> y, Attr<"ord", double> ord,
                                                    Attr<"dim", OptDims> dim, Attr<"dtype", Dtype> dtype) -> Tensor {
    Tensor x = to(input, dtype == Dtype::None ? input.dtype() : dtype.value);
    uint32_t reduced = reduced_dims(x.ndim(), dim, "linalg_vector_norm");
    if (!is_half(x.dtype())) return norm_gradient(g, x, y, ord, reduced);
    // halves: the norm is computed again, for as it was kept it is rounded or has overflowed
    Tensor w = wide(x);
    return norm_gradient(wide(g), w, linalg_vector_norm(w, ord, dim.value, y.ndim() == x.ndim()), ord, reduced);
  }));
  static constexpr auto jvp = tangents([](Tangent<"input"> given, In<"input"> input, Out<> out, Attr<"ord", double> ord,
                                          Attr<"dim", OptDims> dim, Attr<"dtype", Dtype> dtype) -> Tensor {
    Dtype type = dtype == Dtype::None ? input.dtype() : dtype.value;
    Tensor x = wide(to(input, type)), t = wide(to(given, type));
    uint32_t reduced = reduced_dims(x.ndim(), dim, "linalg_vector_norm");
    Dims dims;
    for (int d = 0; d < x.ndim(); ++d)
      if (reduced >> d & 1) dims.push_back(d);
    Tensor y = is_half(type) ? linalg_vector_norm(x, ord, dim.value, true) : with_kept_dims(out, x.sizes(), reduced);
    Tensor tangent = norm_tangent(t, x, y, ord, reduced, dims);
    return tangent ? reshape(tangent, out.sizes()) : tangent;
  });
};
VJP_DEFINE(VectorNorm);

struct Norm : Composite {
  static constexpr Schema schema{
      "norm(Tensor input, float? p=None, int[]? dim=None, bool keepdim=False, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc = "linalg_vector_norm of order p, by default 2.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& input, std::optional<double> p, const OptDims& dim, bool keepdim, Dtype dtype) {
    return linalg_vector_norm(input, p.value_or(2), dim, keepdim, dtype);
  }
};
VJP_DEFINE(Norm);

struct NormNamed : Composite {
  static constexpr Schema schema{
      "norm.named(Tensor input, str p, int[]? dim=None, bool keepdim=False, *, dtype? dtype=None) -> Tensor"};
  static constexpr const char* doc =
      "The norm called \"fro\", of order 2, or \"nuc\", of matrices: the sum of the singular values.";
  static constexpr Autocast autocast = Autocast::Float32;
  static Tensor forward(const Tensor& input, std::string_view p, const OptDims& dim, bool keepdim, Dtype dtype) {
    if (p == "nuc") return linalg_norm_named(input, "nuc", dim, keepdim, dtype);
    if (p != "fro") fail(VJP_ERROR_INVALID, "norm: p is \"{}\", expected a number, \"fro\" or \"nuc\"", p);
    return linalg_vector_norm(input, 2, dim, keepdim, dtype);
  }
};
VJP_DEFINE(NormNamed);

}  // namespace vjp
