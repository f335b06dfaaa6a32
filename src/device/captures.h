// What the whole process must know of captures: whether one is underway, which streams take part, who may ask events,
// and where operators must not run on the CPU.
#pragma once

#include <cstdint>
#include <vector>

#include "device/stream.h"
#include "vjp/backend.h"

namespace vjp {

// Whether a graph is being captured anywhere in the process: then no event may be asked or recorded for memory.
bool capture_underway();
// Whether the stream takes part in a capture, and what has become of it. Asks the backend.
vjp_capture_info capture_info(Stream& stream);
// In which it takes part now; 0: in none.
uint64_t capture_of(Stream& stream);
// The stream that is current on this thread for some device and takes part in a capture which leaves no CPU work out;
// null: none.
Stream* strict_capture_of_this_thread();

// The streams that are current on this thread where it is not the default one (current.cc).
std::vector<Ref<Stream>> side_streams_of_this_thread();
// Puts back what the thread had, without memory of the host.
void install_streams(CurrentStreams&& streams) noexcept;

// For CaptureRouting. `begin_capture` blocks until nobody watches events; a state error where that would be for ever.
void begin_capture();
void end_capture(DeviceType type, uint64_t id) noexcept;
void elide_cpu_work(DeviceType type, uint64_t id) noexcept;

// For code that asks events, or records some to be asked, without being part of the program: no capture begins while
// a watch is there, and none is to be had while a capture is underway, or is waiting to begin (spec CG-12).
class EventWatch {
 public:
  EventWatch();
  ~EventWatch();
  EventWatch(const EventWatch&) = delete;
  EventWatch& operator=(const EventWatch&) = delete;
  explicit operator bool() const { return watching_; }

 private:
  const bool watching_;
};
// The same for threads of the program (vjp_event_watch_begin). False: there is none to be had.
bool begin_program_watch();
void end_program_watch();  // a state error if the thread has none

}  // namespace vjp
