// A grad call: what backward and grad are asked to do, and what came of it.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "base/byte_lock.h"
#include "base/inline_vector.h"
#include "engine/compiled.h"
#include "engine/plan.h"
#include "graph/meta.h"
#include "vjp/grad_store.h"

namespace vjp {

struct GradOptions {
  bool retain_graph = false, create_graph = false, allow_unused = false, materialize = false;
  bool accumulate = false;  // backward: add to leaves; otherwise return gradients of the inputs
  bool batched = false;     // the first dimension of every root gradient is a batch
};

struct GradArgument;

// A callback of the user for the end of a task (spec TASK-18).
class FinalCallback {
 public:
  FinalCallback(vjp_final_callback_fn fn, void* context, void (*drop)(void*))
      : fn_(fn), context_(context), drop_(drop) {}
  FinalCallback(FinalCallback&& other) noexcept
      : fn_(other.fn_), context_(other.context_), drop_(std::exchange(other.drop_, nullptr)) {}
  ~FinalCallback() {
    if (drop_) drop_(context_);
  }
  void call() const;

 private:
  vjp_final_callback_fn fn_;
  void* context_;
  void (*drop_)(void*);
};

// The user's store for gradients of leaves (vjp/grad_store.h).
class GradientStore {
 public:
  GradientStore(vjp_take_gradient_fn fn, void* context) : fn_(fn), context_(context) {}
  ~GradientStore() {
    if (drop_) drop_(context_);
  }
  GradientStore(const GradientStore&) = delete;
  GradientStore& operator=(const GradientStore&) = delete;
  void own_context(void (*drop)(void*)) noexcept { drop_ = drop; }
  // False: it declines. `owned`: nobody but the engine can see the gradient's memory.
  bool take(TensorImpl& leaf, const Tensor& grad, bool owned) const;

 private:
  vjp_take_gradient_fn fn_;
  void* context_;
  void (*drop_)(void*) = nullptr;
};

class GradCall {
 public:
  // Either a tensor or a gradient edge, which stands for a tensor that nobody holds any more (spec ENTRY-19).
  struct Root {
    Tensor tensor;
    Edge edge;
    Tensor gradient;  // may be undefined
  };
  struct Input {
    Tensor tensor;
    Edge edge;
  };

  explicit GradCall(const GradOptions& options) : options(options) {}
  static void destroy(GradCall* call) noexcept { delete call; }

  void add_root(const Tensor& tensor, const Tensor& gradient);
  void add_root(Edge edge, const Tensor& gradient);
  void set_root_gradient(size_t index, const Tensor& gradient);
  void add_input(const Tensor& tensor);
  void add_input(Edge edge);
  void add_final_callback(vjp_final_callback_fn fn, void* context, void (*drop)(void*));  // takes the context over

  void set_store(vjp_take_gradient_fn fn, void* context, void (*drop)(void*));  // takes the context over
  const GradientStore* store() const { return store_.get(); }                   // null: the leaves' grad fields

  void set_compiled(const CompileOptions& how);
  const CompileOptions* compiled() const { return compiled_.get(); }  // null: as the thread has it

  // One task over the graph. Throws the first error, after which nothing of the task is left in the graph.
  void run();
  // The same in parts, where one thread begins a run and another executes it. Between begin and end nothing
  // can be changed.
  void begin_run();
  void execute();
  void end_run() noexcept { running_.store(false, std::memory_order_release); }

  std::span<const Root> roots() const { return {roots_.data(), roots_.size()}; }
  std::span<const Input> inputs() const { return {inputs_.data(), inputs_.size()}; }
  const std::vector<FinalCallback>& final_callbacks() const { return final_callbacks_; }
  GradArgument root_name(size_t index) const;  // for messages
  GradArgument input_name(size_t index) const;
  // Of the last run, one an input; empty if it failed. For code that runs the call itself.
  const std::vector<Tensor>& results() const { return results_; }
  Tensor result(size_t input) const;  // for any thread; a state error while it runs
  std::vector<Tensor> take_results() { return std::move(results_); }

  // On the gradient that is captured for an input (spec HOOK-16).
  Ref<Hook> add_capture_hook(size_t input, vjp_tensor_hook_fn fn, void* context, void (*drop)(void*));
  HookList* capture_hooks(size_t input) const {  // null: none
    return input < capture_hooks_.size() ? capture_hooks_[input].get() : nullptr;
  }

  RefCount refs;
  const GradOptions options;

 private:
  void check_not_running(const char* what) const;
  void check_options() const;
  Edges input_edges() const;
  void run_here();
  void run_recorded();
  void keep_results(std::vector<Tensor> results);
  std::vector<Tensor> run_once();
  // ---- grad_call_batched.cc ----
  std::vector<Tensor> run_batch();  // the first dimension of gradients is a level of batching
  void refuse_ended_tensors() const;
  std::vector<Tensor> run_on_physical();  // of batched tensors among roots, gradients and inputs
  std::vector<Tensor> run_on_physical(const std::vector<Tensor>& gradients);
  void leave_history(std::vector<Tensor>& results) const;
  void fill_unused(std::vector<Tensor>& results) const;

  InlineVector<Root, 2> roots_;
  InlineVector<Input, 2> inputs_;  // none: backward means every leaf
  std::vector<FinalCallback> final_callbacks_;
  std::vector<Tensor> results_;
  mutable std::atomic<bool> results_held_{false};  // a ByteLock: others may ask for them while a run begins or ends
  std::vector<std::unique_ptr<HookList>> capture_hooks_;  // one an input as far as there are any
  std::unique_ptr<GradientStore> store_;
  std::unique_ptr<CompileOptions> compiled_;
  std::atomic<bool> running_{false};
};

// ---- what can be asked while a task runs on this thread (spec TASK-14 to TASK-19) ----

GradCall* current_grad_call();    // the innermost one; null outside
int64_t current_grad_call_id();   // its task's; -1 outside
bool current_call_keeps_graph();  // true outside
// Neither the running task nor one around it is restricted to inputs; true outside (spec CKPT-6).
bool current_call_unrestricted();
bool is_running_id(int64_t id);  // whether the task with this id is still running
bool in_backward();              // in a node of some task

struct Fate {
  bool executes, captured_only;  // captured_only: it is reached, but its derivative will not run
};
Fate fate_of(Node& node);
// The node that is executing and those that will, in order.
std::vector<Ref<Node>> execution_order();
void queue_final_callback(vjp_final_callback_fn fn, void* context, void (*drop)(void*));  // takes the context over

}  // namespace vjp
