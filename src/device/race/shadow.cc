#include "device/race/shadow.h"

#include <algorithm>
#include <iterator>
#include <new>

namespace vjp::race {
namespace {

bool meets(Range a, Range b) { return a.begin < b.end && b.begin < a.end; }

}  // namespace

Generation::Rare& Generation::rare() {
  if (!extra) extra = std::make_unique<Rare>();
  return *extra;
}

// An operand with gaps is taken as written where it is asked about as a whole: reads of the gaps are not reported.
void Generation::note_written(Range r) {
  if (r.empty() || all_written) return;
  std::vector<Range> merged;
  if (extra) {
    for (const Range& w : extra->written) {
      if (w.end < r.begin || r.end < w.begin) {
        merged.push_back(w);
      } else {
        r = {std::min(r.begin, w.begin), std::max(r.end, w.end)};
      }
    }
  }
  if (r.begin <= range.begin && range.end <= r.end) {
    all_written = true;
    if (extra) extra->written = {};
    return;
  }
  merged.push_back(r);
  std::sort(merged.begin(), merged.end(), [](Range a, Range b) { return a.begin < b.begin; });
  rare().written = std::move(merged);
}

Range Generation::unwritten(Range r) const {
  uintptr_t at = r.begin;
  if (all_written) {
    if (r.end <= range.end) return {};
    at = std::max(at, range.end);
  } else if (extra) {
    for (const Range& w : extra->written) {
      if (w.end <= at) continue;
      if (w.begin > at) return {at, std::min(w.begin, r.end)};
      at = w.end;
      if (at >= r.end) return {};
    }
  }
  return at < r.end ? Range{at, r.end} : Range{};
}

void Generation::absorb(Generation& other) {
  range.end = std::max(range.end, other.range.end);
  auto move = [](auto& from, auto& to) { std::move(from.begin(), from.end(), std::back_inserter(to)); };
  move(other.touches, touches);
  if (!other.extra) return;
  move(other.extra->recorded, rare().recorded);
  move(other.extra->before, rare().before);
}

Ref<Generation> Shadow::allocate(Device device, Range range, bool host) {
  auto g = Ref<Generation>::take(new Generation());
  g->device = device;
  g->range = range;
  g->host = host;
  g->storage = ++next_storage_;
  auto it = dead_.upper_bound(range.begin);
  if (it != dead_.begin()) --it;
  while (it != dead_.end() && (*it)->range.begin < range.end) {
    const Generation& old = **it;
    if (!meets(old.range, range)) {
      ++it;
      continue;
    }
    g->number = std::max(g->number, old.number + 1);
    if (old.extra) {
      for (const Ref<Generation>& b : old.extra->before)
        if (meets(b->range, range)) g->rare().before.push_back(b);
    }
    if (!old.touches.empty()) g->rare().before.push_back(*it);
    // What sticks out on either side stays known.
    bool out = old.range.begin < range.begin || old.range.end > range.end;
    it = out ? std::next(it) : dead_.erase(it);
  }
  auto [place, fresh] = live_.insert(g);
  if (!fresh) {  // it was handed out without having been given back
    auto node = live_.extract(place);
    node.value() = g;
    live_.insert(std::move(node));
  }
  return g;
}

void Shadow::release(const void* data) noexcept {
  auto it = live_.find(reinterpret_cast<uintptr_t>(data));
  if (it == live_.end()) return;
  auto node = live_.extract(it);
  Generation& g = *node.value();
  if (g.extra) {
    std::vector<Ref<Generation>>& before = g.extra->before;
    // What is ordered after a life that wrote all its bytes is so after those before it, or they raced already.
    if (g.all_written) before.clear();
    constexpr size_t kMost = 16;
    if (before.size() > kMost) before.erase(before.begin(), before.end() - kMost);
  }
  if (auto place = dead_.find(g.range.begin); place != dead_.end()) {
    try {
      if ((*place)->range.end > g.range.end) g.rare().before.push_back(*place);
    } catch (const std::bad_alloc&) {  // a race with that life may be missed
    }
    dead_.erase(place);
  }
  dead_.insert(std::move(node));
}

void Shadow::forget(Range range) {
  for (Lives* lives : {&live_, &dead_}) {
    auto it = lives->upper_bound(range.begin);
    if (it != lives->begin()) --it;
    while (it != lives->end() && (*it)->range.begin < range.end)
      it = meets((*it)->range, range) ? lives->erase(it) : std::next(it);
  }
}

Generation* Shadow::find(uintptr_t address) const {
  auto it = live_.upper_bound(address);
  if (it == live_.begin()) return nullptr;
  --it;
  return address < (*it)->range.end ? it->get() : nullptr;
}

Generation& Shadow::at(Device device, Range range) {
  Generation* g = find(range.begin);
  if (g && (!g->external || range.end <= g->range.end)) return *g;
  if (!g) {
    auto made = Ref<Generation>::take(new Generation());
    made->device = device;
    made->range = {range.begin, range.begin};
    made->external = true;
    made->storage = ++next_storage_;
    g = live_.insert(made).first->get();
  }
  // What is seen of such memory a piece at a time is one where an access spans the pieces.
  auto next = live_.upper_bound(g->range.begin);
  while (next != live_.end() && (*next)->range.begin < range.end && (*next)->external) {
    g->absorb(**next);
    next = live_.erase(next);
  }
  if (next != live_.end()) range.end = std::min(range.end, (*next)->range.begin);
  g->range.end = std::max(g->range.end, range.end);
  return *g;
}

}  // namespace vjp::race
