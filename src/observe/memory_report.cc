#include "observe/memory_report.h"

#include <algorithm>
#include <map>

#include "base/error.h"
#include "device/allocator.h"
#include "device/cpu_memory.h"
#include "device/memory_pool.h"
#include "engine/task.h"

namespace vjp {
namespace {

struct Figures {
  int64_t live = 0, peak = 0, cached = 0;
};

Figures figures_of(Device device) {
  if (device.is_cpu()) {
    CpuStatistics s = cpu_statistics();
    return {s.allocated, s.peak, s.cached};
  }
  const PoolStatistics all = memory_statistics(device).all;
  return {all.allocated_bytes.now, all.allocated_bytes.peak, all.reserved_bytes.now - all.allocated_bytes.now};
}

Figures figures_of_process() {
  Figures sum = figures_of(Device());
  for (unsigned key = 0; key < kMaxDeviceKeys; ++key) {
    if (Device::of_key(key).is_cpu()) continue;
    Figures one = figures_of(Device::of_key(key));
    sum.live += one.live;
    sum.peak += one.peak;
    sum.cached += one.cached;
  }
  return sum;
}

bool runs_on_this_thread(int64_t grad_call) {
  for (Task* task = current_task; task; task = task->outer())
    if (static_cast<int64_t>(task->id()) == grad_call) return true;
  return false;
}

// What the walk has found of the tensors on a storage.
struct OnStorage {
  std::vector<MemoryKeeper> keepers;
  size_t tensors = 0;
};

void take_over(OnStorage& to, const MemoryWalk::Found& found) {
  ++to.tensors;
  for (MemoryKeeper keeper : found.keepers) {
    if (keeper.name.empty()) keeper.name = found.name;
    to.keepers.push_back(std::move(keeper));
  }
  if (found.unexplained)
    to.keepers.push_back(
        {.kind = VJP_MEMORY_HANDLE, .count = found.unexplained, .name = found.name, .tensor = describe(*found.tensor)});
}

void finish(ReportedStorage& s, size_t reached) {
  if (s.references > reached) s.keepers.push_back({.kind = VJP_MEMORY_OTHER, .count = s.references - reached});
  if (s.keepers.empty()) s.keepers.push_back({.kind = VJP_MEMORY_OTHER, .count = s.references});
  std::stable_sort(s.keepers.begin(), s.keepers.end(), [](const MemoryKeeper& a, const MemoryKeeper& b) {
    return std::pair(a.kind, a.sequence) < std::pair(b.kind, b.sequence);
  });
}

// The nodes of a running grad call have gradients in their hands, which no walk sees.
void take_for_grad_call(ReportedStorage& s, int64_t grad_call) {
  if (grad_call < 0 || !runs_on_this_thread(grad_call)) return;
  for (MemoryKeeper& keeper : s.keepers) {
    if (keeper.kind != VJP_MEMORY_HANDLE && keeper.kind != VJP_MEMORY_OTHER) continue;
    keeper.kind = VJP_MEMORY_GRAD_CALL;
    if (!s.maker.node.empty()) {
      keeper.name = s.maker.node;
      keeper.sequence = s.sequence;
    }
  }
}

}  // namespace

// ---- what is there ----

MemoryReport::MemoryReport(const MemoryRoots& roots, std::optional<Device> device) {
  where_ = device ? to_text(*device) : "the process";
  MemoryWalk walk;
  walk.run(roots);
  // After the walk: what that has found lives on, so that an address which both know is one storage.
  const RecordedStorages recorded = recorded_storages();
  recording_ = recorded.recording;
  missed_ = recorded.missed;
  put_together(walk, recorded, device);
  add_up(recorded, device);
}

void MemoryReport::put_together(const MemoryWalk& walk, const RecordedStorages& recorded,
                                std::optional<Device> device) {
  std::map<const Storage*, OnStorage> reached;
  for (const MemoryWalk::Found& found : walk.tensors())
    if (const Storage* storage = found.tensor->storage.get()) take_over(reached[storage], found);
  for (const RecordedStorage& r : recorded.storages) {
    ReportedStorage s{r.bytes, r.taken, r.device, r.maker, r.record.sequence, r.place, r.references, {}};
    auto known = reached.find(r.storage);
    size_t tensors = 0;
    if (known != reached.end()) {
      s.keepers = std::move(known->second.keepers);
      tensors = known->second.tensors;
      reached.erase(known);
    }
    if (device && s.device != *device) continue;
    finish(s, tensors);
    take_for_grad_call(s, r.record.grad_call);
    storages_.push_back(std::move(s));
  }
  for (auto& [storage, on] : reached) {
    if (storage->bytes == 0 || (device && storage->device != *device)) continue;
    ReportedStorage s{storage->bytes,        storage->taken_bytes(), storage->device, {}, 0, {},
                      storage->refs.count(), std::move(on.keepers)};
    finish(s, on.tensors);
    storages_.push_back(std::move(s));
  }
  std::stable_sort(storages_.begin(), storages_.end(),
                   [](const ReportedStorage& a, const ReportedStorage& b) { return a.bytes > b.bytes; });
}

// ---- sums ----

std::string group_of(const MemoryMaker& maker, vjp_memory_by by) {
  if (by == VJP_MEMORY_BY_ORIGIN || maker.origin == MemoryOrigin::Unknown) return name_of(maker.origin);
  if (by == VJP_MEMORY_BY_RANGE) return maker.range.empty() ? "outside of ranges" : maker.range;
  if (maker.op.empty()) return maker.node.empty() ? name_of(maker.origin) : maker.node;
  return maker.node.empty() ? maker.op : maker.op + " (backward)";
}

static std::string group_of(const ReportedStorage& s, vjp_memory_by by) {
  if (by == VJP_MEMORY_BY_KEEPER) return name_of(s.kept());
  if (by != VJP_MEMORY_BY_NODE) return group_of(s.maker, by);
  for (const MemoryKeeper& keeper : s.keepers)
    if (keeper.kind == VJP_MEMORY_SAVED) return keeper.name;
  return "";
}

void MemoryReport::add_up(const RecordedStorages& recorded, std::optional<Device> device) {
  const Figures figures = device ? figures_of(*device) : figures_of_process();
  vjp_memory_totals& t = totals_;
  t.live = figures.live;
  t.peak = std::max(figures.peak, figures.live);
  t.cached = figures.cached;
  t.num_storages = storages_.size();
  t.recorded_live = recorded.live;
  t.recorded_peak = recorded.peak;
  for (const ReportedStorage& s : storages_) {
    const auto bytes = static_cast<int64_t>(s.bytes);
    (s.foreign() ? t.foreign : t.found) += bytes;
    if (!s.foreign()) t.rounding += static_cast<int64_t>(s.taken) - bytes;
  }
  t.unknown = std::max<int64_t>(0, t.live - t.found - t.rounding);
  for (int by = VJP_MEMORY_BY_KEEPER; by <= VJP_MEMORY_BY_NODE; ++by) {
    std::map<std::string, MemorySum> groups;
    for (const ReportedStorage& s : storages_) {
      std::string name = group_of(s, static_cast<vjp_memory_by>(by));
      if (by == VJP_MEMORY_BY_NODE && name.empty()) continue;
      MemorySum& sum = groups.try_emplace(name, MemorySum{name, 0, 0}).first->second;
      sum.bytes += static_cast<int64_t>(s.bytes);
      ++sum.storages;
    }
    std::vector<MemorySum>& sums = sums_[by - 1];
    for (auto& [name, sum] : groups) sums.push_back(sum);
    std::stable_sort(sums.begin(), sums.end(),
                     [](const MemorySum& a, const MemorySum& b) { return a.bytes > b.bytes; });
  }
}

const std::vector<MemorySum>& MemoryReport::sums(vjp_memory_by by) const {
  if (by < VJP_MEMORY_BY_KEEPER || by > VJP_MEMORY_BY_NODE)
    fail(VJP_ERROR_INVALID, "memory report: there are no sums by {}; see vjp_memory_by", static_cast<int>(by));
  return sums_[by - 1];
}

const char* name_of(vjp_memory_keeper_kind kind) {
  static constexpr const char* kNames[] = {"",
                                           "states of optimizers",
                                           "gradients",
                                           "parameters of optimizers",
                                           "handles of the program",
                                           "tangents",
                                           "running grad calls",
                                           "saved values",
                                           "leaves of the graph",
                                           "batched tensors",
                                           "bases of views",
                                           "not reached"};
  return kNames[kind];
}
const char* name_of(MemoryOrigin origin) {
  static constexpr const char* kNames[] = {"not recorded", "data", "forward", "backward"};
  return kNames[static_cast<int>(origin)];
}

}  // namespace vjp
