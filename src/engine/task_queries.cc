// What callbacks may ask of the task that runs on their thread (spec TASK-14 to TASK-19).
#include <unordered_set>

#include "engine/device_run.h"
#include "engine/task.h"
#include "kernel/backends.h"

namespace vjp {
namespace {

Task& running_task(const char* what) {
  if (!current_task) fail(VJP_ERROR_STATE, "{}: no grad call is running on this thread", what);
  return *current_task.get();
}

}  // namespace

VJP_FILL_PORT(runs_backward) = [] { return in_backward(); };

GradCall* current_grad_call() { return current_task ? &current_task.get()->call() : nullptr; }
int64_t current_grad_call_id() { return current_task ? static_cast<int64_t>(current_task.get()->id()) : -1; }
bool current_call_keeps_graph() { return !current_task || current_task.get()->keeps_graph(); }
bool current_call_unrestricted() { return !current_task || current_task.get()->unrestricted(); }
bool in_backward() { return executing_node || (current_task && current_task.get()->inside_node()); }
Fate fate_of(Node& node) { return running_task("will_execute").fate_of(node); }
std::vector<Ref<Node>> execution_order() { return running_task("execution_order").execution_order(); }
void queue_final_callback(vjp_final_callback_fn fn, void* context, void (*drop)(void*)) {
  running_task("queue_final_callback").queue_final_callback(fn, context, drop);
}

Fate Task::fate_of(Node& node) {
  if (!plan_.visited(node) || !plan_.executes(node)) return {false, false};
  return {true, plan_.captured_only(node)};
}

void each_waiting_gradient(const WaitingGradientFn& f) {
  for (Task* task = current_task; task; task = task->outer()) task->each_waiting_gradient(f);
}

void Task::each_waiting_gradient(const WaitingGradientFn& f) {
  if (cleaning_up_ || (run_.devices() && run_.devices()->on_workers())) return;
  std::unordered_set<Node*> seen;
  std::vector<Node*> stack;
  auto visit = [&](Node* node) {
    if (node && plan_.visited(*node) && seen.insert(node).second) stack.push_back(node);
  };
  for (const Root& root : plan_.roots()) visit(root.edge.node.get());
  while (!stack.empty()) {
    Node& node = *stack.back();
    stack.pop_back();
    for (uint32_t slot = 0; slot < node.num_slots; ++slot)
      if (TensorImpl* gradient = plan_.arrived(node, slot)) f(node, slot, gradient);
    for (const Edge& edge : node.edges()) visit(edge.node.get());
  }
}

// The rest of the task, played on copies of its counts and of what is ready.
std::vector<Ref<Node>> Task::execution_order() {
  if (run_.devices() && run_.devices()->on_workers()) {
    fail(VJP_ERROR_STATE,
         "execution_order: nodes of this grad call run on the workers of devices; it is known where one thread runs "
         "them all");
  }
  std::vector<Ref<Node>> order;
  std::unordered_map<Node*, int32_t> counts;
  if (run_.in_order()) {
    if (executing_node) order.push_back(Ref<Node>::share(executing_node.get()));
    for (Node* node : run_.left_in_order()) order.push_back(Ref<Node>::share(node));
    return order;
  }
  ReadyNodes ready = run_.ready();
  auto deliver = [&](Node& node) {
    if (plan_.captured_only(node)) return;
    for (const Edge& edge : node.edges()) {
      if (!edge) continue;
      int32_t& left = counts.try_emplace(edge.node.get(), plan_.pending(*edge.node)).first->second;
      if (--left == 0 && plan_.executes(*edge.node)) ready.push(edge.node.get());
    }
  };
  if (executing_node) {
    order.push_back(Ref<Node>::share(executing_node.get()));
    deliver(*executing_node.get());
  }
  while (!ready.empty()) {
    Node* node = ready.pop();
    order.push_back(Ref<Node>::share(node));
    deliver(*node);
  }
  return order;
}

}  // namespace vjp
