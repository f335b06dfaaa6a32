// The questions that operators ask of a tensor's place in the graph; everything else is in meta.h.
#pragma once

#include "tensor/tensor.h"

namespace vjp {

// Its own flag, a node, or a view of something that requires grad.
bool requires_grad(const TensorImpl& tensor);
inline bool requires_grad(const Tensor& t) { return t && requires_grad(*t.get()); }
inline bool is_leaf(const TensorImpl& tensor) { return tensor.node == nullptr; }
// The same where nobody has asked for the node of a view since its base was changed: it may be there to be rebuilt.
bool is_leaf_after_rebuild(const TensorImpl& tensor);

}  // namespace vjp
