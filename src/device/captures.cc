#include "device/captures.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/thread_context.h"
#include "device/registry.h"

namespace vjp {
namespace {

constinit std::atomic<int> captures{0};  // underway, or waiting to begin; changed under the mutex

struct State {
  std::mutex mutex;
  std::condition_variable drained;
  size_t watches = 0;                                   // the program's and the library's
  std::vector<std::pair<DeviceType, uint64_t>> elided;  // captures that leave CPU work out
};
State& state() {
  static auto* all = new State();  // captures may end until the process does
  return *all;
}

bool begin_watch() {
  std::lock_guard lock(state().mutex);
  if (captures.load(std::memory_order_acquire) > 0) return false;
  ++state().watches;
  return true;
}
void end_watches(size_t count) {
  std::lock_guard lock(state().mutex);
  if ((state().watches -= count) == 0) state().drained.notify_all();
}

// The program's on this thread.
VJP_THREAD_SLOT(size_t, watches_of_thread, kTravelsIfWaiting) = 0;

// A thread that ends without ending its watches would keep captures from beginning for ever.
VJP_AT_THREAD_END(end_forgotten_watches, kEnds, []() noexcept {
  if (watches_of_thread > 0) end_watches(std::exchange(watches_of_thread.own(), 0));
});

}  // namespace

bool capture_underway() { return captures.load(std::memory_order_acquire) > 0; }

vjp_capture_info capture_info(Stream& stream) {
  vjp_capture_info info{};
  info.struct_size = sizeof info;
  const vjp_backend& backend = backend_of(stream.device);
  if (backend.capture_info)
    check_backend(backend.capture_info(stream.device.index, stream.handle(), &info), stream.device, "capture_info");
  return info;
}

uint64_t capture_of(Stream& stream) {
  vjp_capture_info info = capture_info(stream);
  return info.state == VJP_CAPTURE_NONE ? 0 : info.id;
}

Stream* strict_capture_of_this_thread() {
  if (!capture_underway()) return nullptr;
  for (const Ref<Stream>& stream : side_streams_of_this_thread()) {  // a default stream never takes part
    uint64_t id = capture_of(*stream);
    if (!id) continue;
    std::lock_guard lock(state().mutex);
    const auto& elided = state().elided;
    if (std::find(elided.begin(), elided.end(), std::pair(stream->device.type, id)) == elided.end())
      return stream.get();
  }
  return nullptr;
}

void begin_capture() {
  if (watches_of_thread > 0) {
    fail(VJP_ERROR_STATE,
         "a capture cannot begin while this thread watches events; end its watch first (vjp_event_watch_end)");
  }
  State& s = state();
  std::unique_lock lock(s.mutex);
  s.elided.reserve(s.elided.size() + static_cast<size_t>(captures.load()) + 1);  // elide_cpu_work does not fail
  captures.fetch_add(1, std::memory_order_acq_rel);                              // from now on nobody begins to watch
  s.drained.wait(lock, [&] { return s.watches == 0; });
}

void end_capture(DeviceType type, uint64_t id) noexcept {
  std::lock_guard lock(state().mutex);
  std::erase(state().elided, std::pair(type, id));
  captures.fetch_sub(1, std::memory_order_acq_rel);
}

void elide_cpu_work(DeviceType type, uint64_t id) noexcept {
  std::lock_guard lock(state().mutex);
  state().elided.emplace_back(type, id);
}

// ---- watches ----

EventWatch::EventWatch() : watching_(begin_watch()) {}
EventWatch::~EventWatch() {
  if (watching_) end_watches(1);
}

bool begin_program_watch() {
  if (!begin_watch()) return false;
  ++watches_of_thread.own();
  return true;
}
void end_program_watch() {
  if (watches_of_thread == 0) fail(VJP_ERROR_STATE, "vjp_event_watch_end: this thread has begun no watch");
  --watches_of_thread.own();
  end_watches(1);
}

}  // namespace vjp
