// vjp/memory_report.h
#include "vjp/memory_report.h"

#include <algorithm>

#include "capi/capi.h"
#include "observe/memory_report.h"
#include "observe/profile.h"
#include "optim/optimizer.h"

using namespace vjp;

namespace {

MemoryReport& report_of(const vjp_memory_report* report) {
  return *reinterpret_cast<MemoryReport*>(const_cast<vjp_memory_report*>(report));
}

void add_optimizer(MemoryRoots& roots, const ParameterOptimizer& optimizer) {
  for (const NamedTensor& state : optimizer.state())
    roots.held.push_back({state.tensor, VJP_MEMORY_OPTIMIZER, state.name});
  for (size_t group = 0; group < optimizer.num_groups(); ++group) {
    size_t index = 0;
    for (const Tensor& parameter : optimizer.parameters(group))
      roots.held.push_back({parameter, VJP_MEMORY_PARAMETER, format("{}.{}", group, index++)});
  }
}

MemoryRoots roots_of(const vjp_memory_report_options& o) {
  MemoryRoots roots;
  if (o.num_roots > 0) VJP_ARG(o.roots);
  if (o.num_optimizers > 0) VJP_ARG(o.optimizers);
  for (size_t i = 0; i < o.num_roots; ++i) {
    if (!o.roots[i]) continue;
    const char* name = o.names ? o.names[i] : nullptr;
    roots.tensors.emplace_back(impl_of(o.roots[i]), name ? name : "");
  }
  for (const Scope* scope = innermost_scope(); scope; scope = scope->outer)
    for (TensorImpl* handle : scope->handles)
      if (handle) roots.tensors.emplace_back(handle, "");
  for (size_t i = 0; i < o.num_optimizers; ++i)
    if (o.optimizers[i]) add_optimizer(roots, *reinterpret_cast<const ParameterOptimizer*>(o.optimizers[i]));
  return roots;
}

std::optional<Device> device_of(const vjp_device* device) {
  if (!device) return {};
  if (device->kind < 0 || device->kind >= kMaxDeviceTypes || device->index < 0 || device->index >= kMaxDevices)
    fail(VJP_ERROR_DEVICE, "vjp_memory_report_create: there is no device of kind {} with index {}",
         static_cast<int>(device->kind), device->index);
  return Device{static_cast<DeviceType>(device->kind), device->index};
}

const ReportedStorage& storage_of(const vjp_memory_report* report, size_t index, const char* function) {
  const auto& all = report_of(report).storages();
  if (index >= all.size()) fail(VJP_ERROR_INVALID, "{}: {} of {} storages", function, index, all.size());
  return all[index];
}

}  // namespace

vjp_status vjp_guard_record_memory(bool places, vjp_guard** out) {
  return guard([&] {
    VJP_ARG(out);
    *out = give_guard(new MemoryRecordingRegion(places));
  });
}

vjp_status vjp_memory_report_create(const vjp_memory_report_options* options, vjp_memory_report** out) {
  return guard([&] {
    VJP_ARG(out);
    vjp_memory_report_options given = VJP_MEMORY_REPORT_OPTIONS_INIT;
    if (options) given = checked(options, "vjp_memory_report_options", "VJP_MEMORY_REPORT_OPTIONS_INIT");
    const MemoryRoots roots = roots_of(given);
    *out = reinterpret_cast<vjp_memory_report*>(new MemoryReport(roots, device_of(given.device)));
  });
}
vjp_memory_report* vjp_memory_report_retain(vjp_memory_report* report) {
  if (report) report_of(report).refs.retain();
  return report;
}
void vjp_memory_report_release(vjp_memory_report* report) {
  if (report) Ref<MemoryReport>::take(&report_of(report));
}

vjp_status vjp_memory_report_totals(const vjp_memory_report* report, vjp_memory_totals* out) {
  return guard([&] {
    VJP_ARG(report);
    VJP_ARG(out);
    checked(out, "vjp_memory_totals", "VJP_MEMORY_TOTALS_INIT");
    *out = report_of(report).totals();
  });
}

