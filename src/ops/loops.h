// Whether a primitive that a backend may lack computes what an operator wants.
#pragma once

#include "kernel/launch.h"
#include "tensor/tensor.h"

namespace vjp {

// The optional primitives are for two element types.
inline bool in_loops(const Tensor& t, Primitive which) {
  return (t.dtype() == Dtype::Float32 || t.dtype() == Dtype::Float64) && has_kernel(t.device(), which);
}
// The same for an operator that is nothing without: callers have asked.
inline void check_loops(const Tensor& t, Primitive which, const char* op) {
  if (!in_loops(t, which)) fail(VJP_ERROR_NOT_IMPLEMENTED, "{}: of {} on {}", op, t.dtype(), t.device());
}

}  // namespace vjp
