#include "compile/stretch.h"

#include <algorithm>

#include "compile/fused_steps.h"
#include "compile/record.h"
#include "ops/op_node.h"

namespace vjp::compile {
namespace {

constexpr uint32_t kFewSteps = 4;
constexpr int64_t kManyElements = 4096;  // of fewer a kernel costs what a few operators cost
constexpr uint32_t kPlainModes = kModeNoGrad | kModeOneThread | kModeForwardOff;

bool is_plain(const Tensor& t, Dtype dtype) {
  return t && t.dtype() == dtype && t.device().is_cpu() && !t->is_sparse && t.contiguous() && !t->is_wrapped_number;
}
bool is_real_number(const Value& v) { return v.kind >= VJP_KIND_BOOL && v.kind <= VJP_KIND_FLOAT; }

bool keeps_geometry(const OpDef& op) {
  return std::any_of(op.rules, op.rules + op.num_rules, [](const Rule& rule) { return rule.geometry_mask != 0; });
}

}  // namespace

Fusable::Fusable(const OpCall& call) {
  const OpDef& op = call.op;
  if (call.form != Form::Functional || !op.pointwise || (mode_word & ~kPlainModes) || keeps_geometry(op)) return;
  const PointwiseDef& def = *op.pointwise;
  if ((def.result != ResultType::Promote && def.result != ResultType::PromoteFloat) || def.unpromoted) return;
  const Tensor& result = call.outs[0];
  dtype = result.dtype();
  if ((dtype != Dtype::Float32 && dtype != Dtype::Float64 && !is_half(dtype)) || !is_plain(result, dtype) ||
      result.numel() == 0)
    return;
  sizes = Dims(result.sizes());
  for (int a = 0; a < op.schema.num_args; ++a) {
    const Value& v = call.args[a];
    const bool fits = v.kind == VJP_KIND_TENSOR ? is_plain(as_tensor(v.as.tensor), dtype) : is_real_number(v);
    if (!fits || (v.kind == VJP_KIND_TENSOR && !op.schema.is_tensor_like(a))) return;
  }
  can_be = true;
  auto* node = static_cast<OpNode*>(result->node.get());
  if (!node) return;
  recorded = true;
  for (size_t k = 0; k < node->num_attributes(); ++k) {
    if (node->attribute_kind(k) != VJP_KIND_TENSOR) continue;
    const int a = op.schema.index_of(node->attribute_name(k));
    if (a < 0)
      keeps_result = true;
    else
      kept_args |= 1u << a;
  }
}

namespace {

class Building {
 public:
  Building(uint32_t first, const Fusable& like) : like_(like), steps_(like.dtype) { stretch_.first = first; }

  uint32_t count() const { return static_cast<uint32_t>(results_.size()); }
  // Whether there is room for its operands.
  bool fits(const OpDef& op) const {
    return stretch_.inputs.size() + results_.size() + static_cast<size_t>(op.schema.num_args) < kMaxFusedOperands;
  }

  void add(const OpDef& op, std::span<const Value> args, int64_t result, const Fusable& fusable) {
    FusedValue values[FusedSteps::kRoom], *end = values;
    for (int a = 0; a < op.schema.num_args; ++a) {
      const Value& v = args[static_cast<size_t>(a)];
      if (!op.schema.is_tensor_like(a)) continue;
      *end++ = v.kind == VJP_KIND_TENSOR ? of(v.as.integer) : steps_.scalar(scalar_of(v));
      if (v.kind == VJP_KIND_TENSOR && (fusable.kept_args >> a & 1)) keep(v.as.integer);
    }
    for (int a = 0; a < op.schema.num_args; ++a)
      if (!op.schema.is_tensor_like(a)) *end++ = steps_.scalar(scalar_of(args[static_cast<size_t>(a)]));
    results_.push_back({result, steps_.computed(op.pointwise->real, values), fusable.keeps_result});
    stretch_.recorded.push_back(fusable.recorded);
  }
  // A value that is read outside.
  void keep(int64_t number) {
    for (Result& r : results_) r.stored |= r.number == number;
  }

  bool is_worth_it() const {
    int64_t elements = 1;
    for (int64_t size : IntSpan(like_.sizes)) elements *= size;
    return count() >= (elements < kManyElements ? kFewSteps : 2);
  }
  Stretch finish() {
    stretch_.count = count();
    stretch_.dtype = like_.dtype;
    stretch_.sizes = like_.sizes;
    steps_.finish(stretch_.program, stretch_.inputs.size());
    for (uint32_t k = 0; k < count(); ++k) {
      if (!results_[k].stored) continue;
      stretch_.outputs.push_back(k);
      stretch_.program.outputs.push_back({steps_.number(results_[k].value, stretch_.inputs.size()), like_.dtype});
    }
    stretch_.scalars = std::move(steps_.scalars());
    return std::move(stretch_);
  }

 private:
  struct Result {
    int64_t number;
    FusedValue value;
    bool stored;
  };

  FusedValue of(int64_t number) {
    for (const Result& r : results_)
      if (r.number == number) return r.value;
    auto& inputs = stretch_.inputs;
    const auto at = std::find(inputs.begin(), inputs.end(), number) - inputs.begin();
    if (static_cast<size_t>(at) == inputs.size()) inputs.push_back(number);
    return {FusedValue::Input, static_cast<uint32_t>(at)};
  }

  const Fusable& like_;
  FusedSteps steps_;
  Stretch stretch_;
  std::vector<Result> results_;
};

}  // namespace

// `last`: by value, the step that uses it last.
void Record::fuse(std::span<const Fusable> fusable, std::span<const uint32_t> last) {
  for (uint32_t s = 0; s < steps_.size();) {
    if (!fusable[s].can_be) {
      ++s;
      continue;
    }
    Building building(s, fusable[s]);
    uint32_t end = s;
    for (; end < steps_.size() && fusable[end].goes_with(fusable[s]) && steps_[end].modes == steps_[s].modes; ++end) {
      const Step& step = steps_[end];
      if (!building.fits(*step.op)) break;
      building.add(*step.op, args_of(step), step.results, fusable[end]);
    }
    for (uint32_t k = s; k < end; ++k)
      if (last[steps_[k].results] >= end) building.keep(steps_[k].results);
    if (building.is_worth_it()) {
      Stretch stretch = building.finish();
      if (!stretch.outputs.empty()) stretches_.push_back(std::move(stretch));
    }
    s = end;
  }
}

}  // namespace vjp::compile
