// Memory of accelerators: a cache above the raw allocation of every backend, which honours streams.
//
// A block belongs to the stream on which it was allocated. Given back, it is handed out again at once on that stream,
// whose order makes it safe, and on no other. Work of other streams is declared by record_stream: then the block comes
// back only when what was in those streams at the time of the free is done. Nothing here waits for a device except
// raw allocation and the last attempt before "out of memory".
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/device.h"
#include "device/stream.h"

namespace vjp {

struct DeviceBlock;                              // a piece of device memory in use
inline constexpr size_t kDeviceBlockUnit = 512;  // sizes are multiples of it

// At least `bytes` (0 gives a block without memory) on the current stream of the device. Throws VJP_ERROR_MEMORY with
// what holds the memory.
DeviceBlock* allocate_device(Device device, size_t bytes);
void free_device(DeviceBlock* block) noexcept;
char* block_data(const DeviceBlock* block);
Stream& block_stream(const DeviceBlock* block);  // on which it was allocated
void record_stream(DeviceBlock* block, Stream& stream);

// Page-locked memory of the host, for copies that do not wait: given back, it is reused when the copies that were
// recorded with it are done.
struct PinnedBlock;
PinnedBlock* allocate_pinned(DeviceType type, size_t bytes);
void free_pinned(PinnedBlock* block) noexcept;
char* pinned_data(const PinnedBlock* block);
void record_stream(PinnedBlock* block, Stream& stream);

void empty_device_cache(Device device);
// Gives back what is cached for streams that nobody refers to any more; with `wait` also where their work is underway.
void give_up_dead_streams(Device device, bool wait) noexcept;

}  // namespace vjp
