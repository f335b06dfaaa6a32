// Connectionist temporal classification (Graves et al., 2006): the probability of a sequence of labels, summed over all
// ways to spread it over time.
#include "ops/functions/loss_ctc.h"

#include <limits>

#include "ops/batch_rules.h"
#include "ops/define.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/index_gather.h"
#include "ops/functions/join.h"
#include "ops/functions/pad.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_exponential.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_scan.h"
#include "ops/functions/reduce_sum.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/host_numbers.h"
#include "ops/index_common.h"
#include "ops/loops.h"
#include "ops/loss.h"
#include "ops/smooth.h"
#include "ops/tensor_operators.h"

namespace vjp {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

struct Sequences {
  Tensor log_probs;      // [T, N, C]
  Tensor labels;         // [N, S]; the blank behind a sequence's end
  Tensor input_lengths;  // [N]
  Tensor lengths;        // [N], of labels
  int64_t blank = 0;
};

// Labels one after the other, as rows of the longest.
Tensor rows_of_labels(const Tensor& joined, const Tensor& lengths, int64_t longest) {
  if (joined.numel() == 0) return zeros(Dims{lengths.size(0), longest}, Dtype::Int64);
  Tensor begin = sub(cumsum(lengths, 0), lengths);
  Tensor place = add(unsqueeze(begin, 1), arange(longest, Dtype::Int64));
  return take(joined, clamp_max(place, joined.numel() - 1));
}

// The labels with blanks around them, [N, 2 S + 1].
Tensor with_blanks(const Sequences& q) {
  const int64_t n = q.labels.size(0), s = q.labels.size(1);
  Tensor blanks = full(Dims{n, s + 1}, q.blank, Dtype::Int64);
  const Tensor pairs[] = {narrow(blanks, 1, 0, s), q.labels};
  const Tensor parts[] = {flatten(stack(pairs, 2), 1), narrow(blanks, 1, s, 1)};
  return cat(parts, 1);
}

// Positions move `by` to the right, with -inf coming in; and back, with 0.
Tensor shifted(const Tensor& alpha, int64_t by) {
  const int64_t width = alpha.size(1), kept = std::max<int64_t>(width - by, 0);
  return constant_pad_nd(narrow(alpha, 1, 0, kept), Dims{width - kept, 0}, -kInf);
}
Tensor shifted_back(const Tensor& flow, int64_t by) {
  const int64_t width = flow.size(1), kept = std::max<int64_t>(width - by, 0);
  return constant_pad_nd(narrow(flow, 1, width - kept, kept), Dims{0, width - kept}, 0);
}

// The sequences as operators see them, on any device and where derivatives are followed: at each step all positions of
// all labels with blanks. alpha[n, s]: the logarithm of the probability to have come, by now, as far as position s.
struct Lattice {
  Tensor places;              // [T, N, 2 S + 1], classes
  Tensor scores;              // their log probabilities
  Tensor position, may_skip;  // from one label to the next without a blank, unless they are the same
  Tensor begins;
  Tensor most, time;  // [N, 1]

