// A launch of a compiled program: which kernel it needs, and the bytes of its arguments.
#pragma once

#include <cstring>

#include "backends/cuda/fused_source.h"
#include "backends/cuda/runtime.h"

namespace vjp::cuda {

struct FusedPlan {
  Variant variant;
  int64_t count;
  alignas(16) char arguments[4096];  // as fused_source.h lays them out
  size_t bytes = 0;
};
// Fills in what the launch needs; with count 0 there is nothing to do, and nothing more is filled in.
void plan_fused(const vjp_pointwise_args& args, FusedPlan& plan);

// Runs the program by a kernel compiled for it; false where it is better interpreted, or cannot be compiled.
bool pointwise_fused(const vjp_pointwise_args& args, const Launch& launch);

}  // namespace vjp::cuda
