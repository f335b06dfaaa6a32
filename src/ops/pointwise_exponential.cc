// Roots, powers, exponentials, logarithms and what is made of them.
#include "ops/functions/pointwise_exponential.h"

#include <cmath>

#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/smooth.h"
#include "ops/pointwise_kinds.h"
#include "ops/smooth.h"
#include "ops/tensor_operators.h"

namespace vjp {
namespace {

constexpr double kLn2 = 0.693147180559945309417, kLn10 = 2.30258509299404568402;

}  // namespace

struct Sqrt : FloatingPointwise {
  static constexpr Schema schema{"sqrt(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Square root of every element.";
  static constexpr auto formula = [](auto x) { return sqrt(x); };
  static constexpr auto partials = rules(partial<"input", Out<>>([](auto y) { return 0.5 / y; }));
};
VJP_DEFINE(Sqrt);

struct Rsqrt : FloatingPointwise {
  static constexpr Schema schema{"rsqrt(Tensor input) -> Tensor"};
  static constexpr const char* doc = "1 / sqrt(input), elementwise.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return rsqrt(x); };
  static constexpr auto partials = rules(partial<"input", Out<>>([](auto y) { return -0.5 * (square(y) * y); }));
};
VJP_DEFINE(Rsqrt);

struct Exp : FloatingPointwise {
  static constexpr Schema schema{"exp(Tensor input) -> Tensor"};
  static constexpr const char* doc = "e to the power of every element.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return exp(x); };
  static constexpr auto partials = rules(partial<"input", Out<>>([](auto y) { return y; }));
};
VJP_DEFINE(Exp);

struct Exp2 : FloatingPointwise {
  static constexpr Schema schema{"exp2(Tensor input) -> Tensor"};
  static constexpr const char* doc = "2 to the power of every element.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return exp2(x); };
  static constexpr auto partials = rules(partial<"input", Out<>>([](auto y) { return y * kLn2; }));
};
VJP_DEFINE(Exp2);

struct Expm1 : FloatingPointwise {
  static constexpr Schema schema{"expm1(Tensor input) -> Tensor"};
  static constexpr const char* doc = "exp(input) - 1, accurate near 0.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return expm1(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return exp(x); }));
};
VJP_DEFINE(Expm1);

struct Log : FloatingPointwise {
  static constexpr Schema schema{"log(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Natural logarithm of every element.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return log(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return reciprocal(x); }));
};
VJP_DEFINE(Log);

struct Log2 : FloatingPointwise {
  static constexpr Schema schema{"log2(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Logarithm of every element in base 2.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return log2(x); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">>([](auto x) { return reciprocal(x) * (1.0 / kLn2); }));
};
VJP_DEFINE(Log2);

struct Log10 : FloatingPointwise {
  static constexpr Schema schema{"log10(Tensor input) -> Tensor"};
  static constexpr const char* doc = "Logarithm of every element in base 10.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return log10(x); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">>([](auto x) { return reciprocal(x) * (1.0 / kLn10); }));
};
VJP_DEFINE(Log10);

struct Log1p : FloatingPointwise {
  static constexpr Schema schema{"log1p(Tensor input) -> Tensor"};
  static constexpr const char* doc = "log(1 + input), accurate near 0.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return log1p(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return reciprocal(x + 1.0); }));
};
VJP_DEFINE(Log1p);

// ---- powers ----

struct PowGeneral : Pointwise {
  static constexpr Schema schema{"_pow(Operand input, Operand exponent) -> Tensor"};
  static constexpr const char* doc = "input to the power of exponent, by exponentials and logarithms.";
  static constexpr auto formula = [](auto x, auto b) { return pow(x, b); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">, In<"exponent">>(
                [](auto x, auto b) { return b * pow(x, lowered_exponent(x, b) - 1.0); }),
            // powers of 0 are 0 for every positive exponent; the inner choice keeps log(0) from the derivative of this
            partial<"exponent", In<"input">, In<"exponent">, Out<>>([](auto x, auto b, auto y) {
              auto flat = logical_and(eq(x, 0.0), ge(real_part(b), 0.0));
              return zero_where(flat, y * log(where(flat, like(x, 1.0), x)));
            }));
};
VJP_DEFINE(PowGeneral);

struct Cube : Pointwise {
  static constexpr Schema schema{"_cube(Tensor input) -> Tensor"};
  static constexpr const char* doc = "input to the power of 3.";
  static constexpr auto formula = [](auto x) { return square(x) * x; };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return 3.0 * square(x); }));
};
VJP_DEFINE(Cube);

