// What the caching allocator reports: figures, what holds the memory, why there is none left.
#include <algorithm>
#include <cstdio>

#include "base/error.h"
#include "device/device_cache.h"
#include "device/instrument.h"
#include "device/registry.h"

namespace vjp {
namespace {

std::string bytes_text(uint64_t bytes) {
  static constexpr const char* kUnits[] = {"KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) return format("{} B", bytes);
  double value = static_cast<double>(bytes) / 1024;
  int unit = 0;
  for (; value >= 1024 && unit < 3; ++unit) value /= 1024;
  char text[32];
  std::snprintf(text, sizeof text, "%.2f %s", value, kUnits[unit]);
  return text;
}
std::string bytes_text(int64_t bytes) { return bytes_text(static_cast<uint64_t>(bytes)); }

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) >= 0x20) out += c;
  }
  return out + "\"";
}

const char* name_of(DeviceBlock::State state) {
  return state == DeviceBlock::InUse ? "in_use" : state == DeviceBlock::Held ? "held" : "free";
}

std::string figure_json(const MemoryFigure& f) { return format("{\"current\": {}, \"peak\": {}}", f.now, f.peak); }

}  // namespace

// With the lock: "mul 1.00 MiB in 2 blocks, sum 512 B in 1 block".
std::string DeviceCache::holders(size_t most) {
  struct Holder {
    std::string op;
    uint64_t bytes = 0;
    int blocks = 0;
  };
  std::vector<Holder> all;
  for (auto& [data, segment] : segments_) {
    for (DeviceBlock* block = segment->first; block; block = block->next) {
      if (block->state == DeviceBlock::Free) continue;
      std::string op = block->op ? block->op : "no operator";
      auto it = std::find_if(all.begin(), all.end(), [&](const Holder& h) { return h.op == op; });
      if (it == all.end()) it = all.insert(it, {std::move(op)});
      it->bytes += block->size;
      ++it->blocks;
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const Holder& a, const Holder& b) { return a.bytes > b.bytes; });
  std::string text;
  for (const Holder& h : std::span(all).first(std::min(all.size(), most))) {
    text += format("{}{} {} in {} block{}", text.empty() ? "" : ", ", h.op, bytes_text(h.bytes), h.blocks,
                   h.blocks == 1 ? "" : "s");
  }
  return text;
}

void DeviceCache::fail_out_of_memory(size_t size) {
  uint64_t free = 0, total = 0;
  std::string room;
  if (backend_of(device).memory_info(device.index, &free, &total) == VJP_OK)
    room = format(", {} of {} free on the device", bytes_text(free), bytes_text(total));
  const char* op = attribution->op;
  std::lock_guard lock(mutex_);
  const PoolStatistics &all = statistics_.all, &graphs = statistics_.private_pools;
  if (limit_ != kNoMemoryLimit) room += format(", at most {} allowed", bytes_text(limit_));
  std::string who = holders(5);
  fail(VJP_ERROR_MEMORY,
       "{}{}: out of memory: {} requested{}; {} allocated, {} waiting for events, {} cached, of these {} in private "
       "pools of graphs{}",
       op ? format("{}: ", op) : "", device, bytes_text(size), room, bytes_text(all.allocated_bytes.now),
       bytes_text(all.active_bytes.now - all.allocated_bytes.now),
       bytes_text(all.reserved_bytes.now - all.active_bytes.now), bytes_text(graphs.reserved_bytes.now),
       who.empty() ? "" : "; most is held by: " + who);
}

MemoryStatistics DeviceCache::statistics() {
  std::lock_guard lock(mutex_);
  return statistics_;
}

void DeviceCache::reset_peaks() {
  std::lock_guard lock(mutex_);
  for (PoolStatistics* pool : {&statistics_.all, &statistics_.small, &statistics_.large, &statistics_.private_pools}) {
    for (MemoryFigure* figure : {&pool->allocated_bytes, &pool->allocated_blocks, &pool->active_bytes,
                                 &pool->active_blocks, &pool->reserved_bytes, &pool->segments})
      figure->peak = figure->now;
  }
}

