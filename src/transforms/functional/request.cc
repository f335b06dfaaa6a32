#include "transforms/functional/request.h"

#include <algorithm>
#include <numeric>

#include "engine/accumulate.h"
#include "engine/grad_call.h"
#include "graph/meta.h"
#include "ops/batched.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/view_shape.h"

namespace vjp {
namespace {

Attach in_callers_mode(Attach attach) {
  const bool records = (mode_word & (kModeNoGrad | kModeInference)) == 0;
  return attach == Attach::AsNeeded && !records ? Attach::No : attach;
}

std::vector<size_t> wanted_of(const char* name, const FunctionalOptions& options, size_t count) {
  std::vector<size_t> wanted(count);
  std::iota(wanted.begin(), wanted.end(), size_t{0});
  if (options.wanted) wanted = *options.wanted;
  if (wanted.empty()) fail(VJP_ERROR_INVALID, "{}: there is no input to differentiate by", name);
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (wanted[i] >= count) fail(VJP_ERROR_INVALID, "{}: argnums names input {} of {}", name, wanted[i], count);
    if (std::count(wanted.begin(), wanted.end(), wanted[i]) > 1)
      fail(VJP_ERROR_INVALID, "{}: argnums names input {} more than once", name, wanted[i]);
  }
  return wanted;
}

void mark(const Tensor& leaf, bool on) {
  TensorImpl& own = on_tape(*leaf.get());
  set_requires_grad(own, on);
  leaf->requires_grad = on;
}

}  // namespace

Request::Request(const char* name, const FunctionalOptions& options, TensorList inputs)
    : name(name),
      options(options),
      attach_(in_callers_mode(options.attach)),
      arguments_(inputs.begin(), inputs.end()),
      wanted_(wanted_of(name, options, inputs.size())),
      span_{thread_number(), node_sequence, 0} {
  for (size_t i : wanted_) inputs_.push_back(arguments_[i]);
}

// Whoever still leads to the variables, as a derivative that is differentiated by something else does, finds them dead.
Request::~Request() {
  for (const Tensor& leaf : leaves_) mark(leaf, false);
  leaves_.clear();
  arguments_.clear();
  end_request(name, span_, std::move(variables_));
}

void Request::use_callers_mode() { attach_ = in_callers_mode(options.attach); }

// ---- variables ----

// The inputs, apart from their histories where results are not to lead there.
std::vector<Tensor> Request::starts() const {
  std::vector<Tensor> out = inputs_;
  for (Tensor& t : out) {
    if (t->storage->inference) t = clone(t);  // could not be recorded
    if (attach_ == Attach::No && requires_grad(t)) t = without_history(t);
  }
  return out;
}

void Request::set_variables(std::vector<Tensor> variables) {
  variables_ = std::move(variables);
  for (size_t i = 0; i < wanted_.size(); ++i) arguments_[wanted_[i]] = variables_[i];
}

void Request::adopt(const Tensor& leaf) {
  mark(leaf, true);
  leaves_.push_back(leaf);
  is_leaf_.insert(&on_tape(*leaf.get()));
}

// A tensor of its own; inside vmap one for each sample.
Tensor Request::independent(const Tensor& t) const {
  Tensor own = requires_grad(t) ? alias(t) : without_history(t);
  const LevelList levels = levels_of_thread();
  return levels.count ? expand_to_levels(own, levels) : own;
}

void Request::make_variables() {
  std::vector<Tensor> variables = starts();
  for (Tensor& t : variables) t = independent(t);
  for (const Tensor& t : variables)
    if (!requires_grad(t)) adopt(t);
  set_variables(std::move(variables));
}

void Request::make_duals(const std::vector<Tensor>& tangents) {
  std::vector<Tensor> duals = starts();
  for (size_t i = 0; i < duals.size(); ++i) duals[i] = make_dual(duals[i], tangents[i]);
  set_variables(std::move(duals));
}

void Request::make_dual_variables(const std::vector<Tensor>& tangents) {
  std::vector<Tensor> duals = starts();
  for (size_t i = 0; i < duals.size(); ++i) {
    const LevelList levels = levels_of_thread();
    if (levels.count) duals[i] = expand_to_levels(duals[i], levels);
    duals[i] = make_dual(duals[i], tangents[i]);
  }
  set_variables(std::move(duals));
  for (const Tensor& t : variables_)
    if (!requires_grad(t)) adopt(t);
}

