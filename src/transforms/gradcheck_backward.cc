// What a backward must fulfil besides right values (spec GCHK-6).
#include <algorithm>
#include <new>

#include "base/last_error.h"
#include "base/pool.h"
#include "engine/grad_call.h"
#include "graph/meta.h"
#include "ops/functions/creation.h"
#include "ops/functions/join.h"
#include "transforms/gradcheck_parts.h"

namespace vjp {
namespace {

bool is_zero(const Tensor& t) {
  if (!t) return true;
  std::vector<std::complex<double>> values = elements_of(t);
  return std::all_of(values.begin(), values.end(), [](std::complex<double> v) { return v == 0.0; });
}

// Passes on an undefined gradient whatever arrives.
class UndefinedGradient final : public Node {
 public:
  // The tensor once more, as result of such a node.
  static Tensor after(const Tensor& t) {
    size_t bytes = node_bytes(sizeof(UndefinedGradient), 1, 1, static_cast<size_t>(t.ndim()), 0);
    void* memory = pool_allocate(bytes);
    auto dims = static_cast<size_t>(t.ndim());
    Ref<Node> node = Ref<Node>::take(new (memory) UndefinedGradient(memory, bytes, dims));
    static_cast<UndefinedGradient&>(*node).connect(0, gradient_edge(*t.get()));
    Tensor out = detach(t);
    set_history(*out.get(), node, 0);
    return out;
  }
  void apply(std::span<Tensor>, std::span<Tensor>) override {}
  const char* name() const override { return "UndefinedGradient"; }

