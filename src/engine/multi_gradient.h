// Multi-gradient hooks: one callback for the gradients of several tensors (spec HOOK-18, HOOK-19).
#pragma once

#include "graph/hook.h"
#include "ops/op.h"

namespace vjp {

// The hook that removes all parts. If it throws, the context is still the caller's.
Ref<Hook> add_multi_gradient_hook(TensorList tensors, vjp_multi_grad_mode mode, vjp_multi_grad_hook_fn fn,
                                  void* context, void (*drop)(void*));

}  // namespace vjp
