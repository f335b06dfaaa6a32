#include "backends/cpu/chain_code.h"

#include <algorithm>

#include "backends/cpu/code_x86.h"

namespace vjp::cpu {
namespace {

using namespace x86;

// ---- opcodes as instructions ----

// Constants lie before the code, a vector each.
enum Constant : int8_t { kNo = -1, kOne, kSign, kMagnitude, kNought, kNumConstants };
constexpr uint32_t kConstantBits[kNumConstants] = {0x3f800000, 0x80000000, 0x7fffffff, 0};
constexpr int kConstantBytes = 64;

// In terms of operands x, y, z, w: those of the opcode and one constant.
enum class Form : uint8_t {
  Copy,
  Unary,
  Binary,   // x OP y
  Extreme,  // the larger or smaller of x and y; x where it is NaN
  Compare,  // z where x OP y, else 0
  Select    // z where x OP y does not hold, else w; of a comparison that was a step, its predicate
};
struct Row {
  Opcode opcode;
  Form form;
  Instruction op;
  uint8_t predicate = 0;
  uint8_t operands[4] = {0, 1, 2, 2};  // of the opcode; what is 3 is the constant
  Constant constant = kNo;
};
constexpr uint8_t kIsConstant = 3;
constexpr Row kRows[] = {
    {Opcode::Copy, Form::Copy, kMove},
    {Opcode::Neg, Form::Binary, kXor, 0, {0, 3}, kSign},
    {Opcode::Abs, Form::Binary, kAnd, 0, {0, 3}, kMagnitude},
    {Opcode::Square, Form::Binary, kMul, 0, {0, 0}},
    {Opcode::Reciprocal, Form::Binary, kDiv, 0, {3, 0}, kOne},
    {Opcode::Sqrt, Form::Unary, kSqrt},
    {Opcode::Add, Form::Binary, kAdd},
    {Opcode::Sub, Form::Binary, kSub},
    {Opcode::Mul, Form::Binary, kMul},
    {Opcode::Div, Form::Binary, kDiv},
    {Opcode::Max, Form::Extreme, kMax, kLeO},
    {Opcode::Min, Form::Extreme, kMin, kGeO},
    {Opcode::Eq, Form::Compare, kCompare, kEqO, {0, 1, 3}, kOne},
    {Opcode::Ne, Form::Compare, kCompare, kNeQ, {0, 1, 3}, kOne},
    {Opcode::Lt, Form::Compare, kCompare, kLtO, {0, 1, 3}, kOne},
    {Opcode::Le, Form::Compare, kCompare, kLeO, {0, 1, 3}, kOne},
    {Opcode::Gt, Form::Compare, kCompare, kGtO, {0, 1, 3}, kOne},
    {Opcode::Ge, Form::Compare, kCompare, kGeO, {0, 1, 3}, kOne},
    {Opcode::Select, Form::Select, kCompare, kEqO, {0, 3, 1, 2}, kNought},
};
const Row* row_of(Opcode opcode) {
  const auto is_it = [=](const Row& row) { return row.opcode == opcode; };
  const Row* const row = std::find_if(std::begin(kRows), std::end(kRows), is_it);
  return row == std::end(kRows) ? nullptr : row;
}
constexpr int kNumOperands[] = {1, 1, 2, 2, 3, 4};      // by form
constexpr unsigned kInRegister[] = {0, 0, 1, 1, 1, 5};  // operands that may not be memory, as bits

constexpr int kNever = 1 << 30, kNone = -1;
// Those that calls do not keep come first; rax is for what has no register of its own.
constexpr uint8_t kPointers[] = {kRdx, 8, 9, 10, 11, kRbx, kRbp, 12, 13, 14, 15};
constexpr size_t kNumFree = 5;
constexpr int kFewest = 6;  // groups, where operands are loaded on the way: a step has four, and a result
constexpr size_t kMaxSpilled = 48;

// ---- registers ----

struct Value {
  int number = 0;  // in the table; of a constant: which
  bool constant = false, same = false, computed = false, stored = false, streams = false;
  Lie lie = Lie::Row;
  int count = 0;  // of the steps that read it
  // where it is as the code goes on
  bool in_memory = false;
  int group = kNone;    // of registers, one for each vector of a block
  int spilled = kNone;  // its place on the stack
  int next = kNever;    // the step that reads it next
  int fixed = kNone;    // the register in which it is before the loop
  int pointer = kNone;
};
class Writer {
 public:
  Writer(std::span<const CodeStep> steps, std::span<const Lie> lies, bool wide) : lies_(lies), wide_(wide) {
    for (const CodeStep& step : steps) add(step);
    drop_unread();
    find_next();
  }

