// Pooled allocation of the small objects that every operator makes: tensors, storages, nodes.
//
// A thread keeps what it frees, by size class, up to a bound, and hands it out again without a lock. An object may be
// freed on another thread than it was made on. Under a sanitizer every call goes to operator new, so that misuse is
// seen.
#pragma once

#include <cstddef>

namespace vjp {

inline constexpr size_t kPoolMaxBytes = 1024;

// Aligned to 16; throws std::bad_alloc. After it the thread has a context (thread_context.h).
void* pool_allocate(size_t bytes);
void pool_deallocate(void* memory, size_t bytes) noexcept;  // the same number of bytes
void pool_trim() noexcept;                                  // gives back what this thread keeps

}  // namespace vjp
