// What the handlers of operator calls share about the tape.
#pragma once

#include <algorithm>
#include <bit>

#include "graph/meta.h"
#include "ops/handler.h"

namespace vjp {

// Calls f(tensor, argument) with every tensor among the arguments until it says false.
template <class F>
bool each_tensor(const OpDef& op, const Value* args, F&& f) {
  for (int a = 0; a < op.schema.num_args; ++a) {
    if (args[a].kind == VJP_KIND_TENSOR) {
      if (!f(*impl_of(args[a].as.tensor), a)) return false;
    } else if (args[a].kind == VJP_KIND_TENSOR_LIST) {
      for (const Tensor& t : Unbox<TensorList>::get(args[a]))
        if (t && !f(*t.get(), a)) return false;
    }
  }
  return true;
}

bool list_requires_grad(const OpDef& op, const Value* args, int a);

inline bool tensor_arg_requires_grad(const OpDef& op, const Value* args, int a) {
  if (args[a].kind == VJP_KIND_TENSOR) return requires_grad(*impl_of(args[a].as.tensor));
  return list_requires_grad(op, args, a);
}

// A call of it would be a twentieth of an operator on one element.
[[gnu::always_inline]] inline bool any_requires_grad(const OpDef& op, const Value* args) {
  for (unsigned mask = op.differentiable; mask; mask &= mask - 1) {
    if (tensor_arg_requires_grad(op, args, std::countr_zero(mask))) return true;
  }
  return false;
}

// Whether the in-place form is to be recorded. Rebuilds the target's history if it is stale, and throws where the
// target may not be changed.
bool prepare_inplace(const OpDef& op, const Value* args, const Tensor& target);

// The in-place and out forms (inplace.cc): as a whole where no handler is on, and their part of each place.
void inplace_bare(const OpDef& op, const Value* args);
void out_bare(const OpDef& op, const Value* args, Tensor& out);
bool inplace_apart(const OpDef& op, const Value* args);  // true: done by other operators, nothing is left to do
void inplace_on_tape(OpCall& call);
void out_on_tape(OpCall& call);
void inplace_kernel(const OpDef& op, const Value* args, const Tensor& target);

// The same as next(), in a straight line where nothing that is left is on.
void rest(OpCall& call);
void straight(OpCall& call);  // where nothing is on

}  // namespace vjp
