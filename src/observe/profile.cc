#include "observe/profile.h"

#include <algorithm>

#include "base/error.h"
#include "base/last_error.h"
#include "device/default_device.h"
#include "graph/hook.h"
#include "graph/scope.h"

namespace vjp {
namespace {

// Operators look for a session while there is one.
class Running {
 public:
  void add(int n) {
    std::lock_guard lock(mutex_);
    count_ += n;
    operators_watched(count_ > 0);
  }

 private:
  std::mutex mutex_;
  int count_ = 0;
};
constinit Running running;

uint32_t details_of(const vjp_profiler_options& o) {
  return (o.shapes ? kProfileShapes : 0u) | (o.stacks ? kProfileStacks : 0u) | (o.memory ? kProfileMemory : 0u) |
         (o.flops ? kProfileFlops : 0u) | (o.kernels ? kProfileKernels : 0u) | (o.devices ? kProfileDevices : 0u) |
         (o.nvtx ? kProfileRangesOut : 0u);
}

bool runs(const ProfileSlot& slot) { return slot.session && slot.session->id.load() == slot.id; }

}  // namespace

void watch_operators(int n) { running.add(n); }

Profiler::Profiler(const vjp_profiler_options& options) : options_(options), details_(details_of(options)) {
  if (options.wait < 0 || options.warmup < 0 || options.active < 0 || options.repeat < 0 || options.skip_first < 0)
    fail(VJP_ERROR_INVALID, "profiler: wait, warmup, active, repeat and skip_first count steps, and are not negative");
  if (options.active == 0 && (options.wait || options.warmup || options.repeat || options.skip_first))
    fail(VJP_ERROR_INVALID, "profiler: a schedule records `active` steps of each cycle, and active is 0");
}

Profiler::~Profiler() {
  if (runs(session_)) end(false);
  if (options_.drop) options_.drop(options_.context);
}

// As the field's profilers count: after the first steps, cycles of those that wait, warm up and record.
Profiler::Phase Profiler::phase_of(int64_t step) const {
  if (options_.active == 0) return Phase::Record;
  step -= options_.skip_first;
  if (step < 0) return Phase::Wait;
  const int64_t cycle = options_.wait + options_.warmup + options_.active;
  if (options_.repeat > 0 && step >= cycle * options_.repeat) return Phase::Wait;
  const int64_t at = step % cycle;
  if (at < options_.wait) return Phase::Wait;
  if (at < options_.wait + options_.warmup) return Phase::WarmUp;
  return at + 1 == cycle ? Phase::RecordLast : Phase::Record;
}

void Profiler::begin() {
  if (runs(current_profile))
    fail(VJP_ERROR_STATE, "profiler: one runs on this thread already; stop it first, or record ranges in it");
  auto memory = details_ & kProfileMemory ? std::make_unique<MemoryRecording>(options_.stacks) : nullptr;
  session_ = begin_session(details_);
  memory_ = std::move(memory);
  running.add(1);
  current_profile = session_;
  begin_ = profile_time_now();
}

void Profiler::end(bool keep) {
  TickTime now = profile_time_now();
  std::vector<Ref<EventBuffer>> buffers;
  if (!end_session(session_, buffers)) return;
  running.add(-1);
  if (current_profile->session == session_.session && current_profile->id == session_.id) current_profile = {};
  std::unique_ptr<MemoryRecording> memory = std::move(memory_);
  if (!keep) return;
  profile_ = read_profile(buffers, details_, begin_, now);
  if (memory) profile_.memory = memory->history();
}

void Profiler::enter(Phase phase) {
  if (phase != Phase::Wait && !runs(session_)) begin();
  phase_ = phase;
  if (options_.active && phase >= Phase::Record) push_range(format("ProfilerStep#{}", step_).c_str());
}

void Profiler::start() {
  std::lock_guard lock(mutex_);
  if (started_) fail(VJP_ERROR_STATE, "profiler: start: it has been started already");
  step_ = 0;
  enter(phase_of(0));
  started_ = true;
}

// The program is called without the lock.
void Profiler::finish_cycle() {
  if (!options_.on_ready) return;
  vjp_status status;
  {
    Callback callback;
    status = options_.on_ready(options_.context, reinterpret_cast<vjp_profiler*>(this));
  }
  if (status != VJP_OK) throw_callback_error(status, "the callback of a profiler");
}

void Profiler::step() {
  bool ready = false;
  {
    std::lock_guard lock(mutex_);
    if (!started_) fail(VJP_ERROR_STATE, "profiler: step: it has not been started");
    const Phase former = phase_, next = phase_of(++step_);
    if (options_.active == 0) return;
    if (former >= Phase::Record) pop_range();
    ready = former == Phase::RecordLast;
    const bool warm = former == Phase::WarmUp && next != Phase::WarmUp;
    if (ready || warm) end(ready);
    phase_ = Phase::Wait;
    if (!ready) enter(next);
  }
  if (!ready) return;
  finish_cycle();
  std::lock_guard lock(mutex_);
  if (started_) enter(phase_of(step_));
}

void Profiler::stop() {
  bool ready = false;
  {
    std::lock_guard lock(mutex_);
    if (!started_) fail(VJP_ERROR_STATE, "profiler: stop: it has not been started");
    started_ = false;
    ready = phase_ >= Phase::Record && runs(session_);
    end(ready);
    phase_ = Phase::Wait;
  }
  if (ready) finish_cycle();
}

bool Profiler::is_recording() const {
  std::lock_guard lock(mutex_);
  return started_ && phase_ >= Phase::Record && runs(session_);
}

void push_range(const char* name) {
  if (storages_recorded.load(std::memory_order_relaxed)) maker_here.own().range = range_inside(maker_here->range, name);
  EventBuffer* events = being_watched() ? profiling() : nullptr;
  if (events) events->begin(EventKind::Range, events->kept(name), EventRecord::kNoSequence, thread_serial.own());
}

bool pop_range() {
  const RangePath* path = maker_here->range;
  if (path) maker_here.own().range = path->around;
  EventBuffer* events = being_watched() ? profiling() : nullptr;
  return (events && events->end_range()) || path;
}

}  // namespace vjp
