// gradgradcheck: the function from inputs and gradients of outputs to gradients of inputs, checked like any other.
#include <algorithm>

#include "engine/grad_call.h"
#include "graph/modes.h"
#include "graph/requires_grad.h"
#include "ops/sparse.h"
#include "transforms/gradcheck_parts.h"

namespace vjp {
namespace {

std::vector<Tensor> differentiable(const std::vector<Tensor>& outputs) {
  std::vector<Tensor> found;
  std::copy_if(outputs.begin(), outputs.end(), std::back_inserter(found),
               [](const Tensor& t) { return requires_grad(t); });
  return found;
}

// Of a sparse input: compared are strided results.
Tensor dense_gradient(const Tensor& t) { return is_sparse(t) ? to_dense(t) : t; }

// One result an input; undefined where it does not require grad or nothing reaches it.
std::vector<Tensor> gradients(const CheckedFunction& function, TensorList arguments, size_t num_inputs) {
  TensorList inputs = arguments.first(num_inputs);
  GradCall call({.retain_graph = true, .create_graph = true, .allow_unused = true});
  std::vector<Tensor> roots = differentiable(function(inputs));
  std::vector<Tensor> given(arguments.begin() + static_cast<ptrdiff_t>(num_inputs), arguments.end());
  if (roots.size() != given.size()) {
    fail(VJP_ERROR_INVALID, "gradgradcheck: {} gradients of outputs, but the function has {} differentiable outputs",
         given.size(), roots.size());
  }
  for (size_t i = 0; i < roots.size(); ++i) call.add_root(roots[i], given[i]);
  std::vector<Tensor> out(num_inputs);
  std::vector<size_t> places;
  for (size_t i = 0; i < num_inputs; ++i) {
    if (!requires_grad(inputs[i])) continue;
    call.add_input(inputs[i]);
    places.push_back(i);
  }
  call.run();
  for (size_t k = 0; k < places.size(); ++k) out[places[k]] = dense_gradient(call.results()[k]);
  return out;
}

// Random gradients for the outputs that are differentiable.
std::vector<Tensor> random_gradients(const CheckedFunction& function, TensorList inputs, bool non_contiguous) {
  RepeatableRandom random;
  std::vector<Tensor> out;
  for (const Tensor& t : differentiable(function(inputs))) {
    refuse_sparse_output(t, out.size(), {"gradgradcheck", false, inputs.size()});
    out.push_back(random_tensor(t, non_contiguous, random));
    out.back()->requires_grad = true;
  }
  if (out.empty()) fail(VJP_ERROR_INVALID, "gradgradcheck: no output of the function requires grad");
  return out;
}

}  // namespace

std::optional<GradcheckFailure> gradgradcheck(const CheckedFunction& function, TensorList inputs,
                                              TensorList grad_outputs, const GradgradcheckOptions& options) {
  if (std::none_of(inputs.begin(), inputs.end(), [](const Tensor& t) { return requires_grad(t); })) {
    fail(VJP_ERROR_INVALID, "gradgradcheck: none of the {} inputs requires grad: there is nothing to check",
         inputs.size());
  }
  GradMode on(true);
  std::vector<Tensor> arguments(inputs.begin(), inputs.end());
  if (grad_outputs.empty()) {
    std::vector<Tensor> random = random_gradients(function, inputs, options.non_contiguous);
    arguments.insert(arguments.end(), random.begin(), random.end());
  } else {
    arguments.insert(arguments.end(), grad_outputs.begin(), grad_outputs.end());
  }
  CheckedFunction second = [&](TensorList args) { return gradients(function, args, inputs.size()); };
  return run_gradcheck(second, arguments, options, {"gradgradcheck", true, inputs.size()});
}

}  // namespace vjp
