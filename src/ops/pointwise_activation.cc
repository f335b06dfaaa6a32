// Activation functions of neural networks.
#include "ops/functions/pointwise_activation.h"

#include <cmath>

#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/smooth.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/numbers.h"
#include "ops/pointwise_kinds.h"
#include "ops/smooth.h"
#include "ops/tensor_operators.h"

namespace vjp {
namespace {

struct Activation : Pointwise {
  static constexpr ResultType result = ResultType::PromoteFloat;
  static constexpr bool complex_ok = false;
};

constexpr double kSeluAlpha = 1.6732632423543772848, kSeluScale = 1.0507009873554804934;

}  // namespace

struct Relu : RealPointwise {
  static constexpr Schema schema{"relu(Tensor input) -> Tensor"};
  static constexpr const char* doc = "max(input, 0), elementwise.";
  static constexpr auto formula = [](auto x) { return maximum(x, 0.0); };
  static constexpr auto partials = rules(partial<"input", Out<>>([](auto y) { return zero_where(le(y, 0.0)); }));
};
VJP_DEFINE(Relu);

struct Relu6 : RealPointwise {
  static constexpr Schema schema{"relu6(Tensor input) -> Tensor"};
  static constexpr const char* doc = "input clamped to [0, 6].";
  static constexpr auto formula = [](auto x) { return minimum(maximum(x, 0.0), 6.0); };
  static constexpr auto partials =
      rules(partial<"input", Out<>>([](auto y) { return zero_where(logical_or(le(y, 0.0), ge(y, 6.0))); }));
};
VJP_DEFINE(Relu6);

struct Hardtanh : RealPointwise {
  static constexpr Schema schema{"hardtanh(Tensor input, Scalar min_val=-1.0, Scalar max_val=1.0) -> Tensor"};
  static constexpr const char* doc = "input clamped to [min_val, max_val].";
  static void check(Dtype promoted, const Value* args) {
    refuse_bools("hardtanh", promoted, "clamp");
    const double low = scalar_of(args[1]).to_double(), high = scalar_of(args[2]).to_double();
    if (low > high) fail(VJP_ERROR_INVALID, "hardtanh: 'min_val' is {} and 'max_val' {}, which is less", low, high);
  }
  static constexpr auto formula = [](auto x, auto low, auto high) { return minimum(maximum(x, low), high); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">, Attr<"min_val", Scalar>, Attr<"max_val", Scalar>>(
          [](auto x, auto low, auto high) { return zero_where(logical_or(lt(x, low), gt(x, high))); }));
};
VJP_DEFINE(Hardtanh);

struct LeakyRelu : Activation {
  static constexpr Schema schema{"leaky_relu(Tensor input, float negative_slope=0.01) -> Tensor"};
  static constexpr const char* doc = "input where it is positive, else negative_slope * input.";
  static constexpr auto formula = [](auto x, auto slope) { return where(gt(x, 0.0), x, x * slope); };
  static constexpr auto partials = rules(partial<"input", In<"input">, Attr<"negative_slope", double>>(
      [](auto x, auto slope) { return where(gt(x, 0.0), like(x, 1.0), like(x, slope)); }));
};
VJP_DEFINE(LeakyRelu);

// The exponential of the negative part: at 0 its derivative counts as 0, by convention.
template <class V>
constexpr V exp_below(const V& x, const V& scaled) {
  return exp(where(ge(x, 0.0), like(x, 0.0), scaled));  // NaN stays NaN
}

struct Elu : Activation {
  static constexpr Schema schema{"elu(Tensor input, float alpha=1.0) -> Tensor"};
  static constexpr const char* doc = "input where it is positive, else alpha * (exp(input) - 1).";
  static constexpr auto formula = [](auto x, auto alpha) { return where(gt(x, 0.0), x, alpha * expm1(x)); };
  static constexpr auto partials = rules(partial<"input", In<"input">, Attr<"alpha", double>>(
      [](auto x, auto alpha) { return where(gt(x, 0.0), like(x, 1.0), alpha * exp_below(x, x)); }));
};
VJP_DEFINE(Elu);

