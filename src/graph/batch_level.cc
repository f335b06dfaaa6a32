#include "graph/batch_level.h"

#include <mutex>

#include "base/error.h"
#include "device/default_device.h"
#include "graph/modes.h"

namespace vjp {

VJP_THREAD_SLOT(uint64_t, innermost_batch_level, kTravels) = 0;

namespace {

constinit BatchLevel levels[kMaxBatchLevels];
constinit std::mutex mutex;  // of entering, and of what dispatch looks at
constinit uint64_t entered = 0;
constinit std::atomic<int64_t> alive{0};  // levels and batched tensors

BatchLevel& place_of(uint64_t number) { return levels[number % kMaxBatchLevels]; }

}  // namespace

bool batching_in_play() noexcept { return alive.load(std::memory_order_relaxed) != 0; }

void count_batched(int64_t change) noexcept {
  const int64_t before = alive.fetch_add(change, std::memory_order_relaxed);
  if (before != 0 && before + change != 0) return;
  std::lock_guard lock(mutex);  // the flag follows the count, whoever comes last
  batching_in_play(alive.load(std::memory_order_relaxed) != 0);
}

void follow_batching() noexcept {
  const uint32_t word = mode_word;
  const bool on = batching_in_play() && !(word & kModeBatchOff);
  if (on == ((word & kModeBatch) != 0)) return;
  mode_word = on ? word | kModeBatch : word & ~uint32_t{kModeBatch};
}

const BatchLevel* find_batch_level(uint64_t number) noexcept {
  const BatchLevel& level = place_of(number);
  return number != 0 && level.number.load(std::memory_order_acquire) == number ? &level : nullptr;
}

uint64_t current_batch_level() noexcept {
  const uint64_t number = innermost_batch_level;
  return batch_level_lives(number) ? number : 0;
}

uint64_t enter_batch_level(int64_t size, vjp_randomness randomness) {
  uint64_t number = 0;
  {
    std::lock_guard lock(mutex);
    for (uint64_t tries = 0; tries < kMaxBatchLevels && number == 0; ++tries) {
      ++entered;
      if (place_of(entered).number.load(std::memory_order_relaxed) == 0) number = entered;
    }
    if (number == 0)
      fail(VJP_ERROR_NOT_IMPLEMENTED, "vmap: the process has {} levels already, and has room for no more",
           kMaxBatchLevels);
    BatchLevel& level = place_of(number);
    level.outer = innermost_batch_level;
    level.size = size;
    level.randomness = randomness;
    level.users = 1;
    level.number.store(number, std::memory_order_release);
  }
  innermost_batch_level = number;
  count_batched(1);
  follow_batching();
  return number;
}

namespace {
// With the last who has entered it, it ends.
void give_up(uint64_t number) noexcept {
  {
    std::lock_guard lock(mutex);
    BatchLevel& level = place_of(number);
    if (--level.users == 0) level.number.store(0, std::memory_order_release);
  }
  count_batched(-1);
}
}  // namespace

void leave_batch_level(uint64_t number) noexcept {
  innermost_batch_level = place_of(number).outer;
  give_up(number);
  follow_batching();
}

KnownBatchLevels KnownBatchLevels::of_this_thread() {
  KnownBatchLevels known;
  for (uint64_t number = innermost_batch_level; const BatchLevel* level = find_batch_level(number);) {
    known.levels_.push_back({number, level->outer, level->size, level->randomness});
    number = level->outer;
  }
  return known;
}

BatchLevelsAgain::One::One(const KnownBatchLevels::One& known) : number(known.number) {
  {
    std::lock_guard lock(mutex);
    BatchLevel& level = place_of(number);
    const uint64_t there = level.number.load(std::memory_order_relaxed);
    if (there != number && there != 0) {
      fail(VJP_ERROR_NOT_IMPLEMENTED, "vmap: level {} cannot be entered again, for its place is taken by level {}",
           number, there);
    }
    if (there == 0) {
      level.outer = known.outer;
      level.size = known.size;
      level.randomness = known.randomness;
      level.users = 0;
      level.number.store(number, std::memory_order_release);
    }
    ++level.users;
  }
  count_batched(1);
}
BatchLevelsAgain::One::~One() { give_up(number); }

BatchLevelsAgain::BatchLevelsAgain(const KnownBatchLevels& known) : former_(innermost_batch_level) {
  for (const KnownBatchLevels::One& level : known.levels_) again_.emplace_back(level);
  if (again_.empty()) return;
  innermost_batch_level = again_.front().number;
  follow_batching();
}

}  // namespace vjp
