// vjp/memory.h: memory of devices.
#include "vjp/memory.h"

#include <cstring>

#include "capi/capi.h"
#include "device/allocator.h"
#include "device/cpu_memory.h"
#include "device/memory_pool.h"
#include "device/memory_pressure.h"
#include "device/registry.h"
#include "device/stream.h"
#include "graph/modes.h"
#include "ops/functions/device_copy.h"
#include "ops/internal.h"
#include "tensor/sparse.h"

using namespace vjp;

namespace {

DeviceType type_from_c(int32_t kind, const char* function) {
  if (kind <= 0 || kind >= kMaxDeviceTypes) {
    fail(VJP_ERROR_DEVICE, "{}: argument 'kind' is {}, expected a type of devices other than the CPU", function, kind);
  }
  return static_cast<DeviceType>(kind);
}

// Not checked against the backend: that would load it.
Device accelerator(vjp_device device, const char* function) {
  DeviceType type = type_from_c(device.kind, function);
  if (device.index < 0 || device.index >= kMaxDevices)
    fail(VJP_ERROR_DEVICE, "{}: there is no device with index {}", function, device.index);
  return {type, device.index};
}

bool is_cpu(vjp_device device) { return device.kind == VJP_DEVICE_CPU && device.index == 0; }

// The CPU has one kind of blocks and no segments: what is cached counts as reserved.
vjp_memory_statistics cpu_figures(size_t struct_size) {
  vjp_memory_statistics out = VJP_MEMORY_STATISTICS_INIT;
  CpuStatistics s = cpu_statistics();
  out.struct_size = struct_size;
  out.all.allocated_bytes = out.all.active_bytes = {s.allocated, s.peak};
  out.all.allocated_blocks = out.all.active_blocks = {s.blocks, s.peak_blocks};
  out.all.reserved_bytes = {s.allocated + s.cached, s.peak + s.cached};
  out.blocks_handed_out = s.handed_out;
  out.raw_allocations = s.taken_from_system;
  out.raw_frees = s.given_to_system;
  return out;
}

vjp_memory_figure to_c(const MemoryFigure& f) { return {f.now, f.peak}; }
vjp_memory_pool_statistics to_c(const PoolStatistics& s) {
  return {to_c(s.allocated_bytes), to_c(s.allocated_blocks), to_c(s.active_bytes),
          to_c(s.active_blocks),   to_c(s.reserved_bytes),   to_c(s.segments)};
}

class CallersAllocator final : public RawAllocator {
 public:
  explicit CallersAllocator(const vjp_raw_allocator& given) : given_(given) {}
  ~CallersAllocator() override {
    if (given_.drop) given_.drop(given_.context);
  }
  vjp_status allocate(int device, size_t bytes, void** out) override {
    return given_.allocate(given_.context, device, bytes, out);
  }
  void deallocate(int device, void* memory, size_t bytes) noexcept override {
    given_.deallocate(given_.context, device, memory, bytes);
  }

 private:
  const vjp_raw_allocator given_;
};

class CallersPressureHandler final : public MemoryPressureHandler {
 public:
  CallersPressureHandler(vjp_memory_pressure_fn fn, void* context, void (*drop)(void*))
      : fn_(fn), context_(context), drop_(drop) {}
  ~CallersPressureHandler() override {
    if (drop_) drop_(context_);
  }
  bool relieve(Device device, size_t bytes) override { return fn_(context_, to_c(device), bytes); }

 private:
  const vjp_memory_pressure_fn fn_;
  void* const context_;
  void (*const drop_)(void*);
};

}  // namespace

