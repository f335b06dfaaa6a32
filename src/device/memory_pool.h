// Memory pools of graphs: what is allocated during a capture comes from a pool of its own, because the graph will use
// those addresses at every replay. And what programs may ask of the caching allocator besides memory.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/ref.h"
#include "device/device.h"
#include "device/device_memory.h"
#include "device/memory_statistics.h"
#include "vjp/base.h"

namespace vjp {

// ---- pools of graphs ----

// Something in the memory of a pool that later replays may destroy: see "Note: what graphs keep".
class PoolTenant {
 public:
  // A replay has destroyed it; `results`: what lies there for good, too. With a lock of the pool.
  virtual void overwritten(bool results) noexcept = 0;
  // Numbers of graphs: during whose captures it was allocated, and given back again (none: it never was).
  uint64_t first = 0, last = UINT64_MAX;

 protected:
  ~PoolTenant() = default;
};

// Shared by the graphs that were captured into it, and by nobody else: when the last reference is gone, what is free in
// the pool may go back to the backend (it does when memory is short, or at empty_device_cache), and the rest as soon as
// the tensors that lie there are gone.
//
// Note: what graphs keep. Graphs have numbers that grow in the order of their capture. Memory of the pool that was
// taken in the capture of graph `first` was free before, so every graph with a smaller number may write there, and
// `first` itself does; from the capture of graph `last` on, in which it was given back, every one with a larger number
// may, and `last` itself. So a value is there from a replay of `first` until a replay of any graph but those between
// the two.
class MemoryPool {
 public:
  static Ref<MemoryPool> create(Device device);
  static void destroy(MemoryPool* pool) noexcept;

  void add_tenant(PoolTenant& tenant);
  void remove_tenant(PoolTenant& tenant) noexcept;
  void replayed(uint64_t graph) noexcept;  // is about to be

  RefCount refs;
  const Device device;
  const uint64_t id;  // of the process, from 1

 private:
  MemoryPool(Device device, uint64_t id) : device(device), id(id) {}
  std::mutex mutex_;
  std::vector<PoolTenant*> tenants_;
};

// While it lives, allocations on any stream of the device that takes part in the capture come from the pool, whichever
// thread makes them; no event is asked or recorded for memory; what needs events to come back is put aside. It has to
// be made before the backend begins to capture and destroyed after it has ended (spec AL-10):
//
//   CaptureRouting routing(pool);
//   capture_begin(...);  routing.set_capture(info.id);  ...  capture_end(...);
class CaptureRouting {
 public:
  // `elide_cpu_work`: operators on the CPU run meanwhile, and only then; otherwise they are errors (captures.h).
  explicit CaptureRouting(Ref<MemoryPool> pool, bool elide_cpu_work = false);
  ~CaptureRouting();
  CaptureRouting(const CaptureRouting&) = delete;
  CaptureRouting& operator=(const CaptureRouting&) = delete;
  void set_capture(uint64_t id);  // as the backend's capture_info says
  MemoryPool& pool() const { return *pool_; }

 private:
  Ref<MemoryPool> pool_;
  uint64_t id_ = 0;
  const bool elide_cpu_work_;
};

bool lies_in(const DeviceBlock& block, const MemoryPool& pool);
// Whether all that was enqueued on this memory is in the order of that stream: it was allocated there, and no other use
// was declared. Then the owner of the last reference may write it there.
bool used_on_one_stream(const DeviceBlock& block, const Stream& stream);

// ---- limits, figures, reports ----

MemoryStatistics memory_statistics(Device device);  // zeros where nothing was ever allocated; touches no device
void reset_memory_peaks(Device device);
// At most this much of the device is taken from the backend; what is taken already stays. kNoMemoryLimit: no limit.
inline constexpr uint64_t kNoMemoryLimit = UINT64_MAX;
void set_memory_limit(Device device, uint64_t bytes);
void set_memory_fraction(Device device, double fraction);  // of the device's total memory
std::string memory_summary(Device device);
std::string memory_snapshot(Device device);  // JSON
void trim_device_memory() noexcept;          // empty_device_cache wherever memory was allocated

// The caller's own functions in place of a backend's raw_alloc and raw_free. What was allocated goes back to where it
// came from; `drop` is called when they are replaced and nothing of theirs is left. Null: the backend's.
class RawAllocator;
void set_raw_allocator(DeviceType type, std::shared_ptr<RawAllocator> allocator);
class RawAllocator {
 public:
  virtual ~RawAllocator() = default;
  virtual vjp_status allocate(int device, size_t bytes, void** out) = 0;
  virtual void deallocate(int device, void* memory, size_t bytes) noexcept = 0;
};

}  // namespace vjp
