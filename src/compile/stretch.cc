#include "compile/stretch.h"

#include <algorithm>

#include "compile/fused_steps.h"
#include "compile/record.h"
#include "ops/op_node.h"

namespace vjp::compile {
namespace {

constexpr uint32_t kFewSteps = 4;
constexpr int kLittle = 4;  // cheap steps: less than a store and a load (spec OP-5)
constexpr uint32_t kPlainModes = kModeNoGrad | kModeOneThread | kModeForwardOff | kBatchModes;

bool keeps_geometry(const OpDef& op) {
  return std::any_of(op.rules, op.rules + op.num_rules, [](const Rule& rule) { return rule.geometry_mask != 0; });
}

}  // namespace

bool is_plain(const Tensor& t, Dtype dtype) {
  return t && t.dtype() == dtype && t.device().is_cpu() && !t->is_sparse && !t->is_batched && t.contiguous() &&
         !t->is_wrapped_number;
}

bool can_be_fused(const OpDef& op) {
  if (!op.pointwise || (mode_word & ~kPlainModes) || keeps_geometry(op)) return false;
  const PointwiseDef& def = *op.pointwise;
  return (def.result == ResultType::Promote || def.result == ResultType::PromoteFloat) && !def.unpromoted;
}

Fusable::Fusable(const OpCall& call) {
  const OpDef& op = call.op;
  if (call.form != Form::Functional || !can_be_fused(op)) return;
  const Tensor& result = call.outs[0];
  dtype = result.dtype();
  if (!is_fused_dtype(dtype) || !is_plain(result, dtype) || result.numel() == 0) return;
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
  held_args = kept_args;
  for (int a = 0; a < op.schema.num_args; ++a) {
    if (call.args[a].kind != VJP_KIND_TENSOR) continue;
    const TensorImpl& t = *as_tensor(call.args[a].as.tensor).get();
    if (is_leaf(t) && requires_grad(t)) held_args |= 1u << a;
  }
}

namespace {

// What some values need, from inputs of a stretch and from its results that are stored, as a program of its own.
class Part {
 public:
  explicit Part(const FusedSteps& steps) : steps_(steps), stored_(steps.size(), kNone), needed_(steps.size()) {}

  void store(FusedValue value, uint32_t result) {
    if (value.kind == FusedValue::Step) stored_[value.index] = result;
  }
  void need(FusedValue v) {
    if (v.kind == FusedValue::Number) return add(scalars_, v);
    if (v.kind == FusedValue::Input || stored(v)) return add(sources_, v);
    if (v.kind == FusedValue::None || needed_[v.index]) return;
    for (FusedValue operand : steps_[v.index].operands) need(operand);
    needed_[v.index] = true;
  }

  std::vector<Stretch::Source> sources() const {
    std::vector<Stretch::Source> list;
    for (FusedValue v : sources_) list.push_back({v.kind == FusedValue::Step, stored(v) ? stored_[v.index] : v.index});
    return list;
  }
  // All but the outputs.
  void finish(Recipe& recipe, Dtype dtype) const {
    FusedProgram& program = recipe.program;
    program.compute = compute_of(dtype);
    program.num_inputs = static_cast<int>(sources_.size());
    program.num_scalars = static_cast<int>(scalars_.size());
    for (FusedValue v : scalars_) recipe.scalars.push_back(steps_.number_at(v));
    for (uint32_t i = 0; i < needed_.size(); ++i) {
      if (!needed_[i]) continue;
      const FusedSteps::Step& step = steps_[i];
      program.steps.push_back(
          {step.opcode, step.dtype, number(step.operands[0]), number(step.operands[1]), number(step.operands[2])});
    }
  }
  uint16_t number(FusedValue v) const {
    size_t at = 0;
    if (v.kind == FusedValue::Number) {
      at = sources_.size() + place(scalars_, v);
    } else if (v.kind == FusedValue::Input || stored(v)) {
      at = place(sources_, v);
    } else if (v.kind == FusedValue::Step) {
      const auto before = std::count(needed_.begin(), needed_.begin() + v.index, true);
      at = sources_.size() + scalars_.size() + static_cast<size_t>(before);
    }
    return static_cast<uint16_t>(at);
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  using Values = std::vector<FusedValue>;

  bool stored(FusedValue v) const { return v.kind == FusedValue::Step && stored_[v.index] != kNone; }
  static size_t place(const Values& values, FusedValue v) {
    const auto is_it = [&](FusedValue other) { return other.is(v); };
    return static_cast<size_t>(std::find_if(values.begin(), values.end(), is_it) - values.begin());
  }
  static void add(Values& values, FusedValue v) {
    if (place(values, v) == values.size()) values.push_back(v);
  }

  const FusedSteps& steps_;
  std::vector<uint32_t> stored_;  // by step: whose result
  std::vector<bool> needed_;      // by step
  Values sources_, scalars_;
};

class Building {
 public:
  Building(uint32_t first, const Fusable& like) : like_(like), steps_(like.dtype) {
    stretch_.first = first;
    for (int64_t size : IntSpan(like.sizes)) elements_ *= size;
  }

