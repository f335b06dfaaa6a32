// Storage: the memory that tensors share, with the version counter of everything that lies in it.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/port.h"
#include "base/ref.h"
#include "device/allocator.h"
#include "device/device.h"
#include "device/device_memory.h"

namespace vjp {

// Whether the storage that this thread makes is for inference tensors; kept true by graph/modes.h.
extern const ThreadSlot<bool> making_inference_storage;

// A version counter of its own, shared by a data alias and what is made from it, or by the tensors that lay in a
// storage when one of them got another (spec DET-6).
class VersionCounter {
 public:
  explicit VersionCounter(uint32_t start) : value(start) {}
  static void destroy(VersionCounter* counter) noexcept { delete counter; }

  RefCount refs;
  std::atomic<uint32_t> value;
};

// Whether somebody hears of every storage that is made and ends (observe/memory_records.h). Then small ones, too, take
// the way of large ones: so it costs nothing where it is off.
extern constinit std::atomic<bool> storages_recorded;
void record_storages(bool on) noexcept;

class Storage {
 public:
  // Uninitialised memory on operator_device; on the CPU aligned to 64 bytes (16 if small: then it lies in the same
  // allocation as the storage), elsewhere on the current stream.
  static Ref<Storage> make(size_t bytes);
  // The caller's memory; `drop(context)` is called once when the last tensor on it is gone.
  static Ref<Storage> wrap(void* data, size_t bytes, void* context, void (*drop)(void*), Device device = {});
  // Page-locked memory of the host (spec CP-3), for copies to and from devices of the type.
  static Ref<Storage> make_pinned(DeviceType type, size_t bytes);
  static void destroy(Storage* storage) noexcept;
  void set_drop(void* context, void (*drop)(void*)) {
    context_ = context;
    drop_ = drop;
  }

  // Counts for all tensors on the storage that have no counter of their own.
  std::atomic<uint32_t>& version() {
    if (moved_version_.load(std::memory_order_relaxed)) [[unlikely]]
      return moved_version();
    return version_;
  }
  // The same counter outside of the storage, for a tensor that leaves it.
  Ref<VersionCounter> share_version();

  // Whether the program has a pointer to the memory, and may write there at any time; also of memory that is its own.
  bool is_handed_out() const { return handed_out_.load(std::memory_order_relaxed) || taken_bytes() == 0; }
  void note_handed_out() { handed_out_.store(true, std::memory_order_relaxed); }

  RefCount refs;

 private:
  std::atomic<uint32_t> version_{0};
  std::atomic<bool> handed_out_{false};

 public:
  const bool inference = making_inference_storage;  // of inference tensors, for ever (spec MODE-5)
  const Device device;
  char* data = nullptr;
  size_t bytes = 0;

  // Memory of the caching allocator; null on the CPU and for the caller's memory.
  DeviceBlock* device_block() const { return device_block_; }
  // What the allocator of its device counts for it; 0 for the caller's memory and page-locked memory.
  size_t taken_bytes() const;
  // What belongs to who wrapped the memory.
  void* wrapped() const { return context_; }
  // Null unless make_pinned made it.
  PinnedBlock* pinned_block() const { return drop_ == drop_pinned ? static_cast<PinnedBlock*>(context_) : nullptr; }

 private:
  explicit Storage(Device device) : device(device) {}
  ~Storage() {
    if (moved_version_.load(std::memory_order_relaxed)) [[unlikely]]
      release_moved_version();
  }
  [[gnu::cold]] std::atomic<uint32_t>& moved_version() const noexcept;
  [[gnu::cold]] void release_moved_version() noexcept;
  static Ref<Storage> make_on_device(size_t bytes);
  static Ref<Storage> make_apart(size_t bytes);
  [[gnu::cold]] static Ref<Storage> make_recorded(size_t bytes);
  static void destroy_apart(Storage* storage) noexcept;
  [[gnu::cold]] static void destroy_recorded(Storage* storage) noexcept;
  static void drop_pinned(void* block) noexcept;

  std::atomic<VersionCounter*> moved_version_{nullptr};  // owned
  DeviceBlock* device_block_ = nullptr;
  Block block_;
  void* context_ = nullptr;
  void (*drop_)(void*) = nullptr;
};

// Filled in by observe/: called while storages are recorded, when one has been made and before one ends.
VJP_PORT(void (*)(const Storage&) noexcept, note_storage_made);
VJP_PORT(void (*)(const Storage&) noexcept, note_storage_gone);

}  // namespace vjp