  ChainCode write();

 private:
  struct Step {
    const Row* row;
    int out, in[4];
    int next[4], next_of_out;  // the steps that read these next
    uint8_t predicate;
    int operands() const { return kNumOperands[static_cast<int>(row->form)]; }
  };

  int& index_of(uint16_t number);
  int value_of(uint16_t number);
  int constant(Constant which);
  void add(const CodeStep& step);
  const Step* comparison(uint16_t condition);
  void drop_unread();
  void find_next();

  Value& value_at(int index) { return values_[static_cast<size_t>(index)]; }
  int fit(int unroll, int fixed, int groups);
  void fix_registers(int count);
  void write_begin(Encoder& code);
  void write_end(Encoder& code);
  void write_steps(Encoder& code);
  void write_step(Encoder& code, const Step& step);
  void compute(Encoder& code, const Step& step, int out, int u);
  void take(Encoder& code, Value& value);
  void load(Encoder& code, Value& value);
  void spill(Encoder& code, Value& value);
  void leave_group(Value& value);
  void leave_stack(Value& value);
  int pointer(Encoder& code, const Value& value);
  Place memory(Encoder& code, const Value& value, int u);
  int reg(const Value& value, int u) const { return value.fixed != kNone ? value.fixed : value.group * unroll_ + u; }
  bool is_in_register(const Value& value) const { return value.fixed != kNone || value.group != kNone; }
  Place place(Encoder& code, const Value& value, int u) {
    return is_in_register(value) ? Place::reg(reg(value, u)) : memory(code, value, u);
  }
  int registers() const { return wide_ ? 32 : 16; }
  int scratch(int k) const { return registers() - 1 - k; }
  int num_free() const { return registers() - (wide_ ? 1 : 2); }

