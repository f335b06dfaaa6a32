// Memory of the fake devices, which is the host's, and what is enqueued on it.
#include <cstdlib>
#include <cstring>

#include "fake.h"

namespace fake {
namespace {

constexpr size_t kDeviceBytes = size_t{4} << 30;

cudaError_t allocate(void** out, size_t bytes, int device) {
  *out = nullptr;
  if (bytes == 0) return cudaSuccess;
  if (device >= 0 && world().devices[device].used + bytes > kDeviceBytes) return cudaErrorMemoryAllocation;
  const size_t rounded = (bytes + 511) / 512 * 512;
  void* memory = std::aligned_alloc(512, rounded);
  if (!memory) return cudaErrorMemoryAllocation;
  std::memset(memory, 0xa5, rounded < (size_t{1} << 24) ? rounded : size_t{1} << 24);  // nobody may count on zeros
  if (device >= 0) world().devices[device].used += bytes;
  world().memory[reinterpret_cast<uintptr_t>(memory)] = {bytes, device};
  *out = memory;
  return cudaSuccess;
}

cudaError_t release(void* data, bool of_device, const char* call, Lock& lock) {
  if (!data) return cudaSuccess;
  auto it = world().memory.find(reinterpret_cast<uintptr_t>(data));
  if (it == world().memory.end() || (it->second.device >= 0) != of_device) {
    breach("%s of what was not allocated, or is free", call);
    return cudaErrorInvalidValue;
  }
  for (int d = 0; d < kDevices; ++d) {
    if (!of_device || d == it->second.device) finish_device(d, lock);
  }
  it = world().memory.find(reinterpret_cast<uintptr_t>(data));
  if (of_device) world().devices[it->second.device].used -= it->second.bytes;
  std::memset(data, 0x5a, it->second.bytes < (size_t{1} << 24) ? it->second.bytes : size_t{1} << 24);
  world().memory.erase(it);
  std::free(data);
  return cudaSuccess;
}

const Allocation* find(const void* data, size_t bytes) {
  const auto address = reinterpret_cast<uintptr_t>(data);
  auto it = world().memory.upper_bound(address);
  if (it == world().memory.begin()) return nullptr;
  --it;
  return address + bytes <= it->first + it->second.bytes ? &it->second : nullptr;
}

}  // namespace

bool is_memory(const void* data, size_t bytes, int device) {
  const Allocation* a = find(data, bytes);
  return a && a->device == device;
}
bool is_pinned(const void* data, size_t bytes) { return is_memory(data, bytes, -1); }

}  // namespace fake

using namespace fake;

cudaError_t cudaMalloc(void** out, size_t bytes) {
  FAKE_BEGIN(cudaMalloc);
  if (cudaError_t error = unsafe_call()) return answer(error);
  return answer(allocate(out, bytes, current_device("cudaMalloc")));
}
cudaError_t cudaFree(void* data) {
  FAKE_BEGIN(cudaFree);
  if (cudaError_t error = unsafe_call()) return answer(error);
  return answer(release(data, true, "cudaFree", lock));
}
cudaError_t cudaHostAlloc(void** out, size_t bytes, unsigned) {
  FAKE_BEGIN(cudaHostAlloc);
  if (cudaError_t error = unsafe_call()) return answer(error);
  return answer(allocate(out, bytes, -1));
}
cudaError_t cudaFreeHost(void* data) {
  FAKE_BEGIN(cudaFreeHost);
  if (cudaError_t error = unsafe_call()) return answer(error);
  return answer(release(data, false, "cudaFreeHost", lock));
}
cudaError_t cudaMemGetInfo(size_t* free, size_t* total) {
  FAKE_BEGIN(cudaMemGetInfo);
  *total = kDeviceBytes;
  *free = kDeviceBytes - world().devices[current_device("cudaMemGetInfo")].used;
  return cudaSuccess;
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int device, int peer) {
  *can = device != peer;
  return cudaSuccess;
}
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned) {
  FAKE_BEGIN(cudaDeviceEnablePeerAccess);
  if (cudaError_t error = unsafe_call()) return answer(error);
  bool fresh = world().devices[current_device("cudaDeviceEnablePeerAccess")].peers.insert(peer).second;
  return answer(fresh ? cudaSuccess : cudaErrorPeerAccessAlreadyEnabled);
}

cudaError_t cudaMemsetAsync(void* data, int value, size_t bytes, cudaStream_t handle) {
  FAKE_BEGIN(cudaMemsetAsync);
  CUstream_st* stream = stream_of(handle, "cudaMemsetAsync");
  if (!stream) return answer(cudaErrorInvalidResourceHandle);
  if (!is_memory(data, bytes, stream->device)) {
    breach("cudaMemsetAsync: not memory of device %d", stream->device);
    return answer(cudaErrorInvalidValue);
  }
  enqueue(
      *stream, "memset", false, [=] { std::memset(data, value, bytes); }, lock);
  return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t handle) {
  FAKE_BEGIN(cudaMemcpyAsync);
  CUstream_st* stream = stream_of(handle, "cudaMemcpyAsync");
  if (!stream) return answer(cudaErrorInvalidResourceHandle);
  const bool to_device = kind != cudaMemcpyDeviceToHost, from_device = kind != cudaMemcpyHostToDevice;
  if ((to_device && !is_memory(to, bytes, stream->device)) ||
      (from_device && !is_memory(from, bytes, stream->device))) {
    breach("cudaMemcpyAsync of kind %d: not memory of device %d", static_cast<int>(kind), stream->device);
    return answer(cudaErrorInvalidValue);
  }
  if (!stream->capture && !from_device && !is_pinned(from, bytes)) {  // pageable memory is read at once
    auto staged =
        std::make_shared<std::vector<char>>(static_cast<const char*>(from), static_cast<const char*>(from) + bytes);
    enqueue(
        *stream, "memcpy", false, [=] { std::memcpy(to, staged->data(), bytes); }, lock);
    return cudaSuccess;
  }
  enqueue(
      *stream, "memcpy", false, [=] { std::memcpy(to, from, bytes); }, lock);
  // and written before the call returns
  if (!stream->capture && !to_device && !is_pinned(to, bytes)) finish(*stream, lock);
  return answer(health("cudaMemcpyAsync"));
}

cudaError_t cudaMemcpyPeerAsync(void* to, int to_device, const void* from, int from_device, size_t bytes,
                                cudaStream_t handle) {
  FAKE_BEGIN(cudaMemcpyPeerAsync);
  CUstream_st* stream = stream_of(handle, "cudaMemcpyPeerAsync");
  if (!stream) return answer(cudaErrorInvalidResourceHandle);
  if (!is_memory(to, bytes, to_device) || !is_memory(from, bytes, from_device)) {
    breach("cudaMemcpyPeerAsync: not memory of devices %d and %d", to_device, from_device);
    return answer(cudaErrorInvalidValue);
  }
  enqueue(
      *stream, "memcpy", false, [=] { std::memcpy(to, from, bytes); }, lock);
  return cudaSuccess;
}
