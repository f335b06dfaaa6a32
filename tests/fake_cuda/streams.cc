// Streams, events, kernels and functions of the host.
#include <chrono>

#include "fake.h"

using namespace fake;

namespace {

double now() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

CUevent_st* event_of(cudaEvent_t handle, const char* call) {
  if (world().events.count(handle)) return handle;
  breach("%s: the event does not exist", call);
  return nullptr;
}

bool is_done(const NodeRef& node) { return !node || node->state == Node::Done; }

}  // namespace

#define FAKE_EVENT(call)                      \
  FAKE_BEGIN(call);                           \
  CUevent_st* event = event_of(given, #call); \
  if (!event) return answer(cudaErrorInvalidResourceHandle)

// ---- streams ----

cudaError_t cudaStreamCreateWithPriority(cudaStream_t* out, unsigned flags, int) {
  FAKE_BEGIN(cudaStreamCreateWithPriority);
  if (flags != cudaStreamNonBlocking) breach("a stream that waits for the default stream");
  auto* stream = new CUstream_st{};
  stream->device = current_device("cudaStreamCreateWithPriority");
  world().streams.insert(stream);
  *out = stream;
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t handle) {
  FAKE_STREAM(cudaStreamDestroy);
  if (stream->capture) return answer(invalidate(stream->capture, cudaErrorStreamCaptureUnsupported));
  finish(*stream, lock);  // what is enqueued is still done
  world().streams.erase(stream);
  delete stream;
  return cudaSuccess;
}
cudaError_t cudaStreamGetDevice(cudaStream_t handle, int* device) {
  Lock lock(world().mutex);
  if (!world().streams.count(handle)) return answer(cudaErrorInvalidResourceHandle);
  *device = handle->device;
  return cudaSuccess;
}
cudaError_t cudaStreamQuery(cudaStream_t handle) {
  FAKE_STREAM(cudaStreamQuery);
  if (stream->capture) return answer(invalidate(stream->capture, cudaErrorStreamCaptureUnsupported));
  bool done = is_done(stream->tail);
  for (const NodeRef& node : stream->waits) done = done && is_done(node);
  finish(*stream, lock);  // by the time of the next question
  return answer(done ? health("cudaStreamQuery") : cudaErrorNotReady);
}
cudaError_t cudaStreamSynchronize(cudaStream_t handle) {
  FAKE_STREAM(cudaStreamSynchronize);
  if (stream->capture) return answer(invalidate(stream->capture, cudaErrorStreamCaptureUnsupported));
  finish(*stream, lock);
  return answer(health("cudaStreamSynchronize"));
}
cudaError_t cudaDeviceSynchronize() {
  FAKE_BEGIN(cudaDeviceSynchronize);
  if (cudaError_t error = unsafe_call()) return answer(error);
  finish_device(current_device("cudaDeviceSynchronize"), lock);
  return answer(health("cudaDeviceSynchronize"));
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  FAKE_BEGIN(cudaDeviceGetStreamPriorityRange);
  *least = 0;
  *greatest = -5;
  return cudaSuccess;
}

// ---- events ----

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* out, unsigned flags) {
  FAKE_BEGIN(cudaEventCreateWithFlags);
  auto* event = new CUevent_st{};
  event->device = current_device("cudaEventCreateWithFlags");
  event->timing = !(flags & cudaEventDisableTiming);
  world().events.insert(event);
  *out = event;
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t given) {
  FAKE_EVENT(cudaEventDestroy);
  world().events.erase(event);
  delete event;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t given, cudaStream_t handle) {
  FAKE_STREAM(cudaEventRecord);
  CUevent_st* event = event_of(given, "cudaEventRecord");
  if (!event) return answer(cudaErrorInvalidResourceHandle);
  if (event->device != stream->device) {
    breach("cudaEventRecord: an event of device %d on a stream of %d", event->device, stream->device);
    return answer(cudaErrorInvalidResourceHandle);
  }
  if (stream->capture) {
    event->capture = stream->capture;
    event->after = stream->after;
    event->node = nullptr;
    return cudaSuccess;
  }
  event->capture = nullptr;
  event->time = std::make_shared<double>(0);
  auto time = event->time;
  enqueue(
      *stream, "event", false, [=] { *time = now(); }, lock);
  event->node = stream->tail;
  return cudaSuccess;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t given, unsigned) {
  FAKE_STREAM(cudaStreamWaitEvent);
  CUevent_st* event = event_of(given, "cudaStreamWaitEvent");
  if (!event) return answer(cudaErrorInvalidResourceHandle);
  if (!event->capture) {
    if (!event->node) return cudaSuccess;  // never recorded
    if (stream->capture) return answer(invalidate(stream->capture, cudaErrorStreamCaptureIsolation));
    if (!is_done(event->node)) stream->waits.push_back(event->node);
    return cudaSuccess;
  }
  if (!world().captures.count(event->capture)) {  // the capture is over
    if (stream->capture) invalidate(stream->capture, cudaErrorStreamCaptureIsolation);
    return answer(cudaErrorStreamCaptureIsolation);
  }
  if (!stream->capture) {
    if (stream == &world().devices[stream->device].legacy)
      return answer(invalidate(event->capture, cudaErrorStreamCaptureImplicit));
    stream->capture = event->capture;
    stream->after.clear();
  } else if (stream->capture != event->capture) {
    invalidate(stream->capture, cudaErrorStreamCaptureMerge);
    return answer(invalidate(event->capture, cudaErrorStreamCaptureMerge));
  }
  if (stream->capture->status != cudaStreamCaptureStatusActive) return answer(cudaErrorStreamCaptureInvalidated);
  for (size_t node : event->after) stream->after.push_back(node);
  return cudaSuccess;
}
cudaError_t cudaEventQuery(cudaEvent_t given) {
  FAKE_EVENT(cudaEventQuery);
  if (event->capture) return answer(invalidate(event->capture, cudaErrorCapturedEvent));
  if (cudaError_t error = unsafe_call()) return answer(error);
  bool done = is_done(event->node);
  finish(NodeRef(event->node), lock);
  return answer(done ? health("cudaEventQuery") : cudaErrorNotReady);
}
cudaError_t cudaEventSynchronize(cudaEvent_t given) {
  FAKE_EVENT(cudaEventSynchronize);
  if (event->capture) return answer(invalidate(event->capture, cudaErrorCapturedEvent));
  finish(NodeRef(event->node), lock);
  return answer(health("cudaEventSynchronize"));
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  FAKE_BEGIN(cudaEventElapsedTime);
  for (cudaEvent_t event : {from, to}) {
    if (!event_of(event, "cudaEventElapsedTime") || !event->node || !event->timing)
      return answer(cudaErrorInvalidResourceHandle);
    if (!is_done(event->node)) return answer(cudaErrorNotReady);
  }
  *milliseconds = static_cast<float>(*to->time - *from->time);
  return cudaSuccess;
}

