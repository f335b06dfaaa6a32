// Task: one run of the engine over a graph.
//
// Note: the scratch of nodes. A task counts dependencies and collects gradients in fields of the nodes themselves,
// which it claims by writing its id (and one) into Node::owner. A node that another running task has claimed keeps its
// state in this task's side table instead, so any number of tasks may walk one graph. Owners whose task has ended are
// stale and may be overwritten.
//
// Note: nodes of devices. A task that reaches one keeps a DeviceRun beside itself (task_devices.cc), and then its nodes
// may run on several threads. Scratch and counts are changed under the run's mutex, which is not held while a node
// runs; what discovery has found out does not change any more. A task without such nodes runs in the calling thread
// and locks nothing.
#pragma once

#include <exception>
#include <memory>
#include <unordered_map>

#include "engine/grad_call.h"
#include "engine/trace.h"

namespace vjp {

struct DeviceRun;
struct WorkItem;
class WaitingThread;

struct Root {
  Edge edge;
  Tensor gradient;
};

class Task {
 public:
  struct Settings {
    bool keep_graph;
    bool last;  // of its call: a batched one makes several tasks, and the call's final callbacks run once
  };
  Task(GradCall& call, std::vector<Root> roots, std::vector<Edge> inputs, Settings settings);
  ~Task();
  std::vector<Tensor> run();

  GradCall& call() const { return call_; }
  uint64_t id() const { return owner_ - 1; }
  bool keeps_graph() const { return settings_.keep_graph; }
  bool unrestricted() const { return !restricted_ && (!outer_ || outer_->unrestricted()); }
  bool inside_node() const { return inside_node_; }
  Fate fate_of(Node& node);
  std::vector<Ref<Node>> execution_order();
  void queue_final_callback(vjp_final_callback_fn fn, void* context, void (*drop)(void*));
  // The caller finds this after the call: in memory of the node's stream, and uses it on its own (spec GC-7).
  void keep_for_caller(const Tensor& tensor);
  // On the thread that took the item from its queue, which may end in a callback: that is unwinding, and no error. The
  // item is counted out in any case.
  static void run_item(WorkItem& item);
  static void abandon_item(WorkItem& item) noexcept;  // it does not run: its thread ends
  // On the thread that waits for the task: no further node runs, and the task fails with this.
  void interrupt(std::exception_ptr error) noexcept;

 private:
  class ItemInHand;
  // State of a node whose scratch belongs to another task.
  struct SideState {
    int32_t pending = 0;
    bool wanted = true, captured = false;
    std::vector<Tensor> grads;
    Node* next = nullptr;  // to be looked at after an error
  };
  struct Capture {
    Node* node;
    uint32_t slot;
    size_t result;
  };

  bool claim(Node& node);
  bool visited(Node& node) const {
    return node.owner.load(std::memory_order_relaxed) == owner_ || side_.count(&node) > 0;
  }
  SideState* side(Node& node) { return node.owner.load(std::memory_order_relaxed) == owner_ ? nullptr : &side_[&node]; }
  int32_t& pending(Node& node) {
    SideState* s = side(node);
    return s ? s->pending : node.pending;
  }
  bool executes(Node& node);  // wanted or captured
  bool captured_only(Node& node);

  void discover();
  void restrict_to_inputs();
  void push_ready(Node* node);
  Ref<Node> pop_ready();
  void add_gradient(Node& node, uint32_t slot, Tensor grad);
  void collect_gradients(Node& node, std::span<Tensor> grads);
  void execute_all(Ref<Node>& current);
  void execute(Node& node);
  bool run_node(Node& node, std::span<Tensor> grads, std::span<Tensor> results);
  void run_tensor_hooks(Node& node, std::span<Tensor> grads);
  void retain_gradients(NodeExtra& extra, std::span<Tensor> grads);
  void capture(Node& node, std::span<Tensor> grads);
  void run_pre_hooks(Node& node, std::span<Tensor> grads);
  void run_post_hooks(Node& node, std::span<Tensor> results, std::span<Tensor> grads);
  void accept_post_hook(const Hook& hook, Node& node, std::span<Tensor> results, std::span<Tensor> before);
  // `by`: the post-hook that gave them; null: the node itself.
  void validate(Node& node, std::span<Tensor> results, const Hook* by = nullptr);
  void free_saved(Node& node, bool was_freed);
  void deliver(Node& node, std::span<Tensor> results);
  TensorImpl*& arrived(Node& node, uint32_t slot);
  Tensor sum_of(Tensor stored, const Tensor& grad);
  void run_final_callbacks();
  void clean_up_after_error() noexcept;

  // ---- with nodes of devices (task_devices.cc) ----
  void make_device_run();
  [[gnu::cold]] void plan_device_node(Node& node);
  void run_with_devices();
  bool on_workers() const;
  bool cancelled() const;
  bool execute_item(Node& node);
  void put_gradient(Stream* from, Node& node, uint32_t slot, Tensor grad);
  void keep_for_caller(Node& node);
  std::vector<Ref<Node>> take_ready(size_t in_flight, bool one_at_a_time);
  std::vector<WorkItem> items_of(std::vector<Ref<Node>> nodes);
  void route(std::vector<WorkItem> items);
  std::vector<WorkItem> finish_item(Ref<Node> node, bool flows, bool& last) noexcept;
  void stop_after(std::exception_ptr error) noexcept;
  void end_device_run();
  void devices_after_error() noexcept;
  Tensor moved_to(const SlotMeta& slot, Node& consumer, const Tensor& grad, const char* producer, size_t index);

  GradCall& call_;
  std::vector<Root> roots_;
  std::vector<Edge> inputs_;
  std::vector<Capture> captures_;
  std::vector<Tensor> results_;
  std::vector<Ref<Node>> ready_;  // a heap: larger sequence numbers first
  std::vector<Node*> visited_;    // of a restricted task, producers before consumers
  std::unordered_map<Node*, SideState> side_;
  std::vector<FinalCallback> queued_callbacks_;
  uint64_t owner_;  // what the task writes into its nodes: its id and one
  Settings settings_;
  bool restricted_;
  bool inside_node_;  // it was started in a node of another task
  Restriction outer_restriction_;
  Node* outer_node_;
  Task* outer_;
  Ref<Tracer> tracer_;
  struct DeleteRun {
    void operator()(DeviceRun* run) const;
  };
  std::unique_ptr<DeviceRun, DeleteRun> devices_;  // null: no node of a device
};

// Inside a handler: what is told of a node that failed on this thread, in the error itself and, in anomaly mode, as a
// warning.
void tell_of_failure() noexcept;

// The error of a task that goes on without a thread which a callback has ended.
std::exception_ptr thread_has_ended() noexcept;

// A handle with neither history nor the marks of a view, and with the tangent (accumulate.cc).
Tensor without_history(const Tensor& gradient);

// The innermost task of this thread.
extern const ThreadSlot<Task*> current_task;

// Numbers of running tasks (task_discover.cc): a node's owner that is not among them is stale.
uint64_t start_task();
void finish_task(uint64_t owner);

}  // namespace vjp
