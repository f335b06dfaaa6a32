#include "ops/call/dual_program.h"

#include <atomic>
#include <memory>

#include "kernel/trace.h"

namespace vjp {
namespace {

// Puts programs into a tracer one after the other, which finds what they have in common.
class Merger {
 public:
  explicit Merger(const OpDef& op) : op_(op) {
    tracer_.program.num_inputs = static_cast<uint8_t>(op.num_rules + op.pointwise->real.num_inputs);
    tracer_.program.num_parameters = op.pointwise->real.num_parameters;
  }

  // Null if a tangent needs no program.
  std::unique_ptr<Trace> merged() {
    value_ = put(
        op_.pointwise->real, [&](int i) { return op_.num_rules + i; }, [](int p) { return 32 + p; });
    int tangent = -1;
    for (int r = 0; r < op_.num_rules; ++r) {
      if (op_.rules[r].is_constant && op_.rules[r].constant == 0) return {};
      const int part = term(op_.rules[r], r);
      tangent = tangent < 0 ? part : tracer_.emit(Opcode::Add, tangent, part);
    }
    if (tangent < 128 || value_ < 128) return {};  // an argument's
    auto trace = std::make_unique<Trace>(tracer_.finish(static_cast<uint8_t>(tangent)));
    Program& p = trace->program;
    p.outputs[p.num_outputs++] = static_cast<uint8_t>(first_result(p) + value_ - 128);
    p.instructions = trace->instructions;
    p.constants = trace->constants;
    return trace;
  }

 private:
  // The tangent of argument r times its partial derivative.
  int term(const Rule& rule, int tangent) {
    if (!rule.is_constant) {
      return put(
          *rule.fused, [&](int i) { return i ? number_of(rule.inputs[i - 1]) : tangent; },
          [&](int p) { return number_of(rule.parameters[p]); });
    }
    if (rule.constant == 1) return tangent;
    if (rule.constant == -1) return tracer_.emit(Opcode::Neg, tangent);
    return tracer_.emit(Opcode::Mul, tangent, tracer_.constant(rule.constant));
  }

  // Of an argument, or 16 + a result.
  int number_of(int code) const {
    if (code >= 16) return value_;
    const bool operand = op_.schema.is_tensor_like(code);
    int before = 0;
    for (int a = 0; a < code; ++a) before += op_.schema.is_tensor_like(a) == operand;
    return operand ? op_.num_rules + before : 32 + before;
  }

  template <class Input, class Parameter>
  int put(const Program& p, const Input& input, const Parameter& parameter) {
    int results[VJP_PROGRAM_MAX_INSTRUCTIONS] = {};
    const auto number = [&](int v) -> int {
      if (v < first_parameter(p)) return input(v);
      if (v < first_constant(p)) return parameter(v - first_parameter(p));
      if (v < first_result(p)) return tracer_.constant(p.constants[v - first_constant(p)]);
      return results[v - first_result(p)];
    };
    for (int i = 0; i < p.num_instructions; ++i) {
      const Instruction& step = p.instructions[i];
      const int arity = arity_of(step);
      const int a = number(step.a), b = arity > 1 ? number(step.b) : 0, c = arity > 2 ? number(step.c) : 0;
      results[i] = Opcode{step.opcode} == Opcode::Copy ? a : tracer_.emit(Opcode{step.opcode}, a, b, c);
    }
    return number(p.outputs[0]);
  }

  const OpDef& op_;
  Tracer tracer_;
  int value_ = 0;
};

const Program* make(const OpDef& op) {
  try {
    std::unique_ptr<Trace> trace = Merger(op).merged();
    return trace ? &trace.release()->program : nullptr;  // for ever, as operators are
  } catch (const char*) {                                // it does not fit
    return nullptr;
  }
}

}  // namespace

const Program* dual_program(const OpDef& op) {
  static constexpr Program kNone{};
  static auto* const made = new std::atomic<const Program*>[op_table().size()]();
  std::atomic<const Program*>& place = made[op.number];
  const Program* program = place.load(std::memory_order_acquire);
  if (!program) {
    const Program* fresh = op.num_rules ? make(op) : nullptr;
    if (!fresh) fresh = &kNone;
    if (place.compare_exchange_strong(program, fresh, std::memory_order_acq_rel)) program = fresh;
  }
  return program->num_outputs ? program : nullptr;
}

}  // namespace vjp
