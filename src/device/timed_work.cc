#include "device/timed_work.h"

#include "base/error.h"
#include "device/captures.h"

namespace vjp {
namespace {

EventBuffer* events_here() {
  EventBuffer* events = profiling();
  return events && (events->details & kProfileDevices) ? events : nullptr;
}

struct Origin {
  Ref<Event> event;
  TickTime time;
};

// Of the device in this session: the host waits for it once.
std::shared_ptr<Origin> origin_of(Stream& stream) {
  ProfileSession& session = *current_profile->session;
  const unsigned key = stream.device.key();
  {
    std::lock_guard lock(session.mutex);
    for (auto& [device, origin] : session.devices)
      if (device == key) return std::static_pointer_cast<Origin>(origin);
  }
  auto made = std::make_shared<Origin>(Origin{Event::create(stream.device, true), {}});
  made->event->record(stream);
  made->event->synchronize();
  made->time = profile_time_now();
  std::lock_guard lock(session.mutex);
  if (session.id == current_profile->id) session.devices.emplace_back(key, made);
  return made;
}

}  // namespace

// Work that a graph records runs later, and perhaps often: it has no time of its own.
TimedWork::TimedWork(Stream& stream, const char* name)
    : events_(events_here()), launch_(events_, EventKind::Launch, name) {
  if (launch_.index() == EventBuffer::kNone || capture_underway()) return;
  try {
    auto work = std::make_shared<DeviceWork>();
    std::shared_ptr<Origin> origin = origin_of(stream);
    work->origin = origin->event;
    work->origin_time = origin->time;
    work->stream = Ref<Stream>::share(&stream);
    work->from = Event::create(stream.device, true);
    work->to = Event::create(stream.device, true);
    work->from->record(stream);
    work_ = std::move(work);
  } catch (const Error&) {  // the command has no times then
  }
}

TimedWork::~TimedWork() {
  if (!work_) return;
  try {
    work_->to->record(*work_->stream);
    events_->details_of(launch_.index()).device = std::move(work_);
  } catch (const std::exception&) {
  }
}

}  // namespace vjp
