// Changes of a tensor's geometry in place, which change no element (spec INPL-8).
#pragma once

#include "graph/node.h"
#include "tensor/tensor.h"

namespace vjp {

// After a recorded change of geometry: slot 0 of `node`, whose edge leads to the former history, is the target's
// history. No element of a view's base has changed, so there is no slice update, and the hooks of the view's former
// node are called as before (spec HOOK-20).
void rebase_geometry(TensorImpl& target, Ref<Node> node);

}  // namespace vjp