vjp_status vjp_memory_report_storage(const vjp_memory_report* report, size_t index, vjp_memory_storage* out) {
  return guard([&] {
    VJP_ARG(report);
    VJP_ARG(out);
    checked(out, "vjp_memory_storage", "VJP_MEMORY_STORAGE_INIT");
    const ReportedStorage& s = storage_of(report, index, "vjp_memory_report_storage");
    out->bytes = s.bytes;
    out->device = {static_cast<vjp_device_kind>(s.device.type), s.device.index};
    out->foreign = s.foreign();
    out->origin = static_cast<vjp_memory_origin>(s.maker.origin);
    out->op = s.maker.op.c_str();
    out->node = s.maker.node.c_str();
    out->node_sequence = s.sequence;
    out->range = s.maker.range.c_str();
    out->place = s.place.c_str();
    out->references = s.references;
    out->kept = s.kept();
    out->num_keepers = s.keepers.size();
  });
}

vjp_status vjp_memory_report_keeper(const vjp_memory_report* report, size_t storage, size_t index,
                                    vjp_memory_keeper* out) {
  return guard([&] {
    VJP_ARG(report);
    VJP_ARG(out);
    checked(out, "vjp_memory_keeper", "VJP_MEMORY_KEEPER_INIT");
    const auto& keepers = storage_of(report, storage, "vjp_memory_report_keeper").keepers;
    if (index >= keepers.size())
      fail(VJP_ERROR_INVALID, "vjp_memory_report_keeper: {} of {} keepers", index, keepers.size());
    const MemoryKeeper& k = keepers[index];
    out->kind = k.kind;
    out->count = k.count;
    out->name = k.name.c_str();
    out->sequence_number = k.sequence;
    out->attribute = k.attribute.c_str();
    out->element = k.element;
    out->tensor = k.tensor.c_str();
  });
}

vjp_status vjp_memory_report_sums(const vjp_memory_report* report, vjp_memory_by by, vjp_memory_row* rows,
                                  size_t capacity, size_t* count) {
  return guard([&] {
    VJP_ARG(report);
    VJP_ARG(count);
    if (capacity > 0) VJP_ARG(rows);
    for (size_t i = 0; i < capacity; ++i) checked(rows + i, "vjp_memory_row", "VJP_MEMORY_ROW_INIT");
    const std::vector<MemorySum>& sums = report_of(report).sums(by);
    for (size_t i = 0; i < std::min(capacity, sums.size()); ++i) {
      rows[i].name = sums[i].name.c_str();
      rows[i].bytes = sums[i].bytes;
      rows[i].storages = sums[i].storages;
    }
    *count = sums.size();
  });
}

vjp_status vjp_memory_report_text(const vjp_memory_report* report, size_t rows, char** out) {
  return guard([&] {
    VJP_ARG(report);
    VJP_ARG(out);
    *out = give_text(report_of(report).text(rows));
  });
}
vjp_status vjp_memory_report_json(const vjp_memory_report* report, char** out) {
  return guard([&] {
    VJP_ARG(report);
    VJP_ARG(out);
    *out = give_text(report_of(report).json());
  });
}

vjp_status vjp_memory_timeline(vjp_memory_by by, vjp_memory_form form, char** out) {
  return guard([&] {
    VJP_ARG(out);
    *out = give_text(memory_timeline(memory_history(), by, form));
  });
}
vjp_status vjp_profiler_memory_timeline(const vjp_profiler* profiler, vjp_memory_by by, vjp_memory_form form,
                                        char** out) {
  return guard([&] {
    VJP_ARG(profiler);
    VJP_ARG(out);
    const auto& p = *reinterpret_cast<const Profiler*>(profiler);
    *out = give_text(p.look([&](const Profile& recorded) { return memory_timeline(recorded.memory, by, form); }));
  });
}
