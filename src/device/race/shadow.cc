#include "device/race/shadow.h"

namespace vjp::race {
namespace {

bool meets(Range a, Range b) { return a.begin < b.end && b.begin < a.end; }

}  // namespace

void Generation::note_written(const Extent& extent) {
  // An operand with gaps is taken as written where it is asked about as a whole: reads of the gaps are not reported.
  Range r = extent.range;
  if (r.empty()) return;
  std::vector<Range> merged;
  for (const Range& w : written) {
    if (w.end < r.begin || r.end < w.begin) {
      merged.push_back(w);
    } else {
      r = {std::min(r.begin, w.begin), std::max(r.end, w.end)};
    }
  }
  merged.push_back(r);
  std::sort(merged.begin(), merged.end(), [](Range a, Range b) { return a.begin < b.begin; });
  written = std::move(merged);
}

Range Generation::unwritten(const Extent& extent) const {
  uintptr_t at = extent.range.begin;
  for (const Range& w : written) {
    if (w.end <= at) continue;
    if (w.begin > at) return {at, std::min(w.begin, extent.range.end)};
    at = w.end;
    if (at >= extent.range.end) return {};
  }
  return at < extent.range.end ? Range{at, extent.range.end} : Range{};
}

std::shared_ptr<Generation> Shadow::allocate(Device device, Range range, bool host) {
  auto g = std::make_shared<Generation>();
  g->device = device;
  g->range = range;
  g->host = host;
  g->storage = ++next_storage_;
  g->number = numbers_[range.begin]++;
  auto it = dead_.upper_bound(range.begin);
  if (it != dead_.begin()) --it;
  while (it != dead_.end() && it->first < range.end) {
    Range old = it->second->range;
    if (!meets(old, range)) {
      ++it;
      continue;
    }
    for (auto& b : it->second->before)
      if (meets(b->range, range)) g->before.push_back(b);
    if (!it->second->writes.empty() || !it->second->reads.empty()) g->before.push_back(it->second);
    // What sticks out on either side stays known.
    bool out = old.begin < range.begin || old.end > range.end;
    it = out ? std::next(it) : dead_.erase(it);
  }
  live_[range.begin] = g;
  return g;
}

std::shared_ptr<Generation> Shadow::release(const void* data) {
  auto it = live_.find(reinterpret_cast<uintptr_t>(data));
  if (it == live_.end()) return nullptr;
  std::shared_ptr<Generation> g = it->second;
  live_.erase(it);
  // Whoever is ordered after a life that wrote all its bytes is so after those before it, or they raced already.
  Extent all;
  all.range = g->range;
  if (g->unwritten(all).empty()) g->before.clear();
  constexpr size_t kMost = 16;
  if (g->before.size() > kMost) g->before.erase(g->before.begin(), g->before.end() - kMost);
  auto& place = dead_[g->range.begin];
  if (place && place->range.end > g->range.end) g->before.push_back(place);
  place = g;
  return g;
}

void Shadow::forget(Range range) {
  for (auto* lives : {&live_, &dead_}) {
    auto it = lives->upper_bound(range.begin);
    if (it != lives->begin()) --it;
    while (it != lives->end() && it->first < range.end)
      it = meets(it->second->range, range) ? lives->erase(it) : std::next(it);
  }
}

Generation* Shadow::find(uintptr_t address) const {
  auto it = live_.upper_bound(address);
  if (it == live_.begin()) return nullptr;
  --it;
  return address < it->second->range.end ? it->second.get() : nullptr;
}

Generation& Shadow::at(Device device, Range range) {
  if (Generation* g = find(range.begin)) return *g;
  auto g = std::make_shared<Generation>();
  g->device = device;
  g->range = range;
  auto next = live_.upper_bound(range.begin);
  if (next != live_.end()) g->range.end = std::min(range.end, next->first);
  g->external = true;
  g->storage = ++next_storage_;
  live_[range.begin] = g;
  return *g;
}

}  // namespace vjp::race
