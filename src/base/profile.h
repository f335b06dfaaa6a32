// The recorder of the profiler: what ran on a thread, from when to when, and inside what.
//
// A session records for the threads whose slot names it: the one that started it, and those that work for a call of
// that one (the slot travels as the caller's modes do). Each thread writes into a buffer of its own, without locks;
// what a session has recorded is read when it is over (observe/profile.h).
//
// Note: off. `being_watched` is false while no session runs and nothing traces nodes: the engine looks at it once a
// node. Calls of operators look at devices_in_play, in which a session has a bit (device/default_device.h).
//
// Note: stopping. A session is over when its id is taken back. Who is in the middle of an event then ends it in the
// buffer, which the thread still owns; the reader takes only what had ended (spec PROF-8). Sessions are never freed but
// used again, so that a slot which names one that is over can be looked at.
//
// Note: nesting. A buffer knows its innermost open event. Ending an event ends those inside it that are still open, and
// marks them: ranges which the program has not closed where it opened them (spec PROF-6).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/port.h"
#include "base/ref.h"
#include "base/thread_context.h"

namespace vjp {

// In the order of vjp_profile_kind.
enum class EventKind : uint8_t {
  Operator = 1,
  Node = 2,
  Derivative = 3,
  Kernel = 4,
  Function = 5,
  Range = 6,
  Allocation = 7,
  Launch = 8,
  DeviceWork = 9,
  GradCall = 10
};

// What a session records besides names and times.
enum ProfileDetail : uint32_t {
  kProfileShapes = 1,
  kProfileStacks = 2,
  kProfileMemory = 4,
  kProfileFlops = 8,
  kProfileKernels = 16,
  kProfileDevices = 32,
  kProfileRangesOut = 64,  // ranges, operators and nodes go to NVTX, too
};

// What only some events have.
struct EventDetails {
  int64_t memory = 0;     // bytes that the thread has taken, less those it has given back, in the event
  int64_t memory_at = 0;  // of the thread, when it began
  int64_t total = 0;      // of the process, when it ended
  int64_t flops = 0;
  std::string shapes, stack;
  std::shared_ptr<void> device;  // of a launch: DeviceWork in device/timed_work.h
};

struct EventRecord {
  static constexpr int64_t kNoSequence = -1;
  enum Flag : uint8_t { kUnfinished = 1, kInplace = 2, kOut = 4, kCustom = 8 };

  uint64_t begin;                // ticks
  std::atomic<uint64_t> end{0};  // 0: it has not ended
  const char* name;              // lives as long as the buffer
  int64_t sequence;
  EventDetails* details;    // owned; null: none
  uint32_t parent;          // index + 1 of the event around it; 0: none
  uint32_t forward_thread;  // (forward_thread, sequence) names a forward operation
  EventKind kind;
  uint8_t flags;
};

// A tick is what the processor counts, if that goes on evenly, or a nanosecond.
uint64_t profile_ticks_slow() noexcept;
extern constinit std::atomic<bool> ticks_are_cycles;
inline uint64_t profile_ticks() noexcept {
#if defined(__x86_64__)
  if (ticks_are_cycles.load(std::memory_order_relaxed)) [[likely]]
    return __builtin_ia32_rdtsc();
#endif
  return profile_ticks_slow();
}
struct TickTime {
  uint64_t ticks;
  int64_t nanoseconds;  // of the monotonic clock
};
TickTime profile_time_now() noexcept;

class EventBuffer {
 public:
  EventBuffer(uint64_t session, uint32_t details);
  static void destroy(EventBuffer* buffer) noexcept { delete buffer; }
  ~EventBuffer();

  static constexpr uint32_t kNone = UINT32_MAX;

  // ---- by its thread ----
  // Opens an event inside the innermost open one. kNone: there is no room.
  uint32_t begin(EventKind kind, const char* name, int64_t sequence = EventRecord::kNoSequence,
                 uint32_t forward_thread = 0) noexcept {
    uint32_t index = size_.load(std::memory_order_relaxed);
    if (index == room_) [[unlikely]]
      if (!make_room()) return kNone;
    EventRecord& r = at(index);
    r.name = name;
    r.sequence = sequence;
    r.details = nullptr;
    r.parent = top_;
    r.forward_thread = forward_thread;
    r.kind = kind;
    r.flags = 0;
    r.end.store(0, std::memory_order_relaxed);
    if (details & (kProfileMemory | kProfileStacks | kProfileRangesOut)) [[unlikely]]
      begin_details(r);
    top_ = index + 1;
    r.begin = profile_ticks();
    size_.store(index + 1, std::memory_order_release);
    return index;
  }
  // Ends it, and what is open inside it, which is marked. Nothing happens if it is not open.
  void end(uint32_t index) noexcept {
    if (index == kNone) return;
    uint64_t now = profile_ticks();
    if (top_ != index + 1 && !end_inside(index, now)) [[unlikely]]
      return;
    finish(at(index), now);
  }
  // The same for one that no scope ends: only if nothing but ranges is open inside it.
  void end_alone(uint32_t index, int64_t sequence) noexcept;
  // Where the innermost open event is a range: ends it. Whether it was.
  bool end_range() noexcept;
  // An event without length.
  void instant(EventKind kind, const char* name, int64_t memory, int64_t total) noexcept;