extern "C" {

vjp_status vjp_memory_get_statistics(vjp_device device, vjp_memory_statistics* out) {
  return guard([&] {
    VJP_ARG(out);
    checked(out, "vjp_memory_statistics", "VJP_MEMORY_STATISTICS_INIT");
    if (is_cpu(device)) {
      *out = cpu_figures(out->struct_size);
      return;
    }
    MemoryStatistics s = memory_statistics(accelerator(device, "vjp_memory_get_statistics"));
    *out = {out->struct_size,    to_c(s.all),       to_c(s.small), to_c(s.large), to_c(s.private_pools),
            s.blocks_handed_out, s.raw_allocations, s.raw_frees,   s.retries,     s.out_of_memory};
  });
}

vjp_status vjp_memory_reset_peaks(vjp_device device) {
  return guard([&] {
    is_cpu(device) ? memory_reset_peak() : reset_memory_peaks(accelerator(device, "vjp_memory_reset_peaks"));
  });
}

vjp_status vjp_memory_get_info(vjp_device device, uint64_t* free, uint64_t* total) {
  return guard([&] {
    VJP_ARG(free);
    VJP_ARG(total);
    if (is_cpu(device)) {
      CpuMemory memory = cpu_memory();
      *free = memory.free;
      *total = memory.total;
      return;
    }
    Device d = accelerator(device, "vjp_memory_get_info");
    check_device(d);
    uint64_t left = 0, all = 0;
    check_backend(backend_of(d).memory_info(d.index, &left, &all), d, "memory_info");
    *free = left;
    *total = all;
  });
}

vjp_status vjp_memory_set_limit(vjp_device device, uint64_t bytes) {
  return guard([&] {
    is_cpu(device) ? set_cpu_memory_limit(bytes) : set_memory_limit(accelerator(device, "vjp_memory_set_limit"), bytes);
  });
}
vjp_status vjp_memory_set_fraction(vjp_device device, double fraction) {
  return guard([&] {
    if (!is_cpu(device)) return set_memory_fraction(accelerator(device, "vjp_memory_set_fraction"), fraction);
    if (!(fraction > 0 && fraction <= 1))
      fail(VJP_ERROR_INVALID, "vjp_memory_set_fraction: the fraction is {}, expected above 0 and at most 1", fraction);
    set_cpu_memory_limit(static_cast<uint64_t>(fraction * static_cast<double>(cpu_memory().total)));
  });
}
vjp_status vjp_memory_empty_cache(vjp_device device) {
  return guard(
      [&] { is_cpu(device) ? trim_cpu_memory() : empty_device_cache(accelerator(device, "vjp_memory_empty_cache")); });
}

vjp_status vjp_memory_summary(vjp_device device, char** out) {
  return guard([&] {
    VJP_ARG(out);
    *out = give_text(memory_summary(accelerator(device, "vjp_memory_summary")));
  });
}
vjp_status vjp_memory_snapshot(vjp_device device, char** out) {
  return guard([&] {
    VJP_ARG(out);
    *out = give_text(memory_snapshot(accelerator(device, "vjp_memory_snapshot")));
  });
}

vjp_status vjp_tensor_record_stream(vjp_tensor* tensor, vjp_stream* stream) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(stream);
    auto& used_on = *reinterpret_cast<Stream*>(stream);
    const auto record = [&](const Tensor& t) {
      if (!t) return;
      if (DeviceBlock* block = t->storage->device_block()) record_stream(block, used_on);
      if (PinnedBlock* block = t->storage->pinned_block()) record_stream(block, used_on);
    };
    const Tensor& t = borrow(tensor);
    record(t);
    if (!is_sparse(t)) return;
    const SparseMembers& m = members_of(t);  // spec IB-10
    for (const Tensor* member : {&m.first, &m.second, &m.values}) record(*member);
  });
}

vjp_status vjp_tensor_pin_memory(vjp_tensor* tensor, int32_t kind, vjp_tensor** out) {
  return guard([&] {
    VJP_ARG(tensor);
    VJP_ARG(out);
    const Tensor& t = borrow(tensor);
    DeviceType type = type_from_c(kind, "vjp_tensor_pin_memory");
    if (!t.device().is_cpu())
      fail(VJP_ERROR_DEVICE, "vjp_tensor_pin_memory: only memory of the CPU can be pinned, got {}", t);
    if (t->storage->pinned_block()) {
      *out = give(t);
      return;
    }
    *out = give(_pin_memory(t, static_cast<int64_t>(type)));
  });
}

bool vjp_tensor_is_pinned(const vjp_tensor* tensor) { return tensor && impl_of(tensor)->storage->pinned_block(); }

vjp_status vjp_memory_set_pressure_handler(vjp_memory_pressure_fn fn, void* context, void (*drop)(void*)) {
  return guard([&] {
    set_memory_pressure_handler(fn ? std::make_shared<CallersPressureHandler>(fn, context, drop) : nullptr);
    if (!fn && drop) drop(context);
  });
}

vjp_status vjp_memory_set_raw_allocator(int32_t kind, const vjp_raw_allocator* allocator) {
  return guard([&] {
    DeviceType type = type_from_c(kind, "vjp_memory_set_raw_allocator");
    if (!allocator) {
      set_raw_allocator(type, nullptr);
      return;
    }
    if (allocator->struct_size < sizeof(vjp_raw_allocator) || !allocator->allocate || !allocator->deallocate) {
      fail(VJP_ERROR_INVALID,
           "vjp_memory_set_raw_allocator: struct_size is {}, expected {}, with allocate and deallocate set",
           allocator->struct_size, sizeof(vjp_raw_allocator));
    }
    set_raw_allocator(type, std::make_shared<CallersAllocator>(*allocator));
  });
}

}  // extern "C"
