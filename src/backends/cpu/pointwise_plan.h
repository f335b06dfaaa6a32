// Plan: one launch of a program, prepared: its index space, where each value lives, and how a tile is run.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backends/cpu/fused_chain.h"
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
    bool chained;  // Load: a chain loads it
  };
  struct Output {
    int value;        // the value to store
    bool contiguous;  // elements of a tile lie side by side
    bool direct;      // the instruction writes into the tensor itself
    bool chained;     // a chain stores it
  };
  // Instructions that run one after the other on a tile; or on a block of it, as a chain of `steps` from `first` on. A
  // chain may begin with loading inputs, and end with storing the result.
  struct Segment {
    uint8_t begin, end;
    uint8_t first = 0, steps = 0;
    bool loads = false, stores = false;
  };
  struct State;

  void set_geometry();
  void find_last_uses();
  void choose_sources();
  void choose_outputs();
  void assign_slots();
  void choose_tile();
  void make_segments();
  bool chain_loads(int input) const;
  int write_loads();
  void write_load(int input);
  int write_chain(int begin, int before);
  bool write_store();
  bool unit(int operand) const;

  void splat_scalars(State&) const;
  void splat(State&, int value, const void* element) const;
  void bind_inputs(State&) const;
  void execute(State&) const;
  void run_segment(State&, const Segment&) const;
  void run_steps(State&, int begin, int end, size_t skipped) const;
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
  Segment segments_[VJP_PROGRAM_MAX_INSTRUCTIONS];
  ChainStep chain_steps_[VJP_PROGRAM_MAX_INSTRUCTIONS + kMaxOperands];
  int num_segments_ = 0, num_chain_steps_ = 0;
  int num_slots_ = 0, staging_ = -1;
  int64_t inner_, tile_, tiles_per_row_, num_tiles_;
};

}  // namespace vjp::cpu