  EventRecord& at(uint32_t index) const noexcept {
    return chunks_[index / kChunk].load(std::memory_order_relaxed)[index % kChunk];
  }
  EventDetails& details_of(uint32_t index);
  // A name that lives as long as the buffer.
  const char* kept(const char* name);
  bool has_open() const { return top_ != 0; }

  // ---- by whoever reads ----
  uint32_t size() const noexcept { return size_.load(std::memory_order_acquire); }
  uint32_t dropped() const noexcept { return dropped_.load(std::memory_order_relaxed); }

  RefCount refs;
  const uint64_t session;
  const uint32_t details;  // ProfileDetail
  const int64_t thread;    // the system's number of it
  const std::string thread_name;
  uint64_t claimed = 0;  // nodes below this number belong to events that have ended (ops/call/profile.cc)

 private:
  static constexpr uint32_t kChunk = 2048, kChunks = 2048;

  bool make_room() noexcept;
  void begin_details(EventRecord& r) noexcept;
  void end_details(EventRecord& r) noexcept;
  bool end_inside(uint32_t index, uint64_t now) noexcept;
  void finish(EventRecord& r, uint64_t now) noexcept {
    top_ = r.parent;
    if (details & (kProfileMemory | kProfileRangesOut)) [[unlikely]]
      end_details(r);
    r.end.store(now, std::memory_order_release);
  }

  uint32_t top_ = 0, room_ = 0;
  std::atomic<uint32_t> size_{0}, dropped_{0};
  std::unique_ptr<std::atomic<EventRecord*>[]> chunks_;
  struct KeptName {
    const char* given = nullptr;
    const char* kept = nullptr;
  };
  KeptName recent_[64] = {};
  std::unordered_set<std::string> names_;
};

struct ProfileSession {
  std::atomic<uint64_t> id{0};  // 0: it does not run
  uint32_t details = 0;         // while it runs it does not change
  std::mutex mutex;
  std::vector<Ref<EventBuffer>> buffers;
  std::vector<std::pair<unsigned, std::shared_ptr<void>>> devices;  // an Origin each (device/timed_work.cc)
  ProfileSession* next_free = nullptr;
};

// Which session records what the thread does; it may be over.
struct ProfileSlot {
  ProfileSession* session = nullptr;
  uint64_t id = 0;
};
extern const ThreadSlot<ProfileSlot> current_profile;
// The buffer in which this thread has recorded last, perhaps for a session that is over; and, owned, that and those in
// which it has events that are open.
struct OwnEvents {
  EventBuffer* latest = nullptr;
  std::vector<Ref<EventBuffer>>* held = nullptr;
};
extern const ThreadSlot<OwnEvents> own_events;

// How many sessions run, and tracers of nodes live (engine/trace.h).
extern constinit std::atomic<uint32_t> watchers;
inline bool being_watched() { return watchers.load(std::memory_order_relaxed) != 0; }

EventBuffer* events_for(const ProfileSlot& slot) noexcept;
// Where this thread records; null if it does not.
inline EventBuffer* profiling() noexcept {
  const ProfileSlot& slot = current_profile;
  if (!slot.session || slot.session->id.load(std::memory_order_acquire) != slot.id) return nullptr;
  EventBuffer* own = own_events->latest;
  return own && own->session == slot.id ? own : events_for(slot);
}

// Begins a session, of the calling thread; the bit of operators is the caller's affair.
ProfileSlot begin_session(uint32_t details);
// Ends it, wherever; false: it was over. What threads have recorded is the caller's.
bool end_session(const ProfileSlot& slot, std::vector<Ref<EventBuffer>>& buffers) noexcept;

// An event that lasts as long as a scope. Without a buffer it is none.
class EventScope {
 public:
  EventScope(EventBuffer* buffer, EventKind kind, const char* name, int64_t sequence = EventRecord::kNoSequence,
             uint32_t forward_thread = 0)
      : buffer_(buffer), index_(buffer ? buffer->begin(kind, name, sequence, forward_thread) : EventBuffer::kNone) {}
  ~EventScope() {
    if (index_ != EventBuffer::kNone) buffer_->end(index_);
  }
  EventScope(const EventScope&) = delete;
  EventScope& operator=(const EventScope&) = delete;
  uint32_t index() const { return index_; }
  EventRecord* record() const { return index_ == EventBuffer::kNone ? nullptr : &buffer_->at(index_); }

 private:
  EventBuffer* buffer_;
  uint32_t index_;
};

// What rooms above know: bytes that this thread has taken less those it gave back, and all that are in use; where the
// program is.
VJP_PORT(int64_t (*)() noexcept, memory_of_this_thread);
VJP_PORT(int64_t (*)() noexcept, memory_of_process);
VJP_PORT(std::string (*)(), place_in_program);

// NVTX, if it is on this machine (nvtx.cc).
bool nvtx_is_there() noexcept;
void nvtx_push(const char* name) noexcept;
void nvtx_pop() noexcept;

}  // namespace vjp
