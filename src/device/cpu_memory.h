// The CPU's memory as a device's: what is cached and goes back to the system, a limit, and figures (allocator.cc).
#pragma once

#include <cstdint>

namespace vjp {

// Everything that is cached here, in this thread's pool and in the C library goes back to the system.
void trim_cpu_memory() noexcept;

// Storage in blocks together is at most so many bytes, whichever allocator makes them; beyond that a memory error says
// so.
inline constexpr uint64_t kNoCpuMemoryLimit = UINT64_MAX;
void set_cpu_memory_limit(uint64_t bytes);
struct CpuMemory {
  uint64_t free, total;
};
CpuMemory cpu_memory();  // of the machine
struct CpuStatistics {
  int64_t allocated, peak, blocks, peak_blocks, cached;
  uint64_t handed_out, taken_from_system, given_to_system;
};
CpuStatistics cpu_statistics();

}  // namespace vjp