struct Selu : Activation {
  static constexpr Schema schema{"selu(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The self-normalising exponential linear unit.";
  static constexpr auto formula = [](auto x) {
    return where(gt(x, 0.0), x * kSeluScale, expm1(x) * (kSeluScale * kSeluAlpha));
  };
  static constexpr auto partials = rules(partial<"input", In<"input">>(
      [](auto x) { return where(gt(x, 0.0), like(x, kSeluScale), exp_below(x, x) * (kSeluScale * kSeluAlpha)); }));
};
VJP_DEFINE(Selu);

struct CeluKernel : Activation {
  static constexpr Schema schema{"_celu(Tensor input, float alpha) -> Tensor"};
  static constexpr const char* doc = "input where it is positive, else alpha * (exp(input / alpha) - 1).";
  static constexpr auto formula = [](auto x, auto alpha) { return where(gt(x, 0.0), x, alpha * expm1(x / alpha)); };
  static constexpr auto partials = rules(partial<"input", In<"input">, Attr<"alpha", double>>(
      [](auto x, auto alpha) { return where(gt(x, 0.0), like(x, 1.0), exp_below(x, x / alpha)); }));
};
VJP_DEFINE(CeluKernel);

struct Celu : Composite {
  static constexpr Schema schema{"celu(Tensor input, float alpha=1.0) -> Tensor"};
  static constexpr const char* doc = "input where it is positive, else alpha * (exp(input / alpha) - 1).";
  static constexpr bool inplace = true, out_variant = true;
  static Tensor forward(const Tensor& input, double alpha) {
    if (alpha == 0) fail(VJP_ERROR_INVALID, "celu: 'alpha' is 0, by which the input is divided");
    return _celu(input, alpha);
  }
};
VJP_DEFINE(Celu);

// ---- gelu ----

struct GeluExact : Activation {
  static constexpr Schema schema{"_gelu(Tensor input) -> Tensor"};
  static constexpr const char* doc = "input times the normal distribution function of input.";
  static constexpr auto formula = [](auto x) { return gelu(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return _gelu_partial(x); }));
};
VJP_DEFINE(GeluExact);

struct GeluPartial : Activation {
  static constexpr Schema schema{"_gelu_partial(Tensor input) -> Tensor"};
  static constexpr const char* doc = "The derivative of gelu.";
  static constexpr auto formula = [](auto x) { return _gelu_partial(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) {
    auto z = square(maximum(minimum(x, 40.0), -40.0));  // which may overflow; from there on the result is 0
    return exp(-0.5 * z) * ((2.0 - z) * 0.398942280401432677940);
  }));
};
VJP_DEFINE(GeluPartial);

struct GeluTanh : Activation {
  static constexpr Schema schema{"_gelu_tanh(Tensor input) -> Tensor"};
  static constexpr const char* doc = "gelu with the distribution function approximated by a hyperbolic tangent.";
  // (1 + tanh(u)) / 2 = sigmoid(2 u) does not cancel; 2 sqrt(2 / pi) and the same times 0.044715
  static constexpr auto formula = [](auto x) {
    return x * sigmoid(x * (square(x) * 0.0713548162726002527220 + 1.59576912160573071176));
  };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return _gelu_tanh_first(x); }));
};
VJP_DEFINE(GeluTanh);

struct Gelu : Composite {
  static constexpr Schema schema{"gelu(Tensor input, *, str approximate=\"none\") -> Tensor"};
  static constexpr const char* doc =
      "input times the normal distribution function of input; approximate=\"tanh\" for the usual approximation.";
  static Tensor forward(const Tensor& input, std::string_view approximate) {
    if (approximate == "none") return _gelu(input);
    if (approximate == "tanh") return _gelu_tanh(input);
    fail(VJP_ERROR_INVALID, "gelu: approximate must be \"none\" or \"tanh\", got \"{}\"", approximate);
  }
};
VJP_DEFINE(Gelu);

// ---- smooth ----

struct Silu : Pointwise {
  static constexpr Schema schema{"silu(Tensor input) -> Tensor"};
  static constexpr const char* doc = "input * sigmoid(input), elementwise.";
  static constexpr ResultType result = ResultType::PromoteFloat;
  static constexpr auto formula = [](auto x) { return silu_value(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return _silu_first(x); }));
};
VJP_DEFINE(Silu);

