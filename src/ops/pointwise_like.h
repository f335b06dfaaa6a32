// Operands that are alike: dense in one layout, of one real floating dtype and one shape, on the CPU; numbers may be
// among them. Nothing has to be promoted, broadcast, converted or moved, so a program runs on them straight away. Most
// operators that a program calls are of this kind, and on small tensors the questions would cost more than the numbers.
#pragma once

#include <array>

#include "graph/modes.h"
#include "kernel/launch.h"
#include "ops/op.h"
#include "tensor/tensor.h"

namespace vjp {

class LikeOperands {
 public:
  // False: it is not like those before it, and the general way is the one to take.
  bool add(const TensorImpl& t) {
    if (!first_) {
      if (t.is_wrapped_number || (!t.contiguous_ && !is_dense(t.sizes(), t.strides()))) return false;
      if (t.dtype != Dtype::Float32 && t.dtype != Dtype::Float64) return false;
      first_ = &t;
    } else if (!fits(t)) {
      return false;
    }
    args_.inputs[count_++] = make_operand(t.data, t.dtype, kOne);
    return true;
  }
  // Bool, integer or real.
  void add(double number) {
    numbers_[count_] = number;
    args_.inputs[count_] = make_operand(nullptr, Dtype::None, kZero);
    with_numbers_ |= 1u << count_++;
  }
  // A number that a formula takes beside its operands.
  void add_parameter(const Scalar& number) { args_.parameters[num_parameters_++] = number; }
  bool any() const { return first_; }
  Dtype dtype() const { return first_->dtype; }
  bool fits(const TensorImpl& t) const {
    return t.dtype == first_->dtype && t.numel == first_->numel && t.ndim == first_->ndim &&
           t.contiguous_ == first_->contiguous_ && !t.is_wrapped_number &&
           (t.ndim < 2 || same(t.sizes(), first_->sizes())) && (t.contiguous_ || same(t.strides(), first_->strides()));
  }
  // What is computed in place must not read the target under another geometry.
  bool may_be_written(const TensorImpl& target, const TensorImpl& operand) const {
    return operand.storage != target.storage || operand.data == target.data;
  }

  // The result in a new tensor, or in `into`, which fits, where that is defined.
  Tensor run(const Program& program, Dtype out_dtype, const Tensor& into) {
    if (with_numbers_) store_numbers();
    const int64_t n = first_->numel;
    Tensor out = into ? into : fresh(out_dtype);
    args_.program = &program;
    args_.compute = byte_of(first_->dtype);
    args_.ndim = 1;
    args_.sizes = &n;
    args_.outputs[0] = make_operand(out.raw(), out.dtype(), kOne);
    kernels().pointwise(args_);
    return out;
  }
  // A program of two results, both of the operands' type.
  std::array<Tensor, 2> run_both(const Program& program) {
    Tensor second = fresh(first_->dtype);
    args_.outputs[1] = make_operand(second.raw(), second.dtype(), kOne);
    return {run(program, first_->dtype, {}), second};
  }

 private:
  static constexpr int64_t kOne[1] = {1}, kZero[1] = {0};

  Tensor fresh(Dtype dtype) const {
    return first_->contiguous_ ? Tensor::empty(first_->sizes(), dtype)
                               : Tensor::empty_strided(first_->sizes(), first_->strides(), dtype);
  }
  void store_numbers() {
    for (unsigned left = with_numbers_; left; left &= left - 1) {
      double& number = numbers_[std::countr_zero(left)];
      if (first_->dtype == Dtype::Float32) new (&number) float(static_cast<float>(number));
      args_.inputs[std::countr_zero(left)] = make_operand(&number, first_->dtype, kZero);
    }
  }

  const TensorImpl* first_ = nullptr;
  int count_ = 0, num_parameters_ = 0;
  unsigned with_numbers_ = 0;
  PointwiseArgs args_;
  double numbers_[VJP_PROGRAM_MAX_INPUTS];
};

}  // namespace vjp
