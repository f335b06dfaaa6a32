// Forward mode (spec chapter 18): one level in the process. What operators do is in forward.cc; where tangents lie, and
// how views and what they are views of share one, in ops/tangent.cc.
#pragma once

#include "ops/tangent.h"

namespace vjp {

void enter_forward_mode();
void exit_forward_mode();  // tangents made in the level are gone
Tensor make_dual(const Tensor& primal, const Tensor& tangent);
// A new alias of the tensor without tangent; outside a level the tensor itself.
Tensor primal_of(const Tensor& t);

}  // namespace vjp
