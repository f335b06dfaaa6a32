#include "kernel/launch.h"

#include <cstdlib>
#include <cstring>
#include <vector>

#include "base/error.h"
#include "base/last_error.h"
#include "device/backend_host.h"
#include "device/default_device.h"
#include "device/instrument.h"
#include "device/registry.h"
#include "device/timed_work.h"
#include "kernel/operands.h"

namespace vjp {

constinit std::atomic<bool> deterministic_kernels{false};

namespace {
constinit std::atomic<int8_t> tf32_setting{-1};  // -1: as the environment says
}  // namespace
void set_allow_tf32(bool on) { tf32_setting.store(on, std::memory_order_relaxed); }
bool allow_tf32() {
  int8_t setting = tf32_setting.load(std::memory_order_relaxed);
  if (setting < 0) [[unlikely]] {
    const char* text = std::getenv("VJP_TF32");
    int8_t found = text && std::strcmp(text, "1") == 0;
    if (tf32_setting.compare_exchange_strong(setting, found, std::memory_order_relaxed)) {
      setting = found;
      if (text && *text && !found && std::strcmp(text, "0") != 0)
        mention(format("VJP_TF32 is '{}', expected 0 or 1; it is ignored", text));
    }
  }
  return setting;
}

namespace {

// The operands of a command, as an instrument wants them. Sizes made up on the way are kept here.
class AccessCollector {
 public:
  void view(View& v, Use use) { strided(v.data, Dtype{v.dtype}, v.ndim, v.sizes, v.strides, use); }
  void strided(const void* data, Dtype dtype, int ndim, const int64_t* sizes, const int64_t* strides, Use use) {
    if (!data) return;
    auto n = static_cast<size_t>(ndim);
    // the lists may be temporary
    geometry_.emplace_back(sizes, sizes + n);
    geometry_.back().insert(geometry_.back().end(), strides, strides + n);
    for (Use one : {Use::Read, Use::Write}) {
      if (!(static_cast<int>(use) & static_cast<int>(one))) continue;
      accesses_.push_back({data, static_cast<uint32_t>(size_of(dtype)), static_cast<uint8_t>(dtype), name_of(dtype),
                           one == Use::Write, ndim, geometry_.back().data(), geometry_.back().data() + n});
    }
  }
  void flat(const void* data, int64_t numel, Dtype dtype, Use use) {
    static constexpr int64_t kOne = 1;
    strided(data, dtype, 1, &numel, &kOne, use);
  }
  template <class T>
  void array(const T*&, int64_t) {}
  void host_element(void*&, Dtype) {}

  std::span<const Access> accesses() const { return accesses_; }

 private:
  std::vector<std::vector<int64_t>> geometry_;
  std::vector<Access> accesses_;
};

[[gnu::cold]] void tell(Instrument& instrument, Stream& stream, Primitive which, const void* args) {
  AccessCollector collector;
  visit_primitive(which, args, [&]<class Args>(const Args& given) {
    Args copy = given;
    each_operand_of(which, copy, collector);
  });
  instrument.command(stream, attribution_or(name_of(which)), collector.accesses());
}

// Every entry has the same form but for the type of its arguments.
using EntryFn = vjp_status (*)(const void* args, const vjp_launch* launch);

EntryFn entry_of(const vjp_kernels& kernels, Primitive which) {
  size_t at = sizeof(size_t) + static_cast<size_t>(which) * sizeof(void*);
  if (at + sizeof(void*) > kernels.size) return nullptr;  // a table of an older header
  EntryFn entry;
  std::memcpy(&entry, reinterpret_cast<const char*>(&kernels) + at, sizeof entry);
  return entry;
}

}  // namespace

const char* name_of(Primitive primitive) {
  static constexpr const char* kNames[] = {
#define VJP_NAME(name, Args) #name,
      VJP_PRIMITIVES(VJP_NAME)
#undef VJP_NAME
  };
  return kNames[static_cast<int>(primitive)];
}

void run_on_cpu(Primitive which, const void* args) { check_cpu(entry_of(kCpuKernels, which)(args, nullptr)); }

bool has_kernel(Device device, Primitive which) {
  return entry_of(device.is_cpu() ? kCpuKernels : *backend_of(device).kernels, which);
}

void launch_on_device(Device device, Primitive which, const void* args) {
  if (device == kUndecidedDevice) {
    decide_operator_device();
    device = operator_device;
    if (device.is_cpu()) {
      run_on_cpu(which, args);
      return;
    }
  }
  const vjp_backend& backend = backend_of(device);
  Attribution by = attribution_or(name_of(which));
  EntryFn entry = entry_of(*backend.kernels, which);
  if (!entry) fail(VJP_ERROR_NOT_IMPLEMENTED, "{}: {} lacks the primitive '{}'", by.op, device, name_of(which));
  Stream& stream = current_stream(device);
  if (Instrument* i = instrument()) [[unlikely]]
    tell(*i, stream, which, args);
  vjp_launch launch{.size = sizeof(vjp_launch),
                    .device = device.index,
                    .stream = stream.handle(),
                    .op = by.op,
                    .node = by.node,
                    .node_sequence = by.node_sequence,
                    .grad_call = by.grad_call,
                    .deterministic = deterministic_kernels.load(std::memory_order_relaxed),
                    .allow_tf32 = allow_tf32()};
  if (being_watched()) [[unlikely]] {
    TimedWork timed(stream, name_of(which));
    check_backend(entry(args, &launch), device, by.op);
  } else {
    check_backend(entry(args, &launch), device, by.op);
  }
}

}  // namespace vjp
