#include "backends/cuda/fused_source.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "backends/cuda/opcodes.h"

namespace vjp::cuda {
namespace {

const char* name_of(int op) {
  static const char* const kNames[] = {
#define VJP_NAME(number, NAME, Name, name, arity, complex, text) "op_" #name,
      VJP_OPCODES(VJP_NAME)
#undef VJP_NAME
  };
  return kNames[op];
}

const char* type_of(uint8_t compute) {
  switch (compute) {
    case VJP_DTYPE_INT64:
      return "int64_t";
    case VJP_DTYPE_FLOAT32:
      return "float";
    case VJP_DTYPE_FLOAT64:
      return "double";
    case VJP_DTYPE_COMPLEX64:
      return "Complex<float>";
    default:
      return "Complex<double>";
  }
}

class Text {
 public:
  void add(const char* format, ...) __attribute__((format(printf, 2, 3))) {
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    text += line;
  }
  std::string text;
};

int count_numbers(const Variant& v) {
  int numbers = v.program->num_parameters;
  for (int i = 0; i < v.program->num_inputs; ++i) numbers += v.input_is_number[i];
  return numbers;
}

// Where the elements of item j are: `at<operand>`.
void add_offsets(Text& t, const Variant& v, int operands) {
  if (v.ndim == 0) return;
  t.add("      index_t rest = i;\n");
  for (int o = 0; o < operands; ++o) t.add("      index_t at%d = 0;\n", o);
  for (int d = v.ndim - 1; d >= 0; --d) {
    if (d > 0) {
      t.add(
          "      { const index_t next = rest / (index_t)k.sizes[%d], c = rest - next * (index_t)k.sizes[%d]; rest = "
          "next;\n",
          d, d);
    } else {
      t.add("      { const index_t c = rest;\n");
    }
    for (int o = 0; o < operands; ++o) t.add("        at%d += c * (index_t)k.strides[%d][%d];\n", o, o, d);
    t.add("      }\n");
  }
}

}  // namespace

bool is_defined(const vjp_program& program, uint8_t compute) {
  bool complex = compute == VJP_DTYPE_COMPLEX64 || compute == VJP_DTYPE_COMPLEX128;
  for (int n = 0; n < program.num_instructions; ++n) {
    int op = program.instructions[n].opcode;
    if (op >= VJP_OPCODE_COUNT || (complex && !is_complex_op(op))) return false;
  }
  return true;
}

int fused_items(const Variant& v) {
  int n = v.program->num_instructions;
  return n <= 8 ? 4 : n <= 24 ? 2 : 1;
}

std::string Variant::key() const {
  const vjp_program& p = *program;
  std::string key;
  key.reserve(96);
  auto add = [&](auto value) { key.append(reinterpret_cast<const char*>(&value), sizeof value); };
  add(compute);
  add(static_cast<uint8_t>(ndim));
  add(narrow);
  add(p.num_inputs), add(p.num_parameters), add(p.num_constants), add(p.num_instructions), add(p.num_outputs);
  for (int i = 0; i < p.num_inputs; ++i) {
    add(static_cast<uint8_t>(input_is_number[i] ? 255 : input_dtypes[i] | (ndim == 0 && broadcast[i] ? 128 : 0)));
  }
  for (int o = 0; o < p.num_outputs; ++o) add(output_dtypes[o]), add(p.outputs[o]);
  for (int n = 0; n < p.num_instructions; ++n) {
    const vjp_instruction& step = p.instructions[n];
    int arity = arity_of(step.opcode);
    add(step.opcode), add(step.a);
    if (arity > 1) add(step.b);
    if (arity > 2) add(step.c);
  }
  for (int c = 0; c < p.num_constants; ++c) add(p.constants[c]);
  return key;
}

std::string fused_source(const Variant& v) {
  const vjp_program& p = *v.program;
  const int numbers = count_numbers(v), items = fused_items(v);
  int operands = p.num_outputs;
  for (int i = 0; i < p.num_inputs; ++i) operands += !v.input_is_number[i];

  Text t;
  t.add("#include \"backends/cuda/opcodes.h\"\nusing namespace vjp::cuda;\n");
  t.add("typedef %s T;\ntypedef %s index_t;\n", type_of(v.compute), v.narrow ? "uint32_t" : "int64_t");
  t.add("struct alignas(16) Number { T value; };\nstruct Arguments {\n");
  if (numbers) t.add("  Number numbers[%d];\n", numbers);
  t.add("  int64_t count;\n");
  if (v.ndim) t.add("  int64_t sizes[%d];\n  int64_t strides[%d][%d];\n", v.ndim, operands, v.ndim);
  t.add("  void* operands[%d];\n};\n", operands);
  t.add("extern \"C\" __global__ void __launch_bounds__(%d) fused(const __grid_constant__ Arguments k) {\n",
        kFusedThreads);

  // Numbers, and what is broadcast to every element, once; then everything that is read, for all items; then the rest.
  int number = 0, operand = 0;
  for (int i = 0; i < p.num_inputs; ++i) {
    if (v.input_is_number[i]) {
      t.add("  const T v%d = k.numbers[%d].value;\n", i, number++);
    } else {
      if (v.ndim == 0 && v.broadcast[i])
        t.add("  const T v%d = load<T, %d>(k.operands[%d], 0);\n", i, v.input_dtypes[i], operand);
      ++operand;
    }
  }
  for (int i = 0; i < p.num_parameters; ++i)
    t.add("  const T v%d = k.numbers[%d].value;\n", p.num_inputs + i, number++);
  for (int c = 0; c < p.num_constants; ++c) {
    uint64_t bits;
    std::memcpy(&bits, &p.constants[c], sizeof bits);
    t.add("  const T v%d = convert<T>(__longlong_as_double(0x%016llxll));\n", p.num_inputs + p.num_parameters + c,
          static_cast<unsigned long long>(bits));
  }
  t.add("  const int64_t step = (int64_t)gridDim.x * %d;\n", kFusedThreads);
  t.add("  for (int64_t first = (int64_t)blockIdx.x * %d + threadIdx.x; first < k.count; first += step * %d) {\n",
        kFusedThreads, items);
  operand = 0;
  for (int i = 0; i < p.num_inputs; ++i) {
    if (!v.input_is_number[i] && !(v.ndim == 0 && v.broadcast[i])) t.add("    T x%d[%d];\n", i, items);
  }
  const int first_output = operands - p.num_outputs;
  if (v.ndim) {
    for (int o = 0; o < p.num_outputs; ++o) t.add("    index_t to%d[%d];\n", o, items);
  }
  t.add(
      "    #pragma unroll\n    for (int j = 0; j < %d; ++j) {\n      const index_t i = (index_t)(first + j * step);\n",
      items);
  t.add("      if (first + j * step >= k.count) break;\n");
  add_offsets(t, v, operands);
  operand = 0;
  for (int i = 0; i < p.num_inputs; ++i) {
    if (v.input_is_number[i]) continue;
    if (v.ndim) {
      t.add("      x%d[j] = load<T, %d>(k.operands[%d], at%d);\n", i, v.input_dtypes[i], operand, operand);
    } else if (!v.broadcast[i]) {
      t.add("      x%d[j] = load<T, %d>(k.operands[%d], i);\n", i, v.input_dtypes[i], operand);
    }
    ++operand;
  }
  if (v.ndim) {
    for (int o = 0; o < p.num_outputs; ++o) t.add("      to%d[j] = at%d;\n", o, first_output + o);
  }
  t.add("    }\n    #pragma unroll\n    for (int j = 0; j < %d; ++j) {\n", items);
  t.add("      if (first + j * step >= k.count) break;\n");
  if (v.ndim == 0) t.add("      const index_t i = (index_t)(first + j * step);\n");
  for (int i = 0; i < p.num_inputs; ++i) {
    if (!v.input_is_number[i] && !(v.ndim == 0 && v.broadcast[i])) t.add("      const T v%d = x%d[j];\n", i, i);
  }
  const int first_result = p.num_inputs + p.num_parameters + p.num_constants;
  for (int n = 0; n < p.num_instructions; ++n) {
    const vjp_instruction& s = p.instructions[n];
    switch (arity_of(s.opcode)) {
      case 1:
        t.add("      const T v%d = %s(v%d);\n", first_result + n, name_of(s.opcode), s.a);
        break;
      case 2:
        t.add("      const T v%d = %s(v%d, v%d);\n", first_result + n, name_of(s.opcode), s.a, s.b);
        break;
      default:
        t.add("      const T v%d = %s(v%d, v%d, v%d);\n", first_result + n, name_of(s.opcode), s.a, s.b, s.c);
    }
  }
  for (int o = 0; o < p.num_outputs; ++o) {
    t.add("      store<T, %d>(k.operands[%d], ", v.output_dtypes[o], first_output + o);
    if (v.ndim) {
      t.add("to%d[j]", o);
    } else {
      t.add("i");
    }
    t.add(", v%d);\n", p.outputs[o]);
  }
  t.add("    }\n  }\n}\n");
  return t.text;
}

}  // namespace vjp::cuda
