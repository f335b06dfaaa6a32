#include "compile/again.h"

#include "ops/fused.h"

namespace vjp::compile {

Recipe::Recipe()
    : kind([] {
        static std::atomic<uint64_t> made{0};
        return ++made;
      }()) {}

std::vector<Tensor> Again::compute(std::span<const Tensor> sources) {
  return run_fused(recipe_->program, sources, recipe_->scalars);
}

int cost_of(Opcode opcode) {
  switch (opcode) {
    case Opcode::Copy:
    case Opcode::Neg:
    case Opcode::Abs:
    case Opcode::Sign:
    case Opcode::Square:
    case Opcode::Add:
    case Opcode::Sub:
    case Opcode::Mul:
    case Opcode::Max:
    case Opcode::Min:
    case Opcode::Eq:
    case Opcode::Ne:
    case Opcode::Lt:
    case Opcode::Le:
    case Opcode::Gt:
    case Opcode::Ge:
    case Opcode::Select:
    case Opcode::Fma:
      return 1;
    case Opcode::Reciprocal:
    case Opcode::Sqrt:
    case Opcode::Div:
      return 3;
    default:
      return 16;
  }
}

}  // namespace vjp::compile
