// View relations and the rebasing of histories after in-place changes.
#include <algorithm>

#include "graph/extra.h"
#include "graph/meta.h"
#include "graph/modes.h"

namespace vjp {
namespace {

const char* reason_of(Creation creation) {
  return creation == Creation::NoGradMode
             ? "it was made with grad mode off and is changed with it on; do both inside, or both outside, the no_grad "
               "block"
             : "it is one of several views returned by one call; such views cannot be changed in place while recording";
}

// Spec VIEW-9: the view's node is stale when the storage has changed since it was made.
void rebuild(TensorImpl& t, ViewInfo& view) {
  uint32_t now = t.version().load(std::memory_order_relaxed);
  if (view.version == now) return;
  if (!t.node && !requires_grad(*view.base.get())) return;
  if (view.creation != Creation::Normal) {
    fail(VJP_ERROR_STATE, "view {}: its base or another view was changed in place, and {}", describe(t),
         reason_of(view.creation));
  }
  Ref<Node> fresh = make_view_node(view.base, t);
  if (t.node && t.meta->retains_grad) {
    t.node->extra().forget(t);
    fresh->extra().retain(0, t);
  }
  if (t.node) release_node(t.node);
  t.node = fresh.detach();
  t.output_number = 0;
  view.version = now;
}

// Moves the retained-gradient action of a changed tensor from its old node to the new one.
void move_retained(TensorImpl& t, Node& to, uint32_t slot) {
  if (!t.node || !t.meta || !t.meta->retains_grad) return;
  t.node->extra().forget(t);
  to.extra().retain(slot, t);
}

void replace_node(TensorImpl& t, Ref<Node> node) {
  move_retained(t, *node, 0);
  if (t.node) release_node(t.node);
  t.node = node.detach();
  t.output_number = 0;
  t.requires_grad = false;
}

}  // namespace

Node* grad_fn(TensorImpl& t) {
  if (t.is_view) [[unlikely]] {
    if (ViewInfo* view = t.meta->view.get()) rebuild(t, *view);
  }
  return t.node;
}

void make_view(TensorImpl& output, const Tensor& input, bool multi) {
  auto view = std::make_unique<ViewInfo>();
  Creation parent = Creation::Normal;
  if (input->is_view) {
    view->base = input->meta->view->base;
    parent = input->meta->view->creation;
  } else {
    view->base = input;
  }
  Creation mine = !grad_enabled() ? Creation::NoGradMode : multi ? Creation::Multi : Creation::Normal;
  view->creation = mine == Creation::Normal ? parent : mine;
  view->version = output.version().load(std::memory_order_relaxed);
  meta_of(output).view = std::move(view);
  output.is_view = true;
}

void check_inplace(TensorImpl& t, bool recording, std::string_view op) {
  if (!t.contiguous() && may_overlap(t.sizes(), t.strides())) {
    fail(VJP_ERROR_INVALID, "{}_: the target's elements overlap in memory: shape {}, strides {}; clone it first", op,
         t.sizes(), t.strides());
  }
  if (!recording) return;
  if (t.is_view) {
    const ViewInfo& view = *t.meta->view;
    if (view.creation != Creation::Normal) {
      fail(VJP_ERROR_STATE, "{}_: the target {} is a view, and {}", op, describe(t), reason_of(view.creation));
    }
    if (requires_grad(t) && is_leaf(*view.base.get()) && view.base->requires_grad) {
      fail(VJP_ERROR_STATE, "{}_: the target {} is a view of a leaf that requires grad; use it under no_grad", op,
           describe(t));
    }
  }
  if (is_leaf(t) && t.requires_grad) {
    fail(VJP_ERROR_STATE, "{}_: the target {} is a leaf that requires grad; change it under no_grad", op, describe(t));
  }
}

void rebase_history(TensorImpl& t, Ref<Node> node) {
  node->describe_slot(0, t);
  if (!t.is_view) {
    replace_node(t, std::move(node));
    return;
  }
  Tensor base = t.meta->view->base;
  Ref<Node> update = make_slice_update(base, t, std::move(node));
  replace_node(*base.get(), std::move(update));
  // The view's own node is stale now and is rebuilt when next asked for: its version lags behind.
  grad_fn(t);
}

}  // namespace vjp
