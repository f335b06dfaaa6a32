#include "engine/plan.h"

#include <algorithm>
#include <limits>
#include <mutex>

#include "engine/grad_call.h"

namespace vjp {
namespace {

// The owner numbers of running tasks, in ascending order: an owner that is not among them is stale.
struct Running {
  std::mutex mutex;
  std::vector<uint64_t> owners;
  uint64_t next = 1;
};
Running& running() {
  static auto* state = new Running();  // never destroyed: nothing is registered to run at exit
  return *state;
}
// The first of them, or the next one: what is smaller is stale, and a thread that sees that sees what its task has
// written.
constinit std::atomic<uint64_t> oldest_running{1};

bool is_running(uint64_t owner) {
  if (owner == 0) return false;
  Running& r = running();
  std::lock_guard lock(r.mutex);
  return std::binary_search(r.owners.begin(), r.owners.end(), owner);
}

uint64_t start_task() {
  Running& r = running();
  std::lock_guard lock(r.mutex);
  r.owners.push_back(r.next);
  return r.next++;
}

void finish_task(uint64_t owner) {
  Running& r = running();
  std::lock_guard lock(r.mutex);
  r.owners.erase(std::lower_bound(r.owners.begin(), r.owners.end(), owner));
  oldest_running.store(r.owners.empty() ? r.next : r.owners.front(), std::memory_order_release);
}

}  // namespace

bool is_running_id(int64_t id) { return id >= 0 && is_running(static_cast<uint64_t>(id) + 1); }

Plan::Plan(Roots&& roots, Edges&& inputs, bool accumulate)
    : roots_(std::move(roots)),
      inputs_(std::move(inputs)),
      accumulate_(accumulate),
      restricted_(!inputs_.empty()),
      owner_(start_task()),
      stale_below_(oldest_running.load(std::memory_order_acquire)) {}

Plan::~Plan() { finish_task(owner_); }

bool Plan::is_taken(uint64_t owner) { return is_running(owner); }

bool Plan::claim(Node& node) {
  uint64_t owner = node.owner.load(std::memory_order_acquire);
  if (owner == owner_) return false;
  // What went to the side table stays there, though its owner may have ended since.
  if (!side_.empty() && side_.count(&node) > 0) return false;
  bool free = owner < oldest_running.load(std::memory_order_acquire) || !is_running(owner);
  if (free && take(node.owner, owner)) {
    node.pending = 0;
    node.wanted = !restricted_;
    node.captured = false;
    return true;
  }
  auto [it, fresh] = side_.try_emplace(&node);
  if (fresh) {
    it->second.wanted = !restricted_;
    it->second.grads.resize(node.num_slots);
  }
  return fresh;
}

void Plan::count_anew(std::span<Node* const> nodes) {
  for (Node* node : nodes) pending(*node) = 0;
  for (Node* node : nodes) {
    if (captured_only(*node)) continue;
    for (const Edge& edge : node->edges())
      if (edge && executes(*edge.node)) ++pending(*edge.node);
  }
}

// Counts, for every node that the roots reach, the edges that lead to it (spec TASK-3).
void Plan::discover() {
  InlineVector<Node*, 16> stack;
  uint32_t floor = UINT32_MAX;
  for (const Edge& input : inputs_) floor = std::min(floor, input.node->topological);
  if (!restricted_) floor = 0;
  for (const Root& root : roots_) {
    if (claim(*root.edge.node)) stack.push_back(root.edge.node.get());
    ++pending(*root.edge.node);
  }
  while (!stack.empty()) {
    Node& node = *stack.back();
    stack.pop_back();
    if (restricted_) visited_.push_back(&node);
    if (node.stream()) [[unlikely]]
      note_device_node(node);
    if (node.topological < floor) continue;
    for (const Edge& edge : node.edges()) {
      if (!edge) continue;
      if (claim(*edge.node)) stack.push_back(edge.node.get());
      ++pending(*edge.node);
    }
  }
  if (restricted_) restrict_to_inputs();
}

void Plan::note_device_node(Node& node) {
  reaches_devices_ = true;
  if (executes(node)) device_nodes_.push_back(&node);
}

// Marks what lies on a path to a requested input (spec TASK-4).
void Plan::restrict_to_inputs() {
  for (size_t i = 0; i < inputs_.size(); ++i) {
    Node& node = *inputs_[i].node;
    if (!visited(node)) continue;
    SideState* s = side(node);
    if (accumulate_) {
      (s ? s->wanted : node.wanted) = true;
    } else {
      (s ? s->captured : node.captured) = true;
      captures_.push_back({&node, inputs_[i].slot, i});
    }
  }
  if (captures_.size() > 1) {
    std::sort(captures_.begin(), captures_.end(),
              [](const Capture& a, const Capture& b) { return std::less<Node*>()(a.node, b.node); });
  }
  // A producer's topological number is smaller than its consumer's: mark from the inputs up. A chain was found in the
  // opposite order.
  auto producer_first = [](Node* a, Node* b) { return a->topological < b->topological; };
  std::reverse(visited_.begin(), visited_.end());
  if (!std::is_sorted(visited_.begin(), visited_.end(), producer_first))
    std::sort(visited_.begin(), visited_.end(), producer_first);
  for (Node* node : visited_) {
    bool leads = false;
    for (const Edge& edge : node->edges()) leads = leads || (edge && visited(*edge.node) && executes(*edge.node));
    SideState* s = side(*node);
    if (leads) (s ? s->wanted : node->wanted) = true;
    if (node->stream()) [[unlikely]]
      note_device_node(*node);
  }
}

std::span<const Plan::Capture> Plan::captures_of(const Node& node) const {
  auto before = [](const Capture& c, const Node* n) { return std::less<const Node*>()(c.node, n); };
  const Capture* first = std::lower_bound(captures_.begin(), captures_.end(), &node, before);
  const Capture* last = first;
  while (last != captures_.end() && last->node == &node) ++last;
  return {first, last};
}

// ---- while nodes run ----

void Plan::collect_gradients(Node& node, std::span<Tensor> grads) {
  SideState* s = side(node);
  for (uint32_t i = 0; i < node.num_slots; ++i) {
    grads[i] = s ? std::move(s->grads[i]) : Tensor::take(std::exchange(node.slots()[i].grad, nullptr));
  }
}

// ---- after an error ----

// Gradients that wait in nodes which will not run any more. The way to a node of this task's may lead through
// another's. There may be no memory: the nodes to be looked at are linked by the place of a gradient that is gone, and
// the counter, which is no longer used, says which of them were seen.
void Plan::forget() noexcept {
  constexpr int32_t kSeen = std::numeric_limits<int32_t>::min();
  Node* next = nullptr;
  auto visit = [&](Node* node) {
    auto found = side_.find(node);
    bool mine = own(*node);
    if (!mine && found == side_.end()) return;
    int32_t& count = mine ? node->pending : found->second.pending;
    if (std::exchange(count, kSeen) == kSeen) return;
    if (mine)
      for (SlotMeta& slot : node->slots()) Tensor::take(std::exchange(slot.grad, nullptr));
    Node*& link = mine ? reinterpret_cast<Node*&>(node->slots()[0].grad) : found->second.next;
    link = std::exchange(next, node);
  };
  for (const Root& root : roots_) visit(root.edge.node.get());
  while (next) {
    Node* node = next;
    bool mine = own(*node);
    next =
        mine ? reinterpret_cast<Node*>(std::exchange(node->slots()[0].grad, nullptr)) : side_.find(node)->second.next;
    for (const Edge& edge : node->edges())
      if (edge) visit(edge.node.get());
  }
  side_.clear();
}

}  // namespace vjp
