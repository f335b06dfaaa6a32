// The order of the checks (spec GCHK-11), and what counts as misuse.
#include "transforms/gradcheck.h"

#include <algorithm>
#include <cmath>

#include "base/last_error.h"
#include "graph/batched.h"
#include "graph/modes.h"
#include "graph/requires_grad.h"
#include "transforms/gradcheck_parts.h"

namespace vjp {
namespace {

Basis basis_for(const Tensor& t, bool fast, RepeatableRandom& random) {
  Basis basis{t.numel(), {}};
  if (!fast || t.numel() == 0) return basis;
  double squares = 0;
  for (int64_t i = 0; i < t.numel(); ++i) {
    basis.weights.push_back(0.1 + random.unit());  // far enough from 0 for every element to count
    squares += basis.weights.back() * basis.weights.back();
  }
  for (double& w : basis.weights) w /= std::sqrt(squares);
  return basis;
}

void check_input(const Tensor& t, size_t i, const GradcheckWords& words, bool& warned) {
  if (may_overlap(t.sizes(), t.strides())) {
    fail(VJP_ERROR_INVALID,
         "{}: {} ({}, strides {}) has elements that share memory: perturbing one changes several; pass a contiguous "
         "copy",
         words.check, words.input(static_cast<int64_t>(i)), t, Dims(t.strides()));
  }
  if (real_of(t.dtype()) == Dtype::Float64 || warned) return;
  warned = true;
  warn(format("{}: {} is {}: differences are exact enough in float64 and complex128 only", words.check,
              words.input(static_cast<int64_t>(i)), t));
}

void take_inputs(Problem& p, TensorList inputs, RepeatableRandom& random) {
  bool warned = false;
  for (size_t i = 0; i < inputs.size(); ++i) {
    p.inputs.push_back(inputs[i]);
    if (inputs[i]) refuse_batched(*inputs[i].get(), p.words.check);
    if (!requires_grad(inputs[i])) continue;
    check_input(inputs[i], i, p.words, warned);
    p.inputs[i] = private_copy(inputs[i]);
    p.checked.push_back({i, is_complex(inputs[i].dtype()), basis_for(inputs[i], p.options.fast, random)});
  }
  if (p.checked.empty()) {
    fail(VJP_ERROR_INVALID, "{}: none of the {} inputs requires grad: there is nothing to check", p.words.check,
         inputs.size());
  }
}

// Returns whether some output is differentiable.
bool take_outputs(Problem& p, RepeatableRandom& random) {
  p.outputs = p.function(p.inputs);
  bool any = std::any_of(p.outputs.begin(), p.outputs.end(), [](const Tensor& t) { return requires_grad(t); });
  for (size_t i = 0; i < p.outputs.size(); ++i) {
    const Tensor& t = p.outputs[i];
    if (!t || !is_differentiable(t.dtype()) || (any && !requires_grad(t))) continue;
    refuse_sparse_output(t, i, p.words);
    for (bool imaginary : {false, true}) {
      if (imaginary && !is_complex(t.dtype())) continue;
      p.parts.push_back({i, imaginary, basis_for(t, p.options.fast, random)});
    }
  }
  return any;
}

std::optional<GradcheckFailure> check_backward_further(const Problem& p, const Jacobians& analytic) {
  if (auto failure = check_backward_repeated(p, analytic)) return failure;
  if (auto failure = check_backward_form(p)) return failure;
  if (p.options.undefined) {
    if (auto failure = check_backward_undefined(p)) return failure;
  }
  return p.options.batched ? check_backward_batched(p) : std::nullopt;
}

// Backward before forward mode, and the values of both before all else.
std::optional<GradcheckFailure> check_derivatives(const Problem& p, const Jacobians& numeric) {
  Jacobians analytic;
  if (p.options.backward) {
    analytic = reverse_jacobians(p);
    if (auto failure = compare(p, Gradcheck::BackwardValues, analytic, numeric)) return failure;
  }
  if (p.options.forward) {
    if (auto failure = compare(p, Gradcheck::ForwardValues, forward_jacobians(p), numeric)) return failure;
  }
  if (p.options.backward) {
    if (auto failure = check_backward_further(p, analytic)) return failure;
  }
  if (p.options.forward && p.options.undefined) {
    if (auto failure = check_forward_missing(p)) return failure;
  }
  return p.options.batched_forward ? check_forward_batched(p) : std::nullopt;
}

bool compares_values(Gradcheck check) {
  return check == Gradcheck::NotDifferentiable || check == Gradcheck::ForwardValues ||
         check == Gradcheck::BackwardValues;
}

std::optional<GradcheckFailure> check_all(const CheckedFunction& function, TensorList inputs,
                                          const GradcheckOptions& options, const GradcheckWords& words) {
  GradMode on(true);
  RepeatableRandom random;
  Problem p{function, options, words, {}, {}, {}, {}};
  take_inputs(p, inputs, random);
  bool differentiable = take_outputs(p, random);
  Jacobians numeric = numeric_jacobians(p);
  auto failure = differentiable ? check_derivatives(p, numeric)
                                : compare(p, Gradcheck::NotDifferentiable, empty_jacobians(p), numeric);
  if (failure && compares_values(failure->check)) {
    const std::string unsteady = describe_unsteady(p);
    failure->text.insert(failure->summary.size(), unsteady);
    failure->summary += unsteady;
  }
  return failure;
}

}  // namespace

std::optional<GradcheckFailure> run_gradcheck(const CheckedFunction& given, TensorList given_inputs,
                                              const GradcheckOptions& options, const GradcheckWords& words) {
  if (!options.forward && !options.backward) {
    fail(VJP_ERROR_INVALID, "{}: forward mode and backward mode are both off: there is nothing to check", words.check);
  }
  if (options.batched && !options.backward) {
    fail(VJP_ERROR_INVALID, "{}: batched gradients are to be checked, but backward mode is off", words.check);
  }
  if (options.batched_forward && !options.forward) {
    fail(VJP_ERROR_INVALID, "{}: batched tangents are to be checked, but forward mode is off", words.check);
  }
  if (!(options.eps > 0) || !(options.atol >= 0) || !(options.rtol >= 0) || !(options.nondet_tol >= 0)) {
    fail(VJP_ERROR_INVALID,
         "{}: eps is {}, atol {}, rtol {}, the non-determinism tolerance {}: tolerances are not "
         "negative, and eps is positive",
         words.check, options.eps, options.atol, options.rtol, options.nondet_tol);
  }
  if (!options.masked) refuse_sparse_modes(options, given_inputs, words);
  std::optional<MaskedInputs> masked;
  if (options.masked) masked.emplace(given, given_inputs);
  const CheckedFunction& function = masked ? masked->function : given;
  const TensorList inputs = masked ? TensorList(masked->inputs) : given_inputs;
  auto failure = check_all(function, inputs, options, words);
  if (!failure || !options.fast || !compares_values(failure->check)) return failure;
  GradcheckOptions full = options;
  full.fast = false;
  if (auto named = check_all(function, inputs, full, words)) return named;
  failure->summary +=
      "; but checked element by element the derivatives agree: the fast check adds up the errors of all elements, so "
      "allow it more, or use the full one";
  failure->text = failure->summary;
  return failure;
}

std::optional<GradcheckFailure> gradcheck(const CheckedFunction& function, TensorList inputs,
                                          const GradcheckOptions& options) {
  return run_gradcheck(function, inputs, options, {"gradcheck", false, inputs.size()});
}

}  // namespace vjp
