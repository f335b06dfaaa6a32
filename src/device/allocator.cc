#include "device/allocator.h"

#include <malloc.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <new>

#include "base/error.h"
#include "base/pool.h"
#include "base/pool_counted.h"
#include "base/profile.h"
#include "base/thread_context.h"
#include "device/cpu_memory.h"

namespace vjp {
namespace {

// Sizes round up to eighths of a power of two, so a cached block wastes at most an eighth.
constexpr int kBins = 8 * 40;
constexpr size_t kMaxCached = size_t{256} << 20;
constexpr size_t kHugePage = size_t{2} << 20;

struct Cached {
  Cached* next;
};

struct Cache {
  std::mutex mutex;
  Cached* bins[kBins] = {};
  size_t bytes = 0;
};
constinit Cache cache;
constinit std::atomic<const vjp_allocator*> user{nullptr};
struct KeptAllocator {
  vjp_allocator allocator;
  KeptAllocator* next;
};
constinit std::atomic<KeptAllocator*> kept_allocators{nullptr};
constinit std::atomic<int64_t> in_use{0}, peak{0}, blocks{0}, peak_blocks{0};
constinit std::atomic<uint64_t> handed_out{0}, taken_from_system{0}, given_to_system{0};
constinit std::atomic<uint64_t> limit{kNoCpuMemoryLimit};
VJP_THREAD_SLOT(int64_t, block_bytes, kStays) = 0;  // that this thread has taken, less those it gave back

// Note: when memory goes back to the system
// What the cache does not keep goes to the C library, which keeps most of it: blocks lie between others. So it is asked
// to give back what is free when that has become more than what is in use and some more: a program that lets go of a
// lot gets rid of it, in a few steps, and one that frees and takes the same again is asked at most once a second.
constexpr int64_t kIdleAllowed = int64_t{64} << 20;
constinit std::atomic<int64_t> idle{0};         // freed since the last time, less what was taken again
constinit std::atomic<int64_t> taken_again{0};  // since the last time
constinit std::atomic<int64_t> last_time{0};    // in nanoseconds

int64_t nanoseconds_now() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC_COARSE, &t);
  return t.tv_sec * 1'000'000'000 + t.tv_nsec;
}

void give_idle_back() noexcept {
  constexpr int64_t kSecond = 1'000'000'000;
  int64_t now = nanoseconds_now();
  if (taken_again.load(std::memory_order_relaxed) > kIdleAllowed &&
      now - last_time.load(std::memory_order_relaxed) < kSecond)
    return;
  int64_t amount = idle.exchange(0, std::memory_order_relaxed);
  if (amount < kIdleAllowed) return;  // another thread was quicker
  taken_again.store(0, std::memory_order_relaxed);
  last_time.store(now, std::memory_order_relaxed);
  malloc_trim(0);
}

void give_to_system(void* data, size_t bytes) noexcept {
  std::free(data);
  given_to_system.fetch_add(1, std::memory_order_relaxed);
  int64_t now = idle.fetch_add(static_cast<int64_t>(bytes), std::memory_order_relaxed) + static_cast<int64_t>(bytes);
  if (now > kIdleAllowed + in_use.load(std::memory_order_relaxed)) [[unlikely]]
    give_idle_back();
}

struct SizeClass {
  size_t bytes;
  int bin;
};
SizeClass classify(size_t bytes) {
  if (bytes < 512) bytes = 512;
  int log = std::bit_width(bytes - 1) - 1;  // bytes in (2^log, 2^(log+1)]
  size_t step = size_t{1} << (log - 3);
  size_t rounded = (bytes + step - 1) / step * step;
  int bin = (log - 8) * 8 + static_cast<int>((rounded - (size_t{1} << log)) / step) - 1;
  return {rounded, bin};
}

