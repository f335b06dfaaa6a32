// Accesses: each is checked against those before it, then remembered.
#include <algorithm>

#include "base/error.h"
#include "base/forced_unwind.h"
#include "base/last_error.h"
#include "device/race/detector.h"

namespace vjp::race {
namespace {

VJP_THREAD_SLOT(uint64_t, number, kTravelsInCall) = 0;

uint64_t this_thread() {
  static constinit std::atomic<uint64_t> next{0};
  if (!number) number = next.fetch_add(1, std::memory_order_relaxed) + 1;
  return number;
}

// The number of the last command of that stream that `now` has passed, 0 if none.
uint64_t passed_of(const Command& command, const Clock& now) {
  uint64_t before = command.stream ? command.before() : 0, passed = now[command.actor];
  return passed > before ? passed - before : 0;
}

}  // namespace

// ---- commands ----

// The one before, where nothing has changed.
Ref<Origin> Detector::origin_of(Device device, bool captured, const Attribution& by) {
  const char* node = by.node ? by.node : "";
  uint64_t thread = this_thread();
  std::string location = pushed_locations();
  const Origin* last = last_origin_.get();
  if (!last || last->node_sequence != by.node_sequence || last->grad_call != by.grad_call || last->thread != thread ||
      last->captured != captured || last->device != device || last->node != node || last->location != location) {
    last_origin_ = Ref<Origin>::take(new Origin{.refs = {},
                                                .device = device,
                                                .captured = captured,
                                                .node = node,
                                                .node_sequence = by.node_sequence,
                                                .grad_call = by.grad_call,
                                                .thread = thread,
                                                .location = std::move(location)});
  }
  return last_origin_;
}

Ref<Command> Detector::start_command(World& world, Stream& stream, const Attribution& by) {
  Clock& clock = clock_of(world, stream);
  const Known& who = known(stream);
  uint64_t tick = clock[who.actor] + 1;
  auto command = Ref<Command>::take(new Command{.refs = {},
                                                .actor = who.actor,
                                                .tick = tick,
                                                .op = by.op,
                                                .stream = who.info,
                                                .origin = origin_of(stream.device, &world != &world_, by)});
  clock.set(who.actor, tick);
  return command;
}

Touch Detector::touch_of(const Access& access, Ref<Command> command) {
  auto first = reinterpret_cast<uintptr_t>(access.data);
  Ref<Layout> layout = layouts_.find(access);
  uintptr_t end = first + layout->span;
  return {std::move(command), std::move(layout), {first, end}};
}

// ---- what they touch ----

void Detector::found(vjp_race_kind kind, const Generation& g, const Touch& first, const Touch& second, Range bytes,
                     const Clock& now) {
  Finding f{.kind = kind,
            .device = g.device,
            .storage = g.storage,
            .generation = g.number,
            .begin = bytes.begin - g.range.begin,
            .end = bytes.end - g.range.begin,
            .allocated_by = g.external       ? "before the detector was on"
                            : g.allocated_on ? format("{} on {}", g.allocated_by, g.allocated_on->name)
                                             : g.allocated_by,
            .first = first,
            .second = second,
            .ordered_up_to = first.command ? passed_of(*first.command, now) : 0,
            .missing = {},
            .fix = {}};
  if (findings_.add(std::move(f))) pending_ += describe(findings_.at(findings_.count() - 1));
}

// Writes, or reads, of the same life that are unordered with this one, one of the two a write: one finding.
void Detector::check_touches(bool writes, Generation& g, const Clock& now, const Touch& touch) {
  for (const Touch& t : g.touches) {
    if (t.write() != writes || t.command == touch.command || ordered(*t.command, now)) continue;
    Range bytes = overlap(t.extent(), touch.extent());
    if (bytes.empty()) continue;
    bool host = t.command->actor == kHost || touch.command->actor == kHost;
    found(host            ? VJP_RACE_HOST
          : !writes       ? VJP_RACE_WRITE_AFTER_READ
          : touch.write() ? VJP_RACE_WRITE_AFTER_WRITE
                          : VJP_RACE_READ_AFTER_WRITE,
          g, t, touch, bytes, now);
    return;
  }
}

// A use of memory must come after all uses in an earlier life of it, reads included, except on streams for
// which the allocator itself waits.
void Detector::check_lives_before(Generation& g, const Clock& now, const Clock& host, const Touch& touch) {
  if (!g.extra || g.extra->before.empty()) return;
  std::erase_if(g.extra->before, [&](const auto& life) {
    return std::all_of(life->touches.begin(), life->touches.end(),
                       [&](const Touch& t) { return ordered(*t.command, host); });
  });
  for (const Ref<Generation>& life : g.extra->before) {
    for (bool writes : {true, false}) {
      for (const Touch& t : life->touches) {
        if (t.write() != writes || ordered(*t.command, now)) continue;
        if (life->extra &&
            std::count(life->extra->recorded.begin(), life->extra->recorded.end(), t.command->stream_id()))
          continue;
        Range bytes = overlap(t.extent(), touch.extent());
        if (bytes.empty()) continue;
        found(VJP_RACE_LIFETIME, g, t, touch, bytes, now);
        return;
      }
    }
  }
}

void Detector::touch(World& world, const Clock& now, Touch t, bool uninitialised) {
  if (t.range.empty()) return;
  Generation& g = world.shadow.at(t.command->origin->device, t.range);
  const bool write = t.write(), dense = t.layout->dense;
  check_lives_before(g, now, world.host, t);
  check_touches(true, g, now, t);
  if (write) check_touches(false, g, now, t);
  if (!write && uninitialised && !g.external && !g.host) {  // the host's own stores are not seen
    Range hole = g.unwritten(t.range);
    if (!hole.empty()) found(VJP_RACE_UNINITIALISED, g, {}, t, hole, now);
  }
  if (write) g.note_written(t.range);
  // What an ordered touch of all its bytes has overtaken cannot race unless this one does too. Of reads only those on
  // one stream are: the last of them is enough.
  if (dense) {
    std::erase_if(g.touches, [&](const Touch& old) {
      return (write || (!old.write() && old.command->actor == t.command->actor)) && ordered(*old.command, now) &&
             t.range.begin <= old.range.begin && old.range.end <= t.range.end;
    });
  }
  constexpr size_t kMost = 512;  // that are remembered of one life
  if (g.touches.size() >= kMost) g.touches.erase(g.touches.begin());
  g.touches.push_back(std::move(t));
}

// The host is out of memory, and the command will not be enqueued: it has not touched what is there.
void Detector::retract(World& world, const Command& command, uintptr_t address) noexcept {
  if (Generation* g = world.shadow.find(address))
    std::erase_if(g->touches, [&](const Touch& t) { return t.command.get() == &command; });
}

void Detector::command(Stream& stream, const Attribution& by, std::span<const Access> accesses) {
  {
    std::lock_guard lock(mutex_);
    World& world = world_of(stream);
    Ref<Command> command = start_command(world, stream, by);
    const Clock& now = world.streams[stream.id];
    bool capture = &world != &world_;
    try {
      for (bool write : {false, true}) {  // a command reads before it writes
        for (const Access& access : accesses) {
          if (access.write != write) continue;
          Touch t = touch_of(access, command);
          if (capture) world.touched.push_back(t);
          touch(world, now, std::move(t), !capture);
        }
      }
    }
    VJP_CATCH_ALL {
      std::erase_if(world.touched, [&](const Touch& t) { return t.command == command; });
      for (const Access& access : accesses) retract(world, *command, reinterpret_cast<uintptr_t>(access.data));
      throw;
    }
  }
  raise_pending();
}

void Detector::host_access(const Access& access) {
  {
    std::lock_guard lock(mutex_);
    Generation* g = world_.shadow.find(reinterpret_cast<uintptr_t>(access.data));
    if (!g) return;
    uint64_t tick = world_.host[kHost] + 1;
    world_.host.set(kHost, tick);
    auto command = Ref<Command>::take(new Command{.refs = {},
                                                  .actor = kHost,
                                                  .tick = tick,
                                                  .op = attribution_or("host").op,
                                                  .stream = {},
                                                  .origin = origin_of(g->device, false, {})});
    touch(world_, world_.host, touch_of(access, command), false);
  }
  raise_pending();
}

}  // namespace vjp::race
