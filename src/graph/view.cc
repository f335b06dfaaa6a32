// View relations and the rebasing of histories after in-place changes.
#include <algorithm>
#include <atomic>

#include "graph/batched.h"
#include "graph/extra.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "graph/view_geometry.h"

namespace vjp {
namespace {

// Why a flagged view refuses a change (spec INPL-3).
std::string reason_of(const TensorImpl& t, const ViewInfo& view) {
  Edge made_by = present_history(t);
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
          "follow a change in place; clone it, or take it from the base by itself (select, narrow, slice)",
          view.index, view.made_by);
    case Creation::Custom:
      return format(
          "it came out of {}, whose backward the change would bypass; clone the view in the function or after it",
          made_by ? format("{} (output {})", made_by.node->name(), made_by.slot) : std::string("a custom function"));
  }
  return {};
}

// Not so where there is nothing to follow; where the base was detached in place, whose views keep their own histories
// (spec DET-3); and where it lies elsewhere now (spec DET-6), so that no change of it is one of the view.
bool follows_base(const TensorImpl& t, const ViewInfo& view) {
  return requires_grad(*view.base.get()) && view.base->storage == t.storage;
}

// Spec VIEW-9: the view's node is stale when the storage has changed since it was made. Threads that only read may be
// here at once (spec THREAD-3): each makes a node, and the first to come has it put in; the version shows it to the
// others.
void rebuild(TensorImpl& t, ViewInfo& view) {
  uint32_t now = t.version().load(std::memory_order_relaxed), before = view.version;
  if (before == now || !follows_base(t, view)) return;
  if (view.creation != Creation::Normal) {
    fail(VJP_ERROR_STATE, "view {}: its base or another view of that was changed in place, and {}", describe(t),
         reason_of(t, view));
  }
  Ref<Node> fresh = make_view_node(view.base, t, view.steps.get());
  Ref<Node> former;  // ends after the lock
  LeafLock lock(t);
  if (view.version != before) return;
  if (t.node && t.meta->retains_grad) {
    t.node->extra().forget(t);
    if (fresh) fresh->extra().retain(0, t);
  }
  former = exchange_history(t, {std::move(fresh), 0});
  view.version = now;
}

// Moves the retained-gradient action of a changed tensor from its old node to the new one.
void move_retained(TensorImpl& t, Node& to, uint32_t slot) {
  const AutogradMeta* meta = meta_if_any(t);
  if (!t.node || !meta || !meta->retains_grad) return;
  t.node->extra().forget(t);
  to.extra().retain(slot, t);
}

// Another thread has detached the tensor in place while the change was recorded, which then leads to the tensor's own
// accumulator: it would own itself.
bool leads_to_itself(const TensorImpl& t, const Node& node) {
  const AutogradMeta* meta = meta_if_any(t);
  const Node* own = meta ? meta->accumulator : nullptr;
  return own && std::ranges::any_of(node.edges(), [&](const Edge& e) { return e.node.get() == own; });
}

void replace_node(TensorImpl& t, Ref<Node> node, uint32_t slot) {
  Ref<Node> former;  // ends after the lock
  LeafLock writing(t);
  if (leads_to_itself(t, *node)) return;  // as if detached after the change
  move_retained(t, *node, slot);
  former = exchange_history(t, {std::move(node), slot});
  t.requires_grad = false;
}

// Of a view of `input`, which has roots of its own or is one.
std::unique_ptr<TangentRoot> roots_below(const Tensor& input, const TangentRoot* of_input) {
  std::unique_ptr<TangentRoot> roots;
  for (const TangentRoot* r = of_input; r; r = r->next.get()) {
    roots = std::make_unique<TangentRoot>(
        TangentRoot{r->level, r->base ? r->base : input, r->base ? r->steps : Ref<ViewStep>(), std::move(roots)});
  }
  return roots;
}

}  // namespace

const TangentRoot* own_tangent_root(const ViewInfo& view, ForwardLevel level) {
  const TangentRoot* root = view.tangent_roots.get();
  while (root && root->level != level.number) root = root->next.get();
  return root;
}

const TensorImpl* tangent_root(const TensorImpl& t, ForwardLevel level) {
  const ViewInfo* view = t.is_view ? t.meta->view.get() : nullptr;
  if (!view) return &t;
  const TangentRoot* own = own_tangent_root(*view, level);
  const Tensor& root = own ? own->base : view->base;
  return root && root->storage == t.storage ? root.get() : &t;
}

void cut_tangents(TensorImpl& given, ForwardLevel level) {
  TensorImpl& t = on_tape(given);
  if (!t.is_view) return;
  auto* own = const_cast<TangentRoot*>(own_tangent_root(*t.meta->view, level));
  if (!own) {
    std::unique_ptr<TangentRoot>& roots = t.meta->view->tangent_roots;
    roots = std::make_unique<TangentRoot>(TangentRoot{level.number, {}, {}, std::move(roots)});
    return;
  }
  own->base = {};
  own->steps = {};
}

void refresh_stale_view(TensorImpl& t) {
  if (ViewInfo* view = t.meta->view.get()) rebuild(t, *view);
}

bool is_leaf_after_rebuild(const TensorImpl& t) {
  if (t.node) return false;
  const ViewInfo* view = t.is_view ? t.meta->view.get() : nullptr;
  return !view || view->version == t.version().load(std::memory_order_relaxed) || view->creation != Creation::Normal ||
         !follows_base(t, *view);
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
    if (parent.tangent_roots) [[unlikely]]
      view->tangent_roots = roots_below(input, parent.tangent_roots.get());
  } else {
    view->base = input;
  }
  view->version = output.version().load(std::memory_order_relaxed);
  ViewInfo& made = *view;
  meta_of(output).view = std::move(view);
  output.is_view = true;
  return made;
}

void forget_base(const Tensor& output) {
  // Made now, from the base's: from here on they are the tensor's own.
  each_tangent_level(*output.get(), [&](ForwardLevel level) { tangent_of(output, level); });
  output->is_view = false;
  output->meta->view.reset();
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
    if (view.base->storage != t.storage) {
      fail(VJP_ERROR_STATE,
           "{}_: the target {} is a view whose base was given other data; its history cannot follow a change of what "
           "they do not share; clone the view, or detach it",
           op, describe(t));
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
  refresh(t);  // the view's own node is stale now
}

void rebase_geometry(TensorImpl& t, Ref<Node> node) {
  if (node->slots()[0].dtype == Dtype::None) node->describe_slot(0, t);
  replace_node(t, std::move(node), 0);
  if (t.is_view) t.meta->view->version = t.version().load(std::memory_order_relaxed);
}

}  // namespace vjp
