// Pointwise programs compiled for themselves. Which of them are compiled depends on the program and the number of
// elements alone, so that the same call always runs the same kernel; and the functions are those of the interpreter, so
// that it gives the same bits.
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

#include "backends/cuda/entry.h"
#include "backends/cuda/fused_plan.h"
#include "backends/cuda/jit.h"
#include "backends/cuda/kernels.h"

namespace vjp::cuda {
namespace {

// For fewer elements the launch costs more than the interpreter loses.
constexpr int64_t kWorthCompiling = 4096;

enum class Jit { Off, Auto, Always };
Jit jit() {
  static const Jit mode = [] {
    const char* text = std::getenv("VJP_CUDA_JIT");
    if (!text || !*text) return Jit::Auto;
    return std::strcmp(text, "0") == 0 ? Jit::Off : Jit::Always;
  }();
  return mode;
}

// Programs of one instruction have a kernel in the library.
bool is_single(const vjp_program& p) { return p.num_outputs == 1 && p.num_instructions <= 1; }

// ---- kernels ----

struct Kernels {
  std::shared_mutex mutex;
  std::unordered_map<std::string, cudaKernel_t> known;  // null: it cannot be compiled
};

// Said once: without compiled programs everything works, slower.
void warn_of(const std::string& problem) {
  static std::atomic<bool> said{false};
  if (said.exchange(true)) return;
  host->warn(("cuda: a pointwise formula could not be compiled and is interpreted: " + problem).c_str());
}

cudaKernel_t build(const Variant& v, int capability) {
  std::string problem, code = compile_cached(fused_source(v), capability, problem);
  if (code.empty()) {
    warn_of(problem);
    return nullptr;
  }
  RelaxedCapture relaxed;
  cudaLibrary_t library = nullptr;
  cudaKernel_t kernel = nullptr;
  cudaError_t error = cudaLibraryLoadData(&library, code.data(), nullptr, nullptr, 0, nullptr, nullptr, 0);
  if (error == cudaSuccess) error = cudaLibraryGetKernel(&kernel, library, "fused");
  if (error != cudaSuccess) {
    (void)cudaGetLastError();
    warn_of(cudaGetErrorString(error));
    return nullptr;
  }
  return kernel;
}

cudaKernel_t kernel_of(const Variant& v, int capability) {
  static auto* kernels = new Kernels();  // for ever, as what they are loaded into
  std::string key = v.key();
  key += static_cast<char>(capability);
  {
    std::shared_lock lock(kernels->mutex);
    auto it = kernels->known.find(key);
    if (it != kernels->known.end()) return it->second;
  }
  // Compiled without the lock: two threads may compile the same, and the first one's is kept.
  cudaKernel_t built = build(v, capability);
  std::unique_lock lock(kernels->mutex);
  return kernels->known.emplace(std::move(key), built).first->second;
}

}  // namespace

bool pointwise_fused(const vjp_pointwise_args& args, const Launch& launch) {
  const vjp_program& program = *args.program;
  if (jit() == Jit::Off || (jit() == Jit::Auto && is_single(program))) return false;
  int64_t count = 1;
  for (int d = 0; d < args.ndim; ++d) count *= args.sizes[d];
  if (jit() == Jit::Auto && count < kWorthCompiling) return false;
  if (!is_defined(program, args.compute)) return false;  // the interpreter says so
  if (count == 0) return true;

  FusedPlan plan;
  plan_fused(args, plan);
  cudaKernel_t kernel = kernel_of(plan.variant, launch.limits().compute_capability);
  if (!kernel) return false;
  int64_t blocks = ceil_div(count, static_cast<int64_t>(kFusedThreads) * fused_items(plan.variant));
  int64_t most = static_cast<int64_t>(launch.limits().multiprocessors) * 32;
  void* parameters[] = {plan.arguments};
  VJP_CUDA(cudaLaunchKernel(reinterpret_cast<const void*>(kernel),
                            dim3(static_cast<unsigned>(blocks < most ? blocks : most)), dim3(kFusedThreads), parameters,
                            0, launch.stream));
  return true;
}

}  // namespace vjp::cuda
