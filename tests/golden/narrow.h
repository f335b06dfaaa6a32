// The narrow types against float64 of libvjp's own, at the recorded points.
#pragma once

#include "sample.h"

namespace golden {

// Rounds the sample's inputs to `narrow` (float32, float16 or bfloat16; complex128 samples: complex64) and compares
// value and VJP in that type with those in the wide type at the same points. How far they may differ is measured: by
// what rounding errors in the inputs do to the wide result. Skipped where the operator refuses the type.
Outcome check_narrow(const Entry& entry, const Json& sample, const std::vector<Operator>& operators, vjp_dtype narrow);

}  // namespace golden
