// Program: a pointwise formula as a small SSA program. Formulas are generic lambdas; traced with Sym (kernel/trace.h)
// they become constexpr programs, which a backend runs tile by tile: all intermediate values stay in L1.
#pragma once

#include <cstdint>

#include "vjp/kernels.h"

namespace vjp {

// What one instruction computes, elementwise in the compute type.
enum class Opcode : uint8_t {
#define VJP_ENUMERATOR(number, NAME, Name, name, arity, complex, text) Name = VJP_OPCODE_##NAME,
  VJP_OPCODES(VJP_ENUMERATOR)
#undef VJP_ENUMERATOR
};
inline constexpr int kNumOpcodes = VJP_OPCODE_COUNT;
constexpr bool are_in_order() {  // lists that are made of the rows are indexed by opcode
  int place = 0;
#define VJP_IN_ORDER(number, NAME, Name, name, arity, complex, text) \
  if (number != place++) return false;
  VJP_OPCODES(VJP_IN_ORDER)
#undef VJP_IN_ORDER
  return place == kNumOpcodes;
}
static_assert(are_in_order());
constexpr int arity_of(Opcode op) {
  constexpr uint8_t kArities[] = {
#define VJP_ARITY(number, NAME, Name, name, arity, complex, text) arity,
      VJP_OPCODES(VJP_ARITY)
#undef VJP_ARITY
  };
  return kArities[static_cast<int>(op)];
}

struct Instruction {
  Opcode opcode;
  uint8_t a, b, c;  // value numbers
};

// Values are numbered: inputs, then parameters, then constants, then one per instruction, in order.
struct Program {
  static constexpr int kMaxInputs = 12, kMaxParameters = 8, kMaxConstants = 16, kMaxInstructions = 64, kMaxOutputs = 4;
  uint8_t num_inputs = 0, num_parameters = 0, num_constants = 0, num_instructions = 0, num_outputs = 0;
  uint8_t outputs[kMaxOutputs] = {};          // value numbers
  const Instruction* instructions = nullptr;  // not owned: the programs of operators lie in read-only data
  const double* constants = nullptr;

  constexpr int first_parameter() const { return num_inputs; }
  constexpr int first_constant() const { return num_inputs + num_parameters; }
  constexpr int first_result() const { return num_inputs + num_parameters + num_constants; }
};

}  // namespace vjp
