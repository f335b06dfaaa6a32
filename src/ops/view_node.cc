// The nodes that in-place changes of views need (spec INPL-9, VIEW-9): graph/ declares them, operators make them.
#include <mutex>
#include <new>

#include "base/pool.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "ops/functions.h"
#include "ops/internal.h"
#include "ops/op_node.h"

namespace vjp {
namespace {

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

  void release_saved() noexcept override {
    Ref<Node> gone;  // ends after the lock is given back
    std::lock_guard lock(mutex_);
    freed = freed || inner_;
    gone = std::move(inner_);
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
    Tensor part = as_strided(whole, view_.sizes, view_.strides, view_.offset - base_.offset + whole->offset());
    Tensor part_grad = _row_major(part);
    std::vector<Tensor> results(inner->num_edges);
    {
      ViewUpdateScope scope({inner.get(), history_of_output, this});
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
        view_{Dims(view.sizes()), Dims(view.strides()), view.offset()},
        inner_(std::move(inner)) {
    describe_slot(0, *base.get());
    connect(0, gradient_edge(*base.get()));
    for (size_t i = 1; i < inner_->num_edges; ++i) connect(i, inner_->edges()[i]);
    // The inner node's first edge led to the view's own history, which is stale; whether its first result is wanted is
    // a question about the base's.
    if (inner_->num_edges > 0) inner_->edges()[0] = edges()[0];
  }

  // What the inner node saved as its output is the part of the base that the view shows, after this update.
  static Ref<Node> history_of_output(void* update, const Tensor& output) {
    auto& self = *static_cast<SliceUpdate*>(update);
    auto place = [&](const Geometry& g) {  // for the history alone: its elements are not looked at
      return Tensor::take(TensorImpl::make(output->storage, g.offset, output.dtype(), g.sizes, g.strides));
    };
    Tensor base = place(self.base_);
    base->node = Ref<Node>::share(&self).detach();
    return make_view_node(base, *place(self.view_).get());
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
  std::mutex mutex_;  // another task may free the inner node
  Ref<Node> inner_;
};

}  // namespace

Ref<Node> make_view_node(const Tensor& base, const TensorImpl& view) {
  if (view.dtype != base.dtype()) {
    fail(VJP_ERROR_NOT_IMPLEMENTED, "in-place change of {} seen through a view of another dtype ({})", base,
         describe(view));
  }
  Geometry g{Dims(view.sizes()), Dims(view.strides()), view.offset()};
  Value args[] = {box(base), box(g.sizes), box(g.strides), box(g.offset)};
  Tensor shaped = base.with_geometry(g);
  Ref<Node> node = OpNode::record(op_AsStrided, args, {&shaped, 1}, false);
  node->describe_slot(0, view);
  return node;
}

Ref<Node> make_slice_update(const Tensor& base, const TensorImpl& view, Ref<Node> inner) {
  if (view.dtype != base.dtype()) {
    fail(VJP_ERROR_NOT_IMPLEMENTED, "in-place change of {} through a view of another dtype ({})", base, describe(view));
  }
  return SliceUpdate::make(base, view, std::move(inner));
}

}  // namespace vjp
