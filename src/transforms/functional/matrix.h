// Whole Jacobians of what was computed in a request: outputs outside, its variables inside.
#pragma once

#include "transforms/functional/request.h"

namespace vjp {

// What does not go together (spec HIGH-6, HIGH-7).
void check_strategy(const Request& request);
// By rows or columns, as the request's options say. Outputs may be undefined: `like` has their form.
std::vector<Tensor> jacobian_of(Request& request, const std::vector<Tensor>& outputs, const std::vector<Tensor>& like,
                                bool record);

}  // namespace vjp
