// Streams and events of devices, and which stream is current.
//
// Note: identity. A stream is (device, handle); there is one Stream object for each while anything refers to it, so
// equal streams are equal pointers. Default streams live as long as the process. A stream that the library made is
// destroyed with its last reference; a wrapped one belongs to its owner, who must keep it until every graph that ran on
// it is gone, or call forget().
//
// Nothing here blocks the host but the functions named synchronize.
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "base/ref.h"
#include "device/device.h"

namespace vjp {

class Stream {
 public:
  static Ref<Stream> create(Device device, int priority = 0);
  static Ref<Stream> wrap(Device device, void* native);
  static Stream& default_of(Device device);
  static void destroy(Stream* stream) noexcept;

  bool is_default() const { return default_; }
  bool is_owned() const { return owned_; }  // made here: its handle lives as long as this
  void* native() const;
  bool query();        // whether everything enqueued so far is done
  void synchronize();  // blocks
  // The owner of the native handle takes it away: every later use is an error that says so.
  void forget() { forgotten_.store(true, std::memory_order_relaxed); }
  // The handle for the backend; throws where it was forgotten.
  void* handle() const {
    if (forgotten_.load(std::memory_order_relaxed)) [[unlikely]]
      fail_forgotten();
    return handle_;
  }
  void set_name(std::string name);  // for reports
  std::string name() const;         // "sim:0 stream 3" if it has none

  RefCount refs;
  const Device device;
  const uint64_t id;  // of the process, from 1; never used again

 private:
  Stream(Device device, void* handle, bool owned, bool is_default);
  [[noreturn]] void fail_forgotten() const;

  void* const handle_;
  const bool owned_, default_;
  std::atomic<bool> forgotten_{false};
  std::string name_;
};
std::string to_text(const Stream& stream);

// ---- current streams and devices: of the thread ----

Stream& current_stream(Device device);    // the default stream until another was made current; loads the backend
void set_current_stream(Stream& stream);  // its device becomes current too (spec ST-2)
Device current_device(DeviceType type);   // index 0 until another was made current
void set_current_device(Device device);   // the backend learns it only if the device's context is active (spec DV-3)

// Makes the stream and its device current; puts back the former device, and the former stream of the stream's device.
class StreamScope {
 public:
  explicit StreamScope(Stream& stream);
  ~StreamScope();
  StreamScope(const StreamScope&) = delete;
  StreamScope& operator=(const StreamScope&) = delete;

 private:
  Ref<Stream> former_stream_;
  Device former_device_;
};
class DeviceScope {
 public:
  explicit DeviceScope(Device device);
  ~DeviceScope();
  DeviceScope(const DeviceScope&) = delete;
  DeviceScope& operator=(const DeviceScope&) = delete;

 private:
  Device former_;
};

bool streams_are_made();  // this thread has something to remember them in

// The streams that are current on this thread, as a value: what a grad call remembers and its workers install.
class CurrentStreams {
 public:
  static CurrentStreams of_this_thread();  // touches no device
  void install() const;                    // on the calling thread, replacing what is there
  Stream* find(Device device) const;       // null: the default stream
  Device device(DeviceType type) const { return {type, devices_[static_cast<int>(type)]}; }

 private:
  friend struct ThreadStreams;
  std::vector<Ref<Stream>> streams_;  // those that are not default streams, one a device
  uint8_t devices_[kMaxDeviceTypes] = {};
};

// ---- events ----

class Event {
 public:
  static Ref<Event> create(Device device, bool timing = false);
  static void destroy(Event* event) noexcept;

  void record(Stream& stream);                    // of the event's device
  void wait(Stream& stream);                      // `stream` waits; of any device
  bool query();                                   // true if never recorded
  void synchronize();                             // blocks
  static double elapsed(Event& from, Event& to);  // milliseconds

  RefCount refs;
  const Device device;
  const uint64_t id;  // of the process, from 1
  const bool timing;

 private:
  Event(Device device, bool timing, void* handle);
  void* handle_;
  std::atomic<bool> recorded_{false};
};
// A new event, recorded on the stream now.
Ref<Event> record_event(Stream& stream);
// `waiter` waits for everything that is in `stream` now.
void stream_wait_stream(Stream& waiter, Stream& stream);

void synchronize_device(Device device);  // blocks

// Statistics of the process (spec ST-8): how often the host blocked, events that were recorded, waits that were made.
struct StreamStatistics {
  uint64_t host_syncs, events_recorded, event_waits;
};
StreamStatistics stream_statistics();
void count_host_sync();

}  // namespace vjp
