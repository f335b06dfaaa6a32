#include "device/backend_host.h"

#include "base/last_error.h"
#include "device/device_memory.h"
#include "kernel/backends.h"
#include "kernel/packed.h"

namespace vjp {

namespace {

vjp_status pack(int32_t entry, const void* args, void** packed) {
  return as_status([&] {
    if (entry < 0 || entry >= kNumPrimitives) fail(VJP_ERROR_INVALID, "pack: there is no entry {}", entry);
    *packed = PackedArgs::pack(static_cast<Primitive>(entry), args);
  });
}

// Kernels run on operator_device and its current stream (kernel/launch.h).
vjp_status take_workspace(uint64_t bytes, void** memory, void** block) {
  return as_status([&] {
    DeviceBlock* taken = allocate_device(operator_device, bytes);
    *memory = block_data(taken);
    *block = taken;
  });
}

void warn_of_backend(const char* text) {
  try {
    mention(text);
  }
  VJP_CATCH_ALL {  // a warning that cannot be given is no reason to fail
  }
}

}  // namespace

VJP_FILL_PORT(kBackendHost) = {
    .size = sizeof(vjp_backend_host),
    .interface = VJP_BACKEND_INTERFACE,
    .library_version = "0.1.0",
    .set_error = [](const char* text) { set_backend_error(text); },
    .warn = warn_of_backend,
    .cpu_kernels = &kCpuKernels,
    .pack = pack,
    .packed_args = [](const void* packed) { return static_cast<const PackedArgs*>(packed)->args(); },
    .packed_free = [](void* packed) { PackedArgs::destroy(static_cast<PackedArgs*>(packed)); },
    .workspace_take = take_workspace,
    .workspace_return = [](void* block) { free_device(static_cast<DeviceBlock*>(block)); },
    .in_backward = [] { return runs_backward(); },
};

}  // namespace vjp
