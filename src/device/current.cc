// Which stream and which device are current on a thread.
#include <algorithm>

#include "base/forced_unwind.h"
#include "base/thread_context.h"
#include "device/captures.h"
#include "device/registry.h"
#include "device/stream.h"

namespace vjp {

// One a thread that ever changed anything. A stand-in works on the same one.
struct ThreadStreams {
  CurrentStreams now;

  static ThreadStreams* find();
  static ThreadStreams& get();
  static void put(CurrentStreams&& next);  // where there is one
  static std::vector<Ref<Stream>>& streams(CurrentStreams& c) { return c.streams_; }
  static uint8_t& device(CurrentStreams& c, DeviceType type) { return c.devices_[static_cast<int>(type)]; }
};

namespace {

VJP_THREAD_SLOT(ThreadStreams*, thread_streams, kTravelsIfWaiting) = nullptr;
VJP_AT_THREAD_END(forget_streams, kEnds, []() noexcept {
  delete thread_streams.get();
  thread_streams = nullptr;
});

}  // namespace

ThreadStreams* ThreadStreams::find() { return thread_streams; }
bool streams_are_made() { return thread_streams != nullptr; }

ThreadStreams& ThreadStreams::get() {
  if (ThreadStreams* mine = find()) return *mine;
  auto* made = new ThreadStreams();
  thread_streams = made;
  return *made;
}

void ThreadStreams::put(CurrentStreams&& next) {
  ThreadStreams& mine = *find();
  CurrentStreams former = std::exchange(mine.now, std::move(next));
  for (int t = 1; t < kMaxDeviceTypes; ++t) {
    Device now = mine.now.device(static_cast<DeviceType>(t));
    if (former.devices_[t] != now.index) set_current_device(now);
  }
}

Stream* CurrentStreams::find(Device device) const {
  for (const Ref<Stream>& stream : streams_)
    if (stream->device == device) return stream.get();
  return nullptr;
}

CurrentStreams CurrentStreams::of_this_thread() {
  ThreadStreams* mine = ThreadStreams::find();
  return mine ? mine->now : CurrentStreams();
}

std::vector<Ref<Stream>> side_streams_of_this_thread() {
  ThreadStreams* mine = ThreadStreams::find();
  return mine ? ThreadStreams::streams(mine->now) : std::vector<Ref<Stream>>();
}

void CurrentStreams::install() const {
  CurrentStreams copy = *this;
  ThreadStreams::get();
  ThreadStreams::put(std::move(copy));
}

void install_streams(CurrentStreams&& streams) noexcept {
  try {
    ThreadStreams::put(std::move(streams));
  }
  VJP_CATCH_ALL_HERE {  // the backend could not set the device: the library's own notion is right all the same
  }
}

Stream& current_stream(Device device) {
  ThreadStreams* mine = ThreadStreams::find();
  Stream* stream = mine ? mine->now.find(device) : nullptr;
  return stream ? *stream : Stream::default_of(device);
}

void set_current_stream(Stream& stream) {
  ThreadStreams& mine = ThreadStreams::get();
  auto& streams = ThreadStreams::streams(mine.now);
  auto it = std::find_if(streams.begin(), streams.end(), [&](auto& s) { return s->device == stream.device; });
  if (stream.is_default()) {
    if (it != streams.end()) streams.erase(it);
  } else if (it != streams.end()) {
    *it = Ref<Stream>::share(&stream);
  } else {
    streams.push_back(Ref<Stream>::share(&stream));
  }
  set_current_device(stream.device);
}

Device current_device(DeviceType type) {
  ThreadStreams* mine = ThreadStreams::find();
  return mine ? mine->now.device(type) : Device(type, 0);
}

void set_current_device(Device device) {
  if (device.is_cpu()) return;
  ThreadStreams::device(ThreadStreams::get().now, device.type) = device.index;
  const vjp_backend* backend = loaded_backend(device.type);
  if (backend && context_active(device)) check_backend(backend->set_device(device.index), device, "set_device");
}

StreamScope::StreamScope(Stream& stream)
    : former_stream_(Ref<Stream>::share(&current_stream(stream.device))),
      former_device_(current_device(stream.device.type)) {
  set_current_stream(stream);
}
StreamScope::~StreamScope() {
  try {
    set_current_stream(*former_stream_);
    set_current_device(former_device_);
  }
  VJP_CATCH_ALL_HERE {  // the backend could not set the device: the library's own notion is right all the same
  }
}

DeviceScope::DeviceScope(Device device) : former_(current_device(device.type)) { set_current_device(device); }
DeviceScope::~DeviceScope() {
  try {
    set_current_device(former_);
  }
  VJP_CATCH_ALL_HERE {}
}

}  // namespace vjp
