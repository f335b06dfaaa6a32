// The backend's table and its door.
#include "backends/cuda/entry.h"
#include "backends/cuda/table.h"

namespace vjp::cuda {

const vjp_backend_host* host = nullptr;

vjp_status refuse(const Failure& failure) noexcept {
  if (failure.text[0]) host->set_error(failure.text);  // else the library has set its own
  return failure.status;
}

namespace {

#define VJP_TEXT_(x) #x
#define VJP_TEXT(x) VJP_TEXT_(x)

constinit const vjp_backend kBackend = {
    .size = sizeof(vjp_backend),
    .interface = VJP_BACKEND_INTERFACE,
    .name = "cuda",
    .version = "0.1.0 (CUDA runtime " VJP_TEXT(CUDART_VERSION) ")",
    .device_count = device_count,
    .device_properties = device_properties,
    .context_active = context_active,
    .get_device = get_device,
    .set_device = set_device,
    .synchronize = synchronize,
    .memory_info = memory_info,
    .stream_create = stream_create,
    .stream_destroy = stream_destroy,
    .stream_default = stream_default,
    .stream_wrap = stream_wrap,
    .stream_native = nullptr,  // the handle is the native one
    .stream_query = stream_query,
    .stream_synchronize = stream_synchronize,
    .stream_priority_range = stream_priority_range,
    .event_create = event_create,
    .event_destroy = event_destroy,
    .event_record = event_record,
    .stream_wait = stream_wait,
    .event_query = event_query,
    .event_synchronize = event_synchronize,
    .event_elapsed = event_elapsed,
    .raw_alloc = raw_alloc,
    .raw_free = raw_free,
    .host_alloc = host_alloc,
    .host_free = host_free,
    .copy_async = copy_async,
    .fill_async = fill_async,
    .peer_access = peer_access,
    .memory_handed_out = nullptr,
    .host_function = host_function,
    .capture_begin = capture_begin,
    .capture_end = capture_end,
    .capture_info = capture_info,
    .graph_node_count = graph_node_count,
    .graph_destroy = graph_destroy,
    .graph_dot = graph_dot,
    .graph_instantiate = graph_instantiate,
    .executable_update = executable_update,
    .executable_launch = executable_launch,
    .executable_destroy = executable_destroy,
    .kernels = &kKernels,
    .last_fault = last_fault,
    .order_matters = nullptr,
    .shutdown = nullptr,
};

}  // namespace
}  // namespace vjp::cuda

// Loading must not fail for want of a driver: device_count says what is missing, and `vjp doctor` shows it.
extern "C" VJP_API vjp_status vjp_backend_entry(const vjp_backend_host* host, const vjp_backend** out) {
  if (host->interface != VJP_BACKEND_INTERFACE || host->size < sizeof(vjp_backend_host)) {
    host->set_error("libvjp_cuda.so was compiled for a newer libvjp");
    return VJP_ERROR_BACKEND;
  }
  vjp::cuda::host = host;
  *out = &vjp::cuda::kBackend;
  return VJP_OK;
}