// Powers that other operators compute, too. They keep the input, as powers do, where those keep the result: that may be
// changed in place.
struct RootPower : FloatingPointwise {
  static constexpr Schema schema{"_power_of_half(Tensor input) -> Tensor"};
  static constexpr const char* doc = "input to the power of 1/2.";
  static constexpr auto formula = [](auto x) { return sqrt(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return 0.5 / sqrt(x); }));
};
VJP_DEFINE(RootPower);

struct InverseRootPower : FloatingPointwise {
  static constexpr Schema schema{"_power_of_minus_half(Tensor input) -> Tensor"};
  static constexpr const char* doc = "input to the power of -1/2.";
  static constexpr auto formula = [](auto x) { return rsqrt(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) {
    auto y = rsqrt(x);
    return -0.5 * (square(y) * y);
  }));
};
VJP_DEFINE(InverseRootPower);

struct InversePower : FloatingPointwise {
  static constexpr Schema schema{"_power_of_minus_one(Tensor input) -> Tensor"};
  static constexpr const char* doc = "input to the power of -1.";
  static constexpr auto formula = [](auto x) { return reciprocal(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return -square(reciprocal(x)); }));
};
VJP_DEFINE(InversePower);

namespace {
Tensor power(const Operand& input, const Operand& exponent) {
  if (input.is_tensor() && !exponent.is_tensor() && exponent.number().category() <= 2) {
    const Tensor& x = input.tensor();
    const double e = exponent.number().to_double();
    const bool whole = exponent.number().category() <= 1;
    if (whole || is_floating(x.dtype()) || is_complex(x.dtype())) {
      if (e == 2) return square(x);
      if (e == 3) return _cube(x);
    }
    if (is_differentiable(x.dtype())) {
      if (e == 0.5) return _power_of_half(x);
      if (e == -0.5) return _power_of_minus_half(x);
      if (e == -1) return _power_of_minus_one(x);
    } else if (is_integral(x.dtype()) && whole && e < 0) {
      fail(VJP_ERROR_INVALID, "pow: integers to a negative integer power are not defined; got {} to the power {}",
           x.dtype(), e);
    }
  }
  return _pow(input, exponent);
}
}  // namespace

struct Pow : Composite {
  static constexpr Schema schema{"pow(Operand input, Operand exponent) -> Tensor"};
  static constexpr const char* doc = "input to the power of exponent, elementwise.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool inplace = true, out_variant = true;
  static Tensor forward(const Operand& input, const Operand& exponent) { return power(input, exponent); }
};
VJP_DEFINE(Pow);

struct FloatPower : Composite {
  static constexpr Schema schema{"float_power(Operand input, Operand exponent) -> Tensor"};
  static constexpr const char* doc = "input to the power of exponent, computed in float64 or complex128.";
  static constexpr bool inplace = true, out_variant = true;
  static Tensor forward(const Operand& input, const Operand& exponent) {
    const auto complex = [](const Operand& o) {
      return o.is_tensor() ? is_complex(o.tensor().dtype()) : o.number().category() == 3;
    };
    const Dtype type = complex(input) || complex(exponent) ? Dtype::Complex128 : Dtype::Float64;
    Tensor a = input.is_tensor() ? to(input.tensor(), type) : full({}, input.number(), type);
    if (!exponent.is_tensor()) return power(a, exponent);
    return power(a, to(exponent.tensor(), type));
  }
};
VJP_DEFINE(FloatPower);

struct Ldexp : FloatingPointwise {
  static constexpr Schema schema{"ldexp(Tensor input, Operand other) -> Tensor"};
  static constexpr const char* doc = "input * 2^other, elementwise.";
  static constexpr auto formula = [](auto x, auto e) { return x * exp2(e); };
  static constexpr auto partials = rules(partial<"input", In<"other">>([](auto e) { return exp2(e); }),
                                         partial<"other", Out<>>([](auto y) { return y * kLn2; }));
};
VJP_DEFINE(Ldexp);

// ---- logarithms of sums and products ----

