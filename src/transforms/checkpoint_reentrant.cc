// The reentrant kind: one node for the whole region, whose derivative computes the region again and runs a nested
// backward through it (spec CKPT-4 to CKPT-8).
#include <algorithm>

#include "base/last_error.h"
#include "base/pool.h"
#include "engine/grad_call.h"
#include "graph/batched.h"
#include "graph/collect.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "graph/references.h"
#include "graph/saved.h"
#include "ops/autocast.h"
#include "transforms/checkpoint.h"

namespace vjp {
namespace {

// Stands before a gradient that came through a recomputed graph, which is gone: the gradient depends on what came in
// and on the region's inputs, but how is not known any more.
class OnceNode final : public Node {
 public:
  static Tensor tie(const Tensor& grad, std::span<const Tensor> incoming, const Node& region) {
    Tensor tied = grad.alias();
    size_t edges = incoming.size() + region.num_edges, dims = static_cast<size_t>(tied.ndim());
    size_t bytes = node_bytes(sizeof(OnceNode), edges, 1, dims, 0);
    void* memory = pool_allocate(bytes);
    auto* made = new (memory) OnceNode(memory, bytes, edges, dims);
    auto node = Ref<Node>::take(made);
    size_t edge = 0;
    for (const Tensor& t : incoming) {
      if (t) made->connect(edge, gradient_edge(*t.get()));
      ++edge;
    }
    for (const Edge& input : region.edges()) made->connect(edge++, input);
    set_history(*tied.get(), node, 0);
    return tied;
  }
  const char* name() const override { return "ReentrantCheckpointOnce"; }
  void apply(std::span<Tensor>, std::span<Tensor>) override {
    fail(VJP_ERROR_NOT_IMPLEMENTED,
         "a gradient through a reentrant checkpoint cannot be differentiated again; use the default kind of "
         "checkpoint");
  }

 private:
  OnceNode(void* memory, size_t bytes, size_t edges, size_t dims)
      : Node(memory, sizeof(OnceNode), edges, 1, dims, bytes) {}
};

class ReentrantNode final : public Node {
 public:
  static Ref<Node> make(TensorList inputs, const std::vector<Tensor>& slots) {
    size_t dims = 0;
    for (const Tensor& t : slots) dims += static_cast<size_t>(t.ndim());
    size_t bytes = node_bytes(sizeof(ReentrantNode), inputs.size(), slots.size(), dims, 0);
    void* memory = pool_allocate(bytes);
    return Ref<Node>::take(new (memory) ReentrantNode(memory, bytes, dims, inputs.size(), slots.size()));
  }

  void remember(Ref<CheckpointFunction> function, TensorList inputs, const RandomState& random,
                std::vector<size_t> result_of_slot, size_t num_results) {
    function_ = std::move(function);
    random_ = random;
    for (const Tensor& t : inputs) {
      inputs_.push_back(SavedTensor::input(t, *this, "input"));
      flags_.push_back(requires_grad(t));
    }
    result_of_slot_ = std::move(result_of_slot);
    num_results_ = num_results;
  }

  const char* name() const override { return "ReentrantCheckpointBackward"; }
  bool takes_turns() const override { return true; }
  bool collect(Collector& c) const override {
    SavedLock lock(*this);
    c.kind(NodeKind::ReentrantCheckpoint, 0, static_cast<uint32_t>(inputs_.size()));
    if (freed) c.refuse("its saved values were freed");
    for (size_t i = 0; i < inputs_.size(); ++i) {
      c.saved("input", inputs_[i]);
      c.structural("requires grad", flags_[i]);
    }
    return true;
  }

  void apply(std::span<Tensor> grads, std::span<Tensor> out) override {
    if (!current_call_unrestricted()) {
      fail(VJP_ERROR_STATE,
           "{}: a reentrant checkpoint works in backward over all leaves only, neither in grad nor in backward with "
           "inputs, for its nested backward adds to every leaf; use the default kind of checkpoint",
           name());
    }
    bool any = std::any_of(grads.begin(), grads.end(), [](const Tensor& g) { return g.defined(); });
    if (!any) return;
    bool again = grad_enabled();  // the backward is itself to be differentiated
    Ref<CheckpointFunction> function;
    std::vector<SavedTensor> saved;
    {
      SavedLock lock(*this);
      if (freed) fail_freed(*this, "the inputs of the region");
      function = function_;
      saved = inputs_;
    }
    std::vector<Tensor> inputs = detached(saved);
    std::vector<Tensor> results = recompute(*function, inputs);
    run_backward(results, grads);
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (!inputs[i] || !needs(i) || !inputs[i]->meta) continue;
      out[i] = std::exchange(inputs[i]->meta->grad, {});
      if (out[i] && again) out[i] = OnceNode::tie(out[i], grads, *this);
    }
  }

  void visit_context(const ReferenceVisitor& visit) override {
    SavedLock lock(*this);
    for (const SavedTensor& saved : inputs_) saved.visit(visit);
    visit_function(function_, visit);
  }