void* system_allocate(size_t bytes) {
  size_t alignment = bytes >= 2 * kHugePage ? kHugePage : 64;
  void* data = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (!data) throw std::bad_alloc();
  auto size = static_cast<int64_t>(bytes);
  taken_from_system.fetch_add(1, std::memory_order_relaxed);
  int64_t left = idle.load(std::memory_order_relaxed);
  while (left > 0 && !idle.compare_exchange_weak(left, std::max<int64_t>(0, left - size), std::memory_order_relaxed)) {
  }
  taken_again.fetch_add(size, std::memory_order_relaxed);
  // fewer page faults on the first touch; the advice may be refused
  if (alignment == kHugePage) madvise(data, bytes, MADV_HUGEPAGE);
  return data;
}

}  // namespace

static void raise(std::atomic<int64_t>& most, int64_t now) noexcept {
  int64_t seen = most.load(std::memory_order_relaxed);
  while (now > seen && !most.compare_exchange_weak(seen, now, std::memory_order_relaxed)) {
  }
}

void note_block_allocation(int64_t bytes) noexcept {
  if (EventBuffer* events = profiling(); events && (events->details & kProfileMemory))
    events->instant(EventKind::Allocation, bytes < 0 ? "free" : "allocate", bytes, memory_allocated());
}

void count_allocation(int64_t bytes) noexcept {
  int64_t count = bytes < 0 ? -1 : 1;
  block_bytes.own() += bytes;
  raise(peak, in_use.fetch_add(bytes, std::memory_order_relaxed) + bytes);
  raise(peak_blocks, blocks.fetch_add(count, std::memory_order_relaxed) + count);
}

// Counts the block, or refuses it: counted first, so that threads together do not get more than there is.
static void take_within_limit(size_t bytes) {
  auto size = static_cast<int64_t>(bytes);
  uint64_t most = limit.load(std::memory_order_relaxed);
  if (most != kNoCpuMemoryLimit) [[unlikely]] {
    auto now = static_cast<uint64_t>(in_use.fetch_add(size, std::memory_order_relaxed) + size);
    in_use.fetch_sub(size, std::memory_order_relaxed);
    uint64_t cached;
    {
      std::lock_guard lock(cache.mutex);
      cached = cache.bytes;
    }
    if (now + cached > most) trim_blocks();
    if (now > most) {
      fail(VJP_ERROR_MEMORY,
           "out of memory: {} bytes more are wanted on the CPU, where {} are in use and at most {} allowed "
           "(vjp_memory_set_limit)",
           bytes, now - bytes, most);
    }
  }
  count_allocation(size);
}

Block allocate_block(size_t bytes) {
  if (bytes > (size_t{1} << 46)) throw std::bad_alloc();
  if (const vjp_allocator* mine = user.load(std::memory_order_acquire)) {
    take_within_limit(bytes);
    void* data = mine->allocate(mine->context, bytes);
    if (!data) {
      count_allocation(-static_cast<int64_t>(bytes));
      throw std::bad_alloc();
    }
    if (reinterpret_cast<uintptr_t>(data) % 64 != 0) {
      mine->deallocate(mine->context, data, bytes);
      count_allocation(-static_cast<int64_t>(bytes));
      fail(VJP_ERROR_INVALID, "the allocator of vjp_set_allocator gave {} bytes that are not aligned to 64", bytes);
    }
    handed_out.fetch_add(1, std::memory_order_relaxed);
    return {data, bytes, mine};
  }
  SizeClass c = classify(bytes);
  take_within_limit(c.bytes);
  void* data = nullptr;
  {
    std::lock_guard lock(cache.mutex);
    if (Cached* block = cache.bins[c.bin]) {
      cache.bins[c.bin] = block->next;
      cache.bytes -= c.bytes;
      data = block;
    }
  }
  if (!data) {
    try {
      data = system_allocate(c.bytes);
    } catch (const std::bad_alloc&) {
      trim_blocks();
      try {
        data = system_allocate(c.bytes);
      } catch (const std::bad_alloc&) {
        count_allocation(-static_cast<int64_t>(c.bytes));
        throw;
      }
    }
  }
  handed_out.fetch_add(1, std::memory_order_relaxed);
  return {data, c.bytes, nullptr};
}

