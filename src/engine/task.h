// Task: one run of the engine over a graph, as the thread that called for it and the code that runs in its nodes see
// it.
//
// A task puts itself into the thread's context (current_task, executing_node, restriction), has its plan discovered and
// run, and calls the final callbacks. Callbacks ask it what runs, what will run, and of which grad call it is
// (task_queries.cc).
//
// Note: who owns what. The grad call outlives its task, which owns the plan and the run. They live until the thread
// that made the task has seen its end, whichever threads run nodes of it.
//
// Note: threads. The task's context travels to whatever thread stands for the calling one, so the functions here may be
// called on any that runs a node of it. Queued callbacks have a lock of their own; everything else is set when nodes
// begin to run.
#pragma once

#include <functional>

#include "engine/plan.h"
#include "engine/run.h"

namespace vjp {

using WaitingGradientFn = std::function<void(Node& node, uint32_t slot, TensorImpl* gradient)>;
void each_waiting_gradient(const WaitingGradientFn& f);  // of the tasks that this thread is inside of

class Task {
 public:
  Task(GradCall& call, Roots roots, Edges inputs, bool keep_graph);
  ~Task();
  std::vector<Tensor> run();

  GradCall& call() const { return call_; }
  uint64_t id() const { return plan_.owner() - 1; }
  bool keeps_graph() const { return run_.keeps_graph(); }
  bool unrestricted() const { return !plan_.restricted() && (!outer_ || outer_->unrestricted()); }
  bool inside_node() const { return inside_node_; }
  Fate fate_of(Node& node);
  std::vector<Ref<Node>> execution_order();
  void queue_final_callback(vjp_final_callback_fn fn, void* context, void (*drop)(void*));
  // Where one thread runs all nodes: the gradients that have arrived at nodes which have not run yet.
  void each_waiting_gradient(const WaitingGradientFn& f);
  Task* outer() const { return outer_; }
  // The caller finds this after the call (DeviceRun::keep_for_caller).
  void keep_for_caller(const Tensor& tensor);

 private:
  void run_final_callbacks();
  void clean_up_after_error() noexcept;

  GradCall& call_;
  Plan plan_;
  const bool inside_node_;  // it was started in a node of another task
  const Restriction outer_restriction_;
  Node* const outer_node_;
  Task* const outer_;
  const Ref<Tracer> tracer_;
  Run run_;
  bool cleaning_up_ = false;  // gradients' places are used for something else
  std::vector<FinalCallback> queued_callbacks_;
};

// The innermost task of this thread.
extern const ThreadSlot<Task*> current_task;

}  // namespace vjp
