// Absolute values, signs, rounding, and division with a rounded quotient.
#include "ops/functions/pointwise_rounding.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/complex.h"
#include "ops/functions/creation.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/pointwise_kinds.h"
#include "ops/tensor_operators.h"

namespace vjp {
// ---- absolute value, sign, angle ----

struct Abs : Pointwise {
  static constexpr Schema schema{"abs(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Absolute value of every element, real for complex numbers.";
  static constexpr ResultType result = ResultType::Real;
  static constexpr auto formula = [](auto x) { return abs(x); };
  // d|z| = Re(conj(sgn z) dz)
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return conj(sgn(x)); }));
};
VJP_DEFINE(Abs);

struct Sign : RealPointwise {
  static constexpr Schema schema{"sign(Tensor input) -> Tensor"};
  static constexpr const char* doc = "-1, 0 or 1 as every element is negative, 0 or positive.";
  static constexpr auto formula = [](auto x) { return sign(x); };
  static constexpr auto partials = rules(partial<"input">([] { return 0.0; }));
};
VJP_DEFINE(Sign);

namespace {
struct SgnKernel : Pointwise {
  static constexpr Schema schema{"sgn(Tensor input) -> Tensor"};
  static constexpr const char* doc = "";
  static constexpr auto formula = [](auto x) { return sgn(x); };
};
struct AngleKernel : Pointwise {
  static constexpr Schema schema{"angle(Tensor input) -> Tensor"};
  static constexpr const char* doc = "";
  static constexpr ResultType result = ResultType::Real;
  static constexpr auto formula = [](auto x) { return angle(x); };
};
struct AngleOfIntegers : AngleKernel {
  static constexpr ResultType result = ResultType::PromoteFloat;
};
}  // namespace

struct Sgn : General {
  static constexpr Schema schema{"sgn(Tensor input) -> Tensor"};
  static constexpr const char* doc = "input / |input|, and 0 at 0.";
  static constexpr bool inplace = true, out_variant = true;
  static Tensor forward(const Tensor& input) {
    static constinit const OpDef kernel = make_op<SgnKernel>("Sgn", "");
    const Value args[] = {box(input)};
    return run_pointwise(kernel, args, {});
  }
  // Of a complex number: what is left of g across the direction s, over |z|; a symmetric map of real and imaginary
  // part.
  static Tensor across(const Tensor& g, const Tensor& z) {
    if (!is_complex(z.dtype())) return zeros_like(g);
    Tensor s = sgn(z), r = abs(z);
    Tensor zero = eq(r, 0.0), rest = g - s * real(mul(conj(s), g));
    return where(zero, like(rest, 0.0), rest) / where(zero, like(r, 1.0), r);
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g, In<"input"> z) -> Tensor { return across(g, z); }));
  static constexpr auto jvp = tangents([](Tangent<"input"> t, In<"input"> z) -> Tensor { return across(t, z); });
};
VJP_DEFINE(Sgn);

