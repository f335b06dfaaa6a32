#include "device/race/detector.h"

#include <algorithm>
#include <new>

#include "base/error.h"
#include "base/forced_unwind.h"
#include "base/last_error.h"

namespace vjp::race {

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
    look_again_ = kFewGone;
    next_actor_ = kHost + 1;
    last_origin_.reset();
    layouts_.clear();
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
  auto info = Ref<StreamInfo>::take(new StreamInfo());
  info->id = stream.id;
  info->device = stream.device;
  info->name = stream.name();
  if (numbering_) numbering_(stream, info->number, info->next);
  gone_clocks_.try_emplace(stream.device.key());
  make_room(next_actor_ + 1);
  Clock clock;
  clock.reserve(next_actor_ + 1);
  it = streams_.try_emplace(stream.id).first;
  try {
    world_.streams.try_emplace(stream.id);
  }
  VJP_CATCH_ALL {
    streams_.erase(it);
    throw;
  }
  auto [actor, last] = new_actor();
  clock.set(actor, last);
  world_.streams.find(stream.id)->second = std::move(clock);
  info->before = last;
  it->second = {actor, std::move(info)};
  return it->second;
}

// What a stream's end takes is there before it begins: it is reported where nothing may fail.
void Detector::make_room(size_t actors) {
  world_.host.reserve(actors);
  for (auto& [device, clock] : gone_clocks_) clock.reserve(actors);
  for (std::vector<Gone>* list : {&gone_, &free_})
    if (list->capacity() < actors) list->reserve(std::max(actors, 2 * list->capacity()));
}

// With the last tick that was taken: a number of a stream that is gone goes on where that ended.
Detector::Gone Detector::new_actor() {
  if (free_.empty() || !captures_.empty()) return {next_actor_++, 0};  // a capture has ticks of its own
  Gone next = free_.back();
  free_.pop_back();
  return next;
}

void Detector::collect_gone() {
  auto give_up = [&](auto&& may) {
    std::erase_if(gone_, [&](const Gone& g) {
      if (!may(g)) return false;
      free_.push_back(g);
      return true;
    });
  };
  give_up([&](const Gone& g) { return world_.host[g.actor] >= g.last; });
  if (gone_.size() < look_again_) return;
  std::vector<bool> remembered(next_actor_);
  auto mark = [&](const Touch& t) { remembered[t.command->actor] = true; };
  world_.shadow.each_touch(mark);
  for (const auto& [graph, world] : captures_) world->shadow.each_touch(mark);
  for (const auto& [id, pool] : pools_)
    if (pool.last) remembered[pool.last->actor] = true;
  give_up([&](const Gone& g) { return !remembered[g.actor]; });
  // Nobody ever waits, and all is remembered: what was done this long ago is taken as passed.
  size_t older = gone_.size() > kMostGone ? gone_.size() - kMostGone : 0;
  for (size_t i = 0; i < older; ++i) world_.host.set(gone_[i].actor, gone_[i].last);
  if (older) give_up([&](const Gone& g) { return world_.host[g.actor] >= g.last; });
  look_again_ = std::max(kFewGone, 2 * gone_.size());
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
  auto clock = world_.streams.find(stream.id);
  gone_.push_back({it->second.actor, clock->second[it->second.actor]});
  gone_clocks_.find(stream.device.key())->second.join(clock->second);
  world_.streams.erase(clock);
  streams_.erase(it);
  try {
    if (gone_.size() % 64 == 0) collect_gone();
  } catch (const std::bad_alloc&) {  // another time
  }
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
  Ref<Generation> g = world.shadow.allocate(device, {first, first + bytes}, host);
  g->allocated_by = attribution_or("the program").op;
  if (stream) g->allocated_on = known(*stream).info;
}

void Detector::freed(Device, const void* data) noexcept {
  std::lock_guard lock(mutex_);
  if (!data) return;
  for (auto& [graph, world] : captures_)
    if (world->shadow.knows(data)) return world->shadow.release(data);
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
  if (Generation* g = world_of(stream).shadow.find(first)) g->rare().recorded.push_back(stream.id);
}

// ---- graphs ----

void Detector::capture_began(Stream& stream, uint64_t graph, uint64_t pool) {
  std::lock_guard lock(mutex_);
  captures_[graph] = std::make_unique<World>();
  graphs_[graph].pool = pool;
  capturing_[stream.id] = graph;
}

void Detector::capture_ended(uint64_t graph, bool valid) noexcept {
  std::lock_guard lock(mutex_);
  std::erase_if(capturing_, [&](const auto& entry) { return entry.second == graph; });
  std::erase_if(captured_events_, [&](const auto& entry) { return entry.second == graph; });
  auto it = captures_.find(graph);
  if (it == captures_.end()) return;
  auto made = graphs_.find(graph);
  if (made != graphs_.end() && valid) {
    made->second.touched = std::move(it->second->touched);
  } else if (made != graphs_.end()) {
    graphs_.erase(made);
  }
  captures_.erase(it);
}

void Detector::replayed(uint64_t number, Stream& stream) {
  {
    std::lock_guard lock(mutex_);
    auto it = graphs_.find(number);
    if (it == graphs_.end()) return;  // captured before the detector was on
    const Graph& graph = it->second;
    World& world = world_of(stream);
    Ref<Command> command = start_command(world, stream, {.op = "graph replay"});
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
        Ref<Layout> layout = layouts_.find({nullptr, 1, 0, "", true, 0, nullptr, nullptr});
        found(VJP_RACE_POOL, whole, {pool.last, layout, {}}, {command, layout, {}}, {}, now);
      }
      if (!pool.first_graph || number < pool.first_graph) pool.first_graph = number;
      pool.last_graph = number;
      pool.last = command;
    }
    try {
      for (Touch t : graph.touched) {
        t.command = command;
        touch(world, now, std::move(t), false);
      }
    }
    VJP_CATCH_ALL {
      for (const Touch& t : graph.touched) retract(world, *command, t.range.begin);
      throw;
    }
  }
  raise_pending();
}

void Detector::graph_destroyed(uint64_t graph) noexcept {
  std::lock_guard lock(mutex_);
  graphs_.erase(graph);
  // A pool without graphs is forgotten once the host has passed its last replay: another graph may be captured into it.
  std::erase_if(pools_, [&](const auto& entry) {
    auto is_in = [&](const auto& g) { return g.second.pool == entry.first; };
    return std::none_of(graphs_.begin(), graphs_.end(), is_in) &&
           (!entry.second.last || ordered(*entry.second.last, world_.host));
  });
}

// ---- reporting ----

void Detector::raise_pending() {
  std::string text;
  {
    std::lock_guard lock(mutex_);
    text.swap(pending_);
  }
  if (text.empty()) return;
  if (text.back() == '\n') text.pop_back();  // the end of the last finding; a message has its own
  if (mode() == VJP_RACE_WARN) warn(text);
  if (mode() == VJP_RACE_FAIL) fail(VJP_ERROR_STATE, "{}", text);
}

}  // namespace vjp::race
