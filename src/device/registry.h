// The backends of this process: found by name, loaded when first needed, never unloaded.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "device/device.h"
#include "vjp/backend.h"

namespace vjp {

// "sim:1", "sim" (index 0), "cpu". Loads the backend of the type if it has to; throws VJP_ERROR_DEVICE where there is
// none or no such index, and says why.
Device parse_device(std::string_view name);
// Throws unless the device exists; loads its backend.
void check_device(Device device);
// A device as a program gives it, checked in the same way. `function` and `argument` are for the message.
Device device_from_c(vjp_device device, std::string_view function, std::string_view argument);
// Likewise one that is not the CPU: streams, events and graphs belong to such.
Device accelerator_from_c(vjp_device device, std::string_view function, std::string_view argument);
inline vjp_device to_c(Device device) { return {static_cast<int32_t>(device.type), device.index}; }

// The backend's table; loads it if need be. Throws with the reason why it cannot be had.
const vjp_backend& backend_of(DeviceType type);
inline const vjp_backend& backend_of(Device device) { return backend_of(device.type); }
// The table if it is loaded, null otherwise. Never for the CPU.
const vjp_backend* loaded_backend(DeviceType type);

// A plug-in by the path of its file, or by name, looked for as lib<vjp_NAME>.so beside the library and along
// VJP_BACKEND_PATH.
DeviceType load_backend(std::string_view name_or_path);

const char* name_of(DeviceType type);  // "sim"; "device type 7" has no name: "unknown"
int device_count(DeviceType type);     // loads; throws as backend_of
bool context_active(Device device);    // without loading or creating anything
// Every device that is in use: its backend is loaded, and its context is active.
std::vector<Device> active_devices();
// Has every loaded backend finish what it was given and end its threads; they start anew when needed.
void shutdown_backends() noexcept;

// What is known of each backend, found or not, for `vjp doctor`.
struct BackendStatus {
  DeviceType type;
  std::string name, version, path, problem;  // problem "": it works
  int devices = 0;
  bool loaded = false;
};
std::vector<BackendStatus> backend_statuses();

// Turns the status of an entry into an exception with the text that the backend has set. `what` names what was asked
// for ("sim:0: stream_create").
[[noreturn, gnu::cold]] void throw_backend_error(vjp_status status, Device device, const char* what);
inline void check_backend(vjp_status status, Device device, const char* what) {
  if (status != VJP_OK) [[unlikely]]
    throw_backend_error(status, device, what);
}
[[noreturn, gnu::cold]] void throw_missing_entry(Device device, const char* what);

}  // namespace vjp
