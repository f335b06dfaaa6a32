// Losses that are the negative logarithm of a distribution's density.
#include "ops/functions/loss_likelihood.h"

#include <cmath>
#include <numbers>

#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/loss_class.h"
#include "ops/functions/matmul_add.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_shape.h"
#include "ops/loss.h"
#include "ops/numbers.h"
#include "ops/tensor_operators.h"

namespace vjp {
namespace {

const double kLogTwoPi = std::log(2 * std::numbers::pi);

}  // namespace

struct RaisedTo : Pointwise {
  static constexpr Schema schema{"_raised_to(Tensor input, float least) -> Tensor"};
  static constexpr const char* doc = "max(input, least), whose derivative is taken to be 1 everywhere.";
  static constexpr ResultType result = ResultType::PromoteFloat;
  static constexpr bool inplace = false, out_variant = false, complex_ok = false;
  static constexpr auto formula = [](auto x, auto least) { return where(lt(x, least), least, x); };
  static constexpr auto partials = rules(partial<"input">([] { return 1.0; }));
};
VJP_DEFINE(RaisedTo);

struct GaussianNllLoss : Composite {
  static constexpr Schema schema{
      "gaussian_nll_loss(Tensor input, Tensor target, Tensor var, bool full=False, float eps=1e-06, str "
      "reduction=\"mean\") -> Tensor"};
  static constexpr const char* doc =
      "(log(var) + (input - target)^2 / var) / 2, with variances of at least eps; with full, log(2 pi) / 2 is added. "
      "'var' has the shape of 'input', or 1 or nothing for its last dimension.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, const Tensor& target, const Tensor& given, bool full, double eps,
                        std::string_view reduction) {
    Tensor var = as_precise(given, input);
    const int rank = input.ndim();
    if (var.ndim() + 1 == rank && same(var.sizes(), input.sizes().first(static_cast<size_t>(rank - 1))))
      var = unsqueeze(var, -1);
    bool fits = var.ndim() == rank;
    for (int d = 0; fits && d < rank; ++d) fits = var.size(d) == input.size(d) || var.size(d) == 1;
    if (!fits) {
      fail(VJP_ERROR_SHAPE,
           "gaussian_nll_loss: 'var' is {}, expected the shape {} of 'input', with or without a last dimension of 1",
           given, input.sizes());
    }
    if (may_look_at(var) && any(lt(var, 0)).item().to_int())
      fail(VJP_ERROR_INVALID, "gaussian_nll_loss: 'var' has a number below 0");
    var = _raised_to(var, eps);
    Tensor losses = (log(var) + square(input - target) / var) * 0.5;
    if (full) losses = losses + 0.5 * kLogTwoPi;
    return reduce_loss(losses, parse_reduction(reduction, "gaussian_nll_loss"));
  }
};
VJP_DEFINE(GaussianNllLoss);

struct PoissonNllLoss : Composite {
  static constexpr Schema schema{
      "poisson_nll_loss(Tensor input, Tensor target, bool log_input=True, bool full=False, float eps=1e-08, str "
      "reduction=\"mean\") -> Tensor"};
  static constexpr const char* doc =
      "exp(input) - target * input, or, where log_input is false, input - target * log(input + eps); with full, "
      "Stirling's log(target!) = target log(target) - target + log(2 pi target) / 2 is added where target is above 1.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, const Tensor& given, bool log_input, bool full, double eps,
                        std::string_view reduction) {
    const Tensor target = as_precise(given, input);
    Tensor losses = log_input ? exp(input) - target * input : input - target * log(input + eps);
    if (full) {
      Tensor counts = gt(target, 1), n = where(counts, target, 1.0);  // no logarithm of 0, in derivatives either
      Tensor stirling = add((n + 0.5) * log(n) - n, 0.5 * kLogTwoPi);
      losses = losses + where(counts, stirling, 0.0);
    }
    return reduce_loss(losses, parse_reduction(reduction, "poisson_nll_loss"));
  }
};
VJP_DEFINE(PoissonNllLoss);

struct LinearCrossEntropy : Composite {
  static constexpr Schema schema{
      "linear_cross_entropy(Tensor input, Tensor linear_weight, Tensor target, Tensor? linear_bias=None, Tensor? "
      "weight=None, str reduction=\"mean\", int? ignore_index=None, float label_smoothing=0.0) -> Tensor"};
  static constexpr const char* doc =
      "The cross entropy of the logits linear(input, linear_weight, linear_bias), of input [N, D] or [D], "
      "linear_weight "
      "[C, *, D] and linear_bias [C, *], with targets [N, *].";
  static Tensor forward(const Tensor& input, const Tensor& linear_weight, const Tensor& target,
                        const Tensor& linear_bias, const Tensor& weight, std::string_view reduction,
                        std::optional<int64_t> ignore_index, double label_smoothing) {
    const int rank = linear_weight.ndim();
    if (rank < 2 || input.ndim() < 1 || input.ndim() > 2 || (linear_bias && linear_bias.ndim() != rank - 1)) {
      fail(VJP_ERROR_SHAPE,
           "linear_cross_entropy: 'input' {}, 'linear_weight' {} and 'linear_bias' {} do not fit; expected [N, D] or "
           "[D], [C, *, D] and [C, *]",
           input, linear_weight, linear_bias);
    }
    const IntSpan classes = linear_weight.sizes().first(static_cast<size_t>(rank - 1));
    Tensor logits = linear(input, flatten(linear_weight, 0, -2), linear_bias ? flatten(linear_bias) : Tensor());
    if (rank > 2) logits = unflatten(logits, -1, classes);
    return cross_entropy(logits, target, weight, ignore_index.value_or(-100), reduction.data(), label_smoothing);
  }
};
VJP_DEFINE(LinearCrossEntropy);

}  // namespace vjp