// ---- what runs ----

cudaError_t cudaLaunchHostFunc(cudaStream_t handle, cudaHostFn_t function, void* context) {
  FAKE_STREAM(cudaLaunchHostFunc);
  enqueue(
      *stream, "host function", true, [=] { function(context); }, lock);
  return cudaSuccess;
}

namespace fake {

// For emulated kernels (emulator.h), and for the fake cuBLAS. The answer is for cudaGetLastError.
void launch_kernel(cudaStream_t handle, const char* name, int64_t blocks, int64_t threads, std::function<void()> body) {
  Lock lock(world().mutex);
  if (health(name) != cudaSuccess) {
    answer(health(name));
    return;
  }
  if (blocks < 1 || blocks > 0x7fffffff || threads < 1 || threads > 1024) {
    breach("%s: %lld blocks of %lld threads", name, static_cast<long long>(blocks), static_cast<long long>(threads));
    answer(cudaErrorInvalidConfiguration);
    return;
  }
  CUstream_st* stream = stream_of(handle, name);
  if (!stream) {
    answer(cudaErrorInvalidResourceHandle);
    return;
  }
  if (stream->capture && stream->capture->status != cudaStreamCaptureStatusActive) {
    answer(cudaErrorStreamCaptureInvalidated);
    return;
  }
  const int device = stream->device;
  enqueue(
      *stream, name, false,
      [device, body = std::move(body)] {
        World& w = world();
        if (w.kernels_until_fault >= 0 && w.kernels_until_fault-- == 0) {
          w.devices[device].sticky = w.fault;
        } else {
          body();
        }
      },
      lock);
}

}  // namespace fake

// Programs compiled at run time have no place here: NVRTC is not there to make them.
cudaError_t cudaLibraryLoadData(cudaLibrary_t*, const void*, cudaJitOption*, void**, unsigned, cudaLibraryOption*,
                                void**, unsigned) {
  return answer(cudaErrorNotSupported);
}
cudaError_t cudaLibraryGetKernel(cudaKernel_t*, cudaLibrary_t, const char*) { return answer(cudaErrorNotSupported); }
cudaError_t cudaLaunchKernel(const void*, dim3, dim3, void**, size_t, cudaStream_t) {
  return answer(cudaErrorNotSupported);
}
