#include "engine/compiled.h"

#include <cstdlib>
#include <cstring>

#include "engine/grad_call.h"

namespace vjp {

VJP_THREAD_SLOT(CompileOptions, compile_region, kTravels);

constinit std::atomic<int64_t> break_order_after{-1};

namespace {

// VJP_COMPILE=1: every grad call of the process, however small. For tests: what differs is a defect.
constexpr CompileOptions everything_with(uint32_t skip_passes) {
  return {.on = true, .min_sites = 1, .max_records = 1000, .max_programs = 4096, .skip_passes = skip_passes};
}
constexpr CompileOptions kEverything = everything_with(0);
// VJP_COMPILE_PASSES=none: no pass runs over these programs.
constexpr CompileOptions kWithoutPasses = everything_with(kFusePass);

enum Everything : uint8_t { kUnknown, kNo, kYes, kYesWithoutPasses };
constinit std::atomic<uint8_t> everything{kUnknown};

[[gnu::cold]] uint8_t ask_environment() {
  const char *text = std::getenv("VJP_COMPILE"), *passes = std::getenv("VJP_COMPILE_PASSES");
  const bool none = passes && std::strcmp(passes, "none") == 0;
  const uint8_t answer = !text || text[0] != '1' ? kNo : none ? kYesWithoutPasses : kYes;
  everything.store(answer, std::memory_order_relaxed);
  return answer;
}

}  // namespace

const CompileOptions* compile_options(const GradCall& call) {
  if (call.compiled()) [[unlikely]]
    return call.compiled();
  if (compile_region->on) [[unlikely]]
    return &compile_region.get();
  uint8_t all = everything.load(std::memory_order_relaxed);
  if (all == kNo) [[likely]]
    return nullptr;
  if (all == kUnknown) all = ask_environment();
  if (all == kNo) return nullptr;
  return all == kYes ? &kEverything : &kWithoutPasses;
}

}  // namespace vjp
