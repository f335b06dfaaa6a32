#include "base/pool.h"

#include <pthread.h>

#include <cstdint>
#include <new>

namespace vjp {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)

void* pool_allocate(size_t bytes) { return ::operator new(bytes); }
void pool_deallocate(void* memory, size_t) noexcept { ::operator delete(memory); }
void pool_trim() noexcept {}

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
  Bin bins[kClasses + 1];
  bool registered = false;
};

constinit thread_local ThreadPool pool;
constinit pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_key_t key;

// Makes the thread's end give its blocks back. Reached once a thread, on its first free.
[[gnu::cold, gnu::noinline]] void register_thread() noexcept {
  pool.registered = true;
  pthread_once(&once, [] { pthread_key_create(&key, [](void*) { pool_trim(); }); });
  pthread_setspecific(key, &pool);
}

}  // namespace

void* pool_allocate(size_t bytes) {
  size_t index = (bytes + kStep - 1) / kStep;
  if (index <= kClasses) {
    Bin& bin = pool.bins[index];
    if (FreeBlock* block = bin.head) {
      bin.head = block->next;
      bin.kept -= static_cast<uint32_t>(index * kStep);
      return block;
    }
    return ::operator new(index* kStep);
  }
  return ::operator new(bytes);
}

void pool_deallocate(void* memory, size_t bytes) noexcept {
  size_t index = (bytes + kStep - 1) / kStep;
  if (index <= kClasses) {
    Bin& bin = pool.bins[index];
    if (bin.kept < kMaxKeptBytes) {
      if (!pool.registered) register_thread();
      auto* block = static_cast<FreeBlock*>(memory);
      block->next = bin.head;
      bin.head = block;
      bin.kept += static_cast<uint32_t>(index * kStep);
      return;
    }
  }
  ::operator delete(memory);
}

void pool_trim() noexcept {
  for (Bin& bin : pool.bins) {
    while (FreeBlock* block = bin.head) {
      bin.head = block->next;
      ::operator delete(block);
    }
    bin.kept = 0;
  }
  pool.registered = false;
}

#endif

}  // namespace vjp
