// A count that many threads change all the time and hardly anybody reads: each thread has a cache line of its own.
#pragma once

#include <sys/single_threaded.h>

#include <atomic>
#include <cstdint>

#include "base/thread_context.h"

namespace vjp {

extern const ThreadSlot<unsigned> own_stripe;  // one more than the cell; 0: not chosen yet

class StripedCount {
 public:
  void add(int64_t n) noexcept {
    if (__libc_single_threaded) {
      std::atomic<int64_t>& count = cells_[0].count;
      count.store(count.load(std::memory_order_relaxed) + n, std::memory_order_relaxed);
    } else {
      cells_[stripe()].count.fetch_add(n, std::memory_order_relaxed);
    }
  }
  int64_t sum() const noexcept {
    int64_t total = 0;
    for (const Cell& cell : cells_) total += cell.count.load(std::memory_order_relaxed);
    return total;
  }

 private:
  static constexpr unsigned kCells = 16;
  struct alignas(64) Cell {
    std::atomic<int64_t> count{0};
  };
  static unsigned stripe() noexcept {
    unsigned cell = own_stripe;
    return (cell ? cell : choose_cell()) - 1;
  }
  static unsigned choose_cell() noexcept;

  Cell cells_[kCells];
};

}  // namespace vjp
