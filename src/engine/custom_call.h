// FunctionCall: one application of a custom function, between its begin and its end (spec chapter 17).
//
// The caller computes the forward in between. The end decides what each result is to the graph: a new tensor, an
// argument changed in place, an argument handed through, a view; and builds the node.
#pragma once

#include <vector>

#include "base/profile.h"
#include "engine/custom_node.h"
#include "graph/guard.h"

namespace vjp {

class FunctionCall {
 public:
  // The context stays the caller's until `own_context`, or until a node has it.
  FunctionCall(const vjp_function& function, TensorList inputs);
  ~FunctionCall();
  FunctionCall(const FunctionCall&) = delete;
  FunctionCall& operator=(const FunctionCall&) = delete;

  void begin_event();  // for a profiler
  void open();         // the modes of a forward
  void close();        // back to the caller's; a state error if other regions are open
  void own_context() { owns_context_ = true; }
  // The caller's context goes, unless the node has taken it.
  void drop_context() noexcept;

  // A state error once the application has ended (its handle lives on in jvp).
  void check_open(const char* what) const;
  void save_for_backward(TensorList tensors) { saved_.assign(tensors.begin(), tensors.end()); }
  void save_for_forward(TensorList tensors) { saved_for_forward_.assign(tensors.begin(), tensors.end()); }
  Tensor saved_for_forward(size_t index) const;
  void mark_dirty(TensorList tensors);
  void mark_non_differentiable(TensorList tensors);
  void set_materialize(bool on) { function_.materialize_grads = on; }
  bool needs_input(size_t input) const { return input < needs_.size() && needs_[input]; }

  // What the caller gets, one a result.
  std::vector<Tensor> finish(TensorList results);

 private:
  using Result = FunctionNode::Result;

  void end_event(int64_t sequence) noexcept;
  bool is_input(const Tensor& t) const;
  bool is_dirty(const Tensor& t) const;
  Tensor handle_for(const Tensor& result, bool constant);
  std::vector<Result> plan(TensorList results);
  void check_dirty(TensorList results, std::span<const Result> plan) const;
  void bump_dirty() const;
  void flag_views(std::span<const Result> results) const;
  void note_cuts(std::span<const Result> results) const;
  Ref<Node> make_node(std::span<const Result> results);
  void save_as_given_back(std::vector<Tensor>& saved, TensorList given, std::span<const Result> results) const;
  void record(const Ref<Node>& node, TensorList given, std::span<const Result> results);
  void bind(const Ref<Node>& node, std::span<const Result> results) const;

  // What the inputs carry at one level of forward mode.
  struct Tangents {
    ForwardLevel level;
    std::vector<Tensor> of_inputs;
  };
  void note_tangents();
  void run_jvps(const Ref<Node>& node, TensorList given, std::span<const Result> results);
  void run_jvp(const Tangents& at, TensorList given, std::span<const Result> results);
  void check_tangent(const Tangents& at, size_t index, const Tensor& given, const Result& result, const Tensor& tangent,
                     TensorList tangents, std::span<const uint32_t> versions) const;
  void take_tangent(ForwardLevel level, const Tensor& result, Tensor tangent, TensorList tangents) const;

  vjp_function function_;  // complete, whatever size the caller's had
  std::string name_;
  std::vector<Tensor> inputs_;
  std::vector<Edge> edges_;         // of a recorded application
  std::vector<Tangents> tangents_;  // the lowest level first; of those at which some input has one
  std::vector<uint32_t> versions_;  // of the inputs, at the beginning
  std::vector<bool> needs_;
  bool recording_ = false;
  bool owns_context_ = false;
  bool ended_ = false;
  Guard* region_ = nullptr;
  Ref<EventBuffer> events_;  // until the end, if a profiler runs
  uint32_t event_ = EventBuffer::kNone;
  std::vector<Tensor> saved_, saved_for_forward_, dirty_, constant_;
};

// Ties results to inputs by one node. Takes over the context, unless it throws.
void record_function(const vjp_function& function, TensorList inputs, TensorList results, TensorList saved);

}  // namespace vjp