  explicit Lattice(const Sequences& q) {
    const int64_t steps = q.log_probs.size(0);
    Tensor labels = with_blanks(q);
    position = arange(labels.size(1), Dtype::Int64);
    places = expand(unsqueeze(labels, 0), Dims{steps, labels.size(0), labels.size(1)});
    scores = gather(q.log_probs, 2, places);
    Tensor before = constant_pad_nd(narrow(labels, 1, 0, std::max<int64_t>(labels.size(1) - 2, 0)),
                                    Dims{std::min<int64_t>(labels.size(1), 2), 0}, q.blank);
    may_skip = logical_and(ne(labels, q.blank), ne(labels, before));
    may_skip = logical_or(may_skip, logical_and(eq(position, 1), ne(labels, q.blank)));
    most = unsqueeze(q.lengths, 1);
    time = unsqueeze(q.input_lengths, 1);
    begins = logical_and(lt(position, 2), le(position, mul(most, 2)));
  }
  std::array<Tensor, 3> ways(const Tensor& alpha) const {
    return {alpha, shifted(alpha, 1), where(may_skip, shifted(alpha, 2), -kInf)};
  }
  // alpha after every step.
  std::vector<Tensor> steps() const {
    std::vector<Tensor> all{where(begins, select(scores, 0, 0), -kInf)};
    for (int64_t t = 1; t < scores.size(0); ++t) {
      const auto [stay, next, skip] = ways(all.back());
      all.push_back(where(lt(t, time), add(_log_add_exp3(stay, next, skip), select(scores, 0, t)), all.back()));
    }
    return all;
  }
  // [N, 1], from the last alpha.
  Tensor losses(const Tensor& alpha) const {
    Tensor last = gather(alpha, 1, mul(most, 2));
    Tensor label = where(gt(most, 0), gather(alpha, 1, clamp_min(sub(mul(most, 2), 1), 0)), -kInf);
    Tensor losses = neg(_log_add_exp3(last, label, full_like(last, -kInf)));
    Tensor nothing = where(gt(most, 0), kInf, 0.0);  // of an empty input
    return where(gt(time, 0), losses, to(nothing, losses.dtype()));
  }
  // Of the log probabilities, with g [N] that of the losses: the kernel in operators.
  Tensor gradient(const Tensor& g, IntSpan shape) const {
    const std::vector<Tensor> alpha = steps();
    const Tensor ends = mul(most, 2),
                 ended = logical_and(gt(time, 0), logical_or(eq(position, ends), eq(position, sub(ends, 1))));
    Tensor flow = where(ended, neg(_log_share(alpha.back(), neg(losses(alpha.back())))), 0);
    std::vector<Tensor> flows(alpha.size());
    for (int64_t t = scores.size(0) - 1; t > 0; --t) {
      const Tensor here = lt(t, time);
      flows[static_cast<size_t>(t)] = where(here, flow, 0);
      const auto [stay, next, skip] = ways(alpha[static_cast<size_t>(t - 1)]);
      const Tensor sum = _log_add_exp3(stay, next, skip);
      const Tensor by_next = shifted_back(mul(flow, _log_share(next, sum)), 1),
                   by_skip = shifted_back(mul(flow, _log_share(skip, sum)), 2);
      flow = where(here, add(mul(flow, _log_share(stay, sum)), add(by_next, by_skip)), flow);
    }
    flows[0] = where(begins, flow, 0);
    return _scatter_zeros(mul(stack(flows, 0), unsqueeze(g, 1)), places, shape, 2, true);
  }
};

// -log of the probability of each sequence, [N].
Tensor sequence_losses(const Sequences& q) {
  if (in_loops(q.log_probs, Primitive::ctc_loss))
    return _ctc_losses(q.log_probs, q.labels, q.input_lengths, q.lengths, q.blank)[0];
  const Lattice lattice(q);
  return squeeze_dim(lattice.losses(lattice.steps().back()), Dims{1});
}

Tensor reduced(const Sequences& q, bool added, std::string_view reduction, bool zero_infinity) {
  const LossReduction how = parse_reduction(reduction, "ctc_loss");
  Tensor losses = sequence_losses(q);
  if (zero_infinity) losses = where(isinf(losses), 0.0, losses);
  if (how == LossReduction::Mean) losses = div(losses, to(clamp_min(q.lengths, 1), losses.dtype()));
  return reduce_loss(added ? squeeze_dim(losses, Dims{0}) : losses, how);
}

// `longest`: of the sequences of labels, where they come one after the other.
Tensor ctc(const Tensor& given, const Tensor& targets, const Tensor& input_lengths, const Tensor& target_lengths,
           int64_t longest, int64_t blank, std::string_view reduction, bool zero_infinity) {
  const bool added = given.ndim() == 2;
  Sequences q{added ? unsqueeze(given, 1) : given, targets, reshape(input_lengths, Dims{-1}),
              reshape(target_lengths, Dims{-1}), blank};
  if (q.log_probs.ndim() != 3 || q.log_probs.size(0) == 0)
    fail(VJP_ERROR_SHAPE, "ctc_loss: 'log_probs' is {}, expected [T, N, C] or [T, C]", given);
  const int64_t n = q.log_probs.size(1);
  if (blank < 0 || blank >= q.log_probs.size(2)) {
    fail(VJP_ERROR_INVALID, "ctc_loss: blank is {}, expected one of the {} classes", blank, q.log_probs.size(2));
  }
  for (auto [t, name] : {std::pair(&q.input_lengths, "input_lengths"), std::pair(&q.lengths, "target_lengths")}) {
    if (!is_integral(t->dtype())) fail(VJP_ERROR_DTYPE, "ctc_loss: '{}' is {}, expected integers", name, *t);
    if (t->numel() != n) fail(VJP_ERROR_SHAPE, "ctc_loss: '{}' has {} numbers for {} sequences", name, t->numel(), n);
  }
  q.input_lengths = to(q.input_lengths, Dtype::Int64);
  q.lengths = to(q.lengths, Dtype::Int64);
  if (!is_integral(targets.dtype()) || targets.ndim() > 2 || (targets.ndim() == 2 && targets.size(0) != n))
    fail(VJP_ERROR_SHAPE, "ctc_loss: 'targets' is {}, expected integers [{}, S], or all sequences in a row", targets,
         n);
  q.labels = to(q.labels, Dtype::Int64);
  if (targets.ndim() < 2) q.labels = rows_of_labels(reshape(q.labels, Dims{-1}), q.lengths, longest);
  Tensor used = lt(arange(q.labels.size(1), Dtype::Int64), unsqueeze(q.lengths, 1));
  q.labels = where(used, q.labels, blank);
  return reduced(q, added, reduction, zero_infinity);
}

Tensor numbers_of(IntSpan list) {
  if (list.empty()) return zeros(Dims{0}, Dtype::Int64);
  std::vector<Tensor> numbers;
  for (int64_t v : list) numbers.push_back(full({}, v, Dtype::Int64));
  return stack(numbers, 0);
}

}  // namespace

