// Run: the nodes of a plan, each in its turn. What happens at a node is here, whichever thread it runs on: tensor
// hooks, retained gradients, captures, node hooks, the derivative, validation, post-hooks, release, delivery.
//
// Note: threads. Without nodes of devices everything is done by the thread of the task, which locks nothing. With them
// there is a DeviceRun, which says where a node runs, takes its gradients from the plan and hands its results on;
// `execute` is then called by several threads, for one node each, and changes nothing of the Run but the results of the
// node's captures. The rest does not change while nodes run.
#pragma once

#include <memory>

#include "engine/grad_call.h"
#include "engine/plan.h"
#include "engine/ready_nodes.h"
#include "engine/trace.h"
#include "tensor/sparse.h"

namespace vjp {

class DeviceRun;
class Task;

// Stretches of an order whose nodes somebody computes at once (compile/). In a stretch no hook runs and nothing else of
// the user's.
class Shortcuts {
 public:
  virtual ~Shortcuts() = default;
  // The stretch at `first` begins; `left` are the nodes from there on. How many of them it is; 0: nothing was done, and
  // they run as ever. `first` is the next one's then.
  virtual size_t begin(std::span<Node* const> left) = 0;
  // Hands on what the node at that place of the order gives; its turn has come. False: it runs as ever.
  virtual bool give(size_t place, Node& node) = 0;

  size_t first = SIZE_MAX;  // where the next one begins
};

class Run {
 public:
  struct Settings {
    bool keep_graph;
    Tracer* tracer;        // null: none. Lives as long as the run
    DeviceRun* around_it;  // of the task in whose node this one was started; null: none
  };
  Run(Task& task, Plan& plan, Settings settings);
  ~Run();

  void all();  // on the thread of the task
  void clean_up_after_error() noexcept;
  std::vector<Tensor> take_results() { return std::move(results_); }  // one an input
  // ---- for run_compiled ----
  bool among_devices() const { return settings_.around_it; }
  void all_discovered();  // the rest of `all`, after the plan's discovery
  // The nodes one after the other; `order` is the heap's. False: what its maker relied on changed meanwhile, for a hook
  // has come or gone, and from there on the heap has decided (spec HK-9, FB-4).
  bool all_in_order(std::span<Node* const> order, Shortcuts* shortcuts);
  bool in_order() const { return in_order_; }
  std::span<Node* const> left_in_order() const { return left_in_order_; }

  bool keeps_graph() const { return settings_.keep_graph; }
  DeviceRun* devices() const { return devices_.get(); }  // null: no node of a device
  const ReadyNodes& ready() const { return ready_; }

  // ---- for DeviceRun ----
  // True if results were handed on.
  bool execute(Node& node);
  ReadyNodes& ready_nodes() { return ready_; }
  std::span<const Tensor> results() const { return results_; }

 private:
  class Here;     // the source of nodes without devices
  class InOrder;  // the same, of nodes whose order is known
  void leave_order();
  void execute_own(Node& node);

  void seed();
  bool run_node(Node& node, std::span<Tensor> grads, std::span<Tensor> results);
  bool run_watched(Node& node, std::span<Tensor> grads, std::span<Tensor> results);
  template <class Apply>
  bool run_steps(Node& node, std::span<Tensor> grads, std::span<Tensor> results, Apply&& apply);
  void run_tensor_hooks(Node& node, std::span<Tensor> grads);
  void retain_gradients(NodeExtra& extra, std::span<Tensor> grads);
  void capture(Node& node, std::span<Tensor> grads);
  void run_pre_hooks(Node& node, std::span<Tensor> grads);
  void run_post_hooks(Node& node, std::span<Tensor> results, std::span<Tensor> grads);
  void accept_post_hook(const Hook& hook, Node& node, std::span<Tensor> results, std::span<Tensor> before);
  // `by`: the post-hook that gave them; null: the node itself.
  void validate(Node& node, std::span<Tensor> results, const Hook* by = nullptr);
  Tensor moved_to(const SlotMeta& slot, Node& consumer, const Tensor& grad, const char* producer, size_t index);
  void free_saved(Node& node, bool was_freed);
  void densify(std::span<Tensor> grads);
  void put_gradient(Node& node, uint32_t slot, Tensor grad);
  void deliver(Node& node, std::span<Tensor> results);
  void deliver_in_order(Node& node, std::span<Tensor> results);

  Task& task_;
  Plan& plan_;
  const Settings settings_;
  std::vector<Tensor> results_;
  ReadyNodes ready_;
  bool in_order_ = false;
  std::span<Node* const> left_in_order_;  // what `all_in_order` has not run yet
  std::unique_ptr<DeviceRun> devices_;    // made when the plan is known
};

// The sum of two gradients: in place only in a tensor that nobody else can see (spec BUF-3).
Tensor sum_of(Tensor stored, const Tensor& grad);
// Spec VALID-6: an error that begins with `what` where a gradient's layout does not go with that of its place.
void check_layout(Layout slot, const Tensor& grad, std::string_view what);

}  // namespace vjp
