// Operators where the thread records cuts (graph/cuts.h): each runs as ever, then notes what it left without history.
#include "graph/cuts.h"

#include "graph/meta.h"
#include "ops/call_counts.h"
#include "ops/internal.h"

namespace vjp {
namespace {

// Calls f(tensor, edge) for each tensor argument; `edge` is -1 for one that the operator cannot be differentiated by.
template <class F>
void for_arguments(const OpDef& op, const Value* args, F&& f) {
  int next = 0;
  for (int a = 0; a < op.schema.num_args; ++a) {
    bool differentiable = op.differentiable >> a & 1;
    if (op.schema.is_list(a)) {
      for (const Tensor& t : Unbox<TensorList>::get(args[a])) {
        if (t) f(*t.get(), differentiable ? next : -1);
        next += differentiable;
      }
    } else {
      if (args[a].kind == VJP_KIND_TENSOR) f(*impl_of(args[a].as.tensor), differentiable ? next : -1);
      next += differentiable;
    }
  }
}

CutReason reason_for(const TensorImpl& out) {
  if (!is_differentiable(out.dtype)) return CutReason::IntegerDtype;
  if (grad_enabled()) return CutReason::NotDifferentiable;
  return out.is_view && requires_grad(out) ? CutReason::DeadView : CutReason::GradModeOff;
}

// What lies behind the arguments is now behind `out`, except what it is itself tied to.
void note_result(const OpDef& op, const Value* args, TensorImpl& out) {
  auto list = Ref<CutList>::take(new CutList());
  for_arguments(op, args, [&](TensorImpl& t, int) {
    if (&t == &out) return;
    Edge edge = gradient_edge(t);
    if (!edge) {
      list->add(cuts_of(t));
    } else if (op.family != Family::Composite || !cuts_of(out)) {  // a part of it may know better
      list->add({reason_for(out), op.name(), std::move(edge)});
    }
  });
  list->add(cuts_of(out));
  set_cuts(out, std::move(list));
}

void note_node(const OpDef& op, const Value* args, Node& node) {
  for_arguments(op, args, [&](TensorImpl& t, int edge) {
    if (edge >= 0 && static_cast<uint32_t>(edge) < node.num_edges && !node.edges()[static_cast<size_t>(edge)])
      note_null_edge(node, static_cast<size_t>(edge), t);
  });
}

void note_results(const OpDef& op, const Value* args, std::span<Tensor> outs) {
  Node* node = nullptr;
  for (Tensor& out : outs) {
    if (!out) continue;
    if (out->node) {
      node = out->node;
    } else if (!out->requires_grad) {
      note_result(op, args, *out.get());
    }
  }
  if (node && op.family != Family::Composite) note_node(op, args, *node);
}

}  // namespace

void call_recording_cuts(const OpDef& op, const Value* args, Tensor* outs) {
  if (op.family == Family::Composite) {  // its parts take notes too
    count_call(op);
    op.forward(args, outs);
  } else {
    ModeGuard inside(0, kModeRecordCuts);
    call(op, args, outs);
  }
  note_results(op, args, {outs, static_cast<size_t>(op.schema.num_outputs)});
}

std::vector<Tensor> call_list_recording_cuts(const OpDef& op, const Value* args) {
  std::vector<Tensor> outs;
  if (op.family == Family::Composite) {
    count_call(op);
    outs = op.forward_list(args);
  } else {
    ModeGuard inside(0, kModeRecordCuts);
    outs = call_list(op, args);
  }
  note_results(op, args, outs);
  return outs;
}

void call_inplace_recording_cuts(const OpDef& op, const Value* args) {
  TensorImpl& target = *impl_of(args[0].as.tensor);
  Ref<Node> former = present_history(target).node;
  {
    ModeGuard inside(0, kModeRecordCuts);
    call_inplace(op, args);
  }
  Ref<Node> now = present_history(target).node;
  if (now == former) {
    note_result(op, args, target);
  } else if (now && !target.is_view) {  // a view's node maps its base; the operator's own one is inside the base's
    note_node(op, args, *now);
  }
}

}  // namespace vjp
