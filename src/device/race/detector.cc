#include "device/race/detector.h"

#include <algorithm>

#include "base/error.h"
#include "base/last_error.h"

namespace vjp::race {
namespace {

uint64_t this_thread() {
  static std::atomic<uint64_t> next{0};
  thread_local uint64_t number = next.fetch_add(1, std::memory_order_relaxed) + 1;
  return number;
}

Touch touch_of(const Access& access, std::shared_ptr<const Command> command) {
  Touch t{.command = std::move(command),
          .extent = Extent(access),
          .write = access.write,
          .dtype = access.dtype,
          .type = access.type,
          .shape = {}};
  if (access.ndim > 0) t.shape.assign(access.sizes, access.sizes + access.ndim);
  return t;
}

// The number of the last command of that stream that `now` has passed, 0 if none.
uint64_t passed_of(const Command& command, const Clock& now) {
  uint64_t before = command.tick - command.number, passed = now[command.actor];
  return passed > before ? passed - before : 0;
}

}  // namespace

Detector& Detector::instance() {
  static auto* detector = new Detector();
  return *detector;
}

void Detector::set_mode(vjp_race_mode mode) {
  std::lock_guard lock(mutex_);
  if (mode_.load() == VJP_RACE_OFF && mode != VJP_RACE_OFF) {
    world_ = World();
    captures_.clear();
    capturing_.clear();
    captured_events_.clear();
    graphs_.clear();
    pools_.clear();
    findings_.clear();
    // clocks are as long as there are actors, so streams of the past are forgotten too
    streams_.clear();
    gone_clocks_.clear();
    gone_.clear();
    free_.clear();
    next_actor_ = kHost + 1;
  }
  mode_.store(mode);
  set_instrument(mode == VJP_RACE_OFF ? nullptr : this);
}

// ---- order ----

void Detector::set_numbering(Numbering numbering) {
  std::lock_guard lock(mutex_);
  numbering_ = numbering;
}

Detector::Known& Detector::known(const Stream& stream) {
  auto it = streams_.find(stream.id);
  if (it != streams_.end()) return it->second;
  Actor actor = new_actor();
  StreamInfo info{.id = stream.id, .device = stream.device, .name = stream.name(), .before = world_.host[actor]};
  if (numbering_) numbering_(stream, info.number, info.next);
  return streams_[stream.id] = {actor, std::make_shared<const StreamInfo>(std::move(info))};
}

// A number of a stream that is gone goes on where that ended: the host has passed it, and with the host everybody.
Actor Detector::new_actor() {
  if (free_.empty() || !captures_.empty()) return next_actor_++;  // a capture has ticks of its own
  Actor actor = free_.back();
  free_.pop_back();
  return actor;
}

void Detector::collect_gone() {
  std::erase_if(gone_, [&](const Gone& g) {
    if (world_.host[g.actor] < g.last) return false;
    free_.push_back(g.actor);
    return true;
  });
  // If nobody ever waits: what was done this long ago is taken as passed.
  constexpr size_t kMost = 1024;
  for (; gone_.size() > kMost; gone_.pop_front()) {
    world_.host.set(gone_.front().actor, gone_.front().last);
    free_.push_back(gone_.front().actor);
  }
}

Detector::World& Detector::world_of(const Stream& stream) {
  auto it = capturing_.find(stream.id);
  return it == capturing_.end() ? world_ : *captures_[it->second];
}

// What the stream knows when the next command is enqueued: what it knew, and what the host knows.
Clock& Detector::clock_of(World& world, const Stream& stream) {
  known(stream);
  Clock& clock = world.streams[stream.id];
  clock.join(world.host);
  return clock;
}

std::shared_ptr<const Command> Detector::start_command(World& world, Stream& stream, const Attribution& by) {
  Clock& clock = clock_of(world, stream);
  const Known& who = known(stream);
  Actor actor = who.actor;
  uint64_t tick = clock[actor] + 1;
  clock.set(actor, tick);
  return std::make_shared<const Command>(Command{.actor = actor,
                                                 .tick = tick,
                                                 .number = &world == &world_ ? tick - who.info->before : tick,
                                                 .op = by.op,
                                                 .node = by.node ? by.node : "",
                                                 .node_sequence = by.node_sequence,
                                                 .grad_call = by.grad_call,
                                                 .thread = this_thread(),
                                                 .stream = who.info,
                                                 .device = stream.device,
                                                 .location = pushed_locations()});
}

void Detector::event_recorded(Event& event, Stream& stream) {
  std::lock_guard lock(mutex_);
  World& world = world_of(stream);
  world.events[event.id] = clock_of(world, stream);
  auto it = capturing_.find(stream.id);
  if (it != capturing_.end()) {
    captured_events_[event.id] = it->second;
  } else {
    captured_events_.erase(event.id);
  }
}

void Detector::event_waited(Event& event, Stream& stream) {
  std::lock_guard lock(mutex_);
  auto captured = captured_events_.find(event.id);
  if (captured != captured_events_.end() && captures_.count(captured->second)) {
    capturing_.try_emplace(stream.id, captured->second);  // the stream joins the capture
  }
  World& world = world_of(stream);
  auto known = world.events.find(event.id);
  if (known != world.events.end()) clock_of(world, stream).join(known->second);
}

void Detector::event_destroyed(Event& event) noexcept {
  std::lock_guard lock(mutex_);
  world_.events.erase(event.id);
  captured_events_.erase(event.id);
}

void Detector::stream_destroyed(Stream& stream) noexcept {
  std::lock_guard lock(mutex_);
  capturing_.erase(stream.id);
  auto it = streams_.find(stream.id);
  if (it == streams_.end()) return;
  Clock clock = std::move(world_.streams[stream.id]);
  gone_.push_back({it->second.actor, clock[it->second.actor]});
  gone_clocks_[stream.device.key()].join(clock);
  world_.streams.erase(stream.id);
  streams_.erase(it);
  if (gone_.size() % 64 == 0) collect_gone();
}

void Detector::stream_synchronized(Stream& stream) {
  std::lock_guard lock(mutex_);
  world_.host.join(clock_of(world_, stream));
}

void Detector::event_synchronized(Event& event) {
  std::lock_guard lock(mutex_);
  auto known = world_.events.find(event.id);
  if (known != world_.events.end()) world_.host.join(known->second);
}

void Detector::device_synchronized(Device device) {
  std::lock_guard lock(mutex_);
  for (const auto& [id, clock] : world_.streams)
    if (streams_.at(id).info->device == device) world_.host.join(clock);
  world_.host.join(gone_clocks_[device.key()]);
}

// ---- memory ----

void Detector::allocated(Device device, const void* data, size_t bytes, Stream* stream, bool host) {
  if (!data || bytes == 0) return;
  std::lock_guard lock(mutex_);
  auto first = reinterpret_cast<uintptr_t>(data);
  World& world = stream ? world_of(*stream) : world_;
  std::shared_ptr<Generation> g = world.shadow.allocate(device, {first, first + bytes}, host);
  g->allocated_by = attribution_or("the program").op;
  if (stream) g->allocated_on = known(*stream).info;
}

void Detector::freed(Device, const void* data) noexcept {
  std::lock_guard lock(mutex_);
  if (!data) return;
  for (auto& [graph, world] : captures_)
    if (world->shadow.release(data)) return;
  world_.shadow.release(data);
}

void Detector::released(Device, const void* data, size_t bytes) noexcept {
  std::lock_guard lock(mutex_);
  auto first = reinterpret_cast<uintptr_t>(data);
  world_.shadow.forget({first, first + bytes});
}

void Detector::stream_recorded(Device, const void* data, Stream& stream) {
  std::lock_guard lock(mutex_);
  auto first = reinterpret_cast<uintptr_t>(data);
  if (Generation* g = world_of(stream).shadow.find(first)) g->recorded.push_back(stream.id);
}

// ---- accesses ----

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

// Touches of the same life that are unordered with this one, one of the two a write: one finding a list.
void Detector::check_list(const std::vector<Touch>& list, Generation& g, const Clock& now, const Touch& touch) {
  for (const Touch& t : list) {
    if ((!t.write && !touch.write) || t.command == touch.command || ordered(*t.command, now)) continue;
    Range bytes = overlap(t.extent, touch.extent);
    if (bytes.empty()) continue;
    bool host = t.command->actor == kHost || touch.command->actor == kHost;
    found(host          ? VJP_RACE_HOST
          : !t.write    ? VJP_RACE_WRITE_AFTER_READ
          : touch.write ? VJP_RACE_WRITE_AFTER_WRITE
                        : VJP_RACE_READ_AFTER_WRITE,
          g, t, touch, bytes, now);
    return;
  }
}

// Whoever uses memory must come after everybody who used it in an earlier life, reads included, except on streams for
// which the allocator itself waits.
void Detector::check_lives_before(Generation& g, const Clock& now, const Clock& host, const Touch& touch) {
  auto passed = [&](const std::vector<Touch>& list) {
    return std::all_of(list.begin(), list.end(), [&](const Touch& t) { return ordered(*t.command, host); });
  };
  std::erase_if(g.before, [&](const auto& life) { return passed(life->writes) && passed(life->reads); });
  for (const auto& life : g.before) {
    for (const auto* list : {&life->writes, &life->reads}) {
      for (const Touch& t : *list) {
        const auto& excused = life->recorded;
        if (ordered(*t.command, now) || std::count(excused.begin(), excused.end(), t.command->stream_id())) continue;
        Range bytes = overlap(t.extent, touch.extent);
        if (bytes.empty()) continue;
        found(VJP_RACE_LIFETIME, g, t, touch, bytes, now);
        return;
      }
    }
  }
}

void Detector::touch(World& world, const Clock& now, Touch t, bool uninitialised) {
  if (t.extent.range.empty()) return;
  Generation& g = world.shadow.at(t.command->device, t.extent.range);
  check_lives_before(g, now, world.host, t);
  check_list(g.writes, g, now, t);
  if (t.write) check_list(g.reads, g, now, t);
  if (!t.write && uninitialised && !g.external) {
    Range hole = g.unwritten(t.extent);
    if (!hole.empty()) found(VJP_RACE_UNINITIALISED, g, {}, t, hole, now);
  }
  if (t.write) g.note_written(t.extent);
  // What an ordered touch of all its bytes has overtaken cannot race unless this one does too.
  auto overtaken = [&](const Touch& old) {
    return t.extent.dense && ordered(*old.command, now) && t.extent.range.begin <= old.extent.range.begin &&
           old.extent.range.end <= t.extent.range.end;
  };
  if (t.write) {
    std::erase_if(g.writes, overtaken);
    std::erase_if(g.reads, overtaken);
    g.writes.push_back(std::move(t));
  } else {
    Actor actor = t.command->actor;  // of reads on one stream the last is enough
    std::erase_if(g.reads, [&](const Touch& old) { return old.command->actor == actor && overtaken(old); });
    g.reads.push_back(std::move(t));
  }
  constexpr size_t kMost = 256;  // pieces that are remembered of one life
  for (auto* list : {&g.writes, &g.reads})
    if (list->size() > kMost) list->erase(list->begin());
}

void Detector::command(Stream& stream, const Attribution& by, std::span<const Access> accesses) {
  {
    std::lock_guard lock(mutex_);
    World& world = world_of(stream);
    std::shared_ptr<const Command> command = start_command(world, stream, by);
    const Clock& now = world.streams[stream.id];
    bool capture = &world != &world_;
    for (bool write : {false, true}) {  // a command reads before it writes
      for (const Access& access : accesses) {
        if (access.write != write) continue;
        Touch t = touch_of(access, command);
        if (capture) world.touched.push_back(t);
        touch(world, now, std::move(t), !capture);
      }
    }
  }
  raise_pending();
}

void Detector::host_access(const void* data, size_t bytes, bool write) {
  {
    std::lock_guard lock(mutex_);
    Generation* g = world_.shadow.find(reinterpret_cast<uintptr_t>(data));
    if (!g) return;
    uint64_t tick = world_.host[kHost] + 1;
    world_.host.set(kHost, tick);
    auto command = std::make_shared<const Command>(Command{.actor = kHost,
                                                           .tick = tick,
                                                           .number = 0,
                                                           .op = attribution_or("host").op,
                                                           .node = "",
                                                           .thread = this_thread(),
                                                           .stream = nullptr,
                                                           .device = g->device,
                                                           .location = pushed_locations()});
    static constexpr int64_t kOne = 1;
    auto size = static_cast<int64_t>(bytes);
    Access access{data, 1, 0, "bytes", write, 1, &size, &kOne};
    touch(world_, world_.host, touch_of(access, command), false);
  }
  raise_pending();
}

// ---- graphs ----

void Detector::capture_began(Stream& stream, uint64_t graph, uint64_t pool) {
  std::lock_guard lock(mutex_);
  captures_[graph] = std::make_unique<World>();
  graphs_[graph].pool = pool;
  capturing_[stream.id] = graph;
}

void Detector::capture_ended(uint64_t graph, bool valid) {
  {
    std::lock_guard lock(mutex_);
    std::erase_if(capturing_, [&](const auto& entry) { return entry.second == graph; });
    std::erase_if(captured_events_, [&](const auto& entry) { return entry.second == graph; });
    auto it = captures_.find(graph);
    if (it == captures_.end()) return;
    if (valid) {
      graphs_[graph].touched = std::move(it->second->touched);
    } else {
      graphs_.erase(graph);
    }
    captures_.erase(it);
  }
  raise_pending();
}

void Detector::replayed(uint64_t number, Stream& stream) {
  {
    std::lock_guard lock(mutex_);
    auto it = graphs_.find(number);
    if (it == graphs_.end()) return;  // captured before the detector was on
    const Graph& graph = it->second;
    World& world = world_of(stream);
    std::shared_ptr<const Command> command = start_command(world, stream, {.op = "graph replay"});
    const Clock& now = world.streams[stream.id];
    if (graph.pool) {
      Pool& pool = pools_[graph.pool];
      bool backwards = number < pool.last_graph && number != pool.first_graph;
      if (pool.last && pool.last_graph != number && (backwards || !ordered(*pool.last, now))) {
        Generation whole;
        whole.device = stream.device;
        whole.storage = graph.pool;
        std::string by = format("the pool of graphs {} and {}", pool.last_graph, number);
        whole.allocated_by = by.c_str();
        Touch first{.command = pool.last, .extent = {}, .write = true, .shape = {}};
        Touch second{.command = command, .extent = {}, .write = true, .shape = {}};
        found(VJP_RACE_POOL, whole, first, second, {}, now);
      }
      if (!pool.first_graph || number < pool.first_graph) pool.first_graph = number;
      pool.last_graph = number;
      pool.last = command;
    }
    for (Touch t : graph.touched) {
      t.command = command;
      touch(world, now, std::move(t), false);
    }
  }
  raise_pending();
}

void Detector::graph_destroyed(uint64_t graph) noexcept {
  std::lock_guard lock(mutex_);
  graphs_.erase(graph);
}

// ---- telling ----

void Detector::raise_pending() {
  std::string text;
  {
    std::lock_guard lock(mutex_);
    text.swap(pending_);
  }
  if (text.empty()) return;
  if (mode() == VJP_RACE_WARN) warn(text);
  if (mode() == VJP_RACE_FAIL) fail(VJP_ERROR_STATE, "{}", text);
}

}  // namespace vjp::race
