// Operators where the thread records cuts (graph/cuts.h): each runs as ever, then notes what it left without history.
#include "graph/cuts.h"

#include "graph/anomaly.h"
#include "graph/meta.h"
#include "ops/handler.h"

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
  if (out.storage && out.storage->inference) return CutReason::Inference;
  return out.is_view && requires_grad(out) ? CutReason::DeadView : CutReason::GradModeOff;
}

// What lies behind the arguments is now behind `out`, except what it is itself tied to.
void note_result(const OpDef& op, const Value* args, TensorImpl& out) {
  auto list = Ref<CutList>::take(new CutList());
  std::shared_ptr<const CallSite> site;
  for_arguments(op, args, [&](TensorImpl& t, int) {
    if (&t == &out) return;
    Edge edge = gradient_edge(t);
    if (!edge) {
      list->add(cuts_of(t));
    } else if (op.family != Family::Composite || !cuts_of(out)) {  // a part of it may know better
      if (!site) site = place_for_cuts();
      list->add({reason_for(out), op.name(), std::move(edge), site});
    }
  });
  list->add(cuts_of(out));
  set_cuts(out, std::move(list));
}

void note_node(const OpDef& op, const Value* args, Node& node) {
  note_place(node);
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

// The parts of composites take notes, too.
void run_below(OpCall& call) {
  ModeGuard inside(0, call.op.family == Family::Composite ? 0u : uint32_t{kModeRecordCuts});
  next(call);
}

void note_inplace(OpCall& call) {
  TensorImpl& target = *call.target()->get();
  Ref<Node> former = present_history(target).node;
  run_below(call);
  Ref<Node> now = present_history(target).node;
  if (now == former) {
    note_result(call.op, call.args, target);
  } else if (now && !target.is_view) {
    note_node(call.op, call.args, *now);
  } else if (now) {  // a view's node maps its base; the operator's own one is inside the base's
    note_place(*now);
    if (Ref<Node> whole = present_history(*target.meta->view->base.get()).node) note_place(*whole);
  }
}

void record_cuts(OpCall& call) {
  if (call.form != Form::Inplace) {
    run_below(call);
    note_results(call.op, call.args, call.results());
  } else if (call.op.family == Family::Composite || !call.target()) {
    next(call);
  } else {
    note_inplace(call);
  }
}

VJP_HANDLER(cuts, kModeRecordCuts, only(Form::Functional) | only(Form::List) | only(Form::Inplace), false, record_cuts);

}  // namespace
}  // namespace vjp