  bool release_saved() noexcept override {
    std::vector<SavedTensor> gone;  // these end after the lock is given back
    Ref<CheckpointFunction> function;
    SavedLock lock(*this);
    gone.swap(inputs_);
    std::swap(function, function_);
    const bool freed_before = freed;
    freed = true;
    return !freed_before;
  }

 private:
  ReentrantNode(void* memory, size_t bytes, size_t dims, size_t inputs, size_t slots)
      : Node(memory, sizeof(ReentrantNode), inputs, slots, dims, bytes), random_(false) {}

  // Leaves on the memory of the inputs, flagged as these were.
  std::vector<Tensor> detached(const std::vector<SavedTensor>& saved) {
    std::vector<Tensor> inputs;
    for (size_t i = 0; i < saved.size(); ++i) {
      Tensor input = SavedTensor(saved[i]).unpack(*this, "input");
      if (input) input = detach(input);
      if (flags_[i]) set_requires_grad(*input.get(), true);
      inputs.push_back(std::move(input));
    }
    return inputs;
  }

  std::vector<Tensor> recompute(CheckpointFunction& function, const std::vector<Tensor>& inputs) {
    GradMode recording(true);
    RandomState::Scope random(random_);
    AutocastRegion autocast(autocast_);
    std::vector<Tensor> results = function.run(inputs, true);
    if (results.size() != num_results_) {
      function.fail_region(VJP_ERROR_INVALID, format("{}: the region gave {} results in the forward and {} in the "
                                                     "recomputation",
                                                     name(), num_results_, results.size()));
    }
    return results;
  }

  void run_backward(const std::vector<Tensor>& results, std::span<Tensor> grads) {
    GradOptions options;
    options.accumulate = true;
    options.allow_unused = true;
    GradCall call(options);
    bool any = false;
    for (size_t slot = 0; slot < grads.size(); ++slot) {
      const Tensor& result = results[result_of_slot_[slot]];
      if (!requires_grad(result)) continue;
      any = true;
      if (!grads[slot]) continue;
      call.add_root(result, detach(grads[slot]));
    }
    if (!any) fail(VJP_ERROR_STATE, "{}: no result of the region requires grad; leave the checkpoint out", name());
    if (!call.roots().empty()) call.run();
  }

  Ref<CheckpointFunction> function_;
  std::vector<SavedTensor> inputs_;
  std::vector<bool> flags_;  // which of them required grad
  RandomState random_;
  AutocastSettings autocast_ = AutocastSettings::of_this_thread();
  std::vector<size_t> result_of_slot_;
  size_t num_results_ = 0;
};

// A tensor that can become a result of the node: new, without history, nobody's view.
Tensor as_result(const Tensor& t, TensorList inputs, const std::vector<Tensor>& earlier) {
  auto is_t = [&](const Tensor& other) { return other.is(t); };
  bool fresh = !t->node && !t->requires_grad && !t->is_view && std::none_of(inputs.begin(), inputs.end(), is_t) &&
               std::none_of(earlier.begin(), earlier.end(), is_t);
  return fresh ? t : t.alias();
}

}  // namespace

std::vector<Tensor> checkpoint_reentrant(Ref<CheckpointFunction> function, TensorList inputs,
                                         const CheckpointOptions& options) {
  bool tracked = std::any_of(inputs.begin(), inputs.end(), [](const Tensor& t) { return requires_grad(t); });
  if (!tracked) {
    warn("a reentrant checkpoint none of whose inputs requires grad gives no gradients, not even for parameters");
  }
  for (const Tensor& t : inputs) {
    if (!tracked || !is_batched(t)) continue;
    fail(VJP_ERROR_NOT_IMPLEMENTED,
         "a reentrant checkpoint, whose backward adds to leaves, has no batching rule, and an input ({}) is batched "
         "(vmap); use the default kind of checkpoint",
         t);
  }
  RandomState random(options.preserve_random_state);
  std::vector<Tensor> results;
  {
    NoGrad guard;
    results = function->run(inputs, false);
    random.check_devices();
  }
  std::vector<Tensor> slots;
  std::vector<size_t> result_of_slot;
  for (size_t i = 0; i < results.size(); ++i) {
    if (!is_differentiable(results[i].dtype())) continue;
    results[i] = as_result(results[i], inputs, slots);
    slots.push_back(results[i]);
    result_of_slot.push_back(i);
  }
  if (!tracked || slots.empty()) return results;
  Ref<Node> node = ReentrantNode::make(inputs, slots);
  auto& self = static_cast<ReentrantNode&>(*node);
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i]) self.connect(i, gradient_edge(*inputs[i].get()));
  }
  self.remember(std::move(function), inputs, random, std::move(result_of_slot), results.size());
  for (uint32_t i = 0; i < slots.size(); ++i) set_history(*slots[i].get(), node, i);
  return results;
}

}  // namespace vjp
