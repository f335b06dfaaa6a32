// Generator: the state of a stream of Philox random numbers, a seed and an offset that counts blocks of four.
#pragma once

#include <cstdint>
#include <mutex>

#include "base/ref.h"

namespace vjp {

class Generator {
 public:
  // What the default generator starts with, so that a program which sets no seed repeats itself.
  static constexpr uint64_t kDefaultSeed = 0;

  struct State {
    uint64_t seed, offset;
  };

  constexpr explicit Generator(uint64_t seed = kDefaultSeed) : seed_(seed) {}
  static void destroy(Generator* generator) noexcept;

  // Takes the next `blocks` blocks: they are the caller's alone, on whatever thread.
  State reserve(uint64_t blocks);
  State state();
  void set_state(State state);

  RefCount refs;

 private:
  std::mutex mutex_;
  uint64_t seed_;
  uint64_t offset_ = 0;
};

// The process's own; lives for ever.
Generator& default_generator();

}  // namespace vjp
