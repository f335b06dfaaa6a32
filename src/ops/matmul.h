// The product kernel as the matrix operators call it.
#pragma once

#include "ops/internal.h"

namespace vjp {

// One factor of a product: a tensor of at least two dimensions, read as it is, transposed, or as its adjoint.
struct Factor {
  enum Form : uint8_t { Plain, Transposed, Adjoint };
  const Tensor& tensor;
  Form form = Plain;
  int64_t rows() const { return tensor.size(form == Plain ? -2 : -1); }
  int64_t cols() const { return tensor.size(form == Plain ? -1 : -2); }
};

// out = alpha * a b + beta * out over the last two dimensions; those before broadcast to out's. Nothing is recorded.
void multiply_into(const Tensor& out, Factor a, Factor b, const Scalar& alpha = 1.0, const Scalar& beta = 0.0);
// The same into a new tensor.
Tensor multiply(Factor a, Factor b, const Scalar& alpha = 1.0);
// The same in a rule that is not recorded, for a call of `op`, and counted as one.
Tensor multiply_as(const OpDef& op, Factor a, Factor b);

// Both must have the dtype in which the product is computed.
void check_factors(const char* op, const Tensor& a, const Tensor& b);

// conj for complex tensors, the tensor itself otherwise.
Tensor conjugated(const Tensor& t);

}  // namespace vjp
