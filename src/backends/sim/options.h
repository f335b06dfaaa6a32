// How the simulator is set up: how many devices, how much memory each, and in which order commands run.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vjp::sim {

// "1.2": the third stream of device 1. Stream 0 is the default one; the others have the lowest number that is free.
struct StreamName {
  int device = 0, ordinal = 0;
  friend bool operator==(const StreamName&, const StreamName&) = default;
};
std::string to_text(StreamName name);

// "1.2#5": the sixth command of that stream that touches memory or calls the host.
struct CommandName {
  StreamName stream;
  uint64_t number = 0;
  friend bool operator==(const CommandName&, const CommandName&) = default;
};

// Two commands, in the order in which they were enqueued, that shall run the other way round.
struct Reversal {
  CommandName first, second;
};

struct Mode {
  enum class Kind : uint8_t { Inline, Lazy, Random, Priority, Starve, Adversarial, Threads, Replay };

  Kind kind = Kind::Lazy;
  uint64_t seed = 0;                  // Random, Priority
  uint64_t depth = 3, length = 1000;  // Priority: one more than changes, and among how many steps they fall
  bool starve_default = false, starve_side = false;  // Starve: all default streams, all others
  std::vector<StreamName> starved;
  std::vector<Reversal> reversals;
  int threads = 2;
  std::string path;  // Replay
  std::string text;  // as it was given

  // "inline", "lazy", "random:SEED", "priority:SEED:DEPTH[:LENGTH]", "starve:WHO,..." with WHO "default", "side" or a
  // stream, "adversarial:COMMAND<COMMAND,...", "threads:N", "replay:FILE".
  static Mode parse(std::string_view text);
  bool starves(StreamName stream) const;
};

inline constexpr int kMaxOverlap = 64;

struct Options {
  int devices = 2;
  uint64_t memory = 256u << 20;  // of each device, bytes
  int overlap = 0;               // streams of a device that make progress at once, in virtual time; 0: all
  Mode mode;
  std::string trace;             // file to write the schedule to; "": none
  bool optional_kernels = true;  // counts when the simulator is loaded: whether it has what a backend may lack

  // VJP_SIM_DEVICES, _MEMORY ("64M"), _MODE, _OVERLAP, _TRACE, _KERNELS ("all", "needed")
  static Options from_environment();
  void check() const;
};

}  // namespace vjp::sim