// ---- the function ----

FunctionValues Request::call(const DifferentiatedFunction& function) {
  FunctionValues values = function(arguments_);
  span_.end = node_sequence;
  if (values.outputs.empty()) {
    fail(VJP_ERROR_INVALID, "{}: the function returned no tensor; it must return at least one", name);
  }
  return values;
}

std::vector<Tensor> Request::vectors(TensorList given, const std::vector<Tensor>& like, const char* like_what) const {
  if (given.empty()) {
    if (like.size() != 1 || like[0].numel() != 1) {
      fail(VJP_ERROR_INVALID,
           "{}: The vector v can only be None if {} is a single Tensor with a single element, not {}", name, like_what,
           like.size() == 1 ? describe(*like[0].get()) : format("{} of them", like.size()));
    }
    return {ones_like(like[0])};
  }
  if (given.size() != like.size()) {
    fail(VJP_ERROR_INVALID, "{}: v is a tuple of invalid length: should be {} but got {}", name, like.size(),
         given.size());
  }
  std::vector<Tensor> out(given.begin(), given.end());
  for (size_t i = 0; i < out.size(); ++i) {
    if (!same(out[i].sizes(), like[i].sizes())) {
      fail(VJP_ERROR_SHAPE, "{}: {}v has invalid size: should be {} but got {}", name,
           like.size() > 1 ? format("Entry {} in ", i) : std::string(), like[i].sizes(), out[i].sizes());
    }
    if (attach_ == Attach::No && requires_grad(out[i])) out[i] = without_history(out[i]);
    if (attach_ == Attach::Yes) out[i] = alias(out[i]);
  }
  return out;
}

std::vector<Tensor> Request::gradients(const std::vector<Tensor>& outputs, const std::vector<Tensor>& vectors,
                                       bool create_graph, bool retain_graph) const {
  GradCall call({.retain_graph = retain_graph, .create_graph = create_graph, .allow_unused = true});
  for (size_t i = 0; i < outputs.size(); ++i)
    if (outputs[i] && requires_grad(outputs[i])) call.add_root(outputs[i], vectors.empty() ? Tensor() : vectors[i]);
  if (call.roots().empty()) return std::vector<Tensor>(variables_.size());
  for (const Tensor& variable : variables_) call.add_input(variable);
  call.run();
  return call.take_results();
}

std::vector<Tensor> Request::gradient_rows(const Tensor& output, const Tensor& vectors, bool create_graph) const {
  if (!requires_grad(output)) return std::vector<Tensor>(variables_.size());
  GradCall call({.retain_graph = true, .create_graph = create_graph, .allow_unused = true, .batched = true});
  call.add_root(output, vectors);
  for (const Tensor& variable : variables_) call.add_input(variable);
  call.run();
  return call.take_results();
}

// ---- what leads outside ----

// Through the request's own nodes, to a leaf that is alive and no variable of the request's.
bool Request::leads_outside(const Tensor& t) const {
  if (!t || !requires_grad(t)) return false;
  std::vector<const Node*> stack;
  std::unordered_set<const Node*> seen;
  auto visit = [&](const Edge& edge) {
    if (edge && seen.insert(edge.node.get()).second) stack.push_back(edge.node.get());
  };
  const Edge from = gradient_edge(on_tape(*t.get()));
  visit(from);
  while (!stack.empty()) {
    const Node& node = *stack.back();
    stack.pop_back();
    if (const TensorImpl* leaf = node.accumulated_leaf()) {
      if (leaf->requires_grad && !is_leaf_.count(leaf)) return true;
      continue;
    }
    if (node.thread == span_.thread && node.sequence < span_.first) return true;
    for (const Edge& edge : const_cast<Node&>(node).edges()) visit(edge);
  }
  return false;
}

bool Request::wants_graph(const std::vector<Tensor>& outputs, const std::vector<Tensor>& vectors) const {
  if (attach_ != Attach::AsNeeded) return attach_ == Attach::Yes;
  auto leads = [&](const Tensor& t) {
    bool any = leads_outside(t);
    if (t) each_tangent_level(*t.get(), [&](ForwardLevel level) { any = any || leads_outside(tangent_of(t, level)); });
    return any;
  };
  return std::any_of(outputs.begin(), outputs.end(), leads) || std::any_of(vectors.begin(), vectors.end(), leads);
}

