// The nodes that in-place changes of views need (spec INPL-9, VIEW-9): graph/ declares them, operators make them.
#include "ops/view_node.h"

#include <mutex>
#include <new>
#include <vector>

#include "base/pool.h"
#include "graph/collect.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "ops/functions/copy.h"
#include "ops/functions/strided.h"
#include "ops/functions/view_part.h"
#include "ops/internal.h"
#include "ops/op_node.h"

namespace vjp {
namespace {

// An operator, applied with the arguments it had.
class OperatorStep final : public ViewStep {
 public:
  OperatorStep(Ref<ViewStep> before, const OpDef& op, const Value* args)
      : ViewStep(std::move(before)), op_(op), args_(args, args + op.schema.num_args) {
    for (Value& v : args_) {
      if (v.kind != VJP_KIND_INT_LIST) continue;
      ints_.emplace_back(v.as.ints, v.as.ints + v.count);
      v.as.ints = ints_.back().data();  // a moved vector keeps its elements where they are
    }
  }
  Tensor apply(const Tensor& input) const override {
    std::vector<Value> args(args_);
    args[0] = box(input);
    return call1(op_, args.data());
  }

 private:
  const OpDef& op_;
  std::vector<Value> args_;  // of views: numbers and lists of integers
  std::vector<std::vector<int64_t>> ints_;
};

// Sizes and strides, at a distance from where the input begins: the input may lie in another storage.
class GeometryStep final : public ViewStep {
 public:
  GeometryStep(Ref<ViewStep> before, const Geometry& from, const Geometry& to)
      : ViewStep(std::move(before)), sizes_(to.sizes), strides_(to.strides), distance_(to.offset - from.offset) {}
  Tensor apply(const Tensor& input) const override {
    return as_strided(input, sizes_, strides_, input->offset() + distance_);
  }

 private:
  Dims sizes_, strides_;
  int64_t distance_;
};

Ref<ViewStep> step(ViewStep* made) { return Ref<ViewStep>::take(made); }

Geometry geometry_of(const TensorImpl& t) { return {Dims(t.sizes()), Dims(t.strides()), t.offset()}; }

// While it lives, whether the first result of `inner` is wanted is a question about the first edge of `outer`: its own
// leads to the stale history of the view, which a restricted task has not seen (spec VIEW-13).
class InsteadOfStale {
 public:
  InsteadOfStale(const Node& outer, const Node& inner)
      : former_(restriction), stale_(inner.num_edges > 0 ? inner.edges()[0].node.get() : nullptr) {
    if (former_.id == 0 || !stale_) return;
    wanted_ = outer.needs(0);
    Restriction& within = restriction.own();
    within.task = this;
    within.wants = [](void* self, Node& node) {
      auto& [former, stale, wanted] = *static_cast<InsteadOfStale*>(self);
      return &node == stale ? wanted : former.wants(former.task, node);
    };
  }
  ~InsteadOfStale() { restriction = former_; }
  InsteadOfStale(const InsteadOfStale&) = delete;
  InsteadOfStale& operator=(const InsteadOfStale&) = delete;

 private:
  Restriction former_;
  const Node* stale_;
  bool wanted_ = false;
};

// The history of a base after `inner` was applied in place to the part that a view shows.
class SliceUpdate final : public Node {
 public:
  static Ref<Node> make(const Tensor& base, const TensorImpl& view, Ref<Node> inner) {
    size_t edges = std::max<size_t>(inner->num_edges, 1);
    size_t bytes = node_bytes(sizeof(SliceUpdate), edges, 1, static_cast<size_t>(base.ndim()), 0);
    void* memory = pool_allocate(bytes);
    return Ref<Node>::take(new (memory) SliceUpdate(memory, bytes, edges, base, view, std::move(inner)));
  }

  const char* name() const override { return "SliceUpdate"; }
  bool takes_turns() const override { return takes_turns_; }
  bool collect(Collector& c) const override {
    Ref<Node> inner;
    {
      std::lock_guard lock(mutex_);
      inner = inner_;
    }
    c.kind(NodeKind::SliceUpdate);
    if (!inner) {
      c.refuse("its saved values were freed");
      return true;
    }
    c.structural("by functions", static_cast<bool>(steps_));
    for (const Geometry* g : {&base_, &view_}) {
      c.structural("number of dimensions", static_cast<uint64_t>(g->sizes.n));
      c.sizes(g->sizes);
      c.sizes(g->strides);
      c.size(g->offset);
    }
    return inner->collect(c);
  }

  bool release_saved() noexcept override {
    Ref<Node> gone;  // ends after the lock is given back
    std::lock_guard lock(mutex_);
    gone = std::move(inner_);
    if (gone) freed = true;
    return static_cast<bool>(gone);
  }

