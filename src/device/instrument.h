// Instrument: what watches the commands that the library enqueues: the race detector, a profiler. The core calls it
// around every entry of a backend, so it works for all of them. None is installed most of the time; that costs one
// branch.
//
// All calls come before the command is enqueued, on the enqueuing thread, except where a name says otherwise. An
// instrument may throw to refuse the command.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "device/device.h"
#include "device/stream.h"

namespace vjp {

// A piece of memory that a command reads or writes, as the operand is laid out.
struct Access {
  const void* data;  // of element [0, 0, ...]
  uint32_t element;  // bytes of one
  uint8_t dtype;     // vjp_dtype
  const char* type;  // its name, static
  bool write;        // what is read and written gives two accesses
  int32_t ndim;
  const int64_t* sizes;    // valid during the call
  const int64_t* strides;  // in elements
};

// On whose behalf commands are enqueued.
struct Attribution {
  const char* op = nullptr;    // the operator, a static string
  const char* node = nullptr;  // the backward node that is executing
  uint64_t node_sequence = 0, grad_call = 0;
};
// Of this thread; kept by ops/ (the operator) and engine/ (the node).
extern const ThreadSlot<Attribution> attribution;
// The same for a command, with the name of an operator in any case.
inline Attribution attribution_or(const char* op) {
  Attribution a = attribution;
  if (!a.op) a.op = op;
  return a;
}

// Commands carry the name while it is there; null leaves none.
class OperatorName {
 public:
  explicit OperatorName(const char* op) : former_(attribution->op) { attribution.own().op = op; }
  ~OperatorName() { attribution.own().op = former_; }
  OperatorName(const OperatorName&) = delete;
  OperatorName& operator=(const OperatorName&) = delete;

 private:
  const char* former_;
};

class Instrument {
 public:
  virtual ~Instrument() = default;

  virtual void command(Stream& stream, const Attribution& by, std::span<const Access> accesses) = 0;
  virtual void event_recorded(Event& event, Stream& stream) = 0;
  virtual void event_waited(Event& event, Stream& stream) = 0;
  virtual void event_destroyed(Event&) noexcept {}
  virtual void stream_created(Stream&) {}
  virtual void stream_destroyed(Stream&) noexcept {}
  // After the host has blocked.
  virtual void stream_synchronized(Stream& stream) = 0;
  virtual void event_synchronized(Event& event) = 0;
  virtual void device_synchronized(Device device) = 0;
  // Memory: the allocator hands a block out, takes it back, and hears that a stream uses it. `host`: page-locked memory
  // of the host.
  virtual void allocated(Device device, const void* data, size_t bytes, Stream* stream, bool host) = 0;
  virtual void freed(Device device, const void* data) noexcept = 0;
  // The backend has taken raw memory back, which it does only when nothing uses it any more.
  virtual void released(Device, const void*, size_t) noexcept {}
  virtual void stream_recorded(Device device, const void* data, Stream& stream) = 0;
  // The host itself reads or writes page-locked memory (tensor/host_access.h).
  virtual void host_access(const Access& access) = 0;
  // Graphs: commands between begin and end on streams that take part belong to the graph.
  // A graph's number grows with the order of capture.
  virtual void capture_began(Stream& stream, uint64_t graph, uint64_t pool) = 0;
  virtual void capture_ended(uint64_t graph, bool valid) = 0;
  virtual void replayed(uint64_t graph, Stream& stream) = 0;
  virtual void graph_destroyed(uint64_t graph) noexcept = 0;
};

// While the library itself makes this thread wait, for memory: an order that no program may count on, so nobody hears
// of it.
extern const ThreadSlot<bool> waiting_for_memory;
class MemoryWait {
 public:
  MemoryWait() : former_(waiting_for_memory) { waiting_for_memory = true; }
  ~MemoryWait() { waiting_for_memory = former_; }
  MemoryWait(const MemoryWait&) = delete;
  MemoryWait& operator=(const MemoryWait&) = delete;

 private:
  const bool former_;
};

// Null: none. Replaced only by set_instrument.
extern constinit std::atomic<Instrument*> installed_instrument;
inline Instrument* instrument() { return installed_instrument.load(std::memory_order_acquire); }
void set_instrument(Instrument* instrument);  // not owned; must outlive every use

}  // namespace vjp
