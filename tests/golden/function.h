// The function that a sample recorded, with libvjp's operators: its inputs, its value, its gradients.
#pragma once

#include <vector>

#include "bind.h"
#include "entry.h"

namespace golden {

class Function {
 public:
  // `operators` is empty for indexing, which is no operator of the registry.
  Function(const Entry& entry, const Json& sample, const std::vector<Operator>& operators);

  const std::vector<Spec>& inputs() const { return inputs_; }
  const std::vector<Spec>& outputs() const { return outputs_; }
  const Json& sample() const { return sample_; }
  const std::vector<Operator>& operators() const { return operators_; }
  bool has(const char* group) const;
  Tensor recorded(const char* role, size_t index) const;

  std::vector<Tensor> make_inputs(bool requires_grad) const;
  // One place an output, empty for those that are not differentiable.
  std::vector<Tensor> cotangents(bool requires_grad) const;
  // pre, operator, post, and zeros where omask says that nothing is defined.
  std::vector<Tensor> evaluate(const std::vector<Tensor>& inputs) const;
  // The gradients of the differentiable inputs, one place an input; the rest, and what is not reached, is empty.
  std::vector<Tensor> pull_back(const std::vector<Tensor>& inputs, const std::vector<Tensor>& outputs,
                                const std::vector<Tensor>& cotangents, bool create_graph) const;

 private:
  const Entry& entry_;
  const Json& sample_;
  const std::vector<Operator>& operators_;
  int64_t number_;
  std::vector<Spec> inputs_, outputs_;
};

// vjp_grad, with inputs that are not reached giving empty places.
std::vector<Tensor> gradients_of(const std::vector<vjp_tensor*>& roots, const std::vector<vjp_tensor*>& gradients,
                                 const std::vector<vjp_tensor*>& wanted, bool create_graph);

// Whether some operator takes the arguments of some sample: where none does, the name stands for something else here.
bool binds_any(const Entry& entry, const std::vector<Operator>& operators);

}  // namespace golden
