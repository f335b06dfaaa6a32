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

using Instruction = vjp_instruction;
// Values are numbered: inputs, then parameters, then constants, then one per instruction, in order. Not its own: the
// instructions and constants of operators lie in read-only data.
using Program = vjp_program;

constexpr int first_parameter(const Program& p) { return p.num_inputs; }
constexpr int first_constant(const Program& p) { return p.num_inputs + p.num_parameters; }
constexpr int first_result(const Program& p) { return p.num_inputs + p.num_parameters + p.num_constants; }
constexpr int arity_of(const Instruction& i) { return arity_of(Opcode{i.opcode}); }

}  // namespace vjp
