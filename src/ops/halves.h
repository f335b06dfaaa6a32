// Half precision: what float16 and bfloat16 tensors are computed in. A single kernel computes and accumulates in
// float32 by itself, but for those that add to elements where they lie (index_add, scatter, index_put): they are given
// float32. What lies between the kernels of an operator must be float32 too (spec NUM-4).
#pragma once

#include "ops/functions/copy.h"
#include "ops/op.h"

namespace vjp {

constexpr Dtype wide_of(Dtype d) { return is_half(d) ? Dtype::Float32 : d; }
// A tensor of halves in float32, recorded under grad mode; another as it is.
inline Tensor wide(const Tensor& t) { return t && is_half(t.dtype()) ? to(t, Dtype::Float32) : t; }
// A result that was computed in wide_of(dtype), in that dtype.
inline Tensor narrowed(const Tensor& t, Dtype dtype) {
  return is_half(dtype) && t.dtype() == Dtype::Float32 ? to(t, dtype) : t;
}

// Runs a composite that says `widens_halves` on its arguments in float32 and gives the results the dtype that the
// arguments promote to; false, and nothing has happened, where none of them is of halves.
bool call_widened(const OpDef& op, const Value* args, Tensor* outs);

}  // namespace vjp
