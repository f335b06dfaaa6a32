// From the buffers of threads to one list of events.
#include <algorithm>

#include "base/error.h"
#include "device/timed_work.h"
#include "observe/profile.h"

namespace vjp {
namespace {

// Ticks as nanoseconds from the session's beginning.
class Clock {
 public:
  Clock(TickTime begin, TickTime end) : begin_(begin) {
    if (end.ticks > begin.ticks)
      rate_ = static_cast<double>(end.nanoseconds - begin.nanoseconds) / static_cast<double>(end.ticks - begin.ticks);
  }
  int64_t at(uint64_t ticks) const {
    return static_cast<int64_t>(static_cast<double>(static_cast<int64_t>(ticks - begin_.ticks)) * rate_);
  }

 private:
  TickTime begin_;
  double rate_ = 1;
};

class Reader {
 public:
  Reader(Profile& profile, TickTime begin, TickTime end) : profile_(profile), clock_(begin, end) {
    profile.duration = end.nanoseconds - begin.nanoseconds;
  }

  void read(const EventBuffer& buffer) {
    profile_.threads.push_back({buffer.thread, buffer.thread_name, false});
    profile_.dropped += buffer.dropped();
    std::vector<size_t> places(buffer.size(), ProfileEvent::kNoParent);  // where each went, or what is around it
    for (uint32_t i = 0; i < places.size(); ++i) {
      const EventRecord& r = buffer.at(i);
      uint64_t end = r.end.load(std::memory_order_acquire);
      const size_t around = r.parent ? places[r.parent - 1] : ProfileEvent::kNoParent;
      const bool open_range = end == 0 && r.kind == EventKind::Range;
      places[i] = around;
      if (end == 0 && !open_range) continue;  // the session ended in the middle of it (spec PROF-8)
      places[i] = profile_.events.size();
      add(buffer, r, around, open_range ? profile_.duration : clock_.at(end), !open_range);
    }
  }

  void add_up() {
    for (size_t i = profile_.events.size(); i-- > 0;) {
      const ProfileEvent& e = profile_.events[i];
      if (e.parent == ProfileEvent::kNoParent || e.kind == EventKind::DeviceWork) continue;
      ProfileEvent& around = profile_.events[e.parent];
      around.children += e.duration();
      if (e.kind != EventKind::Allocation) around.memory_inside += e.memory;
      around.device_time += e.device_time;
      if (e.kind == EventKind::Launch) around.self_device_time += e.device_time;
    }
  }

 private:
  // Custom functions have the name that their author gave, and their nodes "Backward" behind it (spec PROF-10); some
  // authors write that themselves.
  const char* shown_name(const EventRecord& r) {
    constexpr std::string_view kBackward = "Backward";
    std::string name = r.name;
    const bool ends_so = name.size() > kBackward.size() && name.ends_with(kBackward);
    if (r.kind == EventKind::Function && ends_so) name.resize(name.size() - kBackward.size());
    if ((r.flags & EventRecord::kCustom) && !ends_so) name += kBackward;
    if (r.kind == EventKind::Node) name = "engine evaluates " + name;
    if (r.kind == EventKind::Operator && (r.flags & (EventRecord::kInplace | EventRecord::kOut))) name += "_";
    return profile_.keep(name);
  }

  // What is open still belongs to its thread, but for what was written when it began.
  void add(const EventBuffer& buffer, const EventRecord& r, size_t around, int64_t end, bool over) {
    ProfileEvent e{.kind = r.kind, .name = shown_name(r), .begin = clock_.at(r.begin), .end = end};
    e.parent = around;
    e.depth = around == ProfileEvent::kNoParent ? 0 : profile_.events[around].depth + 1;
    e.thread = buffer.thread;
    e.forward_thread = r.forward_thread;
    e.unfinished = !over || (r.flags & EventRecord::kUnfinished);
    if (over) e.sequence = r.sequence;
    std::shared_ptr<DeviceWork> work;
    if (over && r.details) {
      e.memory = r.details->memory;
      e.total_memory = r.details->total;
      e.flops = r.details->flops;
      e.shapes = profile_.keep(r.details->shapes);
      e.stack = profile_.keep(r.details->stack);
      work = std::static_pointer_cast<DeviceWork>(r.details->device);
    }
    profile_.events.push_back(e);
    if (work) add_work(*work, profile_.events.size() - 1);
  }

  // What the launch's device did, on a track of its stream.
  void add_work(DeviceWork& work, size_t launch) {
    double from, length;
    try {
      work.to->synchronize();
      from = Event::elapsed(*work.origin, *work.from) * 1e6;
      length = Event::elapsed(*work.from, *work.to) * 1e6;
    } catch (const Error&) {  // the device has failed meanwhile, or cannot measure
      return;
    }
    ProfileEvent e{.kind = EventKind::DeviceWork, .name = profile_.events[launch].name};
    e.begin = clock_.at(work.origin_time.ticks) + static_cast<int64_t>(from);
    e.end = e.begin + static_cast<int64_t>(length);
    e.thread = static_cast<int64_t>(work.stream->id);
    e.device = work.stream->device;
    e.correlation = profile_.events[launch].correlation = ++correlations_;
    profile_.events[launch].device_time = e.duration();
    auto known = [&](const ProfileThread& t) { return t.is_stream && t.id == e.thread; };
    if (std::none_of(profile_.threads.begin(), profile_.threads.end(), known))
      profile_.threads.push_back({e.thread, to_text(*work.stream), true});
    profile_.events.push_back(e);
  }

  Profile& profile_;
  const Clock clock_;
  uint64_t correlations_ = 0;
};

}  // namespace

Profile read_profile(const std::vector<Ref<EventBuffer>>& buffers, uint32_t details, TickTime begin, TickTime end) {
  Profile profile;
  profile.details = details;
  Reader reader(profile, begin, end);
  for (const Ref<EventBuffer>& buffer : buffers) reader.read(*buffer);
  reader.add_up();
  return profile;
}

}  // namespace vjp
