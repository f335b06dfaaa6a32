// Before anything runs: a task's number, the nodes it reaches and claims, what leads to the requested inputs.
#include <algorithm>
#include <mutex>

#include "engine/task.h"

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
constinit std::atomic<uint32_t> running_count{0};

bool is_running(uint64_t owner) {
  if (owner == 0) return false;
  Running& r = running();
  std::lock_guard lock(r.mutex);
  return std::binary_search(r.owners.begin(), r.owners.end(), owner);
}

}  // namespace

bool is_running_id(int64_t id) { return id >= 0 && is_running(static_cast<uint64_t>(id) + 1); }

uint64_t start_task() {
  Running& r = running();
  std::lock_guard lock(r.mutex);
  r.owners.push_back(r.next);
  running_count.store(static_cast<uint32_t>(r.owners.size()), std::memory_order_release);
  return r.next++;
}

void finish_task(uint64_t owner) {
  Running& r = running();
  std::lock_guard lock(r.mutex);
  r.owners.erase(std::lower_bound(r.owners.begin(), r.owners.end(), owner));
  running_count.store(static_cast<uint32_t>(r.owners.size()), std::memory_order_release);
}

bool Task::claim(Node& node) {
  uint64_t owner = node.owner.load(std::memory_order_acquire);
  if (owner == owner_) return false;
  // What went to the side table stays there, though its owner may have ended since.
  if (!side_.empty() && side_.count(&node) > 0) return false;
  // Alone in the process, every other owner is stale.
  bool free = running_count.load(std::memory_order_acquire) == 1 || !is_running(owner);
  if (free && node.owner.compare_exchange_strong(owner, owner_, std::memory_order_acq_rel)) {
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

bool Task::executes(Node& node) {
  if (!restricted_) return true;
  SideState* s = side(node);
  return s ? s->wanted || s->captured : node.wanted || node.captured;
}

// Counts, for every node that the roots reach, the edges that lead to it (spec TASK-3).
void Task::discover() {
  std::vector<Node*> stack;
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
      plan_device_node(node);
    if (node.topological < floor) continue;
    for (const Edge& edge : node.edges()) {
      if (!edge) continue;
      if (claim(*edge.node)) stack.push_back(edge.node.get());
      ++pending(*edge.node);
    }
  }
  if (restricted_) restrict_to_inputs();
  if (outer_ && outer_->devices_) [[unlikely]]
    make_device_run();  // it ends when the outer task fails on another thread
}

// Marks what lies on a path to a requested input (spec TASK-4).
void Task::restrict_to_inputs() {
  for (size_t i = 0; i < inputs_.size(); ++i) {
    Node& node = *inputs_[i].node;
    if (!visited(node)) continue;
    SideState* s = side(node);
    if (call_.options.accumulate) {
      (s ? s->wanted : node.wanted) = true;
    } else {
      (s ? s->captured : node.captured) = true;
      captures_.push_back({&node, inputs_[i].slot, i});
    }
  }
  std::sort(captures_.begin(), captures_.end(),
            [](const Capture& a, const Capture& b) { return std::less<Node*>()(a.node, b.node); });
  // A consumer's topological number is smaller than its producer's: mark from the inputs up.
  std::sort(visited_.begin(), visited_.end(), [](Node* a, Node* b) { return a->topological < b->topological; });
  for (Node* node : visited_) {
    bool leads = false;
    for (const Edge& edge : node->edges()) leads = leads || (edge && visited(*edge.node) && executes(*edge.node));
    SideState* s = side(*node);
    if (leads) (s ? s->wanted : node->wanted) = true;
    if (node->stream()) [[unlikely]]
      plan_device_node(*node);
  }
}

}  // namespace vjp
