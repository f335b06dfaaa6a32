// Pointwise programs that are compiled at run time, without a device: every opcode in every compute type, and the
// formulas of every operator, compile for each architecture; compiled for the host instead, their kernels give what the
// CPU's interpreter gives, whatever way the operands lie; and the cache on disk keeps what it was given, and nothing
// broken.
#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "backends/cuda/fused_plan.h"
#include "backends/cuda/jit.h"
#include "backends/cuda/opcodes.h"
#include "kernel/launch.h"
#include "ops/op.h"

// What the compiler and its libraries want of the backend.
namespace vjp::cuda {
const vjp_backend_host* host = nullptr;  // asked for nothing here
void fail(vjp_status status, const char* format, ...) {
  Failure failure{status, ""};
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(failure.text, sizeof failure.text, format, arguments);
  va_end(arguments);
  throw failure;
}
void fail_of_cuda(cudaError_t, const char* what) { fail(VJP_ERROR_BACKEND, "%s", what); }
Workspace::Workspace(const Launch&, size_t) {}
Workspace::~Workspace() = default;
}  // namespace vjp::cuda

using namespace vjp::cuda;

namespace {

int passed = 0, failed = 0;
void check(bool good, const std::string& what) {
  good ? ++passed : ++failed;
  if (!good) std::printf("failed: %s\n", what.c_str());
}

constexpr int kArchitectures[] = {80, 90};
constexpr uint8_t kComputeTypes[] = {VJP_DTYPE_INT64, VJP_DTYPE_FLOAT32, VJP_DTYPE_FLOAT64, VJP_DTYPE_COMPLEX64,
                                     VJP_DTYPE_COMPLEX128};

std::string folder() {
  static const std::string made = [] {
    std::string path = "/tmp/vjp-programs-XXXXXX";
    return std::string(mkdtemp(path.data()));
  }();
  return made;
}

// A program with room for instructions and constants, which live as long as the test.
vjp_program blank() {
  vjp_program p{};
  p.instructions = new vjp_instruction[VJP_PROGRAM_MAX_INSTRUCTIONS]{};
  p.constants = new double[VJP_PROGRAM_MAX_CONSTANTS]{};
  return p;
}
void set(const vjp_program& p, int i, vjp_instruction step) { const_cast<vjp_instruction*>(p.instructions)[i] = step; }
void set(const vjp_program& p, int i, double constant) { const_cast<double*>(p.constants)[i] = constant; }

// A variant with operands of the compute type, one behind the other.
Variant plain(const vjp_program& program, uint8_t compute) {
  Variant v{};
  v.program = &program;
  v.compute = compute;
  v.narrow = true;
  for (uint8_t& d : v.input_dtypes) d = compute;
  for (uint8_t& d : v.output_dtypes) d = compute;
  return v;
}

bool compiles(const Variant& v, int architecture, std::string& problem) {
  std::string code = compile(fused_source(v), architecture, problem);
  return code.size() > 4 &&
         code.compare(0, 4,
                      "\x7f"
                      "ELF") == 0 &&
         code.find("fused") != std::string::npos;
}

// ---- compiling ----

// Ten opcodes to a program, their results added up so that all are computed.
void every_opcode() {
  for (uint8_t compute : kComputeTypes) {
    std::vector<int> opcodes;
    for (int op = 0; op < VJP_OPCODE_COUNT; ++op) {
      static const vjp_program one = [] {
        vjp_program p = blank();
        p.num_instructions = 1;
        return p;
      }();
      set(one, 0, vjp_instruction{static_cast<uint8_t>(op), 0, 0, 0});
      if (is_defined(one, compute)) opcodes.push_back(op);
    }
    int variety = 0;
    for (size_t begin = 0; begin < opcodes.size(); begin += 10) {
      vjp_program p = blank();
      p.num_inputs = 3;
      p.num_constants = 1;
      set(p, 0, 0.5);
      p.num_outputs = 1;
      uint8_t sum = 3;  // the constant
      for (size_t i = begin; i < opcodes.size() && i < begin + 10; ++i) {
        uint8_t result = static_cast<uint8_t>(4 + p.num_instructions);
        set(p, p.num_instructions++, vjp_instruction{static_cast<uint8_t>(opcodes[i]), 0, 1, 2});
        set(p, p.num_instructions++, vjp_instruction{VJP_OPCODE_ADD, sum, result, 0});
        sum = static_cast<uint8_t>(result + 1);
      }
      p.outputs[0] = sum;
      Variant v = plain(p, compute);
      // every dtype and every layout comes about somewhere
      for (uint8_t& d : v.input_dtypes) d = static_cast<uint8_t>(1 + variety++ % 12);
      v.output_dtypes[0] = static_cast<uint8_t>(1 + variety++ % 12);
      v.ndim = variety % 4;
      v.narrow = variety % 3 != 0;
      v.input_is_number[1] = variety % 5 == 0;
      v.broadcast[2] = variety % 2 == 0;
      for (int architecture : kArchitectures) {
        std::string problem;
        check(compiles(v, architecture, problem), "opcodes from " + std::to_string(opcodes[begin]) + ", compute type " +
                                                      std::to_string(compute) + ", sm_" + std::to_string(architecture) +
                                                      ": " + problem);
      }
    }
  }
}

// Each formula once; most stand in several operators or rules.
void every_formula() {
  std::set<std::string> seen;
  auto try_one = [&](const std::string& what, const vjp::Program* program, uint8_t compute) {
    if (!program || program->num_instructions < 2) return;
    auto& p = *reinterpret_cast<const vjp_program*>(program);
    Variant v = plain(p, compute);
    if (!is_defined(p, compute) || !seen.insert(v.key()).second) return;
    std::string problem;
    check(compiles(v, 90, problem), what + ": " + problem);
  };
  for (const vjp::OpDef* op : vjp::op_table()) {
    std::string name = op->name();
    if (op->pointwise) {
      try_one(name, &op->pointwise->real, VJP_DTYPE_FLOAT32);
      if (op->pointwise->complex_ok) try_one(name, &op->pointwise->complex, VJP_DTYPE_COMPLEX64);
    }
    for (int r = 0; r < op->num_rules; ++r) try_one("gradient of " + name, op->rules[r].fused, VJP_DTYPE_FLOAT32);
  }
  check(seen.size() > 20, "formulas found: " + std::to_string(seen.size()));
}

void errors() {
  std::string problem;
  check(compile("extern \"C\" __global__ void fused() { undeclared(); }", 90, problem).empty() &&
            problem.find("undeclared") != std::string::npos,
        "the compiler's words are handed on: " + problem);
}

// ---- running, on the host ----

// Arrays of doubles' worth of bits, so that outputs compare exactly.
struct Case {
  const char* what;
  vjp_program program;
  uint8_t compute;
  std::vector<int64_t> sizes;
  std::vector<uint8_t> input_dtypes, output_dtypes;
  std::vector<std::vector<int64_t>> input_strides, output_strides;
  std::vector<bool> host;
};

vjp_program arithmetic(int inputs, int outputs) {
  // ((x0 * parameter + x1) - constant), and its square as a second output
  vjp_program p = blank();
  p.num_inputs = static_cast<uint8_t>(inputs);
  p.num_parameters = 1;
  p.num_constants = 1;
  set(p, 0, 3.0);
  uint8_t base = static_cast<uint8_t>(inputs + 2);
  set(p, 0, vjp_instruction{VJP_OPCODE_MUL, 0, static_cast<uint8_t>(inputs), 0});
  set(p, 1, vjp_instruction{VJP_OPCODE_ADD, base, static_cast<uint8_t>(inputs > 1), 0});
  set(p, 2, vjp_instruction{VJP_OPCODE_SUB, static_cast<uint8_t>(base + 1), static_cast<uint8_t>(inputs + 1), 0});
  set(p, 3, vjp_instruction{VJP_OPCODE_SQUARE, static_cast<uint8_t>(base + 2), 0, 0});
  p.num_instructions = 4;
  p.num_outputs = static_cast<uint8_t>(outputs);
  p.outputs[0] = static_cast<uint8_t>(base + 2);
  p.outputs[1] = static_cast<uint8_t>(base + 3);
  return p;
}

std::vector<Case> cases() {
  const uint8_t f16 = VJP_DTYPE_FLOAT16, bf16 = VJP_DTYPE_BFLOAT16, f32 = VJP_DTYPE_FLOAT32, f64 = VJP_DTYPE_FLOAT64,
                i32 = VJP_DTYPE_INT32, i64 = VJP_DTYPE_INT64, c64 = VJP_DTYPE_COMPLEX64, u8 = VJP_DTYPE_UINT8;
  return {
      {"one behind the other", arithmetic(2, 1), f32, {1000}, {f32, f32}, {f32}, {{1}, {1}}, {{1}}, {false, false}},
      {"joined dimensions",
       arithmetic(2, 2),
       f32,
       {6, 5, 40},
       {f16, bf16},
       {f16, f32},
       {{200, 40, 1}, {200, 40, 1}},
       {{200, 40, 1}, {200, 40, 1}},
       {false, false}},
      {"a scalar broadcast", arithmetic(2, 1), f64, {777}, {f64, f64}, {f64}, {{1}, {0}}, {{1}}, {false, false}},
      {"a row broadcast",
       arithmetic(2, 1),
       f32,
       {31, 17},
       {f32, f32},
       {f32},
       {{17, 1}, {0, 1}},
       {{17, 1}},
       {false, false}},
      {"transposed", arithmetic(2, 1), f32, {13, 29}, {f32, i32}, {f32}, {{1, 13}, {29, 1}}, {{1, 13}}, {false, false}},
      {"steps and a middle dimension",
       arithmetic(2, 2),
       i64,
       {4, 3, 5},
       {i64, u8},
       {i64, i32},
       {{60, 10, 2}, {0, 0, 1}},
       {{15, 5, 1}, {1, 4, 12}},
       {false, false}},
      {"numbers of the host",
       arithmetic(3, 1),
       c64,
       {4100},
       {c64, f32, f32},
       {c64},
       {{1}, {0}, {1}},
       {{1}},
       {false, true, false}},
      {"one element", arithmetic(2, 1), f32, {1, 1}, {f32, f32}, {f32}, {{7, 9}, {0, 0}}, {{1, 1}}, {false, false}},
      {"no dimension", arithmetic(1, 1), f64, {}, {f64}, {f64}, {{}}, {{}}, {false}},
      {"more elements than a pass of the grid",
       arithmetic(2, 1),
       f32,
       {3, 4001},
       {f32, f32},
       {f32},
       {{4001, 1}, {1, 0}},
       {{4001, 1}},
       {false, false}},
  };
}

struct Memory {
  std::vector<std::vector<char>> inputs, outputs;
};

size_t size_of_dtype(uint8_t dtype) {
  constexpr size_t kSizes[] = {0, 1, 1, 1, 2, 4, 8, 2, 2, 4, 8, 8, 16};
  return kSizes[dtype];
}
size_t bytes_of(const Case& c, const std::vector<int64_t>& strides, uint8_t dtype) {
  int64_t span = 1;
  for (size_t d = 0; d < c.sizes.size(); ++d) span += (c.sizes[d] - 1) * strides[d];
  return static_cast<size_t>(span) * size_of_dtype(dtype);
}
Memory memory_of(const Case& c) {
  Memory m;
  unsigned state = 12345;
  for (size_t i = 0; i < c.input_dtypes.size(); ++i) {
    m.inputs.emplace_back(bytes_of(c, c.input_strides[i], c.input_dtypes[i]));
    int64_t n = static_cast<int64_t>(m.inputs.back().size() / size_of_dtype(c.input_dtypes[i]));
    for (int64_t e = 0; e < n; ++e) {  // small whole numbers: exact in every dtype
      state = state * 1664525u + 1013904223u;
      store<double>(m.inputs.back().data(), c.input_dtypes[i], e, static_cast<double>((state >> 24) % 11));
    }
  }
  for (size_t o = 0; o < c.output_dtypes.size(); ++o) {
    m.outputs.emplace_back(bytes_of(c, c.output_strides[o], c.output_dtypes[o]), '\x5a');
  }
  return m;
}
vjp_pointwise_args args_of(const Case& c, Memory& m) {
  vjp_pointwise_args args{};
  args.program = &c.program;
  args.compute = c.compute;
  args.ndim = static_cast<int32_t>(c.sizes.size());
  args.sizes = c.sizes.data();
  for (size_t i = 0; i < c.input_dtypes.size(); ++i) {
    args.inputs[i] = {m.inputs[i].data(), c.input_dtypes[i], static_cast<uint8_t>(c.host[i]),
                      c.input_strides[i].data()};
  }
  for (size_t o = 0; o < c.output_dtypes.size(); ++o) {
    args.outputs[o] = {m.outputs[o].data(), c.output_dtypes[o], 0, c.output_strides[o].data()};
  }
  args.parameters[0].kind = VJP_KIND_INT;
  args.parameters[0].integer = 2;
  return args;
}

// The kernels of all cases as one library for this machine: what the device gives is a loop.
void* host_library(const std::vector<std::string>& sources) {
  std::ofstream file(folder() + "/host.cc");
  file << "#include \"backends/cuda/opcodes.h\"\n#include <string.h>\n"
          "struct Three { unsigned x; };\nstatic thread_local Three blockIdx, threadIdx, gridDim;\n"
          "static double __longlong_as_double(long long bits) { double d; memcpy(&d, &bits, sizeof d); return d; }\n"
          "#define __grid_constant__\n#define __launch_bounds__(n)\n#define __global__\n";
  for (size_t i = 0; i < sources.size(); ++i) {
    std::string text = sources[i].substr(sources[i].find('\n') + 1);  // without the include
    const std::string entry = "extern \"C\" __global__";
    text.replace(text.find(entry), entry.size(), "static __global__");
    file << "namespace case" << i << " {\n"
         << text << "}\n"
         << "extern \"C\" void run" << i << "(const void* arguments, unsigned blocks) {\n"
         << "  case" << i << "::Arguments k; memcpy(&k, arguments, sizeof k);\n"
         << "  for (gridDim.x = blocks, blockIdx.x = 0; blockIdx.x < blocks; ++blockIdx.x)\n"
         << "    for (threadIdx.x = 0; threadIdx.x < " << kFusedThreads << "; ++threadIdx.x) case" << i
         << "::fused(k);\n}\n"
         << "extern \"C\" unsigned long size" << i << "() { return sizeof(case" << i << "::Arguments); }\n";
  }
  file.close();
  std::string command = "c++ -std=c++20 -O1 -w -shared -fPIC -ffp-contract=off -I" VJP_SOURCE_FOLDER
                        " -I" VJP_SOURCE_FOLDER "/../include " +
                        folder() + "/host.cc -o " + folder() + "/host.so";
  if (std::system(command.c_str()) != 0) return nullptr;
  return dlopen((folder() + "/host.so").c_str(), RTLD_NOW | RTLD_LOCAL);
}

void layouts() {
  std::vector<Case> all = cases();
  std::vector<std::string> sources;
  for (Case& c : all) {
    Memory m = memory_of(c);
    FusedPlan plan;
    plan_fused(args_of(c, m), plan);
    sources.push_back(fused_source(plan.variant));
  }
  void* library = host_library(sources);
  check(library != nullptr, "kernels for the host");
  if (!library) return;
  for (size_t i = 0; i < all.size(); ++i) {
    Case& c = all[i];
    Memory expected = memory_of(c), found = memory_of(c);
    vjp_pointwise_args by_cpu = args_of(c, expected);
    vjp::kernels_of_cpu().pointwise(by_cpu);
    FusedPlan plan;
    plan_fused(args_of(c, found), plan);
    auto size = reinterpret_cast<unsigned long (*)()>(dlsym(library, ("size" + std::to_string(i)).c_str()));
    auto run = reinterpret_cast<void (*)(const void*, unsigned)>(dlsym(library, ("run" + std::to_string(i)).c_str()));
    check((plan.bytes + 15) / 16 * 16 == (size() + 15) / 16 * 16, std::string(c.what) + ": size of the arguments");
    run(plan.arguments, 3);
    check(found.outputs == expected.outputs, std::string(c.what) + ": what the kernel computes");
  }
}

// ---- the cache ----

std::string only_file(const std::string& path) {
  std::string command = "ls " + path + " > " + folder() + "/listing";
  if (std::system(command.c_str()) != 0) return "";
  std::ifstream listing(folder() + "/listing");
  std::string name, second;
  std::getline(listing, name);
  return std::getline(listing, second) ? "" : path + "/" + name;
}
std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

void cache() {
  std::string place = folder() + "/deep/cache", problem;
  setenv("VJP_CACHE_DIR", place.c_str(), 1);
  vjp_program p = arithmetic(2, 1);
  std::string source = fused_source(plain(p, VJP_DTYPE_FLOAT32));
  std::string code = compile_cached(source, 90, problem);
  std::string path = only_file(place), kept = read(path);
  check(!code.empty() && !path.empty() && kept.size() > code.size(), "one file, with the code");
  struct stat status;
  check(stat(place.c_str(), &status) == 0 && (status.st_mode & 077) == 0, "nobody else may write there");

  // What lies there is taken: here, a marked copy of the code.
  ino_t before = stat(path.c_str(), &status) == 0 ? status.st_ino : 0;
  check(compile_cached(source, 90, problem) == code, "the second time");
  check(stat(path.c_str(), &status) == 0 && status.st_ino == before, "was not compiled");
  for (size_t at : {size_t{3}, kept.size() / 2, kept.size() - 1}) {  // in a length, in the middle, at the end
    std::string broken = kept;
    broken[at] = static_cast<char>(broken[at] ^ 1);
    std::ofstream(path, std::ios::binary) << broken;
    check(compile_cached(source, 90, problem) == code && read(path) == kept, "a bit wrong at " + std::to_string(at));
  }
  std::ofstream(path, std::ios::binary) << kept.substr(0, kept.size() / 2);
  check(compile_cached(source, 90, problem) == code && read(path) == kept, "half a file");
  compile_cached(source, 80, problem);
  check(only_file(place).empty(), "another architecture is another file");
  setenv("VJP_CACHE_DIR", "/proc/none", 1);
  check(compile_cached(source, 90, problem) == code, "a place that cannot be written");
  setenv("VJP_CACHE_DIR", "", 1);
  check(cache_folder().empty() && compile_cached(source, 90, problem) == code, "no cache");
}

}  // namespace

int main() {
  every_opcode();
  every_formula();
  errors();
  layouts();
  cache();
  if (std::system(("rm -r " + folder()).c_str()) != 0) std::printf("%s is left\n", folder().c_str());
  std::printf("%d passed, %d failed, 0 skipped\n", passed, failed);
  return failed ? 1 : 0;
}
