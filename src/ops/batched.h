// Batched tensors (graph/batched.h) made by operators: wrapping, unwrapping, and alignment for a rule.
#pragma once

#include "graph/batched.h"
#include "ops/op.h"

namespace vjp {

// `t` without its logical dimension `dim`, which is the batch dimension of `level` from then on; `t` may be batched at
// other levels. A view, with the tangent of `t`.
Tensor wrap_batch(const Tensor& t, int64_t dim, uint64_t level);
// The reverse; where `t` is not batched at the level, it is expanded by a dimension of stride 0.
Tensor unwrap_batch(const Tensor& t, int64_t dim, uint64_t level);
// With the levels as leading dimensions, the outermost first; still batched at others.
Tensor with_dimensions(Tensor t, BatchLevels levels);
// The first logical dimensions of `t` become the batch dimensions of `levels` (rising), of which `t` has none.
Tensor wrap_front(const Tensor& t, BatchLevels levels);

// The same values for an innermost level that has one logical dimension more, in front: no operator is called.
Tensor peeled(const Tensor& t, uint64_t level);
// The reverse: the first logical dimension of `t`, which is batched at lower levels at most.
Tensor with_level(const Tensor& t, uint64_t level);

// The physical tensor of `t` with a dimension for each of `levels`, among which are those of `t`; of size 1 where `t`
// lacks the level.
Tensor physical_with(const Tensor& t, BatchLevels levels);
// For operators that broadcast: the physical tensor with `rank` logical dimensions, and those of levels that it lacks
// of size 1, but for what is missing in front of all. `t` itself where it is not batched.
Tensor aligned_with(const Tensor& t, const LevelList& levels, int rank);
// The same as physical_with, expanded to the levels' sizes, with stride 0.
Tensor expanded_with(const Tensor& t, BatchLevels levels);
// `t` batched at all of `levels`: an independent variable for each sample (its strides there are 0).
Tensor expand_to_levels(const Tensor& t, BatchLevels levels);

// The levels of a thread that have not ended, rising.
LevelList levels_of_thread();

}  // namespace vjp
