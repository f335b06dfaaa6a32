// grad, vjp and jvp.
#include "transforms/functional/request.h"

namespace vjp {
namespace {

constexpr const char* kIndependentOfInput =
    "The output of the user-provided function is independent of input {}. This is not allowed in strict mode.";
constexpr const char* kJacobianConstant =
    "The jacobian of the user-provided function is independent of input {}. This is not allowed in strict mode when "
    "create_graph=True.";

Derivatives forward_jacobian_vector(const DifferentiatedFunction& function, TensorList inputs, TensorList given,
                                    const FunctionalOptions& options) {
  Request request("jvp", options, inputs);
  Recording recording;
  const std::vector<Tensor> tangents = request.vectors(given, request.inputs(), "the input to the function");
  DualLevel level;
  request.make_duals(tangents);
  FunctionValues values = request.call(function);
  std::vector<Tensor> results;
  for (Tensor& output : values.outputs) {
    results.push_back(current_tangent(output));
    if (options.strict && !results.back()) {
      fail(VJP_ERROR_INVALID,
           "jvp: Output {} of the user-provided function is independent of the inputs. This is not allowed in strict "
           "mode.",
           results.size() - 1);
    }
    output = primal_of(output);
  }
  for (Tensor& t : values.aux) t = primal_of(t);
  results = filled(std::move(results), values.outputs);
  return {request.closed(std::move(values)), request.closed(std::move(results))};
}

Derivatives taped_jacobian_vector(const DifferentiatedFunction& function, TensorList inputs, TensorList given,
                                  const FunctionalOptions& options) {
  Request request("jvp", options, inputs);
  Recording recording;
  const std::vector<Tensor> tangents = request.vectors(given, request.inputs(), "the input to the function");
  request.make_variables();
  FunctionValues values = request.call(function);
  check_outputs_differentiable(request, values.outputs);
  PushForward push(request, values.outputs);
  check_dependence(request, push.gradients(), true, kIndependentOfInput,
                   "The gradient with respect to input {} is independent of the inputs of the user-provided function. "
                   "This is not allowed in strict mode.");
  const bool record = request.wants_graph(values.outputs, tangents);
  std::vector<Tensor> results = push.along(tangents, record);
  check_dependence(request, results, options.attach == Attach::Yes,
                   "The gradient with respect to the input is independent of entry {} in the grad_outputs when using "
                   "the double backward trick to compute forward mode gradients. This is not allowed in strict mode.",
                   kJacobianConstant);
  results = filled(std::move(results), values.outputs);
  return {request.closed(std::move(values)), request.closed(std::move(results))};
}

}  // namespace

Derivatives gradients_of_function(const DifferentiatedFunction& function, TensorList inputs,
                                  const FunctionalOptions& options) {
  Request request("grad", options, inputs);
  Recording recording;
  request.make_variables();
  FunctionValues values = request.call(function);
  check_single_output(request, values);
  check_outputs_differentiable(request, values.outputs);
  const bool record = request.wants_graph(values.outputs);
  std::vector<Tensor> results = request.gradients(values.outputs, {}, record, record);
  check_dependence(request, results, options.attach == Attach::Yes, kIndependentOfInput, kJacobianConstant);
  results = filled(std::move(results), request.inputs());
  return {request.closed(std::move(values)), request.closed(std::move(results))};
}

Derivatives vector_jacobian(const DifferentiatedFunction& function, TensorList inputs, TensorList given,
                            const FunctionalOptions& options) {
  Request request("vjp", options, inputs);
  Recording recording;
  request.make_variables();
  FunctionValues values = request.call(function);
  check_outputs_differentiable(request, values.outputs);
  const std::vector<Tensor> vectors = request.vectors(given, values.outputs, "what the function returns");
  const bool record = request.wants_graph(values.outputs, vectors);
  std::vector<Tensor> results = request.gradients(values.outputs, vectors, record, record);
  check_dependence(request, results, options.attach == Attach::Yes, kIndependentOfInput, kJacobianConstant);
  results = filled(std::move(results), request.inputs());
  return {request.closed(std::move(values)), request.closed(std::move(results))};
}

Derivatives jacobian_vector(const DifferentiatedFunction& function, TensorList inputs, TensorList vectors,
                            const FunctionalOptions& options) {
  return forward_or_tape(
      options, [&] { return forward_jacobian_vector(function, inputs, vectors, options); },
      [&] { return taped_jacobian_vector(function, inputs, vectors, options); });
}

}  // namespace vjp
