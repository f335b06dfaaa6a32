// Inputs: the same bits as the peers' (bench/peers/common.py), from splitmix64.
#pragma once

#include "tensor.h"

namespace bench {

// Uniform in [-scale, scale): the top 24 bits of splitmix64(seed * 2^32 + i).
Tensor fill(const Shape& shape, uint64_t seed, double scale = 1.0);

// Integers in [0, high), int64.
Tensor ints(const Shape& shape, uint64_t seed, int64_t high);

Tensor constant(const Shape& shape, float value);

double sum_of(const Tensor& x);
double sum_of_abs(const Tensor& x);

}  // namespace bench
