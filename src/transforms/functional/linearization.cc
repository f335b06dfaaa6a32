#include "transforms/functional/linearization.h"

namespace vjp {

Linearization::Linearization(const DifferentiatedFunction& function, TensorList inputs,
                             const FunctionalOptions& options)
    : request_("linearize", options, inputs) {
  Recording recording;
  request_.make_variables();
  values_ = request_.call(function);
  check_outputs_differentiable(request_, values_.outputs);
  closed_ = request_.closed(values_);
}

std::vector<Tensor> Linearization::pull_back(TensorList given) {
  request_.use_callers_mode();
  Recording recording;
  const std::vector<Tensor> vectors = request_.vectors(given, values_.outputs, "what the function returns");
  const bool record = request_.wants_graph(values_.outputs, vectors);
  return request_.closed(filled(request_.gradients(values_.outputs, vectors, record, true), request_.inputs()));
}

std::vector<Tensor> Linearization::push_forward(TensorList given) {
  request_.use_callers_mode();
  Recording recording;
  const std::vector<Tensor> tangents = request_.vectors(given, request_.inputs(), "the input to the function");
  if (!push_) push_ = std::make_unique<PushForward>(request_, values_.outputs);
  const bool record = request_.wants_graph(values_.outputs, tangents);
  return request_.closed(filled(push_->along(tangents, record), values_.outputs));
}

}  // namespace vjp
