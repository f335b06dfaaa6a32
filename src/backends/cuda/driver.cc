#include "backends/cuda/driver.h"

#include <dlfcn.h>

#include <atomic>
#include <mutex>

namespace vjp::cuda {
namespace {

// The runtime of this library runs on drivers of its own major version and newer.
constexpr int kOldestDriver = CUDART_VERSION / 1000 * 1000;

std::atomic<CUcontext> contexts[kMaxDevices];
constinit thread_local int guarded = -1;

template <class F>
void find(void* library, const char* name, F& function) {
  function = reinterpret_cast<F>(dlsym(library, name));
  if (!function) fail(VJP_ERROR_DEVICE, "the NVIDIA driver (libcuda.so.1) lacks %s: it is too old", name);
}

Driver open() {
  void* library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fail(VJP_ERROR_DEVICE, "there is no NVIDIA driver on this machine (%s); CUDA %d.%d needs driver 580 or newer",
         dlerror(), CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
  }
  Driver d{};
  find(library, "cuInit", d.init);
  find(library, "cuDriverGetVersion", d.driver_version);
  find(library, "cuDeviceGetCount", d.device_count);
  find(library, "cuDeviceGet", d.device_get);
  find(library, "cuDeviceGetName", d.device_name);
  find(library, "cuDeviceTotalMem_v2", d.device_total_memory);
  find(library, "cuDeviceGetAttribute", d.device_attribute);
  find(library, "cuDevicePrimaryCtxGetState", d.primary_state);
  find(library, "cuDevicePrimaryCtxRetain", d.primary_retain);
  find(library, "cuCtxGetCurrent", d.context_current);
  find(library, "cuCtxPushCurrent_v2", d.context_push);
  find(library, "cuCtxPopCurrent_v2", d.context_pop);
  find(library, "cuGetErrorName", d.error_name);
  find(library, "cuGetErrorString", d.error_string);

  // Answers before cuInit, which an old driver may refuse.
  if (d.driver_version(&d.version) != CUDA_SUCCESS) d.version = 0;
  if (d.version < kOldestDriver) {
    fail(VJP_ERROR_DEVICE,
         "the NVIDIA driver supports CUDA %d.%d, and this backend was compiled with CUDA %d.%d, which needs "
         "driver 580 or newer",
         d.version / 1000, d.version % 1000 / 10, CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
  }
  CUresult result = d.init(0);
  if (result == CUDA_ERROR_NO_DEVICE) {
    fail(VJP_ERROR_DEVICE, "the NVIDIA driver (CUDA %d.%d) sees no device; CUDA_VISIBLE_DEVICES may hide it",
         d.version / 1000, d.version % 1000 / 10);
  }
  if (result == CUDA_SUCCESS) result = d.device_count(&d.devices);
  if (result != CUDA_SUCCESS) {
    const char* text = nullptr;
    d.error_string(result, &text);
    fail(VJP_ERROR_DEVICE, "the NVIDIA driver (CUDA %d.%d) does not start: %s (error %d)", d.version / 1000,
         d.version % 1000 / 10, text ? text : "unknown", static_cast<int>(result));
  }
  if (d.devices > kMaxDevices) d.devices = kMaxDevices;
  return d;
}

CUcontext primary_context(int device) {
  if (CUcontext known = contexts[device].load(std::memory_order_acquire)) return known;
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  if (CUcontext known = contexts[device].load(std::memory_order_relaxed)) return known;
  CUcontext context = nullptr;
  // Never released: streams, graphs and tensors may live until the process ends.
  check_driver(driver().primary_retain(&context, device_of(device)), "cuDevicePrimaryCtxRetain");
  contexts[device].store(context, std::memory_order_release);
  return context;
}

}  // namespace

const Driver& driver() {
  // A failure is not remembered: a container's driver may be mounted later.
  static std::atomic<const Driver*> opened{nullptr};
  if (const Driver* d = opened.load(std::memory_order_acquire)) return *d;
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  if (const Driver* d = opened.load(std::memory_order_relaxed)) return *d;
  auto* d = new Driver(open());
  opened.store(d, std::memory_order_release);
  return *d;
}

CUdevice device_of(int device) {
  const Driver& d = driver();
  if (device < 0 || device >= d.devices) {
    fail(VJP_ERROR_DEVICE, "there is no device cuda:%d: the driver sees %d", device, d.devices);
  }
  CUdevice handle;
  check_driver(d.device_get(&handle, device), "cuDeviceGet");
  return handle;
}

void check_driver(CUresult result, const char* what) {
  if (result == CUDA_SUCCESS) return;
  const char *name = nullptr, *text = nullptr;
  driver().error_name(result, &name);
  driver().error_string(result, &text);
  fail(result == CUDA_ERROR_OUT_OF_MEMORY ? VJP_ERROR_MEMORY : VJP_ERROR_BACKEND, "%s: %s: %s", what,
       name ? name : "error", text ? text : "unknown");
}

bool is_active(int device) {
  unsigned flags = 0;
  int active = 0;
  check_driver(driver().primary_state(device_of(device), &flags, &active), "cuDevicePrimaryCtxGetState");
  return active != 0;
}

ContextGuard::ContextGuard(int device) : former_(guarded) {
  const Driver& d = driver();
  if (device < 0 || device >= d.devices) device_of(device);  // throws
  CUcontext wanted = primary_context(device), current = nullptr;
  check_driver(d.context_current(&current), "cuCtxGetCurrent");
  if (current != wanted) {
    check_driver(d.context_push(wanted), "cuCtxPushCurrent");
    pushed_ = true;
  }
  guarded = device;
}

void ContextGuard::leave() {
  guarded = former_;
  CUcontext ours;
  if (pushed_) driver().context_pop(&ours);
}

int guarded_device() { return guarded; }

}  // namespace vjp::cuda
