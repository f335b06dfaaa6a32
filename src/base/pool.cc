#include "base/pool.h"

#include <cstdint>
#include <new>

#include "base/pool_counted.h"
#include "base/thread_sum.h"

namespace vjp {

namespace {
// Of threads that have ended.
constinit std::atomic<int64_t> counted_by_the_dead{0};
}  // namespace

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)

namespace {

VJP_THREAD_SLOT(int64_t, counted_here, kStays) = 0;
VJP_AT_THREAD_END(hand_on_count, kEndsLast, []() noexcept {
  counted_by_the_dead.fetch_add(counted_here, std::memory_order_relaxed);
  add_to(counted_here, -counted_here);
});

}  // namespace

void* pool_allocate(size_t bytes) {
  void* memory = ::operator new(bytes);
  counted_here.own();  // nodes count on it that the thread has a context now
  return memory;
}
void pool_deallocate(void* memory, size_t) noexcept { ::operator delete(memory); }
void pool_trim() noexcept {}
void* pool_allocate_counted(size_t bytes, size_t counted) {
  void* memory = ::operator new(bytes);
  add_to(counted_here, static_cast<int64_t>(counted));
  return memory;
}
void pool_deallocate_counted(void* memory, size_t, size_t counted) noexcept {
  add_to(counted_here, -static_cast<int64_t>(counted));
  ::operator delete(memory);
}
int64_t pool_counted() noexcept {
  return sum_of_threads(&counted_here.get()) + counted_by_the_dead.load(std::memory_order_relaxed);
}
int64_t pool_counted_here() noexcept { return counted_here; }

#else

namespace {

constexpr size_t kStep = 16;
constexpr size_t kClasses = kPoolMaxBytes / kStep;
constexpr uint32_t kMaxKeptBytes =
    16u << 20;  // a size class keeps at most this much: chains of some ten thousand nodes

struct FreeBlock {
  FreeBlock* next;
};
struct Bin {
  FreeBlock* head = nullptr;
  uint32_t kept = 0;
};
struct ThreadPool {
  int64_t counted = 0;  // others read it
  Bin bins[kClasses + 1];

  void count(int64_t n) {
    counted += n;  // one instruction; another thread that reads it sees the value before or after
  }
};

VJP_THREAD_SLOT(ThreadPool, block_pool, kStays);
VJP_AT_THREAD_END(trim, kEndsLast, []() noexcept {
  pool_trim();
  int64_t counted = block_pool->counted;
  counted_by_the_dead.fetch_add(counted, std::memory_order_relaxed);
  block_pool.own().count(-counted);
});

}  // namespace

namespace {

template <bool kCounts>
[[gnu::always_inline]] inline void* allocate(size_t bytes, size_t counted) {
  size_t index = (bytes + kStep - 1) / kStep;
  if (index <= kClasses) {
    ThreadPool& mine = block_pool.written();  // only read where there is no context
    Bin& bin = mine.bins[index];
    if (FreeBlock* block = bin.head) {
      if (kCounts) mine.count(static_cast<int64_t>(counted));
      bin.head = block->next;
      bin.kept -= static_cast<uint32_t>(index * kStep);
      return block;
    }
    bytes = index * kStep;
  }
  void* memory = ::operator new(bytes);
  ThreadPool& mine = block_pool.own();  // nodes count on it that the thread has a context now
  if (kCounts) mine.count(static_cast<int64_t>(counted));
  return memory;
}

template <bool kCounts>
[[gnu::always_inline]] inline void deallocate(void* memory, size_t bytes, size_t counted) noexcept {
  size_t index = (bytes + kStep - 1) / kStep;
  ThreadPool& mine = block_pool.own();
  if (kCounts) mine.count(-static_cast<int64_t>(counted));
  if (index <= kClasses) {
    Bin& bin = mine.bins[index];
    if (bin.kept < kMaxKeptBytes) {
      auto* block = static_cast<FreeBlock*>(memory);
      block->next = bin.head;
      bin.head = block;
      bin.kept += static_cast<uint32_t>(index * kStep);
      return;
    }
  }
  ::operator delete(memory);
}

}  // namespace

void* pool_allocate(size_t bytes) { return allocate<false>(bytes, 0); }
void* pool_allocate_counted(size_t bytes, size_t counted) { return allocate<true>(bytes, counted); }
void pool_deallocate(void* memory, size_t bytes) noexcept { deallocate<false>(memory, bytes, 0); }
void pool_deallocate_counted(void* memory, size_t bytes, size_t counted) noexcept {
  deallocate<true>(memory, bytes, counted);
}
int64_t pool_counted() noexcept {
  return sum_of_threads(&block_pool->counted) + counted_by_the_dead.load(std::memory_order_relaxed);
}
int64_t pool_counted_here() noexcept { return block_pool->counted; }

void pool_trim() noexcept {
  for (Bin& bin : block_pool.own().bins) {
    while (FreeBlock* block = bin.head) {
      bin.head = block->next;
      ::operator delete(block);
    }
    bin.kept = 0;
  }
}

#endif

}  // namespace vjp
