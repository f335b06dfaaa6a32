// Memory below the library's cache, and copies.
#include <atomic>
#include <mutex>

#include "backends/cuda/entry.h"
#include "backends/cuda/table.h"

namespace vjp::cuda {
namespace {

constexpr uintptr_t kAlignment = 512;  // what the interface promises

cudaStream_t stream_of(void* handle) { return static_cast<cudaStream_t>(handle); }

// Lets `device` reach the memory of `peer` where the hardware can; copies work without, through the host.
void open_path(int device, int peer) {
  static std::atomic<bool> asked[kMaxDevices][kMaxDevices];
  if (asked[device][peer].load(std::memory_order_acquire)) return;
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  if (asked[device][peer].load(std::memory_order_relaxed)) return;
  int can = 0;
  VJP_CUDA(cudaDeviceCanAccessPeer(&can, device, peer));
  if (can) {
    ContextGuard guard(device);
    RelaxedCapture relaxed;
    cudaError_t error = cudaDeviceEnablePeerAccess(peer, 0);
    // Another user of the driver may have asked before; the hardware may have no room for one more peer.
    if (error == cudaErrorPeerAccessAlreadyEnabled || error == cudaErrorTooManyPeers) {
      (void)cudaGetLastError();
    } else {
      check(error, "cudaDeviceEnablePeerAccess");
    }
  }
  asked[device][peer].store(true, std::memory_order_release);
}

// A device whose context may be used for what belongs to none: one that is in use, else the first.
int some_device() {
  for (int i = 0; i < driver().devices; ++i) {
    if (is_active(i)) return i;
  }
  return 0;
}

}  // namespace

vjp_status raw_alloc(int32_t device, uint64_t bytes, void** out) {
  return guarded_on(device, [&] {
    void* memory = nullptr;
    RelaxedCapture relaxed;  // a capture of any thread allocates through here
    cudaError_t error = cudaMalloc(&memory, bytes);
    if (error == cudaErrorMemoryAllocation) {
      (void)cudaGetLastError();
      size_t free = 0, total = 0;
      if (cudaMemGetInfo(&free, &total) != cudaSuccess) (void)cudaGetLastError();
      fail(VJP_ERROR_MEMORY, "out of memory: cudaMalloc of %llu bytes; %zu of %zu bytes of the device are free",
           static_cast<unsigned long long>(bytes), free, total);
    }
    check(error, "cudaMalloc");
    if (reinterpret_cast<uintptr_t>(memory) % kAlignment != 0) {
      (void)cudaFree(memory);
      fail(VJP_ERROR_INTERNAL, "cudaMalloc gave memory that is not aligned to %zu bytes",
           static_cast<size_t>(kAlignment));
    }
    *out = memory;
  });
}

vjp_status raw_free(int32_t device, void* memory, uint64_t) {
  return guarded_on(device, [&] {
    RelaxedCapture relaxed;
    VJP_CUDA(cudaFree(memory));
  });
}

vjp_status host_alloc(uint64_t bytes, void** out) {
  return guarded([&] {
    ContextGuard guard(some_device());
    RelaxedCapture relaxed;
    void* memory = nullptr;
    cudaError_t error = cudaHostAlloc(&memory, bytes, cudaHostAllocPortable);
    if (error == cudaErrorMemoryAllocation) {
      (void)cudaGetLastError();
      fail(VJP_ERROR_MEMORY, "out of memory that can be page-locked: %llu bytes",
           static_cast<unsigned long long>(bytes));
    }
    check(error, "cudaHostAlloc");
    *out = memory;
  });
}

vjp_status host_free(void* memory, uint64_t) {
  return guarded([&] {
    ContextGuard guard(some_device());
    RelaxedCapture relaxed;
    VJP_CUDA(cudaFreeHost(memory));
  });
}

vjp_status copy_async(const vjp_transfer* t) {
  return guarded_on(t->device, [&] {
    if (t->bytes == 0) return;
    if (t->kind == VJP_COPY_DEVICE_TO_DEVICE && t->dst_device != t->src_device) {
      open_path(t->src_device, t->dst_device);
      VJP_CUDA(cudaMemcpyPeerAsync(t->dst, t->dst_device, t->src, t->src_device, t->bytes, stream_of(t->stream)));
      return;
    }
    cudaMemcpyKind kind;
    switch (t->kind) {
      case VJP_COPY_HOST_TO_DEVICE:
        kind = cudaMemcpyHostToDevice;
        break;
      case VJP_COPY_DEVICE_TO_HOST:
        kind = cudaMemcpyDeviceToHost;
        break;
      case VJP_COPY_DEVICE_TO_DEVICE:
        kind = cudaMemcpyDeviceToDevice;
        break;
      default:
        fail(VJP_ERROR_INVALID, "copy: there is no kind %d", static_cast<int>(t->kind));
    }
    VJP_CUDA(cudaMemcpyAsync(t->dst, t->src, t->bytes, kind, stream_of(t->stream)));
  });
}

vjp_status fill_async(int32_t device, void* memory, uint8_t value, uint64_t bytes, void* stream) {
  return guarded_on(device, [&] {
    if (bytes) VJP_CUDA(cudaMemsetAsync(memory, value, bytes, stream_of(stream)));
  });
}

}  // namespace vjp::cuda
