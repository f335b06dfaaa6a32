// parallel_for: libvjp's own small work-sharing pool.
//
// Started at the first call that has work for two; sized by affinity mask and cgroup quota (or VJP_NUM_THREADS). The
// calling thread works too. Nested calls run inline. After fork the child starts a pool of its own. An exception in a
// chunk reaches the caller after all chunks have ended. Which thread runs which chunk is not fixed; the chunks are:
// they depend on the range and the grain only, so a kernel that reduces by chunk gives the same bits for any number of
// threads.
#pragma once

#include <cstdint>
#include <type_traits>

namespace vjp {

int num_threads();                // how many threads one operator may use, the caller included
void set_num_threads(int count);  // at least 1
void shutdown_threads();          // joins the pool; the next parallel_for starts a new one
bool in_parallel_region();        // true inside a chunk that runs on behalf of parallel_for

namespace detail {
using Chunk = void (*)(void* context, int64_t begin, int64_t end);
void run_chunks(int64_t begin, int64_t end, int64_t grain, Chunk chunk, void* context);
}  // namespace detail

// Calls f(chunk_begin, chunk_end) over [begin, end) cut into chunks of `grain` (the last may be smaller; grain >= 1).
template <class F>
void parallel_for(int64_t begin, int64_t end, int64_t grain, F&& f) {
  if (end - begin <= grain) {
    if (end > begin) f(begin, end);
    return;
  }
  detail::run_chunks(
      begin, end, grain,
      [](void* context, int64_t b, int64_t e) { (*static_cast<std::remove_reference_t<F>*>(context))(b, e); },
      const_cast<void*>(static_cast<const void*>(&f)));
}

}  // namespace vjp
