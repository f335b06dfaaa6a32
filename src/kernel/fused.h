// FusedProgram: a region of pointwise operators as one program, made at run time; kernel/program.h has the formulas of
// single operators, made when the library is compiled. A backend runs it over the whole region's index space, and
// writes several results.
//
// It means what its steps mean one by one, each storing its result in a tensor of its dtype, bit for bit.
#pragma once

#include <cstdint>
#include <vector>

#include "base/port.h"
#include "kernel/backend.h"

namespace vjp {

// Values are numbered: inputs, then scalars, then one per step, in order.
struct FusedStep {
  Opcode opcode;  // in the program's compute type
  Dtype dtype;    // of the separate operator's result: what is computed is rounded to it
  uint16_t a = 0, b = 0, c = 0;
};
struct FusedOutput {
  uint16_t value;  // whose it may be: a step's, an input's, a scalar's
  Dtype dtype;
};
struct FusedProgram {
  Dtype compute;  // as of a pointwise launch: int64, float32, float64, complex64, complex128
  int num_inputs = 0, num_scalars = 0;
  std::vector<FusedStep> steps;
  std::vector<FusedOutput> outputs;

  int first_result() const { return num_inputs + num_scalars; }
  int num_values() const { return first_result() + static_cast<int>(steps.size()); }
};
inline constexpr int kMaxFusedOperands = 64;  // inputs and outputs

// An output that is summed: what is computed is not kept, and its operand, which has no data, says how it would lie.
struct FusedSum {
  void* data = nullptr;            // row-major, of the output's dtype; null: it is not summed
  const int64_t* sizes = nullptr;  // of the index space, 1 where it is summed
};

// Operands as those of a pointwise launch: an output may be exactly an input. All lists are as long as the program
// says.
struct FusedArgs {
  const FusedProgram* program;
  int ndim;
  const int64_t* sizes;
  const vjp_operand *inputs, *outputs;
  const Scalar* scalars;
  const FusedSum* sums = nullptr;  // null: none
};

// backends/cpu. Computes before it returns; throws where an opcode is not defined for the compute type.
VJP_PORT(void (*)(const FusedArgs&), run_fused_on_cpu);

}  // namespace vjp
