// The operators that derivatives of higher order go through (smooth.h).
#include "ops/smooth.h"

#include <cmath>

#include "graph/meta.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/complex.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/pointwise_trigonometric.h"
#include "ops/functions/smooth.h"
#include "ops/halves.h"

namespace vjp {
namespace {

struct Smooth : Pointwise {
  static constexpr ResultType result = ResultType::PromoteFloat;
  static constexpr bool inplace = false, out_variant = false;
};
struct RealSmooth : Smooth {
  static constexpr bool complex_ok = false;
};

}  // namespace

struct Logistic : Smooth {
  static constexpr Schema schema{"_logistic(Tensor input) -> Tensor"};
  static constexpr const char* doc = "sigmoid, with a derivative that is accurate where the result is close to 1.";
  static constexpr auto formula = [](auto x) { return sigmoid(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return _logistic_slope(x); }));
};
VJP_DEFINE(Logistic);

struct LogisticSlope : Smooth {
  static constexpr Schema schema{"_logistic_slope(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The derivative of sigmoid, sigmoid(input) * sigmoid(-input).";
  static constexpr auto formula = [](auto x) { return logistic_slope(x); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">>([](auto x) { return -(tanh(x * 0.5) * _logistic_slope(x)); }));
};
VJP_DEFINE(LogisticSlope);

struct SteadyTanh : Smooth {
  static constexpr Schema schema{"_steady_tanh(Tensor input) -> Tensor"};
  static constexpr const char* doc = "tanh, with a derivative that is accurate where the result is close to 1.";
  static constexpr auto formula = [](auto x) { return tanh(x); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">>([](auto x) { return 4.0 * _logistic_slope(2.0 * x); }));
};
VJP_DEFINE(SteadyTanh);

struct SiluFirst : Smooth {
  static constexpr Schema schema{"_silu_first(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The derivative of silu.";
  static constexpr auto formula = [](auto x) { return silu_first(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return _silu_second(x); }));
};
VJP_DEFINE(SiluFirst);

struct SiluSecond : Smooth {
  static constexpr Schema schema{"_silu_second(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The second derivative of silu.";
  static constexpr auto formula = [](auto x) { return silu_second(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return silu_third(x); }));
};
VJP_DEFINE(SiluSecond);

struct GeluTanhFirst : RealSmooth {
  static constexpr Schema schema{"_gelu_tanh_first(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The derivative of gelu by tanh.";
  static constexpr auto formula = [](auto x) { return gelu_tanh_first(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return _gelu_tanh_second(x); }));
};
VJP_DEFINE(GeluTanhFirst);

struct GeluTanhSecond : RealSmooth {
  static constexpr Schema schema{"_gelu_tanh_second(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The second derivative of gelu by tanh.";
  static constexpr auto formula = [](auto x) { return gelu_tanh_second(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return gelu_tanh_third(x); }));
};
VJP_DEFINE(GeluTanhSecond);

struct MishFirst : RealSmooth {
  static constexpr Schema schema{"_mish_first(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The derivative of mish.";
  static constexpr auto formula = [](auto x) { return mish_first(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return _mish_second(x); }));
};
VJP_DEFINE(MishFirst);

struct MishSecond : RealSmooth {
  static constexpr Schema schema{"_mish_second(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The second derivative of mish.";
  static constexpr auto formula = [](auto x) { return mish_second(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return mish_third(x); }));
};
VJP_DEFINE(MishSecond);

struct OneMinusSquare : Smooth {
  static constexpr Schema schema{"_one_minus_square(Tensor input) -> Tensor"};
  static constexpr const char* doc = "1 - input^2, accurate near 1.";
  static constexpr auto formula = [](auto x) { return _one_minus_square(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return x * -2.0; }));
};
VJP_DEFINE(OneMinusSquare);

// The derivatives of x / r are y^2 / r^3 and -x y / r^3, here as products of numbers of at most 1.
struct HypotSlope : RealSmooth {
  static constexpr Schema schema{"_hypot_slope(Tensor input, Tensor other) -> Tensor"};
  static constexpr const char* doc = "input / hypot(input, other), 0 at 0.";
  static constexpr auto formula = [](auto x, auto y) { return _hypot_slope(x, y); };
  static constexpr auto partials = rules(partial<"input", In<"input">, In<"other">>([](auto x, auto y) {
                                           return square(_hypot_slope(y, x)) / divisor_of(hypot(x, y));
                                         }),
                                         partial<"other", In<"input">, In<"other">>([](auto x, auto y) {
                                           return -(_hypot_slope(x, y) * _hypot_slope(y, x)) / divisor_of(hypot(x, y));
                                         }));
};
VJP_DEFINE(HypotSlope);

// ---- sinc ----

namespace {

constexpr double kPi = 3.14159265358979323846;

// Derivative n of sin(t) / t by its series, sum over k of (-1)^k t^(2k - n) / ((2k + 1) (2k - n)!), for |t| <= bound.
Tensor sinc_series(const Tensor& t, int64_t n, double bound) {
  std::vector<double> factors;
  double factorial = 1, power = 1;  // (2k - n)! and bound^(2k - n)
  for (int64_t k = (n + 1) / 2, m = 2 * k - n; factors.size() < 3 || power / factorial > 1e-20; ++k, m += 2) {
    if (m > 1) factorial *= static_cast<double>(m) * static_cast<double>(m - 1), power *= bound * bound;
    factors.push_back((k % 2 ? -1 : 1) / (static_cast<double>(2 * k + 1) * factorial));
  }
  Tensor z = square(t), sum = full({}, factors.back(), t.dtype());
  for (size_t i = factors.size() - 1; i-- > 0;) sum = add(mul(sum, z), factors[i]);
  return n % 2 ? mul(sum, t) : sum;
}

// The same by t S_i = sin^(i)(t) - i S_(i-1); `s` and `c` are the sine and the cosine of t.
Tensor sinc_recurrence(const Tensor& t, const Tensor& s, const Tensor& c, int64_t n) {
  Tensor value = div(s, t);
  for (int64_t i = 1; i <= n; ++i) {
    const Tensor& wave = i % 2 ? c : s;
    Tensor turned = i % 4 > 1 ? neg(wave) : wave;
    value = div(sub(turned, mul(value, static_cast<double>(i))), t);
  }
  return value;
}

}  // namespace

struct SincDerivative : General {
  static constexpr Schema schema{"_sinc_derivative(Tensor input, int order) -> Tensor"};
  static constexpr const char* doc = "A derivative of sinc, computed in double precision.";
  static Tensor forward(const Tensor& input, int64_t order) {
    const bool complex = is_complex(input.dtype());
    Tensor x = to(input, complex ? Dtype::Complex128 : Dtype::Float64), t = mul(x, kPi), s, c;
    if (complex) {
      s = sin(t), c = cos(t);
    } else {
      SineOfTurns<Tensor> reduced(x, kPi);
      s = reduced.sine(), c = reduced.cosine();
    }
    const double bound = std::max(2.0, static_cast<double>(order));
    Tensor near = sinc_series(t, order, bound), far = sinc_recurrence(t, s, c, order);
    Tensor all = where(lt(abs(t), bound), near, far);
    if (!complex) all = where(isinf(t), 0.0, all);
    return to(mul(all, std::pow(kPi, static_cast<double>(order))), input.dtype());
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g, In<"input"> x, Attr<"order", int64_t> order) -> Tensor {
    return mul(g, conj(_sinc_derivative(x, order + 1)));
  }));
  static constexpr auto jvp = tangents([](Tangent<"input"> t, In<"input"> x, Attr<"order", int64_t> order) -> Tensor {
    return mul(t, _sinc_derivative(x, order + 1));
  });
};
VJP_DEFINE(SincDerivative);

