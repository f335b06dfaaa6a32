// Streams and events. A stream's handle is CUDA's own, NULL for the default stream; an event's knows its device.
#include <memory>

#include "backends/cuda/entry.h"
#include "backends/cuda/faults.h"
#include "backends/cuda/graphs.h"
#include "backends/cuda/table.h"

namespace vjp::cuda {
namespace {

struct Event {
  cudaEvent_t event;
  int device;
};

cudaStream_t stream_of(void* handle) { return static_cast<cudaStream_t>(handle); }
Event& event_of(void* handle) { return *static_cast<Event*>(handle); }

// "Not yet" is no error, and is not to be found by the next call.
bool is_done(cudaError_t answer, const char* what) {
  if (answer == cudaErrorNotReady) {
    (void)cudaGetLastError();
    return false;
  }
  check(answer, what);
  return true;
}

}  // namespace

vjp_status stream_create(int32_t device, int32_t priority, void** stream) {
  return guarded_on(device, [&] {
    cudaStream_t made = nullptr;
    RelaxedCapture relaxed;
    VJP_CUDA(cudaStreamCreateWithPriority(&made, cudaStreamNonBlocking, priority));
    *stream = made;
  });
}

vjp_status stream_destroy(int32_t device, void* stream) {
  return guarded_on(device, [&] {
    forget_capture(device, stream_of(stream));
    VJP_CUDA(cudaStreamDestroy(stream_of(stream)));
  });
}

vjp_status stream_default(int32_t, void** stream) {
  *stream = nullptr;
  return VJP_OK;
}

vjp_status stream_wrap(int32_t device, void* native, void** stream) {
  return guarded_on(device, [&] {
    auto given = static_cast<cudaStream_t>(native);
    if (given == cudaStreamPerThread) {
      fail(VJP_ERROR_INVALID,
           "cudaStreamPerThread is another stream in every thread: make a stream, or wrap one that is");
    }
    if (given == nullptr || given == cudaStreamLegacy) {
      *stream = nullptr;
      return;
    }
    int owner = device;
    VJP_CUDA(cudaStreamGetDevice(given, &owner));
    if (owner != device) {
      fail(VJP_ERROR_DEVICE, "the stream is one of cuda:%d, and was given as one of cuda:%d", owner, device);
    }
    *stream = native;
  });
}

vjp_status stream_query(int32_t device, void* stream, bool* done) {
  return guarded_on(device, [&] { *done = is_done(cudaStreamQuery(stream_of(stream)), "cudaStreamQuery"); });
}

vjp_status stream_synchronize(int32_t device, void* stream) {
  return guarded_on(device, [&] {
    VJP_CUDA(cudaStreamSynchronize(stream_of(stream)));
    check_reports(device);
  });
}

vjp_status stream_priority_range(int32_t device, int32_t* least, int32_t* greatest) {
  return guarded_on(device, [&] {
    int low = 0, high = 0;
    VJP_CUDA(cudaDeviceGetStreamPriorityRange(&low, &high));
    *least = low;
    *greatest = high;
  });
}

vjp_status event_create(int32_t device, bool timing, void** event) {
  return guarded_on(device, [&] {
    cudaEvent_t made = nullptr;
    VJP_CUDA(cudaEventCreateWithFlags(&made, timing ? cudaEventDefault : cudaEventDisableTiming));
    *event = new Event{made, device};
  });
}

vjp_status event_destroy(int32_t, void* event) {
  const std::unique_ptr<Event> e(&event_of(event));
  return guarded_on(e->device, [&] { VJP_CUDA(cudaEventDestroy(e->event)); });
}

vjp_status event_record(void* event, int32_t device, void* stream) {
  return guarded_on(device, [&] { VJP_CUDA(cudaEventRecord(event_of(event).event, stream_of(stream))); });
}

vjp_status stream_wait(int32_t device, void* stream, void* event) {
  return guarded_on(device, [&] { VJP_CUDA(cudaStreamWaitEvent(stream_of(stream), event_of(event).event, 0)); });
}

vjp_status event_query(void* event, bool* done) {
  Event& e = event_of(event);
  return guarded_on(e.device, [&] { *done = is_done(cudaEventQuery(e.event), "cudaEventQuery"); });
}

vjp_status event_synchronize(void* event) {
  Event& e = event_of(event);
  return guarded_on(e.device, [&] {
    VJP_CUDA(cudaEventSynchronize(e.event));
    check_reports(e.device);
  });
}

vjp_status event_elapsed(void* from, void* to, double* milliseconds) {
  return guarded_on(event_of(from).device, [&] {
    float time = 0;
    cudaError_t error = cudaEventElapsedTime(&time, event_of(from).event, event_of(to).event);
    if (error == cudaErrorNotReady) {
      (void)cudaGetLastError();
      fail(VJP_ERROR_STATE, "elapsed: an event is not complete yet");
    }
    check(error, "cudaEventElapsedTime");
    *milliseconds = time;
  });
}

vjp_status host_function(int32_t device, void* stream, void (*fn)(void* context), void* context) {
  return guarded_on(device, [&] { VJP_CUDA(cudaLaunchHostFunc(stream_of(stream), fn, context)); });
}

}  // namespace vjp::cuda
