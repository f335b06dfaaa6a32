// The tangents of tensors (graph/tangent.h has the slots): asking for one, and putting one in its place, which runs
// operators.
#pragma once

#include "graph/tangent.h"

namespace vjp {

// tangent_of and tangent_snapshot are in graph/tangent.h. This is the former as users see it: undefined, too, where
// there is no level, or the thread does not follow it.
Tensor current_tangent(const Tensor& tensor, ForwardLevel level = innermost_forward_level());
// Gives a tensor its tangent at a level; what does not lie as the tensor does is copied into the tensor's layout (spec
// FWD-4).
void put_tangent(const Tensor& tensor, ForwardLevel level, Tensor tangent);
// Gives another tensor on the same memory the same tangents, but for those of one level.
void share_tangents(const Tensor& from, const Tensor& to, ForwardLevel except = {});
// After a change in place of `target`, whose tangent was `former` (perhaps none) and is `fresh` (perhaps none): into
// the former one, or as a part of that of the target's base (spec FWD-8, FWD-9).
void write_tangent(const Tensor& target, ForwardLevel level, const Tensor& former, const Tensor& fresh);

}  // namespace vjp
