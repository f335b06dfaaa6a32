// Pooled memory (pool.h) of which some bytes are counted, at a price of two instructions.
#pragma once

#include <cstddef>
#include <cstdint>

namespace vjp {

void* pool_allocate_counted(size_t bytes, size_t counted);
void pool_deallocate_counted(void* memory, size_t bytes, size_t counted) noexcept;
int64_t pool_counted() noexcept;       // now, by all threads
int64_t pool_counted_here() noexcept;  // what this thread has taken, less what it has given back

}  // namespace vjp