  std::span<const Lie> lies_;
  const bool wide_;
  std::vector<int> index_, constants_ = std::vector<int>(kNumConstants, kNone);
  std::vector<Value> values_;
  std::vector<Step> steps_;
  int unroll_ = 1, vector_ = 0;
  std::vector<int> holder_;  // of a group: the value; kNone: it is free
  std::vector<int> stack_;   // which places are taken
  size_t num_pointers_ = 0;
  int most_ = 0;   // groups at once
  Value held_[4];  // the step's operands where they were when it began
};

int& Writer::index_of(uint16_t number) {
  if (number >= index_.size()) index_.resize(number + size_t{1}, kNone);
  return index_[number];
}
int Writer::value_of(uint16_t number) {
  int& index = index_of(number);
  if (index == kNone) {
    index = static_cast<int>(values_.size());
    Value value;
    value.number = number, value.lie = lies_[number], value.same = value.lie != Lie::Row;
    values_.push_back(value);
  }
  return index;
}
int Writer::constant(Constant which) {
  int& index = constants_[static_cast<size_t>(which)];
  if (index == kNone) {
    index = static_cast<int>(values_.size());
    Value value;
    value.number = which, value.constant = value.same = true;
    values_.push_back(value);
  }
  return index;
}

void Writer::add(const CodeStep& step) {
  Step s{row_of(step.opcode), kNone, {kNone, kNone, kNone, kNone}, {}, kNever, 0};
  s.predicate = s.row->predicate;
  const uint16_t operands[] = {step.a, step.b, step.c};
  const Step* const compared = step.opcode == Opcode::Select ? comparison(step.a) : nullptr;
  if (compared) {
    s.predicate = compared->predicate;
    s.in[0] = compared->in[0], s.in[1] = compared->in[1];
    s.in[2] = value_of(step.c), s.in[3] = value_of(step.b);
  }
  for (int k = 0; k < s.operands() && !compared; ++k) {
    const uint8_t which = s.row->operands[k];
    s.in[k] = which == kIsConstant ? constant(s.row->constant) : value_of(operands[which]);
  }
  for (const Step& before : steps_) {  // what was computed before is that
    if (step.stores || before.row != s.row || before.predicate != s.predicate || !std::equal(s.in, s.in + 4, before.in))
      continue;
    index_of(step.out) = before.out;
    return;
  }
  for (int k = 0; k < s.operands(); ++k) ++value_at(s.in[k]).count;
  s.out = value_of(step.out);
  Value& out = value_at(s.out);
  out.computed = true, out.stored = step.stores, out.streams = step.streams, out.same = false;
  steps_.push_back(s);
}

// The comparison that makes a condition, if it may be made again where the condition is read: null otherwise. What lies
// in memory from before lasts only as long as the plan knows that it is read.
const Writer::Step* Writer::comparison(uint16_t condition) {
  const int index = value_of(condition);
  for (const Step& step : steps_) {
    if (step.out != index) continue;
    if (step.row->form != Form::Compare) return nullptr;
    for (int k = 0; k < 2 && &step != &steps_.back(); ++k) {
      const Value& operand = value_at(step.in[k]);
      if (!operand.computed && !operand.same) return nullptr;
    }
    return &step;
  }
  return nullptr;
}

// Conditions that nobody reads as numbers any more.
void Writer::drop_unread() {
  for (size_t i = steps_.size(); i-- > 0;) {
    const Step& step = steps_[i];
    if (value_at(step.out).stored || value_at(step.out).count) continue;
    for (int k = 0; k < step.operands(); ++k) --value_at(step.in[k]).count;
    steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

void Writer::find_next() {
  for (int i = static_cast<int>(steps_.size()) - 1; i >= 0; --i) {
    Step& s = steps_[static_cast<size_t>(i)];
    const int operands = s.operands();
    s.next_of_out = values_[static_cast<size_t>(s.out)].next;
    for (int k = 0; k < operands; ++k) s.next[k] = values_[static_cast<size_t>(s.in[k])].next;
    for (int k = 0; k < operands; ++k) values_[static_cast<size_t>(s.in[k])].next = i;
  }
}

// What is the same everywhere is loaded before the loop, what is read most first.
void Writer::fix_registers(int count) {
  for (Value& value : values_) value.fixed = kNone;
  for (int i = 0; i < count; ++i) {
    Value* most = nullptr;
    for (Value& value : values_) {
      if (value.same && value.count && value.fixed == kNone && (!most || value.count > most->count)) most = &value;
    }
    most->fixed = num_free() - 1 - i;
  }
  num_pointers_ = 0;
  for (Value& value : values_) {
    const bool needs = !value.constant && value.fixed == kNone && (value.computed ? value.stored : value.count > 0);
    value.pointer = needs && num_pointers_ < std::size(kPointers) ? kPointers[num_pointers_++] : kNone;
  }
}

// Goes through the steps with so many registers, for the counts alone. How many groups were in use at once.
int Writer::fit(int unroll, int fixed, int groups) {
  unroll_ = unroll;
  fix_registers(fixed);
  holder_.assign(static_cast<size_t>(groups), kNone);
  stack_.clear();
  most_ = 0;
  Encoder code(wide_);
  write_steps(code);
  return most_;
}

int Writer::pointer(Encoder& code, const Value& value) {
  if (value.pointer != kNone) return value.pointer;
  code.load(kRax, kRdi, value.number * 8);
  return kRax;
}
Place Writer::memory(Encoder& code, const Value& value, int u) {
  if (value.constant) return Place::in_code(value.number * kConstantBytes);
  if (value.same) return Place::based(pointer(code, value), 0);
  if (value.in_memory) return Place::indexed(pointer(code, value), u * vector_);
  return Place::based(kRsp, kConstantBytes + value.spilled * vector_);  // blocks are of one vector then
}

void Writer::spill(Encoder& code, Value& value) {
  if (!value.same && !value.in_memory && value.spilled == kNone) {
    const auto place = static_cast<size_t>(std::find(stack_.begin(), stack_.end(), 0) - stack_.begin());
    if (place == stack_.size()) stack_.push_back(0);
    stack_[place] = 1;
    value.spilled = static_cast<int>(place);
    code.vector(kStore, value.group, 0, memory(code, value, 0));
  }
  value.group = kNone;
}

// Gives a value a group: a free one, or that of the value which is not read for longest. What this step reads is read
// first, so that its operands are not parted.
void Writer::take(Encoder& code, Value& value) {
  auto group = static_cast<size_t>(std::find(holder_.begin(), holder_.end(), kNone) - holder_.begin());
  if (group == holder_.size()) {
    int last = kNone;
    for (size_t g = 0; g < holder_.size(); ++g) {
      const int next = value_at(holder_[g]).next;
      if (next > last) last = next, group = g;
    }
    spill(code, value_at(holder_[group]));
  }
  holder_[group] = static_cast<int>(&value - values_.data());
  value.group = static_cast<int>(group);
  most_ = std::max(most_, value.group + 1);
}

void Writer::load(Encoder& code, Value& value) {
  take(code, value);
  const int group = value.group;
  value.group = kNone;  // so that `memory` is where it was
  for (int u = 0; u < unroll_; ++u) code.vector(kLoad, group * unroll_ + u, 0, memory(code, value, u));
  value.group = group;
}

void Writer::leave_group(Value& value) {
  if (value.group != kNone) holder_[static_cast<size_t>(value.group)] = kNone;
  value.group = kNone;
}
void Writer::leave_stack(Value& value) {
  if (value.spilled != kNone) stack_[static_cast<size_t>(value.spilled)] = 0;
  value.spilled = kNone;
}

void Writer::write_steps(Encoder& code) {
  vector_ = code.vector_bytes();
  for (Value& value : values_) {
    value.group = value.spilled = kNone, value.in_memory = !value.computed;
  }
  for (int i = static_cast<int>(steps_.size()) - 1; i >= 0; --i) {
    for (int v : steps_[static_cast<size_t>(i)].in) {
      if (v != kNone) value_at(v).next = i;
    }
  }
  for (const Step& step : steps_) write_step(code, step);
}

void Writer::write_step(Encoder& code, const Step& step) {
  const int form = static_cast<int>(step.row->form), operands = kNumOperands[form];
  for (int k = 0; k < operands; ++k) {
    Value& value = value_at(step.in[k]);
    const bool again = step.next[k] != kNever && !value.same;
    if (!is_in_register(value) && ((kInRegister[form] >> k & 1) || again)) load(code, value);
  }
  for (int k = 0; k < operands; ++k) value_at(step.in[k]).next = step.next[k], held_[k] = value_at(step.in[k]);
  // the result may take the registers of an operand that nothing reads any more
  for (int k = 0; k < operands; ++k) {
    if (step.next[k] == kNever) leave_group(value_at(step.in[k]));
  }
  Value& out = value_at(step.out);
  take(code, out);
  for (int u = 0; u < unroll_; ++u) compute(code, step, reg(out, u), u);
  for (int k = 0; k < operands; ++k) {
    if (step.next[k] == kNever) leave_stack(value_at(step.in[k]));
  }
  out.next = step.next_of_out;
  if (out.stored) {
    out.in_memory = true;
    const Instruction op = out.streams ? kStream : kStore;
    for (int u = 0; u < unroll_; ++u) code.vector(op, reg(out, u), 0, memory(code, out, u));
  }
  if (out.next == kNever) leave_group(out);
}

// A step for vector u of a block. The result is written last, as it may be where an operand was.
void Writer::compute(Encoder& code, const Step& step, int out, int u) {
  const Row& row = *step.row;
  const auto in = [&](int k) { return place(code, held_[k], u); };
  const auto in_register = [&](int k) { return reg(held_[k], u); };
  const int mask = wide_ ? 1 : scratch(1);
  const auto compare = [&](uint8_t predicate, Place with) {
    code.vector(kCompare, mask, in_register(0), with, predicate);
  };
  const auto where_compared = [&](Place what) {  // else 0
    wide_ ? code.vector(kLoad, out, 0, what, Encoder::kZero) : code.vector(kAnd, out, mask, what);
  };
  const auto choose = [&](int otherwise, Place where_compared) {
    if (wide_) return code.vector(kBlendByMask, out, otherwise, where_compared, Encoder::kMerge);
    code.vector(kBlendBySigns, out, otherwise, where_compared, static_cast<uint8_t>(mask << 4));
  };
  switch (row.form) {
    case Form::Copy:
      code.vector(kLoad, out, 0, in(0));
      break;
    case Form::Unary:
      code.vector(row.op, out, 0, in(0));
      break;
    case Form::Binary:
      code.vector(row.op, out, in_register(0), in(1));
      break;
    case Form::Compare:
      compare(step.predicate, in(1));
      where_compared(in(2));
      break;
    case Form::Select: {
      constexpr uint8_t kOpposite = 4;
      if (held_[3].lie == Lie::Zero) {
        compare(step.predicate ^ kOpposite, in(1));
        where_compared(in(2));
      } else if (held_[2].lie == Lie::Zero) {
        compare(step.predicate, in(1));
        where_compared(in(3));
      } else {
        compare(step.predicate, in(1));
        choose(in_register(2), in(3));
      }
      break;
    }
    case Form::Extreme: {  // the instruction gives the second operand where either is NaN
      const Place x = Place::reg(in_register(0));
      if (held_[0].lie >= Lie::Number) {
        code.vector(row.op, out, in_register(0), in(1));
      } else if (held_[1].lie == Lie::Zero) {
        compare(row.op.number == kMax.number ? kNleQ : kNgeQ, in(1));
        where_compared(x);
      } else if (held_[1].lie == Lie::Number) {
        compare(row.predicate, in(1));
        choose(in_register(0), in(1));
      } else {
        code.vector(row.op, scratch(0), in_register(0), in(1));
        compare(kUnordered, x);
        choose(scratch(0), x);
      }
    }
  }
}

// ---- the function ----

// Stack pointer and callers' registers.
void Writer::write_begin(Encoder& code) {
  code.begin();
  for (size_t i = kNumFree; i < num_pointers_; ++i) code.push(kPointers[i]);
  if (!stack_.empty()) {  // places aligned to a vector, the former pointer below them
    code.move(kRax, kRsp);
    code.bit_and(kRsp, -kConstantBytes);
    code.add(kRsp, -(kConstantBytes + static_cast<int>(stack_.size()) * vector_));
    code.store(kRsp, 0, kRax);
  }
  for (const Value& value : values_) {
    if (value.fixed == kNone) continue;
    Value there = value;
    there.fixed = kNone;
    code.vector(kLoad, value.fixed, 0, memory(code, there, 0));
  }
  for (const Value& value : values_) {
    if (value.pointer != kNone) code.load(value.pointer, kRdi, value.number * 8);
  }
  code.clear(kRcx);
}
void Writer::write_end(Encoder& code) {
  if (!stack_.empty()) code.load(kRsp, kRsp, 0);
  for (size_t i = num_pointers_; i-- > kNumFree;) code.pop(kPointers[i]);
  for (const Value& value : values_) {
    if (value.streams) {
      code.end_streams();
      break;
    }
  }
  code.end_vectors();
  code.leave();
}

ChainCode Writer::write() {
  int num_same = 0;
  for (const Value& value : values_) num_same += value.same && value.count;
  const int most = fit(1, num_same, static_cast<int>(values_.size()));
  const int unroll = 2 * most + num_same <= num_free() ? 2 : 1;
  int fixed = num_free() - unroll * most;
  // some registers for what is loaded on the way
  if (fixed < num_same) fixed = std::max(0, num_free() - std::max(most, kFewest));
  fixed = std::min(fixed, num_same);
  const int groups = (num_free() - fixed) / unroll;
  fit(unroll, fixed, groups);
  ChainCode result;
  if (stack_.size() > kMaxSpilled) return result;
  Encoder code(wide_);
  for (uint32_t bits : kConstantBits) {
    for (int i = 0; i < kConstantBytes; i += 4) code.word(static_cast<int32_t>(bits));
  }
  result.entry = code.bytes().size();
  write_begin(code);
  const int loop = code.size();
  write_steps(code);
  result.block = static_cast<size_t>(unroll * vector_);
  code.add(kRcx, unroll * vector_);
  code.loop_if_less(kRcx, kRsi, loop);
  write_end(code);
  result.bytes = code.bytes();
  for (const Value& value : values_) {
    if (value.stored) result.stored.push_back(static_cast<uint16_t>(value.number));
    if (!value.computed && !value.same && value.count) result.rows.push_back(static_cast<uint16_t>(value.number));
  }
  return result;
}

}  // namespace

bool is_for_code(Opcode opcode) { return row_of(opcode); }

ChainCode write_chain_code(std::span<const CodeStep> steps, std::span<const Lie> lies, bool wide) {
  return Writer(steps, lies, wide).write();
}

}  // namespace vjp::cpu
