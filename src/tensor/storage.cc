#include "tensor/storage.h"

#include <new>

#include "base/forced_unwind.h"
#include "base/pool.h"
#include "base/pool_counted.h"
#include "device/default_device.h"

namespace vjp {

VJP_THREAD_SLOT(bool, making_inference_storage, kTravels) = false;

namespace {

constexpr size_t kHeader = (sizeof(Storage) + 15) / 16 * 16;
constexpr size_t kInlineBytes = kPoolMaxBytes - kHeader;
// Between a small storage that is recorded and its memory: its end is to be distinguished from that of others.
constexpr size_t kGap = 16;

// Up to here memory lies beside the storage, and nobody hears of it: no size while storages are recorded.
constinit std::atomic<size_t> unheard_bytes{kInlineBytes};

void drop_small(void*) {}  // never called: it marks what make_recorded has put into the pool
bool is_recorded() { return storages_recorded.load(std::memory_order_relaxed); }

}  // namespace

constinit std::atomic<bool> storages_recorded{false};
void record_storages(bool on) noexcept {
  storages_recorded.store(on, std::memory_order_relaxed);
  unheard_bytes.store(on ? 0 : kInlineBytes, std::memory_order_relaxed);
}

Ref<Storage> Storage::make_on_device(size_t bytes) {
  if (operator_device.get() == kUndecidedDevice) {
    decide_operator_device();
    return make(bytes);
  }
  DeviceBlock* block = allocate_device(operator_device, bytes);
  Storage* storage;
  try {
    storage = new (pool_allocate(sizeof(Storage))) Storage(operator_device);
  }
  VJP_CATCH_ALL {
    free_device(block);
    throw;
  }
  storage->device_block_ = block;
  storage->data = block_data(block);
  storage->bytes = bytes;
  if (is_recorded()) [[unlikely]]
    note_storage_made(*storage);
  return Ref<Storage>::take(storage);
}

Ref<Storage> Storage::make(size_t bytes) {
  if (!operator_device->is_cpu()) [[unlikely]]
    return make_on_device(bytes);
  const size_t unheard = unheard_bytes.load(std::memory_order_relaxed);
  if (bytes <= unheard) {
    auto* storage = new (pool_allocate_counted(kHeader + bytes, bytes)) Storage({});
    storage->data = reinterpret_cast<char*>(storage) + kHeader;
    storage->bytes = bytes;
    return Ref<Storage>::take(storage);
  }
  if (unheard == 0) [[unlikely]]
    return make_recorded(bytes);
  return make_apart(bytes);
}

Ref<Storage> Storage::make_apart(size_t bytes) {
  Block block = allocate_block(bytes);
  Storage* storage;
  try {
    storage = new (pool_allocate(sizeof(Storage))) Storage({});
  }
  VJP_CATCH_ALL {
    free_block(block);
    throw;
  }
  storage->block_ = block;
  storage->data = static_cast<char*>(block.data);
  storage->bytes = bytes;
  return Ref<Storage>::take(storage);
}

Ref<Storage> Storage::make_recorded(size_t bytes) {
  Ref<Storage> made;
  if (bytes + kGap <= kInlineBytes) {
    auto* storage = new (pool_allocate_counted(kHeader + kGap + bytes, bytes)) Storage({});
    storage->data = reinterpret_cast<char*>(storage) + kHeader + kGap;
    storage->bytes = bytes;
    storage->drop_ = drop_small;
    made = Ref<Storage>::take(storage);
  } else {
    made = make_apart(bytes);
    note_block_allocation(static_cast<int64_t>(made->block_.bytes));
  }
  note_storage_made(*made);
  return made;
}

Ref<Storage> Storage::wrap(void* data, size_t bytes, void* context, void (*drop)(void*), Device device) {
  auto* storage = new (pool_allocate(sizeof(Storage))) Storage(device);
  storage->data = static_cast<char*>(data);
  storage->bytes = bytes;
  storage->context_ = context;
  storage->drop_ = drop;
  if (is_recorded()) [[unlikely]]
    note_storage_made(*storage);
  return Ref<Storage>::take(storage);
}

void Storage::drop_pinned(void* block) noexcept { free_pinned(static_cast<PinnedBlock*>(block)); }

Ref<Storage> Storage::make_pinned(DeviceType type, size_t bytes) {
  PinnedBlock* block = allocate_pinned(type, bytes);
  try {
    return wrap(pinned_data(block), bytes, block, drop_pinned);
  }
  VJP_CATCH_ALL {
    free_pinned(block);
    throw;
  }
}

Ref<VersionCounter> Storage::share_version() {
  if (VersionCounter* moved = moved_version_.load(std::memory_order_acquire)) return Ref<VersionCounter>::share(moved);
  auto made = Ref<VersionCounter>::take(new VersionCounter(version_.load(std::memory_order_relaxed)));
  VersionCounter* other = nullptr;
  if (!moved_version_.compare_exchange_strong(other, made.get(), std::memory_order_acq_rel)) {
    return Ref<VersionCounter>::share(other);
  }
  return Ref<VersionCounter>::share(made.detach());
}

std::atomic<uint32_t>& Storage::moved_version() const noexcept {
  return moved_version_.load(std::memory_order_acquire)->value;
}
void Storage::release_moved_version() noexcept {
  Ref<VersionCounter>::take(moved_version_.load(std::memory_order_relaxed));
}

void Storage::destroy(Storage* storage) noexcept {
  if (storage->data == reinterpret_cast<char*>(storage) + kHeader) {
    size_t bytes = storage->bytes;
    storage->~Storage();
    return pool_deallocate_counted(storage, kHeader + bytes, bytes);
  }
  if (is_recorded()) [[unlikely]]
    return destroy_recorded(storage);
  destroy_apart(storage);
}

void Storage::destroy_apart(Storage* storage) noexcept {
  if (storage->block_.data) {
    free_block(storage->block_);
  } else if (storage->device_block_) {
    free_device(storage->device_block_);
  } else if (storage->drop_ == drop_small) {
    size_t bytes = storage->bytes;
    storage->~Storage();
    return pool_deallocate_counted(storage, kHeader + kGap + bytes, bytes);
  } else if (storage->drop_) {
    storage->drop_(storage->context_);
  }
  storage->~Storage();
  pool_deallocate(storage, sizeof(Storage));
}

void Storage::destroy_recorded(Storage* storage) noexcept {
  note_storage_gone(*storage);
  const size_t block = storage->block_.data ? storage->block_.bytes : 0;
  destroy_apart(storage);
  if (block) note_block_allocation(-static_cast<int64_t>(block));
}

size_t Storage::taken_bytes() const {
  if (block_.data) return block_.bytes;
  if (device_block_) return (bytes + kDeviceBlockUnit - 1) / kDeviceBlockUnit * kDeviceBlockUnit;
  return data == reinterpret_cast<const char*>(this) + kHeader || drop_ == drop_small ? bytes : 0;
}

}  // namespace vjp
