// The state of the fake driver, nodes and their order, and the driver's own functions.
#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "fake.h"

namespace fake {
namespace {

thread_local std::vector<CUctx_st*> contexts;
thread_local cudaError_t last_error = cudaSuccess;
std::atomic<int> breaches{0};

void report_at_exit() {
  if (breaches.load() == 0) return;
  std::fprintf(stderr, "fake CUDA: %d breaches\n", breaches.load());
  std::fflush(nullptr);
  _exit(86);
}

}  // namespace

World::World() {
  for (int d = 0; d < kDevices; ++d) {
    devices[d].context = {d, false};
    devices[d].legacy.device = d;
  }
  const char* mode = std::getenv("FAKE_CUDA_MODE");
  lazy = mode && std::strcmp(mode, "lazy") == 0;
  std::atexit(report_at_exit);
}

World& world() {
  static auto* all = new World();  // calls may come until the process ends
  return *all;
}

void breach(const char* format, ...) {
  ++breaches;
  va_list arguments;
  va_start(arguments, format);
  std::fputs("fake CUDA: breach: ", stderr);
  std::vfprintf(stderr, format, arguments);
  std::fputc('\n', stderr);
  va_end(arguments);
  if (std::getenv("FAKE_CUDA_ABORT")) std::abort();
}

cudaError_t answer(cudaError_t error) {
  if (error != cudaSuccess) last_error = error;
  return error;
}

int current_device(const char* call) {
  if (!contexts.empty() && contexts.back()) return contexts.back()->device;
  breach("%s without a context: the runtime would make one on device 0", call);
  world().devices[0].context.active = true;
  contexts.assign(1, &world().devices[0].context);
  return 0;
}

cudaError_t health(const char* call) { return world().devices[current_device(call)].sticky; }

CUstream_st* stream_of(cudaStream_t handle, const char* call) {
  const int device = current_device(call);
  if (!handle || handle == cudaStreamLegacy) return &world().devices[device].legacy;
  if (!world().streams.count(handle)) {
    breach("%s: the stream does not exist", call);
    return nullptr;
  }
  if (handle->device != device) {
    breach("%s: a stream of device %d, while %d is current", call, handle->device, device);
    return nullptr;
  }
  return handle;
}

// ---- order ----

void finish(const NodeRef& node, Lock& lock) {
  if (!node) return;
  std::vector<NodeRef> path{node};
  while (!path.empty()) {
    NodeRef top = path.back();
    if (top->state == Node::Done) {
      path.pop_back();
      continue;
    }
    if (top->state == Node::Running) {
      world().changed.wait(lock, [&] { return top->state == Node::Done; });
      continue;
    }
    NodeRef first;
    for (const NodeRef& before : top->after) {
      if (before->state != Node::Done) first = before;
    }
    if (first) {
      path.push_back(first);
      continue;
    }
    top->state = Node::Running;
    if (top->work && world().devices[top->device].sticky == cudaSuccess) {
      if (top->of_host) lock.unlock();
      top->work();
      if (top->of_host) lock.lock();
    }
    top->state = Node::Done;
    top->after.clear();
    top->work = nullptr;
    world().changed.notify_all();
  }
}

void finish(CUstream_st& stream, Lock& lock) {
  // others may enqueue meanwhile, which is not waited for
  std::vector<NodeRef> all = stream.waits;
  all.push_back(stream.tail);
  stream.pending = 0;
  for (const NodeRef& node : all) finish(node, lock);
}

void finish_device(int device, Lock& lock) {
  std::vector<NodeRef> all{world().devices[device].legacy.tail};
  for (CUstream_st* stream : world().streams) {
    if (stream->device != device) continue;
    all.push_back(stream->tail);
    all.insert(all.end(), stream->waits.begin(), stream->waits.end());
  }
  for (const NodeRef& node : all) finish(node, lock);
}

void enqueue(CUstream_st& stream, const char* name, bool of_host, std::function<void()> work, Lock& lock) {
  if (stream.capture) {
    auto& nodes = stream.capture->nodes;
    nodes.push_back({std::move(work), stream.after, of_host, name});
    stream.after.assign(1, nodes.size() - 1);
    return;
  }
  auto node = std::make_shared<Node>();
  node->work = std::move(work);
  node->after.swap(stream.waits);
  if (stream.tail) node->after.push_back(stream.tail);
  node->device = stream.device;
  node->of_host = of_host;
  stream.tail = node;
  if (!world().lazy || ++stream.pending > 200) finish(stream, lock);  // queues of a driver are bounded
}

// ---- captures ----

cudaError_t invalidate(const CaptureRef& capture, cudaError_t error) {
  capture->status = cudaStreamCaptureStatusInvalidated;
  return error;
}

thread_local cudaStreamCaptureMode thread_mode = cudaStreamCaptureModeGlobal;

cudaError_t unsafe_call() {
  if (thread_mode == cudaStreamCaptureModeRelaxed) return cudaSuccess;
  cudaError_t error = cudaSuccess;
  for (const CaptureRef& capture : world().captures) {
    const bool own = capture->thread == std::this_thread::get_id() && capture->mode != cudaStreamCaptureModeRelaxed;
    const bool global = thread_mode == cudaStreamCaptureModeGlobal && capture->mode == cudaStreamCaptureModeGlobal;
    if (own || global) error = invalidate(capture, cudaErrorStreamCaptureUnsupported);
  }
  return error;
}

}  // namespace fake

