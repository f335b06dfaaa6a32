// Segments: where the caching allocator's memory comes from, and what happens when there is not enough (spec AL-5).
#include <algorithm>
#include <new>

#include "base/error.h"
#include "base/forced_unwind.h"
#include "device/device_cache.h"
#include "device/instrument.h"
#include "device/memory_pressure.h"
#include "device/registry.h"

namespace vjp {
namespace {

size_t segment_bytes(size_t size) {
  if (size <= kSmallBlock) return kSmallSegment;
  if (size < kMediumBlock) return kMediumSegment;
  return (size + kLargeUnit - 1) / kLargeUnit * kLargeUnit;
}

}  // namespace

// Neither giving memory back nor waiting is allowed while a capture is underway: both would break it.
DeviceBlock* DeviceCache::grow(Stream& stream, uint64_t pool, size_t size) {
  for (int attempt = 0;; ++attempt) {
    if (DeviceBlock* block = add_segment(stream, pool, size)) return block;
    if (capture_underway() || attempt > 2) break;
    if (attempt == 2 && !relieve_memory_pressure(device, size)) break;
    MemoryWait own;
    Segments segments;
    if (attempt == 0) {
      held_.collect();
    } else {
      held_.wait();
    }
    {
      std::lock_guard lock(mutex_);
      if (attempt == 0) ++statistics_.retries;
      if (DeviceBlock* block = take(cache_of(stream, pool).pool_for(size), size)) return block;
      segments = unused_segments(attempt == 0 ? segment_bytes(size) : SIZE_MAX);
    }
    release(std::move(segments));
  }
  {
    std::lock_guard lock(mutex_);
    ++statistics_.out_of_memory;
  }
  fail_out_of_memory(size);
}

// A new segment, of which the block is taken at once; null if the backend has no memory left, or the limit is reached.
DeviceBlock* DeviceCache::add_segment(Stream& stream, uint64_t pool, size_t size) {
  size_t bytes = segment_bytes(size);
  uint64_t most = limit();
  // What the host has to give comes first, so that no memory of the device is lost for want of it.
  std::multimap<char*, std::unique_ptr<Segment>> made;
  Segment& segment = *made.emplace(nullptr, std::make_unique<Segment>())->second;
  segment.raw = raw_allocator_of(device.type);
  segment.bytes = bytes;
  StreamCache* cache;
  {
    std::lock_guard lock(mutex_);
    uint64_t reserved = static_cast<uint64_t>(statistics_.all.reserved_bytes.now) + claimed_;
    if (reserved > most || bytes > most - reserved) return nullptr;
    cache = &cache_of(stream, pool);
    ++cache->uses;
    claimed_ += bytes;
  }
  void* data = nullptr;
  bool done = false;
  try {
    done = raw_allocate(bytes, segment.raw.get(), &data);
  }
  VJP_CATCH_ALL {
    std::lock_guard lock(mutex_);
    claimed_ -= bytes;
    --cache->uses;
    throw;
  }
  std::lock_guard lock(mutex_);
  claimed_ -= bytes;
  if (!done) {
    --cache->uses;
    return nullptr;
  }
  DeviceBlock* block = segment.first;
  segment.data = static_cast<char*>(data);
  segment.pool = &cache->pool_for(size);
  block->cache = this;
  block->data = segment.data;
  block->size = bytes;
  block->pool = segment.pool;
  block->segment = &segment;
  segment.pool->free.insert(*block);
  ++statistics_.raw_allocations;
  count(*segment.pool, [bytes](PoolStatistics& s) {
    s.reserved_bytes.add(static_cast<int64_t>(bytes));
    s.segments.add(1);
  });
  auto entry = made.extract(made.begin());
  entry.key() = segment.data;
  segments_.insert(std::move(entry));
  return take(*block->pool, size);
}

bool DeviceCache::raw_allocate(size_t bytes, RawAllocator* raw, void** out) {
  vjp_status status =
      raw ? raw->allocate(device.index, bytes, out) : backend_of(device).raw_alloc(device.index, bytes, out);
  if (status == VJP_ERROR_MEMORY || (status == VJP_OK && !*out)) return false;
  check_backend(status, device, "raw_alloc");
  return true;
}

uint64_t DeviceCache::limit() {
  double fraction;
  {
    std::lock_guard lock(mutex_);
    if (fraction_ <= 0) return limit_;
    fraction = fraction_;
  }
  uint64_t free = 0, total = 0;
  check_backend(backend_of(device).memory_info(device.index, &free, &total), device, "memory_info");
  std::lock_guard lock(mutex_);
  fraction_ = 0;
  return limit_ = static_cast<uint64_t>(fraction * static_cast<double>(total));
}

void DeviceCache::set_limit(uint64_t bytes) {
  std::lock_guard lock(mutex_);
  limit_ = bytes;
  fraction_ = 0;
}

void DeviceCache::set_fraction(double fraction) {
  if (!(fraction > 0 && fraction <= 1))
    fail(VJP_ERROR_INVALID, "the fraction of {}'s memory must be above 0 and at most 1, not {}", device, fraction);
  std::lock_guard lock(mutex_);
  fraction_ = fraction;
}

// ---- giving back ----

// With the lock: takes segments out that nobody uses: one that is big enough for `enough` bytes, or the largest ones
// until they are; none if all together are too small. SIZE_MAX: all of them. Those of live graphs stay.
DeviceCache::Segments DeviceCache::unused_segments(size_t enough) {
  std::vector<Segment*> unused;
  for (auto& [data, segment] : segments_) {
    PrivatePool* graphs = segment->pool->cache->graphs;
    if (segment->unused() && (!graphs || graphs->released)) unused.push_back(segment.get());
  }
  if (enough != SIZE_MAX) {
    std::stable_sort(unused.begin(), unused.end(), [](Segment* a, Segment* b) { return a->bytes < b->bytes; });
    auto fits = std::find_if(unused.begin(), unused.end(), [&](Segment* s) { return s->bytes >= enough; });
    if (fits != unused.end()) {
      unused = {*fits};
    } else {
      size_t sum = 0, first = unused.size();
      while (first > 0 && sum < enough) sum += unused[--first]->bytes;
      if (sum < enough) first = unused.size();
      unused.erase(unused.begin(), unused.begin() + static_cast<ptrdiff_t>(first));
    }
  }
  return take_out(unused);
}

// With the lock.
DeviceCache::Segments DeviceCache::take_out(const std::vector<Segment*>& unused) {
  Segments taken;
  taken.reserve(unused.size());
  for (Segment* segment : unused) {
    forget(*segment);
    auto it = segments_.find(segment->data);
    while (it->second.get() != segment) ++it;
    taken.push_back(std::move(it->second));
    segments_.erase(it);
  }
  return taken;
}

void DeviceCache::forget(Segment& segment) {
  BlockPool& pool = *segment.pool;
  pool.free.erase(*segment.first);
  ++statistics_.raw_frees;
  count(pool, [&segment](PoolStatistics& s) {
    s.reserved_bytes.add(-static_cast<int64_t>(segment.bytes));
    s.segments.add(-1);
  });
}

// With the lock. Whether only the caches here refer to the stream: if the handle is the program's own, it may have
// ended.
bool DeviceCache::abandoned(Stream& stream) {
  size_t ours = caches_.count(&stream);
  for (const auto& [id, pool] : private_pools_) ours += pool->caches.count(&stream);
  return stream.refs.count() <= ours;
}

// With the lock: those of streams that nobody refers to any more, of which the work is done if we may not wait for it.
DeviceCache::Segments DeviceCache::segments_of_dead_streams(bool wait) {
  std::vector<Segment*> dead;
  for (auto& [data, segment] : segments_) {
    const StreamCache& cache = *segment->pool->cache;
    if (segment->unused() && !cache.graphs && !cache.stream->is_default() && abandoned(*cache.stream) &&
        (wait || idle(*cache.stream)))
      dead.push_back(segment.get());
  }
  return take_out(dead);
}

// Whether everything in a stream that only caches refer to is done. Of a wrapped one the handle may have ended.
bool DeviceCache::idle(Stream& stream) {
  if (!stream.is_owned()) return false;
  try {
    return stream.query();
  }
  VJP_CATCH_ALL_HERE {  // a broken device: it is for an allocation to say so
    return false;
  }
}

// A stream's memory goes with it. It may be asked for while the stream's work is underway: then it stays until somebody
// asks again.
void DeviceCache::give_up_dead_streams(bool wait) noexcept {
  if (capture_underway()) return;
  Segments segments;
  try {
    std::lock_guard lock(mutex_);
    segments = segments_of_dead_streams(wait);
  } catch (const std::bad_alloc&) {  // it stays, then
    return;
  }
  release(std::move(segments), !wait);
}

// Blocks until the streams that used them are done, unless it is known that they are (`settled`): a block may be free
// while the work of its own stream still runs.
void DeviceCache::release(Segments segments, bool settled) noexcept {
  if (segments.empty()) return;
  bool everything = false;
  if (!settled) {
    std::lock_guard lock(mutex_);
    for (const auto& segment : segments) {
      const StreamCache& cache = *segment->pool->cache;
      // graphs run on any stream; a wrapped stream that is only ours may have ended
      everything |= cache.graphs || (!cache.stream->is_owned() && abandoned(*cache.stream));
    }
  }
  try {
    std::vector<Stream*> streams;
    for (size_t i = 0; i < segments.size() && !everything && !settled; ++i) {
      Stream* stream = segments[i]->pool->cache->stream.get();
      if (std::find(streams.begin(), streams.end(), stream) != streams.end()) continue;
      streams.push_back(stream);
      stream->synchronize();
    }
  }
  VJP_CATCH_ALL_HERE {  // taken away by its owner, or the host is out of memory
    everything = true;
  }
  try {
    if (everything) synchronize_device(device);
  }
  VJP_CATCH_ALL_HERE {  // a broken device runs nothing
  }
  for (auto& segment : segments) {
    if (Instrument* i = instrument()) [[unlikely]]
      i->released(device, segment->data, segment->bytes);
    if (segment->raw) {
      segment->raw->deallocate(device.index, segment->data, segment->bytes);
    } else {
      backend_of(device).raw_free(device.index, segment->data, segment->bytes);
    }
  }
  {
    std::lock_guard lock(mutex_);
    for (auto& segment : segments) --segment->pool->cache->uses;
  }
  drop_idle_caches();
}

// Those of streams that have nothing here: the last reference to a stream may be theirs, so they go without the lock.
void DeviceCache::drop_idle_caches() noexcept {
  std::unique_ptr<StreamCache> idle;  // the first of a list
  auto sweep = [&](StreamCaches& caches) {
    for (auto it = caches.begin(); it != caches.end();) {
      if (it->second->uses > 0) {
        ++it;
        continue;
      }
      if (recent_ == it->second.get()) recent_ = nullptr;
      std::unique_ptr<StreamCache> cache = std::move(it->second);
      cache->next_idle = std::move(idle);
      idle = std::move(cache);
      it = caches.erase(it);
    }
  };
  {
    std::lock_guard lock(mutex_);
    sweep(caches_);
    for (auto it = private_pools_.begin(); it != private_pools_.end();) {
      sweep(it->second->caches);
      it = it->second->released && it->second->caches.empty() ? private_pools_.erase(it) : std::next(it);
    }
  }
  while (idle) idle = std::move(idle->next_idle);
}

void DeviceCache::empty() {
  if (capture_underway()) return;
  held_.collect();
  Segments segments;
  {
    std::lock_guard lock(mutex_);
    segments = unused_segments(SIZE_MAX);
  }
  if (segments.empty()) drop_idle_caches();
  release(std::move(segments));
}

}  // namespace vjp
