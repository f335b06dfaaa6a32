// Devices, streams and memory.
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "backends/sim/simulator.h"
#include "base/cpu_count.h"
#include "base/error.h"

namespace vjp::sim {

Stream::~Stream() {
  while (head) pop();
}

void Stream::push(Command* command) {
  (tail ? tail->next : head) = command;
  tail = command;
}

void Stream::pop() {
  Command* done = head;
  head = done->next;
  if (!head) tail = nullptr;
  delete done;
}

Simulator& Simulator::get() {
  static auto* simulator = new Simulator(Options::from_environment());
  return *simulator;
}

Simulator::Simulator(Options options)
    : options_(std::move(options)), scheduler_(options_.mode), devices_(static_cast<size_t>(options_.devices)) {
  scheduler_.schedule.record(options_.trace, options_.mode);
}

DeviceState& Simulator::device(int index) {
  if (index < 0 || static_cast<size_t>(index) >= devices_.size())
    fail(VJP_ERROR_DEVICE, "there is no device sim:{}: there are {}", index, devices_.size());
  return devices_[static_cast<size_t>(index)];
}

DeviceState& Simulator::use(int index) {
  DeviceState& d = device(index);
  if (d.active) [[likely]]
    return d;
  if (!memory_.reserved()) memory_.reserve(options_.devices, options_.memory);
  d.active = true;
  return d;
}

int Simulator::device_count() {
  Lock lock(mutex_);
  return options_.devices;
}

void Simulator::properties(int index, vjp_device_properties& out) {
  Lock lock(mutex_);
  device(index);
  std::snprintf(out.name, sizeof out.name, "simulated device");
  out.total_memory = options_.memory;
  out.compute_units = 1;
  out.unified_memory = false;  // it could, and must not
}

bool Simulator::context_active(int index) {
  Lock lock(mutex_);
  return device(index).active;
}

void Simulator::activate(int index) {
  Lock lock(mutex_);
  use(index);
}

bool Simulator::peer_access(int index, int peer) {
  Lock lock(mutex_);
  device(index), device(peer);
  return peers_ || index == peer;
}

// ---- streams ----

Stream* Simulator::create_stream(int index, int priority) {
  Lock lock = enter();
  auto& streams = use(index).streams;
  if (streams.empty()) streams.push_back(nullptr);  // the default stream's place
  auto place = std::find(streams.begin() + 1, streams.end(), nullptr);
  if (place == streams.end()) place = streams.insert(place, nullptr);
  *place = new Stream({index, static_cast<int>(place - streams.begin())}, priority);
  return *place;
}

void Simulator::destroy_stream(Stream& s) {
  Lock lock = enter();
  if (s.capture && s.capture->origin == &s) {
    leave(*s.capture);
  } else if (s.capture) {  // what it has captured stays, and must have been joined
    std::erase(s.capture->members, &s);
    s.capture = nullptr;
  }
  s.destroyed = true;
  if (!s.head) remove(s);
}

void Simulator::destroy_native(void* native) {
  bool found = false;
  {
    Lock lock = enter();
    for (const DeviceState& d : devices_)
      for (Stream* s : d.streams) found = found || (s && s == native && s->name.ordinal && !s->destroyed);
  }
  if (!found) fail(VJP_ERROR_INVALID, "the handle is no stream of the simulator that could be destroyed");
  destroy_stream(*static_cast<Stream*>(native));
}

void Simulator::remove(Stream& s) {
  devices_[static_cast<size_t>(s.name.device)].streams[static_cast<size_t>(s.name.ordinal)] = nullptr;
  delete &s;
}

// Creates no context: what is asked for its name only is not used yet.
Stream* Simulator::default_stream(int index) {
  Lock lock(mutex_);
  auto& streams = device(index).streams;
  if (streams.empty()) streams.push_back(nullptr);
  if (!streams[0]) streams[0] = new Stream({index, 0}, 0);
  return streams[0];
}

Stream* Simulator::wrap_stream(int index, void* native) {
  Lock lock = enter();
  for (Stream* s : device(index).streams)
    if (s && s == native && !s->destroyed) return s;
  fail(VJP_ERROR_INVALID, "the handle that is to be wrapped is no stream of sim:{}", index);
}

bool Simulator::take_fault(int index, vjp_device_fault& out) {
  Lock lock(mutex_);
  DeviceState& d = device(index);
  out.status = d.fault.status;
  out.sticky = d.fault.sticky;
  std::snprintf(out.op, sizeof out.op, "%s", d.fault.op);
  std::snprintf(out.text, sizeof out.text, "%s", d.fault.text.c_str());
  if (!d.fault.sticky) {
    d.fault = Fault();
    d.unreported = false;
  }
  return out.status != VJP_OK;
}

// ---- memory ----

void* Simulator::allocate(int index, uint64_t bytes) {
  Lock lock = enter();
  if (index < 0) {
    if (!memory_.reserved()) memory_.reserve(options_.devices, options_.memory);
  } else {
    DeviceState& d = use(index);
    if (d.fault.sticky) report(index);
    if (d.allocations_until_failure && --d.allocations_until_failure == 0) {
      if (--d.allocations_to_fail > 0) d.allocations_until_failure = 1;
      fail(VJP_ERROR_MEMORY, "sim:{}: no memory for {} bytes, as ordered", index, bytes);
    }
  }
  Slice& slice = memory_.slice(index);
  reclaim(slice);
  void* memory = slice.allocate(bytes);
  if (!memory && slice.has_retired()) {
    run_everything(lock);
    reclaim(slice);
    memory = slice.allocate(bytes);
  }
  if (!memory)
    fail(VJP_ERROR_MEMORY, "sim:{}: no memory for {} bytes: {} are free, in pieces", index, bytes, slice.free_bytes());
  // Nothing that was enqueued can use this memory any more, and no stream is named: there is no order to keep.
  if (index >= 0) std::memset(memory, kPoison, bytes);
  return memory;
}

// What is enqueued may still use the memory, so it is not handed out again before that has run. (Drivers wait here;
// this does not, since it would run what nobody has waited for.)
void Simulator::free(int index, void* memory) {
  Lock lock = enter();
  if (memory_.owner(memory) != index || !memory_.slice(index).retire(memory, serial_))
    fail(VJP_ERROR_INVALID, "memory is given back to sim:{} that is not its own", index);
}

void Simulator::reclaim(Slice& slice) {
  if (!slice.has_retired()) return;
  uint64_t oldest = ~uint64_t{0};
  for (Stream* s : busy_) oldest = std::min(oldest, s->head->serial);
  slice.reclaim(oldest);
}

uint64_t Simulator::free_memory(int index, uint64_t& total) {
  Lock lock = enter();
  use(index);
  total = options_.memory;
  return memory_.slice(index).free_bytes();
}

}  // namespace vjp::sim
