// A count of which every thread has a part in a slot: adding costs no locked instruction.
#pragma once

#include <atomic>

#include "base/thread_context.h"

namespace vjp {

using ThreadCount = ThreadSlot<int64_t>;
inline void add_to(const ThreadCount& count, int64_t n) noexcept {
  std::atomic_ref<int64_t> mine(count.own());
  mine.store(mine.load(std::memory_order_relaxed) + n, std::memory_order_relaxed);
}
// Of the threads that live: of a slot, or of a member of one, as this thread sees it.
int64_t sum_of_threads(const int64_t* part) noexcept;

}  // namespace vjp
