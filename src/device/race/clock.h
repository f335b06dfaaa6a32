// Vector clocks: what each stream, and the host, knows of every other one's progress.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace vjp::race {

// Actors are numbered from 0 in the order in which they appear; number 0 is the host.
using Actor = uint32_t;
inline constexpr Actor kHost = 0;

class Clock {
 public:
  uint64_t operator[](Actor actor) const { return actor < ticks_.size() ? ticks_[actor] : 0; }
  void set(Actor actor, uint64_t tick) {
    if (actor >= ticks_.size()) ticks_.resize(actor + 1);
    ticks_[actor] = tick;
  }
  // Room for actors below n, so that neither setting nor joining them takes memory.
  void reserve(size_t n) {
    if (n > ticks_.capacity()) ticks_.reserve(std::max(n, 2 * ticks_.capacity()));
  }
  void join(const Clock& other) {
    if (other.ticks_.size() > ticks_.size()) ticks_.resize(other.ticks_.size());
    for (size_t i = 0; i < other.ticks_.size(); ++i) ticks_[i] = std::max(ticks_[i], other.ticks_[i]);
  }

 private:
  std::vector<uint64_t> ticks_;
};

}  // namespace vjp::race
