#include "device/device_memory.h"

#include <map>
#include <mutex>
#include <vector>

#include "device/instrument.h"
#include "device/registry.h"

namespace vjp {

struct DeviceBlock {
  Device device;
  void* data;
  size_t bytes;
  Ref<Stream> stream;
  std::vector<Ref<Stream>> recorded;
};
struct PinnedBlock {
  DeviceType type;
  void* data;
  size_t bytes;
  std::vector<Ref<Stream>> recorded;
};

DeviceBlock* allocate_device(Device device, size_t bytes) {
  const vjp_backend& backend = backend_of(device);
  Ref<Stream> stream = Ref<Stream>::share(&current_stream(device));
  void* data = nullptr;
  if (bytes) check_backend(backend.raw_alloc(device.index, bytes, &data), device, "raw_alloc");
  if (Instrument* i = instrument()) i->allocated(device, data, bytes, stream.get(), false);
  return new DeviceBlock{device, data, bytes, std::move(stream), {}};
}

void free_device(DeviceBlock* block) noexcept {
  const vjp_backend& backend = backend_of(block->device);
  if (Instrument* i = instrument()) i->freed(block->device, block->data);
  if (block->data) {
    backend.synchronize(block->device.index);
    backend.raw_free(block->device.index, block->data, block->bytes);
  }
  delete block;
}

char* block_data(const DeviceBlock* block) { return static_cast<char*>(block->data); }
Stream& block_stream(const DeviceBlock* block) { return *block->stream; }
void record_stream(DeviceBlock* block, Stream& stream) {
  if (block->stream.get() == &stream) return;
  if (Instrument* i = instrument()) i->stream_recorded(block->device, block->data, stream);
  block->recorded.push_back(Ref<Stream>::share(&stream));
}

PinnedBlock* allocate_pinned(DeviceType type, size_t bytes) {
  void* data = nullptr;
  check_backend(backend_of(type).host_alloc(bytes, &data), {type, 0}, "host_alloc");
  return new PinnedBlock{type, data, bytes, {}};
}
void free_pinned(PinnedBlock* block) noexcept {
  for (auto& stream : block->recorded)
    backend_of(block->type).stream_synchronize(stream->device.index, stream->handle());
  backend_of(block->type).host_free(block->data, block->bytes);
  delete block;
}
char* pinned_data(const PinnedBlock* block) { return static_cast<char*>(block->data); }
void record_stream(PinnedBlock* block, Stream& stream) { block->recorded.push_back(Ref<Stream>::share(&stream)); }

void empty_device_cache(Device) {}

}  // namespace vjp
