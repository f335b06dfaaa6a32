// TimedWork: a command of a device while it is enqueued, for the profiler: what the host does, and two events of the
// device that say when the command ran (spec PROF-7).
#pragma once

#include "base/profile.h"
#include "device/stream.h"

namespace vjp {

// When a device's work ran, to be asked for when the session is over.
struct DeviceWork {
  Ref<Stream> stream;
  Ref<Event> from, to;
  // An event that had passed at a known time of the host.
  Ref<Event> origin;
  TickTime origin_time;
};

class TimedWork {
 public:
  TimedWork(Stream& stream, const char* name);  // `name` lives for ever
  ~TimedWork();
  TimedWork(const TimedWork&) = delete;
  TimedWork& operator=(const TimedWork&) = delete;

 private:
  EventBuffer* const events_;
  EventScope launch_;
  std::shared_ptr<DeviceWork> work_;
};

}  // namespace vjp
