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
  void* library = nullptr;
  std::string name, version, path, problem;
};

struct Registry {
  std::mutex mutex;
  Entry entries[kMaxDeviceTypes];
  // Those of plug-ins get their name before they are counted, and keep it: it may be read without the lock.
  std::atomic<int> num_types{static_cast<int>(DeviceType::Plugin)};
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

// What the core calls without asking whether it is there.
constexpr struct {
  size_t offset;
  const char* name;
} kRequired[] = {
#define VJP_ENTRY(name) \
  { offsetof(vjp_backend, name), #name }
    VJP_ENTRY(device_count),
    VJP_ENTRY(device_properties),
    VJP_ENTRY(context_active),
    VJP_ENTRY(get_device),
    VJP_ENTRY(set_device),
    VJP_ENTRY(synchronize),
    VJP_ENTRY(memory_info),
    VJP_ENTRY(stream_create),
    VJP_ENTRY(stream_destroy),
    VJP_ENTRY(stream_default),
    VJP_ENTRY(stream_query),
    VJP_ENTRY(stream_synchronize),
    VJP_ENTRY(event_create),
    VJP_ENTRY(event_destroy),
    VJP_ENTRY(event_record),
    VJP_ENTRY(stream_wait),
    VJP_ENTRY(event_query),
    VJP_ENTRY(event_synchronize),
    VJP_ENTRY(event_elapsed),
    VJP_ENTRY(raw_alloc),
    VJP_ENTRY(raw_free),
    VJP_ENTRY(host_alloc),
    VJP_ENTRY(host_free),
    VJP_ENTRY(copy_async),
    VJP_ENTRY(fill_async),
    VJP_ENTRY(peer_access),
    VJP_ENTRY(host_function),
    VJP_ENTRY(kernels),
    VJP_ENTRY(stream_priority_range)
#undef VJP_ENTRY
};

bool is_type_name(std::string_view name) {
  return !name.empty() && name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789") == name.npos;
}

// The table of a plug-in; throws where it does not fit this library. `type`: what it must be called, "" for any name.
const vjp_backend& ask_for_table(vjp_backend_entry_fn function, std::string_view type, const std::string& path) {
  clear_backend_error();
  const vjp_backend* given = nullptr;
  vjp_status status = function(&kBackendHost, &given);
  if (status != VJP_OK || !given)
    fail(VJP_ERROR_BACKEND, "backend {} refuses: {}", path, backend_error_or("it gives no reason"));
  if (given->size >= offsetof(vjp_backend, name) && given->interface != VJP_BACKEND_INTERFACE) {
    fail(VJP_ERROR_BACKEND,
         "backend {} was compiled for interface {} of backends, and this libvjp has interface {}; compile it against "
         "this library's vjp/backend.h",
         path, given->interface, VJP_BACKEND_INTERFACE);
  }
  if (given->size < offsetof(vjp_backend, last_fault)) {
    fail(VJP_ERROR_BACKEND, "backend {}: its table has {} bytes, expected at least {}", path, given->size,
         offsetof(vjp_backend, last_fault));
  }
  for (auto [offset, name] : kRequired) {
    void* entry;
    std::memcpy(&entry, reinterpret_cast<const char*>(given) + offset, sizeof entry);
    if (!entry) fail(VJP_ERROR_BACKEND, "backend {}: its table lacks '{}'", path, name);
  }
  std::string_view name = given->name ? given->name : "";
  if (!is_type_name(name)) {
    fail(VJP_ERROR_BACKEND, "backend {}: its device type is called '{}', expected lower case letters and digits", path,
         name);
  }
  if (!type.empty() && name != type)
    fail(VJP_ERROR_BACKEND, "backend {}: its device type is called '{}', not '{}'", path, name, type);
  return *given;
}

// Takes a table over.
void adopt(Entry& entry, const vjp_backend& given, const std::string& path, void* library) {
  race::enable_from_environment();  // first: it may throw
  std::memcpy(static_cast<void*>(&entry.copy), &given, std::min(given.size, sizeof(vjp_backend)));
  entry.version = given.version ? given.version : "";
  entry.path = path;
  entry.library = library;
  entry.problem.clear();
  bring_devices_into_play();
  entry.table.store(&entry.copy, std::memory_order_release);
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

struct Library {
  void* handle;
  vjp_backend_entry_fn entry;
  std::string file;
};

// "cpu, sim": those that need no file, and those that are loaded.
std::string known_types() {
  Registry& r = registry();
  std::string list;
  for (int i = 0; i < r.num_types; ++i) {
    const bool here = i == static_cast<int>(DeviceType::Cpu) || i == static_cast<int>(DeviceType::Sim) ||
                      r.entries[i].table.load(std::memory_order_relaxed);
    if (here && !r.entries[i].name.empty()) list += (list.empty() ? "" : ", ") + r.entries[i].name;
  }
  return list;
}

Library open_library(std::string_view what, const std::vector<std::string>& files) {
  const bool is_path = what.find('/') != what.npos;
  std::string tried;
  for (const std::string& file : files) {
    void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
      // That a file is not there says nothing; why one that is there cannot be opened does.
      const std::string problem = dlerror();
      if (is_path || problem.find(file + ": cannot open shared object file: No such file") != 0)
        tried += format("; {}", problem);
      continue;
    }
    if (void* symbol = dlsym(handle, VJP_BACKEND_ENTRY_NAME))
      return {handle, reinterpret_cast<vjp_backend_entry_fn>(symbol), file};
    dlclose(handle);
    fail(VJP_ERROR_BACKEND, "{} is no backend: it does not export " VJP_BACKEND_ENTRY_NAME, file);
  }
  if (is_path) fail(VJP_ERROR_DEVICE, "there is no backend '{}'{}", what, tried);
  fail(VJP_ERROR_DEVICE,
       "there is no backend '{}': no file libvjp_{}.so is beside the library or in VJP_BACKEND_PATH; types of devices "
       "here: {}{}",
       what, what, known_types(), tried);
}

// With the lock.
void load(DeviceType type) {
  Entry& entry = registry().entries[static_cast<int>(type)];
  if (entry.table.load(std::memory_order_relaxed)) return;
  try {
    if (type == DeviceType::Sim) {
      adopt(entry, ask_for_table(sim_backend_entry, entry.name, "sim"), "built in", nullptr);
    } else {
      Library library = open_library(entry.name, candidates(entry.name));
      adopt(entry, ask_for_table(library.entry, entry.name, library.file), library.file, library.handle);
    }
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
  bool is_path = name_or_path.find('/') != std::string_view::npos;
  if (!is_path && !is_type_name(name_or_path)) {
    fail(VJP_ERROR_DEVICE,
         "'{}' is no backend: expected a name of lower case letters and digits, or a path with a slash", name_or_path);
  }
  std::lock_guard lock(r.mutex);
  int type = is_path ? -1 : find_type(name_or_path);
  if (type >= 0) {
    if (type > 0) load(static_cast<DeviceType>(type));
    return static_cast<DeviceType>(type);
  }
  Library library = open_library(
      name_or_path, is_path ? std::vector<std::string>{std::string(name_or_path)} : candidates(name_or_path));
  for (int i = 0; i < r.num_types; ++i) {
    if (r.entries[i].library != library.handle) continue;
    dlclose(library.handle);  // it is open once more
    return static_cast<DeviceType>(i);
  }
  const vjp_backend& table = ask_for_table(library.entry, is_path ? "" : name_or_path, library.file);
  type = find_type(table.name);
  if (type == 0 || (type > 0 && r.entries[type].table.load(std::memory_order_relaxed))) {
    fail(VJP_ERROR_BACKEND, "backend {}: there is a device type '{}' already ({})", library.file, table.name,
         type ? r.entries[type].path : "built in");
  }
  if (type < 0) {
    type = r.num_types;
    if (type >= kMaxDeviceTypes) fail(VJP_ERROR_STATE, "there are {} device types already", kMaxDeviceTypes);
    r.entries[type].name = table.name;
  }
  adopt(r.entries[type], table, library.file, library.handle);
  if (type == r.num_types) ++r.num_types;
  return static_cast<DeviceType>(type);
}

const char* name_of(DeviceType type) {
  int i = static_cast<int>(type);
  if (i >= registry().num_types || registry().entries[i].name.empty()) return "unknown";
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

Device accelerator_from_c(vjp_device device, std::string_view function, std::string_view argument) {
  if (device.kind == VJP_DEVICE_CPU)
    fail(VJP_ERROR_DEVICE, "{}: argument '{}' is the CPU, expected another device", function, argument);
  return device_from_c(device, function, argument);
}

Device parse_device(std::string_view name) {
  size_t colon = name.find(':');
  std::string_view type_name = name.substr(0, colon);
  int index = 0;
  if (colon != name.npos) {
    std::string_view digits = name.substr(colon + 1);
    auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    if (problem == std::errc() && end == digits.data() + digits.size() && index >= kMaxDevices)
      fail(VJP_ERROR_DEVICE, "'{}' is no device: an index is from 0 to {}", name, kMaxDevices - 1);
    if (problem != std::errc() || end != digits.data() + digits.size() || index < 0)
      fail(VJP_ERROR_DEVICE, "'{}' is no device: expected a type and an index, as in sim:0 or cuda:1", name);
  }
  if (!is_type_name(type_name)) {
    fail(VJP_ERROR_DEVICE,
         "'{}' is no device: expected a type in lower case letters and an index, as in sim:0 or cuda:1", name);
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

void shutdown_backends() noexcept {
  for (int t = 1; t < kMaxDeviceTypes; ++t) {
    const vjp_backend* backend = loaded_backend(static_cast<DeviceType>(t));
    if (backend && backend->shutdown) backend->shutdown();
  }
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
