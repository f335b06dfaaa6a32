// Profiler: what a program starts and stops (vjp/profiler.h), and what it has recorded.
//
// The recorder writes into buffers of its threads (base/profile.h). When a session is over they are read into one list
// of events, thread by thread, in which an event comes before those inside it; the outputs are made from that list.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/profile.h"
#include "device/device.h"
#include "observe/memory_records.h"
#include "vjp/profiler.h"

namespace vjp {

struct ProfileEvent {
  static constexpr size_t kNoParent = SIZE_MAX;
  EventKind kind;
  const char* name;           // as it is shown
  int64_t begin, end;         // nanoseconds from the session's beginning
  size_t parent = kNoParent;  // the event around it
  uint32_t depth = 0;
  int64_t thread = 0;  // that ran it; of a device's work the stream's number
  int64_t sequence = EventRecord::kNoSequence;
  uint32_t forward_thread = 0;
  bool unfinished = false;
  int64_t children = 0;     // time in the events right inside it
  int64_t device_time = 0;  // of work that was enqueued in it
  int64_t self_device_time = 0;
  int64_t memory = 0, memory_inside = 0, total_memory = 0, flops = 0;
  uint64_t correlation = 0;  // of a launch and its work; 0: none
  Device device;
  const char *shapes = "", *stack = "";

  int64_t duration() const { return end - begin; }
  int64_t self() const { return duration() - children; }
};

struct ProfileThread {
  int64_t id;
  std::string name;
  bool is_stream;
};

// One finished session.
struct Profile {
  std::vector<ProfileEvent> events;
  std::vector<ProfileThread> threads;
  uint32_t dropped = 0;  // for which there was no room
  int64_t duration = 0;
  uint32_t details = 0;
  std::unordered_set<std::string> texts;
  MemoryHistory memory;  // where that was asked for

  const char* keep(const std::string& text) { return text.empty() ? "" : texts.insert(text).first->c_str(); }
};

// Waits for devices whose work is to have times.
Profile read_profile(const std::vector<Ref<EventBuffer>>& buffers, uint32_t details, TickTime begin, TickTime end);

// What all events of one name, and of one kind, have together.
struct ProfileAverage {
  EventKind kind;
  const char *name, *shapes;  // shapes: where they were asked for
  int64_t count = 0, total = 0, self = 0, device_time = 0, self_device_time = 0, memory = 0, self_memory = 0, flops = 0;
};
std::vector<ProfileAverage> averages_of(const Profile& profile, bool by_shapes, vjp_profile_sort sort);

std::string table_of(const Profile& profile, bool by_shapes, vjp_profile_sort sort, size_t rows);
std::string chrome_trace_of(const Profile& profile);
std::string folded_stacks_of(const Profile& profile);
std::string flame_graph_of(const Profile& profile);

class Profiler {
 public:
  explicit Profiler(const vjp_profiler_options& options);
  ~Profiler();
  static void destroy(Profiler* profiler) noexcept { delete profiler; }

  void start();
  void step();
  void stop();
  bool is_recording() const;
  // Of the last session that is over. The mutex is held while `f` looks.
  template <class F>
  auto look(F&& f) const {
    std::lock_guard lock(mutex_);
    return f(profile_);
  }

  RefCount refs;

 private:
  enum class Phase : uint8_t { Wait, WarmUp, Record, RecordLast };
  Phase phase_of(int64_t step) const;
  void enter(Phase phase);
  void begin();
  void end(bool keep);
  void finish_cycle();

  const vjp_profiler_options options_;
  const uint32_t details_;
  mutable std::mutex mutex_;  // of everything below
  bool started_ = false;
  int64_t step_ = 0;
  Phase phase_ = Phase::Wait;
  ProfileSlot session_;
  std::unique_ptr<MemoryRecording> memory_;  // while a session that records memory runs
  TickTime begin_{};
  Profile profile_;
};

// Operators look whether somebody watches them while `n` of all calls together is above 0.
void watch_operators(int n);

// Ranges of the program on this thread; without a profiler, or a recording of memory, nothing happens.
void push_range(const char* name);
bool pop_range();

}  // namespace vjp
