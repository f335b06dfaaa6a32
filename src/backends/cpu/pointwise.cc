// cpu::pointwise: chooses between a scalar walk for single elements and tiles (pointwise_plan.h) for everything else.
#include <cmath>

#include "backends/cpu/cpu.h"
#include "backends/cpu/pointwise_plan.h"
#include "base/error.h"
#include "base/parallel.h"

namespace vjp::cpu {
namespace {

bool has_one_element(const PointwiseArgs& args) {
  for (int i = 0; i < args.ndim; ++i) {
    if (args.sizes[i] != 1) return false;
  }
  return true;
}
bool is_empty(const PointwiseArgs& args) {
  for (int i = 0; i < args.ndim; ++i) {
    if (args.sizes[i] == 0) return true;
  }
  return false;
}

[[noreturn, gnu::cold]] void fail_opcode(const PointwiseArgs& args) {
  fail(VJP_ERROR_NOT_IMPLEMENTED, "an operation of this formula is not defined for {}", Dtype{args.compute});
}
// Those of one element find out themselves.
void check_opcodes(const PointwiseArgs& args, ComputeType type, const Kernels& k) {
  for (int i = 0; i < args.program->num_instructions; ++i) {
    if (!k.tile[type][args.program->instructions[i].opcode]) fail_opcode(args);
  }
}

// One instruction on one element: the cheapest inline, which give the very bits that the vector kernels give; the
// others by those kernels, on pointers to where the numbers lie: a vector load of what was just stored piecemeal would
// stall.
template <class T>
[[gnu::always_inline]] inline void step_one(const PointwiseArgs& args, ComputeType type, const Kernels& kernels,
                                            Opcode opcode, T* result, const T* a, const T* b, const T* c) {
  switch (opcode) {
    case Opcode::Copy:
      *result = *a;
      break;
    case Opcode::Neg:
      *result = -*a;
      break;
    case Opcode::Square:
      *result = *a * *a;
      break;
    case Opcode::Add:
      *result = *a + *b;
      break;
    case Opcode::Sub:
      *result = *a - *b;
      break;
    case Opcode::Mul:
      *result = *a * *b;
      break;
    case Opcode::Div:
      *result = *a / *b;
      break;
    default: {
      const auto kernel = kernels.tile[type][static_cast<int>(opcode)];
      if (!kernel) fail_opcode(args);
      const int arity = arity_of(opcode);
      kernel(result, a, arity > 1 ? b : nullptr, arity > 2 ? c : nullptr, 1);
    }
  }
}

// A program of one instruction on inputs of the compute type: what an operator mostly is.
template <class T>
[[gnu::always_inline]] inline bool run_single(const PointwiseArgs& args, ComputeType type, const Kernels& kernels) {
  const Program& p = *args.program;
  if (p.num_instructions != 1 || p.num_parameters || p.num_constants || p.num_outputs != 1) return false;
  const Instruction& step = p.instructions[0];
  if (p.outputs[0] != p.num_inputs || args.outputs[0].dtype != args.compute) return false;
  for (int i = 0; i < p.num_inputs; ++i) {
    if (args.inputs[i].dtype != args.compute) return false;
  }
  const auto at = [&](int value) { return static_cast<const T*>(args.inputs[value].data); };
  step_one(args, type, kernels, Opcode{step.opcode}, static_cast<T*>(args.outputs[0].data), at(step.a), at(step.b),
           at(step.c));
  return true;
}

template <class T>
void run_one(const PointwiseArgs& args, ComputeType type, const Kernels& kernels) {
  if (run_single<T>(args, type, kernels)) return;
  const Program& p = *args.program;
  T own[Plan::kMaxValues];
  T* value[Plan::kMaxValues];
  for (int i = 0; i < p.num_inputs; ++i) {
    const auto& in = args.inputs[i];
    value[i] = static_cast<T*>(in.data);
    if (Dtype{in.dtype} != kComputeDtype[type]) {
      value[i] = own + i;
      kernels.load[in.dtype][type](own + i, in.data, 1);
    }
  }
  for (int i = 0, v = first_parameter(p); i < p.num_parameters; ++i, ++v) {
    own[v] = static_cast<T>(Scalar(args.parameters[i]).to_double());
    value[v] = own + v;
  }
  for (int i = 0, v = first_constant(p); i < p.num_constants; ++i, ++v) {
    own[v] = static_cast<T>(p.constants[i]);
    value[v] = own + v;
  }
  const Instruction* const steps = p.instructions;
  const int last = p.num_instructions - 1;
  for (int i = 0, v = first_result(p); i <= last; ++i, ++v) {
    const Instruction& step = steps[i];
    const bool into_output =
        i == last && p.num_outputs == 1 && p.outputs[0] == v && Dtype{args.outputs[0].dtype} == kComputeDtype[type];
    T* const result = value[v] = into_output ? static_cast<T*>(args.outputs[0].data) : own + v;
    step_one<T>(args, type, kernels, Opcode{step.opcode}, result, value[step.a], value[step.b], value[step.c]);
    if (into_output) return;
  }
  // an output may be an input: what is stored from inputs themselves is read before anything is written
  T results[VJP_PROGRAM_MAX_OUTPUTS];
  for (int o = 0; o < p.num_outputs; ++o) results[o] = *value[p.outputs[o]];
  for (int o = 0; o < p.num_outputs; ++o) {
    const auto& out = args.outputs[o];
    if (Dtype{out.dtype} == kComputeDtype[type]) {
      *static_cast<T*>(out.data) = results[o];
    } else {
      kernels.store[type][out.dtype](out.data, results + o, 1);
    }
  }
}

// A few elements side by side, all of the compute type: what a plan would find out is known, and a slot for every value
// is small.
constexpr int64_t kFewElements = 128;
constexpr size_t kFewBytes = 24 * 1024;

bool is_few(const PointwiseArgs& args, ComputeType type, size_t value_bytes) {
  if (args.ndim != 1 || args.sizes[0] > kFewElements) return false;
  const Program& p = *args.program;
  if (p.num_instructions == 0) return false;  // a conversion: no instruction would write the output
  const int slots = first_result(p) + p.num_instructions;
  if (static_cast<size_t>(slots) * value_bytes > kFewBytes || p.outputs[0] != slots - 1 || p.num_outputs != 1)
    return false;
  for (int i = 0; i < p.num_inputs; ++i) {
    const auto& in = args.inputs[i];
    if (in.strides[0] != 0 && (in.strides[0] != 1 || Dtype{in.dtype} != kComputeDtype[type])) return false;
  }
  return args.outputs[0].strides[0] == 1 && Dtype{args.outputs[0].dtype} == kComputeDtype[type];
}

template <class T>
void run_few(const PointwiseArgs& args, ComputeType type, const Kernels& kernels) {
  const Program& p = *args.program;
  const int64_t n = args.sizes[0];
  alignas(64) char memory[kFewBytes];
  const void* values[Plan::kMaxValues];
  T* next = reinterpret_cast<T*>(memory);
  const auto splat = [&](int value, T v) {
    values[value] = next;
    for (int64_t i = 0; i < n; ++i) next[i] = v;
    next += n;
  };
  for (int i = 0; i < p.num_inputs; ++i) {
    const auto& in = args.inputs[i];
    if (in.strides[0] == 1) {
      values[i] = in.data;
    } else {
      T v;
      kernels.load[in.dtype][type](&v, in.data, 1);
      splat(i, v);
    }
  }
  for (int i = 0; i < p.num_parameters; ++i) {
    T v;
    scalar_to(type, args.parameters[i], &v);
    splat(first_parameter(p) + i, v);
  }
  for (int i = 0; i < p.num_constants; ++i) splat(first_constant(p) + i, static_cast<T>(p.constants[i]));
  for (int i = 0, value = first_result(p); i < p.num_instructions; ++i, ++value) {
    const Instruction& step = p.instructions[i];
    // nothing is read after the last instruction, so it may write over an input
    const bool last = i + 1 == p.num_instructions;
    void* to = last ? args.outputs[0].data : next;
    values[value] = to;
    next += n;
    const int arity = arity_of(step);
    kernels.tile[type][step.opcode](to, values[step.a], arity > 1 ? values[step.b] : nullptr,
                                    arity > 2 ? values[step.c] : nullptr, static_cast<size_t>(n));
  }
}

void run_tiles(const PointwiseArgs& args) {
  const Plan plan(args);
  // one thread fills the slots of constants once; no element depends on how the tiles are cut
  const int64_t grain = num_threads() == 1 ? plan.num_tiles() : plan.tiles_per_chunk();
  parallel_for(0, plan.num_tiles(), grain, [&plan](int64_t begin, int64_t end) {
    alignas(64) char arena[Plan::kArenaBytes];
    plan.run(begin, end, arena);
  });
}

}  // namespace

void pointwise(const PointwiseArgs& args) {
  const ComputeType type = compute_type_of(Dtype{args.compute});
  const Kernels& k = kernels();
  if (has_one_element(args)) {
    if (type == kF32) return run_one<float>(args, type, k);
    if (type == kF64) return run_one<double>(args, type, k);
  }
  check_opcodes(args, type, k);
  if (is_empty(args)) return;
  if (args.ndim == 1 && args.sizes[0] <= kFewElements) {
    const size_t bytes = static_cast<size_t>(args.sizes[0]) * kComputeSize[type];
    if (type == kF32 && is_few(args, type, bytes)) return run_few<float>(args, type, k);
    if (type == kF64 && is_few(args, type, bytes)) return run_few<double>(args, type, k);
  }
  run_tiles(args);
}

}  // namespace vjp::cpu
