// Which instructions of a launch run as chains (fused_chain.h), with the loads and stores of other dtypes at their
// ends.
#include <algorithm>

#include "backends/cpu/pointwise_plan.h"

namespace vjp::cpu {
namespace {
constexpr int64_t kChainElements = 512;  // shorter tiles do not pay for finding the chains
}

void Plan::make_segments() {
  const auto end = static_cast<uint8_t>(program_.num_instructions);
  if (type_ == kF32 && tile_ >= kChainElements && chain_block() != 0) {
    uint8_t begin = 0;  // of what is in no segment
    for (uint8_t i = 0; i < end;) {
      const auto first = static_cast<uint8_t>(num_chain_steps_);
      const int loaded = i == 0 ? write_loads() : -1;
      const auto next = static_cast<uint8_t>(i + write_chain(i, loaded));
      const bool stores = next == end && next > i && write_store();
      if (next == i || num_chain_steps_ < first + 2) {
        num_chain_steps_ = first;
        i = std::max(next, static_cast<uint8_t>(i + 1));
        continue;
      }
      if (begin < i) segments_[num_segments_++] = {begin, i};
      segments_[num_segments_++] = {i,           next,  first, static_cast<uint8_t>(num_chain_steps_ - first),
                                    loaded >= 0, stores};
      for (int k = 0; k < program_.num_inputs && loaded >= 0; ++k) inputs_[k].chained = chain_loads(k);
      outputs_[0].chained = stores;
      begin = i = next;
    }
    if (begin == end) return;
    segments_[num_segments_++] = {begin, end};
  } else if (end) {
    segments_[num_segments_++] = {0, end};
  }
}

// Whether a chain could load an input.
bool Plan::chain_loads(int input) const {
  return inputs_[input].source == Source::Load && chain_load(Dtype{args_.inputs[input].dtype});
}

// Writes the steps that load inputs, that of the first instruction's operand last. Which that is; -1: there are none.
int Plan::write_loads() {
  int last = -1;
  for (int i = 0; i < program_.num_inputs; ++i) {
    if (chain_loads(i) && (last < 0 || last != program_.instructions[0].a)) last = i;
  }
  for (int i = 0; i < program_.num_inputs && last >= 0; ++i) {
    if (i != last && chain_loads(i)) write_load(i);
  }
  if (last >= 0) write_load(last);
  return last;
}

void Plan::write_load(int input) {
  const auto from = static_cast<uint16_t>(kMaxValues + input);
  chain_steps_[num_chain_steps_++] = {
      chain_load(Dtype{args_.inputs[input].dtype}), true, static_cast<uint16_t>(input), from, from, from};
}

// Writes the step that stores the last instruction's result. False: no chain does that.
bool Plan::write_store() {
  const int last = first_result(program_) + program_.num_instructions - 1;
  if (program_.num_outputs != 1 || outputs_[0].value != last || !outputs_[0].contiguous || outputs_[0].direct)
    return false;
  const uint8_t code = chain_store(Dtype{args_.outputs[0].dtype});
  if (!code) return false;
  chain_steps_[num_chain_steps_ - 1].stores = false;
  const auto to = static_cast<uint16_t>(kMaxValues + program_.num_inputs);
  chain_steps_[num_chain_steps_++] = {code, false, to, to, to, to};
  return true;
}

// How many instructions from this one on are a chain, whose steps it writes; `before`: the value that is in the
// registers.
int Plan::write_chain(int begin, int before) {
  int i = begin;
  for (; i < program_.num_instructions; ++i) {
    const Instruction& step = program_.instructions[i];
    const int arity = arity_of(step);
    const uint8_t operands[3] = {step.a, arity > 1 ? step.b : step.a, arity > 2 ? step.c : step.a};
    unsigned from = 0;
    for (int k = 0; k < arity; ++k) from |= unsigned{operands[k] == before} << k;
    uint8_t code = chain_code(Opcode{step.opcode}, from);
    if (!code) from = 0, code = chain_code(Opcode{step.opcode}, from);
    if (!code) break;
    // the result before goes to memory where others read it, or an output lies
    if (before >= 0) chain_steps_[num_chain_steps_ - 1].stores = !from || last_use_[before] != i + 1;
    before = first_result(program_) + i;
    chain_steps_[num_chain_steps_++] = {code,        true,        static_cast<uint16_t>(before),
                                        operands[0], operands[1], operands[2]};
  }
  return i - begin;
}

}  // namespace vjp::cpu
