// The caching allocator: blocks are handed out and come back.
#include "device/device_memory.h"

#include <new>

#include "base/error.h"
#include "base/forced_unwind.h"
#include "base/pool.h"
#include "device/device_cache.h"
#include "device/instrument.h"
#include "device/registry.h"

namespace vjp {
namespace {

constinit std::atomic<DeviceCache*> device_caches[kMaxDeviceKeys] = {};

void give_back(HeldBlock& held) {
  auto& block = static_cast<DeviceBlock&>(held);
  block.cache->put_back(block);
}

}  // namespace

DeviceBlock* new_block() { return new (pool_allocate(sizeof(DeviceBlock))) DeviceBlock(); }
void delete_block(DeviceBlock* block) noexcept {
  block->~DeviceBlock();
  pool_deallocate(block, sizeof(DeviceBlock));
}

DeviceCache::DeviceCache(Device device) : device(device), held_(give_back) {}

DeviceCache* DeviceCache::find(Device device) noexcept {
  return device_caches[device.key()].load(std::memory_order_acquire);
}

DeviceCache& DeviceCache::of(Device device) {
  if (DeviceCache* known = find(device)) return *known;
  auto made = std::make_unique<DeviceCache>(device);
  DeviceCache* other = nullptr;
  if (device_caches[device.key()].compare_exchange_strong(other, made.get(), std::memory_order_acq_rel))
    return *made.release();
  return *other;
}

// With the lock.
StreamCache& DeviceCache::cache_of(Stream& stream, uint64_t pool) {
  if (pool == 0 && recent_ && recent_->stream.get() == &stream) return *recent_;
  PrivatePool* graphs = nullptr;
  if (auto it = private_pools_.find(pool); it != private_pools_.end()) graphs = it->second.get();
  StreamCaches& caches = graphs ? graphs->caches : caches_;
  auto it = caches.find(&stream);
  if (it == caches.end())
    it = caches.emplace(&stream, std::make_unique<StreamCache>(Ref<Stream>::share(&stream), graphs)).first;
  if (!graphs) recent_ = it->second.get();
  return *it->second;
}

// With the lock. The smallest free block that fits, cut to size; null if there is none.
DeviceBlock* DeviceCache::take(BlockPool& pool, size_t size) {
  DeviceBlock* block = pool.free.best_fit(size);
  if (!block) return nullptr;
  size_t rest = block->size - size;
  // a rest of a large block that no large request fits would be of no use
  if (pool.small ? rest > 0 : rest > kSmallBlock) {
    DeviceBlock* remainder = new_block();
    pool.free.erase(*block);
    remainder->cache = this;
    remainder->data = block->data + size;
    remainder->size = rest;
    remainder->pool = &pool;
    remainder->segment = block->segment;
    remainder->previous = block;
    remainder->next = block->next;
    if (block->next) block->next->previous = remainder;
    block->next = remainder;
    block->size = size;
    pool.free.insert(*remainder);
  } else {
    pool.free.erase(*block);
  }
  block->state = DeviceBlock::InUse;
  ++statistics_.blocks_handed_out;
  auto bytes = static_cast<int64_t>(block->size);
  count(pool, [bytes](PoolStatistics& s) {
    s.allocated_bytes.add(bytes);
    s.allocated_blocks.add(1);
    s.active_bytes.add(bytes);
    s.active_blocks.add(1);
  });
  return block;
}

DeviceBlock* DeviceCache::allocate(Stream& stream, size_t bytes) {
  held_.collect();
  uint64_t pool = capture_underway() ? routed_pool(stream) : 0;
  if (bytes > (size_t{1} << 48)) fail_out_of_memory(bytes);
  size_t size = (bytes + kBlockUnit - 1) / kBlockUnit * kBlockUnit;
  DeviceBlock* block;
  {
    std::lock_guard lock(mutex_);
    StreamCache& cache = cache_of(stream, pool);
    if (size == 0) {
      block = new_block();
      block->cache = this;
      block->pool = &cache.small;
      block->state = DeviceBlock::InUse;
      ++cache.uses;
      return block;
    }
    block = take(cache.pool_for(size), size);
  }
  if (!block) {
    give_up_dead_streams(false);
    block = grow(stream, pool, size);
  }
  block->requested = bytes;
  block->op = attribution->op;
  return block;
}

void DeviceCache::free(DeviceBlock& block) noexcept {
  if (block.streams.empty()) [[likely]] {
    put_back(block);
    return;
  }
  {
    std::lock_guard lock(mutex_);
    block.state = DeviceBlock::Held;
    count(*block.pool, [&block](PoolStatistics& s) {
      s.allocated_bytes.add(-static_cast<int64_t>(block.size));
      s.allocated_blocks.add(-1);
    });
  }
  held_.add(block);
}

// Nothing uses the block any more: it is joined with its free neighbours.
void DeviceCache::put_back(DeviceBlock& returned) noexcept {
  DeviceBlock* block = &returned;
  DeviceBlock* merged[2] = {};
  {
    std::lock_guard lock(mutex_);
    BlockPool& pool = *block->pool;
    if (block->size == 0) {
      --pool.cache->uses;
      merged[0] = block;
    } else {
      auto bytes = static_cast<int64_t>(block->size);
      bool in_use = block->state == DeviceBlock::InUse;
      count(pool, [bytes, in_use](PoolStatistics& s) {
        s.active_bytes.add(-bytes);
        s.active_blocks.add(-1);
        if (!in_use) return;
        s.allocated_bytes.add(-bytes);
        s.allocated_blocks.add(-1);
      });
      block->state = DeviceBlock::Free;
      DeviceBlock *before = block->previous, *after = block->next;
      if (after && after->state == DeviceBlock::Free) {
        pool.free.erase(*after);
        block->size += after->size;
        block->next = after->next;
        if (after->next) after->next->previous = block;
        merged[0] = after;
      }
      if (before && before->state == DeviceBlock::Free) {
        pool.free.erase(*before);
        before->size += block->size;
        before->next = block->next;
        if (block->next) block->next->previous = before;
        merged[1] = block;
        block = before;
      }
      pool.free.insert(*block);
    }
  }
  for (DeviceBlock* gone : merged)
    if (gone) delete_block(gone);
}

// The lock, too: several threads may record streams on one block.
bool DeviceCache::unshared(const DeviceBlock& block) {
  std::lock_guard lock(mutex_);
  return block.streams.empty();
}

void DeviceCache::record(DeviceBlock& block, Stream& stream) {
  bool captured = capture_underway() && capture_of(stream) != 0;
  std::lock_guard lock(mutex_);
  block.record(stream, captured);
}

// ---- the interface ----

DeviceBlock* allocate_device(Device device, size_t bytes) {
  Stream& stream = current_stream(device);
  DeviceBlock* block = DeviceCache::of(device).allocate(stream, bytes);
  if (bytes == 0) return block;
  try {
    const vjp_backend& backend = backend_of(device);
    if (backend.memory_handed_out)
      check_backend(backend.memory_handed_out(device.index, block->data, block->size, stream.handle()), device,
                    "memory_handed_out");
    if (Instrument* i = instrument()) [[unlikely]]
      i->allocated(device, block->data, bytes, &stream, false);
  }
  VJP_CATCH_ALL {
    block->cache->free(*block);
    throw;
  }
  return block;
}

void free_device(DeviceBlock* block) noexcept {
  if (Instrument* i = instrument(); i && block->data) [[unlikely]]
    i->freed(block->cache->device, block->data);
  block->cache->free(*block);
}

char* block_data(const DeviceBlock* block) { return block->data; }
Stream& block_stream(const DeviceBlock* block) { return *block->pool->cache->stream; }

void record_stream(DeviceBlock* block, Stream& stream) {
  if (&block_stream(block) == &stream || !block->data) return;
  if (Instrument* i = instrument()) [[unlikely]]
    i->stream_recorded(block->cache->device, block->data, stream);
  block->cache->record(*block, stream);
}

bool used_on_one_stream(const DeviceBlock& block, const Stream& stream) {
  if (&block_stream(&block) != &stream) return false;
  return block.cache->unshared(block);
}

void give_up_dead_streams(Device device, bool wait) noexcept {
  if (DeviceCache* cache = DeviceCache::find(device)) cache->give_up_dead_streams(wait);
}

void empty_device_cache(Device device) {
  if (DeviceCache* cache = DeviceCache::find(device)) cache->empty();
}

}  // namespace vjp
