// vjp/device.h: streams and events.
#include "capi/capi.h"
#include "device/device_memory.h"
#include "device/instrument.h"
#include "device/registry.h"
#include "device/stream.h"
#include "graph/guard.h"
#include "vjp/device.h"

using namespace vjp;

namespace {

Stream* stream_of(const vjp_stream* handle) { return reinterpret_cast<Stream*>(const_cast<vjp_stream*>(handle)); }
vjp_stream* handle_of(Ref<Stream> stream) { return reinterpret_cast<vjp_stream*>(stream.detach()); }
vjp_stream* handle_of(Stream& stream) { return handle_of(Ref<Stream>::share(&stream)); }
Event* event_of(vjp_event* handle) { return reinterpret_cast<Event*>(handle); }

class StreamRegion final : public Guard {
 public:
  explicit StreamRegion(Stream& stream) : scope_(stream) {}

 private:
  StreamScope scope_;
};

}  // namespace

extern "C" {

vjp_status vjp_stream_create(vjp_device device, int32_t priority, vjp_stream** out) {
  return guard([&] {
    VJP_ARG(out);
    *out = handle_of(Stream::create(accelerator_from_c(device, "vjp_stream_create", "device"), priority));
  });
}

vjp_status vjp_stream_wrap(vjp_device device, void* native, vjp_stream** out) {
  return guard([&] {
    VJP_ARG(out);
    *out = handle_of(Stream::wrap(accelerator_from_c(device, "vjp_stream_wrap", "device"), native));
  });
}

vjp_status vjp_stream_default(vjp_device device, vjp_stream** out) {
  return guard([&] {
    VJP_ARG(out);
    *out = handle_of(Stream::default_of(accelerator_from_c(device, "vjp_stream_default", "device")));
  });
}

vjp_stream* vjp_stream_retain(vjp_stream* stream) {
  if (stream) stream_of(stream)->refs.retain();
  return stream;
}
void vjp_stream_release(vjp_stream* stream) {
  if (!stream) return;
  Device device = stream_of(stream)->device;
  Ref<Stream>::take(stream_of(stream));
  give_up_dead_streams(device, false);
}
void vjp_stream_forget(vjp_stream* stream) {
  if (stream && !stream_of(stream)->is_default()) stream_of(stream)->forget();
}

vjp_status vjp_stream_native(vjp_stream* stream, void** out) {
  return guard([&] {
    VJP_ARG(stream);
    VJP_ARG(out);
    *out = stream_of(stream)->native();
  });
}

vjp_device vjp_stream_device(const vjp_stream* stream) { return to_c(stream ? stream_of(stream)->device : Device()); }
uint64_t vjp_stream_id(const vjp_stream* stream) { return stream ? stream_of(stream)->id : 0; }

vjp_status vjp_stream_set_name(vjp_stream* stream, const char* name) {
  return guard([&] {
    VJP_ARG(stream);
    stream_of(stream)->set_name(name ? name : "");
  });
}

vjp_status vjp_stream_get_name(vjp_stream* stream, char* buffer, size_t size) {
  return guard([&] {
    VJP_ARG(stream);
    VJP_ARG(buffer);
    copy_text(stream_of(stream)->name(), buffer, size);
  });
}

vjp_status vjp_stream_priority_range(vjp_device device, int32_t* least, int32_t* greatest) {
  return guard([&] {
    VJP_ARG(least);
    VJP_ARG(greatest);
    Device d = accelerator_from_c(device, "vjp_stream_priority_range", "device");
    int32_t low = 0, high = 0;
    check_backend(backend_of(d).stream_priority_range(d.index, &low, &high), d, "stream_priority_range");
    *least = low;
    *greatest = high;
  });
}

vjp_status vjp_stream_current(vjp_device device, vjp_stream** out) {
  return guard([&] {
    VJP_ARG(out);
    *out = handle_of(current_stream(accelerator_from_c(device, "vjp_stream_current", "device")));
  });
}

vjp_status vjp_stream_set_current(vjp_stream* stream) {
  return guard([&] {
    VJP_ARG(stream);
    set_current_stream(*stream_of(stream));
  });
}

vjp_status vjp_guard_stream(vjp_stream* stream, vjp_guard** out) {
  return guard([&] {
    VJP_ARG(stream);
    VJP_ARG(out);
    *out = give_guard(new StreamRegion(*stream_of(stream)));
  });
}

vjp_status vjp_stream_query(vjp_stream* stream, bool* done) {
  return guard([&] {
    VJP_ARG(stream);
    VJP_ARG(done);
    Stream& asked = *stream_of(stream);
    bool found = asked.query();
    if (Instrument* i = instrument(); i && found)
      i->stream_synchronized(asked);  // a program that has the answer may count on it
    *done = found;
  });
}

vjp_status vjp_stream_synchronize(vjp_stream* stream) {
  return guard([&] {
    VJP_ARG(stream);
    stream_of(stream)->synchronize();
  });
}

vjp_status vjp_stream_wait_stream(vjp_stream* waiter, vjp_stream* stream) {
  return guard([&] {
    VJP_ARG(waiter);
    VJP_ARG(stream);
    stream_wait_stream(*stream_of(waiter), *stream_of(stream));
  });
}

vjp_status vjp_event_create(vjp_device device, bool timing, vjp_event** out) {
  return guard([&] {
    VJP_ARG(out);
    *out = reinterpret_cast<vjp_event*>(
        Event::create(accelerator_from_c(device, "vjp_event_create", "device"), timing).detach());
  });
}

vjp_event* vjp_event_retain(vjp_event* event) {
  if (event) event_of(event)->refs.retain();
  return event;
}
void vjp_event_release(vjp_event* event) { Ref<Event>::take(event_of(event)); }

vjp_status vjp_event_record(vjp_event* event, vjp_stream* stream) {
  return guard([&] {
    VJP_ARG(event);
    VJP_ARG(stream);
    event_of(event)->record(*stream_of(stream));
  });
}

vjp_status vjp_stream_wait_event(vjp_stream* stream, vjp_event* event) {
  return guard([&] {
    VJP_ARG(stream);
    VJP_ARG(event);
    event_of(event)->wait(*stream_of(stream));
  });
}

vjp_status vjp_event_query(vjp_event* event, bool* done) {
  return guard([&] {
    VJP_ARG(event);
    VJP_ARG(done);
    Event& asked = *event_of(event);
    bool found = asked.query();
    if (Instrument* i = instrument(); i && found) i->event_synchronized(asked);
    *done = found;
  });
}

vjp_status vjp_event_synchronize(vjp_event* event) {
  return guard([&] {
    VJP_ARG(event);
    event_of(event)->synchronize();
  });
}

vjp_status vjp_event_elapsed(vjp_event* from, vjp_event* to, double* out) {
  return guard([&] {
    VJP_ARG(from);
    VJP_ARG(to);
    VJP_ARG(out);
    *out = Event::elapsed(*event_of(from), *event_of(to));
  });
}

vjp_status vjp_stream_get_statistics(vjp_stream_statistics* out) {
  return guard([&] {
    VJP_ARG(out);
    checked(out, "vjp_stream_statistics", "VJP_STREAM_STATISTICS_INIT");
    StreamStatistics s = stream_statistics();
    out->host_syncs = s.host_syncs;
    out->events_recorded = s.events_recorded;
    out->event_waits = s.event_waits;
  });
}

}  // extern "C"
