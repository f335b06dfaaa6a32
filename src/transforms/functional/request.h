// One request for derivatives: its variables, how the function is called, and what becomes of the results.
#pragma once

#include <unordered_set>

#include "engine/grad_call.h"
#include "graph/ended.h"
#include "transforms/forward.h"
#include "transforms/functional/functional.h"
#include "transforms/recording.h"

namespace vjp {

class Request {
 public:
  // `name` is what messages call it. The caller's modes count, so it is made before Recording.
  Request(const char* name, const FunctionalOptions& options, TensorList inputs);
  ~Request();
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;

  // What the function is called with, and its variables: in place of the inputs that are differentiated stand their
  // duals with the tangents, if there are any, and, where gradients are wanted, what requires grad.
  void make_variables();
  void make_duals(const std::vector<Tensor>& tangents);
  void make_dual_variables(const std::vector<Tensor>& tangents);
  const std::vector<Tensor>& inputs() const { return inputs_; }  // those that are differentiated
  const std::vector<Tensor>& variables() const { return variables_; }

  FunctionValues call(const DifferentiatedFunction& function);
  // The vectors that the caller gave, of the form of `like`; none given: a single one.
  std::vector<Tensor> vectors(TensorList given, const std::vector<Tensor>& like, const char* like_what) const;

  // Of the sum of the outputs, as far as they require grad, for the variables; undefined where independent.
  std::vector<Tensor> gradients(const std::vector<Tensor>& outputs, const std::vector<Tensor>& vectors,
                                bool create_graph, bool retain_graph) const;
  // The same for each vector of a batch, which is its first dimension and that of the results. Keeps the graph.
  std::vector<Tensor> gradient_rows(const Tensor& output, const Tensor& vectors, bool create_graph) const;

  // Whether a derivative of these is to be recorded.
  bool never_wants_graph() const { return attach_ == Attach::No; }
  bool wants_graph(const std::vector<Tensor>& outputs, const std::vector<Tensor>& vectors = {}) const;
  // What the caller gets: without history where that leads to nothing outside, and no tensor of the function's own.
  Tensor closed(const Tensor& t) const;
  std::vector<Tensor> closed(std::vector<Tensor> tensors) const;
  FunctionValues closed(FunctionValues values) const { return {closed(values.outputs), closed(values.aux)}; }
  // Makes a leaf of the request's own: nobody outside can want its gradient.
  void adopt(const Tensor& leaf);
  // For one that is used again: whether the caller records now.
  void use_callers_mode();

  const char* const name;
  const FunctionalOptions options;

 private:
  std::vector<Tensor> starts() const;
  Tensor independent(const Tensor& t) const;
  void set_variables(std::vector<Tensor> variables);
  bool leads_outside(const Tensor& t) const;

  Attach attach_;
  std::vector<Tensor> arguments_, inputs_, variables_;
  std::vector<size_t> wanted_;  // which arguments the variables are
  std::vector<Tensor> leaves_;  // of its own: what no node made among the variables, and others
  std::unordered_set<const TensorImpl*> is_leaf_;
  RecordedSpan span_;  // from its start on nodes are the request's; its end is that of the function
};

// J v by the tape alone: the gradient is linear in its vector, so its own derivative by that is the JVP (spec HIGH-9).
// It can be asked for many v.
class PushForward {
 public:
  PushForward(Request& request, const std::vector<Tensor>& outputs);
  // One an output; undefined: independent of the tangents, which may be undefined too.
  std::vector<Tensor> along(const std::vector<Tensor>& tangents, bool create_graph) const;
  // Along a batch of tangents of one variable, which is their first dimension and that of the results.
  std::vector<Tensor> columns(size_t variable, const Tensor& tangents, bool create_graph) const;
  const std::vector<Tensor>& gradients() const { return gradients_; }  // the weights times the Jacobian, one a variable

 private:
  std::vector<Tensor> run(GradCall& call) const;

  std::vector<Tensor> weights_;  // one an output
  std::vector<Tensor> gradients_;
};

// Zeros in the place of what is undefined.
std::vector<Tensor> filled(std::vector<Tensor> tensors, const std::vector<Tensor>& like);
// Forward mode, which may be missing for something in the function: then by the tape, with another call of the
// function.
template <class Forward, class Tape>
auto forward_or_tape(const FunctionalOptions& options, Forward&& forward, Tape&& tape) {
  if (options.strategy == Strategy::Forward) return forward();
  if (options.strict || options.strategy == Strategy::Reverse) return tape();
  try {
    return forward();
  } catch (const Error& error) {
    if (error.status() != VJP_ERROR_NOT_IMPLEMENTED) throw;
  }
  return tape();
}

// ---- messages ----

// One output of one element.
void check_single_output(const Request& request, const FunctionValues& values);
// Spec HIGH-6. Nothing, unless the request is strict.
void check_outputs_differentiable(const Request& request, const std::vector<Tensor>& outputs);
// That each is there, and has a history where `recorded`: else `missing`, or `constant`, with the number of the input.
void check_dependence(const Request& request, const std::vector<Tensor>& derivatives, bool recorded,
                      const char* missing, const char* constant);

}  // namespace vjp
