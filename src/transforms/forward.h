// Forward mode (spec chapter 18): one level a thread.
#pragma once

#include "tensor/tensor.h"

namespace vjp {

void enter_forward_mode();
void exit_forward_mode();  // tangents made in the level are gone
Tensor make_dual(const Tensor& primal, const Tensor& tangent);
Tensor current_tangent(const Tensor& t);                    // undefined: zero
void set_current_tangent(const Tensor& t, Tensor tangent);  // inside a level

}  // namespace vjp
