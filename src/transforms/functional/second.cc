// hessian, vhp and hvp: derivatives of the gradient.
#include <optional>

#include "graph/tangent.h"
#include "transforms/functional/matrix.h"

namespace vjp {
namespace {

// The function's values and, recorded, its gradient.
struct Gradient {
  FunctionValues values;
  std::vector<Tensor> parts;  // one a variable, undefined where independent
};

FunctionValues single_output(Request& request, const DifferentiatedFunction& function) {
  FunctionValues values = request.call(function);
  check_outputs_differentiable(request, values.outputs);
  check_single_output(request, values);
  return values;
}

Gradient recorded_gradient(Request& request, const DifferentiatedFunction& function) {
  FunctionValues values = single_output(request, function);
  std::vector<Tensor> parts = request.gradients(values.outputs, {}, true, true);
  constexpr const char* kConstant =
      "While computing the hessian, found that the jacobian of the user-provided function with respect to input {} is "
      "independent of the input. This is not allowed in strict mode. You should ensure that your function is twice "
      "differentiable and that the jacobian depends on the inputs (this would be violated by a linear function for "
      "example).";
  check_dependence(request, parts, true,
                   "The output of the user-provided function is independent of input {}. This is not allowed in strict "
                   "mode.",
                   kConstant);
  return {std::move(values), std::move(parts)};
}

constexpr const char* kHessianConstant =
    "The hessian of the user-provided function is independent of input {}. This is not allowed in strict mode when "
    "create_graph=True.";

Derivatives finish(const Request& request, FunctionValues values, std::vector<Tensor> results) {
  results = filled(std::move(results), request.inputs());
  return {request.closed(std::move(values)), request.closed(std::move(results))};
}

// Forward over reverse: the tangent of the gradient.
Derivatives forward_hessian_vector(const DifferentiatedFunction& function, TensorList inputs, TensorList given,
                                   const FunctionalOptions& options) {
  Request request("hvp", options, inputs);
  Recording recording;
  const std::vector<Tensor> tangents = request.vectors(given, request.inputs(), "the input to the function");
  DualLevel level;
  // the gradient is differentiated along the tangents, and they by nothing, unless the result is
  std::optional<Unrecorded> unrecorded;
  if (request.never_wants_graph()) unrecorded.emplace(innermost_forward_level());
  request.make_dual_variables(tangents);
  FunctionValues values = single_output(request, function);
  const bool record = request.wants_graph(values.outputs, tangents);
  std::vector<Tensor> results = request.gradients(values.outputs, {}, record, record);
  for (Tensor& t : results)
    if (t) t = current_tangent(t);
  check_dependence(
      request, results, false,
      "The jacobian of the user-provided function is independent of input {}. This is not allowed in strict "
      "mode.",
      kHessianConstant);
  for (Tensor& t : values.outputs) t = primal_of(t);
  for (Tensor& t : values.aux) t = primal_of(t);
  return finish(request, std::move(values), std::move(results));
}

Derivatives taped_hessian_vector(const DifferentiatedFunction& function, TensorList inputs, TensorList given,
                                 const FunctionalOptions& options) {
  Request request("hvp", options, inputs);
  Recording recording;
  const std::vector<Tensor> tangents = request.vectors(given, request.inputs(), "the input to the function");
  request.make_variables();
  Gradient gradient = recorded_gradient(request, function);
  PushForward push(request, gradient.parts);
  const bool record = request.wants_graph(gradient.values.outputs, tangents);
  std::vector<Tensor> results = push.along(tangents, record);
  check_dependence(request, results, options.attach == Attach::Yes,
                   "The hessian of the user-provided function is independent of entry {} in the grad_jacobian. This is "
                   "not allowed in strict mode as it prevents from using the double backward trick to replace forward "
                   "mode AD.",
                   kHessianConstant);
  return finish(request, std::move(gradient.values), std::move(results));
}

}  // namespace

Derivatives hessian(const DifferentiatedFunction& function, TensorList inputs, const FunctionalOptions& options) {
  Request request("hessian", options, inputs);
  check_strategy(request);
  Recording recording;
  request.make_variables();
  Gradient gradient = recorded_gradient(request, function);
  const bool record = request.wants_graph(gradient.values.outputs);
  std::vector<Tensor> results = jacobian_of(request, gradient.parts, request.inputs(), record);
  return {request.closed(std::move(gradient.values)), request.closed(std::move(results))};
}

Derivatives vector_hessian(const DifferentiatedFunction& function, TensorList inputs, TensorList given,
                           const FunctionalOptions& options) {
  Request request("vhp", options, inputs);
  Recording recording;
  const std::vector<Tensor> vectors = request.vectors(given, request.inputs(), "the input to the function");
  request.make_variables();
  Gradient gradient = recorded_gradient(request, function);
  const bool record = request.wants_graph(gradient.values.outputs, vectors);
  std::vector<Tensor> results = request.gradients(gradient.parts, vectors, record, record);
  check_dependence(request, results, options.attach == Attach::Yes,
                   "The jacobian of the user-provided function is independent of input {}. This is not allowed in "
                   "strict mode.",
                   kHessianConstant);
  return finish(request, std::move(gradient.values), std::move(results));
}

Derivatives hessian_vector(const DifferentiatedFunction& function, TensorList inputs, TensorList vectors,
                           const FunctionalOptions& options) {
  return forward_or_tape(
      options, [&] { return forward_hessian_vector(function, inputs, vectors, options); },
      [&] { return taped_hessian_vector(function, inputs, vectors, options); });
}

}  // namespace vjp
