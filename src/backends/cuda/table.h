// The entries of the backend's table, as vjp/backend.h describes them; backend.cc puts them together.
#pragma once

#include "vjp/backend.h"

namespace vjp::cuda {

// devices.cc
vjp_status device_count(int32_t* count);
vjp_status device_properties(int32_t device, vjp_device_properties* out);
vjp_status context_active(int32_t device, bool* active);
vjp_status get_device(int32_t* device);
vjp_status set_device(int32_t device);
vjp_status synchronize(int32_t device);
vjp_status memory_info(int32_t device, uint64_t* free, uint64_t* total);
vjp_status peer_access(int32_t device, int32_t peer, bool* possible);

// streams.cc
vjp_status stream_create(int32_t device, int32_t priority, void** stream);
vjp_status stream_destroy(int32_t device, void* stream);
vjp_status stream_default(int32_t device, void** stream);
vjp_status stream_wrap(int32_t device, void* native, void** stream);
vjp_status stream_query(int32_t device, void* stream, bool* done);
vjp_status stream_synchronize(int32_t device, void* stream);
vjp_status stream_priority_range(int32_t device, int32_t* least, int32_t* greatest);
vjp_status event_create(int32_t device, bool timing, void** event);
vjp_status event_destroy(int32_t device, void* event);
vjp_status event_record(void* event, int32_t device, void* stream);
vjp_status stream_wait(int32_t device, void* stream, void* event);
vjp_status event_query(void* event, bool* done);
vjp_status event_synchronize(void* event);
vjp_status event_elapsed(void* from, void* to, double* milliseconds);
vjp_status host_function(int32_t device, void* stream, void (*fn)(void* context), void* context);

// memory.cc
vjp_status raw_alloc(int32_t device, uint64_t bytes, void** out);
vjp_status raw_free(int32_t device, void* memory, uint64_t bytes);
vjp_status host_alloc(uint64_t bytes, void** out);
vjp_status host_free(void* memory, uint64_t bytes);
vjp_status copy_async(const vjp_transfer* transfer);
vjp_status fill_async(int32_t device, void* memory, uint8_t value, uint64_t bytes, void* stream);

// graphs.cc
vjp_status capture_begin(int32_t device, void* stream, int32_t mode);
vjp_status capture_end(int32_t device, void* stream, void** graph);
vjp_status capture_info(int32_t device, void* stream, vjp_capture_info* out);
vjp_status graph_node_count(void* graph, uint64_t* count);
vjp_status graph_destroy(void* graph);
vjp_status graph_dot(void* graph, vjp_write_fn write, void* context);
vjp_status graph_instantiate(void* graph, void** executable);
vjp_status executable_update(void* executable, void* graph, bool* updated);
vjp_status executable_launch(void* executable, int32_t device, void* stream);
vjp_status executable_destroy(void* executable);

// kernels.cc, faults.cc
extern const vjp_kernels kKernels;
vjp_status last_fault(int32_t device, vjp_device_fault* out);

}  // namespace vjp::cuda
