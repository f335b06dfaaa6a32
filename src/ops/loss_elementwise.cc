// Losses that compare element with element: each a pointwise formula, then a reduction.
#include "ops/functions/loss_elementwise.h"

#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_rounding.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/smooth.h"
#include "ops/loss.h"
#include "ops/smooth.h"
#include "ops/tensor_operators.h"

namespace vjp {

struct SquaredError : Pointwise {
  static constexpr Schema schema{"_squared_error(Tensor input, Tensor target) -> Tensor"};
  static constexpr const char* doc = "(input - target)^2, elementwise.";
  static constexpr bool inplace = false;
  static constexpr auto formula = [](auto x, auto t) { return square(x - t); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">, In<"target">>([](auto x, auto t) { return 2.0 * (x - t); }),
            partial<"target", In<"input">, In<"target">>([](auto x, auto t) { return 2.0 * (t - x); }));
};
VJP_DEFINE(SquaredError);

struct MseLoss : Composite {
  static constexpr Schema schema{"mse_loss(Tensor input, Tensor target, str reduction=\"mean\") -> Tensor"};
  static constexpr const char* doc = "The squared error: of each element, its mean, or its sum.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, const Tensor& target, std::string_view reduction) {
    return reduce_loss(_squared_error(input, target), parse_reduction(reduction, "mse_loss"));
  }
};
VJP_DEFINE(MseLoss);

struct L1Loss : Composite {
  static constexpr Schema schema{"l1_loss(Tensor input, Tensor target, str reduction=\"mean\") -> Tensor"};
  static constexpr const char* doc = "The absolute error: of each element, its mean, or its sum.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, const Tensor& target, std::string_view reduction) {
    return reduce_loss(abs(sub(input, target)), parse_reduction(reduction, "l1_loss"));
  }
};
VJP_DEFINE(L1Loss);

// Below `beta` a parabola, above it a line of slope 1.
// Differences cut off at plus and minus a limit: beyond it, and at it, constants.
constexpr Sym clipped(Sym d, Sym limit) { return minimum(maximum(d, -limit), limit); }
Tensor clipped(const Tensor& d, const Tensor& limit) { return where(lt(abs(d), limit), d, sign(d) * limit); }

struct SmoothL1 : Pointwise {
  static constexpr Schema schema{"_smooth_l1(Tensor input, Tensor target, Scalar beta) -> Tensor"};
  static constexpr const char* doc = "The smooth absolute error, elementwise.";
  static constexpr bool inplace = false, complex_ok = false, integer_ok = false;
  static constexpr auto formula = [](auto x, auto t, auto beta) {
    auto d = abs(x - t), most = minimum(d, beta);
    return most / beta * (d - 0.5 * most);
  };
  static constexpr auto slope = [](auto x, auto t, auto beta) { return clipped(x - t, beta) / beta; };
  static constexpr auto partials = rules(partial<"input", In<"input">, In<"target">, Attr<"beta", Scalar>>(
                                             [](auto x, auto t, auto beta) { return slope(x, t, beta); }),
                                         partial<"target", In<"input">, In<"target">, Attr<"beta", Scalar>>(
                                             [](auto x, auto t, auto beta) { return -slope(x, t, beta); }));
};
VJP_DEFINE(SmoothL1);

struct SmoothL1Loss : Composite {
  static constexpr Schema schema{
      "smooth_l1_loss(Tensor input, Tensor target, str reduction=\"mean\", float beta=1.0) -> Tensor"};
  static constexpr const char* doc = "The absolute error, rounded off by a parabola where it is below beta.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, const Tensor& target, std::string_view reduction, double beta) {
    if (beta < 0) fail(VJP_ERROR_INVALID, "smooth_l1_loss: beta must not be negative, got {}", beta);
    if (beta == 0) return l1_loss(input, target, reduction.data());
    return reduce_loss(_smooth_l1(input, target, beta), parse_reduction(reduction, "smooth_l1_loss"));
  }
};
VJP_DEFINE(SmoothL1Loss);

struct Huber : Pointwise {
  static constexpr Schema schema{"_huber(Tensor input, Tensor target, Scalar delta) -> Tensor"};
  static constexpr const char* doc = "The Huber loss, elementwise.";
  static constexpr bool inplace = false, complex_ok = false, integer_ok = false;
  static constexpr auto formula = [](auto x, auto t, auto delta) {
    auto d = abs(x - t), most = minimum(d, delta);
    return most * (d - 0.5 * most);
  };
  static constexpr auto slope = [](auto x, auto t, auto delta) { return clipped(x - t, delta); };
  static constexpr auto partials = rules(partial<"input", In<"input">, In<"target">, Attr<"delta", Scalar>>(
                                             [](auto x, auto t, auto delta) { return slope(x, t, delta); }),
                                         partial<"target", In<"input">, In<"target">, Attr<"delta", Scalar>>(
                                             [](auto x, auto t, auto delta) { return -slope(x, t, delta); }));
};
VJP_DEFINE(Huber);

struct HuberLoss : Composite {
  static constexpr Schema schema{
      "huber_loss(Tensor input, Tensor target, str reduction=\"mean\", float delta=1.0) -> Tensor"};
  static constexpr const char* doc = "Half the squared error up to delta, beyond it a line of slope delta.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, const Tensor& target, std::string_view reduction, double delta) {
    if (!(delta > 0)) fail(VJP_ERROR_INVALID, "huber_loss: delta must be positive, got {}", delta);
    return reduce_loss(_huber(input, target, delta), parse_reduction(reduction, "huber_loss"));
  }
};
VJP_DEFINE(HuberLoss);

