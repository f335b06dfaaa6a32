#include "device/device.h"

#include "base/error.h"
#include "device/registry.h"

namespace vjp {

std::string to_text(Device device) {
  if (device.is_cpu()) return "cpu";
  return format("{}:{}", name_of(device.type), static_cast<int>(device.index));
}

}  // namespace vjp