void free_block(const Block& block) noexcept {
  count_allocation(-static_cast<int64_t>(block.bytes));
  if (block.owner) {
    block.owner->deallocate(block.owner->context, block.data, block.bytes);
    return;
  }
  SizeClass c = classify(block.bytes);
  {
    std::lock_guard lock(cache.mutex);
    if (cache.bytes + c.bytes <= kMaxCached) {
      auto* cached = static_cast<Cached*>(block.data);
      cached->next = cache.bins[c.bin];
      cache.bins[c.bin] = cached;
      cache.bytes += c.bytes;
      return;
    }
  }
  give_to_system(block.data, block.bytes);
}

void trim_blocks() noexcept {
  std::lock_guard lock(cache.mutex);
  for (Cached*& bin : cache.bins) {
    while (Cached* block = bin) {
      bin = block->next;
      std::free(block);
    }
  }
  cache.bytes = 0;
}

void trim_cpu_memory() noexcept {
  pool_trim();
  trim_blocks();
  idle.store(0, std::memory_order_relaxed);
  malloc_trim(0);
}

void set_cpu_memory_limit(uint64_t bytes) {
  limit.store(bytes, std::memory_order_relaxed);
  if (bytes != kNoCpuMemoryLimit) trim_blocks();
}

CpuMemory cpu_memory() {
  CpuMemory m{};
  m.total = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  m.free = static_cast<uint64_t>(sysconf(_SC_AVPHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  if (std::FILE* file = std::fopen("/proc/meminfo", "re")) {
    char line[128];
    unsigned long long kib;
    while (std::fgets(line, sizeof line, file))
      if (std::sscanf(line, "MemAvailable: %llu kB", &kib) == 1) m.free = uint64_t{kib} << 10;
    std::fclose(file);
  }
  return m;
}

CpuStatistics cpu_statistics() {
  CpuStatistics s{};
  s.allocated = memory_allocated();
  s.peak = memory_peak();
  s.blocks = blocks.load(std::memory_order_relaxed);
  s.peak_blocks = peak_blocks.load(std::memory_order_relaxed);
  {
    std::lock_guard lock(cache.mutex);
    s.cached = static_cast<int64_t>(cache.bytes);
  }
  s.handed_out = handed_out.load(std::memory_order_relaxed);
  s.taken_from_system = taken_from_system.load(std::memory_order_relaxed);
  s.given_to_system = given_to_system.load(std::memory_order_relaxed);
  return s;
}

void set_allocator(const vjp_allocator* allocator) {
  const vjp_allocator* copy = nullptr;
  if (allocator) {
    if (allocator->struct_size < sizeof(vjp_allocator) || !allocator->allocate || !allocator->deallocate) {
      fail(VJP_ERROR_INVALID, "vjp_set_allocator: struct_size is {}, expected {}, with allocate and deallocate set",
           allocator->struct_size, sizeof(vjp_allocator));
    }
    // Lives for ever: storages made with it point to it.
    auto* kept = new KeptAllocator{*allocator, nullptr};
    kept->next = kept_allocators.load(std::memory_order_relaxed);
    while (!kept_allocators.compare_exchange_weak(kept->next, kept, std::memory_order_release)) {
    }
    copy = &kept->allocator;
  }
  user.store(copy, std::memory_order_release);
}

VJP_FILL_PORT(memory_of_this_thread) = []() noexcept { return pool_counted_here() + block_bytes.get(); };
VJP_FILL_PORT(memory_of_process) = []() noexcept { return memory_allocated(); };

int64_t memory_allocated() { return in_use.load(std::memory_order_relaxed) + pool_counted(); }
int64_t memory_peak() {
  raise(peak, memory_allocated());
  return peak.load(std::memory_order_relaxed);
}
void memory_reset_peak() {
  peak.store(memory_allocated(), std::memory_order_relaxed);
  peak_blocks.store(blocks.load(std::memory_order_relaxed), std::memory_order_relaxed);
}

}  // namespace vjp
