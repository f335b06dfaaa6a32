// How operators run primitives: kernels().gemm(args) computes where operators run at present (operator_device). On the
// CPU that is a call of the entry in its table; on another device the command is enqueued on the thread's current
// stream. What an entry reports is thrown.
#pragma once

#include <atomic>

#include "device/device.h"
#include "kernel/backends.h"
#include "kernel/cpu_error.h"

namespace vjp {

// Enqueues; throws where the backend lacks the primitive or the dtype.
void launch_on_device(Device device, Primitive which, const void* args);
// Whether the device's backend has the primitive; what it lacks of the optional ones, operators compute with others.
bool has_kernel(Device device, Primitive which);
// A primitive that is known at run time only.
void run_on_cpu(Primitive which, const void* args);

inline void check_cpu(vjp_status status) {
  if (status != VJP_OK) [[unlikely]]
    throw_cpu_error(status);
}

class Kernels {
 public:
  explicit Kernels(Device device) : device_(device) {}
#define VJP_MEMBER(name, Args)                           \
  void name(const Args& args) const {                    \
    if (device_.is_cpu()) [[likely]]                     \
      check_cpu(kCpuKernels.name(&args, nullptr));       \
    else                                                 \
      launch_on_device(device_, Primitive::name, &args); \
  }
  VJP_PRIMITIVES(VJP_MEMBER)
#undef VJP_MEMBER
  void copy(const View& out, const View& in) const { copy(CopyArgs{out, in}); }
  void fill(const View& out, const Scalar& value) const { fill(FillArgs{out, value}); }

 private:
  Device device_;
};
inline Kernels kernels() { return Kernels(operator_device); }
inline Kernels kernels_of_cpu() { return Kernels(Device{}); }  // whatever the operators' device is

// Whether kernels must give the same bits for the same inputs whatever happens (spec BE-4).
extern constinit std::atomic<bool> deterministic_kernels;
// Whether products of float32 may round their operands to TF32 where that is faster.
void set_allow_tf32(bool on);
bool allow_tf32();

}  // namespace vjp
