// What the caching allocator counts (spec AL-7). All of it changes on the host, when the call is made.
#pragma once

#include <cstdint>

namespace vjp {

struct MemoryFigure {
  int64_t now = 0, peak = 0;
  void add(int64_t change) {
    now += change;
    if (now > peak) peak = now;
  }
};

struct PoolStatistics {
  MemoryFigure allocated_bytes, allocated_blocks;  // handed out
  MemoryFigure active_bytes, active_blocks;        // the same and what was given back but events still hold
  MemoryFigure reserved_bytes, segments;           // taken from the backend
};

struct MemoryStatistics {
  PoolStatistics all, small, large;  // small and large are parts of all
  PoolStatistics private_pools;      // of captures: a part of all, too
  uint64_t raw_allocations = 0, raw_frees = 0;
  uint64_t retries = 0;        // memory had to be given back before an allocation succeeded, or failed
  uint64_t out_of_memory = 0;  // and how often it failed
  uint64_t blocks_handed_out = 0;
};

}  // namespace vjp
