#include "base/profile.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <new>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace vjp {

constinit std::atomic<uint32_t> watchers{0};
constinit std::atomic<bool> ticks_are_cycles{false};
VJP_THREAD_SLOT(ProfileSlot, current_profile, kTravelsInCall);
VJP_THREAD_SLOT(OwnEvents, own_events, kStays);

namespace {

constinit std::atomic<uint64_t> next_session{1};
std::mutex free_mutex;
ProfileSession* free_sessions = nullptr;

VJP_AT_THREAD_END(own_events_end, kEnds, []() noexcept { delete std::exchange(own_events.own(), OwnEvents{}).held; });

std::string name_of_this_thread() {
  char name[64] = "";
  pthread_getname_np(pthread_self(), name, sizeof name);
  return name;
}

// Whether the processor's counter goes on evenly, whatever the clock's frequency and in sleep.
bool cycles_are_even() {
#if defined(__x86_64__)
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d >> 8 & 1);
#else
  return false;
#endif
}

}  // namespace

uint64_t profile_ticks_slow() noexcept {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<uint64_t>(t.tv_sec) * 1'000'000'000u + static_cast<uint64_t>(t.tv_nsec);
}

TickTime profile_time_now() noexcept {
  uint64_t ticks = profile_ticks();
  return {ticks, static_cast<int64_t>(profile_ticks_slow())};
}

// ---- a thread's events ----

EventBuffer::EventBuffer(uint64_t session, uint32_t details)
    : session(session),
      details(details),
      thread(static_cast<int64_t>(syscall(SYS_gettid))),
      thread_name(name_of_this_thread()),
      chunks_(new std::atomic<EventRecord*>[kChunks]()) {}

EventBuffer::~EventBuffer() {
  for (uint32_t i = 0, n = size(); i < n; ++i) delete at(i).details;
  for (uint32_t c = 0; c < kChunks; ++c) {
    EventRecord* chunk = chunks_[c].load(std::memory_order_relaxed);
    if (!chunk) break;
    ::operator delete[](chunk, std::align_val_t{64});
  }
}

bool EventBuffer::make_room() noexcept {
  void* memory = nullptr;
  if (room_ < kChunk * kChunks)
    memory = ::operator new[](kChunk * sizeof(EventRecord), std::align_val_t{64}, std::nothrow);
  if (!memory) {
    dropped_.fetch_add(1, std::memory_order_relaxed);
    return false;
  }
  // Page faults now, and not in the middle of what is measured.
  std::memset(memory, 0, kChunk * sizeof(EventRecord));
  auto* records = static_cast<EventRecord*>(memory);
  for (uint32_t i = 0; i < kChunk; ++i) new (records + i) EventRecord;
  chunks_[room_ / kChunk].store(records, std::memory_order_relaxed);
  room_ += kChunk;
  return true;
}

EventDetails& EventBuffer::details_of(uint32_t index) {
  EventRecord& r = at(index);
  if (!r.details) r.details = new EventDetails;
  return *r.details;
}

void EventBuffer::begin_details(EventRecord& r) noexcept {
  if (details & kProfileRangesOut) nvtx_push(r.name);
  if (!(details & (kProfileMemory | kProfileStacks))) return;
  try {
    r.details = new EventDetails;
    if (details & kProfileMemory) r.details->memory_at = memory_of_this_thread();
    bool has_place = r.kind == EventKind::Operator || r.kind == EventKind::Function || r.kind == EventKind::Range;
    if ((details & kProfileStacks) && has_place) r.details->stack = place_in_program();
  } catch (const std::exception&) {  // an event without details
  }
}

void EventBuffer::end_details(EventRecord& r) noexcept {
  if (details & kProfileRangesOut) nvtx_pop();
  if (!(details & kProfileMemory) || !r.details) return;
  r.details->memory = memory_of_this_thread() - r.details->memory_at;
  r.details->total = memory_of_process();
}

bool EventBuffer::end_inside(uint32_t index, uint64_t now) noexcept {
  uint32_t around = top_;
  while (around > index + 1) around = at(around - 1).parent;
  if (around != index + 1) return false;  // it has ended with what was around it
  while (top_ != index + 1) {
    EventRecord& inside = at(top_ - 1);
    inside.flags |= EventRecord::kUnfinished;
    finish(inside, now);
  }
  return true;
}

