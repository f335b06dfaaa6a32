// Bytes from here to there. Commands go to the current stream of the device they concern; between two devices, to the
// source's, ordered with the destination's on both sides (spec CP-2).
#pragma once

#include <cstddef>

#include "device/device.h"
#include "device/device_memory.h"

namespace vjp {

// Between the host and a device it has happened on return (a counted host sync), unless the host's side lies in a
// page-locked block that is given; otherwise it is enqueued.
void copy_bytes(Device to, void* dst, Device from, const void* src, size_t bytes, PinnedBlock* pinned = nullptr);
void zero_bytes(Device device, void* memory, size_t bytes);

}  // namespace vjp
