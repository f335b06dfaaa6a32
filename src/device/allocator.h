// Memory for tensor storage: aligned to 64 bytes, cached by size class, counted, replaceable by the caller's allocator.
#pragma once

#include <cstddef>
#include <cstdint>

#include "vjp/base.h"

namespace vjp {

struct Block {
  void* data = nullptr;
  size_t bytes = 0;
  const vjp_allocator* owner = nullptr;  // null: the built-in one
};

Block allocate_block(size_t bytes);  // throws std::bad_alloc
void free_block(const Block& block) noexcept;
void set_allocator(const vjp_allocator* allocator);  // null: the built-in one
void trim_blocks() noexcept;                         // gives cached memory back to the system

int64_t memory_allocated();
int64_t memory_peak();
void memory_reset_peak();
void count_allocation(int64_t bytes) noexcept;  // negative: freed
// The same as an event of this thread's profiler, if that records memory; asked only where storages are recorded.
[[gnu::cold]] void note_block_allocation(int64_t bytes) noexcept;

}  // namespace vjp
