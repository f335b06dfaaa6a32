// Losses against classes: nll_loss and cross_entropy.
#include "ops/functions/loss_class.h"

#include <limits>

#include "graph/batched.h"
#include "ops/batch_rules.h"
#include "ops/call_counts.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_gather.h"
#include "ops/functions/index_slices.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_scan.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/softmax.h"
#include "ops/functions/view_shape.h"
#include "ops/halves.h"
#include "ops/index_common.h"
#include "ops/loss.h"
#include "ops/tensor_operators.h"

namespace vjp {
namespace {

// Where the classes lie: dimension 1, or 0 if there is no batch.
int class_dim(const Tensor& input) { return input.ndim() > 1 ? 1 : 0; }

void check_has_classes(const Tensor& input, const char* what) {
  if (input.ndim() == 0) fail(VJP_ERROR_SHAPE, "{}: the input has no dimension of classes", what);
}

void check_target(const Tensor& input, const Tensor& target, const char* what) {
  Dims expected(input.sizes());
  check_has_classes(input, what);
  expected.erase(class_dim(input));
  if (!same(expected, target.sizes())) {
    fail(VJP_ERROR_SHAPE, "{}: 'target' has shape {}, expected {} for an input of {}", what, target.sizes(), expected,
         input.sizes());
  }
  if (!is_integral(target.dtype()) || target.dtype() == Dtype::Bool) {
    fail(VJP_ERROR_DTYPE, "{}: 'target' is {}, expected classes as integers", what, target.dtype());
  }
}

// The classes in the form that kernels take. On a device the check is a command.
Tensor checked_classes(const Tensor& given, int64_t classes, const char* what) {
  const Tensor target = physical_of(given);
  if (!target.device().is_cpu()) return checked_index(target, classes, what);
  Tensor x = kernel_index(target, what);
  if (has_outside(x, 0, x.numel(), classes)) {
    const int64_t wrong = first_outside(x, classes);
    fail(VJP_ERROR_INVALID, "{}: 'target' holds class {}, but the input has {} classes: 0 to {}", what, wrong, classes,
         classes - 1);
  }
  return x;
}

void check_weight(const Tensor& weight, const Tensor& input) {
  if (weight.ndim() != 1 || weight.size(0) != input.size(class_dim(input))) {
    fail(VJP_ERROR_SHAPE, "nll_loss: 'weight' has shape {}, expected one number for each of {} classes", weight.sizes(),
         input.size(class_dim(input)));
  }
}

// A vector of one number a class, shaped to multiply the input.
Tensor along_classes(const Tensor& weight, const Tensor& input) {
  check_weight(weight, input);
  Dims sizes = Dims::filled(input.ndim(), 1);
  sizes[class_dim(input)] = weight.size(0);
  return reshape(weight, sizes);
}

// What a target's loss counts: 0 where it is ignored, otherwise the weight of its class.
Tensor target_weights(const Tensor& input, const Tensor& target, const Tensor& ignored, const Tensor& safe,
                      const Tensor& weight) {
  if (!weight) return to(logical_not(ignored), input.dtype());
  check_weight(weight, input);
  Tensor chosen = reshape(index_select(weight, 0, reshape(safe, Dims{-1})), target.sizes());
  return where(ignored, full({}, 0, input.dtype()), to(chosen, input.dtype()));
}

// The losses' sum over what they count: NaN where that is nothing, with a gradient of 0.
Tensor weighted_mean(const Tensor& losses, const Tensor& counts) {
  Tensor total = sum(counts), nothing = eq(total, 0);
  Tensor mean = div(sum(losses), where(nothing, 1, total));
  return where(nothing, std::numeric_limits<double>::quiet_NaN(), mean);
}

}  // namespace

struct NllLoss : Composite {
  static constexpr Schema schema{
      "nll_loss(Tensor input, Tensor target, Tensor? weight=None, int ignore_index=-100, str reduction=\"mean\") -> "
      "Tensor"};
  static constexpr const char* doc =
      "Minus the log probabilities `input` (classes in dimension 1) at the target classes; the mean is weighted.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, const Tensor& target, const Tensor& weight, int64_t ignore_index,
                        std::string_view reduction) {
    LossReduction how = parse_reduction(reduction, "nll_loss");
    check_target(input, target, "nll_loss");
    int d = class_dim(input);
    Tensor ignored = eq(target, ignore_index);
    Tensor safe = where(ignored, full({}, 0, target.dtype()), target);
    if (safe.device().is_cpu()) checked_classes(physical_of(safe), input.size(d), "nll_loss");
    Tensor picked = reshape(gather(input, d, unsqueeze(safe, d)), target.sizes());
    Tensor counts = target_weights(input, target, ignored, safe, weight);
    Tensor losses = neg(where(ignored, full({}, 0, input.dtype()), mul(picked, counts)));
    return how == LossReduction::Mean ? weighted_mean(losses, counts) : reduce_loss(losses, how);
  }
};
VJP_DEFINE(NllLoss);

