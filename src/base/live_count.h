// How many objects of a kind live, in all threads. A thread counts what it makes and destroys in a slot of its own,
// without a locked instruction; what is left of that when it ends goes to the count of the dead.
//
//   VJP_LIVE_COUNT(live);            // in one source file
//   live.add(1);  live.sum();
#pragma once

#include "base/thread_sum.h"

namespace vjp {

class LiveCount {
 public:
  constexpr LiveCount(const ThreadCount& here, std::atomic<int64_t>& dead) : here_(here), dead_(dead) {}
  void add(int64_t n) const noexcept { add_to(here_, n); }
  int64_t sum() const noexcept { return sum_of_threads(&here_.get()) + dead_.load(std::memory_order_relaxed); }
  void end_thread() const noexcept {
    dead_.fetch_add(here_, std::memory_order_relaxed);
    add(-here_.get());
  }

 private:
  const ThreadCount& here_;
  std::atomic<int64_t>& dead_;
};

#define VJP_LIVE_COUNT(name)                                        \
  VJP_THREAD_SLOT(int64_t, name##_here, kStays) = 0;                \
  static constinit std::atomic<int64_t> name##_of_the_dead{0};      \
  static constexpr LiveCount name{name##_here, name##_of_the_dead}; \
  VJP_AT_THREAD_END(name##_end, kEndsLast, []() noexcept { name.end_thread(); })

}  // namespace vjp
