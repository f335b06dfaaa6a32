// OpNode: the node of a recorded operator. Keeps exactly what the rules for its valid edges ask for.
//
// A kept tensor remembers the version it had. An input is kept as it is; an output is kept as a history-free alias, so
// that a node never owns itself, and gets its history back when it is unpacked.
#pragma once

#include "graph/node.h"
#include "ops/op.h"

namespace vjp {

// A kept argument or output. Numbers lie in `value`; tensors and lists are owned.
struct Kept {
  uint8_t kind = VJP_KIND_NONE;
  bool was_leaf = false;
  uint32_t version = 0;  // of a tensor when it was kept
  union {
    TensorImpl* tensor;
    double complex_value[2];
    int64_t integer;
    std::vector<Kept>* tensors;
    std::vector<int64_t>* ints;
    std::vector<double>* floats;
    std::string* string;
    Generator* generator;
  } as = {};
};

class OpNode final : public Node {
 public:
  // Records the application of `op`: connects the edges and keeps what the rules need. In-place: `outs[0]` is the
  // target, about to be changed, so a kept output has the version it will have then.
  static Ref<Node> record(const OpDef& op, const Value* args, std::span<const Tensor> outs, bool inplace);

  void apply(std::span<Tensor> grads, std::span<Tensor> out) override;
  void release_saved() noexcept override;
  const char* name() const override;
  const OpDef& op() const { return op_; }

 private:
  friend struct RuleContext;
  friend struct Recorder;
  OpNode(void* memory, const OpDef& op, size_t num_edges, size_t num_slots, size_t dims, size_t num_kept, size_t total);
  ~OpNode() override;

  void apply_rule(const Rule& rule, const RuleContext& context, std::span<Tensor> out);
  int kept_index(int arg) const;
  Tensor unpack(const Kept& kept, int output) const;
  [[noreturn]] void fail_freed() const;

  const OpDef& op_;
  uint16_t kept_args_ = 0;  // arguments kept, in order; then their shapes; then outputs
  uint16_t kept_shapes_ = 0;
  uint8_t kept_outs_ = 0;
  uint8_t num_kept_;
  uint16_t list_count_ = 0;  // elements of the list argument
  Kept* kept_;
};

}  // namespace vjp
