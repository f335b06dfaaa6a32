// Levels of batching (docs/semantics/19, HIGH-11 to HIGH-13): their numbers, and which of them have not ended.
//
// Note: levels and threads. A level's number rises in the process, so that inner levels have larger ones, and is never
// used again. A thread's levels are a chain from its innermost one; the chain travels where the thread's work goes.
// What a tensor is batched at is written in the tensor (batched.h), so any thread may compute with it while the level
// lives.
#pragma once

#include <atomic>
#include <cstdint>
#include <list>
#include <vector>

#include "base/thread_context.h"
#include "vjp/vmap.h"

namespace vjp {

struct BatchLevel {
  std::atomic<uint64_t> number{0};  // 0: free. The rest holds while this is the level's number
  uint64_t outer = 0;               // of the thread that entered it; 0: none
  int64_t size = 0;
  vjp_randomness randomness = VJP_RANDOMNESS_ERROR;
  int users = 0;  // who has entered it: the program, and what computes again what was recorded in it
};
inline constexpr uint64_t kMaxBatchLevels = 1024;

extern const ThreadSlot<uint64_t> innermost_batch_level;  // of this thread; it may have ended, on another thread
uint64_t current_batch_level() noexcept;                  // the same if it has not; 0: none

const BatchLevel* find_batch_level(uint64_t number) noexcept;  // null: it has ended, or never was
inline bool batch_level_lives(uint64_t number) noexcept { return find_batch_level(number) != nullptr; }
uint64_t enter_batch_level(int64_t size, vjp_randomness randomness);  // the thread's innermost from now on
void leave_batch_level(uint64_t number) noexcept;                     // the thread's innermost one

// The levels of a thread, for what was recorded in them and is computed again later: the region of a checkpoint, a
// custom derivative.
class KnownBatchLevels {
 public:
  KnownBatchLevels() = default;
  static KnownBatchLevels of_this_thread();
  bool any() const { return !levels_.empty(); }

 private:
  friend class BatchLevelsAgain;
  struct One {
    uint64_t number, outer;
    int64_t size;
    vjp_randomness randomness;
  };
  std::vector<One> levels_;  // the innermost first
};

// In force on this thread: levels that have ended live again meanwhile.
class BatchLevelsAgain {
 public:
  explicit BatchLevelsAgain(const KnownBatchLevels& known);
  ~BatchLevelsAgain() {
    if (!again_.empty()) innermost_batch_level = former_;
  }
  BatchLevelsAgain(const BatchLevelsAgain&) = delete;
  BatchLevelsAgain& operator=(const BatchLevelsAgain&) = delete;

 private:
  struct One {
    explicit One(const KnownBatchLevels::One& level);
    ~One();
    One(const One&) = delete;
    One& operator=(const One&) = delete;
    const uint64_t number;
  };
  std::list<One> again_;
  uint64_t former_;
};

// Whether the process has levels or batched tensors: every operator looks for them then.
bool batching_in_play() noexcept;
void count_batched(int64_t change) noexcept;
// Makes kModeBatch of this thread true; called where dispatch looks further.
void follow_batching() noexcept;

}  // namespace vjp
