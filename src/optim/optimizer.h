// Optimizers over lists of parameters: groups with hyperparameters of their own, state made at the first step that
// needs it, and a step that is one kernel a group, device and dtype.
//
// Words: a *group* shares hyperparameters. A *state* is a tensor that an optimizer keeps for a parameter, with its
// elements in the same memory order. An optimizer is *capturable* if a step reads nothing back: its learning rate is a
// number on the device, and a gradient scaler gives it the scale and found_inf there. Steps are counted on the device
// in any case. A *lazy* optimizer takes sparse gradients only, and leaves everything else alone.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ref.h"
#include "kernel/backend.h"
#include "optim/device_scalars.h"
#include "tensor/named_tensor.h"
#include "tensor/tensor.h"

namespace vjp {

struct OptimizerOptions {
  double lr = 0, momentum = 0, dampening = 0, beta1 = 0, beta2 = 0, eps = 0, weight_decay = 0, lr_decay = 0, alpha = 0,
         initial_accumulator = 0;
  bool nesterov = false, amsgrad = false, maximize = false, centered = false, capturable = false;
};

const char* name_of(Optimizer kind);  // "AdamW"

class ParameterOptimizer {
 public:
  static constexpr size_t kStates = 3;

  explicit ParameterOptimizer(Optimizer kind, bool lazy = false) : kind_(kind), lazy_(lazy) {}
  static void destroy(ParameterOptimizer* optimizer) noexcept { delete optimizer; }

  Optimizer kind() const { return kind_; }
  const char* name() const { return lazy_ ? "SparseAdam" : name_of(kind_); }
  // Parameters must be leaves of a real floating dtype that are in no group yet. Returns the group's index.
  size_t add_group(std::span<const Tensor> parameters, const OptimizerOptions& options);
  size_t num_groups() const { return groups_.size(); }
  bool capturable() const { return !groups_.empty() && groups_[0].options.capturable; }
  const OptimizerOptions& options(size_t group) const;
  void set_options(size_t group, const OptimizerOptions& options);
  std::vector<Tensor> parameters(size_t group) const;

  // One step of every parameter that has a gradient. `grad_scale` and `found_inf` (by device; perhaps without any): see
  // the kernel's arguments; the user's own scale multiplies. With a scale the unscaled gradients are written back.
  void step(const DeviceScalars& grad_scale = {}, const DeviceScalars& found_inf = {});
  void zero_grad(bool set_to_none);
  // A float32 number by which every step divides the gradients; undefined: none.
  void set_grad_scale(const Tensor& scale);

  // Everything it keeps, by "<group>.<parameter>.<state>". The tensors are the optimizer's own.
  std::vector<NamedTensor> state() const;
  // Replaces all state by copies, converted to what the parameters want. Throws, and changes nothing, where a name
  // names nothing or a shape is another.
  void load_state(std::span<const NamedTensor> state);

  RefCount refs;

 private:
  struct Parameter {
    Tensor tensor;
    Tensor step;             // float32; the number of steps made
    Tensor states[kStates];  // undefined: not made yet, or not needed
  };
  struct Group {
    OptimizerOptions options;
    std::vector<Parameter> parameters;
    DeviceScalars lr;  // of capturable ones
  };
  struct Batch;

  Group& group_at(size_t index);
  void check_options(const OptimizerOptions& options) const;  // of any group but the first: against that, too
  bool needs(const OptimizerOptions& options, size_t state) const;
  const char* state_name(size_t state) const;  // null: there is no such state
  DeviceScalars with_user_scale(const DeviceScalars& grad_scale);
  void gather(Group& group, size_t index, Parameter& p, bool write_grad, std::vector<Batch>& batches);
  void gather_sparse(Group& group, Parameter& p, const Tensor& g, bool write_grad, std::vector<Batch>& batches);
  void check_sparse_gradient(const Group& group, size_t index, const Tensor& g) const;
  static void put_back(const Batch& batch, bool write_grad);
  void make_states(const Group& group, Parameter& p, IntSpan strides);
  void run(Group& group, Batch& batch, const DeviceScalars& grad_scale, const DeviceScalars& found_inf);
  struct Place;
  Place place_of(std::string_view name);

  Optimizer kind_;
  bool lazy_;
  std::vector<Group> groups_;
  Tensor grad_scale_;
};

// The gradient of a tensor, perhaps undefined.
Tensor gradient_of(const Tensor& t);

}  // namespace vjp