// exp(x - l) g: the gradient of log-sum-exp, from its value.
struct SoftmaxTimes : Pointwise {
  static constexpr Schema schema{"_softmax_times(Tensor input, Tensor logsumexp, Tensor scale) -> Tensor"};
  static constexpr const char* doc = "exp(input - logsumexp) * scale, elementwise.";
  static constexpr bool inplace = false;
  static constexpr auto formula = [](auto x, auto l, auto g) { return exp(x - l) * g; };
  static constexpr auto partials =
      rules(partial<"input", In<"input">, In<"logsumexp">, In<"scale">>(
                [](auto x, auto l, auto g) { return exp(x - l) * g; }),
            partial<"logsumexp", In<"input">, In<"logsumexp">, In<"scale">>(
                [](auto x, auto l, auto g) { return -exp(x - l) * g; }),
            partial<"scale", In<"input">, In<"logsumexp">>([](auto x, auto l) { return exp(x - l); }));
};
VJP_DEFINE(SoftmaxTimes);

// The form that training loops use: rows of logits against one class each. The logits are read once forward, and once
// backward while the gradient is written; no matrix of probabilities is kept.
namespace {
// 0 in the rows that are ignored, whatever stands there: a softmax of infinities is NaN, and 0 times that too (NUM-1).
Tensor without(const Tensor& ignored, const Tensor& rows, int class_dim) {
  if (ignored.device().is_cpu() && !is_batched(ignored) && !any(ignored).item().to_int()) return rows;
  return where(unsqueeze(ignored, class_dim), full({}, 0, rows.dtype()), rows);
}
}  // namespace

struct CrossEntropyRows : General {
  static constexpr Schema schema{
      "_cross_entropy_rows(Tensor input, Tensor target, int ignore_index) -> (Tensor losses, Tensor logsumexp)"};
  static constexpr const char* doc = "logsumexp(row) - row[target] of every row; 0 where the target is ignore_index.";
  static constexpr uint8_t nondiff_outputs = 2;
  static std::array<Tensor, 2> forward(const Tensor& input, const Tensor& target, int64_t ignore_index) {
    Tensor total = logsumexp(input, IntSpan(std::array{int64_t{1}}));
    Tensor ignored = eq(target, ignore_index);
    Tensor safe = where(ignored, full({}, 0, target.dtype()), target);
    if (safe.device().is_cpu()) checked_classes(safe, input.size(1), "cross_entropy");
    Tensor losses = sub(total, squeeze_dim(gather(input, 1, unsqueeze(safe, 1)), IntSpan(std::array{int64_t{1}})));
    return {where(ignored, full({}, 0, input.dtype()), losses), total};
  }
  static std::array<Tensor, 2> batch(const Batch& b, const Tensor& input, const Tensor& target, int64_t ignore_index) {
    const int64_t rows = sample_sizes(b, 0, input)[0];
    const auto [losses, total] = _cross_entropy_rows(along_first(b, 0, input), along_first(b, 1, target), ignore_index);
    return {unfolded(losses, 0, b.size, rows), unfolded(total, 0, b.size, rows)};
  }
  static constexpr auto vjp = rules(wrt<"input">([](GradOf<0> g, In<"input"> x, In<"target"> target, Out<1> total,
                                                    Attr<"ignore_index", int64_t> ignore_index) -> Tensor {
    Tensor ignored = eq(target, ignore_index.value);
    Tensor rows = unsqueeze(where(ignored, full({}, 0, x.dtype()), g), 1);
    Tensor safe = unsqueeze(where(ignored, full({}, 0, target.dtype()), target), 1);
    if (derivatives_followed()) {
      Tensor weights = softmax(without(ignored, x, 1), 1);
      return sub(mul(weights, rows), _scatter_zeros(rows, safe, x.sizes(), 1, false));
    }
    Tensor out = _softmax_times(x, unsqueeze(total, 1), rows);
    Tensor minus = neg(rows), at = checked_classes(safe, x.size(1), "cross_entropy");
    kernels().scatter({out.view(), at.view(), minus.view(), 1, byte_of(Combine::Add)});
    stands_for(op_ScatterZeros, op_Sub);
    return without(ignored, out, 1);
  }));
  static constexpr auto jvp = tangents([](Tangent<"input"> given, In<"input"> input, In<"target"> target, Out<1> total,
                                          Attr<"ignore_index", int64_t> ignore_index) -> std::array<Tensor, 2> {
    Tensor ignored = eq(target, ignore_index.value), t = wide(without(ignored, given, 1));
    Tensor safe = unsqueeze(where(ignored, full({}, 0, target.dtype()), target), 1);
    Tensor x = wide(without(ignored, input, 1)), weighted;
    if (derivatives_followed()) {
      weighted = mul(softmax(x, 1), t);
    } else {
      Tensor sums = is_half(input.dtype()) ? logsumexp(x, Dims{1}) : Tensor(total);
      weighted = _softmax_times(x, unsqueeze(sums, 1), t);
    }
    Tensor tangent = sub(sum(weighted, Dims{1}), squeeze_dim(gather(t, 1, safe), Dims{1}));
    return {where(ignored, full({}, 0, tangent.dtype()), tangent), {}};
  });
};
VJP_DEFINE(CrossEntropyRows);