  void apply(std::span<Tensor> grads, std::span<Tensor> out) override {
    if (!grads[0]) return;
    Ref<Node> inner;
    {
      std::lock_guard lock(mutex_);
      inner = inner_;
    }
    if (!inner) {
      fail(VJP_ERROR_STATE,
           "{}: it was freed by an earlier backward; pass retain_graph to the first one to walk a graph twice", name());
    }
    Tensor whole = laid_out_as_base(grads[0]);
    Tensor part = steps_ ? replay(whole, *steps_)
                         : as_strided(whole, view_.sizes, view_.strides, view_.offset - base_.offset + whole->offset());
    Tensor part_grad = _row_major(part);
    std::vector<Tensor> results(inner->num_edges);
    {
      ViewUpdateScope scope({inner.get(), history_of_output, this});
      InsteadOfStale wanted(*this, *inner);
      inner->apply({&part_grad, 1}, results);
    }
    if (results[0]) copy_(part, fit_gradient(results[0], view_.sizes, part.dtype(), inner->name(), 0));
    out[0] = std::move(whole);
    for (size_t i = 1; i < results.size(); ++i) out[i] = std::move(results[i]);
  }

 private:
  SliceUpdate(void* memory, size_t bytes, size_t num_edges, const Tensor& base, const TensorImpl& view, Ref<Node> inner)
      : Node(memory, sizeof(SliceUpdate), num_edges, 1, static_cast<size_t>(base.ndim()), bytes),
        base_(base.geometry()),
        view_(geometry_of(view)),
        steps_(view.meta->view->steps),
        takes_turns_(inner->takes_turns()),
        inner_(std::move(inner)) {
    describe_slot(0, *base.get());
    connect(0, gradient_edge(*base.get()));
    for (size_t i = 1; i < inner_->num_edges; ++i) connect(i, inner_->edges()[i]);
  }

  // What the inner node saved as its output is the part of the base that the view shows, after this update.
  static Ref<Node> history_of_output(void* update, const Tensor& output) {
    auto& self = *static_cast<SliceUpdate*>(update);
    auto place = [&](const Geometry& g, Dtype dtype) {  // for the history alone: its elements are not looked at
      return Tensor::take(TensorImpl::make(output->storage, g.offset, dtype, g.sizes, g.strides));
    };
    Tensor base = place(self.base_, self.slots()[0].dtype);
    base->node = Ref<Node>::share(&self).detach();
    return make_view_node(base, *place(self.view_, output.dtype()).get(), self.steps_.get());
  }

  // A copy of the gradient in which positions are those of the base's storage.
  Tensor laid_out_as_base(const Tensor& g) const {
    if (is_contiguous(base_.sizes, base_.strides)) return _row_major(g);
    Tensor flat = _strided_scatter(g, base_.sizes, base_.strides, 0, Dims{extent()}, Dims{1}, 0);
    return as_strided(flat, base_.sizes, base_.strides, 0);
  }
  int64_t extent() const {
    int64_t last = 0;
    for (int i = 0; i < base_.sizes.n; ++i) last += std::max<int64_t>(base_.sizes[i] - 1, 0) * base_.strides[i];
    return last + 1;
  }

  Geometry base_, view_;
  Ref<ViewStep> steps_;       // null: its geometry describes the view
  const bool takes_turns_;    // the inner node does
  mutable std::mutex mutex_;  // another task may free the inner node
  Ref<Node> inner_;
};

}  // namespace

void add_view_step(ViewInfo& view, const OpDef& op, const Value* args, const Tensor& input, const Tensor& out) {
  bool by_geometry = &op == &op_AsStrided || op.schema.list_output;
  bool by_operator = !by_geometry && (out.dtype() != input.dtype() || (mode_word & kModeReplayViews));
  auto add_to = [&](Ref<ViewStep>& steps, const Tensor& base) {
    if (by_operator) {
      // Geometry fills the gap before the first operator.
      if (!steps && !input.is(base)) steps = step(new GeometryStep({}, base.geometry(), input.geometry()));
      steps = step(new OperatorStep(steps, op, args));
    } else if (steps) {
      steps = step(new GeometryStep(steps, input.geometry(), out.geometry()));
    }
  };
  add_to(view.steps, view.base);
  for (TangentRoot* root = view.tangent_roots.get(); root; root = root->next.get()) add_to(root->steps, root->base);
}

void add_geometry_step(TensorImpl& t, const Geometry& from) {
  ViewInfo& view = *t.meta->view;
  auto add_to = [&](Ref<ViewStep>& steps) {
    if (steps) steps = step(new GeometryStep(steps, from, geometry_of(t)));
  };
  add_to(view.steps);
  for (TangentRoot* root = view.tangent_roots.get(); root; root = root->next.get()) add_to(root->steps);
}

VJP_FILL_PORT(make_view_node) = [](const Tensor& base, const TensorImpl& view, const ViewStep* steps) {
  if (steps) {
    // Recorded whatever the modes: it is the structure of the graph that is made.
    ModeGuard recording(kModeForwardOff, kModeNoGrad | kModeForward | kModeInference);
    Tensor replayed = replay(base, *steps);
    return Ref<Node>::share(replayed->node);
  }
  Geometry g = geometry_of(view);
  Value args[] = {box(base), box(g.sizes), box(g.strides), box(g.offset)};
  Tensor shaped = base.with_geometry(g);
  Ref<Node> node = OpNode::record(op_AsStrided, args, {&shaped, 1}, false);
  node->describe_slot(0, view);
  return node;
};

VJP_FILL_PORT(make_slice_update) = [](const Tensor& base, const TensorImpl& view, Ref<Node> inner) {
  return SliceUpdate::make(base, view, std::move(inner));
};

}  // namespace vjp
