#include "device/transfer.h"

#include <cstring>
#include <optional>

#include "device/instrument.h"
#include "device/registry.h"
#include "device/stream.h"
#include "device/timed_work.h"
#include "vjp/dtype.h"

namespace vjp {
namespace {

// `pinned`: the host's side stays in use after the call.
void enqueue(const vjp_transfer& transfer, Device device, Stream& stream, bool pinned = false) {
  if (Instrument* i = instrument()) [[unlikely]] {
    static constexpr int64_t kOne = 1;
    auto size = static_cast<int64_t>(transfer.bytes);
    Access accesses[2];
    size_t n = 0;
    if (transfer.src_device >= 0 || pinned)
      accesses[n++] = {transfer.src, 1, VJP_DTYPE_UINT8, "bytes", false, 1, &size, &kOne};
    if (transfer.dst_device >= 0 || pinned)
      accesses[n++] = {transfer.dst, 1, VJP_DTYPE_UINT8, "bytes", true, 1, &size, &kOne};
    i->command(stream, attribution_or("copy"), {accesses, n});
  }
  std::optional<TimedWork> timed;
  if (being_watched()) [[unlikely]]
    timed.emplace(stream, "copy");
  check_backend(backend_of(device).copy_async(&transfer), device, "copy_async");
}

}  // namespace

void copy_bytes(Device to, void* dst, Device from, const void* src, size_t bytes, PinnedBlock* pinned) {
  if (bytes == 0) return;
  if (to.is_cpu() && from.is_cpu()) {
    std::memcpy(dst, src, bytes);
    return;
  }
  Device device = from.is_cpu() ? to : from;
  Stream& stream = current_stream(device);
  vjp_transfer transfer{.struct_size = sizeof(vjp_transfer),
                        .dst = dst,
                        .src = src,
                        .bytes = bytes,
                        .kind = to.is_cpu()     ? VJP_COPY_DEVICE_TO_HOST
                                : from.is_cpu() ? VJP_COPY_HOST_TO_DEVICE
                                                : VJP_COPY_DEVICE_TO_DEVICE,
                        .dst_device = to.is_cpu() ? -1 : to.index,
                        .src_device = from.is_cpu() ? -1 : from.index,
                        .device = device.index,
                        .stream = stream.handle()};
  if (to.is_cpu() || from.is_cpu()) {
    if (pinned) record_stream(pinned, stream);
    enqueue(transfer, device, stream, pinned != nullptr);
    if (!pinned) stream.synchronize();
    return;
  }
  if (to.type != from.type) {
    // two drivers know nothing of each other's streams: by way of the host
    std::vector<char> room(bytes);
    copy_bytes({}, room.data(), from, src, bytes);
    copy_bytes(to, dst, {}, room.data(), bytes);
    return;
  }
  Stream& other = current_stream(to);
  stream_wait_stream(stream, other);
  enqueue(transfer, device, stream);
  stream_wait_stream(other, stream);
}

void zero_bytes(Device device, void* memory, size_t bytes) {
  if (bytes == 0) return;
  if (device.is_cpu()) {
    std::memset(memory, 0, bytes);
    return;
  }
  Stream& stream = current_stream(device);
  if (Instrument* i = instrument()) [[unlikely]] {
    static constexpr int64_t kOne = 1;
    auto size = static_cast<int64_t>(bytes);
    Access access{memory, 1, VJP_DTYPE_UINT8, "bytes", true, 1, &size, &kOne};
    i->command(stream, attribution_or("fill"), {&access, 1});
  }
  check_backend(backend_of(device).fill_async(device.index, memory, 0, bytes, stream.handle()), device, "fill_async");
}

}  // namespace vjp
