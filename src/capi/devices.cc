// vjp/device.h: devices and backends.
#include <algorithm>
#include <cstring>

#include "capi/capi.h"
#include "device/registry.h"
#include "device/stream.h"
#include "graph/guard.h"
#include "kernel/launch.h"
#include "vjp/device.h"

using namespace vjp;

namespace {

DeviceType checked_type(int32_t kind, const char* what) {
  if (kind < 0 || kind >= kMaxDeviceTypes) fail(VJP_ERROR_DEVICE, "{}: {} is no type of devices", what, kind);
  return static_cast<DeviceType>(kind);
}

class DeviceRegion final : public Guard {
 public:
  explicit DeviceRegion(Device device) : scope_(device) {}

 private:
  DeviceScope scope_;
};

}  // namespace

extern "C" {

vjp_status vjp_device_from_name(const char* name, vjp_device* out) {
  return guard([&] {
    VJP_ARG(name);
    VJP_ARG(out);
    *out = to_c(parse_device(name));
  });
}

vjp_status vjp_device_name(vjp_device device, char* buffer, size_t size) {
  return guard([&] {
    VJP_ARG(buffer);
    DeviceType type = checked_type(device.kind, "vjp_device_name");
    copy_text(to_text(Device(type, device.index)), buffer, size);
  });
}

vjp_status vjp_device_count(int32_t kind, int32_t* out) {
  return guard([&] {
    VJP_ARG(out);
    *out = device_count(checked_type(kind, "vjp_device_count"));
  });
}

bool vjp_device_is_active(vjp_device device) {
  if (device.kind < 0 || device.kind >= kMaxDeviceTypes || device.index < 0 || device.index >= kMaxDevices)
    return false;
  Device d(static_cast<DeviceType>(device.kind), device.index);
  bool active = d.is_cpu() && d.index == 0;
  if (!d.is_cpu()) guard([&] { active = context_active(d); });
  return active;
}

vjp_status vjp_device_synchronize(vjp_device device) {
  return guard([&] { synchronize_device(device_from_c(device, "vjp_device_synchronize", "device")); });
}

vjp_status vjp_device_current(int32_t kind, vjp_device* out) {
  return guard([&] {
    VJP_ARG(out);
    *out = to_c(current_device(checked_type(kind, "vjp_device_current")));
  });
}

vjp_status vjp_device_set_current(vjp_device device) {
  return guard([&] { set_current_device(device_from_c(device, "vjp_device_set_current", "device")); });
}

vjp_status vjp_guard_device(vjp_device device, vjp_guard** out) {
  return guard([&] {
    VJP_ARG(out);
    *out = give_guard(new DeviceRegion(device_from_c(device, "vjp_guard_device", "device")));
  });
}

vjp_status vjp_device_get_info(vjp_device device, vjp_device_info* out) {
  return guard([&] {
    VJP_ARG(out);
    checked(out, "vjp_device_info", "VJP_DEVICE_INFO_INIT");
    Device d = device_from_c(device, "vjp_device_get_info", "device");
    vjp_device_properties p{};
    p.struct_size = sizeof p;
    if (d.is_cpu()) {
      copy_text("CPU", p.name, sizeof p.name);
    } else {
      check_backend(backend_of(d).device_properties(d.index, &p), d, "device_properties");
    }
    std::memcpy(out->name, p.name, sizeof p.name);
    out->total_memory = p.total_memory;
    out->compute_units = p.compute_units;
  });
}

vjp_status vjp_backend_load(const char* name_or_path, int32_t* out_kind) {
  return guard([&] {
    VJP_ARG(name_or_path);
    VJP_ARG(out_kind);
    *out_kind = static_cast<int32_t>(load_backend(name_or_path));
  });
}

vjp_status vjp_backends_describe(char** out) {
  return guard([&] {
    VJP_ARG(out);
    std::string text = "cpu: built in, 1 device\n";
    for (const BackendStatus& s : backend_statuses()) {
      text += s.name + ": ";
      if (!s.path.empty()) text += s.path + (s.version.empty() ? ", " : format(", version {}, ", s.version));
      text += s.problem.empty() ? format("{} device{}", s.devices, s.devices == 1 ? "" : "s") : s.problem;
      text += "\n";
    }
    *out = give_text(text);
  });
}

void vjp_set_deterministic(bool on) {
  note_untraced("vjp_set_deterministic");
  deterministic_kernels.store(on, std::memory_order_relaxed);
}
bool vjp_get_deterministic(void) { return deterministic_kernels.load(std::memory_order_relaxed); }
void vjp_set_allow_tf32(bool on) {
  note_untraced("vjp_set_allow_tf32");
  set_allow_tf32(on);
}
bool vjp_get_allow_tf32(void) { return allow_tf32(); }

}  // extern "C"