struct LogAddExp3 : Pointwise {
  static constexpr Schema schema{"_log_add_exp3(Tensor a, Tensor b, Tensor c) -> Tensor"};
  static constexpr const char* doc = "log(exp(a) + exp(b) + exp(c)), -inf and without a gradient where all are -inf.";
  static constexpr bool inplace = false, out_variant = false, complex_ok = false;
  static constexpr auto formula = [](auto a, auto b, auto c) {
    auto top = maximum(maximum(a, b), c);
    auto base = where(eq(top, -kInf), like(top, 0.0), top);
    return log(exp(a - base) + exp(b - base) + exp(c - base)) + base;
  };
  static constexpr auto share = [](auto x, auto y) {
    return where(eq(x, -kInf), like(x, 0.0), exp(x - where(eq(y, -kInf), like(y, 0.0), y)));
  };
  static constexpr auto partials = rules(partial<"a", In<"a">, Out<>>([](auto x, auto y) { return share(x, y); }),
                                         partial<"b", In<"b">, Out<>>([](auto x, auto y) { return share(x, y); }),
                                         partial<"c", In<"c">, Out<>>([](auto x, auto y) { return share(x, y); }));
};
VJP_DEFINE(LogAddExp3);

struct LogShare : Pointwise {
  static constexpr Schema schema{"_log_share(Tensor input, Tensor sum) -> Tensor"};
  static constexpr const char* doc = "exp(input - sum), 0 and without a gradient where input is -inf.";
  static constexpr bool inplace = false, out_variant = false, complex_ok = false;
  static constexpr auto formula = LogAddExp3::share;
  static constexpr auto partials =
      rules(partial<"input", Out<>>([](auto y) { return y; }), partial<"sum", Out<>>([](auto y) { return -y; }));
};
VJP_DEFINE(LogShare);

namespace {

// What both kernels are given, and the tensors that it lies in.
struct LoopArgs {
  Tensor labels, input_lengths, lengths;
  CtcArgs args;
  LoopArgs(const Sequences& q, const Tensor& log_probs, const Tensor& losses, const Tensor& alpha)
      : labels(contiguous(q.labels)), input_lengths(contiguous(q.input_lengths)), lengths(contiguous(q.lengths)) {
    args = {.log_probs = log_probs.raw(),
            .losses = losses.raw(),
            .alpha = alpha.raw(),
            .labels = labels.data<int64_t>(),
            .input_lengths = input_lengths.data<int64_t>(),
            .lengths = lengths.data<int64_t>(),
            .steps = log_probs.size(0),
            .batch = log_probs.size(1),
            .classes = log_probs.size(2),
            .longest = labels.size(1),
            .blank = q.blank,
            .dtype = byte_of(log_probs.dtype())};
  }
};

Tensor gradient_of(const Sequences& q, const Tensor& g, const Tensor& alpha) {
  if (derivatives_followed()) return Lattice(q).gradient(g, q.log_probs.sizes());
  Tensor out = Tensor::empty(q.log_probs.sizes(), q.log_probs.dtype());
  const Tensor given = contiguous(g), steps = contiguous(alpha);
  kernels().ctc_loss_backward(LoopArgs(q, out, given, steps).args);
  return out;
}

}  // namespace

