#include "compile/walk.h"

#include "engine/ready_nodes.h"
#include "graph/extra.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "kernel/launch.h"

namespace vjp::compile {

void Walk::reset() noexcept {
  s_.collector.clear();
  s_.nodes.shrink(0);
  s_.order.shrink(0);
  numbers_.clear();
  sequence_ = UINT64_MAX;
  failure_ = Fallback::None;
  failed_at_ = nullptr;
}

void Walk::leave_nodes() noexcept {
  if (!follow_plan_)
    for (Node* node : s_.nodes.all()) plan_.leave(*node);
}

void Walk::back_to(const Mark& mark) noexcept {
  s_.collector.back_to(mark.collected);
  for (size_t i = mark.nodes; i < s_.nodes.size(); ++i)
    follow_plan_ ? void(numbers_.erase(s_.nodes[i])) : plan_.leave(*s_.nodes[i]);
  s_.nodes.shrink(mark.nodes);
  sequence_ = mark.sequence;
}

bool Walk::fail(Fallback why, Node* at) {
  if (failure_ == Fallback::None) {
    failure_ = why;
    failed_at_ = at;
  }
  return false;
}

uint32_t Walk::number_by_plan(Node& node) {
  if (!plan_.executes(node)) return kAbsent;
  const auto next = static_cast<uint32_t>(s_.nodes.size());
  auto [it, fresh] = numbers_.try_emplace(&node, next);
  if (fresh) s_.nodes.push(&node);
  return it->second;
}

bool Walk::begin(bool accumulate) {
  Collector& c = s_.collector;
  c.begin();
  c.structural("kind of call", accumulate);
  c.structural("create_graph", grad_enabled());
  c.structural("deterministic", deterministic_kernels.load(std::memory_order_relaxed));
  c.structural("number of inputs", plan_.num_inputs());
  c.structural("number of roots", plan_.roots().size());
  for (const Root& root : plan_.roots()) {
    uint32_t number = number_of(*root.edge.node);
    c.structural("root", number + 1u);
    c.structural("root", root.edge.slot);
  }
  return failure_ == Fallback::None;
}

// Kinds, counts and slots (spec KY-1); the hooks themselves are no part of it (spec HK-1).
void Walk::collect_hooks(Node& node, NodeExtra* extra) {
  Collector& c = s_.collector;
  if (TensorImpl* leaf = node.accumulated_leaf()) {
    c.structural("hooks of a leaf", leaf->meta->tensor_hooks.empty() ? 0 : leaf->meta->tensor_hooks.size());
    c.structural("post-accumulate hooks",
                 leaf->meta->post_accumulate_hooks.empty() ? 0 : leaf->meta->post_accumulate_hooks.size());
  }
  if (!extra) return;
  c.structural("hooks on saved values", extra->unpacks.load(std::memory_order_relaxed));
  c.structural("pre-hooks", extra->pre_hooks.empty() ? 0 : extra->pre_hooks.size());
  c.structural("post-hooks", extra->post_hooks.empty() ? 0 : extra->post_hooks.size());
  c.structural("retained gradients", extra->num_retained());
  const bool any = !extra->tensor_hooks.empty();
  for (uint32_t slot = 0; slot < node.num_slots; ++slot)
    c.structural("tensor hooks", any ? extra->tensor_hooks.size(slot) : 0);
}

bool Walk::visit(Node& node, std::span<const uint64_t> expected) {
  Collector& c = s_.collector;
  c.begin(expected);
  if (!node.collect(c)) return fail(Fallback::NoDescription, &node);
  if (c.refused()) return fail(Fallback::Freed, &node);
  if (node.sequence != UINT64_MAX) {
    if (node.sequence >= sequence_) return fail(Fallback::Order, &node);
    sequence_ = node.sequence;
  }
  NodeExtra* extra = node.extra_if_any();
  c.structural("number of edges, of slots, and whether there are hooks",
               uint64_t{node.num_edges} << 32 | uint64_t{node.num_slots} << 1 | (extra != nullptr));
  for (const Edge& edge : node.edges()) {
    const uint32_t number = edge ? number_of(*edge.node) : kAbsent;
    c.put(number == kAbsent ? Collector::kNone : uint64_t{number} << 32 | edge.slot, "edge", Collector::Packed::Edge);
  }
  for (const SlotMeta& slot : node.slots()) {
    c.put(uint64_t{static_cast<uint8_t>(slot.dtype)} << 24 | uint64_t{slot.device.key()} << 16 |
              uint64_t{slot.ndim} << 8 | slot.layout,
          "slot", Collector::Packed::Slot);
    c.sizes(slot.sizes());
  }
  if (extra || node.num_edges == 0) collect_hooks(node, extra);
  if (plan_.restricted()) {
    c.structural("wanted", plan_.wanted(node));
    const std::span<const Plan::Capture> captures = plan_.captures_of(node);
    c.structural("number of results", captures.size());
    for (const Plan::Capture& capture : captures) c.structural("result", uint64_t{capture.result} << 32 | capture.slot);
  }
  return failure_ == Fallback::None;
}

std::vector<Node*> order_of_heap(Plan& plan) {
  std::vector<Node*> order;
  std::unordered_map<Node*, int32_t> counts;
  ReadyNodes ready;
  auto arrive = [&](Node& node) {
    int32_t& left = counts.try_emplace(&node, plan.pending(node)).first->second;
    if (--left == 0 && plan.executes(node)) ready.push(&node);
  };
  for (const Root& root : plan.roots()) arrive(*root.edge.node);
  while (!ready.empty()) {
    Node* node = ready.pop();
    order.push_back(node);
    if (plan.captured_only(*node)) continue;
    for (const Edge& edge : node->edges())
      if (edge) arrive(*edge.node);
  }
  return order;
}

}  // namespace vjp::compile
