#include "compile/fuse.h"

#include <algorithm>
#include <unordered_set>

#include "compile/fused_steps.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/creation.h"
#include "ops/functions/sum_to_size.h"
#include "ops/internal.h"
#include "ops/op_node.h"

namespace vjp::compile {
namespace {

using What = FusedRegion::What;

// A region costs what a few nodes cost; of many elements the passes over memory decide.
constexpr uint32_t kFewNodes = 4;
constexpr int64_t kManyElements = 4096;
// Of many elements a region computes no more at a time than the engine would hold: its first gradient's place and one
// more (spec MM-1).
constexpr size_t kManyOutputs = 2;
constexpr size_t kMaxSteps = 20000;

bool can_be_fused(Dtype dtype) { return dtype == Dtype::Float32 || dtype == Dtype::Float64 || is_half(dtype); }

bool is_plain(const SlotMeta& slot, Dtype dtype) {
  return slot.dtype == dtype && slot.device.is_cpu() && slot.layout == 0;
}

bool is_plain(const Tensor& t) { return t.contiguous() && t.device().is_cpu() && !t->is_sparse && !t->is_batched; }

const Edge& edge_for(const OpNode& node, const Rule& rule) {
  return node.edges()[static_cast<size_t>(node.op().edge_of(rule.targets[0], 0))];
}

// Whether the rule computes in the slot's dtype, with everything where it is expected.
bool rule_can_be_fused(OpNode& node, const Rule& rule) {
  const Edge& edge = edge_for(node, rule);
  const SlotMeta& slot = node.slots()[0];
  if (!edge) return true;
  if (!is_plain(edge.node->slots()[edge.slot], slot.dtype)) return false;
  if (rule.is_constant) return true;
  const RuleContext context{node.op(), &node, {}};
  Promotion promotion;
  promotion.add(Tensor::empty(Dims::filled(slot.ndim, 0), slot.dtype));
  for (int i = 0; i < rule.num_inputs; ++i) {
    Tensor tensor;
    double number;
    if (!node.plain(rule.inputs[i], tensor, number, true)) return false;
    if (tensor && (!is_plain(tensor) || (tensor.dtype() != slot.dtype && Later::of(*tensor.get())))) return false;
    promotion.add(tensor ? tensor : wrapped_number(scalar_of(context.attr(rule.inputs[i]))));
  }
  return promotion.result() == slot.dtype;
}

// At most, of the kernel: a value that is not stored takes its sources.
size_t num_inputs(const OpNode& node, const Rule& rule) {
  size_t count = rule.num_inputs;
  if (!edge_for(node, rule) || rule.is_constant) return count;  // the node need not have kept them
  for (int i = 0; i < rule.num_inputs; ++i) {
    Tensor tensor;
    double number;
    if (!node.plain(rule.inputs[i], tensor, number, true) || !tensor) continue;
    if (Later* later = Later::of(*tensor.get())) count += later->sources().size();
  }
  return count;
}

OpNode* pointwise_derivative(Node& node) {
  auto* derivative = dynamic_cast<OpNode*>(&node);
  if (!derivative || !derivative->op().pointwise || node.num_slots != 1 || node.extra_if_any() || node.stream())
    return nullptr;
  const SlotMeta& slot = node.slots()[0];
  if (!can_be_fused(slot.dtype) || !is_plain(slot, slot.dtype)) return nullptr;
  for (int64_t size : slot.sizes())
    if (size == 0) return nullptr;
  for (const Rule& rule : std::span(derivative->op().rules, derivative->op().num_rules))
    if (!rule_can_be_fused(*derivative, rule)) return nullptr;
  return derivative;
}

// Nothing of the user's runs when it accumulates.
bool is_quiet_leaf(Node& node) {
  const TensorImpl* leaf = node.accumulated_leaf();
  return leaf && !node.extra_if_any() && leaf->meta->tensor_hooks.empty() && leaf->meta->post_accumulate_hooks.empty();
}

class RegionBuilding {
 public:
  RegionBuilding(size_t first, const SlotMeta& slot)
      : slot_(slot), region_(std::make_unique<FusedRegion>()), steps_(slot.dtype) {
    region_->first = first;
    region_->dtype = slot.dtype;
    for (int64_t size : slot.sizes()) elements_ *= size;
  }

