// W16: what the host pays for a kernel on a device: the time until the call returns, not until the kernel is done.
#include "harness.h"
#include "inputs.h"
#include "ops.h"
#include "workloads.h"

namespace bench {
namespace {

// Queues of a driver are bounded (CUDA's at about a thousand commands): a longer chain would measure the device.
constexpr int kKernels = 400;

void launches(const std::string& tag, vjp_device device) {
  vjp_guard* region = nullptr;
  check(vjp_guard_default_device(device, &region));
  {
    Tensor x = constant({1}, 0.5f), w = constant({1}, 1.0f);
    Case c{.workload = "W16", .name = tag, .unit = "us", .n = kKernels};
    measure_phases(c, {"mul"}, [&]() -> std::vector<double> {
      check(vjp_device_synchronize(device));
      double begin = now();
      Tensor y = x;
      for (int i = 0; i < kKernels; ++i) y = mul(y, w);
      double enqueued = now();
      check(vjp_device_synchronize(device));
      return {enqueued - begin};
    });
    x.requires_grad();
    measure_phases(c, {"mul.fwd", "mul.bwd"}, [&]() -> std::vector<double> {
      check(vjp_device_synchronize(device));
      double begin = now();
      Tensor y = x;
      for (int i = 0; i < kKernels; ++i) y = mul(y, w);
      double forward = now();
      check(vjp_device_synchronize(device));
      double middle = now();
      backward(y);
      double end = now();
      check(vjp_device_synchronize(device));
      x.clear_grad();
      return {forward - begin, end - middle};
    });
  }
  check(vjp_guard_exit(region));
}

}  // namespace

void w16_launch() {
  int32_t kind = 0;
  check(vjp_backend_load(VJP_BENCH_NULL_BACKEND, &kind));
  launches("null", {kind, 0});
  if (!options().device.empty()) launches("device", device());
}

}  // namespace bench