// a - b, of which the sigmoid is a's share. Equal infinities share +inf evenly; of -inf, a sum of nothing, none has a
// part.
template <class V>
constexpr V lead(const V& a, const V& b) {
  auto equal = logical_and(isinf(a), eq(a, b));  // finite ones keep their difference, which has a derivative
  auto d = where(equal, like(a, 0.0), a) - where(equal, like(b, 0.0), b);
  return where(logical_and(equal, eq(a, -INFINITY)), like(d, -INFINITY), d);
}

struct LogAddExp : FloatingPointwise {
  static constexpr Schema schema{"logaddexp(Tensor input, Tensor other) -> Tensor"};
  static constexpr const char* doc = "log(exp(input) + exp(other)), without overflow.";
  // the difference of equal infinities would be NaN; complex numbers compare by their real parts
  static constexpr auto formula = [](auto a, auto b) {
    auto first = ge(a, b);
    auto sum = where(first, a, b) + log1p(exp(where(first, b - a, a - b)));
    return where(logical_and(isinf(a), eq(a, b)), a, sum);
  };
  static constexpr auto partials =
      rules(partial<"input", In<"input">, In<"other">>([](auto a, auto b) { return _logistic(lead(a, b)); }),
            partial<"other", In<"input">, In<"other">>([](auto a, auto b) { return _logistic(lead(b, a)); }));
};
VJP_DEFINE(LogAddExp);

struct LogAddExp2 : RealFloatingPointwise {
  static constexpr Schema schema{"logaddexp2(Tensor input, Tensor other) -> Tensor"};
  static constexpr const char* doc = "log2(2^input + 2^other), without overflow.";
  static constexpr auto formula = [](auto a, auto b) {
    return where(logical_and(isinf(a), eq(a, b)), a, maximum(a, b) + log1p(exp2(-abs(a - b))) * (1.0 / kLn2));
  };
  static constexpr auto partials =
      rules(partial<"input", In<"input">, In<"other">>([](auto a, auto b) { return _logistic(lead(a, b) * kLn2); }),
            partial<"other", In<"input">, In<"other">>([](auto a, auto b) { return _logistic(lead(b, a) * kLn2); }));
};
VJP_DEFINE(LogAddExp2);

struct XLogY : RealFloatingPointwise {
  static constexpr Schema schema{"xlogy(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "input * log(other), and 0 where input is 0.";
  static constexpr auto formula = [](auto x, auto y) {
    return where(logical_and(eq(x, 0.0), eq(y, y)), like(x, 0.0), x * log(y));
  };
  static constexpr auto partials =
      rules(partial<"input", In<"input">, In<"other">>(
                [](auto x, auto y) { return zero_where(logical_and(eq(x, 0.0), le(y, 0.0)), log(y)); }),
            partial<"other", In<"input">, In<"other">>([](auto x, auto y) { return x / y; }));
};
VJP_DEFINE(XLogY);

struct XLog1pY : RealFloatingPointwise {
  static constexpr Schema schema{"xlog1py(Operand input, Operand other) -> Tensor"};
  static constexpr const char* doc = "input * log1p(other), and 0 where input is 0.";
  static constexpr auto formula = [](auto x, auto y) {
    return where(logical_and(eq(x, 0.0), eq(y, y)), like(x, 0.0), x * log1p(y));
  };
  static constexpr auto partials =
      rules(partial<"input", In<"input">, In<"other">>(
                [](auto x, auto y) { return zero_where(logical_and(eq(x, 0.0), le(y, -1.0)), log1p(y)); }),
            partial<"other", In<"input">, In<"other">>([](auto x, auto y) { return x / (y + 1.0); }));
};
VJP_DEFINE(XLog1pY);

struct Entropy : RealFloatingPointwise {
  static constexpr Schema schema{"entr(Tensor input) -> Tensor"};
  static constexpr const char* doc = "-input * log(input), 0 at 0 and -inf below.";
  static constexpr auto formula = [](auto x) {
    return where(gt(x, 0.0), -x * log(x), where(eq(x, 0.0), 0.0, where(lt(x, 0.0), like(x, -1.0) / 0.0, x)));
  };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return -log(x) - 1.0; }));
};
VJP_DEFINE(Entropy);

// ---- sigmoids ----

struct Sigmoid : FloatingPointwise {
  static constexpr Schema schema{"sigmoid(Tensor input) -> Tensor"};
  static constexpr const char* doc = "1 / (1 + exp(-input)), elementwise.";
  static constexpr auto formula = [](auto x) { return sigmoid(x); };
  static constexpr auto partials = rules(partial<"input", Out<>>([](auto y) { return y * (1.0 - y); }));
};
VJP_DEFINE(Sigmoid);