 private:
  UndefinedGradient(void* memory, size_t bytes, size_t dims)
      : Node(memory, sizeof(UndefinedGradient), 1, 1, dims, bytes) {}
};

struct Outputs {
  std::vector<size_t> index;
  std::vector<Tensor> tensors, zeros;
};

// The differentiable outputs, with gradients of zero.
Outputs outputs_of(const Problem& p) {
  Outputs out;
  for (const OutputPart& o : p.parts) {
    if (o.imaginary) continue;
    out.index.push_back(o.output);
    out.tensors.push_back(p.output(o));
    out.zeros.push_back(zeros_like(p.output(o)));
  }
  return out;
}

std::optional<GradcheckFailure> not_zero(const Problem& p, Gradcheck check, const std::vector<Tensor>& gradients,
                                         const std::string& when) {
  for (size_t c = 0; c < gradients.size(); ++c) {
    if (is_zero(gradients[c])) continue;
    auto input = static_cast<int64_t>(p.checked[c].input);
    return failure_of(p, check, -1, input,
                      format("backward: the gradient of {} is not zero where {}: backward has to multiply by the "
                             "gradients it is given",
                             p.words.input(input), when));
  }
  return std::nullopt;
}

// With the outputs `undefined`[...] giving no gradient and the others zero.
std::optional<GradcheckFailure> check_undefined(const Problem& p, const Outputs& outputs, int64_t only) {
  std::vector<Tensor> roots = outputs.tensors;
  for (size_t i = 0; i < roots.size(); ++i)
    if (only < 0 || static_cast<size_t>(only) == i) roots[i] = UndefinedGradient::after(roots[i]);
  int64_t output = only < 0 ? -1 : static_cast<int64_t>(outputs.index[static_cast<size_t>(only)]);
  std::string when = only < 0 ? std::string("the gradients of all outputs are undefined")
                              : format("the gradient of {} is undefined", p.words.output(output));
  std::vector<Tensor> gradients;
  try {
    gradients = gradients_of(p, roots, outputs.zeros);
  } catch (const Error& e) {
    if (e.status() == VJP_ERROR_MEMORY || e.status() == VJP_ERROR_INTERNAL) throw;
    return failure_of(p, Gradcheck::BackwardUndefined, output, -1,
                      format("backward: fails where {}: {}", when, e.what()));
  }
  auto failure = not_zero(p, Gradcheck::BackwardUndefined, gradients, when);
  if (failure) failure->output = output;
  return failure;
}

}  // namespace

std::optional<GradcheckFailure> check_backward_repeated(const Problem& p, const Jacobians& first) {
  Jacobians second = reverse_jacobians(p);
  for (size_t part = 0; part < p.parts.size(); ++part) {
    for (size_t c = 0; c < p.checked.size(); ++c) {
      const Matrix &a = first[part][c], &b = second[part][c];
      for (size_t i = 0; i < a.values.size(); ++i) {
        double difference = std::abs(a.values[i] - b.values[i]);
        if (difference <= p.options.nondet_tol) continue;
        auto output = static_cast<int64_t>(p.parts[part].output), input = static_cast<int64_t>(p.checked[c].input);
        GradcheckFailure failure = failure_of(
            p, Gradcheck::BackwardRepeated, output, input,
            format("backward: the derivative of {} by {} came out differently the second time: by {}, allowed is {}",
                   p.words.output(output), p.words.input(input), difference, p.options.nondet_tol));
        failure.analytic = a.tensor();
        failure.numeric = b.tensor();
        failure.row = static_cast<int64_t>(i / a.columns);
        failure.column = static_cast<int64_t>(i % a.columns);
        failure.difference = difference;
        return failure;
      }
    }
  }
  return std::nullopt;
}

std::optional<GradcheckFailure> check_backward_form(const Problem& p) {
  Outputs outputs = outputs_of(p);
  std::vector<Tensor> gradients = gradients_of(p, outputs.tensors, outputs.zeros);
  for (size_t c = 0; c < gradients.size(); ++c) {
    const Tensor &g = gradients[c], &input = p.input(p.checked[c]);
    if (!g || (same(g.sizes(), input.sizes()) && (!p.options.dtypes || g.dtype() == input.dtype()))) continue;
    auto index = static_cast<int64_t>(p.checked[c].input);
    return failure_of(p, Gradcheck::BackwardForm, -1, index,
                      format("backward: the gradient of {} is {}, the input {}", p.words.input(index), g, input));
  }
  return not_zero(p, Gradcheck::BackwardZero, gradients, "the gradients of all outputs are zero");
}

std::optional<GradcheckFailure> check_backward_undefined(const Problem& p) {
  Outputs outputs = outputs_of(p);
  if (auto failure = check_undefined(p, outputs, -1)) return failure;
  for (size_t i = 0; outputs.tensors.size() > 1 && i < outputs.tensors.size(); ++i) {
    if (auto failure = check_undefined(p, outputs, static_cast<int64_t>(i))) return failure;
  }
  return std::nullopt;
}

// Two gradients of each output as a batch, and one after the other (spec ENTRY-20).
std::optional<GradcheckFailure> check_backward_batched(const Problem& p) {
  RepeatableRandom random;
  Outputs outputs = outputs_of(p);
  for (size_t i = 0; i < outputs.tensors.size(); ++i) {
    std::vector<Tensor> gradients, looped[2];
    for (auto& results : looped) {
      gradients.push_back(random_tensor(outputs.tensors[i], false, random));
      results = gradients_of(p, {outputs.tensors[i]}, {gradients.back()});
    }
    std::vector<Tensor> batched = gradients_of(p, {outputs.tensors[i]}, {stack(gradients, 0)}, true);
    for (size_t c = 0; c < batched.size(); ++c) {
      for (size_t b = 0; b < 2; ++b) {
        double difference = batch_difference(p, batched[c], looped[b][c], b);
        if (difference == 0) continue;
        auto output = static_cast<int64_t>(outputs.index[i]), input = static_cast<int64_t>(p.checked[c].input);
        GradcheckFailure failure = failure_of(
            p, Gradcheck::BackwardBatched, output, input,
            format("backward: the gradient of {} by {} in a batch differs from that of a call of its own by {}",
                   p.words.output(output), p.words.input(input), difference));
        failure.difference = difference;
        return failure;
      }
    }
  }
  return std::nullopt;
}

}  // namespace vjp
