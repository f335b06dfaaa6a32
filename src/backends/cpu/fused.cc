// Fused programs on the CPU: few elements step by step, with memory for every value; more in tiles that threads share.
#include "kernel/fused.h"

#include <algorithm>

#include "backends/cpu/fused_plan.h"
#include "backends/cpu/fused_sums.h"
#include "backends/cpu/workspace.h"
#include "base/parallel.h"

namespace vjp {
namespace {

constexpr int64_t kFewElements = 128;

// How an operand lies: its elements side by side in the order of the index space, or one element for all.
enum class Lie : uint8_t { Row, Constant, Other };
Lie lie_of(const FusedArgs& args, const vjp_operand& operand) {
  int64_t step = 1;
  bool row = true, constant = true;
  for (int d = args.ndim - 1; d >= 0; --d) {
    if (args.sizes[d] == 1) continue;
    row &= operand.strides[d] == step;
    constant &= operand.strides[d] == 0;
    step *= args.sizes[d];
  }
  return row ? Lie::Row : constant ? Lie::Constant : Lie::Other;
}

// A plan would cost more than the numbers. False: operands lie in a way that wants one.
class Few {
 public:
  Few(const FusedArgs& args, int64_t n) : args_(args), program_(*args.program), n_(n) {}

  bool is_plain() {
    for (size_t o = 0; o < program_.outputs.size(); ++o) {
      if (lie_of(args_, args_.outputs[o]) != Lie::Row) return false;
    }
    for (int i = 0; i < program_.num_inputs; ++i) {
      lies_[i] = lie_of(args_, args_.inputs[i]);
      if (lies_[i] == Lie::Other) return false;
    }
    return true;
  }

  void run() {
    const auto count = static_cast<size_t>(program_.num_values());
    // room for a value of any dtype beside those of the compute type
    const size_t row = cpu::Workspace::round_up(static_cast<size_t>(n_) * 16);
    cpu::Workspace memory(cpu::Workspace::round_up(count * sizeof(void*)) + (count + 1) * row);
    values_ = memory.take<void*>(static_cast<int64_t>(count));
    char* const slots = memory.take<char>(static_cast<int64_t>((count + 1) * row));
    for (size_t v = 0; v < count; ++v) values_[v] = slots + (v + 1) * row;
    for (int i = 0; i < program_.num_inputs; ++i) bind(i);
    for (int i = 0; i < program_.num_scalars; ++i) {
      void* const to = values_[program_.num_inputs + i];
      cpu::scalar_to(type_, args_.scalars[i], to);
      repeat(to);
    }
    for (size_t i = 0; i < program_.steps.size(); ++i) run_step(program_.steps[i], i, slots);
    for (size_t o = 0; o < program_.outputs.size(); ++o) {
      const vjp_operand& out = args_.outputs[o];
      kernels_.store[type_][out.dtype](out.data, values_[program_.outputs[o].value], static_cast<size_t>(n_));
    }
  }

 private:
  void bind(int i) {
    const vjp_operand& in = args_.inputs[i];
    const auto load = kernels_.load[in.dtype][type_];
    if (lies_[i] == Lie::Constant) {
      load(values_[i], in.data, 1);
      repeat(values_[i]);
      return;
    }
    // what is stored as it is may be written over by another output before
    const auto is_this = [i](const FusedOutput& output) { return output.value == i; };
    const bool copies = std::any_of(program_.outputs.begin(), program_.outputs.end(), is_this);
    if (Dtype{in.dtype} == program_.compute && !copies) {
      values_[i] = in.data;
    } else {
      load(values_[i], in.data, static_cast<size_t>(n_));
    }
  }
  // The first element everywhere.
  void repeat(void* row) const {
    cpu::visit_size(cpu::kComputeSize[type_], [&]<class T>(T) {
      const T first = *static_cast<T*>(row);
      std::fill_n(static_cast<T*>(row), n_, first);
    });
  }
  void run_step(const FusedStep& step, size_t number, void* staging) const {
    const auto kernel = kernels_.tile[type_][static_cast<int>(step.opcode)];
    if (!kernel) cpu::fail_step(program_.compute);
    const int arity = arity_of(step.opcode);
    const auto n = static_cast<size_t>(n_);
    void* const out = values_[static_cast<size_t>(program_.first_result()) + number];
    kernel(out, values_[step.a], values_[arity > 1 ? step.b : step.a], values_[arity > 2 ? step.c : step.a], n);
    if (step.dtype == program_.compute) return;
    kernels_.store[type_][static_cast<int>(step.dtype)](staging, out, n);
    kernels_.load[static_cast<int>(step.dtype)][type_](out, staging, n);
  }

  const FusedArgs& args_;
  const FusedProgram& program_;
  const int64_t n_;
  const cpu::ComputeType type_ = cpu::compute_type_of(program_.compute);
  const cpu::Kernels& kernels_ = cpu::kernels();
  Lie lies_[kMaxFusedOperands];
  void** values_ = nullptr;
};

}  // namespace

void cpu::run_fused_plain(const FusedArgs& args) {
  int64_t n = 1;
  for (int d = 0; d < args.ndim; ++d) n *= args.sizes[d];
  if (n == 0) return;
  if (n <= kFewElements) {
    Few few(args, n);
    if (few.is_plain()) return few.run();
  }
  const cpu::FusedPlan plan(args);
  parallel_for(0, plan.num_tiles(), plan.tiles_per_chunk(), [&plan](int64_t begin, int64_t end) {
    cpu::Workspace memory(plan.arena_bytes());
    plan.run(begin, end, memory.take<char>(static_cast<int64_t>(plan.arena_bytes())));
  });
}

VJP_FILL_PORT(run_fused_on_cpu) = [](const FusedArgs& args) {
  args.sums ? cpu::run_fused_sums(args) : cpu::run_fused_plain(args);
};

}  // namespace vjp
