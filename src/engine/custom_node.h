// FunctionNode: the node of a custom function, whose derivative is a callback of the user.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph/batched.h"
#include "graph/saved.h"
#include "ops/value.h"
#include "vjp/function.h"

namespace vjp {

// For a derivative that was computed below the tape: gives what came out a history that depends on the incoming
// gradients and, through what was saved, on the node's arguments, so that a request for either derivative gets an
// error instead of a wrong zero.
void forbid_second_derivative(const Node& node, std::span<Tensor> grads, std::span<Tensor> out);

class FunctionNode final : public Node {
 public:
  // What one place of the results is to the node.
  struct Result {
    Tensor tensor;                // undefined: no tensor
    bool differentiable = false;  // its slot has metadata
  };
  // `inputs`: a place an argument, with the edges that were theirs when the application began. With `lead` the first
  // edge is that argument's: rebasing a view expects the changed tensor's edge there.
  static Ref<Node> make(const vjp_function& function, TensorList inputs, std::vector<Edge> edges,
                        std::span<const Result> results, size_t lead);

  const char* name() const override { return name_.c_str(); }
  bool takes_sparse() const override { return true; }
  bool takes_turns() const override { return lock_; }
  bool collect(Collector& c) const override;
  void apply(std::span<Tensor> grads, std::span<Tensor> out) override;
  bool release_saved() noexcept override;
  void visit_context(const ReferenceVisitor& visit) override;
  size_t saved_bytes() const override;
  size_t num_attributes() const override { return 1; }
  const char* attribute_name(size_t) const override { return "tensors"; }
  int attribute_kind(size_t) const override { return VJP_KIND_TENSOR_LIST; }
  void attribute(size_t index, SavedAttribute& out) override;
  std::span<SavedTensor> saved_tensors(size_t) override { return saved_; }

  // Keeps tensors for the backward; results as outputs of this node.
  void save(TensorList saved, std::span<const Result> results);
  // A saved result was given a tangent at a level of forward mode after that.
  void keep_tangent(size_t index, const Tensor& result, ForwardLevel level);
  // The last of the results that is this tensor and has a slot; -1 if none is.
  static int slot_of(const Tensor& t, std::span<const Result> results);
  size_t num_saved() const { return num_saved_; }
  Tensor unpack(size_t index);
  bool needs_input(size_t input) const { return input < num_edges && needs(edge_of(input)); }
  void* context() const { return context_; }
  void (*drop() const)(void*) { return drop_; }
  // The last step of an application that succeeded: from now on the context dies with the node.
  void take_context(const vjp_function& function) {
    context_ = function.context;
    drop_ = function.drop;
  }

 private:
  // A tensor result without slot metadata, whose gradient is materialized all the same.
  struct Constant {
    size_t slot;
    Dtype dtype;
    Device device;
    Dims sizes;
  };

  // Of an application to batched tensors, whose graph is of physical ones: the callback sees gradients and saved values
  // batched as the forward had them.
  struct Batched {
    std::vector<LevelList> inputs, results, saved;
    KnownBatchLevels levels;
  };
  static std::unique_ptr<Batched> batched_as(TensorList inputs, std::span<const Result> results);
  void run_backward(std::span<Tensor> grads, std::span<Tensor> out);
  void run_batched(std::span<Tensor> grads, std::span<Tensor> out);

  FunctionNode(void* memory, size_t bytes, size_t dims, const vjp_function& function, size_t inputs, size_t results);
  ~FunctionNode() override;

  size_t edge_of(size_t input) const { return input == 0 ? lead_ : input == lead_ ? 0 : input; }
  void materialize(std::span<Tensor> grads) const;
  void call_backward(std::span<Tensor> grads, std::span<Tensor> out);
  decltype(vjp_function::backward) backward_;
  void* context_ = nullptr;
  void (*drop_)(void*) = nullptr;
  const bool materialize_, once_, lock_;
  size_t lead_ = 0;
  std::string name_;
  std::vector<bool> is_tensor_;  // of the arguments
  std::vector<Constant> constants_;
  std::vector<SavedTensor> saved_;
  size_t num_saved_ = 0;
  std::unique_ptr<Batched> batched_;  // null: none was
};

}  // namespace vjp
