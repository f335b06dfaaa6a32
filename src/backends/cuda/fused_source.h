// A pointwise program as CUDA C++: one kernel for the program, its dtypes and the way its operands lie.
#pragma once

#include <string>

#include "vjp/kernels.h"

namespace vjp::cuda {

// What a kernel is made for. Launches with the same key run the same kernel.
struct Variant {
  const vjp_program* program;
  uint8_t compute;
  uint8_t input_dtypes[VJP_PROGRAM_MAX_INPUTS], output_dtypes[VJP_PROGRAM_MAX_OUTPUTS];
  bool input_is_number[VJP_PROGRAM_MAX_INPUTS];  // it comes with the arguments
  // 0: element i of every operand is at i, or at 0 if it is broadcast; else the dimensions of the index space.
  int ndim;
  bool broadcast[VJP_PROGRAM_MAX_INPUTS];  // ndim 0
  bool narrow;                             // positions and offsets need 32 bits only

  std::string key() const;  // all of the above as bytes
};

// Whether the compute type has every opcode of the program.
bool is_defined(const vjp_program& program, uint8_t compute);
// The kernel is called `fused` and takes one struct, whose members are in this order and without gaps:
//   numbers (16 bytes each: of the inputs that are numbers, then of the parameters, in the compute type)
//   count; sizes[ndim]; strides[operand][ndim] of inputs that are in memory, then of outputs   (8 bytes each)
//   pointers of the same operands
std::string fused_source(const Variant& variant);
// Threads of a block, and elements that one of its threads takes at a time.
inline constexpr int kFusedThreads = 256;
int fused_items(const Variant& variant);

}  // namespace vjp::cuda
