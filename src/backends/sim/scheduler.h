// The scheduler: whose turn it is. It sees queues and answers; the simulator does the work.
#pragma once

#include <span>
#include <vector>

#include "backends/sim/schedule.h"
#include "backends/sim/stream.h"

namespace vjp::sim {

// When a stream may run.
enum class Occasion : uint8_t {
  Enqueued,  // the host goes on: what runs now runs ahead of it
  Queried,   // one step
  Observed   // the host waits for `wanted`
};

class Scheduler {
 public:
  explicit Scheduler(Mode mode);
  void restart();

  const Mode& mode() const { return mode_; }
  Mode::Kind kind() const { return mode_.kind; }

  // The host calls once more.
  void call() { schedule.tick(); }
  // The stream that runs next, null: none. `busy`: those whose queues are not empty. `wanted`: the stream whose head
  // the host wants to be done; null when it wants nothing.
  Stream* next(std::span<Stream* const> busy, Occasion occasion, Stream* wanted);
  uint32_t next_node(const Replay& replay);

  // Adversarial: whether the command is the second of a pair, and shall run at once; and that one has run.
  bool triggers(const CommandName& name) const;
  void ran(const CommandName& name);
  std::vector<vjp_sim_reversal> reversals;

  // Replay: whether the program has left the schedule since the last call.
  bool take_divergence() { return std::exchange(diverged_now_, false); }

  Schedule schedule;

 private:
  uint64_t random();
  uint64_t below(uint64_t bound) { return random() % bound; }
  Stream* next_random(std::span<Stream* const> busy, Occasion occasion);
  Stream* next_by_priority(std::span<Stream* const> busy, Occasion occasion);
  Stream* next_unless_starved(std::span<Stream* const> busy, Stream* wanted);
  Stream* next_of_schedule(std::span<Stream* const> busy, Occasion occasion, Stream* wanted);
  Stream* diverge(Stream* wanted);

  Mode mode_;
  uint64_t state_ = 0;      // of the random numbers
  uint64_t eagerness_ = 0;  // Random: in eighths, how likely a further step ahead of the host is
  uint64_t host_rank_ = 0, steps_ = 0;
  std::vector<uint64_t> changes_;  // Priority: the steps after which a stream falls behind, ascending
  size_t changed_ = 0;
  std::vector<Step> steps_to_replay_;
  size_t replayed_ = 0;
  bool diverged_ = false, diverged_now_ = false;
  std::vector<bool> first_ran_, second_ran_;
};

}  // namespace vjp::sim
