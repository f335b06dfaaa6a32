// Streams, events and devices of the simulator: what its lock guards.
#pragma once

#include <thread>
#include <vector>

#include "backends/sim/command.h"
#include "backends/sim/options.h"
#include "vjp/sim.h"

namespace vjp::sim {

struct Capture;

struct Stream {
  Stream(StreamName name, int priority) : name(name), priority(priority) {}
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  const StreamName name;
  const int priority;
  Command *head = nullptr, *tail = nullptr;
  uint64_t enqueued = 0, finished = 0;  // commands
  uint64_t visible = 0;                 // commands that CommandName counts
  uint64_t time = 0;                    // virtual, when the last finished command ended
  uint64_t rank = 0;                    // Mode::Kind::Priority: the greater one goes first; 0: not yet drawn
  bool destroyed = false;               // by its owner; goes when its queue is empty
  bool running = false;                 // a thread executes its head
  vjp_sim_counters counters{};

  Capture* capture = nullptr;  // in which it takes part
  std::vector<uint32_t> tips;  // of that capture: what its next command comes after
  int last_fault = 0;          // vjp_capture_fault of the last capture it began

  void push(Command* command);
  void pop();  // the head is done
  bool can_run() const { return head && !running && (head->work.kind != Kind::Wait || head->work.marker->passed); }
};

struct Event {
  const int device;
  const bool timing;
  Ref<Marker> marker;       // null: never recorded, or in a capture
  uint64_t capture_id = 0;  // of the capture in which it was recorded last; 0: in none
  std::vector<uint32_t> tips;
};

// What came of executing a command.
struct Failure {
  vjp_status status = VJP_OK;
  std::string why;
  bool ordered = false;  // by a test
};

// What the device remembers of it.
struct Fault {
  vjp_status status = VJP_OK;
  bool sticky = false;
  const char* op = "";
  std::string text;
};

struct DeviceState {
  bool active = false;           // it was used
  uint64_t latest = 0;           // virtual, when the last of its finished commands ended
  std::vector<Stream*> streams;  // by ordinal, the default one first; null: none of this number
  std::vector<uint64_t> slots;   // Options::overlap: until when each is taken
  Fault fault;                   // the last one
  bool unreported = false;
  uint64_t allocations_until_failure = 0, allocations_to_fail = 0, commands_until_failure = 0;  // 0: none
  bool failure_is_sticky = false;
};

}  // namespace vjp::sim
