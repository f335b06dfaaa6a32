// Shadow memory: who touched which bytes of every piece of memory last.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "device/race/clock.h"
#include "device/race/extent.h"

namespace vjp::race {

// A stream as findings tell of it; it may be gone by then.
struct StreamInfo {
  uint64_t id;
  Device device;
  std::string name;
  uint64_t before;      // the tick of its actor when it appeared
  int32_t number = -1;  // the simulator's, if somebody asked (Detector::set_numbering),
  uint64_t next = 0;    // and the index of the command that came first
};

// A command, or the host itself, touching memory; shared by the pieces that it touched.
struct Command {
  Actor actor;
  uint64_t tick;    // grows with each command of the actor
  uint64_t number;  // the how manieth of its stream, from 1; 0: the host
  const char* op;   // static
  std::string node;
  uint64_t node_sequence = 0, grad_call = 0, thread = 0;
  std::shared_ptr<const StreamInfo> stream;  // null: the host
  Device device;
  std::string location;

  uint64_t stream_id() const { return stream ? stream->id : 0; }
};

struct Touch {
  std::shared_ptr<const Command> command;
  Extent extent;
  bool write = false;
  uint8_t dtype = 0;
  const char* type = "";  // its name, static
  std::vector<int64_t> shape;
};

// One life of a piece of memory, from being handed out to being given back.
struct Generation {
  Device device;
  Range range;
  uint64_t storage = 0, number = 0;
  bool host = false;              // page-locked memory of the host
  bool external = false;          // it was there before the detector, or is the caller's: its bytes count as written
  const char* allocated_by = "";  // the operator, static, and
  std::shared_ptr<const StreamInfo> allocated_on;   // its stream
  std::vector<Touch> writes, reads;                 // those that a later one may still race with
  std::vector<Range> written;                       // sorted, disjoint
  std::vector<uint64_t> recorded;                   // streams whose use was declared by record_stream
  std::vector<std::shared_ptr<Generation>> before;  // earlier lives of the same bytes, while it matters

  void note_written(const Extent& extent);
  Range unwritten(const Extent& extent) const;  // a part that nobody wrote; empty if there is none
};

// Every live generation by address.
class Shadow {
 public:
  std::shared_ptr<Generation> allocate(Device device, Range range, bool host);
  std::shared_ptr<Generation> release(const void* data);  // null if it is not known
  void forget(Range range);                               // the memory itself is gone, after a wait for the device
  // The generation around the address; a new external one if there is none.
  Generation& at(Device device, Range range);
  Generation* find(uintptr_t address) const;

 private:
  std::map<uintptr_t, std::shared_ptr<Generation>> live_;  // by first address
  std::map<uintptr_t, std::shared_ptr<Generation>>
      dead_;                               // the last life of bytes that nobody has now, by first address
  std::map<uintptr_t, uint64_t> numbers_;  // how often an address was handed out
  uint64_t next_storage_ = 0;
};

}  // namespace vjp::race
