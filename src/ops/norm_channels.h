// What normalisations by channels ask of their arguments.
#pragma once

#include "ops/value.h"

namespace vjp {

// Of a statistic, weight or bias that is given: one real number a channel of the input, else an error of `op`.
void check_channels(const char* op, const char* name, const Tensor& t, const Tensor& input);

}  // namespace vjp
