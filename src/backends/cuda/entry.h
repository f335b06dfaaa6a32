// The frame of every entry of the table: exceptions become statuses, and the thread's context is what it was before.
#pragma once

#include "backends/cuda/driver.h"
#include "backends/cuda/runtime.h"
#include "base/forced_unwind.h"

namespace vjp::cuda {

extern const vjp_backend_host* host;  // set by vjp_backend_entry

// Gives the text to the library.
vjp_status refuse(const Failure& failure) noexcept;

// Not noexcept: a callback below it, such as a handler of warnings, may end its thread (base/forced_unwind.h).
template <class F>
vjp_status guarded(F&& f) {
  try {
    f();
    return VJP_OK;
  } catch (const Failure& failure) {
    return refuse(failure);
  }
  VJP_CATCH_ALL {  // only memory of the host is left
    return refuse({VJP_ERROR_MEMORY, "out of host memory"});
  }
}
template <class F>
vjp_status guarded_on(int device, F&& f) {
  return guarded([&] {
    ContextGuard guard(device);
    f();
  });
}

// Calls that a capture would refuse, this thread's or another's, and which do no harm to it: allocation, for one.
class RelaxedCapture {
 public:
  RelaxedCapture() : changed_(cudaThreadExchangeStreamCaptureMode(&mode_) == cudaSuccess) {}  // else those calls fail
  ~RelaxedCapture() {
    if (changed_) (void)cudaThreadExchangeStreamCaptureMode(&mode_);
  }
  RelaxedCapture(const RelaxedCapture&) = delete;
  RelaxedCapture& operator=(const RelaxedCapture&) = delete;

 private:
  cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
  bool changed_;
};

}  // namespace vjp::cuda
