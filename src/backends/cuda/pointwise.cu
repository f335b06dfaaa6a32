// Pointwise programs by interpretation: one kernel for programs of one instruction, which are most, and one that walks
// any program. Both take several elements a thread, all loads first, so that memory has enough to do.
//
#include "backends/cuda/fused_plan.h"
#include "backends/cuda/geometry.h"
#include "backends/cuda/kernels.h"
#include "backends/cuda/opcodes.h"

namespace vjp::cuda {
namespace {

constexpr int kItems = 4;  // elements of a thread
constexpr int kMaxOperands = VJP_PROGRAM_MAX_INPUTS + VJP_PROGRAM_MAX_OUTPUTS;
// Values that stand in no memory: numbers given by the host, parameters and constants.
constexpr int kMaxNumbers = VJP_PROGRAM_MAX_INPUTS + VJP_PROGRAM_MAX_PARAMETERS + VJP_PROGRAM_MAX_CONSTANTS;
constexpr int kMaxValues = kMaxNumbers + VJP_PROGRAM_MAX_INSTRUCTIONS;

template <class T>
T number_of(const vjp_number& n) {
  const double real = n.kind <= VJP_KIND_INT ? static_cast<double>(n.integer) : n.real;
  if constexpr (kIsComplex<T>) {
    return T(Complex<double>(real, n.kind == VJP_KIND_COMPLEX ? n.imaginary : 0.0));
  } else if constexpr (kIsInteger<T>) {
    return n.kind <= VJP_KIND_INT ? n.integer : static_cast<int64_t>(n.real);
  } else {
    return static_cast<T>(real);
  }
}

// Heavy functions are called, not repeated in every kernel.
template <class T>
#if defined(__CUDACC__) || defined(__HIPCC__)
__noinline__
#endif
    __device__ T
    apply_any(int op, T a, T b, T c) {
  switch (op) {
#define VJP_OPERANDS_1 a
#define VJP_OPERANDS_2 a, b
#define VJP_OPERANDS_3 a, b, c
#define VJP_CASE(number, NAME, Name, name, arity, complex, text) \
  case VJP_OPCODE_##NAME:                                        \
    if constexpr (complex || !kIsComplex<T>) {                   \
      return op_##name(VJP_OPERANDS_##arity);                    \
    }                                                            \
    break;
    VJP_OPCODES(VJP_CASE)
#undef VJP_CASE
  }
  return a;
}

template <class T>
__device__ inline T apply(int op, T a, T b, T c) {
  switch (op) {
    case VJP_OPCODE_COPY:
      return a;
    case VJP_OPCODE_NEG:
      return op_neg(a);
    case VJP_OPCODE_SQUARE:
      return op_square(a);
    case VJP_OPCODE_ADD:
      return op_add(a, b);
    case VJP_OPCODE_SUB:
      return op_sub(a, b);
    case VJP_OPCODE_MUL:
      return op_mul(a, b);
    case VJP_OPCODE_SELECT:
      return op_where(a, b, c);
    default:
      return apply_any(op, a, b, c);
  }
}

// ---- one instruction, or none: a conversion ----

struct Source {
  const void* data;  // null: a number
  int dtype;
};

// (Three inputs and an output at most: their strides take little of the kernel's arguments.)
template <class T>
struct Single {
  Space<4> space;  // output, then operands
  void* out;
  int out_dtype, op;
  Source operands[3];
  T numbers[3];
};

// kDirect: all operands are of the compute type.
template <class T, bool kDirect>
__global__ void __launch_bounds__(kThreads) single_kernel(const __grid_constant__ Single<T> k) {
  constexpr int kBatch = kDirect ? kItems : 1;
  const int64_t step = item_step();
  for (int64_t first = first_item(); first < k.space.count; first += step * kBatch) {
    T v[3][kBatch];
    int64_t to[kBatch];
    VJP_UNROLL
    for (int j = 0; j < kBatch; ++j) {
      const int64_t i = first + j * step;
      if (i >= k.space.count) break;
      int64_t at[4];
      k.space.offsets(i, at);
      to[j] = at[0];
      VJP_UNROLL
      for (int s = 0; s < 3; ++s) {
        const Source& from = k.operands[s];
        if (!from.data) {
          v[s][j] = k.numbers[s];
        } else if constexpr (kDirect) {
          v[s][j] = static_cast<const T*>(from.data)[at[s + 1]];
        } else {
          v[s][j] = load<T>(from.data, from.dtype, at[s + 1]);
        }
      }
    }
    VJP_UNROLL
    for (int j = 0; j < kBatch; ++j) {
      if (first + j * step >= k.space.count) break;
      const T result = apply(k.op, v[0][j], v[1][j], v[2][j]);
      if constexpr (kDirect) {
        static_cast<T*>(k.out)[to[j]] = result;
      } else {
        store<T>(k.out, k.out_dtype, to[j], result);
      }
    }
  }
}

// ---- any program ----

constexpr int kProgramDims = 10;  // more do not go into the arguments of a kernel
template <class T>
struct Interpreted {
  Space<kMaxOperands, kProgramDims> space;  // inputs, then outputs
  Source inputs[VJP_PROGRAM_MAX_INPUTS];
  void* outputs[VJP_PROGRAM_MAX_OUTPUTS];
  uint8_t output_dtypes[VJP_PROGRAM_MAX_OUTPUTS], output_values[VJP_PROGRAM_MAX_OUTPUTS];
  int num_inputs, num_numbers, num_instructions, num_outputs;  // numbers: parameters and constants
  T numbers[kMaxNumbers];                                      // first those that take an input's place
  vjp_instruction instructions[VJP_PROGRAM_MAX_INSTRUCTIONS];
};
static_assert(sizeof(Interpreted<Complex<double>>) <= 4096, "arguments of a kernel");

template <class T>
__global__ void __launch_bounds__(kThreads) program_kernel(const __grid_constant__ Interpreted<T> k) {
  T values[kMaxValues];
  const int first_result = k.num_inputs + k.num_numbers;
  for (int v = k.num_inputs; v < first_result; ++v) values[v] = k.numbers[v];
  for (int64_t i = first_item(); i < k.space.count; i += item_step()) {
    int64_t at[kMaxOperands];
    k.space.offsets(i, at);
    for (int v = 0; v < k.num_inputs; ++v) {
      values[v] = k.inputs[v].data ? load<T>(k.inputs[v].data, k.inputs[v].dtype, at[v]) : k.numbers[v];
    }
    for (int n = 0; n < k.num_instructions; ++n) {
      const vjp_instruction step = k.instructions[n];
      // operands that an opcode does not have are value 0 or another that exists
      const int arity = arity_of(step.opcode);
      const T a = values[step.a], b = arity > 1 ? values[step.b] : a, c = arity > 2 ? values[step.c] : a;
      values[first_result + n] = apply(step.opcode, a, b, c);
    }
    // an output may be an input: all is read before anything is written
    for (int o = 0; o < k.num_outputs; ++o) {
      store<T>(k.outputs[o], k.output_dtypes[o], at[VJP_PROGRAM_MAX_INPUTS + o], values[k.output_values[o]]);
    }
  }
}

template <class T>
void check_opcodes(const vjp_pointwise_args& args) {
  for (int i = 0; i < args.program->num_instructions; ++i) {
    const int op = args.program->instructions[i].opcode;
    if (op >= VJP_OPCODE_COUNT || (kIsComplex<T> && !is_complex_op(op))) {
      fail(VJP_ERROR_NOT_IMPLEMENTED, "an operation of this formula is not defined for %s", dtype_name(args.compute));
    }
  }
}

// The number that a value is, if the host knows it.
template <class T>
bool is_number(const vjp_pointwise_args& args, int value, T& out) {
  const vjp_program& p = *args.program;
  if (value < p.num_inputs) {
    const vjp_operand& in = args.inputs[value];
    if (in.host) out = load<T>(in.data, in.dtype, 0);
    return in.host;
  }
  value -= p.num_inputs;
  if (value < p.num_parameters) {
    out = number_of<T>(args.parameters[value]);
  } else {
    out = convert<T>(p.constants[value - p.num_parameters]);
  }
  return true;
}

template <class T>
void run_single(const vjp_pointwise_args& args, const Launch& launch) {
  const vjp_program& p = *args.program;
  Single<T> k;
  const vjp_instruction copy = {VJP_OPCODE_COPY, p.outputs[0], 0, 0};
  const vjp_instruction& step = p.num_instructions ? p.instructions[0] : copy;
  const int values[3] = {step.a, step.b, step.c}, arity = arity_of(step.opcode);
  const int64_t* strides[3] = {};
  for (int s = 0; s < 3; ++s) {
    k.operands[s] = {nullptr, kFloat32};
    k.numbers[s] = T(0);
    if (s >= arity || is_number(args, values[s], k.numbers[s])) continue;
    k.operands[s] = {args.inputs[values[s]].data, args.inputs[values[s]].dtype};
    strides[s] = args.inputs[values[s]].strides;
  }
  for (int d = 0; d < args.ndim; ++d) {
    k.space.push(args.sizes[d], args.outputs[0].strides[d], strides[0] ? strides[0][d] : 0,
                 strides[1] ? strides[1][d] : 0, strides[2] ? strides[2][d] : 0);
  }
  k.space.sort(0);
  k.space.finish();
  k.out = args.outputs[0].data;
  k.out_dtype = args.outputs[0].dtype;
  k.op = step.opcode;
  bool direct = k.out_dtype == args.compute;
  for (const Source& operand : k.operands) direct &= !operand.data || operand.dtype == args.compute;
  if (direct) {
    run(launch, "pointwise", single_kernel<T, true>, blocks_for(launch, k.space.count, kItems), kThreads, k);
  } else {
    run(launch, "pointwise", single_kernel<T, false>, blocks_for(launch, k.space.count), kThreads, k);
  }
}

template <class T>
void run_program(const vjp_pointwise_args& args, const Launch& launch) {
  const vjp_program& p = *args.program;
  Interpreted<T> k;
  k.num_inputs = p.num_inputs;
  k.num_numbers = p.num_parameters + p.num_constants;
  k.num_instructions = p.num_instructions;
  k.num_outputs = p.num_outputs;
  for (int v = 0; v < p.num_inputs + k.num_numbers; ++v) {
    if (is_number(args, v, k.numbers[v])) {
      if (v < p.num_inputs) k.inputs[v] = {nullptr, kFloat32};
    } else {
      k.inputs[v] = {args.inputs[v].data, args.inputs[v].dtype};
    }
  }
  for (int o = 0; o < p.num_outputs; ++o) {
    k.outputs[o] = args.outputs[o].data;
    k.output_dtypes[o] = args.outputs[o].dtype;
    k.output_values[o] = p.outputs[o];
  }
  for (int n = 0; n < p.num_instructions; ++n) k.instructions[n] = p.instructions[n];
  Space<kMaxOperands> all;  // of which the outermost dimensions, if there are too many, are a launch each position
  for (int d = 0; d < args.ndim; ++d) {
    int64_t strides[kMaxOperands] = {};
    for (int v = 0; v < p.num_inputs; ++v) strides[v] = args.inputs[v].host ? 0 : args.inputs[v].strides[d];
    for (int o = 0; o < p.num_outputs; ++o) strides[VJP_PROGRAM_MAX_INPUTS + o] = args.outputs[o].strides[d];
    all.push_all(args.sizes[d], strides);
  }
  all.sort(VJP_PROGRAM_MAX_INPUTS);
  all.finish();
  const int outer = all.ndim > kProgramDims ? all.ndim - kProgramDims : 0;
  for (int d = outer; d < all.ndim; ++d) {
    int64_t strides[kMaxOperands];
    for (int o = 0; o < kMaxOperands; ++o) strides[o] = all.strides[o][d];
    k.space.push_all(all.sizes[d], strides);
  }
  k.space.finish();
  const Interpreted<T> first = k;
  for (int64_t i = 0; i < all.count / (k.space.count > 0 ? k.space.count : 1); ++i) {
    int64_t rest = i, offsets[kMaxOperands] = {};
    for (int d = outer - 1; d >= 0; --d) {
      for (int o = 0; o < kMaxOperands; ++o) offsets[o] += rest % all.sizes[d] * all.strides[o][d];
      rest /= all.sizes[d];
    }
    for (int v = 0; v < p.num_inputs; ++v) {
      const Source& from = first.inputs[v];
      if (from.data) k.inputs[v].data = static_cast<const char*>(from.data) + offsets[v] * size_of(from.dtype);
    }
    for (int o = 0; o < p.num_outputs; ++o) {
      k.outputs[o] =
          static_cast<char*>(first.outputs[o]) + offsets[VJP_PROGRAM_MAX_INPUTS + o] * size_of(first.output_dtypes[o]);
    }
    run(launch, "pointwise", program_kernel<T>, blocks_for(launch, k.space.count), kThreads, k);
  }
}

template <class T>
void interpret(const vjp_pointwise_args& args, const Launch& launch) {
  check_opcodes<T>(args);
  const vjp_program& p = *args.program;
  const bool single = p.num_outputs == 1 && p.num_instructions <= 1 &&
                      (p.num_instructions == 0 || p.outputs[0] == p.num_inputs + p.num_parameters + p.num_constants);
  single ? run_single<T>(args, launch) : run_program<T>(args, launch);
}

}  // namespace

void pointwise_interpreted(const vjp_pointwise_args& args, const Launch& launch) {
  switch (args.compute) {
    case kInt64:
      return interpret<int64_t>(args, launch);
    case kFloat32:
      return interpret<float>(args, launch);
    case kFloat64:
      return interpret<double>(args, launch);
    case kComplex64:
      return interpret<Complex<float>>(args, launch);
    case kComplex128:
      return interpret<Complex<double>>(args, launch);
  }
  fail(VJP_ERROR_NOT_IMPLEMENTED, "pointwise formulas in %s are not implemented on cuda", dtype_name(args.compute));
}

void pointwise(const vjp_pointwise_args& args, const Launch& launch) {
  if (!pointwise_fused(args, launch)) pointwise_interpreted(args, launch);
}

}  // namespace vjp::cuda