  // The same index space, and there is room for its operands.
  bool fits(OpNode& node) {
    const SlotMeta& slot = node.slots()[0];
    if (slot.dtype != region_->dtype || !same(slot.sizes(), slot_.sizes())) return false;
    size_t outputs = open_.size() - (waiting(slot) != nullptr), more = 1 + 2 * node.num_edges;
    for (const Rule& rule : std::span(node.op().rules, node.op().num_rules)) more += num_inputs(node, rule);
    for (const Edge& edge : node.edges()) outputs += edge && is_whole(edge);
    if (elements_ >= kManyElements && outputs > kManyOutputs) return false;
    return sources_.size() + outputs + sums_.size() + more <= kMaxFusedOperands && steps_.size() < kMaxSteps;
  }
  bool gives_to(const SlotMeta& slot) { return waiting(slot); }

  void add_leaf() { region_->derives.push_back(0); }

  // `arrived`: where gradients wait when the region begins.
  void add(OpNode& node, const std::unordered_set<const SlotMeta*>& arrived) {
    site_ = static_cast<uint32_t>(region_->size());
    region_->derives.push_back(1);
    ++region_->num_derivatives;
    const FusedValue gradient = take_gradient(node.slots()[0]);
    FusedValue results[Schema::kMaxArgs];
    for (const Rule& rule : std::span(node.op().rules, node.op().num_rules)) {
      const int edge = node.op().edge_of(rule.targets[0], 0);
      if (node.edges()[static_cast<size_t>(edge)]) results[edge] = derive(node, rule, gradient);
    }
    for (uint16_t e = 0; e < node.num_edges; ++e)
      if (results[e].kind != FusedValue::None) deliver(node.edges()[e], e, results[e], arrived);
  }

  // Where the next site finds something waiting, from now on.
  void mark_targets(std::span<Node* const> order, std::unordered_set<const SlotMeta*>& arrived) const {
    for (Node* node : order.subspan(region_->first, region_->size()))
      for (const Edge& edge : node->edges())
        if (edge) arrived.insert(&edge.node->slots()[edge.slot]);
  }

  // Null: it is not worth a kernel.
  std::unique_ptr<FusedRegion> finish() {
    FusedRegion& r = *region_;
    while (!r.derives.back()) r.derives.pop_back();
    if (r.num_derivatives < (elements_ < kManyElements ? kFewNodes : 2)) return {};
    steps_.finish(r.program, sources_.size());
    // both are in the order of their sites and edges
    size_t sum = 0;
    for (const Entry& entry : open_) {
      while (sum < sums_.size() && sums_[sum].before(entry)) put_sum(sums_[sum++]);
      put_output(entry);
    }
    while (sum < sums_.size()) put_sum(sums_[sum++]);
    r.scalars = std::move(steps_.scalars());
    for (size_t i = 0; i < r.gives.size(); ++i) {
      FusedRegion::Give& give = r.gives[i];
      give.last = true;
      for (size_t k = 0; k < i; ++k)
        if (r.gives[k].input == give.input && r.gives[k].place == give.place) r.gives[k].last = false;
    }
    return std::move(region_);
  }

 private:
  // What waits at a slot, of what the region gave; the last to add to it.
  struct Entry {
    const SlotMeta* slot;
    FusedValue value;
    uint32_t site;
    uint16_t edge;
    bool before(const Entry& other) const { return site < other.site || (site == other.site && edge < other.edge); }
  };

  struct Taken {  // a recipe whose steps are there
    const Recipe* recipe;
    std::vector<const TensorImpl*> sources;
    std::vector<uint16_t> inputs;
    std::vector<FusedValue> values;
  };
  static bool same_tensors(std::span<const TensorImpl* const> a, std::span<const Tensor> b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const TensorImpl* x, const Tensor& y) { return x == y.get(); });
  }

  bool is_whole(const Edge& edge) const { return same(edge.node->slots()[edge.slot].sizes(), slot_.sizes()); }
  Entry* waiting(const SlotMeta& slot) {
    for (Entry& entry : open_)
      if (entry.slot == &slot) return &entry;
    return nullptr;
  }

  void needs(What what, uint8_t at, size_t place) {
    region_->needs.push_back({what, at, static_cast<uint16_t>(place), site_});
  }
  FusedValue input(What what, uint8_t at, const TensorImpl* source = nullptr) {
    needs(what, at, sources_.size());
    sources_.push_back(source);
    return {FusedValue::Input, static_cast<uint32_t>(sources_.size() - 1)};
  }
  FusedValue scalar(What what, uint8_t at) {
    needs(what, at, steps_.scalars().size());
    return steps_.scalar(Scalar(0.0));
  }

