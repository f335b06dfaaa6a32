// vjp/device.h: where new tensors lie.
#include "device/default_device.h"

#include "capi/capi.h"
#include "device/registry.h"
#include "graph/guard.h"
#include "vjp/device.h"

using namespace vjp;

namespace {

class DefaultDeviceRegion final : public Guard {
 public:
  explicit DefaultDeviceRegion(Device device) : operators_(device), wanted_(device) {}

 private:
  OperatorDevice operators_;
  WantedDevice wanted_;
};

}  // namespace

vjp_status vjp_get_default_device(vjp_device* out) {
  return guard([&] {
    VJP_ARG(out);
    *out = to_c(default_device());
  });
}

vjp_status vjp_set_default_device(vjp_device device) {
  return guard([&] { set_default_device(device_from_c(device, "vjp_set_default_device", "device")); });
}

vjp_status vjp_guard_default_device(vjp_device device, vjp_guard** out) {
  return guard([&] {
    VJP_ARG(out);
    Device checked = device_from_c(device, "vjp_guard_default_device", "device");
    *out = give_guard(new DefaultDeviceRegion(checked));
  });
}
