// Which operations of a fused program's plan run as machine code (code_cache.h), and what memory is left to want.
#include <algorithm>
#include <cmath>

#include "backends/cpu/fused_plan.h"

namespace vjp::cpu {

void FusedPlan::find_readers() {
  last_reader_.assign(slot_of_.size(), 0);
  for (size_t i = 0; i < ops_.size(); ++i) {
    const Op& op = ops_[i];
    if (op.action == Action::Compute) last_reader_[op.a] = last_reader_[op.b] = last_reader_[op.c] = i;
    if (op.action == Action::Store || op.action == Action::Scatter) last_reader_[op.a] = i;
  }
}

Lie FusedPlan::lie_of(size_t v) const {
  const auto inputs = static_cast<size_t>(program_.num_inputs), first = static_cast<size_t>(program_.first_result());
  if (v < inputs) return bound_[v] == kFilledByRows ? Lie::Same : Lie::Row;
  if (v >= first) return Lie::Row;
  float number;
  scalar_to(type_, args_.scalars[v - inputs], &number);
  if (std::isnan(number)) return Lie::Same;
  return number == 0 && !std::signbit(number) ? Lie::Zero : Lie::Number;
}

// How many operations from this one on are a chain for which there is code, which it appends.
size_t FusedPlan::code_from(size_t begin) {
  std::vector<CodeStep> steps;
  for (size_t i = begin; i < ops_.size() && ops_[i].action == Action::Compute; ++i) {
    const Op& op = ops_[i];
    const Opcode opcode = steps_[static_cast<size_t>(op.out - program_.first_result())].opcode;
    if (!is_for_code(opcode)) break;
    steps.push_back({opcode, false, op.out, op.a, op.b, op.c});
  }
  if (steps.size() < 2) return 0;
  const size_t end = begin + steps.size();
  for (CodeStep& step : steps) {
    step.stores = direct_[step.out] >= 0 || last_reader_[step.out] >= end;
    step.streams = direct_[step.out] >= 0 && last_reader_[step.out] < end && streams(direct_[step.out]);
  }
  std::vector<Lie> lies(slot_of_.size());
  for (size_t v = 0; v < lies.size(); ++v) lies[v] = lie_of(v);
  auto code = find_code(steps, lies, geometry_.numel());
  if (!code) return 0;
  scratch_bytes_ = std::max(scratch_bytes_, code->scratch_bytes(lies.size()));
  codes_.push_back(std::move(code));
  return steps.size();
}

// Whether an output, each of whose tiles begins where a cache line does, is to be written past the caches.
bool FusedPlan::streams(int k) const {
  int64_t bytes = 0;
  for (int i = 0; i < geometry_.count; ++i) {
    if (!geometry_.constant(i)) bytes += geometry_.numel() * static_cast<int64_t>(size_);
    if (i != k && operand(i).data == operand(k).data) return false;
  }
  if (!leaves_caches(bytes) || reinterpret_cast<uintptr_t>(operand(k).data) % 64 != 0) return false;
  for (int d = 0; d < geometry_.ndim - 1 && by_rows_; ++d) {
    if (geometry_.strides[k][d] % kSameElements != 0) return false;
  }
  return true;
}

// What stays in registers needs no slots.
void FusedPlan::drop_slots() {
  std::vector<char> used(static_cast<size_t>(num_slots_), 0);
  const auto use = [&](size_t value) {
    if (slot_of_[value] >= 0) used[static_cast<size_t>(slot_of_[value])] = 1;
  };
  if (staging_ >= 0) used[static_cast<size_t>(staging_)] = 1;
  only_code_ = true, fills_tiles_ = false;
  for (size_t i = 0; i < ops_.size(); ++i) {
    const Op& op = ops_[i];
    if (op.action == Action::Code) {
      const auto last = i + static_cast<size_t>(op.count);
      for (; i < last; ++i) {
        const Op& step = ops_[i + 1];
        for (uint16_t v : {step.a, step.b, step.c}) {
          if (v < program_.first_result()) use(v);
        }
      }
      const ChainCode& code = codes_[static_cast<size_t>(op.first)]->code();
      for (uint16_t v : code.stored) use(v);
      continue;
    }
    only_code_ &= op.action == Action::Broadcast;
    if (op.action == Action::Compute) {
      for (uint16_t v : {op.a, op.b, op.c}) fills_tiles_ |= lie_of(v) != Lie::Row;
    }
    if (op.action != Action::Chain) use(op.out), use(op.a), use(op.b), use(op.c);
  }
  std::vector<int> moved(used.size(), -1);
  num_slots_ = 0;
  for (size_t slot = 0; slot < used.size(); ++slot) {
    if (used[slot]) moved[slot] = num_slots_++;
  }
  for (int& slot : slot_of_) {
    if (slot >= 0) slot = moved[static_cast<size_t>(slot)];
  }
  if (staging_ >= 0) staging_ = moved[static_cast<size_t>(staging_)];
}

}  // namespace vjp::cpu
