// Generator: the state of a stream of Philox random numbers, a seed and an offset that counts blocks of four.
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "base/ref.h"
#include "device/device.h"

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

// The device's own, where draws for its tensors come from unless a generator is given; lives for ever. All begin alike,
// so the same seed gives the same numbers on every device.
Generator& default_generator(Device device);
// Seeds every device's own one.
void seed_default_generators(uint64_t seed);

// The states of all of them at a time, to be put in force later: of the CPU's, and of devices whose backend is loaded.
class DefaultGeneratorStates {
 public:
  static DefaultGeneratorStates now();
  void put_in_force() const;

 private:
  struct Entry {
    Device device;
    Generator::State state;
  };
  Generator::State cpu_{};
  std::vector<Entry> others_;
};

}  // namespace vjp
