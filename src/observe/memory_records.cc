#include "observe/memory_records.h"

#include <time.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "base/error.h"
#include "device/allocator.h"
#include "engine/task.h"
#include "graph/node.h"
#include "observe/profile.h"

namespace vjp {
namespace {

constexpr size_t kMostChanges = size_t{1} << 20, kMostRanges = size_t{1} << 16;

int64_t nanoseconds_now() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1'000'000'000 + t.tv_nsec;
}

using MakerKey = std::tuple<std::string_view, std::string_view, const RangePath*, MemoryOrigin>;

struct Live {
  StorageRecord record;
  size_t bytes, taken;
  Device device;
};

// Never destroyed: storages may end while the process does.
struct Records {
  std::mutex mutex;
  int recordings = 0;
  std::unordered_map<const Storage*, Live> live;
  std::vector<std::unique_ptr<MemoryMaker>> makers;  // the keys of known_makers point into them
  std::map<MakerKey, uint32_t> known_makers;
  std::map<std::string, uint32_t> places;
  std::vector<const std::string*> place_texts;
  std::vector<MemoryChange> changes;
  int64_t begin = 0, before = 0, bytes = 0, peak = 0;
  uint64_t next = 0, missed = 0, dropped = 0;

  void forget() {
    live.clear();
    known_makers.clear();
    makers.clear();
    place_texts.clear();
    places.clear();
    changes = {};
    bytes = peak = 0;
    next = missed = dropped = 0;
  }
  uint32_t maker_of(const Maker& here, const Node* node);
  uint32_t place_of(const std::string* text);
  void change(int64_t time, int64_t size, uint32_t maker, Device device);
};
Records& records() {
  static auto* all = new Records;
  return *all;
}

uint32_t Records::maker_of(const Maker& here, const Node* node) {
  const MemoryOrigin origin = node ? MemoryOrigin::Backward : here.op ? MemoryOrigin::Forward : MemoryOrigin::Data;
  std::string_view op = here.op ? here.op : "", name = node ? node->name() : "";
  auto known = known_makers.find({op, name, here.range, origin});
  if (known != known_makers.end()) return known->second;
  makers.push_back(std::make_unique<MemoryMaker>());
  MemoryMaker& made = *makers.back();
  try {
    made = {std::string(op), std::string(name), here.range ? here.range->text : "", origin};
    known_makers[{made.op, made.node, here.range, origin}] = static_cast<uint32_t>(makers.size() - 1);
  } catch (const std::bad_alloc&) {
    makers.pop_back();
    throw;
  }
  return static_cast<uint32_t>(makers.size() - 1);
}

uint32_t Records::place_of(const std::string* text) {
  if (!text || text->empty()) return 0;
  place_texts.reserve(place_texts.size() + 1);
  auto [at, fresh] = places.try_emplace(*text, static_cast<uint32_t>(place_texts.size() + 1));
  if (fresh) place_texts.push_back(&at->first);
  return at->second;
}

void Records::change(int64_t time, int64_t size, uint32_t maker, Device device) {
  bytes += size;
  peak = std::max(peak, bytes);
  if (changes.size() < kMostChanges) try {
      changes.push_back({time, size, maker, device});
      return;
    } catch (const std::bad_alloc&) {  // one that is missing
    }
  ++dropped;
}

}  // namespace

VJP_FILL_PORT(note_storage_made) = [](const Storage& storage) noexcept {
  if (storage.bytes == 0) return;
  Records& r = records();
  const int64_t now = nanoseconds_now(), call = current_grad_call_id();
  const Node* node = executing_node;
  std::lock_guard lock(r.mutex);
  if (r.recordings == 0) return;
  try {
    Live one{{}, storage.bytes, storage.taken_bytes(), storage.device};
    const uint32_t maker = r.maker_of(maker_here, node);
    const uint64_t sequence = node ? node->sequence : 0;
    const int64_t time = now - r.begin;
    one.record = {maker, r.place_of(maker_here->place), sequence, call, r.next++, time, one.taken == 0};
    r.live.insert_or_assign(&storage, one);
    if (one.taken) r.change(time, static_cast<int64_t>(storage.bytes), maker, storage.device);
  } catch (const std::bad_alloc&) {
    ++r.missed;
  }
};

