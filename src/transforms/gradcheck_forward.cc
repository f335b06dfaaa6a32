// What forward mode must fulfil besides right values (spec GCHK-7).
#include "ops/functions/creation.h"
#include "ops/functions/join.h"
#include "transforms/forward.h"
#include "transforms/gradcheck_parts.h"
#include "transforms/vmap/vmap.h"

namespace vjp {
namespace {

using Values = std::vector<std::complex<double>>;
constexpr size_t kBatch = 2;

// The tangents of all outputs, once for each sample in front, where input `c` has these.
std::vector<Tensor> batched_tangents_along(const Problem& p, size_t c, const std::vector<Tensor>& tangents) {
  TangentBatch batch(static_cast<int64_t>(tangents.size()));
  std::vector<Tensor> outputs = tangents_along(p, c, batch.wrapped(stack(tangents, 0)));
  for (Tensor& t : outputs)
    if (t) t = batch.unwrapped(t, 0);
  return outputs;
}

GradcheckFailure batch_differs(const Problem& p, const OutputPart& o, size_t c, double difference) {
  auto output = static_cast<int64_t>(o.output), input = static_cast<int64_t>(p.checked[c].input);
  GradcheckFailure failure =
      failure_of(p, Gradcheck::ForwardBatched, output, input,
                 format("forward: the tangent of {} along {} in a batch differs from that of a call of its own by {}",
                        p.words.output(output), p.words.input(input), difference));
  failure.difference = difference;
  return failure;
}

}  // namespace

std::vector<Tensor> tangents_along(const Problem& p, size_t c, const Tensor& tangent, Others others) {
  DualLevel level;
  std::vector<Tensor> duals = p.inputs;
  for (size_t i = 0; i < p.checked.size(); ++i) {
    const Tensor& input = p.input(p.checked[i]);
    if (i != c && others == Others::Missing) continue;
    duals[p.checked[i].input] = make_dual(input, i == c ? tangent : zeros_like(input));
  }
  std::vector<Tensor> outputs = p.function(duals);
  if (outputs.size() != p.outputs.size()) {
    fail(VJP_ERROR_INVALID, "{}: the function gave {} outputs, and {} where inputs had tangents", p.words.check,
         p.outputs.size(), outputs.size());
  }
  for (Tensor& t : outputs) t = current_tangent(t);
  return outputs;
}

// An input without tangent counts as one whose tangent is zero (spec GCHK-7).
std::optional<GradcheckFailure> check_forward_missing(const Problem& p) {
  RepeatableRandom random;
  for (size_t c = 0; c < p.checked.size(); ++c) {
    const Tensor& input = p.input(p.checked[c]);
    Tensor tangent = random_tensor(input, false, random);
    std::vector<Tensor> zeros = tangents_along(p, c, tangent);
    std::vector<Tensor> missing = tangents_along(p, c, tangent, Others::Missing);
    for (const OutputPart& o : p.parts) {
      auto output = static_cast<int64_t>(o.output), index = static_cast<int64_t>(p.checked[c].input);
      Values none(static_cast<size_t>(p.output(o).numel()));
      Values a = zeros[o.output] ? elements_of(zeros[o.output]) : none;
      Values b = missing[o.output] ? elements_of(missing[o.output]) : none;
      for (size_t i = 0; i < a.size(); ++i) {
        if (std::abs(a[i] - b[i]) <= p.options.atol + p.options.rtol * std::abs(a[i])) continue;
        GradcheckFailure failure = failure_of(
            p, Gradcheck::ForwardMissing, output, index,
            format("forward: the tangent of {} is not the same where the inputs other than {} have no tangent as where "
                   "theirs are zeros",
                   p.words.output(output), p.words.input(index)));
        failure.difference = std::abs(a[i] - b[i]);
        return failure;
      }
    }
  }
  return std::nullopt;
}

// Two tangents of each input as a batch, and one after the other.
std::optional<GradcheckFailure> check_forward_batched(const Problem& p) {
  RepeatableRandom random;
  for (size_t c = 0; c < p.checked.size(); ++c) {
    std::vector<Tensor> tangents, looped[kBatch];
    for (auto& outputs : looped) {
      tangents.push_back(random_tensor(p.input(p.checked[c]), false, random));
      outputs = tangents_along(p, c, tangents.back());
    }
    std::vector<Tensor> batched = batched_tangents_along(p, c, tangents);
    for (const OutputPart& o : p.parts) {
      for (size_t b = 0; b < kBatch; ++b) {
        double difference = batch_difference(p, batched[o.output], looped[b][o.output], b);
        if (difference != 0) return batch_differs(p, o, c, difference);
      }
    }
  }
  return std::nullopt;
}

}  // namespace vjp
