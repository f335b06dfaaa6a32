#include "engine/grad_call.h"

#include <algorithm>

#include "base/last_error.h"
#include "engine/accumulate.h"
#include "engine/grad_arguments.h"
#include "engine/stand_in.h"
#include "engine/task.h"
#include "graph/batch_level.h"
#include "graph/ended.h"
#include "graph/modes.h"
#include "graph/scope.h"
#include "ops/internal.h"

namespace vjp {

void FinalCallback::call() const {
  vjp_status status;
  {
    Callback callback;
    status = fn_(context_);
  }
  if (status != VJP_OK) throw_callback_error(status, "a final callback");
}

bool GradientStore::take(TensorImpl& leaf, const Tensor& grad, bool owned) const {
  vjp_status status;
  bool taken = false;
  {
    Callback callback;
    status = fn_(context_, handle_of(&leaf), handle_of(grad.get()), owned, &taken);
  }
  if (status != VJP_OK) throw_callback_error(status, "a store of gradients");
  return taken;
}

// ---- setting up ----

GradArgument GradCall::root_name(size_t index) const { return {options.accumulate, "root", index}; }
GradArgument GradCall::input_name(size_t index) const { return {options.accumulate, "input", index}; }

void GradCall::check_not_running(const char* what) const {
  if (running_.load(std::memory_order_acquire)) fail(VJP_ERROR_STATE, "{}: the grad call is running", what);
}

void GradCall::add_root(const Tensor& tensor, const Tensor& gradient) {
  check_not_running("add_root");
  if (!tensor) fail(VJP_ERROR_INVALID, "{} is NULL", root_name(roots_.size()));
  roots_.push_back({tensor, {}, gradient});
}

void GradCall::add_root(Edge edge, const Tensor& gradient) {
  check_not_running("add_root_edge");
  check_slot(edge, root_name(roots_.size()));
  if (edge.node->slots()[edge.slot].dtype == Dtype::None)
    fail(VJP_ERROR_INVALID, "{}: slot {} of {} is a placeholder", root_name(roots_.size()), edge.slot,
         edge.node->name());
  roots_.push_back({{}, std::move(edge), gradient});
}

void GradCall::set_root_gradient(size_t index, const Tensor& gradient) {
  check_not_running("set_root_gradient");
  if (index >= roots_.size()) fail(VJP_ERROR_INVALID, "grad call: root {} of {}", index, roots_.size());
  roots_[index].gradient = gradient;
}

void GradCall::add_input(const Tensor& tensor) {
  check_not_running("add_input");
  if (!tensor) fail(VJP_ERROR_INVALID, "{} is NULL", input_name(inputs_.size()));
  inputs_.push_back({tensor, {}});
}

void GradCall::add_input(Edge edge) {
  check_not_running("add_input_edge");
  check_slot(edge, input_name(inputs_.size()));
  inputs_.push_back({{}, std::move(edge)});
}

void GradCall::add_final_callback(vjp_final_callback_fn fn, void* context, void (*drop)(void*)) {
  check_not_running("add_final_callback");
  final_callbacks_.reserve(final_callbacks_.size() + 1);
  final_callbacks_.emplace_back(fn, context, drop);
}

void GradCall::set_store(vjp_take_gradient_fn fn, void* context, void (*drop)(void*)) {
  check_not_running("set_store");
  if (!options.accumulate) fail(VJP_ERROR_INVALID, "set_store: grad writes no leaf's grad field; it is for backward");
  std::unique_ptr<GradientStore> store;
  if (fn) store = std::make_unique<GradientStore>(fn, context);
  if (store) store->own_context(drop);
  store_ = std::move(store);
}

void GradCall::set_compiled(const CompileOptions& how) {
  check_not_running("set_compiled");
  compiled_ = how.on ? std::make_unique<CompileOptions>(how) : nullptr;
}

Ref<Hook> GradCall::add_capture_hook(size_t input, vjp_tensor_hook_fn fn, void* context, void (*drop)(void*)) {
  check_not_running("add_capture_hook");
  if (options.accumulate) {
    fail(VJP_ERROR_INVALID, "add_capture_hook: backward captures nothing; register a hook on the tensor");
  }
  if (input >= inputs_.size()) fail(VJP_ERROR_INVALID, "add_capture_hook: input {} of {}", input, inputs_.size());
  if (capture_hooks_.size() <= input) capture_hooks_.resize(input + 1);
  auto& hooks = capture_hooks_[input];
  if (!hooks) hooks = std::make_unique<HookList>();
  return hooks->add({.tensor = fn}, context, drop);
}

// ---- running ----

void GradCall::check_options() const {
  if (options.materialize && !options.allow_unused) {
    fail(VJP_ERROR_INVALID, "materialize contradicts allow_unused = false");
  }
  if (options.batched && options.accumulate) fail(VJP_ERROR_INVALID, "batched: only grad can be batched, not backward");
  if (!options.accumulate && inputs_.empty()) fail(VJP_ERROR_INVALID, "grad: at least one input is needed");
}

void GradCall::begin_run() {
  bool before = __libc_single_threaded ? running_.load(std::memory_order_relaxed)
                                       : running_.exchange(true, std::memory_order_acquire);
  if (before) fail(VJP_ERROR_STATE, "the grad call is running already");
  running_.store(true, std::memory_order_relaxed);
  keep_results({});
}

void GradCall::run() {
  begin_run();
  struct Done {
    GradCall& call;
    ~Done() { call.end_run(); }
  } done{*this};
  execute();
}

void GradCall::execute() {
  check_options();
  if (stack_is_deep()) {
    run_on_stand_in([](void* self) { static_cast<GradCall*>(self)->run_here(); }, this);
  } else {
    run_here();
  }
}

void GradCall::run_here() {
  StackLevel level;
  WarningRecord warnings;  // closed last, on success and on failure (spec ENTRY-25)
  run_recorded();
  warnings.close();
}

void GradCall::run_recorded() {
  // nothing records in inference mode
  if (forward_level_lives()) [[unlikely]]
    follow_forward_level();  // perhaps another thread has entered it
  GradMode mode(options.create_graph && !(mode_word & kModeInference));
  // In whatever region backward is called, nodes compute in the forward's dtypes, and what they call is no call of the
  // program's.
  ModeGuard forward_dtypes(0, kModeAutocast | kModeInterceptCalls);
  refuse_ended_tensors();
  begin_callbacks();
  if (options.accumulate && options.create_graph && !store_) {
    static std::atomic<bool> warned{false};
    if (!warned.exchange(true)) {
      warn(
          "backward with create_graph stores gradients with history in leaves, a cycle that keeps itself alive; "
          "prefer grad, or clear the grad fields");
    }
  }
  if (batching_in_play() || (mode_word & kModeBatch)) [[unlikely]]
    follow_batching();
  std::vector<Tensor> results = options.batched ? run_batch() : run_once();
  if (options.accumulate) return;
  if (!options.create_graph) leave_history(results);
  fill_unused(results);
  keep_results(std::move(results));
}

// Spec HIGH-12.
void GradCall::refuse_ended_tensors() const {
  if (!ended_requests_in_play()) [[likely]]
    return;
  const char* what = options.accumulate ? "backward" : "grad";
  for (const Root& root : roots_) {
    if (root.tensor) refuse_ended(*root.tensor.get(), what);
    if (root.gradient) refuse_ended(*root.gradient.get(), what);
  }
  for (const Input& input : inputs_)
    if (input.tensor) refuse_ended(*input.tensor.get(), what);
}

void GradCall::keep_results(std::vector<Tensor> results) {
  if (results.empty() && results_.empty()) return;
  ByteLock lock(results_held_);
  results_.swap(results);  // and the former ones end after the lock
}

Tensor GradCall::result(size_t input) const {
  size_t left;
  {
    ByteLock lock(results_held_);
    left = results_.size();
    if (input < left) return results_[input];
  }
  check_not_running("result");
  fail(VJP_ERROR_INVALID, "grad call: result {} asked for, the last run left {}", input, left);
}

Edges GradCall::input_edges() const {
  Edges edges;
  edges.reserve(inputs_.size());
  for (size_t i = 0; i < inputs_.size(); ++i) {
    const Input& input = inputs_[i];
    edges.push_back(input.edge ? input.edge : edge_or_fail(input.tensor, input_name(i)));
  }
  // Spec ENTRY-14: a non-leaf keeps its gradient from now on.
  for (const Input& input : inputs_) {
    if (options.accumulate && input.tensor && !is_leaf(*input.tensor.get())) retain_grad(*input.tensor.get());
  }
  return edges;
}

std::vector<Tensor> GradCall::run_once() {
  if (batching_in_play()) [[unlikely]]
    return run_on_physical();
  Roots roots;
  roots.reserve(roots_.size());
  for (size_t i = 0; i < roots_.size(); ++i) {
    const Root& root = roots_[i];
    Edge edge = root.edge ? root.edge : edge_or_fail(root.tensor, root_name(i));
    roots.push_back(
        {std::move(edge), checked_root_gradient(likeness_of(root.tensor, root.edge), root.gradient, root_name(i))});
  }
  Task task(*this, std::move(roots), input_edges(), options.retain_graph);
  return task.run();
}

// What hooks and custom derivatives gave may have some; a root gradient comes back as it was given (spec ENTRY-11).
void GradCall::leave_history(std::vector<Tensor>& results) const {
  for (Tensor& result : results) {
    if (!result || !requires_grad(*result.get())) continue;
    auto is_result = [&](const Root& root) { return root.gradient.is(result); };
    if (std::none_of(roots_.begin(), roots_.end(), is_result)) result = without_history(result);
  }
}

// Spec ENTRY-15, ENTRY-16.
void GradCall::fill_unused(std::vector<Tensor>& results) const {
  for (size_t i = 0; i < results.size(); ++i) {
    if (results[i]) continue;
    const Input& input = inputs_[i];
    if (!options.allow_unused) {
      fail(VJP_ERROR_INVALID,
           "{} ({}) was not reached from the roots; with allow_unused its gradient is undefined instead", input_name(i),
           input.tensor ? describe(*input.tensor.get())
                        : format("slot {} of {}", input.edge.slot, input.edge.node->name()));
    }
    if (!options.materialize) continue;
    if (!input.tensor) {
      fail(VJP_ERROR_INVALID, "{} is an edge (slot {} of {}) and was not reached; zeros are made for tensors only",
           input_name(i), input.edge.slot, input.edge.node->name());
    }
    Dims sizes = options.batched ? in_front(batch_of(*this), input.tensor.sizes()) : Dims(input.tensor.sizes());
    OperatorDevice there(input.tensor.device());
    results[i] = Tensor::zeros(sizes, input.tensor.dtype());
    results[i]->requires_grad = true;
  }
}

}  // namespace vjp
