// Helpers that the operator machinery shares.
#pragma once

#include "ops/op.h"

namespace vjp {

const char* kind_name(int kind);  // "a float", for messages

// A zero-dimensional tensor that takes part in promotion as a number does.
Tensor wrapped_number(const Scalar& value);
// A row-major copy on the same device without history, whatever the modes.
Tensor fresh_copy(const Tensor& t);
// The element type of mixed operands by the field's rules: dimensioned tensors, then zero-dimensional ones, then
// numbers count.
class Promotion {
 public:
  void add(const Tensor& t);
  void add(const Scalar& s);
  void add(const Operand& o) { o.is_tensor() ? add(o.tensor()) : add(o.number()); }
  Dtype result() const;

 private:
  Dtype dims_ = Dtype::None, zero_ = Dtype::None, number_ = Dtype::None;
};

// Writes `src`, broadcast and converted, into a tensor on another device. Nothing is recorded.
void copy_between_devices(const Tensor& target, const Tensor& src, bool non_blocking);
// A copy on another device, in a layout without gaps, without history whatever the modes. `non_blocking`: page-locked
// memory of the host, and the copy is only enqueued.
Tensor copied_to(const Tensor& t, Device device, bool non_blocking);
// copy_ between devices, whole; false where both tensors lie on one.
bool copy_across(const OpDef& op, const Value* args);

// How many elements are not 0; on a device it waits for the answer.
int64_t number_of_nonzero(const Tensor& t);

Tensor real_gradient(const Tensor& g);  // the real part, recorded under grad mode

// The forward of an operator that is no view, into new tensors.
void run_forward(const OpDef& op, const Value* args, Tensor* outs);
// Runs the kernel of `op` so that the result lands in `target`, whose shape and dtype must take it.
void run_into(const OpDef& op, const Value* args, const Tensor& target);
// Puts, for the target of an in-place call, a copy of its former value into the arguments. `recorded`: it stands in the
// graph where the target stood.
Tensor replace_target(const OpDef& op, Value* args, const Tensor& target, bool recorded = true);
void inplace_by_copy(const OpDef& op, const Value* args, const Tensor& target);
// The same for a result that is there.
void write_result(const OpDef& op, const Tensor& target, const Tensor& result);
// Writes what an operator computed apart into the target of its in-place form, and counts the change.
void overwrite_with(const OpDef& op, const Tensor& target, const Tensor& result);

// Pointwise operators (pointwise.cc): forward into a new tensor, or into `into` if it is defined.
Tensor run_pointwise(const OpDef& op, const Value* args, const Tensor& into);
// The gradient of one argument: fused, or recorded under grad mode.
Tensor pointwise_gradient(const RuleContext& context, const Rule& rule, size_t edge);
// The result's tangent.
Tensor pointwise_tangent(const RuleContext& context);

// Brings a gradient to the form that its place wants: summed to the shape, real if the place is real, cast to the
// dtype. Throws what spec VALID says; `what` and `index` name the producer.
Tensor fit_gradient(const Tensor& grad, IntSpan shape, Dtype dtype, const char* what, size_t index);

}  // namespace vjp
