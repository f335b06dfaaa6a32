#include "device/memory_pool.h"

#include <algorithm>

#include "base/error.h"
#include "base/forced_unwind.h"
#include "device/captures.h"
#include "device/device_cache.h"
#include "device/registry.h"

namespace vjp {
namespace {

constinit std::atomic<uint64_t> next_pool{0};

}  // namespace

Ref<MemoryPool> MemoryPool::create(Device device) {
  uint64_t id = next_pool.fetch_add(1, std::memory_order_relaxed) + 1;
  std::unique_ptr<MemoryPool> pool(new MemoryPool(device, id));
  DeviceCache::of(device).add_private_pool(id);
  return Ref<MemoryPool>::take(pool.release());
}

void MemoryPool::destroy(MemoryPool* pool) noexcept {
  DeviceCache::of(pool->device).release_private_pool(pool->id);
  delete pool;
}

void MemoryPool::add_tenant(PoolTenant& tenant) {
  std::lock_guard lock(mutex_);
  tenants_.push_back(&tenant);
}
void MemoryPool::remove_tenant(PoolTenant& tenant) noexcept {
  std::lock_guard lock(mutex_);
  std::erase(tenants_, &tenant);
}
void MemoryPool::replayed(uint64_t graph) noexcept {
  std::lock_guard lock(mutex_);
  for (PoolTenant* tenant : tenants_)
    if (graph <= tenant->first || graph >= tenant->last) tenant->overwritten(graph <= tenant->first);
}

CaptureRouting::CaptureRouting(Ref<MemoryPool> pool, bool elide_cpu_work)
    : pool_(std::move(pool)), elide_cpu_work_(elide_cpu_work) {
  DeviceCache& cache = DeviceCache::of(pool_->device);
  cache.begin_routing(pool_->id);
  try {
    begin_capture();
  }
  VJP_CATCH_ALL {
    cache.end_routing(pool_->id);
    throw;
  }
}
CaptureRouting::~CaptureRouting() {
  DeviceCache::of(pool_->device).end_routing(pool_->id);
  end_capture(pool_->device.type, id_);
}
void CaptureRouting::set_capture(uint64_t id) {
  id_ = id;
  DeviceCache::of(pool_->device).set_capture(pool_->id, id);
  if (elide_cpu_work_) elide_cpu_work(pool_->device.type, id);
}

void DeviceCache::add_private_pool(uint64_t id) {
  auto pool = std::make_unique<PrivatePool>();
  pool->id = id;
  std::lock_guard lock(mutex_);
  private_pools_.emplace(id, std::move(pool));
}

void DeviceCache::release_private_pool(uint64_t id) noexcept {
  std::lock_guard lock(mutex_);
  auto it = private_pools_.find(id);
  it->second->released = true;
  if (it->second->caches.empty()) private_pools_.erase(it);
}

void DeviceCache::begin_routing(uint64_t pool) {
  std::lock_guard lock(mutex_);
  if (std::any_of(routings_.begin(), routings_.end(), [&](const Routing& r) { return r.pool == pool; }))
    fail(VJP_ERROR_STATE, "{}: another capture is filling memory pool {}", device, pool);
  routings_.push_back({pool, 0});
}
void DeviceCache::set_capture(uint64_t pool, uint64_t capture) {
  std::lock_guard lock(mutex_);
  for (Routing& routing : routings_)
    if (routing.pool == pool) routing.capture = capture;
}
void DeviceCache::end_routing(uint64_t pool) noexcept {
  std::lock_guard lock(mutex_);
  std::erase_if(routings_, [&](const Routing& r) { return r.pool == pool; });
}

// The private pool for what is allocated on the stream now; 0: none.
uint64_t DeviceCache::routed_pool(Stream& stream) {
  {
    std::lock_guard lock(mutex_);
    if (routings_.empty()) return 0;
  }
  uint64_t capture = capture_of(stream);
  if (!capture) return 0;
  std::lock_guard lock(mutex_);
  for (const Routing& routing : routings_)
    if (routing.capture == capture) return routing.pool;
  return 0;
}

bool lies_in(const DeviceBlock& block, const MemoryPool& pool) {
  const PrivatePool* graphs = block.pool->cache->graphs;
  return graphs && graphs->id == pool.id;
}

// ---- the caller's raw allocation ----

namespace {

struct RawAllocators {
  std::mutex mutex;
  std::shared_ptr<RawAllocator> of_type[kMaxDeviceTypes];
};
RawAllocators& raw_allocators() {
  static auto* all = new RawAllocators();  // memory may come back until the process ends
  return *all;
}

}  // namespace

std::shared_ptr<RawAllocator> raw_allocator_of(DeviceType type) {
  std::lock_guard lock(raw_allocators().mutex);
  return raw_allocators().of_type[static_cast<int>(type)];
}
void set_raw_allocator(DeviceType type, std::shared_ptr<RawAllocator> allocator) {
  std::lock_guard lock(raw_allocators().mutex);
  raw_allocators().of_type[static_cast<int>(type)].swap(allocator);
}

}  // namespace vjp
