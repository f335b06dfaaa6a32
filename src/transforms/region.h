// How a function that the user gives as a callback is run as a whole.
#pragma once

#include <vector>

#include "ops/value.h"
#include "vjp/tensor.h"

namespace vjp {

using RegionFn = vjp_status (*)(void* context, bool flag, vjp_tensor* const* inputs, size_t num_inputs,
                                vjp_tensor_list* results);

// What the callback appends. Throws what it raised; an error of the library that it merely passes on keeps its message.
// `what` names the function.
std::vector<Tensor> run_region(RegionFn run, void* context, bool flag, TensorList inputs, const char* what);

}  // namespace vjp
