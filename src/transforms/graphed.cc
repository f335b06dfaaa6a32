// Calls of graphed functions.
#include "transforms/graphed.h"

#include <algorithm>

#include "base/pool.h"
#include "device/captures.h"
#include "engine/custom_node.h"
#include "engine/task_streams.h"
#include "graph/collect.h"
#include "graph/meta.h"
#include "ops/functions/copy.h"

namespace vjp {
namespace {

// The derivative of one call.
class GraphedNode final : public Node {
 public:
  static Ref<Node> make(Ref<Graphed> graphed, uint64_t epoch, size_t edges, std::span<const Tensor> slots) {
    size_t dims = 0;
    for (const Tensor& t : slots) dims += static_cast<size_t>(t.ndim());
    size_t bytes = node_bytes(sizeof(GraphedNode), edges, slots.size(), dims, 0);
    auto* made = new (pool_allocate(bytes)) GraphedNode(bytes, dims, edges, slots.size());
    made->graphed_ = std::move(graphed);
    made->epoch_ = epoch;
    return Ref<Node>::take(made);
  }

  const char* name() const override { return "GraphedBackward"; }
  bool takes_turns() const override { return true; }
  bool collect(Collector& c) const override {
    c.kind(NodeKind::Graphed);
    return true;
  }

  void apply(std::span<Tensor> grads, std::span<Tensor> out) override {
    {
      BelowAutograd guard;
      graphed_->backward(epoch_, grads, out);
    }
    for (size_t i = 0; i < out.size(); ++i)
      if (!needs(i)) out[i].reset();
    if (grad_enabled()) forbid_second_derivative(*this, grads, out);
  }

 private:
  GraphedNode(size_t bytes, size_t dims, size_t edges, size_t slots)
      : Node(this, sizeof(GraphedNode), edges, slots, dims, bytes) {}

