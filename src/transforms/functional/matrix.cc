#include "transforms/functional/matrix.h"

#include <algorithm>

#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/join.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "transforms/vmap/vmap.h"

namespace vjp {
namespace {

Dims joined(IntSpan outer, IntSpan inner) {
  Dims out(outer);
  for (int64_t n : inner) out.push_back(n);
  return out;
}

// Unit vectors of the form of `like`, one after the other: those of `count` elements from `first` on.
Tensor units(const Tensor& like, int64_t first, int64_t count) {
  OperatorDevice there(like.device());
  NoGrad plain;
  Tensor out = Tensor::zeros(Dims{count, like.numel()}, like.dtype());
  fill_(diagonal(out, first), 1);
  return view(out, joined(Dims{count}, like.sizes()));
}

// How many rows, or columns, of `count` are computed at once.
int64_t chunk_of(const Request& request, int64_t count) {
  if (!request.options.vectorize) return 1;
  return request.options.chunk > 0 ? request.options.chunk : std::max<int64_t>(count, 1);
}

Tensor zero_entry(const Tensor& output, const Tensor& input, Dtype dtype) {
  OperatorDevice there(input.device());
  return Tensor::zeros(joined(output.sizes(), input.sizes()), dtype);
}

Tensor whole(const std::vector<Tensor>& parts) { return parts.size() == 1 ? parts[0] : cat(parts); }

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

// Of some rows at once: for each input its gradients, one row after the other, undefined where independent.
std::vector<Tensor> rows_of(const Request& request, const Tensor& output, const Tensor& like, int64_t first,
                            int64_t count, bool record) {
  if (!output) return std::vector<Tensor>(request.inputs().size());
  return request.gradient_rows(output, units(like, first, count), record);
}

// The entries of one output, an input each.
std::vector<Tensor> rows_of(const Request& request, const Tensor& output, const Tensor& like, size_t index,
                            bool record) {
  const std::vector<Tensor>& inputs = request.inputs();
  std::vector<std::vector<Tensor>> parts(inputs.size());
  const int64_t chunk = chunk_of(request, like.numel());
  for (int64_t k = 0; k < like.numel(); k += chunk) {
    const int64_t count = std::min(chunk, like.numel() - k);
    std::vector<Tensor> rows = rows_of(request, output, like, k, count, record);
    for (size_t j = 0; j < inputs.size(); ++j) {
      if (request.options.strict) check_entry(request, rows[j], index, j);
      if (!rows[j]) {
        OperatorDevice there(inputs[j].device());
        rows[j] = Tensor::zeros(joined(Dims{count}, inputs[j].sizes()), inputs[j].dtype());
      }
      parts[j].push_back(std::move(rows[j]));
    }
  }
  std::vector<Tensor> out;
  for (size_t j = 0; j < inputs.size(); ++j) {
    out.push_back(parts[j].empty() ? zero_entry(like, inputs[j], inputs[j].dtype())
                                   : reshape(whole(parts[j]), joined(like.sizes(), inputs[j].sizes())));
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
  std::vector<std::vector<Tensor>> parts(like.size());
  const int64_t chunk = chunk_of(request, input.numel());
  for (int64_t k = 0; k < input.numel(); k += chunk) {
    const int64_t count = std::min(chunk, input.numel() - k);
    std::vector<Tensor> columns = push.columns(index, units(input, k, count), record);
    for (size_t i = 0; i < like.size(); ++i) {
      if (!columns[i]) {
        OperatorDevice there(like[i].device());
        columns[i] = Tensor::zeros(joined(Dims{count}, like[i].sizes()), like[i].dtype());
      }
      parts[i].push_back(std::move(columns[i]));
    }
  }
  std::vector<Tensor> out;
  for (size_t i = 0; i < like.size(); ++i) {
    out.push_back(parts[i].empty()
                      ? zero_entry(like[i], input, like[i].dtype())
                      : reshape(movedim(whole(parts[i]), Dims{0}, Dims{-1}), joined(like[i].sizes(), input.sizes())));
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
    for (const Tensor& input : request.inputs()) {
      if (!is_complex(input.dtype())) continue;
      fail(VJP_ERROR_DTYPE, "{}: an input is {}; the forward strategy is for real inputs, use the reverse one",
           request.name, input);
    }
  }
  if (o.vectorize && o.strict) refuse("strict=True", "vectorize=True");
}

std::vector<Tensor> jacobian_of(Request& request, const std::vector<Tensor>& outputs, const std::vector<Tensor>& like,
                                bool record) {
  return request.options.strategy == Strategy::Forward ? by_columns(request, outputs, like, record)
                                                       : by_rows(request, outputs, like, record);
}

namespace {

// Unit vectors for all columns of all inputs: those of each input, zero where the column is another's.
std::vector<Tensor> unit_tangents(const std::vector<Tensor>& inputs, int64_t columns, const TangentBatch& batch) {
  std::vector<Tensor> out;
  int64_t start = 0;
  for (const Tensor& input : inputs) {
    OperatorDevice there(input.device());
    NoGrad plain;
    Tensor units = Tensor::zeros(Dims{columns, input.numel()}, input.dtype());
    fill_(diagonal(units, -start), 1);
    out.push_back(batch.wrapped(view(units, joined(Dims{columns}, input.sizes()))));
    start += input.numel();
  }
  return out;
}

// The entries of one output, an input each, from its tangents along all columns.
void split_columns(const Tensor& output, const Tensor& tangents, const std::vector<Tensor>& inputs,
                   std::vector<Tensor>& out) {
  int64_t start = 0;
  for (const Tensor& input : inputs) {
    const Dims shape = joined(output.sizes(), input.sizes());
    out.push_back(tangents ? reshape(narrow(tangents, -1, start, input.numel()), shape)
                           : zero_entry(output, input, output.dtype()));
    start += input.numel();
  }
}

// By one run of the function in forward mode, whose tangents are batched.
Derivatives forward_jacobian(const DifferentiatedFunction& function, TensorList inputs,
                             const FunctionalOptions& options) {
  Request request("jacobian", options, inputs);
  Recording recording;
  int64_t columns = 0;
  for (const Tensor& input : request.inputs()) columns += input.numel();
  TangentBatch batch(columns);
  DualLevel level;
  request.make_duals(unit_tangents(request.inputs(), columns, batch));
  FunctionValues values = request.call(function);
  std::vector<Tensor> results;
  for (Tensor& output : values.outputs) {
    const Tensor tangent = current_tangent(output);
    output = primal_of(output);
    split_columns(output, tangent ? batch.unwrapped(tangent, -1) : Tensor(), request.inputs(), results);
  }
  for (Tensor& t : values.aux) t = primal_of(t);
  return {request.closed(std::move(values)), request.closed(std::move(results))};
}

Derivatives taped_jacobian(const DifferentiatedFunction& function, TensorList inputs,
                           const FunctionalOptions& options) {
  Request request("jacobian", options, inputs);
  Recording recording;
  request.make_variables();
  FunctionValues values = request.call(function);
  check_outputs_differentiable(request, values.outputs);
  std::vector<Tensor> results =
      jacobian_of(request, values.outputs, values.outputs, request.wants_graph(values.outputs));
  return {request.closed(std::move(values)), request.closed(std::move(results))};
}

// Columns that are not to be computed all at once are taken from what one run has recorded (spec HIGH-10).
bool in_one_run(const FunctionalOptions& options, TensorList inputs) {
  int64_t columns = 0;
  for (size_t i = 0; i < inputs.size(); ++i)
    if (!options.wanted || std::count(options.wanted->begin(), options.wanted->end(), i)) columns += inputs[i].numel();
  return options.strategy == Strategy::Forward && (options.chunk == 0 || options.chunk >= columns);
}

}  // namespace

Derivatives jacobian(const DifferentiatedFunction& function, TensorList inputs, const FunctionalOptions& options) {
  check_strategy(Request("jacobian", options, inputs));
  if (!in_one_run(options, inputs)) return taped_jacobian(function, inputs, options);
  FunctionalOptions tried = options;
  tried.strategy = Strategy::Auto;
  return forward_or_tape(
      tried, [&] { return forward_jacobian(function, inputs, options); },
      [&] { return taped_jacobian(function, inputs, options); });
}

}  // namespace vjp