using namespace fake;

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  std::swap(*mode, thread_mode);
  return cudaSuccess;
}

// ---- the driver ----

CUresult cuInit(unsigned) { return CUDA_SUCCESS; }
CUresult cuDriverGetVersion(int* version) {
  *version = CUDART_VERSION;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetCount(int* count) {
  *count = kDevices;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGet(CUdevice* device, int ordinal) {
  if (ordinal < 0 || ordinal >= kDevices) return CUDA_ERROR_INVALID_DEVICE;
  *device = ordinal;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetName(char* name, int length, CUdevice) {
  std::snprintf(name, static_cast<size_t>(length), "a device that is not there");
  return CUDA_SUCCESS;
}
CUresult cuDeviceTotalMem(size_t* bytes, CUdevice) {
  *bytes = size_t{4} << 30;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute attribute, CUdevice) {
  switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR:
      *value = 9;
      break;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR:
    case CU_DEVICE_ATTRIBUTE_INTEGRATED:
      *value = 0;
      break;
    case CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT:
      *value = 2;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR:
      *value = 2048;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK:
      *value = 48 << 10;
      break;
    case CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN:
      *value = 227 << 10;
      break;
    case CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE:
      *value = 50 << 20;
      break;
    default:
      breach("cuDeviceGetAttribute: %d", static_cast<int>(attribute));
      return CUDA_ERROR_INVALID_VALUE;
  }
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned* flags, int* active) {
  Lock lock(world().mutex);
  *flags = 0;
  *active = world().devices[device].context.active;
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice device) {
  Lock lock(world().mutex);
  world().devices[device].context.active = true;
  *context = &world().devices[device].context;
  return CUDA_SUCCESS;
}
CUresult cuCtxGetCurrent(CUcontext* context) {
  *context = contexts.empty() ? nullptr : contexts.back();
  return CUDA_SUCCESS;
}
CUresult cuCtxPushCurrent(CUcontext context) {
  contexts.push_back(context);
  return CUDA_SUCCESS;
}
CUresult cuCtxPopCurrent(CUcontext* context) {
  if (contexts.empty()) {
    breach("cuCtxPopCurrent: there is no context");
    return CUDA_ERROR_INVALID_CONTEXT;
  }
  *context = contexts.back();
  contexts.pop_back();
  return CUDA_SUCCESS;
}
CUresult cuGetErrorName(CUresult, const char** name) {
  *name = "CUDA_ERROR";
  return CUDA_SUCCESS;
}
CUresult cuGetErrorString(CUresult, const char** text) {
  *text = "an error of the driver";
  return CUDA_SUCCESS;
}

// ---- of the runtime, what concerns devices and errors ----

cudaError_t cudaGetDevice(int* device) {  // makes no context
  *device = contexts.empty() || !contexts.back() ? 0 : contexts.back()->device;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) {
  if (device < 0 || device >= kDevices) return answer(cudaErrorInvalidDevice);
  Lock lock(world().mutex);
  world().devices[device].context.active = true;
  if (contexts.empty()) contexts.push_back(nullptr);
  contexts.back() = &world().devices[device].context;
  return cudaSuccess;
}
cudaError_t cudaGetLastError() {
  cudaError_t error = last_error;
  last_error = cudaSuccess;
  if (!contexts.empty() && contexts.back() && world().devices[contexts.back()->device].sticky != cudaSuccess)
    error = world().devices[contexts.back()->device].sticky;
  return error;
}
const char* cudaGetErrorString(cudaError_t error) {
  return error == cudaErrorIllegalAddress ? "an illegal memory access was encountered" : "an error of the runtime";
}
const char* cudaGetErrorName(cudaError_t error) {
  static thread_local char name[32];
  std::snprintf(name, sizeof name, "cudaError%d", static_cast<int>(error));
  return name;
}

// ---- the tests' own ----

void fake_cuda_break(int after, int error) {
  Lock lock(world().mutex);
  world().kernels_until_fault = after;
  world().fault = static_cast<cudaError_t>(error);
}
void fake_cuda_repair() {
  Lock lock(world().mutex);
  world().kernels_until_fault = -1;
  for (Device& device : world().devices) device.sticky = cudaSuccess;
  last_error = cudaSuccess;
}
size_t fake_cuda_bytes() {
  Lock lock(world().mutex);
  size_t bytes = 0;
  for (const auto& [address, allocation] : world().memory) bytes += allocation.bytes;
  return bytes;
}
