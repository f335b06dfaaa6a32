// The caching allocator from the inside (device_memory.h from the outside).
//
// Memory is taken from the backend in segments. A segment belongs to one stream, one of the two pools (small and large
// blocks) and perhaps to the private pool of some graphs, and is cut into blocks that know their neighbours: a block
// that comes back is joined with them.
//
// Note: locks. One mutex a device guards everything here. Backends and instruments are called without it: they may
// block, and a simulated device may run host functions that free tensors.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "device/device_memory.h"
#include "device/free_blocks.h"
#include "device/held_blocks.h"
#include "device/memory_pool.h"

namespace vjp {

constexpr size_t kBlockUnit = kDeviceBlockUnit;
constexpr size_t kSmallBlock = size_t{1} << 20;  // at most, of the small pool
constexpr size_t kSmallSegment = size_t{2} << 20;
constexpr size_t kMediumBlock = size_t{10} << 20;  // smaller ones share segments
constexpr size_t kMediumSegment = size_t{20} << 20;
constexpr size_t kLargeUnit = size_t{2} << 20;

struct StreamCache;
struct BlockPool;
struct Segment;

class DeviceCache;

struct DeviceBlock : HeldBlock {
  DeviceCache* cache = nullptr;
  char* data = nullptr;
  size_t size = 0;       // a multiple of 512; 0: a block without memory
  size_t requested = 0;  // of it
  BlockPool* pool = nullptr;
  Segment* segment = nullptr;
  DeviceBlock *previous = nullptr, *next = nullptr;  // in the segment
  DeviceBlock *left = nullptr, *right = nullptr;     // in FreeBlocks
  enum State : uint8_t { Free, InUse, Held } state = Free;
  const char* op = nullptr;  // the operator that allocated it
};

DeviceBlock* new_block();
void delete_block(DeviceBlock* block) noexcept;

struct Segment {
  Segment() : first(new_block()) {}
  ~Segment() { delete_block(first); }  // by then the only one
  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;

  BlockPool* pool = nullptr;
  char* data = nullptr;
  size_t bytes = 0;
  DeviceBlock* const first;
  std::shared_ptr<RawAllocator> raw;  // null: the backend
  bool unused() const { return first->state == DeviceBlock::Free && !first->next; }
};

// The free blocks of a stream, of one pool.
struct BlockPool {
  StreamCache* cache;
  bool small;
  FreeBlocks<DeviceBlock> free;
};

struct PrivatePool;

struct StreamCache {
  StreamCache(Ref<Stream> stream, PrivatePool* graphs)
      : stream(std::move(stream)), graphs(graphs), small{this, true, {}}, large{this, false, {}} {}
  BlockPool& pool_for(size_t size) { return size <= kSmallBlock ? small : large; }
  Ref<Stream> stream;   // as long as memory of it is here
  PrivatePool* graphs;  // null: not of a graph
  BlockPool small, large;
  size_t uses = 0;  // segments, and blocks without memory
  std::unique_ptr<StreamCache> next_idle;
};

// The caches of streams: the ordinary ones, or those of a private pool.
using StreamCaches = std::unordered_map<Stream*, std::unique_ptr<StreamCache>>;

struct PrivatePool {
  uint64_t id;
  bool released = false;  // no graph uses it any more
  StreamCaches caches;
};

class DeviceCache {
 public:
  explicit DeviceCache(Device device);
  static DeviceCache& of(Device device);             // made when first asked for, lives for ever
  static DeviceCache* find(Device device) noexcept;  // null: nothing was ever allocated there

  DeviceBlock* allocate(Stream& stream, size_t bytes);
  void free(DeviceBlock& block) noexcept;
  void put_back(DeviceBlock& block) noexcept;  // once nothing uses it
  bool unshared(const DeviceBlock& block);     // no stream was recorded
  void record(DeviceBlock& block, Stream& stream);
  void empty();
  void give_up_dead_streams(bool wait) noexcept;

  void add_private_pool(uint64_t id);
  void release_private_pool(uint64_t id) noexcept;
  void begin_routing(uint64_t pool);
  void set_capture(uint64_t pool, uint64_t capture);
  void end_routing(uint64_t pool) noexcept;

  MemoryStatistics statistics();
  void reset_peaks();
  void set_limit(uint64_t bytes);
  void set_fraction(double fraction);
  std::string summary();
  std::string snapshot();

  const Device device;

 private:
  struct Routing {
    uint64_t pool, capture;
  };

  // allocation (device_memory.cc)
  uint64_t routed_pool(Stream& stream);
  StreamCache& cache_of(Stream& stream, uint64_t pool);
  DeviceBlock* take(BlockPool& pool, size_t size);
  template <class F>
  void count(const BlockPool& pool, F&& change) {
    change(statistics_.all);
    change(pool.small ? statistics_.small : statistics_.large);
    if (pool.cache->graphs) change(statistics_.private_pools);
  }

  // where memory comes from and goes back to (device_segments.cc)
  DeviceBlock* grow(Stream& stream, uint64_t pool, size_t size);
  DeviceBlock* add_segment(Stream& stream, uint64_t pool, size_t size);
  bool raw_allocate(size_t bytes, RawAllocator* raw, void** out);
  uint64_t limit();
  using Segments = std::vector<std::unique_ptr<Segment>>;
  Segments unused_segments(size_t enough);
  Segments segments_of_dead_streams(bool wait);
  Segments take_out(const std::vector<Segment*>& unused);
  void forget(Segment& segment);
  void release(Segments segments, bool settled = false) noexcept;
  bool abandoned(Stream& stream);
  bool idle(Stream& stream);
  void drop_idle_caches() noexcept;

  // reports (device_memory_report.cc)
  [[noreturn]] void fail_out_of_memory(size_t size);
  std::string holders(size_t most);

  std::mutex mutex_;
  StreamCaches caches_;
  StreamCache* recent_ = nullptr;  // asked for last, of the ordinary ones
  std::map<uint64_t, std::unique_ptr<PrivatePool>> private_pools_;
  std::vector<Routing> routings_;
  // By address; a caller's allocator may hand out what it has from here, so one may occur twice.
  std::multimap<char*, std::unique_ptr<Segment>> segments_;
  MemoryStatistics statistics_;
  uint64_t claimed_ = 0;  // by raw allocations that are under way
  uint64_t limit_ = kNoMemoryLimit;
  double fraction_ = 0;  // to be turned into a limit when the device is in use; 0: none
  HeldBlocks held_;
};

// In place of the backend's; null: none.
std::shared_ptr<RawAllocator> raw_allocator_of(DeviceType type);

}  // namespace vjp