struct Mish : Activation {
  static constexpr Schema schema{"mish(Tensor input) -> Tensor"};
  static constexpr const char* doc = "input * tanh(softplus(input)), elementwise.";
  static constexpr auto formula = [](auto x) { return mish(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return _mish_first(x); }));
};
VJP_DEFINE(Mish);

struct Softplus : Activation {
  static constexpr Schema schema{"softplus(Tensor input, Scalar beta=1, Scalar threshold=20) -> Tensor"};
  static constexpr const char* doc =
      "log(1 + exp(beta * input)) / beta; input itself where beta * input is above the threshold.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr auto formula = [](auto x, auto beta, auto threshold) {
    auto z = x * beta;
    return where(gt(z, threshold), x, (maximum(z, 0.0) + log1p(exp(-abs(z)))) / beta);
  };
  static constexpr auto partials = rules(partial<"input", In<"input">, Attr<"beta", Scalar>, Attr<"threshold", Scalar>>(
      [](auto x, auto beta, auto threshold) {
        auto z = x * beta;
        return where(gt(z, threshold), like(x, 1.0), _logistic(z));
      }));
};
VJP_DEFINE(Softplus);

struct LogSigmoid : Activation {
  static constexpr Schema schema{"logsigmoid(Tensor input) -> Tensor"};
  static constexpr const char* doc = "log(sigmoid(input)), without overflow.";
  static constexpr auto formula = [](auto x) { return minimum(x, 0.0) - log1p(exp(-abs(x))); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return _logistic(-x); }));
};
VJP_DEFINE(LogSigmoid);

