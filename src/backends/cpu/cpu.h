// The CPU backend's primitives, one function each; cpu.cc puts them into the table.
#pragma once

#include "kernel/backend.h"

namespace vjp::cpu {

// They throw what they refuse, and may be called by each other.
#define VJP_DECLARE(name, Args) void name(const Args& args);
VJP_PRIMITIVES(VJP_DECLARE)
#undef VJP_DECLARE
void copy(const View& out, const View& in);
void fill(const View& out, const Scalar& value);
int64_t count_nonzero(const View& in);

const char* simd_name();  // "AVX3_ZEN4", "AVX2", ...
const char* blas_name();  // version and core name of the BLAS in use, or that there is none

}  // namespace vjp::cpu
