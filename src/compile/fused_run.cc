// A call's way through the fused regions of its program.
#include <algorithm>

#include "base/profile.h"
#include "compile/fuse.h"
#include "graph/meta.h"
#include "ops/call_counts.h"
#include "ops/fused.h"
#include "ops/op_node.h"

namespace vjp::compile {
namespace {

using What = FusedRegion::What;

// What a kernel makes of it lies row by row, as what the operators make of it would: no dimension is in another place.
bool lies_in_rows(const TensorImpl& t) {
  if (t.contiguous()) return true;
  int64_t step = 1;
  for (size_t i = t.ndim; i-- > 0;) {
    if (t.strides()[i] != 0 && t.strides()[i] != step && t.sizes()[i] != 1) return false;
    step *= t.sizes()[i];
  }
  return true;
}

}  // namespace

void FusedRun::go_on() { first = next_ < fusion_->regions.size() ? fusion_->regions[next_]->first : SIZE_MAX; }

size_t FusedRun::begin(std::span<Node* const> left) {
  region_ = fusion_->regions[next_++].get();
  go_on();
  given_ = 0;
  const std::span<Node* const> nodes = left.first(region_->size());
  // Who looks at nodes or calls is to see each.
  if (being_watched() || derivatives_followed() || !bind(nodes)) {
    inputs_.clear();
    held_.clear();
    return 0;
  }
  compute(nodes);
  held_.clear();
  if (inputs_.empty()) return 0;
  ++regions_run_;
  nodes_run_ += region_->num_derivatives;
  return nodes.size();
}

// ---- whether it is as it was ----

bool FusedRun::take_gradient(const SlotMeta& slot, uint16_t place) {
  const TensorImpl* g = slot.grad;
  if (!g || g->dtype != region_->dtype || g->is_sparse || g->is_batched || g->is_wrapped_number ||
      !g->device.is_cpu() || !same(g->sizes(), slot.sizes()) || !lies_in_rows(*g))
    return false;
  inputs_[place] = Tensor::share(slot.grad);
  return true;
}

bool FusedRun::need(const FusedRegion::Need& need, OpNode& node) {
  const auto target = [&]() -> const SlotMeta& {
    const Edge& edge = node.edges()[need.at];
    return edge.node->slots()[edge.slot];
  };
  switch (need.what) {
    case What::Gradient:
      return take_gradient(node.slots()[0], need.place);
    case What::Arrived:
      return take_gradient(target(), need.place);
    case What::Nothing:
      return !target().grad;
    case What::Attribute:
      scalars_[need.place] = scalar_of(RuleContext{node.op(), &node, {}}.attr(need.at));
      return true;
    default:
      break;
  }
  Tensor tensor;
  double number = 0;
  if (!node.plain(need.at, tensor, number, true)) return false;
  if (need.what == What::Computed) return tensor && need_computed(region_->computed[need.place], *tensor.get());
  if (tensor && Later::of(*tensor.get())) return false;
  if (need.what == What::Number) {
    scalars_[need.place] = number;
    return !tensor;
  }
  if (need.what == What::Same) return inputs_[need.place].is(tensor);
  inputs_[need.place] = std::move(tensor);
  return inputs_[need.place].defined();
}

bool FusedRun::need_computed(const FusedRegion::Computed& computed, const TensorImpl& tensor) {
  const Ref<Later> later = Ref<Later>::share(Later::of(tensor));
  if (!later || later->kind() != computed.recipe->kind || Later::place_of(tensor) != computed.value) return false;
  const auto is_it = [&](const Held& held) { return held.later.get() == later.get(); };
  if (std::none_of(held_.begin(), held_.end(), is_it)) {
    auto hold = later->try_hold();
    if (!hold) return false;
    held_.push_back({later, std::move(hold)});
  }
  if (later->sources().empty()) return false;
  for (size_t i = 0; i < computed.inputs.size(); ++i) {
    Tensor& input = inputs_[computed.inputs[i]];
    if (input && !input.is(later->sources()[i])) return false;
    input = later->sources()[i];
  }
  return true;
}

// A sum into a gradient that the region reads would be seen by what comes later, or be an error there.
bool FusedRun::disturbed_by_leaf(Node& node) const {
  const TensorImpl& leaf = *node.accumulated_leaf();
  LeafLock lock(leaf);
  const Tensor& gradient = leaf.meta->grad;
  if (!gradient) return false;
  for (const Tensor& input : inputs_)
    if (input->storage == gradient->storage) return true;
  return false;
}

bool FusedRun::bind(std::span<Node* const> nodes) {
  const FusedRegion& r = *region_;
  inputs_.assign(static_cast<size_t>(r.program.num_inputs), {});
  scalars_ = r.scalars;
  const SlotMeta& space = nodes[0]->slots()[0];
  size_t next = 0;
  for (size_t i = 0; i < nodes.size(); ++i) {
    Node& node = *nodes[i];
    if (!r.derives[i]) continue;
    if (node.extra_if_any() || node.freed || !same(node.slots()[0].sizes(), space.sizes())) return false;
    for (; next < r.needs.size() && r.needs[next].site == i; ++next)
      if (!need(r.needs[next], static_cast<OpNode&>(node))) return false;
  }
  for (size_t i = 0; i < nodes.size(); ++i)
    if (!r.derives[i] && disturbed_by_leaf(*nodes[i])) return false;
  return true;
}

// ---- what it computes ----

// A gradient that goes with the region, in whose place a result may lie; undefined: none. Of few elements it does not
// matter.
Tensor FusedRun::reusable() const {
  constexpr int64_t kMany = 4096;
  for (const FusedRegion::Need& need : region_->needs) {
    if (need.what != What::Gradient && need.what != What::Arrived) continue;
    const Tensor& g = inputs_[need.place];
    const auto is_it = [&](const FusedRegion::Give& give) { return give.input && give.place == need.place; };
    if (g.numel() >= kMany && g.contiguous() && g->refs.count() == 2 && g->storage->refs.count() == 1 && !g->meta &&
        std::none_of(region_->gives.begin(), region_->gives.end(), is_it))
      return g;
  }
  return {};
}

// False: there is no memory, and nothing was changed.
bool FusedRun::run_kernel(std::span<Node* const> nodes) {
  const FusedRegion& r = *region_;
  bool changed = false;
  try {
    std::vector<FusedResult> places(r.program.outputs.size());
    for (const FusedRegion::Sum& sum : r.sums) {
      const Edge& edge = nodes[sum.site]->edges()[sum.edge];
      places[sum.output].sum_to = Dims(edge.node->slots()[edge.slot].sizes());
    }
    if (!places[0].sum_to) places[0].into = reusable();
    changed = places[0].into.defined();
    results_ = run_fused(r.program, inputs_, scalars_, places);
    return true;
  } catch (const std::bad_alloc&) {
    if (changed) throw;
    return false;
  }
}

// `inputs_` is empty where nothing was changed.
void FusedRun::compute(std::span<Node* const> nodes) {
  const FusedRegion& r = *region_;
  if (!r.program.outputs.empty() && !run_kernel(nodes)) return inputs_.clear();  // sums only hand on what came
  for (const FusedRegion::Calls& calls : r.calls) count_calls(*calls.op, calls.count);
  for (const FusedRegion::Need& need : r.needs) {
    if (need.what != What::Gradient && need.what != What::Arrived) continue;
    const Edge* edge = need.what == What::Arrived ? &nodes[need.site]->edges()[need.at] : nullptr;
    SlotMeta& slot = edge ? edge->node->slots()[edge->slot] : nodes[need.site]->slots()[0];
    Tensor::take(std::exchange(slot.grad, nullptr));
  }
  // What is handed on as it came stays; the rest is the nodes' again.
  uint64_t kept = 0;
  for (const FusedRegion::Give& give : r.gives)
    if (give.input) kept |= uint64_t{1} << give.place;
  for (size_t i = 0; i < inputs_.size(); ++i)
    if (!(kept >> i & 1)) inputs_[i].reset();
}

bool FusedRun::give(size_t site, Node& node) {
  const FusedRegion& r = *region_;
  const size_t at = site - r.first;
  if (!r.derives[at]) return false;
  for (; given_ < r.gives.size() && r.gives[given_].site == at; ++given_) {
    const FusedRegion::Give& give = r.gives[given_];
    Tensor& from = (give.input ? inputs_ : results_)[give.place];
    const Edge& edge = node.edges()[give.edge];
    TensorImpl*& held = edge.node->slots()[edge.slot].grad;
    Tensor given = give.last ? std::move(from) : from;
    held = (held ? sum_of(Tensor::take(std::exchange(held, nullptr)), given) : std::move(given)).detach_handle();
  }
  return true;
}

}  // namespace vjp::compile
