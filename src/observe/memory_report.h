// "What holds my memory?": what is recorded of storages (memory_records.h) and what a walk finds (memory_walk.h), put
// together as data.
#pragma once

#include <optional>

#include "observe/memory_records.h"
#include "observe/memory_walk.h"

namespace vjp {

struct ReportedStorage {
  size_t bytes = 0, taken = 0;
  Device device;
  MemoryMaker maker;
  uint64_t sequence = 0;
  std::string place;
  size_t references = 0;
  std::vector<MemoryKeeper> keepers;  // at least one; in the order of their kinds
  vjp_memory_keeper_kind kept() const { return keepers.front().kind; }
  bool foreign() const { return bytes > 0 && taken == 0; }
};

struct MemorySum {
  std::string name;
  int64_t bytes;
  size_t storages;
};

class MemoryReport {
 public:
  MemoryReport(const MemoryRoots& roots, std::optional<Device> device);
  static void destroy(MemoryReport* report) noexcept { delete report; }

  const std::vector<ReportedStorage>& storages() const { return storages_; }  // the largest first
  const vjp_memory_totals& totals() const { return totals_; }
  const std::vector<MemorySum>& sums(vjp_memory_by by) const;  // the largest first
  std::string text(size_t rows) const;
  std::string json() const;

  RefCount refs;

 private:
  void put_together(const MemoryWalk& walk, const RecordedStorages& recorded, std::optional<Device> device);
  void add_up(const RecordedStorages& recorded, std::optional<Device> device);

  std::vector<ReportedStorage> storages_;
  vjp_memory_totals totals_ = VJP_MEMORY_TOTALS_INIT;
  std::vector<MemorySum> sums_[5];
  bool recording_ = false;
  uint64_t missed_ = 0;
  std::string where_;
};

const char* name_of(vjp_memory_keeper_kind kind);                  // "saved values"
const char* name_of(MemoryOrigin origin);                          // "forward"
std::string group_of(const MemoryMaker& maker, vjp_memory_by by);  // what a sum by something else is of
std::string memory_text(int64_t bytes);                            // "38.20 MiB"

// ---- over time (memory_timeline.cc) ----
std::string memory_timeline(const MemoryHistory& history, vjp_memory_by by, vjp_memory_form form);

}  // namespace vjp