namespace {

Tensor against_probabilities(const Tensor& input, const Tensor& target, const Tensor& weight, LossReduction how,
                             double smoothing) {
  if (!same(input.sizes(), target.sizes())) {
    fail(VJP_ERROR_SHAPE,
         "cross_entropy: 'target' is {}: probabilities must have the shape of 'input', which is {}; classes "
         "are integers",
         target, input);
  }
  check_has_classes(input, "cross_entropy");
  int d = class_dim(input);
  double classes = static_cast<double>(input.size(d));
  Tensor wanted = smoothing > 0 ? add(mul(target, 1 - smoothing), smoothing / classes) : target;
  Tensor terms = mul(log_softmax(input, d), wanted);
  if (weight) terms = mul(terms, along_classes(weight, input));
  const int64_t dims[] = {d};
  if (how == LossReduction::None) return neg(sum(terms, IntSpan(dims)));
  Tensor total = neg(sum(terms));
  return how == LossReduction::Sum ? total : div(total, static_cast<double>(input.numel()) / classes);
}

// The average over all classes, which label smoothing mixes in.
Tensor smooth_part(const Tensor& log_probabilities, const Tensor& target, const Tensor& weight, int64_t ignore_index,
                   LossReduction how) {
  int d = class_dim(log_probabilities);
  const int64_t dims[] = {d};
  Tensor ignored = eq(target, ignore_index), zero = full({}, 0, log_probabilities.dtype());
  Tensor terms = weight ? mul(log_probabilities, along_classes(weight, log_probabilities)) : log_probabilities;
  Tensor losses = where(ignored, zero, neg(sum(terms, IntSpan(dims))));
  if (how != LossReduction::Mean) return reduce_loss(losses, how);
  Tensor safe = where(ignored, full({}, 0, target.dtype()), target);
  return weighted_mean(losses, target_weights(log_probabilities, target, ignored, safe, weight));
}

}  // namespace

struct CrossEntropy : Composite {
  static constexpr Schema schema{
      "cross_entropy(Tensor input, Tensor target, Tensor? weight=None, int ignore_index=-100, str reduction=\"mean\", "
      "float label_smoothing=0.0) -> Tensor"};
  static constexpr const char* doc =
      "The cross entropy of logits (classes in dimension 1, or 0 without a batch) against class numbers, or against "
      "probabilities of the input's shape.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& input, const Tensor& target, const Tensor& weight, int64_t ignore_index,
                        std::string_view reduction, double label_smoothing) {
    LossReduction how = parse_reduction(reduction, "cross_entropy");
    if (!(label_smoothing >= 0 && label_smoothing <= 1)) {
      fail(VJP_ERROR_INVALID, "cross_entropy: label_smoothing must be from 0 to 1, got {}", label_smoothing);
    }
    if (is_floating(target.dtype())) return against_probabilities(input, target, weight, how, label_smoothing);
    check_target(input, target, "cross_entropy");
    if (input.ndim() == 2 && !weight && label_smoothing == 0 && is_floating(input.dtype()) && input.size(1) > 0) {
      const Value args[] = {box(input), box(target), box(ignore_index)};
      Tensor outs[2];
      call(op_CrossEntropyRows, args, outs);
      if (how != LossReduction::Mean) return reduce_loss(outs[0], how);
      Tensor count = sum(ne(target, ignore_index));
      return div(sum(outs[0]), to(count, input.dtype()));
    }
    int d = class_dim(input);
    Tensor logs = log_softmax(without(eq(target, ignore_index), input, d), d);
    Tensor loss = nll_loss(logs, target, weight, ignore_index, reduction.data());
    if (label_smoothing == 0) return loss;
    double classes = static_cast<double>(input.size(d));
    Tensor smooth = smooth_part(logs, target, weight, ignore_index, how);
    return add(mul(loss, 1 - label_smoothing), mul(smooth, label_smoothing / classes));
  }
};
VJP_DEFINE(CrossEntropy);

}  // namespace vjp