VJP_FILL_PORT(note_storage_gone) = [](const Storage& storage) noexcept {
  Records& r = records();
  const int64_t now = nanoseconds_now();
  std::lock_guard lock(r.mutex);
  auto known = r.live.find(&storage);
  if (known == r.live.end()) return;
  const Live& one = known->second;
  if (one.taken) r.change(now - r.begin, -static_cast<int64_t>(one.bytes), one.record.maker, one.device);
  r.live.erase(known);
};

// ---- recordings ----

MemoryRecording::MemoryRecording(bool places) : places_(places) {
  watch_operators(1);
  Records& r = records();
  std::lock_guard lock(r.mutex);
  const int64_t now = nanoseconds_now(), live = memory_allocated();
  if (r.recordings++ == 0) {
    r.begin = now;
    r.before = live;
    record_storages(true);
  }
  if (places) places_wanted.fetch_add(1, std::memory_order_relaxed);
  first_ = r.changes.size();
  begin_ = now - r.begin;
  before_ = live;
}

MemoryRecording::~MemoryRecording() {
  {
    Records& r = records();
    std::lock_guard lock(r.mutex);
    if (places_) places_wanted.fetch_sub(1, std::memory_order_relaxed);
    if (--r.recordings == 0) {
      r.forget();
      record_storages(false);
    }
  }
  watch_operators(-1);
}

static MemoryHistory history_from(const Records& r, size_t first, int64_t begin, int64_t before) {
  MemoryHistory h;
  for (const auto& maker : r.makers) h.makers.push_back(*maker);
  h.changes.assign(r.changes.begin() + static_cast<std::ptrdiff_t>(std::min(first, r.changes.size())), r.changes.end());
  for (MemoryChange& change : h.changes) change.time -= begin;
  h.before = before;
  h.duration = nanoseconds_now() - r.begin - begin;
  h.dropped = r.dropped;
  return h;
}

MemoryHistory MemoryRecording::history() const {
  Records& r = records();
  std::lock_guard lock(r.mutex);
  return history_from(r, first_, begin_, before_);
}

MemoryHistory memory_history() {
  Records& r = records();
  std::lock_guard lock(r.mutex);
  if (r.recordings == 0)
    fail(VJP_ERROR_STATE, "memory timeline: no memory is recorded; begin with vjp_guard_record_memory");
  return history_from(r, 0, 0, r.before);
}

RecordedStorages recorded_storages() {
  Records& r = records();
  RecordedStorages out;
  std::lock_guard lock(r.mutex);
  out.recording = r.recordings > 0;
  out.live = r.bytes;
  out.peak = r.peak;
  out.missed = r.missed;
  out.storages.reserve(r.live.size());
  for (const auto& [storage, one] : r.live) {
    const uint32_t place = one.record.place;
    out.storages.push_back({storage, one.bytes, one.taken, one.device, storage->refs.count(),
                            *r.makers[one.record.maker], one.record, place ? *r.place_texts[place - 1] : ""});
  }
  std::sort(out.storages.begin(), out.storages.end(),
            [](const RecordedStorage& a, const RecordedStorage& b) { return a.record.number < b.record.number; });
  return out;
}

// ---- ranges ----

const RangePath* range_inside(const RangePath* around, const char* name) {
  struct Known {
    std::mutex mutex;
    std::map<std::pair<const RangePath*, std::string>, std::unique_ptr<RangePath>> paths;
  };
  static auto* known = new Known;
  std::lock_guard lock(known->mutex);
  // A program that gives each step a name of its own is not to fill the memory.
  const char* shown = known->paths.size() < kMostRanges ? name : "...";
  auto key = std::make_pair(around, std::string(shown));
  auto at = known->paths.find(key);
  if (at == known->paths.end()) {
    std::string text = around ? around->text + "/" + shown : std::string(shown);
    auto path = std::make_unique<RangePath>(RangePath{around, std::move(text)});
    at = known->paths.emplace(std::move(key), std::move(path)).first;
  }
  return at->second.get();
}

}  // namespace vjp
