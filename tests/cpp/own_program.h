// Programs written by hand.
#pragma once

#include <vector>

#include "kernel/program.h"
#include "tensor/dtype.h"

namespace vjp::testing {

// A program and what it points to.
struct OwnProgram : Program {
  struct Step {
    Opcode opcode;
    uint8_t a, b, c;
  };
  OwnProgram(int inputs, const std::vector<Step>& steps, std::vector<double> numbers = {}, int parameters = 0)
      : Program{}, numbers_(std::move(numbers)) {
    for (const Step& s : steps) steps_.push_back({byte_of(s.opcode), s.a, s.b, s.c});
    num_inputs = static_cast<uint8_t>(inputs);
    num_parameters = static_cast<uint8_t>(parameters);
    num_constants = static_cast<uint8_t>(numbers_.size());
    constants = numbers_.data();
    num_instructions = static_cast<uint8_t>(steps_.size());
    instructions = steps_.data();
    num_outputs = 1;
    outputs[0] = static_cast<uint8_t>(first_result(*this) + num_instructions - 1);
  }
  OwnProgram(const OwnProgram&) = delete;

 private:
  std::vector<Instruction> steps_;
  std::vector<double> numbers_;
};

}  // namespace vjp::testing