struct Angle : General {
  static constexpr Schema schema{"angle(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The argument of every complex number; 0 or pi for real numbers.";
  static Tensor forward(const Tensor& input) {
    static constinit const OpDef kernel = make_op<AngleKernel>("Angle", "");
    static constinit const OpDef integers = make_op<AngleOfIntegers>("Angle", "");
    const Value args[] = {box(input)};
    return run_pointwise(is_integral(input.dtype()) ? integers : kernel, args, {});
  }
  // d arg(z) = Im(dz / z), so the gradient is i g z / |z|^2
  static constexpr auto vjp = rules(wrt<"input">([](Grad g, In<"input"> z) -> Tensor {
    if (!is_complex(z.dtype())) return zeros_like(g);
    Tensor r = square(abs(z));
    Tensor zero = eq(r, 0.0), scale = where(zero, like(g, 0.0), g) / where(zero, like(r, 1.0), r);
    return mul(scale, z) * imaginary_unit(z);
  }));
  static constexpr auto jvp = tangents([](Tangent<"input"> t, In<"input"> z) -> Tensor {
    if (!is_complex(z.dtype())) return zeros_like(t);
    Tensor r = square(abs(z)), turned = imag(mul(conj(z), t));
    Tensor zero = eq(r, 0.0);
    return where(zero, like(turned, 0.0), turned) / where(zero, like(r, 1.0), r);
  });
};
VJP_DEFINE(Angle);

struct Copysign : RealPointwise {
  static constexpr Schema schema{"copysign(Tensor input, Operand other) -> Tensor"};
  static constexpr const char* doc = "|input| with the sign of other.";
  static constexpr ResultType result = ResultType::PromoteFloat;
  static constexpr auto formula = [](auto a, auto b) { return copysign(a, b); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">, Out<>>([](auto a, auto y) { return sign(a) * copysign(like(y, 1.0), y); }),
            partial<"other">([] { return 0.0; }));
};
VJP_DEFINE(Copysign);

// ---- rounding ----

struct Floor : RealPointwise {
  static constexpr Schema schema{"floor(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The largest whole number not above each element.";
  static constexpr auto formula = [](auto x) { return floor(x); };
  static constexpr auto partials = rules(partial<"input">([] { return 0.0; }));
};
VJP_DEFINE(Floor);

struct Ceil : RealPointwise {
  static constexpr Schema schema{"ceil(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The smallest whole number not below each element.";
  static constexpr auto formula = [](auto x) { return ceil(x); };
  static constexpr auto partials = rules(partial<"input">([] { return 0.0; }));
};
VJP_DEFINE(Ceil);

struct Trunc : RealPointwise {
  static constexpr Schema schema{"trunc(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The whole part of each element.";
  static constexpr auto formula = [](auto x) { return trunc(x); };
  static constexpr auto partials = rules(partial<"input">([] { return 0.0; }));
};
VJP_DEFINE(Trunc);

struct Frac : RealPointwise {
  static constexpr Schema schema{"frac(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The fractional part of each element, with its sign.";
  static constexpr auto formula = [](auto x) { return x - trunc(x); };
  static constexpr auto partials = rules(partial<"input">([] { return 1.0; }));
};
VJP_DEFINE(Frac);

struct Round : RealPointwise {
  static constexpr Schema schema{"round(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The nearest whole number, ties to even.";
  static constexpr auto formula = [](auto x) { return round(x); };
  static constexpr auto partials = rules(partial<"input">([] { return 0.0; }));
};
VJP_DEFINE(Round);

// One of both scales is 1: dividing by a power of ten rounds once, multiplying by its inverse would twice. Where the
// scaled number overflows the number has no more decimals to lose; where it rounds to 0 the scale may be infinite.
struct RoundScaled : RealPointwise {
  static constexpr Schema schema{"_round_scaled(Tensor input, float up, float down) -> Tensor"};
  static constexpr const char* doc = "round(input * up / down) / up * down.";
  static constexpr auto formula = [](auto x, auto up, auto down) {
    auto scaled = x * up / down, whole = round(scaled);
    return where(isfinite(scaled), where(eq(whole, 0.0), whole, whole / up * down), x);
  };
  static constexpr auto partials = rules(partial<"input">([] { return 0.0; }));
};
VJP_DEFINE(RoundScaled);

namespace {

// The nearest multiple of 10^digits, of two as near ones the even; one that the dtype cannot hold wraps, as sums do.
Tensor round_whole(const Tensor& input, int64_t digits) {
  if (digits > 18) return zeros_like(input);
  int64_t scale = 1;
  for (int64_t i = 0; i < digits; ++i) scale *= 10;
  const Tensor x = to(input, Dtype::Int64), below = floor_divide(x, scale), rest = sub(x, mul(below, scale));
  const Tensor tie_goes_up = logical_and(eq(rest, scale / 2), ne(remainder(below, 2), 0));
  const Tensor nearest = add(below, logical_or(gt(rest, scale / 2), tie_goes_up));
  return to(mul(nearest, scale), input.dtype());
}

}  // namespace

struct RoundDecimals : Composite {
  static constexpr Schema schema{"round.decimals(Tensor input, *, int decimals) -> Tensor"};
  static constexpr const char* doc =
      "The nearest number with this many decimals; negative: the nearest multiple of a power of 10.";
  static constexpr bool inplace = true, out_variant = true;
  static Tensor forward(const Tensor& input, int64_t decimals) {
    if (is_integral(input.dtype()) && decimals < 0) return round_whole(input, -std::max<int64_t>(decimals, -400));
    if (decimals == 0 || is_integral(input.dtype())) return round(input);
    const int64_t digits = std::abs(std::clamp<int64_t>(decimals, -400, 400));  // beyond them the scale is infinite
    double scale = 1;
    for (int64_t i = 0; i < digits; ++i) scale *= 10;
    return decimals > 0 ? _round_scaled(input, scale, 1) : _round_scaled(input, 1, scale);
  }
};
VJP_DEFINE(RoundDecimals);

// ---- division ----

// As an operator it has the derivative 0, whatever that of the quotient is.
constexpr Sym _trunc_divide(Sym a, Sym b) { return trunc(a / b); }

struct Fmod : RealPointwise {
  static constexpr Schema schema{"fmod(Tensor input, Operand other) -> Tensor"};
  static constexpr const char* doc = "What remains of input after whole multiples of other, with the sign of input.";
  static constexpr auto formula = [](auto a, auto b) { return fmod(a, b); };
  static constexpr auto partials =
      rules(partial<"input">([] { return 1.0; }),
            partial<"other", In<"input">, In<"other">>([](auto a, auto b) { return -_trunc_divide(a, b); }));
};
VJP_DEFINE(Fmod);

struct Remainder : RealPointwise {
  static constexpr Schema schema{"remainder(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc =
      "What remains of input after whole multiples of other, with the sign of other, as Python's %.";
  static constexpr auto formula = [](auto a, auto b) { return remainder(a, b); };
  static constexpr auto partials =
      rules(partial<"input">([] { return 1.0; }),
            partial<"other", In<"input">, In<"other">>([](auto a, auto b) { return -floor_divide(a, b); }));
};
VJP_DEFINE(Remainder);

struct FloorDivide : RealPointwise {
  static constexpr Schema schema{"floor_divide(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "The quotient rounded down, as Python's //.";
  static constexpr auto formula = [](auto a, auto b) { return floor_divide(a, b); };
  static constexpr auto partials = rules(partial<"input">([] { return 0.0; }), partial<"other">([] { return 0.0; }));
};
VJP_DEFINE(FloorDivide);

struct TruncDivide : RealPointwise {
  static constexpr Schema schema{"_trunc_divide(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "The quotient rounded towards 0.";
  static constexpr auto formula = [](auto a, auto b) { return _trunc_divide(a, b); };
  static constexpr auto partials = rules(partial<"input">([] { return 0.0; }), partial<"other">([] { return 0.0; }));
};
VJP_DEFINE(TruncDivide);

struct DivRounded : Composite {
  static constexpr Schema schema{"div.rounding_mode(Operand input, Operand other, *, str? rounding_mode) -> Tensor"};
  static constexpr const char* doc =
      "input / other; rounding_mode \"floor\" rounds the quotient down, \"trunc\" towards 0.";
  static constexpr bool inplace = true, out_variant = true;
  static Tensor forward(const Operand& input, const Operand& other, std::string_view rounding_mode) {
    if (rounding_mode.empty()) return div(input, other);
    if (rounding_mode == "floor") return floor_divide(input, other);
    if (rounding_mode == "trunc") return _trunc_divide(input, other);
    fail(VJP_ERROR_INVALID, "div: rounding_mode must be None, \"floor\" or \"trunc\", got \"{}\"", rounding_mode);
  }
};
VJP_DEFINE(DivRounded);

struct TrueDivide : Composite {
  static constexpr Schema schema{"true_divide(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "input / other: another name of div.";
  static constexpr bool inplace = true, out_variant = true;
  static Tensor forward(const Operand& input, const Operand& other) { return div(input, other); }
};
VJP_DEFINE(TrueDivide);

}  // namespace vjp