std::string DeviceCache::summary() {
  std::lock_guard lock(mutex_);
  const MemoryStatistics& s = statistics_;
  std::string text = format("memory of {}\n", device);
  char line[160];
  auto row = [&](const char* name, const MemoryFigure PoolStatistics::*figure, bool bytes) {
    auto cell = [&](int64_t value) { return bytes ? bytes_text(value) : std::to_string(value); };
    std::snprintf(line, sizeof line, "  %-18s %12s %12s %12s %12s %14s\n", name, cell((s.all.*figure).now).c_str(),
                  cell((s.all.*figure).peak).c_str(), cell((s.small.*figure).now).c_str(),
                  cell((s.large.*figure).now).c_str(), cell((s.private_pools.*figure).now).c_str());
    text += line;
  };
  std::snprintf(line, sizeof line, "  %-18s %12s %12s %12s %12s %14s\n", "", "now", "peak", "small", "large",
                "private pools");
  text += line;
  row("allocated", &PoolStatistics::allocated_bytes, true);
  row("active", &PoolStatistics::active_bytes, true);
  row("reserved", &PoolStatistics::reserved_bytes, true);
  row("allocated blocks", &PoolStatistics::allocated_blocks, false);
  row("active blocks", &PoolStatistics::active_blocks, false);
  row("segments", &PoolStatistics::segments, false);
  text += format("  raw allocations {}, raw frees {}, retries {}, out of memory {}\n", s.raw_allocations, s.raw_frees,
                 s.retries, s.out_of_memory);
  if (limit_ != kNoMemoryLimit) text += format("  at most {}\n", bytes_text(limit_));
  std::string who = holders(10);
  if (!who.empty()) text += format("  held by: {}\n", who);
  return text;
}

std::string DeviceCache::snapshot() {
  std::lock_guard lock(mutex_);
  const PoolStatistics& all = statistics_.all;
  std::string text = format("{\"device\": \"{}\", \"allocated_bytes\": ", device) + figure_json(all.allocated_bytes) +
                     ", \"active_bytes\": " + figure_json(all.active_bytes) +
                     ", \"reserved_bytes\": " + figure_json(all.reserved_bytes) + ", \"segments\": [";
  const char* comma = "";
  for (auto& [data, segment] : segments_) {
    const StreamCache& cache = *segment->pool->cache;
    text += format(
        "{}{\"address\": {}, \"bytes\": {}, \"stream\": {}, \"stream_id\": {}, \"pool\": \"{}\", "
        "\"private_pool\": {}, \"blocks\": [",
        comma, reinterpret_cast<uintptr_t>(data), segment->bytes, quoted(cache.stream->name()), cache.stream->id,
        segment->pool->small ? "small" : "large", cache.graphs ? cache.graphs->id : 0);
    comma = "";
    for (DeviceBlock* block = segment->first; block; block = block->next) {
      bool free = block->state == DeviceBlock::Free;
      text += format("{}{\"offset\": {}, \"bytes\": {}, \"requested\": {}, \"state\": \"{}\", \"op\": {}}", comma,
                     block->data - data, block->size, free ? 0 : block->requested, name_of(block->state),
                     free || !block->op ? "null" : quoted(block->op));
      comma = ", ";
    }
    text += "]}";
    comma = ", ";
  }
  return text + "]}";
}

// ---- the interface ----

MemoryStatistics memory_statistics(Device device) {
  DeviceCache* cache = DeviceCache::find(device);
  return cache ? cache->statistics() : MemoryStatistics();
}
void reset_memory_peaks(Device device) {
  if (DeviceCache* cache = DeviceCache::find(device)) cache->reset_peaks();
}
void set_memory_limit(Device device, uint64_t bytes) { DeviceCache::of(device).set_limit(bytes); }
void set_memory_fraction(Device device, double fraction) { DeviceCache::of(device).set_fraction(fraction); }
std::string memory_summary(Device device) { return DeviceCache::of(device).summary(); }
void trim_device_memory() noexcept {
  for (unsigned key = 0; key < kMaxDeviceKeys; ++key) {
    try {
      empty_device_cache(Device::of_key(key));
    } catch (const Error&) {  // a broken device keeps what it has
    }
  }
}
std::string memory_snapshot(Device device) { return DeviceCache::of(device).snapshot(); }

}  // namespace vjp
