// The driver, opened when it is first needed: whether there is one, and whose context is current. The runtime's own
// cudaSetDevice makes contexts; these functions can look at a device, and leave it, without.
#pragma once

#include <cuda.h>

#include "backends/cuda/runtime.h"

namespace vjp::cuda {

inline constexpr int kMaxDevices = 16;

struct Driver {
  CUresult (*init)(unsigned flags);
  CUresult (*driver_version)(int* version);
  CUresult (*device_count)(int* count);
  CUresult (*device_get)(CUdevice* device, int ordinal);
  CUresult (*device_name)(char* name, int length, CUdevice device);
  CUresult (*device_total_memory)(size_t* bytes, CUdevice device);
  CUresult (*device_attribute)(int* value, CUdevice_attribute attribute, CUdevice device);
  CUresult (*primary_state)(CUdevice device, unsigned* flags, int* active);
  CUresult (*primary_retain)(CUcontext* context, CUdevice device);
  CUresult (*context_current)(CUcontext* context);
  CUresult (*context_push)(CUcontext context);
  CUresult (*context_pop)(CUcontext* context);
  CUresult (*error_name)(CUresult result, const char** name);
  CUresult (*error_string)(CUresult result, const char** text);

  int version;  // of CUDA that it supports: 13000
  int devices;
};
// Throws VJP_ERROR_DEVICE where there is no driver or one that is too old, and says which would do.
const Driver& driver();
// Throws VJP_ERROR_DEVICE unless the device exists.
CUdevice device_of(int device);
void check_driver(CUresult result, const char* what);

bool is_active(int device);  // whether its primary context exists, made by the library or not

// Makes the device's primary context current for this thread, creating it if there is none, and puts back what was
// current. It is the context that the runtime uses, too.
class ContextGuard {
 public:
  explicit ContextGuard(int device);
  ~ContextGuard() { leave(); }
  ContextGuard(const ContextGuard&) = delete;
  ContextGuard& operator=(const ContextGuard&) = delete;

 private:
  void leave();
  bool pushed_ = false;
  int former_;
};
// Of the innermost guard of this thread; -1: there is none.
int guarded_device();

}  // namespace vjp::cuda