  FusedValue take_gradient(const SlotMeta& slot) {
    Entry* entry = waiting(slot);
    if (!entry) return input(What::Gradient, 0);
    const FusedValue value = entry->value;
    open_.erase(open_.begin() + (entry - open_.data()));
    return value;
  }

  FusedValue called(const OpDef& op, FusedValue a, FusedValue b = {}) {
    count(op);
    FusedValue values[FusedSteps::kRoom] = {a, b};
    return steps_.computed(op.pointwise->real, values);
  }
  void count(const OpDef& op) {
    for (FusedRegion::Calls& calls : region_->calls)
      if (calls.op == &op) return void(++calls.count);
    region_->calls.push_back({&op, 1});
  }

  // As pointwise_gradient does it.
  FusedValue derive(OpNode& node, const Rule& rule, FusedValue gradient) {
    if (rule.is_constant) {
      if (rule.constant == 1) return gradient;
      if (rule.constant == -1) return called(op_Neg, gradient);
      if (rule.constant != 0) return called(op_Mul, gradient, steps_.constant(rule.constant));
      count(op_ZerosLike);
      return steps_.constant(0);
    }
    FusedValue values[FusedSteps::kRoom] = {gradient}, *end = values + 1;
    for (int i = 0; i < rule.num_inputs; ++i) {
      Tensor tensor;
      double number;
      node.plain(rule.inputs[i], tensor, number, true);
      *end++ = tensor ? saved(tensor, rule.inputs[i]) : scalar(What::Number, rule.inputs[i]);
    }
    for (int i = 0; i < rule.num_parameters; ++i) *end++ = scalar(What::Attribute, rule.parameters[i]);
    count(op_Mul);
    return steps_.computed(*rule.fused, values);
  }
  FusedValue saved(const Tensor& tensor, uint8_t at) {
    if (Later* later = Later::of(*tensor.get())) return computed(static_cast<Again&>(*later), *tensor.get(), at);
    for (size_t i = 0; i < sources_.size(); ++i) {
      if (sources_[i] != tensor.get()) continue;
      needs(What::Same, at, i);
      return {FusedValue::Input, static_cast<uint32_t>(i)};
    }
    return input(What::Saved, at, tensor.get());
  }

  // The steps of a recipe are taken over once for all values of the same sources.
  FusedValue computed(const Again& again, const TensorImpl& tensor, uint8_t at) {
    const Recipe& recipe = *again.recipe();
    const size_t value = Later::place_of(tensor);
    const auto is_it = [&](const Taken& t) { return t.recipe == &recipe && same_tensors(t.sources, again.sources()); };
    auto taken = std::find_if(taken_.begin(), taken_.end(), is_it);
    if (taken == taken_.end()) taken = taken_.insert(taken_.end(), take(again));
    needs(What::Computed, at, region_->computed.size());
    region_->computed.push_back({again.recipe(), value, taken->inputs});
    return taken->values[recipe.program.outputs[value].value];
  }
  Taken take(const Again& again) {
    const Recipe& recipe = *again.recipe();
    Taken taken{&recipe, {}, {}, {}};
    for (const Tensor& source : again.sources()) {
      taken.sources.push_back(source.get());
      taken.inputs.push_back(static_cast<uint16_t>(sources_.size()));
      sources_.push_back(nullptr);  // no rule reads that tensor
      taken.values.push_back({FusedValue::Input, taken.inputs.back()});
    }
    for (const Scalar& number : recipe.scalars) taken.values.push_back(steps_.scalar(number));
    for (const FusedStep& step : recipe.program.steps) {
      const auto of = [&](uint16_t number) { return taken.values[number]; };
      taken.values.push_back(steps_.put({step.opcode, step.dtype, {of(step.a), of(step.b), of(step.c)}}));
    }
    return taken;
  }

