#include "backends/cpu/code_cache.h"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <unordered_map>

#include "backends/cpu/fused_chain.h"

namespace vjp::cpu {
namespace {

constexpr int64_t kFewest = 1024;  // elements of a run: a chain that is found costs half a microsecond
constexpr int64_t kWorthCode =
    64 * 1024;                       // of all runs so far: making code costs some 20 us, it saves 0.5 ns an element
constexpr size_t kMostChains = 256;  // each has pages of its own

enum class Mode : uint8_t { Never, Worthwhile, Always };
Mode mode() {
  static const Mode mode = [] {
    const char* text = std::getenv("VJP_CPU_JIT");
    if (!text || !*text) return Mode::Worthwhile;
    return std::strcmp(text, "0") == 0 ? Mode::Never : Mode::Always;
  }();
  return mode;
}
std::atomic<bool> refused{false};

struct Cache {
  struct Entry {
    int64_t elements = 0;  // that have run
    bool tried = false;
    std::shared_ptr<const RunnableChain> chain;
  };
  std::mutex mutex;
  std::unordered_map<std::string, Entry> entries;
};
Cache& cache() {
  static Cache* const cache = new Cache;  // lives as long as the process
  return *cache;
}

// Everything on which the code depends.
std::string key_of(std::span<const CodeStep> steps, std::span<const Lie> lies, size_t vector) {
  std::string key(1, static_cast<char>(vector));
  const auto append = [&key](uint16_t number) { key.append(reinterpret_cast<const char*>(&number), sizeof number); };
  for (const CodeStep& step : steps) {
    append(static_cast<uint16_t>(static_cast<unsigned>(step.opcode) << 2 | unsigned{step.streams} << 1 |
                                 unsigned{step.stores}));
    append(step.out);
    for (uint16_t operand : {step.a, step.b, step.c}) {
      append(operand);
      key.push_back(static_cast<char>(lies[operand]));
    }
  }
  return key;
}

size_t whole_pages(size_t bytes) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return (bytes + page - 1) / page * page;
}

}  // namespace

// Memory is never writable and executable at once.
std::shared_ptr<const RunnableChain> RunnableChain::make(ChainCode code) {
  const size_t size = whole_pages(code.bytes.size());
  void* const memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  std::memcpy(memory, code.bytes.data(), code.bytes.size());
  if (mprotect(memory, size, PROT_READ | PROT_EXEC) != 0) {
    munmap(memory, size);
    return nullptr;
  }
  return std::shared_ptr<const RunnableChain>(new RunnableChain(std::move(code), memory));
}

RunnableChain::~RunnableChain() { munmap(memory_, whole_pages(code_.bytes.size())); }

void RunnableChain::call(void* const* values, size_t bytes) const {
  ChainFunction function;
  const char* const at = static_cast<const char*>(memory_) + code_.entry;
  std::memcpy(&function, &at, sizeof function);
  function(values, bytes);
}

// What is left beside whole blocks goes through a block of its own.
void RunnableChain::run(void* const* values, size_t num_values, size_t n, char* scratch) const {
  const size_t bytes = n * sizeof(float), whole = bytes - bytes % code_.block, rest = bytes - whole;
  if (whole) call(values, whole);
  if (!rest) return;
  void** const there = reinterpret_cast<void**>(scratch);
  char* block = scratch + Workspace::round_up(num_values * sizeof(void*));
  std::memcpy(there, values, num_values * sizeof(void*));
  for (uint16_t v : code_.rows) {
    std::memcpy(block, static_cast<const char*>(values[v]) + whole, rest);
    std::memset(block + rest, 0, code_.block - rest);
    there[v] = block, block += code_.block;
  }
  for (uint16_t v : code_.stored) there[v] = block, block += code_.block;
  call(there, code_.block);
  for (uint16_t v : code_.stored) std::memcpy(static_cast<char*>(values[v]) + whole, there[v], rest);
}

size_t code_vector_bytes() {
#ifdef __x86_64__
  return chain_block() / 8 * sizeof(float);
#else
  return 0;
#endif
}

bool leaves_caches(int64_t bytes) {
  static const int64_t last_level = sysconf(_SC_LEVEL3_CACHE_SIZE);
  return mode() == Mode::Always || (last_level > 0 && bytes >= last_level);
}

bool makes_code(int64_t elements) {
  if (mode() == Mode::Never || refused.load(std::memory_order_relaxed) || code_vector_bytes() == 0) return false;
  return elements >= kFewest || mode() == Mode::Always;
}

std::shared_ptr<const RunnableChain> find_code(std::span<const CodeStep> steps, std::span<const Lie> lies,
                                               int64_t elements) {
  const size_t vector = code_vector_bytes();
  std::string key = key_of(steps, lies, vector);
  const std::lock_guard lock(cache().mutex);
  auto& entries = cache().entries;
  if (entries.size() >= kMostChains && !entries.contains(key)) entries.clear();  // what runs keeps its code
  Cache::Entry& entry = entries[std::move(key)];
  entry.elements += elements;
  if (entry.tried || (entry.elements < kWorthCode && mode() != Mode::Always)) return entry.chain;
  entry.tried = true;
  ChainCode code = write_chain_code(steps, lies, vector == 64);
  if (code.bytes.empty()) return nullptr;
  entry.chain = RunnableChain::make(std::move(code));
  if (!entry.chain) refused.store(true, std::memory_order_relaxed);
  return entry.chain;
}

}  // namespace vjp::cpu