Tensor Request::closed(const Tensor& t) const {
  if (!t || !requires_grad(t)) return t;
  if (attach_ == Attach::No || (attach_ == Attach::AsNeeded && !leads_outside(t))) return without_history(t);
  // What the function recorded ends with the request (graph/ended.h), so a result of it has a node of its own.
  const Edge history = present_history(on_tape(*t.get()));
  return history && span_.has(*history.node) ? alias(t) : t;
}

std::vector<Tensor> Request::closed(std::vector<Tensor> tensors) const {
  for (Tensor& t : tensors) t = closed(t);
  return tensors;
}

std::vector<Tensor> filled(std::vector<Tensor> tensors, const std::vector<Tensor>& like) {
  for (size_t i = 0; i < tensors.size(); ++i)
    if (!tensors[i]) tensors[i] = zeros_like(like[i]);
  return tensors;
}

// ---- the tape as forward mode ----

PushForward::PushForward(Request& request, const std::vector<Tensor>& outputs) {
  for (const Tensor& output : outputs) {
    Tensor weight = output && requires_grad(output) ? zeros_like(output) : Tensor();
    if (const LevelList levels = levels_of_thread(); weight && levels.count) weight = expand_to_levels(weight, levels);
    if (weight) request.adopt(weight);
    weights_.push_back(weight);
  }
  gradients_ = request.gradients(outputs, weights_, true, true);
}

std::vector<Tensor> PushForward::along(const std::vector<Tensor>& tangents, bool create_graph) const {
  GradCall call({.retain_graph = true, .create_graph = create_graph, .allow_unused = true});
  for (size_t i = 0; i < gradients_.size(); ++i)
    if (tangents[i] && gradients_[i] && requires_grad(gradients_[i])) call.add_root(gradients_[i], tangents[i]);
  return run(call);
}

std::vector<Tensor> PushForward::columns(size_t variable, const Tensor& tangents, bool create_graph) const {
  GradCall call({.retain_graph = true, .create_graph = create_graph, .allow_unused = true, .batched = true});
  const Tensor& gradient = gradients_[variable];
  if (gradient && requires_grad(gradient)) call.add_root(gradient, tangents);
  return run(call);
}

std::vector<Tensor> PushForward::run(GradCall& call) const {
  std::vector<Tensor> out(weights_.size());
  if (call.roots().empty()) return out;
  for (const Tensor& weight : weights_)
    if (weight) call.add_input(weight);
  call.run();
  std::vector<Tensor> results = call.take_results();
  for (size_t i = 0, next = 0; i < out.size(); ++i)
    if (weights_[i]) out[i] = results[next++];
  return out;
}

// ---- messages ----

void check_single_output(const Request& request, const FunctionValues& values) {
  if (values.outputs.size() != 1) {
    fail(VJP_ERROR_SHAPE, "{}: The function given to {} should return a single Tensor, not {}", request.name,
         request.name, values.outputs.size());
  }
  if (values.outputs[0].numel() != 1) {
    fail(VJP_ERROR_SHAPE, "{}: The Tensor returned by the function given to {} should contain a single element, not {}",
         request.name, request.name, values.outputs[0].sizes());
  }
}

void check_outputs_differentiable(const Request& request, const std::vector<Tensor>& outputs) {
  for (size_t i = 0; request.options.strict && i < outputs.size(); ++i) {
    if (requires_grad(outputs[i])) continue;
    fail(VJP_ERROR_INVALID,
         "{}: Output {} of the user-provided function does not require gradients. The outputs must be computed in a "
         "differentiable manner from the input when running in strict mode.",
         request.name, i);
  }
}

void check_dependence(const Request& request, const std::vector<Tensor>& derivatives, bool recorded,
                      const char* missing, const char* constant) {
  for (size_t i = 0; request.options.strict && i < derivatives.size(); ++i) {
    const bool there = derivatives[i].defined();
    if (there && (!recorded || requires_grad(derivatives[i]))) continue;
    fail(VJP_ERROR_INVALID, "{}: {}", request.name, format(there ? constant : missing, i));
  }
}

}  // namespace vjp
