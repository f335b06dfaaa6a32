#include "backends/sim/scheduler.h"

#include <algorithm>

#include "backends/sim/replay.h"
#include "base/error.h"

namespace vjp::sim {
namespace {

// The first of what must run before the head of `wanted` is done: there is no cycle, for an event is recorded before it
// is waited for.
Stream* first_needed(Stream* wanted) {
  while (wanted && !wanted->can_run()) wanted = wanted->head->work.marker->stream;
  return wanted;
}

// Drawn ranks are above those to which the change points lower.
constexpr uint64_t kDrawnRank = 1u << 20;

}  // namespace

Scheduler::Scheduler(Mode mode) : mode_(std::move(mode)) {
  if (kind() == Mode::Kind::Replay) steps_to_replay_ = Schedule::read(mode_.path);
  restart();
}

void Scheduler::restart() {
  state_ = mode_.seed;
  schedule.restart();
  static constexpr uint64_t kEagerness[] = {0, 2, 4, 6, 7};
  eagerness_ = kEagerness[below(5)];
  host_rank_ = kDrawnRank + random() % (uint64_t{1} << 40);
  steps_ = 0;
  changes_.clear();
  for (uint64_t i = 1; i < mode_.depth; ++i) changes_.push_back(below(mode_.length));
  std::sort(changes_.begin(), changes_.end());
  changed_ = replayed_ = 0;
  diverged_ = diverged_now_ = false;
  reversals.assign(mode_.reversals.size(), VJP_SIM_REVERSAL_OPEN);
  first_ran_.assign(reversals.size(), false);
  second_ran_.assign(reversals.size(), false);
}

// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014)
uint64_t Scheduler::random() {
  uint64_t z = state_ += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

Stream* Scheduler::next(std::span<Stream* const> busy, Occasion occasion, Stream* wanted) {
  switch (kind()) {
    case Mode::Kind::Inline:
      for (Stream* s : busy)
        if (s->can_run()) return s;
      return nullptr;
    case Mode::Kind::Lazy:
    case Mode::Kind::Adversarial:
      return first_needed(wanted);
    case Mode::Kind::Random:
      return next_random(busy, occasion);
    case Mode::Kind::Priority:
      return next_by_priority(busy, occasion);
    case Mode::Kind::Starve:
      return next_unless_starved(busy, wanted);
    case Mode::Kind::Replay:
      return next_of_schedule(busy, occasion, wanted);
    case Mode::Kind::Threads:
      return nullptr;  // its threads help themselves
  }
  return nullptr;
}

Stream* Scheduler::next_random(std::span<Stream* const> busy, Occasion occasion) {
  if (occasion == Occasion::Enqueued && below(8) >= eagerness_) return nullptr;
  auto ready = static_cast<uint64_t>(std::count_if(busy.begin(), busy.end(), [](Stream* s) { return s->can_run(); }));
  if (!ready) return nullptr;
  uint64_t chosen = below(ready);
  for (Stream* s : busy)
    if (s->can_run() && chosen-- == 0) return s;
  return nullptr;
}

// The host has a rank as streams have. What takes the step of a change point falls behind all others.
Stream* Scheduler::next_by_priority(std::span<Stream* const> busy, Occasion occasion) {
  Stream* best = nullptr;
  for (Stream* s : busy) {
    if (!s->can_run()) continue;
    if (!s->rank) s->rank = kDrawnRank + random() % (uint64_t{1} << 40);
    if (!best || s->rank > best->rank) best = s;
  }
  if (!best) return nullptr;
  bool host = occasion == Occasion::Enqueued && host_rank_ > best->rank;
  while (changed_ < changes_.size() && changes_[changed_] <= steps_) {
    (host ? host_rank_ : best->rank) = mode_.depth - changed_;
    ++changed_;
  }
  ++steps_;
  return host ? nullptr : best;
}

Stream* Scheduler::next_unless_starved(std::span<Stream* const> busy, Stream* wanted) {
  Stream* oldest = nullptr;
  for (Stream* s : busy)
    if (s->can_run() && !mode_.starves(s->name) && (!oldest || s->head->serial < oldest->head->serial)) oldest = s;
  return oldest ? oldest : first_needed(wanted);
}

Stream* Scheduler::diverge(Stream* wanted) {
  diverged_ = diverged_now_ = true;
  return first_needed(wanted);
}

Stream* Scheduler::next_of_schedule(std::span<Stream* const> busy, Occasion occasion, Stream* wanted) {
  if (diverged_) return first_needed(wanted);
  if (replayed_ == steps_to_replay_.size() || steps_to_replay_[replayed_].tick != schedule.now())
    return occasion == Occasion::Observed ? diverge(wanted) : nullptr;
  const Step& step = steps_to_replay_[replayed_];
  auto stream = std::find_if(busy.begin(), busy.end(), [&](Stream* s) { return s->name == step.stream; });
  if (stream == busy.end() || !(*stream)->can_run()) return diverge(wanted);
  if (step.node == kNoNode) ++replayed_;  // otherwise next_node takes the step
  return *stream;
}

// As the streams of the mode go: the order of the capture, or as far from it as can be, or a drawn one.
uint32_t Scheduler::next_node(const Replay& replay) {
  const std::vector<uint32_t>& ready = replay.ready();
  switch (kind()) {
    case Mode::Kind::Lazy:
    case Mode::Kind::Adversarial:
      return ready.back();
    case Mode::Kind::Random:
    case Mode::Kind::Priority:
      return ready[below(ready.size())];
    case Mode::Kind::Starve:
      for (uint32_t node : ready)
        if (!mode_.starves(replay.plan().nodes[node].stream)) return node;
      return ready.front();
    case Mode::Kind::Replay:
      if (!diverged_ && replayed_ < steps_to_replay_.size()) {
        uint32_t node = steps_to_replay_[replayed_++].node;
        if (std::binary_search(ready.begin(), ready.end(), node)) return node;
        diverge(nullptr);
      }
      return ready.front();
    case Mode::Kind::Inline:
    case Mode::Kind::Threads:
      return ready.front();
  }
  return ready.front();
}

bool Scheduler::triggers(const CommandName& name) const {
  return std::any_of(mode_.reversals.begin(), mode_.reversals.end(),
                     [&](const Reversal& r) { return r.second == name; });
}

void Scheduler::ran(const CommandName& name) {
  for (size_t i = 0; i < reversals.size(); ++i) {
    const Reversal& pair = mode_.reversals[i];
    if (pair.first == name) first_ran_[i] = true;
    if (pair.second == name) {
      second_ran_[i] = true;
      reversals[i] = first_ran_[i] ? VJP_SIM_REVERSAL_ORDERED : VJP_SIM_REVERSAL_OPEN;
    }
    if (pair.first == name && second_ran_[i] && reversals[i] == VJP_SIM_REVERSAL_OPEN)
      reversals[i] = VJP_SIM_REVERSAL_DONE;
  }
}

}  // namespace vjp::sim