struct KlDiv : Composite {
  static constexpr Schema schema{
      "kl_div(Tensor input, Tensor target, str reduction=\"mean\", bool log_target=False) -> Tensor"};
  static constexpr const char* doc =
      "target * (log(target) - input): the divergence of log probabilities `input` from probabilities, or log "
      "probabilities, `target`.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, const Tensor& given, std::string_view reduction, bool log_target) {
    LossReduction how = parse_reduction(reduction, "kl_div", true);
    const Tensor target = as_precise(given, input);
    Tensor losses = log_target ? mul(exp(target), sub(target, input)) : sub(xlogy(target, target), mul(target, input));
    if (how == LossReduction::BatchMean) return div(sum(losses), static_cast<double>(input.ndim() ? input.size(0) : 1));
    return reduce_loss(losses, how);
  }
};
VJP_DEFINE(KlDiv);

// The logarithms are kept above -100, as the field has it, so that a certain mistake costs a finite amount.
struct Bce : Pointwise {
  static constexpr Schema schema{"_bce(Tensor input, Tensor target) -> Tensor"};
  static constexpr const char* doc = "The binary cross entropy of probabilities, elementwise.";
  static constexpr bool inplace = false, complex_ok = false;
  static constexpr auto formula = [](auto x, auto t) {
    return (t - 1.0) * maximum(log1p(-x), -100.0) - t * maximum(log(x), -100.0);
  };
  static constexpr auto partials = rules(
      partial<"input", In<"input">, In<"target">>(
          [](auto x, auto t) { return (x - t) / maximum((1.0 - x) * x, 1e-12); }),
      partial<"target", In<"input">>([](auto x) { return maximum(log1p(-x), -100.0) - maximum(log(x), -100.0); }));
};
VJP_DEFINE(Bce);

struct BinaryCrossEntropy : Composite {
  static constexpr Schema schema{
      "binary_cross_entropy(Tensor input, Tensor target, Tensor? weight=None, str reduction=\"mean\") -> Tensor"};
  static constexpr const char* doc = "The cross entropy of probabilities against targets in [0, 1].";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, const Tensor& target, const Tensor& weight, std::string_view reduction) {
    if (!same(input.sizes(), target.sizes())) {
      fail(VJP_ERROR_SHAPE, "binary_cross_entropy: 'input' is {} and 'target' is {}: their shapes must be equal",
           input.sizes(), target.sizes());
    }
    Tensor losses = _bce(input, target);
    return reduce_loss(weight ? mul(losses, weight) : losses, parse_reduction(reduction, "binary_cross_entropy"));
  }
};
VJP_DEFINE(BinaryCrossEntropy);

// log(1 + exp(-|x|)) cannot overflow.
struct BceLogits : Pointwise {
  static constexpr Schema schema{"_bce_logits(Tensor input, Tensor target) -> Tensor"};
  static constexpr const char* doc = "The binary cross entropy of logits, elementwise.";
  static constexpr bool inplace = false, complex_ok = false;
  static constexpr auto formula = [](auto x, auto t) { return maximum(x, 0.0) - x * t + log1p(exp(-abs(x))); };
  static constexpr auto partials =
      rules(partial<"input", In<"input">, In<"target">>([](auto x, auto t) {
              return (1.0 - t) * _logistic(x) - t * _logistic(-x);  // the tails do not cancel
            }),
            partial<"target", In<"input">>([](auto x) { return -x; }));
};
VJP_DEFINE(BceLogits);

struct BceLogitsPosWeight : Pointwise {
  static constexpr Schema schema{"_bce_logits_pos_weight(Tensor input, Tensor target, Tensor pos_weight) -> Tensor"};
  static constexpr const char* doc = "The same with positive targets weighted.";
  static constexpr bool inplace = false, complex_ok = false;
  // softplus(-x)
  static constexpr auto penalty = [](auto x) { return log1p(exp(-abs(x))) + maximum(-x, 0.0); };
  static constexpr auto formula = [](auto x, auto t, auto w) {
    return (1.0 - t) * x + (1.0 + (w - 1.0) * t) * penalty(x);
  };
  static constexpr auto partials =
      rules(partial<"input", In<"input">, In<"target">, In<"pos_weight">>(
                [](auto x, auto t, auto w) { return (1.0 - t) * _logistic(x) - w * t * _logistic(-x); }),
            partial<"target", In<"input">, In<"pos_weight">>([](auto x, auto w) { return (w - 1.0) * penalty(x) - x; }),
            partial<"pos_weight", In<"input">, In<"target">>([](auto x, auto t) { return t * penalty(x); }));
};
VJP_DEFINE(BceLogitsPosWeight);

struct BinaryCrossEntropyWithLogits : Composite {
  static constexpr Schema schema{
      "binary_cross_entropy_with_logits(Tensor input, Tensor target, Tensor? weight=None, str reduction=\"mean\", "
      "Tensor? pos_weight=None) -> Tensor"};
  static constexpr const char* doc = "The cross entropy of sigmoid(input) against targets in [0, 1], without overflow.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, const Tensor& target, const Tensor& weight, std::string_view reduction,
                        const Tensor& pos_weight) {
    if (!same(input.sizes(), target.sizes())) {
      fail(VJP_ERROR_SHAPE,
           "binary_cross_entropy_with_logits: 'input' is {} and 'target' is {}: their shapes must be equal",
           input.sizes(), target.sizes());
    }
    Tensor losses = pos_weight ? _bce_logits_pos_weight(input, target, pos_weight) : _bce_logits(input, target);
    return reduce_loss(weight ? mul(losses, weight) : losses,
                       parse_reduction(reduction, "binary_cross_entropy_with_logits"));
  }
};
VJP_DEFINE(BinaryCrossEntropyWithLogits);

}  // namespace vjp
