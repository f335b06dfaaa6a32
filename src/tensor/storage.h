// Storage: the memory that tensors share, with the version counter of everything that lies in it.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/ref.h"
#include "device/allocator.h"
#include "device/device.h"
#include "device/device_memory.h"

namespace vjp {

// Whether the storage that this thread makes is for inference tensors; kept true by graph/modes.h.
extern const ThreadSlot<bool> making_inference_storage;

// A version counter of its own, shared by a data alias and what is made from it.
class VersionCounter {
 public:
  explicit VersionCounter(uint32_t start) : value(start) {}
  static void destroy(VersionCounter* counter) noexcept { delete counter; }

  RefCount refs;
  std::atomic<uint32_t> value;
};

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

  RefCount refs;
  std::atomic<uint32_t> version{0};
  const bool inference = making_inference_storage;  // of inference tensors, for ever (spec MODE-5)
  const Device device;
  char* data = nullptr;
  size_t bytes = 0;

  // Memory of the caching allocator; null on the CPU and for the caller's memory.
  DeviceBlock* device_block() const { return device_block_; }
  // Null unless make_pinned made it.
  PinnedBlock* pinned_block() const { return drop_ == drop_pinned ? static_cast<PinnedBlock*>(context_) : nullptr; }

 private:
  explicit Storage(Device device) : device(device) {}
  static Ref<Storage> make_on_device(size_t bytes);
  static void drop_pinned(void* block) noexcept;

  DeviceBlock* device_block_ = nullptr;
  Block block_;
  void* context_ = nullptr;
  void (*drop_)(void*) = nullptr;
};

}  // namespace vjp
