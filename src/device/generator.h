// Generator: a stream of Philox random numbers, a seed and an offset that counts blocks of four.
//
// What a generator holds is a state, an object that can be exchanged for another's. While a graph is captured that a
// state is registered with, draws count from 0 in the graph, and kernels read seed and base offset from device memory,
// which each replay fills from the state as it is then (spec RG-2).
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "base/ref.h"
#include "device/device.h"
#include "device/device_memory.h"

namespace vjp {

class GeneratorState {
 public:
  struct Value {
    uint64_t seed, offset;
    const uint64_t* words =
        nullptr;  // in a capture: where kernels read seed and base offset; `offset` counts from there
  };

  explicit GeneratorState(uint64_t seed) : seed_(seed) {}
  ~GeneratorState();
  static void destroy(GeneratorState* state) noexcept { delete state; }

  // Takes the next `blocks` blocks: they are the caller's alone, on whatever thread.
  Value reserve(uint64_t blocks);
  Value value();  // in a capture: the place in the graph
  void set(Value value);

  // ---- graphs: the words are there from the first capture until the last graph is gone ----
  void prepare_capture(Device device);  // a graph will draw from this state; perhaps several do
  void forget_capture() noexcept;
  void begin_capture();
  uint64_t end_capture() noexcept;  // how many blocks the graph takes
  bool capturing();
  uint64_t* words() const;
  Value advance(uint64_t blocks);  // what a replay takes: the same as reserve outside a capture

  RefCount refs;

 private:
  std::mutex mutex_;
  uint64_t seed_;
  uint64_t offset_ = 0;
  uint64_t captured_ = 0;  // blocks taken in the capture that is underway
  bool capturing_ = false;
  int graphs_ = 0;
  DeviceBlock* words_ = nullptr;
};

class Generator {
 public:
  // What the default generator starts with, so that a program which sets no seed repeats itself.
  static constexpr uint64_t kDefaultSeed = 0;
  using State = GeneratorState::Value;

  constexpr explicit Generator(uint64_t seed = kDefaultSeed) : seed_(seed) {}
  static void destroy(Generator* generator) noexcept;

  State reserve(uint64_t blocks) { return share_state()->reserve(blocks); }
  State state();
  void set_state(State value);
  bool capturing();  // whether a graph is captured that it is registered with
  Ref<GeneratorState> share_state();
  // Each goes on with what the other held; allowed while a graph is captured.
  static void swap_states(Generator& a, Generator& b);

  RefCount refs;

 private:
  std::mutex mutex_;
  uint64_t seed_;              // of the state, while there is none
  Ref<GeneratorState> state_;  // made when first needed
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
  // Throws if a device that was not in use then has given random numbers since.
  void check_devices(const char* what) const;

 private:
  struct Entry {
    Device device;
    Generator::State state;
    bool active;
  };
  bool knew(Device device) const;

  Generator::State cpu_{};
  std::vector<Entry> others_;
};

}  // namespace vjp
