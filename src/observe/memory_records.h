// Recording of storages: who made each that lives, and what was taken and given back since the recording began.
//
// Recordings are the process's, as anomaly mode is: every thread's storages are recorded while there is one. What is
// known is forgotten with the last recording, so nothing stale is left behind: who ends a storage does not look then.
#pragma once

#include <string>
#include <vector>

#include "base/maker.h"
#include "device/device.h"
#include "graph/guard.h"
#include "tensor/storage.h"

namespace vjp {

// Whose work made a storage. The values are those of vjp_memory_origin.
enum class MemoryOrigin : uint8_t { Unknown = 0, Data = 1, Forward = 2, Backward = 3 };

// Texts are empty where there is nothing to say.
struct MemoryMaker {
  std::string op, node, range;
  MemoryOrigin origin = MemoryOrigin::Unknown;
};

struct StorageRecord {
  uint32_t maker;
  uint32_t place;  // 0: not recorded
  uint64_t sequence;
  int64_t grad_call;  // -1: none
  uint64_t number;    // in the order of making
  int64_t time;       // nanoseconds since the recording began
  bool callers;       // the memory is the caller's
};

struct MemoryChange {
  int64_t time;
  int64_t bytes;  // negative: given back
  uint32_t maker;
  Device device;
};

// What has happened since a recording began.
struct MemoryHistory {
  std::vector<MemoryMaker> makers;
  std::vector<MemoryChange> changes;
  int64_t before = 0;    // live in the process when it began, not among the changes
  int64_t duration = 0;  // nanoseconds
  uint64_t dropped = 0;  // changes for which there was no room
};

class MemoryRecording {
 public:
  explicit MemoryRecording(bool places);
  ~MemoryRecording();
  MemoryRecording(const MemoryRecording&) = delete;
  MemoryRecording& operator=(const MemoryRecording&) = delete;
  MemoryHistory history() const;

 private:
  const bool places_;
  size_t first_ = 0;  // of its changes
  int64_t begin_ = 0, before_ = 0;
};

class MemoryRecordingRegion final : public Guard {
 public:
  explicit MemoryRecordingRegion(bool places) : recording_(places) {}

 private:
  MemoryRecording recording_;
};

// The history of the first recording that is underway; a state error if there is none.
MemoryHistory memory_history();

// A storage that is recorded and lives; what is said of the storage itself holds for the moment of the copy.
struct RecordedStorage {
  const Storage* storage;
  size_t bytes, taken;
  Device device;
  uint32_t references;
  MemoryMaker maker;
  StorageRecord record;
  std::string place;
};
struct RecordedStorages {
  bool recording = false;
  std::vector<RecordedStorage> storages;  // in the order of making
  int64_t live = 0, peak = 0;             // bytes that are recorded, and the most there were
  uint64_t missed = 0;                    // storages for which there was no memory to note them
};
RecordedStorages recorded_storages();

// The path of a range inside another; the same object for the same path.
const RangePath* range_inside(const RangePath* around, const char* name);

}  // namespace vjp
