// The table of tile kernels behind cpu::pointwise: one function per opcode and compute type, and conversions between
// dtypes, filled once for the best SIMD target of the machine.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernel/program.h"
#include "tensor/dtype.h"

namespace vjp::cpu {

// out[i] = f(a[i], b[i], c[i]) for i < n. `out` may be exactly one of the operands. Arrays need no alignment.
using TileKernel = void (*)(void* out, const void* a, const void* b, const void* c, size_t n);
using ConvertKernel = void (*)(void* out, const void* in, size_t n);

enum ComputeType { kF32, kF64, kI64, kC64, kC128, kNumComputeTypes };

struct Kernels {
  TileKernel tile[kNumComputeTypes][kNumOpcodes] = {};
  ConvertKernel load[kNumDtypes][kNumComputeTypes] = {};  // null: cannot be converted
  ConvertKernel store[kNumComputeTypes][kNumDtypes] = {};
  void set(ComputeType type, Opcode opcode, TileKernel kernel) { tile[type][static_cast<int>(opcode)] = kernel; }
};

// The kernels of the chosen target; the first call chooses.
const Kernels& kernels();
// For tests: chooses again, among the targets that hwy::SetSupportedTargetsForTest left.
void choose_kernels_again();

// Each file's part of the table.
void fill_float_kernels(Kernels&);
void fill_double_kernels(Kernels&);
void fill_scalar_kernels(Kernels&);  // integers and complex numbers
void fill_conversion_kernels(Kernels&);

// The kernel of float that converts to double and back, around double's: for functions that are compiled once.
void through_double(Opcode opcode, int arity, float* out, const float* a, const float* b, size_t n);
template <Opcode opcode, int arity>
void tile_through_double(void* out, const void* a, const void* b, const void*, size_t n) {
  through_double(opcode, arity, static_cast<float*>(out), static_cast<const float*>(a), static_cast<const float*>(b),
                 n);
}

constexpr ComputeType compute_type_of(Dtype d) {
  switch (d) {
    case Dtype::Float16:
    case Dtype::BFloat16:
    case Dtype::Float32:
      return kF32;
    case Dtype::Float64:
      return kF64;
    case Dtype::Complex64:
      return kC64;
    case Dtype::Complex128:
      return kC128;
    default:
      return kI64;
  }
}
inline constexpr size_t kComputeSize[kNumComputeTypes] = {4, 8, 8, 8, 16};
inline constexpr Dtype kComputeDtype[kNumComputeTypes] = {Dtype::Float32, Dtype::Float64, Dtype::Int64,
                                                          Dtype::Complex64, Dtype::Complex128};

// A number as one element of a compute type.
void scalar_to(ComputeType type, const Scalar& value, void* element);

}  // namespace vjp::cpu