// Where a backend has the kernels; of arguments that ctc_loss has brought in shape.
struct CtcLosses : General {
  static constexpr Schema schema{
      "_ctc_losses(Tensor log_probs, Tensor labels, Tensor input_lengths, Tensor lengths, int blank) -> (Tensor "
      "losses, "
      "Tensor alpha)"};
  static constexpr const char* doc = "ctc_loss of each sequence, and what its gradient is computed from.";
  static constexpr uint8_t nondiff_outputs = 2;
  static std::array<Tensor, 2> forward(const Tensor& given, const Tensor& labels, const Tensor& input_lengths,
                                       const Tensor& lengths, int64_t blank) {
    const Tensor log_probs = contiguous(given);
    checked_index(labels, log_probs.size(2), "ctc_loss: a label");
    checked_index(lengths, labels.size(1) + 1, "ctc_loss: 'target_lengths'");
    const int64_t steps = log_probs.size(0), n = log_probs.size(1);
    std::array<Tensor, 2> out = {Tensor::empty(Dims{n}, log_probs.dtype()),
                                 Tensor::empty(Dims{n, steps, 2 * labels.size(1) + 1}, log_probs.dtype())};
    kernels().ctc_loss(LoopArgs({log_probs, labels, input_lengths, lengths, blank}, log_probs, out[0], out[1]).args);
    return out;
  }
  static std::array<Tensor, 2> batch(const Batch& b, const Tensor& log_probs, const Tensor& labels,
                                     const Tensor& input_lengths, const Tensor& lengths, int64_t blank) {
    const Tensor x = with_batch(b, 0, log_probs);
    auto all = _ctc_losses(folded(x, 1), folded(with_batch(b, 1, labels), 0),
                           folded(with_batch(b, 2, input_lengths), 0), folded(with_batch(b, 3, lengths), 0), blank);
    for (Tensor& t : all) t = unfolded(t, 0, b.size, x.size(2));
    return all;
  }
  static constexpr auto vjp = rules(wrt<"log_probs">([](GradOf<0> g, In<"log_probs"> log_probs, In<"labels"> labels,
                                                        In<"input_lengths"> input_lengths, In<"lengths"> lengths,
                                                        Out<1> alpha, Attr<"blank", int64_t> blank) -> Tensor {
    return gradient_of({log_probs, labels, input_lengths, lengths, blank}, g, alpha);
  }));
  static constexpr auto jvp = tangents([](Tangent<"log_probs"> t, In<"log_probs"> log_probs, In<"labels"> labels,
                                          In<"input_lengths"> input_lengths, In<"lengths"> lengths, Out<0> losses,
                                          Out<1> alpha, Attr<"blank", int64_t> blank) -> std::array<Tensor, 2> {
    const Tensor each = gradient_of({log_probs, labels, input_lengths, lengths, blank}, ones_like(losses), alpha);
    return {sum(mul(each, t), Dims{0, 2}), {}};
  });
};
VJP_DEFINE(CtcLosses);

struct CtcLoss : Composite {
  static constexpr Schema schema{
      "ctc_loss(Tensor log_probs, Tensor targets, Tensor input_lengths, Tensor target_lengths, int blank=0, str "
      "reduction=\"mean\", bool zero_infinity=False) -> Tensor"};
  static constexpr const char* doc =
      "-log of the probability of each sequence of labels, given log probabilities [T, N, C] of the classes at each "
      "time, "
      "one of which is the blank. targets: [N, S], or all sequences in a row. \"mean\" divides by the lengths first; "
      "zero_infinity gives 0 where a sequence is too long for its time.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& log_probs, const Tensor& targets, const Tensor& input_lengths,
                        const Tensor& target_lengths, int64_t blank, std::string_view reduction, bool zero_infinity) {
    int64_t longest = 0;
    if (targets.ndim() < 2) {
      for (int64_t v : host_numbers(target_lengths, "ctc_loss", "target_lengths")) longest = std::max(longest, v);
    }
    return ctc(log_probs, targets, input_lengths, target_lengths, longest, blank, reduction, zero_infinity);
  }
};
VJP_DEFINE(CtcLoss);

struct CtcLossOfLists : Composite {
  static constexpr Schema schema{
      "ctc_loss.lengths(Tensor log_probs, Tensor targets, int[] input_lengths, int[] target_lengths, int blank=0, str "
      "reduction=\"mean\", bool zero_infinity=False) -> Tensor"};
  static constexpr const char* doc = "ctc_loss with lengths that are given as numbers.";
  static constexpr Autocast autocast = Autocast::Float32;
  static constexpr bool widens_halves = true;
  static Tensor forward(const Tensor& log_probs, const Tensor& targets, IntSpan input_lengths, IntSpan target_lengths,
                        int64_t blank, std::string_view reduction, bool zero_infinity) {
    int64_t longest = 0;
    for (int64_t v : target_lengths) longest = std::max(longest, v);
    const int64_t steps = log_probs.ndim() ? log_probs.size(0) : 0;
    for (int64_t v : input_lengths) {
      if (v < 0 || v > steps)
        fail(VJP_ERROR_INVALID, "ctc_loss: an input length is {}, but 'log_probs' has {} times", v, steps);
    }
    for (int64_t v : target_lengths) {
      if (v < 0 || (targets.ndim() == 2 && v > targets.size(1)))
        fail(VJP_ERROR_INVALID, "ctc_loss: a target length is {}, but 'targets' is {}", v, targets);
    }
    return ctc(log_probs, targets, numbers_of(input_lengths), numbers_of(target_lengths), longest, blank, reduction,
               zero_infinity);
  }
};
VJP_DEFINE(CtcLossOfLists);

}  // namespace vjp
