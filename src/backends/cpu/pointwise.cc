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

void check_opcodes(const PointwiseArgs& args, ComputeType type, const Kernels& k) {
  for (int i = 0; i < args.program->num_instructions; ++i) {
    const int op = static_cast<int>(args.program->instructions[i].opcode);
    if (!k.tile[type][op])
      fail(VJP_ERROR_NOT_IMPLEMENTED, "an operation of this formula is not defined for {}", args.compute);
  }
}

// One element: the cheapest instructions inline, which give the very bits that the vector kernels give; the others by
// those kernels. Everything is read before anything is written.
template <class T>
void run_one(const PointwiseArgs& args, ComputeType type, const Kernels& kernels) {
  const Program& p = *args.program;
  T v[Plan::kMaxValues];
  for (int i = 0; i < p.num_inputs; ++i) {
    const auto& in = args.inputs[i];
    if (in.dtype == kComputeDtype[type]) {
      v[i] = *static_cast<const T*>(in.data);
    } else {
      kernels.load[static_cast<int>(in.dtype)][type](&v[i], in.data, 1);
    }
  }
  for (int i = 0; i < p.num_parameters; ++i)
    v[p.first_parameter() + i] = static_cast<T>(args.parameters[i].to_double());
  for (int i = 0; i < p.num_constants; ++i) v[p.first_constant() + i] = static_cast<T>(p.constants[i]);
  T* result = v + p.first_result();
  for (int i = 0; i < p.num_instructions; ++i, ++result) {
    const Instruction& step = p.instructions[i];
    const T &a = v[step.a], &b = v[step.b];
    switch (step.opcode) {
      case Opcode::Copy:
        *result = a;
        break;
      case Opcode::Neg:
        *result = -a;
        break;
      case Opcode::Square:
        *result = a * a;
        break;
      case Opcode::Add:
        *result = a + b;
        break;
      case Opcode::Sub:
        *result = a - b;
        break;
      case Opcode::Mul:
        *result = a * b;
        break;
      case Opcode::Div:
        *result = a / b;
        break;
      default:
        kernels.tile[type][static_cast<int>(step.opcode)](result, &a, &b, &v[step.c], 1);
    }
  }
  for (int o = 0; o < p.num_outputs; ++o) {
    const auto& out = args.outputs[o];
    if (out.dtype == kComputeDtype[type]) {
      *static_cast<T*>(out.data) = v[p.outputs[o]];
    } else {
      kernels.store[type][static_cast<int>(out.dtype)](out.data, &v[p.outputs[o]], 1);
    }
  }
}

void run_tiles(const PointwiseArgs& args) {
  const Plan plan(args);
  parallel_for(0, plan.num_tiles(), plan.tiles_per_chunk(), [&plan](int64_t begin, int64_t end) {
    alignas(64) char arena[Plan::kArenaBytes];
    plan.run(begin, end, arena);
  });
}

}  // namespace

void pointwise(const PointwiseArgs& args) {
  const ComputeType type = compute_type_of(args.compute);
  const Kernels& k = kernels();
  if (has_one_element(args)) {
    if (type == kF32) {
      check_opcodes(args, type, k);
      return run_one<float>(args, type, k);
    }
    if (type == kF64) {
      check_opcodes(args, type, k);
      return run_one<double>(args, type, k);
    }
  }
  if (is_empty(args)) return;
  check_opcodes(args, type, k);
  run_tiles(args);
}

}  // namespace vjp::cpu
