// View relations and the rebasing of histories after in-place changes.
#include <algorithm>
#include <atomic>

#include "graph/extra.h"
#include "graph/meta.h"
#include "graph/modes.h"

namespace vjp {
namespace {

// Why a flagged view refuses a change (spec INPL-3).
std::string reason_of(const TensorImpl& t, const ViewInfo& view) {
  switch (view.creation) {
    case Creation::Normal:
      break;
    case Creation::NoGradMode:
      return "it was made with grad mode off, and the change is made with it on; do both inside, or both outside, the "
             "no_grad block";
    case Creation::Inference:
      return "it was made in inference mode, and the change is made outside; do both inside, or both outside, the "
             "inference_mode block";
    case Creation::Multi:
      return format(
          "it is, or shows a part of, output {} of {}, which returns several views at once; their history cannot "
          "follow "
          "a change in place; clone it, or use the unsafe form of the operator",
          view.index, view.made_by);
    case Creation::Custom:
      return format(
          "it came out of {}, whose backward the change would bypass; clone the view in the function or after it",
          t.node ? format("{} (output {})", t.node->name(), t.output_number) : std::string("a custom function"));
  }
  return {};
}

// Spec VIEW-9: the view's node is stale when the storage has changed since it was made. Threads that only read may be
// here at once (spec THREAD-3): each makes a node, and the first to come has it put in; the version tells the others.
void rebuild(TensorImpl& t, ViewInfo& view) {
  std::atomic_ref<uint32_t> made(view.version);
  uint32_t now = t.version().load(std::memory_order_relaxed), before = made.load(std::memory_order_acquire);
  if (before == now) return;
  // Nothing to rebuild; or, if the base was detached in place, the view keeps its own (spec DET-3).
  if (!requires_grad(*view.base.get())) return;
  if (view.creation != Creation::Normal) {
    fail(VJP_ERROR_STATE, "view {}: its base or another view of that was changed in place, and {}", describe(t),
         reason_of(t, view));
  }
  Ref<Node> fresh = make_view_node(view.base, t, view.steps.get());
  Ref<Node> former;  // ends after the lock
  LeafLock lock(t);
  if (made.load(std::memory_order_relaxed) != before) return;
  if (t.node && t.meta->retains_grad) {
    t.node->extra().forget(t);
    if (fresh) fresh->extra().retain(0, t);
  }
  former = Ref<Node>::take(std::atomic_ref(t.node).exchange(fresh.detach(), std::memory_order_acq_rel));
  t.output_number = 0;
  made.store(now, std::memory_order_release);
}

// Moves the retained-gradient action of a changed tensor from its old node to the new one.
void move_retained(TensorImpl& t, Node& to, uint32_t slot) {
  if (!t.node || !t.meta || !t.meta->retains_grad) return;
  t.node->extra().forget(t);
  to.extra().retain(slot, t);
}

void replace_node(TensorImpl& t, Ref<Node> node, uint32_t slot) {
  move_retained(t, *node, slot);
  if (t.node) release_node(t.node);
  t.node = node.detach();
  t.output_number = slot;
  t.requires_grad = false;
}

// Of a view of `input`, which has a root of its own or is one.
std::unique_ptr<TangentRoot> root_below(const Tensor& input, const TangentRoot& of_input) {
  if (!of_input.base) return std::make_unique<TangentRoot>(TangentRoot{input, {}});
  return std::make_unique<TangentRoot>(TangentRoot{of_input.base, of_input.steps});
}

}  // namespace

const TensorImpl* tangent_root(const TensorImpl& t) {
  const ViewInfo* view = t.is_view ? t.meta->view.get() : nullptr;
  if (!view) return &t;
  if (!view->tangent_root) return view->base.get();
  return view->tangent_root->base ? view->tangent_root->base.get() : &t;
}

void cut_tangents(TensorImpl& view) {
  if (view.is_view) view.meta->view->tangent_root = std::make_unique<TangentRoot>();
}

Node* grad_fn(TensorImpl& t) {
  if (t.is_view) [[unlikely]] {
    if (ViewInfo* view = t.meta->view.get()) rebuild(t, *view);
  }
  return t.node;
}

bool is_leaf_after_rebuild(const TensorImpl& t) {
  if (t.node) return false;
  const ViewInfo* view = t.is_view ? t.meta->view.get() : nullptr;
  return !view || view->version == t.version().load(std::memory_order_relaxed) || view->creation != Creation::Normal ||
         !requires_grad(*view->base.get());
}

void ViewStep::destroy(ViewStep* last) noexcept {
  while (last) {
    ViewStep* before = last->before.detach();
    delete last;
    last = before && before->refs.release() ? before : nullptr;
  }
}

Tensor replay(const Tensor& base, const ViewStep& last) {
  std::vector<const ViewStep*> steps;
  for (const ViewStep* step = &last; step; step = step->before.get()) steps.push_back(step);
  Tensor t = base;
  for (size_t i = steps.size(); i-- > 0;) t = steps[i]->apply(t);
  return t;
}

ViewInfo& make_view(TensorImpl& output, const Tensor& input, Creation how, std::string_view made_by, uint32_t index) {
  auto view = std::make_unique<ViewInfo>();
  if (mode_word & kModeInference) {
    how = Creation::Inference;
  } else if (!grad_enabled()) {
    how = Creation::NoGradMode;
  }
  view->creation = how;
  if (how == Creation::Multi) {
    view->made_by = made_by;
    view->index = index;
  }
  if (input->is_view) {
    const ViewInfo& parent = *input->meta->view;
    view->base = parent.base;
    view->steps = parent.steps;
    // Spec VIEW-7: a plain step keeps the flag, and inference mode outlasts every other.
    if (how == Creation::Normal || parent.creation == Creation::Inference) {
      view->creation = parent.creation;
      view->made_by = parent.made_by;
      view->index = parent.index;
    }
    if (parent.tangent_root) [[unlikely]]
      view->tangent_root = root_below(input, *parent.tangent_root);
  } else {
    view->base = input;
  }
  view->version = output.version().load(std::memory_order_relaxed);
  ViewInfo& made = *view;
  meta_of(output).view = std::move(view);
  output.is_view = true;
  return made;
}

void cut_view(TensorImpl& output) {
  output.is_view = false;
  if (output.meta) output.meta->view.reset();
  output.own_version = Ref<VersionCounter>::take(new VersionCounter(0));
}

void check_inplace(TensorImpl& t, bool recording, std::string_view op) {
  if (t.storage->inference && !(mode_word & kModeInference)) {
    fail(VJP_ERROR_STATE,
         "{}_: the target {} was made in inference mode and can be changed only there; clone it to get an ordinary "
         "tensor",
         op, describe(t));
  }
  if (!t.contiguous() && may_overlap(t.sizes(), t.strides())) {
    fail(VJP_ERROR_INVALID, "{}_: the target's elements overlap in memory: shape {}, strides {}; clone it first", op,
         t.sizes(), t.strides());
  }
  if (!recording) return;
  if (t.is_view) {
    const ViewInfo& view = *t.meta->view;
    if (view.creation != Creation::Normal) {
      fail(VJP_ERROR_STATE, "{}_: the target {} is a view: {}", op, describe(t), reason_of(t, view));
    }
    if (t.node && !requires_grad(*view.base.get())) {
      fail(VJP_ERROR_STATE,
           "{}_: the target {} is a view whose base was detached in place; its history cannot follow a change of what "
           "they share; clone the view, or detach it too",
           op, describe(t));
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

void check_rebase(const TensorImpl& t, const Node& node) {
  if (t.is_view && node.num_slots != 1) {
    fail(VJP_ERROR_STATE,
         "{}: it changes the view {} in place and has {} results; a function that changes a view returns that alone",
         node.name(), describe(t), node.num_slots);
  }
}

void rebase_history(TensorImpl& t, Ref<Node> node, uint32_t slot) {
  check_rebase(t, *node);
  // A result that was computed apart is described already, and is like the target.
  if (node->slots()[slot].dtype == Dtype::None) node->describe_slot(slot, t);
  if (!t.is_view) {
    replace_node(t, std::move(node), slot);
    return;
  }
  Tensor base = t.meta->view->base;
  Ref<Node> update = make_slice_update(base, t, std::move(node));
  replace_node(*base.get(), std::move(update), 0);
  // The view's own node is stale now and is rebuilt when next asked for: its version lags behind.
  grad_fn(t);
}

}  // namespace vjp
