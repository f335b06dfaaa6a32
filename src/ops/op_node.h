// OpNode: the node of a recorded operator. Keeps exactly what the rules for its valid edges ask for: tensors as saved
// values (graph/saved.h), numbers, shapes and lists as they are.
#pragma once

#include <bit>

#include "graph/saved.h"
#include "ops/op.h"

namespace vjp {

// A kept argument, shape or output. Numbers lie in `as`; everything else is owned.
struct Kept {
  uint8_t kind = VJP_KIND_NONE;
  uint8_t freed_kind = VJP_KIND_NONE;  // of a tensor or list of tensors that is gone
  Dtype dtype = Dtype::None;           // of a kept shape
  Device device;                       // the same
  union As {
    As() : integer(0) {}
    ~As() {}
    SavedTensor tensor;
    double complex_value[2];
    int64_t integer;
    std::vector<SavedTensor>* tensors;
    std::vector<int64_t>* ints;
    std::vector<double>* floats;
    std::string* string;
    Generator* generator;
  } as;

  Kept() = default;
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;
  ~Kept() { clear(); }
  void clear() noexcept;
  void put(SavedTensor tensor) noexcept;
};

class OpNode final : public Node {
 public:
  // Records the application of `op`: connects the edges and keeps what the rules need. In-place: `outs[0]` is the
  // target, about to be changed; keep_results follows when it has been.
  static Ref<Node> record(const OpDef& op, const Value* args, std::span<const Tensor> outs, bool inplace) {
    return record(op, args, outs, inplace, wanted_of(op, args));
  }
  // The same where it has been asked before which arguments require grad.
  static Ref<Node> record(const OpDef& op, const Value* args, std::span<const Tensor> outs, bool inplace,
                          uint32_t wanted);
  // The arguments that require grad, as bits.
  static uint32_t wanted_of(const OpDef& op, const Value* args);
  // What the rules for these keep: arguments and results, as bits.
  struct KeptMasks {
    uint16_t in = 0, attr = 0, shape = 0;
    uint8_t out = 0;
  };
  static KeptMasks kept_for(const OpDef& op, uint32_t wanted);
  void keep_results(std::span<const Tensor> outs);
  // In forward mode: the result of a slot was given a tangent at a level after it had been kept.
  void keep_tangent(uint32_t slot, const Tensor& result, ForwardLevel level);

  void apply(std::span<Tensor> grads, std::span<Tensor> out) override;
  bool release_saved() noexcept override;
  bool takes_turns() const override;
  bool collect(Collector& c) const override;
  bool takes_sparse() const override { return op_.takes_sparse; }
  const char* name() const override;
  size_t saved_bytes() const override;
  const OpDef& op() const { return op_; }
  // As RuleContext::plain; a value that is not stored yet (graph/later.h) is given as it is where `later` is true.
  bool plain(int input, Tensor& tensor, double& number, bool later) const;

  size_t num_attributes() const override;
  const char* attribute_name(size_t index) const override;
  int attribute_kind(size_t index) const override;
  void attribute(size_t index, SavedAttribute& out) override;
  std::span<SavedTensor> saved_tensors(size_t index) override;

 private:
  friend struct RuleContext;
  friend struct Recorder;
  OpNode(void* memory, const OpDef& op, size_t num_edges, size_t num_slots, size_t dims, size_t num_kept, size_t total);

  void apply_rule(const Rule& rule, const RuleContext& context, std::span<Tensor> out);
  int num_kept() const;
  void collect_arg(Collector& c, const Kept& kept, int arg) const;
  void collect_shape(Collector& c, const Kept& kept, int arg) const;
  Kept& kept_arg(int arg) const;
  Kept* kept_shape(int arg) const;  // null: it is the edge's
  Kept& kept_output(int index) const;
  SavedTensor saved(const Kept& kept, std::string_view name) const;
  std::vector<SavedTensor> saved_list(const Kept& kept, std::string_view name) const;

  const OpDef& op_;
  uint16_t kept_args_ = 0;  // arguments kept, in order; then their shapes; then outputs
  uint16_t kept_shapes_ = 0;
  uint8_t kept_outs_ = 0;
  bool packed_ = false;      // recorded where saved values go through hooks
  uint16_t list_count_ = 0;  // elements of the list argument
  Kept* kept_;
};

inline Kept& OpNode::kept_arg(int arg) const {
  return kept_[std::popcount(static_cast<uint16_t>(kept_args_ & ((1u << arg) - 1)))];
}
inline Kept* OpNode::kept_shape(int arg) const {
  if (!(kept_shapes_ >> arg & 1)) return nullptr;
  return kept_ + std::popcount(kept_args_) + std::popcount(static_cast<uint16_t>(kept_shapes_ & ((1u << arg) - 1)));
}
inline Kept& OpNode::kept_output(int index) const {
  return kept_[std::popcount(kept_args_) + std::popcount(kept_shapes_) +
               std::popcount(static_cast<uint8_t>(kept_outs_ & ((1u << index) - 1)))];
}

}  // namespace vjp
