// Chains (fused_chain.h) as machine code: values stay in registers from the step that computes them to the last that
// reads them, and only those that others read go to memory. The bits are those of the vector functions of the same
// names.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernel/program.h"

namespace vjp::cpu {

struct CodeStep {
  Opcode opcode;
  bool stores;            // something other than the steps here reads the result
  uint16_t out, a, b, c;  // values; what the opcode does not read is ignored
  bool streams = false;   // what is stored goes past the caches; it lies at a multiple of 64 bytes
};

// How a value lies that no step computes: its elements in a row, or one vector of 64 bytes with the same for all:
// anything, no NaN, or +0.
enum class Lie : uint8_t { Row, Same, Number, Zero };
inline constexpr int64_t kSameElements = 16;

// A function of this type, after `entry` bytes that it reads. It goes through `bytes` of every value, a multiple of
// `block`.
using ChainFunction = void (*)(void* const* values, size_t bytes);
struct ChainCode {
  std::vector<uint8_t> bytes;  // none: there are too many values at once
  size_t entry = 0, block = 0;
  std::vector<uint16_t> rows, stored;  // the values whose elements are read and written
};

bool is_for_code(Opcode opcode);
// `lies`: of values, by number. `wide`: for AVX-512, else for AVX2.
ChainCode write_chain_code(std::span<const CodeStep> steps, std::span<const Lie> lies, bool wide);

}  // namespace vjp::cpu
