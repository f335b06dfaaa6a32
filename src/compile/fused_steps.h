// The steps of a fused program while it is made: values are told apart by what they are, and numbered when all are
// known.
#pragma once

#include <bit>
#include <vector>

#include "kernel/fused.h"
#include "kernel/program.h"

namespace vjp::compile {

struct FusedValue {
  enum Kind : uint8_t { None, Input, Number, Step } kind = None;
  uint32_t index = 0;
  bool is(FusedValue other) const { return kind == other.kind && index == other.index; }
};

// Lists are short, for there are few operands: they are searched from the front.
class FusedSteps {
 public:
  // What an operator's program takes.
  static constexpr size_t kRoom =
      VJP_PROGRAM_MAX_INPUTS + VJP_PROGRAM_MAX_PARAMETERS + VJP_PROGRAM_MAX_CONSTANTS + VJP_PROGRAM_MAX_INSTRUCTIONS;

  struct Step {
    Opcode opcode;
    Dtype dtype;
    FusedValue operands[3];
  };

  explicit FusedSteps(Dtype dtype) : dtype_(dtype) {}

  size_t size() const { return steps_.size(); }
  const Step& operator[](uint32_t step) const { return steps_[step]; }
  FusedValue put(const Step& step) {
    steps_.push_back(step);
    return {FusedValue::Step, static_cast<uint32_t>(steps_.size() - 1)};
  }
  const Scalar& number_at(FusedValue scalar) const { return scalars_[scalar.index]; }
  std::vector<Scalar>& scalars() { return scalars_; }

  FusedValue scalar(const Scalar& number) {
    scalars_.push_back(number);
    return {FusedValue::Number, static_cast<uint32_t>(scalars_.size() - 1)};
  }
  FusedValue constant(double number) {
    for (FusedValue v : constants_)
      if (std::bit_cast<uint64_t>(scalars_[v.index].real) == std::bit_cast<uint64_t>(number)) return v;
    constants_.push_back(scalar(Scalar(number)));
    return constants_.back();
  }

  // What an operator computes, as it would be stored: of `values`, which are its inputs and parameters and have kRoom.
  FusedValue computed(const vjp::Program& program, FusedValue* values) {
    const Dtype compute = compute_of(dtype_);
    FusedValue* end = values + first_constant(program);
    for (int i = 0; i < program.num_constants; ++i) *end++ = constant(program.constants[i]);
    for (int i = 0; i < program.num_instructions; ++i) {
      const Instruction& instruction = program.instructions[i];
      const uint8_t operands[3] = {instruction.a, instruction.b, instruction.c};
      Step step{Opcode{instruction.opcode}, compute, {}};
      for (int k = 0; k < arity_of(instruction); ++k) step.operands[k] = values[operands[k]];
      *end++ = put(step);
    }
    const FusedValue result = values[program.outputs[0]];
    if (dtype_ == compute || result.kind == FusedValue::Input) return result;
    if (result.kind == FusedValue::Step && result.index + 1 == steps_.size()) {  // no step but the last is stored
      steps_.back().dtype = dtype_;
      return result;
    }
    return put({Opcode::Copy, dtype_, {result}});
  }

  uint16_t number(FusedValue v, size_t num_inputs) const {
    size_t before = 0;
    if (v.kind >= FusedValue::Number) before += num_inputs;
    if (v.kind == FusedValue::Step) before += scalars_.size();
    return static_cast<uint16_t>(before + v.index);
  }
  // All but the outputs.
  void finish(FusedProgram& program, size_t num_inputs) const {
    program.compute = compute_of(dtype_);
    program.num_inputs = static_cast<int>(num_inputs);
    program.num_scalars = static_cast<int>(scalars_.size());
    const auto of = [&](FusedValue v) { return number(v, num_inputs); };
    for (const Step& step : steps_)
      program.steps.push_back(
          {step.opcode, step.dtype, of(step.operands[0]), of(step.operands[1]), of(step.operands[2])});
  }

 private:
  const Dtype dtype_;
  std::vector<Scalar> scalars_;
  std::vector<Step> steps_;
  std::vector<FusedValue> constants_;
};

}  // namespace vjp::compile
