// Forward mode (spec chapter 18): levels and duals. What operators do is in forward.cc; where tangents lie, and how
// views and what they are views of share one, in ops/tangent.cc.
#pragma once

#include "ops/tangent.h"

namespace vjp {

// A level, as long as this lives.
struct DualLevel {
  DualLevel() { enter_forward_level(); }
  ~DualLevel() { leave_forward_level(); }
  DualLevel(const DualLevel&) = delete;
  DualLevel& operator=(const DualLevel&) = delete;
};

// By the number, which is not 0: a state error where that one has ended, or is out of this thread's reach.
ForwardLevel forward_level_in_use(uint64_t number, const char* who);

Tensor make_dual(const Tensor& primal, const Tensor& tangent, ForwardLevel level = innermost_forward_level());
// A new alias of the tensor without tangent at the level; outside of levels the tensor itself.
Tensor primal_of(const Tensor& t, ForwardLevel level = innermost_forward_level());

}  // namespace vjp
