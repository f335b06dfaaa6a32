// Page-locked memory of the host: cached by size, because locking pages is slow, and reused only when the copies that
// were recorded with it are done (spec CP-3).
#include <bit>
#include <map>
#include <memory>
#include <mutex>
#include <new>

#include "base/error.h"
#include "base/forced_unwind.h"
#include "device/device_memory.h"
#include "device/held_blocks.h"
#include "device/instrument.h"
#include "device/registry.h"

namespace vjp {

class PinnedCache;

struct PinnedBlock : HeldBlock {
  PinnedCache* cache = nullptr;
  char* data = nullptr;
  size_t bytes = 0;  // as rounded
};

namespace {

// To an eighth of a power of two, at least a page.
size_t rounded(size_t bytes) {
  if (bytes <= 4096) return 4096;
  size_t step = std::bit_floor(bytes - 1) / 8;
  return (bytes + step - 1) / step * step;
}

void give_back(HeldBlock& block);

}  // namespace

class PinnedCache {
 public:
  explicit PinnedCache(DeviceType type) : type_(type), held_(give_back) {}
  static PinnedCache& of(DeviceType type) {
    static std::atomic<PinnedCache*> all[kMaxDeviceTypes];  // live for ever: blocks may come back at any time
    std::atomic<PinnedCache*>& place = all[static_cast<int>(type)];
    if (PinnedCache* known = place.load(std::memory_order_acquire)) return *known;
    auto made = std::make_unique<PinnedCache>(type);
    PinnedCache* other = nullptr;
    return place.compare_exchange_strong(other, made.get(), std::memory_order_acq_rel) ? *made.release() : *other;
  }

  PinnedBlock* allocate(size_t bytes) {
    held_.collect();
    size_t size = rounded(bytes);
    {
      std::lock_guard lock(mutex_);
      if (auto it = free_.lower_bound({size, nullptr}); it != free_.end() && it->first.first == size) {
        PinnedBlock* block = it->second;
        free_.erase(it);
        return block;
      }
    }
    auto block = std::make_unique<PinnedBlock>();
    void* data = nullptr;
    if (raw_allocate(size, &data) == VJP_ERROR_MEMORY) {
      if (!capture_underway()) {
        MemoryWait own;
        held_.wait();
        trim();
      }
      check_backend(raw_allocate(size, &data), {type_, 0}, "host_alloc");
    }
    block->cache = this;
    block->data = static_cast<char*>(data);
    block->bytes = size;
    return block.release();
  }

  void free(PinnedBlock& block) noexcept {
    if (block.streams.empty()) {
      put_back(block);
    } else {
      held_.add(block);
    }
  }
  void put_back(PinnedBlock& block) noexcept {
    try {
      std::lock_guard lock(mutex_);
      free_[{block.bytes, block.data}] = &block;
    } catch (const std::bad_alloc&) {
      release(&block);
    }
  }
  void record(PinnedBlock& block, Stream& stream) {
    bool captured = capture_underway() && capture_of(stream) != 0;
    std::lock_guard lock(mutex_);
    block.record(stream, captured);
  }
  DeviceType type() const { return type_; }

 private:
  vjp_status raw_allocate(size_t bytes, void** out) {
    vjp_status status = backend_of(type_).host_alloc(bytes, out);
    if (status != VJP_OK && status != VJP_ERROR_MEMORY) check_backend(status, {type_, 0}, "host_alloc");
    return status;
  }
  void trim() {
    std::map<std::pair<size_t, char*>, PinnedBlock*> unused;
    {
      std::lock_guard lock(mutex_);
      unused.swap(free_);
    }
    for (auto& [key, block] : unused) release(block);
  }
  void release(PinnedBlock* block) noexcept {
    backend_of(type_).host_free(block->data, block->bytes);
    delete block;
  }

  const DeviceType type_;
  std::mutex mutex_;
  std::map<std::pair<size_t, char*>, PinnedBlock*> free_;  // the lowest address first
  HeldBlocks held_;
};

namespace {

void give_back(HeldBlock& held) {
  auto& block = static_cast<PinnedBlock&>(held);
  block.cache->put_back(block);
}

}  // namespace

PinnedBlock* allocate_pinned(DeviceType type, size_t bytes) {
  PinnedBlock* block = PinnedCache::of(type).allocate(bytes);
  try {
    if (Instrument* i = instrument()) [[unlikely]]
      i->allocated({type, 0}, block->data, bytes, nullptr, true);
  }
  VJP_CATCH_ALL {
    block->cache->put_back(*block);
    throw;
  }
  return block;
}

void free_pinned(PinnedBlock* block) noexcept {
  if (Instrument* i = instrument()) [[unlikely]]
    i->freed({block->cache->type(), 0}, block->data);
  block->cache->free(*block);
}

char* pinned_data(const PinnedBlock* block) { return block->data; }

void record_stream(PinnedBlock* block, Stream& stream) {
  if (Instrument* i = instrument()) [[unlikely]]
    i->stream_recorded(stream.device, block->data, stream);
  block->cache->record(*block, stream);
}

}  // namespace vjp
