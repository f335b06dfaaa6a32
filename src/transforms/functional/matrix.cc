#include "transforms/functional/matrix.h"

#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/join.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"

namespace vjp {
namespace {

Tensor unit(const Tensor& like, int64_t element) {
  Tensor out = zeros_like(like).alias();
  NoGrad plain;
  Tensor flat = out.contiguous() ? view(out, Dims{-1}) : reshape(out, Dims{-1});
  fill_(select(flat, 0, element), 1);
  return out;
}

Dims joined(IntSpan outer, IntSpan inner) {
  Dims out(outer);
  for (int64_t n : inner) out.push_back(n);
  return out;
}

Tensor zero_entry(const Tensor& output, const Tensor& input, Dtype dtype) {
  OperatorDevice there(input.device());
  return Tensor::zeros(joined(output.sizes(), input.sizes()), dtype);
}

void check_entry(const Request& request, const Tensor& gradient, size_t output, size_t input) {
  if (!gradient) {
    fail(VJP_ERROR_INVALID,
         "{}: Output {} of the user-provided function is independent of input {}. This is not allowed in strict mode.",
         request.name, output, input);
  }
  if (request.options.attach == Attach::Yes && !requires_grad(gradient)) {
    fail(
        VJP_ERROR_INVALID,
        "{}: The jacobian of the user-provided function is independent of input {}. This is not allowed in strict mode "
        "when create_graph=True.",
        request.name, input);
  }
}

// The entries of one output, an input each.
std::vector<Tensor> rows_of(const Request& request, const Tensor& output, const Tensor& like, size_t index,
                            bool record) {
  const std::vector<Tensor>& inputs = request.inputs();
  std::vector<std::vector<Tensor>> rows(inputs.size());
  std::vector<bool> reached(inputs.size());
  for (int64_t k = 0; k < like.numel(); ++k) {
    std::vector<Tensor> row(inputs.size());
    if (output) row = request.gradients({output}, {unit(output, k)}, record, true);
    for (size_t j = 0; j < inputs.size(); ++j) {
      if (request.options.strict) check_entry(request, row[j], index, j);
      reached[j] = reached[j] || row[j].defined();
      rows[j].push_back(row[j]);
    }
  }
  std::vector<Tensor> out;
  for (size_t j = 0; j < inputs.size(); ++j) {
    const Tensor& input = inputs[j];
    if (!reached[j]) {
      out.push_back(zero_entry(like, input, input.dtype()));
      continue;
    }
    for (Tensor& row : rows[j])
      if (!row) row = zeros_like(input);
    out.push_back(reshape(stack(rows[j]), joined(like.sizes(), input.sizes())));
  }
  return out;
}

std::vector<Tensor> by_rows(const Request& request, const std::vector<Tensor>& outputs, const std::vector<Tensor>& like,
                            bool record) {
  std::vector<Tensor> out;
  for (size_t i = 0; i < like.size(); ++i)
    for (Tensor& entry : rows_of(request, outputs[i], like[i], i, record)) out.push_back(std::move(entry));
  return out;
}

// The entries of one input, an output each.
std::vector<Tensor> columns_of(const PushForward& push, const Request& request, size_t index,
                               const std::vector<Tensor>& like, bool record) {
  const Tensor& input = request.inputs()[index];
  std::vector<std::vector<Tensor>> columns(like.size());
  for (int64_t k = 0; k < input.numel(); ++k) {
    std::vector<Tensor> tangents(request.inputs().size());
    tangents[index] = unit(input, k);
    std::vector<Tensor> column = filled(push.along(tangents, record), like);
    for (size_t i = 0; i < like.size(); ++i) columns[i].push_back(std::move(column[i]));
  }
  std::vector<Tensor> out;
  for (size_t i = 0; i < like.size(); ++i) {
    out.push_back(columns[i].empty() ? zero_entry(like[i], input, like[i].dtype())
                                     : reshape(stack(columns[i], -1), joined(like[i].sizes(), input.sizes())));
  }
  return out;
}

std::vector<Tensor> by_columns(Request& request, const std::vector<Tensor>& outputs, const std::vector<Tensor>& like,
                               bool record) {
  PushForward push(request, outputs);
  const size_t num_inputs = request.inputs().size();
  std::vector<Tensor> out(like.size() * num_inputs);
  for (size_t j = 0; j < num_inputs; ++j) {
    std::vector<Tensor> entries = columns_of(push, request, j, like, record);
    for (size_t i = 0; i < like.size(); ++i) out[i * num_inputs + j] = std::move(entries[i]);
  }
  return out;
}

}  // namespace

void check_strategy(const Request& request) {
  const FunctionalOptions& o = request.options;
  auto refuse = [&](const char* one, const char* other) {
    fail(VJP_ERROR_NOT_IMPLEMENTED, "{}: `{}` and `{}` are not supported together", request.name, one, other);
  };
  if (o.strategy == Strategy::Forward) {
    if (o.attach == Attach::Yes) refuse("create_graph=True", "strategy=\"forward-mode\"");
    if (o.strict) refuse("strict=True", "strategy=\"forward-mode\"");
    if (!o.vectorize) refuse("vectorize=False", "strategy=\"forward-mode\"");
  }
  if (o.vectorize && o.strict) refuse("strict=True", "vectorize=True");
}

std::vector<Tensor> jacobian_of(Request& request, const std::vector<Tensor>& outputs, const std::vector<Tensor>& like,
                                bool record) {
  return request.options.strategy == Strategy::Forward ? by_columns(request, outputs, like, record)
                                                       : by_rows(request, outputs, like, record);
}

Derivatives jacobian(const DifferentiatedFunction& function, TensorList inputs, const FunctionalOptions& options) {
  Request request("jacobian", options, inputs);
  check_strategy(request);
  Recording recording;
  request.make_variables();
  FunctionValues values = request.call(function);
  check_outputs_differentiable(request, values.outputs);
  std::vector<Tensor> results =
      jacobian_of(request, values.outputs, values.outputs, request.wants_graph(values.outputs));
  return {request.closed(std::move(values)), request.closed(std::move(results))};
}

}  // namespace vjp
