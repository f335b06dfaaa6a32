// Plan: one launch of a program, prepared: its index space, where each value lives, and how a tile is run.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/cpu/pointwise_kernels.h"
#include "backends/cpu/strided.h"
#include "kernel/backend.h"

namespace vjp::cpu {

class Plan {
 public:
  static constexpr int kMaxOperands = VJP_PROGRAM_MAX_INPUTS + VJP_PROGRAM_MAX_OUTPUTS;
  static constexpr int kMaxValues =
      VJP_PROGRAM_MAX_INPUTS + VJP_PROGRAM_MAX_PARAMETERS + VJP_PROGRAM_MAX_CONSTANTS + VJP_PROGRAM_MAX_INSTRUCTIONS;
  // Tiles of all values together: within a first-level cache, and on any thread's stack.
  static constexpr size_t kArenaBytes = 40 * 1024;
  static constexpr size_t kTileBytes = 4096;

  explicit Plan(const PointwiseArgs& args);

  int64_t num_tiles() const { return num_tiles_; }
  int64_t tiles_per_chunk() const;
  // Runs the tiles [begin, end); `arena` has kArenaBytes, aligned to 64. Thread-safe.
  void run(int64_t begin, int64_t end, char* arena) const;

 private:
  // Where an input's values come from while a tile runs.
  enum class Source : uint8_t {
    Unused,
    Scalar,  // the same element everywhere: splat once per run
    Direct,  // a pointer into the tensor
    Load,    // contiguous, of another dtype: converted into a slot
    Gather,  // strided: collected, then converted, into a slot
  };
  struct Input {
    Source source;
    int slot;
  };
  struct Output {
    int value;        // the value to store
    bool contiguous;  // elements of a tile lie side by side
    bool direct;      // the instruction writes into the tensor itself
  };
  struct State;

  void set_geometry();
  void find_last_uses();
  void choose_sources();
  void choose_outputs();
  void assign_slots();
  void choose_tile();
  bool unit(int operand) const;

  void splat_scalars(State&) const;
  void splat(State&, int value, const void* element) const;
  void bind_inputs(State&) const;
  void execute(State&) const;
  void store_outputs(State&) const;
  void gather(State&, int operand, char* to) const;
  void scatter(State&, int operand, const char* from) const;
  template <class F>
  void for_each_run(const State&, F&& f) const;

  const PointwiseArgs& args_;
  const Program& program_;
  const ComputeType type_;
  const size_t size_;  // of an element of the compute type
  const Kernels& kernels_;
  Geometry<kMaxOperands> geometry_;
  bool by_rows_ = true;  // a tile lies within one row of the inner dimension; else it runs over rows
  Input inputs_[VJP_PROGRAM_MAX_INPUTS];
  Output outputs_[VJP_PROGRAM_MAX_OUTPUTS];
  uint8_t last_use_[kMaxValues];  // the last instruction that reads a value, plus 1; 255: an output
  int8_t slot_of_[kMaxValues];    // -1: none
  int num_slots_ = 0, staging_ = -1;
  int64_t inner_, tile_, tiles_per_row_, num_tiles_;
};

}  // namespace vjp::cpu
