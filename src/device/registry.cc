#include "device/registry.h"

#include <dlfcn.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <mutex>

#include "base/error.h"
#include "device/backend_host.h"
#include "device/default_device.h"
#include "device/race/environment.h"

namespace vjp {
namespace {

struct Entry {
  std::atomic<const vjp_backend*> table{nullptr};
  vjp_backend copy{};  // what the plug-in gave, padded with NULL where it is shorter
  std::string name, version, path, problem;
};

struct Registry {
  std::mutex mutex;
  Entry entries[kMaxDeviceTypes];
  int num_types = static_cast<int>(DeviceType::Plugin);
  Registry() {
    entries[static_cast<int>(DeviceType::Cpu)].name = "cpu";
    entries[static_cast<int>(DeviceType::Cuda)].name = "cuda";
    entries[static_cast<int>(DeviceType::Sim)].name = "sim";
  }
};
Registry& registry() {
  static auto* r = new Registry();  // lives for ever: backends run until the process ends
  return *r;
}

// Takes the table over; throws where it does not fit this library.
void adopt(Entry& entry, vjp_backend_entry_fn function, const std::string& path) {
  clear_backend_error();
  const vjp_backend* given = nullptr;
  vjp_status status = function(&kBackendHost, &given);
  if (status != VJP_OK || !given) {
    fail(VJP_ERROR_BACKEND, "backend '{}' ({}): {}", entry.name, path, backend_error_or("it refused without a reason"));
  }
  if (given->interface != VJP_BACKEND_INTERFACE) {
    fail(VJP_ERROR_BACKEND,
         "backend '{}' ({}) was compiled for interface {} of backends, and this libvjp has interface {}; compile it "
         "against this library's vjp/backend.h",
         entry.name, path, given->interface, VJP_BACKEND_INTERFACE);
  }
  if (given->size < offsetof(vjp_backend, last_fault) || !given->kernels) {
    fail(VJP_ERROR_BACKEND, "backend '{}' ({}): its table has {} bytes, expected at least {}, and its kernels {}",
         entry.name, path, given->size, sizeof(vjp_backend), given->kernels ? "are there" : "are missing");
  }
  std::memcpy(static_cast<void*>(&entry.copy), given, std::min(given->size, sizeof(vjp_backend)));
  entry.version = given->version ? given->version : "";
  entry.path = path;
  bring_devices_into_play();
  entry.table.store(&entry.copy, std::memory_order_release);
  race::enable_from_environment();
}

// Beside this library, then as the dynamic linker finds it.
std::vector<std::string> candidates(std::string_view name) {
  std::vector<std::string> list;
  std::string file = format("libvjp_{}.so", name);
  if (const char* path = std::getenv("VJP_BACKEND_PATH")) {
    std::string_view rest = path;
    while (!rest.empty()) {
      size_t end = std::min(rest.find(':'), rest.size());
      if (end > 0) list.push_back(format("{}/{}", rest.substr(0, end), file));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  Dl_info here;
  if (dladdr(reinterpret_cast<void*>(&registry), &here) && here.dli_fname) {
    std::string_view self = here.dli_fname;
    if (size_t slash = self.rfind('/'); slash != self.npos)
      list.push_back(format("{}/{}", self.substr(0, slash), file));
  }
  list.push_back(file);
  return list;
}

void open_library(Entry& entry, const std::vector<std::string>& files) {
  std::string tried;
  for (const std::string& file : files) {
    void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      tried += format("\n  {}", dlerror());
      continue;
    }
    void* symbol = dlsym(library, VJP_BACKEND_ENTRY_NAME);
    if (!symbol) {
      dlclose(library);
      fail(VJP_ERROR_BACKEND, "{} is no backend: it does not export " VJP_BACKEND_ENTRY_NAME, file);
    }
    adopt(entry, reinterpret_cast<vjp_backend_entry_fn>(symbol), file);
    return;
  }
  fail(VJP_ERROR_DEVICE, "there is no backend '{}'; tried:{}", entry.name, tried);
}

// With the lock.
void load(DeviceType type) {
  Entry& entry = registry().entries[static_cast<int>(type)];
  if (entry.table.load(std::memory_order_relaxed)) return;
  try {
    if (type == DeviceType::Sim) {
      adopt(entry, sim_backend_entry, "built in");
    } else {
      open_library(entry, candidates(entry.name));
    }
    entry.problem.clear();
  } catch (const Error& error) {
    entry.problem = error.what();
    throw;
  }
}

int find_type(std::string_view name) {
  Registry& r = registry();
  for (int i = 0; i < r.num_types; ++i)
    if (r.entries[i].name == name) return i;
  return -1;
}

}  // namespace

const vjp_backend* loaded_backend(DeviceType type) {
  if (type == DeviceType::Cpu || static_cast<int>(type) >= kMaxDeviceTypes) return nullptr;
  return registry().entries[static_cast<int>(type)].table.load(std::memory_order_acquire);
}

const vjp_backend& backend_of(DeviceType type) {
  if (const vjp_backend* table = loaded_backend(type)) return *table;
  Registry& r = registry();
  std::lock_guard lock(r.mutex);
  if (type == DeviceType::Cpu || static_cast<int>(type) >= r.num_types ||
      r.entries[static_cast<int>(type)].name.empty())
    fail(VJP_ERROR_DEVICE, "device type {} has no backend", static_cast<int>(type));
  load(type);
  return r.entries[static_cast<int>(type)].copy;
}

DeviceType load_backend(std::string_view name_or_path) {
  Registry& r = registry();
  std::lock_guard lock(r.mutex);
  bool is_path = name_or_path.find('/') != std::string_view::npos;
  int type = is_path ? -1 : find_type(name_or_path);
  if (type >= 0) {
    if (type > 0) load(static_cast<DeviceType>(type));
    return static_cast<DeviceType>(type);
  }
  if (r.num_types >= kMaxDeviceTypes) fail(VJP_ERROR_STATE, "there are {} device types already", r.num_types);
  Entry& entry = r.entries[r.num_types];
  entry.name = std::string(name_or_path);
  try {
    open_library(entry, is_path ? std::vector<std::string>{entry.name} : candidates(name_or_path));
    std::string name = entry.copy.name ? entry.copy.name : "";
    if (name.empty() || find_type(name) >= 0) {
      fail(VJP_ERROR_BACKEND, "backend {}: its device type is called '{}', which {}", name_or_path, name,
           name.empty() ? "is no name" : "exists already");
    }
    entry.name = name;
  } catch (...) {
    entry.table.store(nullptr);
    entry.name.clear();
    throw;
  }
  return static_cast<DeviceType>(r.num_types++);
}

const char* name_of(DeviceType type) {
  int i = static_cast<int>(type);
  if (i >= kMaxDeviceTypes || registry().entries[i].name.empty()) return "unknown";
  return registry().entries[i].name.c_str();
}

int device_count(DeviceType type) {
  if (type == DeviceType::Cpu) return 1;
  int32_t count = 0;
  check_backend(backend_of(type).device_count(&count), {type, 0}, "device_count");
  return std::min<int>(count, kMaxDevices);
}

void check_device(Device device) {
  if (device.is_cpu()) {
    if (device.index)
      fail(VJP_ERROR_DEVICE, "there is one cpu device, cpu:0, not cpu:{}", static_cast<int>(device.index));
    return;
  }
  int count = device_count(device.type);
  if (device.index >= count) fail(VJP_ERROR_DEVICE, "there is no device {}: {} device(s) of that type", device, count);
}

Device device_from_c(vjp_device device, std::string_view function, std::string_view argument) {
  if (device.kind < 0 || device.kind >= kMaxDeviceTypes || device.index < 0 || device.index >= kMaxDevices) {
    fail(VJP_ERROR_DEVICE, "{}: argument '{}' is no device: type {}, index {}", function, argument, device.kind,
         device.index);
  }
  Device checked(static_cast<DeviceType>(device.kind), device.index);
  check_device(checked);
  return checked;
}

Device parse_device(std::string_view name) {
  size_t colon = name.find(':');
  std::string_view type_name = name.substr(0, colon);
  int index = 0;
  if (colon != name.npos) {
    std::string_view digits = name.substr(colon + 1);
    auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    if (problem != std::errc() || end != digits.data() + digits.size() || index < 0 || index >= kMaxDevices)
      fail(VJP_ERROR_DEVICE, "'{}' is no device: expected a type and an index, as in sim:0 or cuda:1", name);
  }
  int type;
  {
    std::lock_guard lock(registry().mutex);
    type = find_type(type_name);
  }
  Device device(type >= 0 ? static_cast<DeviceType>(type) : load_backend(type_name), index);
  check_device(device);
  return device;
}

bool context_active(Device device) {
  const vjp_backend* backend = loaded_backend(device.type);
  bool active = false;
  return backend && backend->context_active(device.index, &active) == VJP_OK && active;
}

std::vector<Device> active_devices() {
  std::vector<Device> list;
  for (int t = 1; t < kMaxDeviceTypes; ++t) {
    const vjp_backend* backend = loaded_backend(static_cast<DeviceType>(t));
    int32_t count = 0;
    if (!backend || backend->device_count(&count) != VJP_OK) continue;
    for (int i = 0; i < count && i < kMaxDevices; ++i) {
      Device device(static_cast<DeviceType>(t), i);
      if (context_active(device)) list.push_back(device);
    }
  }
  return list;
}

std::vector<BackendStatus> backend_statuses() {
  Registry& r = registry();
  std::lock_guard lock(r.mutex);
  std::vector<BackendStatus> list;
  for (int t = 1; t < r.num_types; ++t) {
    auto type = static_cast<DeviceType>(t);
    Entry& entry = r.entries[t];
    if (entry.name.empty()) continue;
    BackendStatus status;
    status.type = type;
    status.name = entry.name;
    try {
      load(type);
      int32_t count = 0;
      check_backend(entry.copy.device_count(&count), {type, 0}, "device_count");
      status.devices = count;
      status.loaded = true;
    } catch (const Error& error) {
      status.problem = error.what();
    }
    status.version = entry.version;
    status.path = entry.path;
    list.push_back(std::move(status));
  }
  return list;
}

void throw_backend_error(vjp_status status, Device device, const char* what) {
  fail(status, "{}: {}: {}", device, what, backend_error_or(status_name(status)));
}
void throw_missing_entry(Device device, const char* what) {
  fail(VJP_ERROR_NOT_IMPLEMENTED, "{}: its backend lacks '{}'", device, what);
}

}  // namespace vjp