struct LogitWhole : RealFloatingPointwise {
  static constexpr Schema schema{"_logit(Tensor input) -> Tensor"};
  static constexpr const char* doc = "log(input / (1 - input)), elementwise.";
  static constexpr auto formula = [](auto x) { return log(x / (1.0 - x)); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">>([](auto x) { return reciprocal(x * (1.0 - x)); }));
};
VJP_DEFINE(LogitWhole);

struct LogitBounded : RealFloatingPointwise {
  static constexpr Schema schema{"_logit_bounded(Tensor input, float eps) -> Tensor"};
  static constexpr const char* doc = "logit of the input bounded by eps, else by 1 - eps.";
  static constexpr auto formula = [](auto x, auto eps) {
    auto z = where(lt(x, eps), eps, where(gt(x, 1.0 - eps), 1.0 - eps, x));
    return log(z / (1.0 - z));
  };
  static constexpr auto partials = rules(partial<"input", In<"input">, Attr<"eps", double>>([](auto x, auto eps) {
    auto inside = logical_and(ge(x, eps), le(x, 1.0 - eps));
    return only_where(inside, reciprocal(x * (1.0 - x)));
  }));
};
VJP_DEFINE(LogitBounded);

struct Logit : Composite {
  static constexpr Schema schema{"logit(Tensor input, float? eps=None) -> Tensor"};
  static constexpr const char* doc = "The inverse of sigmoid; with `eps`, of the input bounded to [eps, 1 - eps].";
  static constexpr bool inplace = true, out_variant = true;
  static Tensor forward(const Tensor& input, std::optional<double> eps) {
    return eps ? _logit_bounded(input, *eps) : _logit(input);
  }
};
VJP_DEFINE(Logit);

// ---- the error function and the gamma function ----

struct Erf : RealFloatingPointwise {
  static constexpr Schema schema{"erf(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The error function.";
  static constexpr auto formula = [](auto x) { return erf(x); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">>([](auto x) { return 1.12837916709551257390 * exp(-square(x)); }));
};
VJP_DEFINE(Erf);

struct Erfc : RealFloatingPointwise {
  static constexpr Schema schema{"erfc(Tensor input) -> Tensor"};
  static constexpr const char* doc = "1 - erf(input), accurate where that is small.";
  static constexpr auto formula = [](auto x) { return erfc(x); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">>([](auto x) { return -1.12837916709551257390 * exp(-square(x)); }));
};
VJP_DEFINE(Erfc);

struct Erfinv : RealFloatingPointwise {
  static constexpr Schema schema{"erfinv(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The inverse of erf.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x) { return erfinv(x); };
  static constexpr auto partials =
      rules(partial<"input", Out<>>([](auto y) { return 0.886226925452758013649 * exp(square(y)); }));
};
VJP_DEFINE(Erfinv);

struct Ndtr : RealFloatingPointwise {
  static constexpr Schema schema{"ndtr(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The distribution function of the standard normal distribution.";
  static constexpr auto formula = [](auto x) { return ndtr(x); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">>([](auto x) { return 0.398942280401432677940 * exp(-0.5 * square(x)); }));
};
VJP_DEFINE(Ndtr);

struct Lgamma : RealFloatingPointwise {
  static constexpr Schema schema{"lgamma(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The logarithm of the absolute value of the gamma function.";
  static constexpr auto formula = [](auto x) { return lgamma(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return digamma(x); }));
};
VJP_DEFINE(Lgamma);

struct Digamma : RealFloatingPointwise {
  static constexpr Schema schema{"digamma(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The logarithmic derivative of the gamma function.";
  static constexpr auto formula = [](auto x) { return digamma(x); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">>([](auto x) { return _polygamma(like(x, 1.0), x); }));
};
VJP_DEFINE(Digamma);

struct PolygammaOf : RealFloatingPointwise {
  static constexpr Schema schema{"_polygamma(Operand n, Tensor input) -> Tensor"};
  static constexpr const char* doc = "The n-th derivative of digamma.";
  static constexpr bool inplace = false;
  static constexpr auto formula = [](auto n, auto x) { return _polygamma(n, x); };
  static constexpr auto partials =
      rules(partial<"input", In<"n">, In<"input">>([](auto n, auto x) { return _polygamma(n + 1.0, x); }));
};
VJP_DEFINE(PolygammaOf);

}  // namespace vjp
