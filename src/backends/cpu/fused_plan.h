// FusedPlan: one run of a fused program, prepared: its index space, and what is done to every tile of it, in order.
#pragma once

#include <memory>
#include <vector>

#include "backends/cpu/code_cache.h"
#include "backends/cpu/fused_chain.h"
#include "backends/cpu/pointwise_kernels.h"
#include "backends/cpu/strided.h"
#include "kernel/fused.h"

namespace vjp::cpu {

// Throws that a step's opcode is not defined for the compute type.
[[noreturn, gnu::cold]] void fail_step(Dtype compute);

class FusedPlan {
 public:
  explicit FusedPlan(const FusedArgs& args);

  int64_t num_tiles() const { return num_tiles_; }
  int64_t tiles_per_chunk() const;
  size_t arena_bytes() const { return slots_bytes() + scratch_bytes_; }
  // Runs the tiles [begin, end); `arena` has arena_bytes(), aligned to 64. Thread-safe.
  void run(int64_t begin, int64_t end, char* arena) const;

 private:
  // What is done to a tile: a step, or an operand brought into a slot or out of one. `operand` counts inputs, then
  // outputs.
  enum class Action : uint8_t { Compute, Chain, Code, Round, Load, Broadcast, Gather, Store, Scatter };
  struct Op {
    Action action;
    Dtype dtype = Dtype::None;  // Round: to which
    TileKernel kernel = nullptr;
    int operand = 0;
    int first = 0, count = 0;  // Chain, Code: that many operations follow; whose steps in a chain, which code
    uint16_t out = 0, a = 0, b = 0, c = 0;  // values
  };
  enum Bound : uint8_t { kUnbound, kBound, kFilledByRows };
  struct Tile;

  void set_geometry();
  void find_last_uses();
  void make_ops();
  void make_chains();
  size_t chain_from(size_t op);
  size_t code_from(size_t op);
  void find_readers();
  void drop_slots();
  Lie lie_of(size_t value) const;
  bool streams(int operand) const;
  void bind(int value);
  void compute(int step);
  void store(int output);
  int take_slot();
  void release(int value);
  void choose_tile();
  size_t slots_bytes() const { return static_cast<size_t>(num_slots_) * slot_bytes_; }
  bool unit(int operand) const;
  bool is_read_later(const void* memory, int step) const;
  const vjp_operand& operand(int k) const {
    return k < program_.num_inputs ? args_.inputs[k] : args_.outputs[k - program_.num_inputs];
  }

  void place(Tile&, int64_t number) const;
  void run_op(Tile&, const Op&) const;
  void run_chain_of(Tile&, const Op*) const;
  void splat(Tile&, int value, const void* element) const;
  void copy_runs(const Tile&, int operand, char* beside, bool in) const;

  const FusedArgs& args_;
  const FusedProgram& program_;
  const ComputeType type_;
  const Kernels& kernels_;
  Geometry<kMaxFusedOperands> geometry_;
  bool by_rows_ = true;           // a tile lies within one row of the inner dimension; else it runs over rows
  std::vector<FusedStep> steps_;  // the program's, and a copy for each output that is no step's
  std::vector<uint16_t> output_values_;
  std::vector<int> last_use_;  // the last step that reads a value; -1: none
  std::vector<int> slot_of_;   // of a value; -1: none
  std::vector<int> direct_;    // the operand in whose memory a value lies; -1: none
  std::vector<Bound> bound_;   // of an input
  std::vector<int> free_;
  std::vector<Op> ops_;
  std::vector<ChainStep> chain_steps_;
  std::vector<std::shared_ptr<const RunnableChain>> codes_;
  std::vector<size_t> last_reader_;  // of a value: the last operation that reads it, before there are chains
  bool only_code_ = false;           // and what it reads that is the same everywhere
  bool fills_tiles_ = true;          // of that something is read by others than code
  int num_slots_ = 0, staging_ = -1;
  size_t size_, slot_bytes_ = 0, scratch_bytes_ = 0, widest_;  // of an element of the compute type; of any
  int64_t inner_, tile_, filled_, tiles_per_row_, num_tiles_;  // filled_: elements of what is the same everywhere
};

}  // namespace vjp::cpu
