#include "device/stream.h"

#include <map>
#include <mutex>

#include "base/error.h"
#include "base/forced_unwind.h"
#include "device/instrument.h"
#include "device/registry.h"

namespace vjp {
namespace {

constinit std::atomic<uint64_t> next_id{0};
constinit std::atomic<uint64_t> host_syncs{0}, events_recorded{0}, event_waits{0};

// The streams that are referred to, by handle, so that there is one object for each; and the default streams.
struct StreamTable {
  std::mutex mutex;
  std::map<std::pair<unsigned, void*>, Stream*> streams;
  std::atomic<Stream*> defaults[kMaxDeviceKeys] = {};
};
StreamTable& table() {
  static auto* t = new StreamTable();  // default streams live for ever
  return *t;
}

}  // namespace

StreamStatistics stream_statistics() {
  return {host_syncs.load(std::memory_order_relaxed), events_recorded.load(std::memory_order_relaxed),
          event_waits.load(std::memory_order_relaxed)};
}
void count_host_sync() { host_syncs.fetch_add(1, std::memory_order_relaxed); }

// ---- streams ----

Stream::Stream(Device device, void* handle, bool owned, bool is_default)
    : device(device),
      id(next_id.fetch_add(1, std::memory_order_relaxed) + 1),
      handle_(handle),
      owned_(owned),
      default_(is_default) {}

Ref<Stream> Stream::create(Device device, int priority) {
  check_device(device);
  const vjp_backend& backend = backend_of(device);
  void* handle = nullptr;
  check_backend(backend.stream_create(device.index, priority, &handle), device, "stream_create");
  Ref<Stream> stream;
  try {
    std::lock_guard lock(table().mutex);
    stream = Ref<Stream>::take(new Stream(device, handle, true, false));
    stream->refs.remember();
    table().streams[{device.key(), handle}] = stream.get();
  }
  VJP_CATCH_ALL {
    if (!stream) backend.stream_destroy(device.index, handle);
    throw;
  }
  if (Instrument* i = instrument()) i->stream_created(*stream);
  return stream;
}

Ref<Stream> Stream::wrap(Device device, void* native) {
  check_device(device);
  const vjp_backend& backend = backend_of(device);
  void* handle = native;
  if (backend.stream_wrap) check_backend(backend.stream_wrap(device.index, native, &handle), device, "stream_wrap");
  Stream& standard = default_of(device);
  if (standard.handle_ == handle) return Ref<Stream>::share(&standard);
  std::lock_guard lock(table().mutex);
  Stream*& known = table().streams[{device.key(), handle}];
  if (known && known->refs.try_retain()) return Ref<Stream>::take(known);
  known = new Stream(device, handle, false, false);
  known->refs.remember();
  return Ref<Stream>::take(known);
}

Stream& Stream::default_of(Device device) {
  std::atomic<Stream*>& place = table().defaults[device.key()];
  if (Stream* known = place.load(std::memory_order_acquire)) return *known;
  void* handle = nullptr;
  check_device(device);
  check_backend(backend_of(device).stream_default(device.index, &handle), device, "stream_default");
  std::lock_guard lock(table().mutex);
  if (Stream* known = place.load(std::memory_order_relaxed)) return *known;
  auto* made = new Stream(device, handle, false, true);
  place.store(made, std::memory_order_release);
  return *made;
}

void Stream::destroy(Stream* stream) noexcept {
  if (Instrument* i = instrument()) i->stream_destroyed(*stream);
  {
    std::lock_guard lock(table().mutex);
    auto& streams = table().streams;
    auto it = streams.find({stream->device.key(), stream->handle_});
    if (it != streams.end() && it->second == stream) streams.erase(it);
  }
  if (stream->owned_) backend_of(stream->device).stream_destroy(stream->device.index, stream->handle_);
  delete stream;
}

// The instrument that hears of a wait of the host, if any.
static Instrument* hears_of_waits() { return waiting_for_memory ? nullptr : instrument(); }

void* Stream::native() const {
  const vjp_backend& backend = backend_of(device);
  void* native = handle();
  if (backend.stream_native)
    check_backend(backend.stream_native(device.index, handle_, &native), device, "stream_native");
  return native;
}

bool Stream::query() {
  bool done = false;
  check_backend(backend_of(device).stream_query(device.index, handle(), &done), device, "stream_query");
  return done;
}

void Stream::synchronize() {
  count_host_sync();
  check_backend(backend_of(device).stream_synchronize(device.index, handle()), device, "stream_synchronize");
  if (Instrument* i = hears_of_waits()) i->stream_synchronized(*this);
}

void Stream::fail_forgotten() const {
  fail(VJP_ERROR_STATE, "{} was given back to its owner (stream_forget) and is still used", name());
}

void Stream::set_name(std::string name) {
  std::lock_guard lock(table().mutex);
  name_ = std::move(name);
}
std::string Stream::name() const {
  std::lock_guard lock(table().mutex);
  if (!name_.empty()) return name_;
  return default_ ? format("{} default stream", device) : format("{} stream {}", device, id);
}
std::string to_text(const Stream& stream) { return stream.name(); }

// ---- events ----

Event::Event(Device device, bool timing, void* handle)
    : device(device), id(next_id.fetch_add(1, std::memory_order_relaxed) + 1), timing(timing), handle_(handle) {}

Ref<Event> Event::create(Device device, bool timing) {
  check_device(device);
  const vjp_backend& backend = backend_of(device);
  void* handle = nullptr;
  check_backend(backend.event_create(device.index, timing, &handle), device, "event_create");
  try {
    return Ref<Event>::take(new Event(device, timing, handle));
  }
  VJP_CATCH_ALL {
    backend.event_destroy(device.index, handle);
    throw;
  }
}

void Event::destroy(Event* event) noexcept {
  if (Instrument* i = instrument()) i->event_destroyed(*event);
  backend_of(event->device).event_destroy(event->device.index, event->handle_);
  delete event;
}

void Event::record(Stream& stream) {
  if (stream.device != device) fail(VJP_ERROR_DEVICE, "an event of {} cannot be recorded on {}", device, stream);
  if (Instrument* i = instrument()) i->event_recorded(*this, stream);
  check_backend(backend_of(device).event_record(handle_, device.index, stream.handle()), device, "event_record");
  recorded_.store(true, std::memory_order_release);
  events_recorded.fetch_add(1, std::memory_order_relaxed);
}

void Event::wait(Stream& stream) {
  if (!recorded_.load(std::memory_order_acquire)) return;
  if (stream.device.type != device.type) fail(VJP_ERROR_DEVICE, "{} cannot wait for an event of {}", stream, device);
  if (Instrument* i = instrument()) i->event_waited(*this, stream);
  check_backend(backend_of(stream.device).stream_wait(stream.device.index, stream.handle(), handle_), stream.device,
                "stream_wait");
  event_waits.fetch_add(1, std::memory_order_relaxed);
}

bool Event::query() {
  if (!recorded_.load(std::memory_order_acquire)) return true;
  bool done = false;
  check_backend(backend_of(device).event_query(handle_, &done), device, "event_query");
  return done;
}

void Event::synchronize() {
  if (!recorded_.load(std::memory_order_acquire)) return;
  count_host_sync();
  check_backend(backend_of(device).event_synchronize(handle_), device, "event_synchronize");
  if (Instrument* i = hears_of_waits()) i->event_synchronized(*this);
}

double Event::elapsed(Event& from, Event& to) {
  for (Event* e : {&from, &to}) {
    if (!e->timing) fail(VJP_ERROR_STATE, "elapsed: an event of {} was made without timing", e->device);
    if (!e->recorded_.load(std::memory_order_acquire))
      fail(VJP_ERROR_STATE, "elapsed: an event of {} was never recorded", e->device);
  }
  if (from.device != to.device)
    fail(VJP_ERROR_DEVICE, "elapsed: both events must be of one device, not {} and {}", from.device, to.device);
  if (!from.query() || !to.query()) fail(VJP_ERROR_STATE, "elapsed: an event is not complete; synchronize it first");
  double milliseconds = 0;
  check_backend(backend_of(from.device).event_elapsed(from.handle_, to.handle_, &milliseconds), from.device,
                "event_elapsed");
  return milliseconds;
}

Ref<Event> record_event(Stream& stream) {
  Ref<Event> event = Event::create(stream.device);
  event->record(stream);
  return event;
}

void stream_wait_stream(Stream& waiter, Stream& stream) {
  if (&waiter == &stream) return;
  record_event(stream)->wait(waiter);
}

void synchronize_device(Device device) {
  if (device.is_cpu() || !context_active(device)) return;
  count_host_sync();
  check_backend(backend_of(device).synchronize(device.index), device, "synchronize");
  if (Instrument* i = hears_of_waits()) i->device_synchronized(device);
}

}  // namespace vjp
