// Detector: finds commands of different streams that touch the same bytes in no order (spec RD-1 to RD-12).
//
// Note: worlds. What is enqueued on streams that take part in a capture does not run then; it becomes part of a graph.
// Each capture therefore has a world of its own, clocks and shadow memory, in which its commands are checked against
// each other. A replay is one command of the ordinary world, which touches all that the graph touches.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>

#include "device/race/findings.h"

namespace vjp::race {

class Detector final : public Instrument {
 public:
  static Detector& instance();  // made at its first use; lives for ever
  void set_mode(vjp_race_mode mode);
  // How the simulator calls a stream, and the index of its next command: for findings that are to be confirmed.
  using Numbering = void (*)(const Stream& stream, int32_t& number, uint64_t& next);
  void set_numbering(Numbering numbering);
  vjp_race_mode mode() const { return mode_.load(std::memory_order_relaxed); }

  // How long clocks are at most: for tests.
  size_t actors() {
    std::lock_guard lock(mutex_);
    return next_actor_;
  }

  // With the lock, so that the finding stays what it is.
  template <class F>
  auto with_findings(F&& f) {
    std::lock_guard lock(mutex_);
    return f(findings_);
  }

  void command(Stream& stream, const Attribution& by, std::span<const Access> accesses) override;
  void event_recorded(Event& event, Stream& stream) override;
  void event_waited(Event& event, Stream& stream) override;
  void event_destroyed(Event& event) noexcept override;
  void stream_destroyed(Stream& stream) noexcept override;
  void stream_synchronized(Stream& stream) override;
  void event_synchronized(Event& event) override;
  void device_synchronized(Device device) override;
  void allocated(Device device, const void* data, size_t bytes, Stream* stream, bool host) override;
  void freed(Device device, const void* data) noexcept override;
  void released(Device device, const void* data, size_t bytes) noexcept override;
  void stream_recorded(Device device, const void* data, Stream& stream) override;
  void host_access(const Access& access) override;
  void capture_began(Stream& stream, uint64_t graph, uint64_t pool) override;
  void capture_ended(uint64_t graph, bool valid) noexcept override;
  void replayed(uint64_t graph, Stream& stream) override;
  void graph_destroyed(uint64_t graph) noexcept override;

 private:
  struct World {
    Clock host;
    std::map<uint64_t, Clock> streams;  // by stream id
    std::map<uint64_t, Clock> events;   // by event id: at the last record
    Shadow shadow;
    std::vector<Touch> touched;  // of a capture: what a replay will touch
  };
  struct Graph {
    uint64_t pool = 0;
    std::vector<Touch> touched;
  };
  struct Pool {
    uint64_t last_graph = 0, first_graph = 0;  // replayed
    Ref<Command> last;
  };

  // Streams come and go. Those that are gone give their number to others as soon as nobody can race with what they did:
  // when the host has passed it, and with the host everybody, or when nothing remembers it. So clocks stay as long as
  // there are streams at a time, and streams whose commands are remembered. (One place in the clocks for all that are
  // gone would not do: a stream that has waited for some of them has not waited for the others.)
  struct Known {
    Actor actor;
    Ref<StreamInfo> info;
  };
  struct Gone {
    Actor actor;
    uint64_t last;  // tick
  };
  Known& known(const Stream& stream);
  Gone new_actor();
  void make_room(size_t actors);
  void collect_gone();
  Clock& clock_of(World& world, const Stream& stream);
  World& world_of(const Stream& stream);
  Ref<Command> start_command(World& world, Stream& stream, const Attribution& by);
  Ref<Origin> origin_of(Device device, bool captured, const Attribution& by);
  static bool ordered(const Command& earlier, const Clock& now) { return now[earlier.actor] >= earlier.tick; }
  Touch touch_of(const Access& access, Ref<Command> command);
  // Checks the touch against what was there, then makes it part of that. `uninitialised`: reads of what was never
  // written are findings.
  void touch(World& world, const Clock& now, Touch touch, bool uninitialised);
  static void retract(World& world, const Command& command, uintptr_t address) noexcept;
  void check_lives_before(Generation& g, const Clock& now, const Clock& host, const Touch& touch);
  void check_touches(bool writes, Generation& g, const Clock& now, const Touch& touch);
  void found(vjp_race_kind kind, const Generation& g, const Touch& first, const Touch& second, Range bytes,
             const Clock& now);
  void raise_pending();

  static constexpr size_t kFewGone = 1024, kMostGone = 16384;

  std::mutex mutex_;
  std::atomic<vjp_race_mode> mode_{VJP_RACE_OFF};
  World world_;
  std::map<uint64_t, std::unique_ptr<World>> captures_;  // by graph
  std::map<uint64_t, uint64_t> capturing_;               // stream id -> graph
  std::map<uint64_t, uint64_t> captured_events_;         // event id -> graph
  std::map<uint64_t, Graph> graphs_;
  std::map<uint64_t, Pool> pools_;
  std::map<uint64_t, Known> streams_;      // by id
  std::map<unsigned, Clock> gone_clocks_;  // of a device's streams that are gone: what waiting for the device orders
  std::vector<Gone> gone_;                 // whose commands the host may not have passed
  std::vector<Gone> free_;                 // numbers to be given to others
  size_t look_again_ = kFewGone;           // when there are so many that are gone, see which of them are remembered
  Actor next_actor_ = kHost + 1;
  Numbering numbering_ = nullptr;
  Layouts layouts_;
  Ref<Origin> last_origin_;
  Findings findings_;
  std::string pending_;  // what is to be reported once the lock is gone
};

}  // namespace vjp::race