struct SphericalDerivative : General {
  static constexpr Schema schema{"_spherical_bessel_j0_derivative(Tensor input, int order) -> Tensor"};
  static constexpr const char* doc = "A derivative of spherical_bessel_j0, computed in double precision.";
  static Tensor forward(const Tensor& input, int64_t order) {
    const Tensor x = to(input, Dtype::Float64);
    const double bound = std::max(2.0, static_cast<double>(order));
    const Tensor near = sinc_series(x, order, bound), far = sinc_recurrence(x, sin(x), cos(x), order);
    return to(where(isinf(x), 0.0, where(lt(abs(x), bound), near, far)), input.dtype());
  }
  static Tensor batch(const Batch&, const Tensor& input, int64_t order) {
    return _spherical_bessel_j0_derivative(input, order);
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g, In<"input"> x, Attr<"order", int64_t> order) -> Tensor {
    return mul(g, _spherical_bessel_j0_derivative(x, order + 1));
  }));
  static constexpr auto jvp = tangents([](Tangent<"input"> t, In<"input"> x, Attr<"order", int64_t> order) -> Tensor {
    return mul(t, _spherical_bessel_j0_derivative(x, order + 1));
  });
};
VJP_DEFINE(SphericalDerivative);

Tensor lowered_exponent(const Tensor& x, const Tensor& b) {
  Tensor none = eq(b, 0.0);
  // a derivative in b wants b itself wherever it exists
  if (requires_grad(b) || carries_tangent(*b.get()))
    none = logical_and(none, logical_or(eq(x, 0.0), logical_not(isfinite(x))));
  return where(none, like(b, 1.0), b);
}

}  // namespace vjp
