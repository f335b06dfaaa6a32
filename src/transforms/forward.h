// Forward mode (spec chapter 18): one level in the process. What operators do is in forward.cc; where tangents lie, and
// how views and what they are views of share one, in forward_views.cc.
#pragma once

#include "graph/tangent.h"

namespace vjp {

void enter_forward_mode();
void exit_forward_mode();  // tangents made in the level are gone
Tensor make_dual(const Tensor& primal, const Tensor& tangent);
// A new alias of the tensor without tangent; outside a level the tensor itself.
Tensor primal_of(const Tensor& t);
Tensor current_tangent(const Tensor& t);                    // undefined: zero, or not followed by this thread
void set_current_tangent(const Tensor& t, Tensor tangent);  // inside a level

// After a change in place of `target`, whose tangent was `former` (perhaps none) and is `fresh` (perhaps none): into
// the former one, or as a part of that of the target's base (spec FWD-8, FWD-9).
void write_tangent(const Tensor& target, const Tensor& former, const Tensor& fresh);

}  // namespace vjp
