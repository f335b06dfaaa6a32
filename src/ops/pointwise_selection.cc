// Choosing between elements, bounding them, and short formulas of several operands.
#include "ops/functions/pointwise_selection.h"

#include <limits>

#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/complex.h"
#include "ops/functions/copy.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/numbers.h"
#include "ops/pointwise_kinds.h"
#include "ops/tensor_operators.h"

namespace vjp {
namespace {

// What each of two candidates passes on where it is not refused: all, or half where both are equal.
template <class V>
constexpr V equal_share(const V& a, const V& b) {
  return where(eq(a, b), like(a, 0.5), like(a, 1.0));
}

}  // namespace

struct Where : Pointwise {
  static constexpr Schema schema{"where(Tensor condition, Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "input where condition (bool, or uint8) is true, else other.";
  static constexpr std::string_view condition = "condition";
  static constexpr bool inplace = false, chooses = true;
  static constexpr auto formula = [](auto c, auto a, auto b) { return where(c, a, b); };
  static constexpr auto partials = rules(partial<"input", In<"condition">>([](auto c) { return one_where(c); }),
                                         partial<"other", In<"condition">>([](auto c) { return zero_where(c); }));
};
VJP_DEFINE(Where);

// ---- larger and smaller: equal arguments share the gradient evenly ----

struct Maximum : RealPointwise {
  static constexpr Schema schema{"maximum(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "The larger of both elements, NaN if either is.";
  static constexpr bool chooses = true;
  static constexpr auto formula = [](auto a, auto b) { return maximum(a, b); };
  static constexpr auto partials = rules(partial<"input", In<"input">, In<"other">>(
                                             [](auto a, auto b) { return zero_where(lt(a, b), equal_share(a, b)); }),
                                         partial<"other", In<"input">, In<"other">>(
                                             [](auto a, auto b) { return zero_where(gt(a, b), equal_share(a, b)); }));
};
VJP_DEFINE(Maximum);

struct Minimum : RealPointwise {
  static constexpr Schema schema{"minimum(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "The smaller of both elements, NaN if either is.";
  static constexpr bool chooses = true;
  static constexpr auto formula = [](auto a, auto b) { return minimum(a, b); };
  static constexpr auto partials = rules(partial<"input", In<"input">, In<"other">>(
                                             [](auto a, auto b) { return zero_where(gt(a, b), equal_share(a, b)); }),
                                         partial<"other", In<"input">, In<"other">>(
                                             [](auto a, auto b) { return zero_where(lt(a, b), equal_share(a, b)); }));
};
VJP_DEFINE(Minimum);

struct MaxOther : Composite {
  static constexpr Schema schema{"max.other(Tensor input, Tensor other) -> Tensor"};
  static constexpr const char* doc = "The larger of both elements: another name of maximum.";
  static constexpr bool out_variant = true;
  static Tensor forward(const Tensor& input, const Tensor& other) { return maximum(input, other); }
};
VJP_DEFINE(MaxOther);

struct MinOther : Composite {
  static constexpr Schema schema{"min.other(Tensor input, Tensor other) -> Tensor"};
  static constexpr const char* doc = "The smaller of both elements: another name of minimum.";
  static constexpr bool out_variant = true;
  static Tensor forward(const Tensor& input, const Tensor& other) { return minimum(input, other); }
};
VJP_DEFINE(MinOther);

struct Fmax : RealPointwise {
  static constexpr Schema schema{"fmax(Tensor input, Tensor other) -> Tensor"};
  static constexpr const char* doc = "The larger of both elements, the other if one is NaN.";
  static constexpr auto formula = [](auto a, auto b) { return fmax(a, b); };
  static constexpr auto partials = rules(partial<"input", In<"input">, In<"other">>([](auto a, auto b) {
                                           return only_where(logical_or(ge(a, b), isnan(b)), equal_share(a, b));
                                         }),
                                         partial<"other", In<"input">, In<"other">>([](auto a, auto b) {
                                           return zero_where(logical_or(gt(a, b), isnan(b)), equal_share(a, b));
                                         }));
};
VJP_DEFINE(Fmax);

struct Fmin : RealPointwise {
  static constexpr Schema schema{"fmin(Tensor input, Tensor other) -> Tensor"};
  static constexpr const char* doc = "The smaller of both elements, the other if one is NaN.";
  static constexpr auto formula = [](auto a, auto b) { return fmin(a, b); };
  static constexpr auto partials = rules(partial<"input", In<"input">, In<"other">>([](auto a, auto b) {
                                           return only_where(logical_or(le(a, b), isnan(b)), equal_share(a, b));
                                         }),
                                         partial<"other", In<"input">, In<"other">>([](auto a, auto b) {
                                           return zero_where(logical_or(lt(a, b), isnan(b)), equal_share(a, b));
                                         }));
};
VJP_DEFINE(Fmin);

// ---- clamp: at a bound, a number or a tensor, the gradient goes to the input ----

struct ClampMinTensor : RealPointwise {
  static constexpr Schema schema{"_clamp_min(Tensor input, Tensor min) -> Tensor"};
  static constexpr const char* doc = "The larger of input and min.";
  static constexpr auto formula = [](auto x, auto low) { return maximum(x, low); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">, In<"min">>([](auto x, auto low) { return one_where(ge(x, low)); }),
            partial<"min", In<"input">, In<"min">>([](auto x, auto low) { return one_where(lt(x, low)); }));
};
VJP_DEFINE(ClampMinTensor);

struct ClampMaxTensor : RealPointwise {
  static constexpr Schema schema{"_clamp_max(Tensor input, Tensor max) -> Tensor"};
  static constexpr const char* doc = "The smaller of input and max.";
  static constexpr auto formula = [](auto x, auto high) { return minimum(x, high); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">, In<"max">>([](auto x, auto high) { return one_where(le(x, high)); }),
            partial<"max", In<"input">, In<"max">>([](auto x, auto high) { return one_where(gt(x, high)); }));
};
VJP_DEFINE(ClampMaxTensor);

// Numbers are operands and not parameters so that they take part in promotion.
struct ClampMinNumber : RealPointwise {
  static constexpr Schema schema{"_clamp_min_number(Tensor input, Operand min) -> Tensor"};
  static constexpr const char* doc = "The larger of input and a number.";
  static constexpr auto formula = [](auto x, auto low) { return maximum(x, low); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">, In<"min">>([](auto x, auto low) { return one_where(ge(x, low)); }));
};
VJP_DEFINE(ClampMinNumber);

struct ClampMaxNumber : RealPointwise {
  static constexpr Schema schema{"_clamp_max_number(Tensor input, Operand max) -> Tensor"};
  static constexpr const char* doc = "The smaller of input and a number.";
  static constexpr auto formula = [](auto x, auto high) { return minimum(x, high); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">, In<"max">>([](auto x, auto high) { return one_where(le(x, high)); }));
};
VJP_DEFINE(ClampMaxNumber);

struct ClampNumbers : RealPointwise {
  static constexpr Schema schema{"_clamp_numbers(Tensor input, Operand min, Operand max) -> Tensor"};
  static constexpr const char* doc = "input bounded by the number min, then by the number max.";
  static constexpr auto formula = [](auto x, auto low, auto high) { return minimum(maximum(x, low), high); };
  static constexpr auto partials = rules(partial<"input", In<"input">, In<"min">, In<"max">>(
      [](auto x, auto low, auto high) { return one_where(logical_and(ge(x, low), le(x, high))); }));
};
VJP_DEFINE(ClampNumbers);

namespace {
// A whole number must fit into integers if they would have to become it: a positive `min`, or a negative `max`. On the
// other side it binds none of them.
void check_bound(const Tensor& input, const Operand& bound, int sign) {
  if (!is_integral(input.dtype()) || bound.is_tensor() || bound.number().category() != 1) return;
  if (bound.number().to_double() * sign > 0) check_number_fits(bound.number(), input.dtype(), "clamp");
}
Tensor bound_below(const Tensor& input, const Operand& min) {
  check_bound(input, min, 1);
  return min.is_tensor() ? _clamp_min(input, min.tensor()) : _clamp_min_number(input, min);
}
Tensor bound_above(const Tensor& input, const Operand& max) {
  check_bound(input, max, -1);
  return max.is_tensor() ? _clamp_max(input, max.tensor()) : _clamp_max_number(input, max);
}
}  // namespace

struct ClampMin : Composite {
  static constexpr Schema schema{"clamp_min(Tensor input, Operand min) -> Tensor"};
  static constexpr const char* doc = "The larger of input and min.";
  static constexpr bool inplace = true, out_variant = true;
  static Tensor forward(const Tensor& input, const Operand& min) { return bound_below(input, min); }
};
VJP_DEFINE(ClampMin);

struct ClampMax : Composite {
  static constexpr Schema schema{"clamp_max(Tensor input, Operand max) -> Tensor"};
  static constexpr const char* doc = "The smaller of input and max.";
  static constexpr bool inplace = true, out_variant = true;
  static Tensor forward(const Tensor& input, const Operand& max) { return bound_above(input, max); }
};
VJP_DEFINE(ClampMax);

struct Clamp : Composite {
  static constexpr Schema schema{"clamp(Tensor input, Operand? min=None, Operand? max=None) -> Tensor"};
  static constexpr const char* doc = "input bounded below by min and above by max, of which one may be absent.";
  static constexpr bool inplace = true, out_variant = true;
  static Tensor forward(const Tensor& input, const std::optional<Operand>& min, const std::optional<Operand>& max) {
    if (!min && !max) fail(VJP_ERROR_INVALID, "clamp: at least one of 'min' and 'max' must be given");
    if (!max) return bound_below(input, *min);
    if (!min) return bound_above(input, *max);
    if (!min->is_tensor() && !max->is_tensor()) {
      check_bound(input, *min, 1);
      check_bound(input, *max, -1);
      return _clamp_numbers(input, *min, *max);
    }
    return bound_above(bound_below(input, *min), *max);
  }
};
VJP_DEFINE(Clamp);

struct ReplaceNonFinite : RealPointwise {
  static constexpr Schema schema{"_nan_to_num(Tensor input, float nan, float posinf, float neginf) -> Tensor"};
  static constexpr const char* doc = "input with NaN and infinities replaced.";
  static constexpr auto formula = [](auto x, auto nan, auto posinf, auto neginf) {
    return where(isfinite(x), x, where(isnan(x), nan, where(gt(x, 0.0), posinf, neginf)));
  };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return one_where(isfinite(x)); }));
};
VJP_DEFINE(ReplaceNonFinite);

struct NanToNum : Composite {
  static constexpr Schema schema{
      "nan_to_num(Tensor input, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor"};
  static constexpr const char* doc =
      "input with NaN replaced by `nan` (0), infinities by `posinf` and `neginf` (the dtype's largest numbers).";
  static constexpr bool inplace = true, out_variant = true;
  static Tensor forward(const Tensor& input, std::optional<double> nan, std::optional<double> posinf,
                        std::optional<double> neginf) {
    if (is_integral(input.dtype())) return clone(input);
    if (is_complex(input.dtype())) {
      return view_as_complex(contiguous(forward(view_as_real(input), nan, posinf, neginf)));
    }
    const double largest = input.dtype() == Dtype::Float16    ? 65504.0
                           : input.dtype() == Dtype::BFloat16 ? 0x1.fep127
                           : input.dtype() == Dtype::Float32  ? static_cast<double>(std::numeric_limits<float>::max())
                                                              : std::numeric_limits<double>::max();
    return _nan_to_num(input, nan.value_or(0.0), posinf.value_or(largest), neginf.value_or(-largest));
  }
};
VJP_DEFINE(NanToNum);

// ---- short formulas ----

struct Rsub : Pointwise {
  static constexpr Schema schema{"rsub(Tensor input, Operand other, *, Scalar alpha=1) -> Tensor"};
  static constexpr const char* doc = "other - alpha * input, elementwise.";
  static constexpr bool inplace = false, out_variant = false;
  static void check(Dtype promoted, const Value*) { refuse_bools("rsub", promoted, "bitwise_xor"); }
  static constexpr auto formula = [](auto a, auto b, auto alpha) { return b - alpha * a; };
  static constexpr auto partials = rules(partial<"input", Attr<"alpha", Scalar>>([](auto alpha) { return -alpha; }),
                                         partial<"other">([] { return 1.0; }));
};
VJP_DEFINE(Rsub);

struct Positive : Pointwise {
  static constexpr Schema schema{"positive(Tensor input) -> Tensor"};
  static constexpr const char* doc = "input as it is.";
  static constexpr bool inplace = false, out_variant = false;
  static constexpr auto formula = [](auto x) { return x; };
  static constexpr auto partials = rules(partial<"input">([] { return 1.0; }));
};
VJP_DEFINE(Positive);

struct Lerp : Pointwise {
  static constexpr Schema schema{"lerp(Tensor input, Tensor end, Operand weight) -> Tensor"};
  static constexpr const char* doc = "input + weight * (end - input), elementwise.";
  static constexpr auto formula = [](auto a, auto b, auto w) { return a + w * (b - a); };
  static constexpr auto partials =
      rules(partial<"input", In<"weight">>([](auto w) { return 1.0 - w; }),
            partial<"end", In<"weight">>([](auto w) { return w; }),
            partial<"weight", In<"input">, In<"end">>([](auto a, auto b) { return b - a; }));
};
VJP_DEFINE(Lerp);

struct Addcmul : Pointwise {
  static constexpr Schema schema{"addcmul(Tensor input, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor"};
  static constexpr const char* doc = "input + value * tensor1 * tensor2, elementwise.";
  static constexpr Autocast autocast = Autocast::Widest;
  static constexpr auto formula = [](auto x, auto a, auto b, auto v) { return x + v * (a * b); };
  static constexpr auto partials =
      rules(partial<"input">([] { return 1.0; }),
            partial<"tensor1", In<"tensor2">, Attr<"value", Scalar>>([](auto b, auto v) { return b * v; }),
            partial<"tensor2", In<"tensor1">, Attr<"value", Scalar>>([](auto a, auto v) { return a * v; }));
};
VJP_DEFINE(Addcmul);

struct Addcdiv : Pointwise {
  static constexpr Schema schema{"addcdiv(Tensor input, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor"};
  static constexpr const char* doc = "input + value * tensor1 / tensor2, elementwise.";
  static constexpr Autocast autocast = Autocast::Widest;
  static constexpr ResultType result = ResultType::PromoteFloat;
  static constexpr auto formula = [](auto x, auto a, auto b, auto v) { return x + v * (a / b); };
  static constexpr auto partials =
      rules(partial<"input">([] { return 1.0; }),
            partial<"tensor1", In<"tensor2">, Attr<"value", Scalar>>([](auto b, auto v) { return v / b; }),
            partial<"tensor2", In<"tensor1">, In<"tensor2">, Attr<"value", Scalar>>(
                [](auto a, auto b, auto v) { return -(v * (a / b)) / b; }));  // the square may overflow
};
VJP_DEFINE(Addcdiv);

// ---- complex numbers from parts ----

struct Complex : RealPointwise {
  static constexpr Schema schema{"complex(Tensor real, Tensor imag) -> Tensor"};
  static constexpr const char* doc = "real + i imag, elementwise.";
  static constexpr ResultType result = ResultType::Complex;
  static constexpr bool complex_ok = true, inplace = false;
  static constexpr auto formula = [](auto a, auto b) { return make_complex(a, b); };
  static constexpr auto partials =
      rules(partial<"real">([] { return 1.0; }), partial<"imag", In<"imag">>([](auto b) { return imaginary_unit(b); }));
};
VJP_DEFINE(Complex);

struct Polar : Composite {
  static constexpr Schema schema{"polar(Tensor abs, Tensor angle) -> Tensor"};
  static constexpr const char* doc = "abs * exp(i angle), elementwise.";
  static Tensor forward(const Tensor& r, const Tensor& given) {
    // integers beside float64 turn in float64
    const Tensor angle = is_integral(given.dtype()) && is_floating(r.dtype()) ? to(given, r.dtype()) : given;
    return complex(mul(r, cos(angle)), mul(r, sin(angle)));
  }
};
VJP_DEFINE(Polar);

}  // namespace vjp