  // As the engine sums what arrives at a slot, one after the other.
  void deliver(const Edge& edge, uint16_t number, FusedValue value,
               const std::unordered_set<const SlotMeta*>& arrived) {
    const SlotMeta& slot = edge.node->slots()[edge.slot];
    if (!is_whole(edge)) {
      count(op_SumToSizeOrSelf);
      count(op_SumToSize);
      sums_.push_back({&slot, value, site_, number});
      return;
    }
    const auto at = static_cast<uint8_t>(number);
    if (Entry* entry = waiting(slot)) {
      value = called(op_Add, entry->value, value);
      open_.erase(open_.begin() + (waiting(slot) - open_.data()));
    } else if (arrived.count(&slot)) {
      value = called(op_Add, input(What::Arrived, at), value);
    } else {
      needs(What::Nothing, at, 0);
    }
    open_.push_back({&slot, value, site_, number});
  }

  void give(const Entry& entry, bool input, size_t place) {
    region_->gives.push_back({entry.site, entry.edge, static_cast<uint16_t>(place), input, false});
  }
  void output(const Entry& entry, size_t place) {
    give(entry, false, place);
    if (place < outputs_.size()) return;
    outputs_.push_back(entry.value);
    region_->program.outputs.push_back({steps_.number(entry.value, sources_.size()), region_->dtype});
  }
  // A value that several slots get is one tensor, as the engine hands it on.
  void put_output(const Entry& entry) {
    if (entry.value.kind == FusedValue::Input) return give(entry, true, entry.value.index);
    size_t place = 0;
    while (place < outputs_.size() && !outputs_[place].is(entry.value)) ++place;
    output(entry, place);
  }
  void put_sum(const Entry& entry) {
    region_->sums.push_back({static_cast<uint16_t>(outputs_.size()), entry.edge, entry.site});
    output(entry, outputs_.size());
    outputs_.back() = {};  // it is no other's
  }

  const SlotMeta& slot_;  // of the first derivative
  int64_t elements_ = 1;
  uint32_t site_ = 0;  // that is being added
  std::unique_ptr<FusedRegion> region_;
  std::vector<const TensorImpl*> sources_;  // of the inputs; null: gradients, and what is computed of
  std::vector<Taken> taken_;
  FusedSteps steps_;
  std::vector<Entry> open_, sums_;
  std::vector<FusedValue> outputs_;
};

}  // namespace

constinit std::atomic<void (*)(const Fusion&, std::span<Node* const>)> after_fusion{nullptr};

Ref<Fusion> fuse(std::span<Node* const> order, std::span<const Root> roots) {
  if (derivatives_followed()) return {};
  auto fusion = Ref<Fusion>::take(new Fusion);
  std::unordered_set<const SlotMeta*> arrived;
  for (const Root& root : roots) arrived.insert(&root.edge.node->slots()[root.edge.slot]);
  std::unique_ptr<RegionBuilding> building;
  const auto close = [&] {
    if (!building) return;
    building->mark_targets(order, arrived);
    if (auto region = building->finish()) fusion->regions.push_back(std::move(region));
    building.reset();
  };
  for (size_t i = 0; i < order.size(); ++i) {
    Node& node = *order[i];
    OpNode* derivative = pointwise_derivative(node);
    if (building && (derivative ? !building->fits(*derivative) : !is_quiet_leaf(node))) close();
    const SlotMeta& slot = *node.slots().data();
    if (derivative && (arrived.count(&slot) || (building && building->gives_to(slot)))) {
      if (!building) building = std::make_unique<RegionBuilding>(i, slot);
      building->add(*derivative, arrived);
    } else if (building && !derivative) {
      building->add_leaf();
    } else {
      close();
      for (const Edge& edge : node.edges())
        if (edge) arrived.insert(&edge.node->slots()[edge.slot]);
    }
  }
  close();
  if (auto look = after_fusion.load(std::memory_order_relaxed)) look(*fusion, order);
  if (fusion->regions.empty()) return {};
  return fusion;
}

size_t Fusion::bytes() const {
  size_t sum = sizeof *this;
  for (const auto& region : regions) {
    const FusedRegion& r = *region;
    sum += sizeof r + r.derives.capacity() + r.program.steps.capacity() * sizeof(FusedStep) +
           r.program.outputs.capacity() * sizeof(FusedOutput) + r.scalars.capacity() * sizeof(Scalar) +
           r.needs.capacity() * sizeof(FusedRegion::Need) + r.gives.capacity() * sizeof(FusedRegion::Give) +
           r.sums.capacity() * sizeof(FusedRegion::Sum) + r.calls.capacity() * sizeof(FusedRegion::Calls) +
           r.computed.capacity() * sizeof(FusedRegion::Computed);
  }
  return sum;
}

}  // namespace vjp::compile
