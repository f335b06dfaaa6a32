// Events, and the host that waits for streams.
#include <algorithm>

#include "backends/sim/simulator.h"
#include "base/error.h"

namespace vjp::sim {

template <class Wanted>
void Simulator::run_until(Lock& lock, Wanted&& wanted) {
  if (scheduler_.kind() == Mode::Kind::Threads) {
    changed_.wait(lock, [&] { return !wanted(); });
    return;
  }
  scheduler_.call();
  for (;;) {
    changed_.wait(lock, [&] { return !host_function_runs_; });
    Stream* stream = wanted();
    if (!stream) break;
    step(lock, *scheduler_.next(busy_, Occasion::Observed, stream));
  }
  if (scheduler_.take_divergence()) [[unlikely]]
    fail(VJP_ERROR_STATE, "the program is not the one whose schedule is in '{}'", scheduler_.mode().path);
}

template <class Wanted>
bool Simulator::poll(Lock& lock, Wanted&& wanted) {
  if (scheduler_.kind() != Mode::Kind::Threads && !host_function_runs_) {
    scheduler_.call();
    if (Stream* stream = wanted()) {
      if (Stream* next = scheduler_.next(busy_, Occasion::Queried, stream)) step(lock, *next);
    }
  }
  return !wanted();
}

Stream* Simulator::first_busy(int index, uint64_t serial) {
  Stream* first = nullptr;
  for (Stream* s : busy_)
    if ((index < 0 || s->name.device == index) && s->head->serial <= serial &&
        (!first || s->head->serial < first->head->serial))
      first = s;
  return first;
}

void Simulator::run_everything(Lock& lock) {
  run_until(lock, [this, serial = serial_] { return first_busy(-1, serial); });
}

void Simulator::run_until_drained(Lock& lock, int index) {
  run_until(lock, [this, index, serial = serial_] { return first_busy(index, serial); });
}

// ---- streams and devices ----

bool Simulator::query(Stream& s) {
  Lock lock = enter();
  use(s.name.device);
  if (s.capture) refuse_observation(s, "a query");
  ++s.counters.queries;
  return poll(lock, [&s, position = s.enqueued] { return s.finished < position ? &s : nullptr; });
}

void Simulator::synchronize(Stream& s) {
  Lock lock = enter();
  use(s.name.device);
  if (s.capture) refuse_observation(s, "a synchronisation");
  ++s.counters.host_syncs;
  run_until(lock, [&s, position = s.enqueued] { return s.finished < position ? &s : nullptr; });
  host_waited(s.time);
  report(s.name.device);
}

void Simulator::synchronize(int index) {
  Lock lock = enter();
  DeviceState& d = use(index);
  for (Stream* s : d.streams) {
    if (!s) continue;
    if (s->capture) refuse_observation(*s, "a synchronisation of its device");
    ++s->counters.host_syncs;
  }
  run_until_drained(lock, index);
  host_waited(d.latest);
  report(index);
}

// ---- events ----

void Simulator::record(Event& event, Stream& s) {
  Lock lock = enter();
  use(s.name.device);
  if (event.device != s.name.device)
    fail(VJP_ERROR_DEVICE, "an event of sim:{} cannot be recorded on sim:{}", event.device, s.name.device);
  if (s.capture) {
    refuse_invalid(s);
    event.tips = s.tips;
    event.capture_id = s.capture->id;
    event.marker.reset();
    return;
  }
  Work work;
  work.kind = Kind::Record;
  auto marker = Ref<Marker>::take(new Marker{.refs = {}, .stream = &s, .position = s.enqueued + 1});
  work.marker = marker;
  enqueue(lock, s, std::move(work));
  event.capture_id = 0;
  event.tips.clear();
  event.marker = std::move(marker);
}

void Simulator::wait(Stream& s, Event& event) {
  Lock lock = enter();
  use(s.name.device);
  if (event.capture_id || s.capture) [[unlikely]]
    return capture_wait(s, event);
  if (!event.marker) return;
  Work work;
  work.kind = Kind::Wait;
  work.marker = event.marker;
  enqueue(lock, s, std::move(work));
}

bool Simulator::query(Event& event) {
  Lock lock = enter();
  use(event.device);
  refuse_captured(event, "a query");
  refuse_unsafe("an event is queried");
  if (!event.marker || event.marker->passed) return true;
  ++event.marker->stream->counters.queries;
  Ref<Marker> marker = event.marker;
  return poll(lock, [&] { return marker->passed ? nullptr : marker->stream; });
}

void Simulator::synchronize(Event& event) {
  Lock lock = enter();
  use(event.device);
  refuse_captured(event, "a synchronisation");
  if (!event.marker) return;
  Ref<Marker> marker = event.marker;
  if (!marker->passed) ++marker->stream->counters.host_syncs;
  run_until(lock, [&] { return marker->passed ? nullptr : marker->stream; });
  host_waited(time_of(*marker));
  report(event.device);
}

double Simulator::elapsed(Event& from, Event& to) {
  Lock lock = enter();
  for (Event* event : {&from, &to}) {
    if (!event->timing) fail(VJP_ERROR_STATE, "elapsed: an event of sim:{} was made without timing", event->device);
    if (!event->marker || !event->marker->passed)
      fail(VJP_ERROR_STATE, "elapsed: an event of sim:{} is not complete", event->device);
  }
  if (from.device != to.device) fail(VJP_ERROR_DEVICE, "elapsed: events of sim:{} and sim:{}", from.device, to.device);
  return (static_cast<double>(time_of(*to.marker)) - static_cast<double>(time_of(*from.marker))) / 1e6;
}

}  // namespace vjp::sim