  uint32_t count() const { return static_cast<uint32_t>(results_.size()); }
  uint32_t first() const { return stretch_.first; }
  // Whether there is room for its operands.
  bool fits(const OpDef& op) const {
    return stretch_.inputs.size() + results_.size() + static_cast<size_t>(op.schema.num_args) < kMaxFusedOperands;
  }

  void add(const OpDef& op, std::span<const Value> args, int64_t result, const Fusable& fusable) {
    FusedValue values[FusedSteps::kRoom], *end = values;
    for (int a = 0; a < op.schema.num_args; ++a) {
      const Value& v = args[static_cast<size_t>(a)];
      if (!op.schema.is_tensor_like(a)) continue;
      if (v.kind != VJP_KIND_TENSOR) {
        *end++ = steps_.scalar(scalar_of(v));
        continue;
      }
      *end = of(v.as.integer);
      if (end->kind == FusedValue::Input) held_[end->index] = held_[end->index] || (fusable.held_args >> a & 1);
      if (fusable.kept_args >> a & 1) mark(v.as.integer, &Result::kept);
      ++end;
    }
    for (int a = 0; a < op.schema.num_args; ++a)
      if (!op.schema.is_tensor_like(a)) *end++ = steps_.scalar(scalar_of(args[static_cast<size_t>(a)]));
    results_.push_back({result, steps_.computed(op.pointwise->real, values), fusable.keeps_result});
    stretch_.recorded.push_back(fusable.recorded);
  }
  // A value that is read outside.
  void read(int64_t number) { mark(number, &Result::read); }

  bool is_worth_it() const {
    return count() >= (elements_ < kManyElements ? kFewSteps : 2) &&
           std::any_of(results_.begin(), results_.end(), [](const Result& r) { return r.read || r.kept; });
  }

  // ---- what is computed again ----

  // What costs little.
  void choose_by_cost() {
    if (elements_ >= kManyElements) choose([](int cost) { return cost <= kLittle; });
  }
  // All of it; appends what each of them costs.
  void choose_all(std::vector<int>& costs) {
    choose([&](int cost) {
      costs.push_back(cost);
      return true;
    });
  }
  // Those that cost that much are stored after all, as long as there is room.
  void store_those_of(int cost, int64_t& room) {
    const int64_t bytes = elements_ * static_cast<int64_t>(size_of(like_.dtype));
    for (Result& r : results_) {
      if (!r.again || r.cost != cost || bytes > room) continue;
      r.again = false;
      room -= bytes;
    }
  }

  Stretch finish(int64_t outside) {
    stretch_.count = count();
    stretch_.dtype = like_.dtype;
    stretch_.sizes = like_.sizes;
    for (size_t i = 0; i < held_.size(); ++i) held_[i] = held_[i] || stretch_.inputs[i] >= outside;
    steps_.finish(stretch_.program, stretch_.inputs.size());
    stretch_.lean = stretch_.program;
    put_recipe();
    for (uint32_t k = 0; k < count(); ++k) {
      const Result& r = results_[k];
      if (!r.read && !r.kept) continue;
      put_output(k, stretch_.program, stretch_.outputs);
      if (!r.again) put_output(k, stretch_.lean, stretch_.lean_outputs);
    }
    stretch_.scalars = std::move(steps_.scalars());
    return std::move(stretch_);
  }

 private:
  struct Result {
    int64_t number;
    FusedValue value;
    bool kept, read = false, again = false;
    int cost = 0;  // of computing it again, beside the others
    bool can_be_again() const { return kept && !read && value.kind == FusedValue::Step; }
  };

  void mark(int64_t number, bool Result::*what) {
    for (Result& r : results_)
      if (r.number == number) r.*what = true;
  }
  void put_output(uint32_t k, FusedProgram& program, std::vector<uint32_t>& outputs) const {
    outputs.push_back(k);
    program.outputs.push_back({steps_.number(results_[k].value, stretch_.inputs.size()), like_.dtype});
  }

