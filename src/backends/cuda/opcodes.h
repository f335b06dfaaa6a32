// Opcodes as device code sees them: what each computes, and what its row of VJP_OPCODES says.
#pragma once

#include "backends/cuda/numbers.h"
#include "kernel/opcode_functions.h"

namespace vjp::cuda {

struct OpcodeRow {
  int arity;
  bool complex;
};
VJP_HD constexpr OpcodeRow row_of(int op) {
  switch (op) {
#define VJP_CASE(number, NAME, Name, name, arity, complex, text) \
  case VJP_OPCODE_##NAME:                                        \
    return {arity, complex};
    VJP_OPCODES(VJP_CASE)
#undef VJP_CASE
  }
  return {0, false};
}
VJP_HD constexpr bool is_complex_op(int op) { return row_of(op).complex; }
VJP_HD constexpr int arity_of(int op) { return row_of(op).arity; }

}  // namespace vjp::cuda
