// Devices: what there is, through the driver, without making a context; and limits for kernels.
#include <atomic>
#include <cstdio>
#include <cstring>

#include "backends/cuda/entry.h"
#include "backends/cuda/faults.h"
#include "backends/cuda/graphs.h"
#include "backends/cuda/table.h"

namespace vjp::cuda {
namespace {

int attribute(int device, CUdevice_attribute which) {
  int value = 0;
  check_driver(driver().device_attribute(&value, which, device_of(device)), "cuDeviceGetAttribute");
  return value;
}

}  // namespace

const DeviceLimits& limits_of(int device) {
  static std::atomic<const DeviceLimits*> known[kMaxDevices];
  if (const DeviceLimits* l = known[device].load(std::memory_order_acquire)) return *l;
  auto* l = new DeviceLimits{
      .compute_capability = attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) * 10 +
                            attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR),
      .multiprocessors = attribute(device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
      .threads_per_multiprocessor = attribute(device, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR),
      .shared_memory_per_block = attribute(device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK),
      .shared_memory_per_block_optin = attribute(device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
      .l2_bytes = attribute(device, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE),
  };
  const DeviceLimits* none = nullptr;
  if (!known[device].compare_exchange_strong(none, l)) delete l;
  return *known[device].load(std::memory_order_acquire);
}

vjp_status device_count(int32_t* count) {
  *count = 0;
  return guarded([&] { *count = driver().devices; });
}

vjp_status device_properties(int32_t device, vjp_device_properties* out) {
  return guarded([&] {
    vjp_device_properties properties{};
    properties.struct_size = out->struct_size;
    CUdevice handle = device_of(device);
    size_t bytes = 0;
    check_driver(driver().device_name(properties.name, sizeof properties.name, handle), "cuDeviceGetName");
    check_driver(driver().device_total_memory(&bytes, handle), "cuDeviceTotalMem");
    properties.total_memory = bytes;
    properties.compute_units = limits_of(device).multiprocessors;
    properties.unified_memory = attribute(device, CU_DEVICE_ATTRIBUTE_INTEGRATED) != 0;
    std::memcpy(out, &properties, out->struct_size < sizeof properties ? out->struct_size : sizeof properties);
  });
}

vjp_status context_active(int32_t device, bool* active) {
  return guarded([&] { *active = is_active(device); });
}

vjp_status get_device(int32_t* device) {
  return guarded([&] {
    driver();  // a clear word where there is none
    int current = 0;
    VJP_CUDA(cudaGetDevice(&current));
    *device = current;
  });
}

vjp_status set_device(int32_t device) {
  return guarded([&] {
    device_of(device);
    VJP_CUDA(cudaSetDevice(device));
  });
}

vjp_status synchronize(int32_t device) {
  return guarded_on(device, [&] {
    VJP_CUDA(cudaDeviceSynchronize());
    check_reports(device);
  });
}

vjp_status memory_info(int32_t device, uint64_t* free, uint64_t* total) {
  return guarded_on(device, [&] {
    size_t free_bytes = 0, total_bytes = 0;
    VJP_CUDA(cudaMemGetInfo(&free_bytes, &total_bytes));
    *free = free_bytes;
    *total = total_bytes;
  });
}

vjp_status peer_access(int32_t device, int32_t peer, bool* possible) {
  return guarded([&] {
    device_of(device);
    device_of(peer);
    int can = device == peer;
    if (!can) VJP_CUDA(cudaDeviceCanAccessPeer(&can, device, peer));
    *possible = can != 0;
  });
}

}  // namespace vjp::cuda