  FusedValue of(int64_t number) {
    for (const Result& r : results_)
      if (r.number == number) return r.value;
    auto& inputs = stretch_.inputs;
    const auto at = std::find(inputs.begin(), inputs.end(), number) - inputs.begin();
    if (static_cast<size_t>(at) == inputs.size()) {
      inputs.push_back(number);
      held_.push_back(false);
    }
    return {FusedValue::Input, static_cast<uint32_t>(at)};
  }

  // Adds the steps that `value` needs beyond those that are there.
  int add_needed(FusedValue value, std::vector<bool>& there) const {
    if (value.kind != FusedValue::Step || there[value.index]) return 0;
    there[value.index] = true;
    const FusedSteps::Step& step = steps_[value.index];
    int cost = cost_of(step.opcode);
    for (FusedValue operand : step.operands) cost += add_needed(operand, there);
    return cost;
  }
  // `again` says for a cost whether a result is computed again.
  template <class F>
  void choose(F&& again) {
    std::vector<bool> there(steps_.size());
    for (Result& r : results_) {
      if (r.can_be_again()) {
        std::vector<bool> with = there;
        r.cost = add_needed(r.value, with);
        r.again = again(r.cost);
        if (r.again) there.swap(with);
      }
      if ((r.kept || r.read) && !r.again && r.value.kind == FusedValue::Step) there[r.value.index] = true;
    }
  }

  // The recipe, if anything is gained.
  void put_recipe() {
    Part part(steps_);
    for (uint32_t k = 0; k < count(); ++k)
      if ((results_[k].kept || results_[k].read) && !results_[k].again) part.store(results_[k].value, k);
    for (const Result& r : results_)
      if (r.again) part.need(r.value);
    const std::vector<Stretch::Source> sources = part.sources();
    const auto only_for_this = [this](const Stretch::Source& s) { return !s.is_result && !held_[s.index]; };
    const auto gained = std::count_if(results_.begin(), results_.end(), [](const Result& r) { return r.again; });
    if (gained <= std::count_if(sources.begin(), sources.end(), only_for_this)) {
      for (Result& r : results_) r.again = false;
      return;
    }
    stretch_.recipe = Ref<Recipe>::take(new Recipe);
    part.finish(*stretch_.recipe, like_.dtype);
    for (uint32_t k = 0; k < count(); ++k) {
      if (!results_[k].again) continue;
      stretch_.again.push_back(k);
      stretch_.recipe->program.outputs.push_back({part.number(results_[k].value), like_.dtype});
    }
    stretch_.sources = sources;
  }

  const Fusable& like_;
  int64_t elements_ = 1;
  FusedSteps steps_;
  Stretch stretch_;
  std::vector<bool> held_;  // by input: it is there as long as what is saved
  std::vector<Result> results_;
};

void choose_by_cost(std::vector<Building>& all) {
  for (Building& building : all) building.choose_by_cost();
}

// What costs most is stored first.
void choose_within(std::vector<Building>& all, int64_t bytes) {
  std::vector<int> costs;
  for (Building& building : all) building.choose_all(costs);
  std::sort(costs.begin(), costs.end(), std::greater());
  costs.erase(std::unique(costs.begin(), costs.end()), costs.end());
  for (int cost : costs)
    for (Building& building : all) building.store_those_of(cost, bytes);
}

}  // namespace

Stretch stretch_of(std::span<const StretchCall> calls) {
  Building building(0, *calls[0].fusable);
  for (const StretchCall& c : calls)
    building.add(*c.op, {c.args, static_cast<size_t>(c.op->schema.num_args)}, c.result, *c.fusable);
  for (const StretchCall& c : calls)
    if (c.read) building.read(c.result);
  return building.is_worth_it() ? building.finish(INT64_MAX) : Stretch();
}

// `last`: by value, the step that uses it last.
void Record::fuse(std::span<const Fusable> fusable, std::span<const uint32_t> last, int64_t budget) {
  std::vector<Building> found;
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
      if (last[steps_[k].results] >= end) building.read(steps_[k].results);
    if (building.is_worth_it()) found.push_back(std::move(building));
    s = end;
  }
  budget < 0 ? choose_by_cost(found) : choose_within(found, budget);
  for (Building& building : found) stretches_.push_back(building.finish(kOutside));
}

}  // namespace vjp::compile