  Ref<Graphed> graphed_;
  uint64_t epoch_ = 0;
};

bool same_memory(const Tensor& a, const Tensor& b) {
  return a.raw() == b.raw() && same(a.sizes(), b.sizes()) && same(a.strides(), b.strides());
}

}  // namespace

// ---- what is kept ----

void Graphed::settle(Ref<MemoryPool> pool) {
  first = forward_->id();
  if (backward_) last = backward_->id();
  for (const Tensor& t : results_) {  // others are parameters, inputs, or constants
    const DeviceBlock* block = t->storage->device_block();
    own_.push_back(block && lies_in(*block, *pool));
  }
  pool->add_tenant(*this);
  pool_ = std::move(pool);
}

void Graphed::overwritten(bool results) noexcept {
  epoch_.fetch_add(1, std::memory_order_relaxed);
  if (!results) return;
  for (size_t i = 0; i < results_.size(); ++i)
    if (own_[i]) results_[i]->bump_version();  // for nodes that have saved one
}

// ---- the forward ----

void Graphed::check_not_captured() const {
  Stream& stream = current_stream(device_);
  if (!capture_underway() || !capture_of(stream)) return;
  fail(VJP_ERROR_STATE,
       "a graphed function: {} is being captured, and a graph is no part of another; capture the function itself",
       stream);
}

void Graphed::check_inputs(TensorList inputs) const {
  if (inputs.size() != inputs_.size())
    fail(VJP_ERROR_INVALID, "a graphed function: {} inputs, but {} samples", inputs.size(), inputs_.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Tensor &given = inputs[i], &sample = inputs_[i];
    if (!given) fail(VJP_ERROR_INVALID, "a graphed function: input {} is NULL", i);
    auto refuse = [&](vjp_status status) {
      fail(status, "a graphed function: input {} is {}, and its sample was {}", i, given, sample);
    };
    if (given.device() != sample.device()) refuse(VJP_ERROR_DEVICE);
    if (given.dtype() != sample.dtype()) refuse(VJP_ERROR_DTYPE);
    if (!same(given.sizes(), sample.sizes())) refuse(VJP_ERROR_SHAPE);
    if (grad_enabled() && requires_grad(given) != sample->requires_grad) {
      fail(VJP_ERROR_INVALID, "a graphed function: input {} {}, and its sample {}", i,
           requires_grad(given) ? "requires grad" : "does not require grad",
           sample->requires_grad ? "did" : "did not: make it with one that does");
    }
    if (carries_tangent(*given.get())) {
      fail(VJP_ERROR_NOT_IMPLEMENTED,
           "a graphed function: input {} has a tangent, and graphs carry none along; call the function itself", i);
    }
  }
}

void Graphed::check_parameters() const {
  for (size_t i = 0; i < function_->parameters.size(); ++i) {
    const GraphedFunction::Parameter& p = function_->parameters[i];
    if (p.tensor.raw() != p.memory) {
      fail(VJP_ERROR_STATE,
           "a graphed function: parameter {} has other memory than when it was captured, which the graph would not "
           "see; change it in place, or make the function graphed again",
           p.name);
    }
    if (grad_enabled() && p.tensor->requires_grad && !tracked_[inputs_.size() + i]) {
      fail(VJP_ERROR_STATE,
           "a graphed function: parameter {} requires grad, and did not when it was captured; make the function "
           "graphed again",
           p.name);
    }
  }
}

// The graphs hold it, and what they enqueued on other streams than its own may outlive them.
void Graphed::use(const Tensor& memory) const { mark_used(memory, current_stream(device_)); }

void Graphed::write(const Tensor& memory, const Tensor& value) const {
  BelowAutograd guard;
  if (!value) {
    zero_(memory);
  } else if (!same_memory(memory, value)) {
    copy_(memory, value);
  }
  use(memory);
}

std::vector<Tensor> Graphed::call(TensorList inputs, bool training) {
  if (training != function_->training) return (*function_)(training, inputs);
  check_inputs(inputs);
  check_parameters();
  check_not_captured();
  for (size_t i = 0; i < inputs.size(); ++i) write(inputs_[i], inputs[i]);
  versions_.clear();
  for (const Tensor& input : inputs_) versions_.push_back(input->version().load(std::memory_order_relaxed));
  forward_->replay();
  const uint64_t epoch = epoch_.load(std::memory_order_relaxed);
  std::vector<Tensor> results;
  for (const Tensor& t : results_) {
    use(t);
    results.push_back(t.alias());
  }
  if (backward_ && grad_enabled()) record(results, inputs, epoch);
  return results;
}

void Graphed::record(std::span<const Tensor> results, TensorList inputs, uint64_t epoch) {
  std::vector<Tensor> slots;
  for (size_t i = 0; i < results.size(); ++i)
    if (differentiable_[i]) slots.push_back(results[i]);
  Ref<Node> node = GraphedNode::make(Ref<Graphed>::share(this), epoch, tracked_.size(), slots);
  for (size_t i = 0; i < tracked_.size(); ++i) {
    const Tensor& t = i < inputs.size() ? inputs[i] : function_->parameters[i - inputs.size()].tensor;
    if (tracked_[i] && requires_grad(t)) node->connect(i, gradient_edge(*t.get()));
  }
  for (uint32_t i = 0; i < slots.size(); ++i) set_history(*slots[i].get(), node, i);
}

// ---- the backward ----

// A sample's memory is the program's: it may write there, or have made another function with the same sample.
void Graphed::check_not_written() const {
  for (size_t i = 0; i < inputs_.size(); ++i) {
    if (inputs_[i]->version().load(std::memory_order_relaxed) == versions_[i]) continue;
    fail(
        VJP_ERROR_VERSION,
        "GraphedBackward: input {} of callable {} was overwritten after its call: its sample's memory, where the "
        "graphs "
        "have the input, was changed in place, or is the sample of another callable that was called; write there after "
        "the backward, and give each function a sample of its own",
        i, index_);
  }
}

void Graphed::backward(uint64_t epoch, std::span<Tensor> grads, std::span<Tensor> out) {
  if (epoch_.load(std::memory_order_relaxed) != epoch) {
    fail(VJP_ERROR_STATE,
         "GraphedBackward: what the forward of callable {} kept has been overwritten: its backward ran before, or a "
         "callable was called, or ran backward, out of turn, or another graph of the memory pool was replayed; each "
         "call has one backward, in the reverse order of the calls, before the next calls",
         index_);
  }
  check_not_written();
  check_not_captured();
  for (size_t i = 0; i < grads.size(); ++i) write(incoming_[i], grads[i]);
  backward_->replay();
  for (size_t i = 0; i < out.size(); ++i) {
    if (!outgoing_[i]) continue;
    use(outgoing_[i]);
    out[i] = outgoing_[i].alias();
  }
}

}  // namespace vjp
