// Chains: steps of a fused program on float that are cheaper than the trips of their values to memory and back.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/cpu/pointwise_kernels.h"

namespace vjp::cpu {

struct ChainStep {
  uint8_t code;           // chain_code's
  bool stores;            // the result goes to values[out]; else only the next step reads it
  uint16_t out, a, b, c;  // of an operand that is the last step's result: not read
};

// What computes `opcode`; `from`: which of the operands is the last step's result, 0 to 2, as bits. 0: such a step is
// not for chains. An operand of which nothing is said is read from where values say.
uint8_t chain_code(Opcode opcode, unsigned from);

// What brings elements of another dtype into the registers, and what writes them as such. 0: not for chains.
uint8_t chain_load(Dtype dtype);
uint8_t chain_store(Dtype dtype);

// The elements that a block has: what is left of a tile is not a chain's. 0: this machine's vectors have no chains.
size_t chain_block();

// Runs the steps on n elements of each value, a multiple of a block. Values are numbered, and read and written element
// by element, so that one may lie where another does.
void run_chain(const ChainStep* steps, size_t count, void* const* values, size_t n);

}  // namespace vjp::cpu