void EventBuffer::end_alone(uint32_t index, int64_t sequence) noexcept {
  uint32_t around = top_;
  while (around > index + 1 && at(around - 1).kind == EventKind::Range) around = at(around - 1).parent;
  if (around != index + 1) return;
  at(index).sequence = sequence;
  end(index);
}

bool EventBuffer::end_range() noexcept {
  if (top_ == 0 || at(top_ - 1).kind != EventKind::Range) return false;
  end(top_ - 1);
  return true;
}

void EventBuffer::instant(EventKind kind, const char* name, int64_t memory, int64_t total) noexcept {
  uint32_t index = size_.load(std::memory_order_relaxed);
  if (index == room_ && !make_room()) return;
  EventRecord& r = at(index);
  r.name = name;
  r.sequence = EventRecord::kNoSequence;
  r.details = new (std::nothrow) EventDetails;
  if (r.details) {
    r.details->memory = memory;
    r.details->total = total;
  }
  r.parent = top_;
  r.forward_thread = 0;
  r.kind = kind;
  r.flags = 0;
  r.begin = profile_ticks();
  r.end.store(r.begin, std::memory_order_relaxed);
  size_.store(index + 1, std::memory_order_release);
}

const char* EventBuffer::kept(const char* name) {
  KeptName& recent = recent_[(reinterpret_cast<uintptr_t>(name) >> 3) % std::size(recent_)];
  if (recent.given == name && std::strcmp(recent.kept, name) == 0) return recent.kept;
  recent = {name, names_.emplace(name).first->c_str()};
  return recent.kept;
}

// ---- sessions ----

EventBuffer* events_for(const ProfileSlot& slot) noexcept {
  try {
    std::lock_guard lock(slot.session->mutex);
    if (slot.session->id.load(std::memory_order_relaxed) != slot.id) return nullptr;
    const auto thread = static_cast<int64_t>(syscall(SYS_gettid));
    auto known = std::find_if(slot.session->buffers.begin(), slot.session->buffers.end(),
                              [&](const Ref<EventBuffer>& b) { return b->thread == thread; });
    Ref<EventBuffer> mine;
    if (known != slot.session->buffers.end()) {
      mine = *known;
    } else {
      mine = Ref<EventBuffer>::take(new EventBuffer(slot.id, slot.session->details));
      slot.session->buffers.push_back(mine);
    }
    OwnEvents& own = own_events.own();
    if (!own.held) own.held = new std::vector<Ref<EventBuffer>>;
    own.latest = nullptr;
    std::erase_if(*own.held, [&](const Ref<EventBuffer>& b) { return !b->has_open() || b == mine; });
    own.held->push_back(mine);
    return own.latest = mine.get();
  } catch (const std::exception&) {
    return nullptr;
  }
}

ProfileSlot begin_session(uint32_t details) {
  static const bool even = [] {
    ticks_are_cycles.store(cycles_are_even(), std::memory_order_relaxed);
    return true;
  }();
  (void)even;
  ProfileSession* session;
  {
    std::lock_guard lock(free_mutex);
    session = free_sessions ? std::exchange(free_sessions, free_sessions->next_free) : new ProfileSession;
  }
  ProfileSlot slot{session, next_session.fetch_add(1, std::memory_order_relaxed)};
  std::lock_guard lock(session->mutex);
  session->details = details;
  session->id.store(slot.id, std::memory_order_release);
  watchers.fetch_add(1, std::memory_order_relaxed);
  return slot;
}

bool end_session(const ProfileSlot& slot, std::vector<Ref<EventBuffer>>& buffers) noexcept {
  if (!slot.session) return false;
  decltype(slot.session->devices) devices;  // which may call a backend when they go
  {
    std::lock_guard lock(slot.session->mutex);
    uint64_t running = slot.id;
    if (!slot.session->id.compare_exchange_strong(running, 0)) return false;
    devices.swap(slot.session->devices);
    buffers.swap(slot.session->buffers);
    slot.session->buffers.clear();
  }
  watchers.fetch_sub(1, std::memory_order_relaxed);
  std::lock_guard lock(free_mutex);
  slot.session->next_free = std::exchange(free_sessions, slot.session);
  return true;
}

}  // namespace vjp
