// Before anything runs: a task's id, the nodes it reaches and claims, what leads to the requested inputs.
#include <algorithm>
#include <mutex>

#include "engine/task.h"

namespace vjp {
namespace {

// The ids of running tasks: an owner that is not among them is stale.
struct Running {
  std::mutex mutex;
  std::vector<uint32_t> ids;
  uint32_t next = 1;
};
Running& running() {
  static auto* state = new Running();  // never destroyed: nothing is registered to run at exit
  return *state;
}
constinit std::atomic<uint32_t> running_count{0};

bool is_running(uint32_t id) {
  if (id == 0) return false;
  Running& r = running();
  std::lock_guard lock(r.mutex);
  return std::find(r.ids.begin(), r.ids.end(), id) != r.ids.end();
}

}  // namespace

bool is_running_id(int64_t id) { return id >= 0 && is_running(static_cast<uint32_t>(id)); }

uint32_t start_task_id() {
  Running& r = running();
  std::lock_guard lock(r.mutex);
  r.ids.push_back(r.next);
  running_count.store(static_cast<uint32_t>(r.ids.size()), std::memory_order_release);
  uint32_t id = r.next++;
  if (r.next == 0) r.next = 1;
  return id;
}

void finish_task_id(uint32_t id) {
  Running& r = running();
  std::lock_guard lock(r.mutex);
  std::erase(r.ids, id);
  running_count.store(static_cast<uint32_t>(r.ids.size()), std::memory_order_release);
}

bool Task::claim(Node& node) {
  uint32_t owner = node.owner.load(std::memory_order_acquire);
  if (owner == id_) return false;
  // Alone in the process, every other id is stale.
  bool free = running_count.load(std::memory_order_acquire) == 1 || !is_running(owner);
  if (free && node.owner.compare_exchange_strong(owner, id_, std::memory_order_acq_rel)) {
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
    if (node.topological < floor) continue;
    for (const Edge& edge : node.edges()) {
      if (!edge) continue;
      if (claim(*edge.node)) stack.push_back(edge.node.get());
      ++pending(*edge.node);
    }
  }
  if (restricted_) restrict_to_inputs();
}

// Marks what lies on a path to a requested input (spec TASK-4).
void Task::restrict_to_inputs() {
  auto known = [&](Node& node) { return node.owner.load(std::memory_order_relaxed) == id_ || side_.count(&node) > 0; };
  for (size_t i = 0; i < inputs_.size(); ++i) {
    Node& node = *inputs_[i].node;
    if (!known(node)) continue;
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
    for (const Edge& edge : node->edges()) leads = leads || (edge && known(*edge.node) && executes(*edge.node));
    SideState* s = side(*node);
    if (leads) (s ? s->wanted : node->wanted) = true;
  }
}

}  // namespace vjp