struct SoftsignReal : Activation {
  static constexpr Schema schema{"_softsign(Tensor input) -> Tensor"};
  static constexpr const char* doc = "softsign of real numbers.";
  static constexpr bool inplace = false, out_variant = false;
  static constexpr auto formula = [](auto x) { return x / (abs(x) + 1.0); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">>([](auto x) { return square(reciprocal(abs(x) + 1.0)); }));
};
VJP_DEFINE(SoftsignReal);

struct Softsign : Composite {
  static constexpr Schema schema{"softsign(Tensor input) -> Tensor"};
  static constexpr const char* doc = "input / (1 + |input|), elementwise.";
  static Tensor forward(const Tensor& input) {
    return is_complex(input.dtype()) ? input / (abs(input) + 1.0) : _softsign(input);
  }
};
VJP_DEFINE(Softsign);

struct Tanhshrink : Activation {
  static constexpr bool complex_ok = true;
  static constexpr Schema schema{"tanhshrink(Tensor input) -> Tensor"};
  static constexpr const char* doc = "input - tanh(input), elementwise.";
  static constexpr auto formula = [](auto x) { return x - tanh(x); };
  static constexpr auto partials = rules(partial<"input", In<"input">>([](auto x) { return square(_steady_tanh(x)); }));
};
VJP_DEFINE(Tanhshrink);

// ---- piecewise linear ----

struct Hardsigmoid : Activation {
  static constexpr Schema schema{"hardsigmoid(Tensor input) -> Tensor"};
  static constexpr const char* doc = "input / 6 + 1/2, clamped to [0, 1].";
  static constexpr auto formula = [](auto x) { return minimum(maximum(x + 3.0, 0.0), 6.0) * (1.0 / 6); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">>([](auto x) { return only_where(lt(abs(x), 3.0), like(x, 1.0 / 6)); }));
};
VJP_DEFINE(Hardsigmoid);

struct Hardswish : Activation {
  static constexpr Schema schema{"hardswish(Tensor input) -> Tensor"};
  static constexpr const char* doc = "input * hardsigmoid(input), elementwise.";
  static constexpr auto formula = [](auto x) { return x * (minimum(maximum(x + 3.0, 0.0), 6.0) * (1.0 / 6)); };
  static constexpr auto partials = rules(partial<"input", In<"input">>(
      [](auto x) { return zero_where(le(x, -3.0), where(lt(x, 3.0), x * (1.0 / 3) + 0.5, like(x, 1.0))); }));
};
VJP_DEFINE(Hardswish);

struct Threshold : RealPointwise {
  static constexpr Schema schema{"threshold(Tensor input, Scalar threshold, Scalar value) -> Tensor"};
  static constexpr const char* doc = "input where it is above the threshold, else value.";
  static constexpr auto formula = [](auto x, auto limit, auto value) { return where(le(x, limit), value, x); };
  static constexpr auto partials = rules(partial<"input", In<"input">, Attr<"threshold", Scalar>>(
      [](auto x, auto limit) { return zero_where(le(x, limit)); }));
};
VJP_DEFINE(Threshold);

struct Softshrink : Activation {
  static constexpr Schema schema{"softshrink(Tensor input, Scalar lambd=0.5) -> Tensor"};
  static constexpr const char* doc = "input moved towards 0 by lambd, 0 within.";
  static void check(Dtype, const Value* args) {
    const double lambd = scalar_of(args[1]).to_double();
    if (!(lambd >= 0 && std::isfinite(lambd)))
      fail(VJP_ERROR_INVALID, "softshrink: 'lambd' is {}, expected a number from 0 on", lambd);
  }
  static constexpr auto formula = [](auto x, auto l) { return x - minimum(maximum(x, -l), l); };
  static constexpr auto partials = rules(
      partial<"input", In<"input">, Attr<"lambd", Scalar>>([](auto x, auto l) { return zero_where(le(abs(x), l)); }));
};
VJP_DEFINE(Softshrink);

struct Hardshrink : Activation {
  static constexpr Schema schema{"hardshrink(Tensor input, Scalar lambd=0.5) -> Tensor"};
  static constexpr const char* doc = "input where its absolute value is above lambd, else 0.";
  static constexpr auto formula = [](auto x, auto l) { return where(le(abs(x), l), 0.0, x); };
  static constexpr auto partials = rules(
      partial<"input", In<"input">, Attr<"lambd", Scalar>>([](auto x, auto l) { return zero_where(le(abs(x), l)); }));
};
VJP_DEFINE(Hardshrink);

// ---- with a learnt parameter, or of two halves ----

struct PreluKernel : Activation {
  static constexpr Schema schema{"_prelu(Tensor input, Tensor weight) -> Tensor"};
  static constexpr const char* doc = "input where it is positive, else weight * input, weights broadcast.";
  static constexpr auto formula = [](auto x, auto w) { return where(gt(x, 0.0), x, w * x); };
  static constexpr auto partials = rules(
      partial<"input", In<"input">, In<"weight">>([](auto x, auto w) { return where(gt(x, 0.0), like(w, 1.0), w); }),
      partial<"weight", In<"input">>([](auto x) { return zero_where(gt(x, 0.0), x); }));
};
VJP_DEFINE(PreluKernel);

struct Prelu : Composite {
  static constexpr Schema schema{"prelu(Tensor input, Tensor weight) -> Tensor"};
  static constexpr const char* doc =
      "input where it is positive, else weight * input; one weight, or one for each of dimension 1.";
  static constexpr Autocast autocast = Autocast::Lower;
  static Tensor forward(const Tensor& input, const Tensor& weight) {
    const int64_t channels = input.ndim() > 1 ? input.sizes()[1] : 1;
    if (weight.ndim() > 1 || (weight.numel() != 1 && weight.numel() != channels)) {
      fail(VJP_ERROR_SHAPE, "prelu: 'weight' is {}, expected one number, or a list of {}", weight, channels);
    }
    if (weight.ndim() == 0) return _prelu(input, weight);
    Dims shape = Dims::filled(input.ndim(), 1);
    if (input.ndim() > 1) shape[1] = weight.numel();
    return _prelu(input, reshape(weight, shape));
  }
};
VJP_DEFINE(Prelu);

struct Glu : Composite {
  static constexpr Schema schema{"glu(Tensor input, int dim=-1) -> Tensor"};
  static constexpr const char* doc = "The first half of `dim` times the sigmoid of the second.";
  static Tensor forward(const Tensor& input, int64_t dim) {
    const int64_t d = dim < 0 ? dim + input.ndim() : dim;
    if (d < 0 || d >= input.ndim() || input.sizes()[static_cast<size_t>(d)] % 2 != 0) {
      fail(VJP_ERROR_SHAPE, "glu: expected a dimension {} of even size, got {}", dim, input);
    }
    const int64_t half = input.sizes()[static_cast<size_t>(d)] / 2;
    return mul(narrow(input, d, 0, half), sigmoid(narrow(input, d, half, half)));
  }
};
VJP_DEFINE(Glu);

}  // namespace vjp
