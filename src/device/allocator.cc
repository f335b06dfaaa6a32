#include "device/allocator.h"

#include <sys/mman.h>

#include <atomic>
#include <bit>
#include <cstdlib>
#include <mutex>
#include <new>

#include "base/error.h"

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
constinit std::atomic<int64_t> in_use{0}, peak{0};

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
  // fewer page faults on the first touch; the advice may be refused
  if (alignment == kHugePage) madvise(data, bytes, MADV_HUGEPAGE);
  return data;
}

}  // namespace

void count_allocation(int64_t bytes) noexcept {
  int64_t now = in_use.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  int64_t seen = peak.load(std::memory_order_relaxed);
  while (now > seen && !peak.compare_exchange_weak(seen, now, std::memory_order_relaxed)) {
  }
}

Block allocate_block(size_t bytes) {
  if (bytes > (size_t{1} << 46)) throw std::bad_alloc();
  if (const vjp_allocator* mine = user.load(std::memory_order_acquire)) {
    void* data = mine->allocate(mine->context, bytes);
    if (!data) throw std::bad_alloc();
    count_allocation(static_cast<int64_t>(bytes));
    return {data, bytes, mine};
  }
  SizeClass c = classify(bytes);
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
      data = system_allocate(c.bytes);
    }
  }
  count_allocation(static_cast<int64_t>(c.bytes));
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
  std::free(block.data);
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

int64_t memory_allocated() { return in_use.load(std::memory_order_relaxed); }
int64_t memory_peak() { return peak.load(std::memory_order_relaxed); }
void memory_reset_peak() { peak.store(in_use.load(std::memory_order_relaxed), std::memory_order_relaxed); }

}  // namespace vjp
