#include "graph/references.h"

#include "graph/extra.h"
#include "graph/meta.h"
#include "graph/saved.h"

namespace vjp {

void ReferenceVisitor::contexts(const HookList& list) const {
  list.visit([&](Hook& hook) {
    if (hook.removed()) return;  // its context is that of the thread which is calling it
    if (!multi_hook.visit_part(hook, *this)) (*this)(Referee::Context, hook.context, hook.drop());
  });
}

void visit_references(TensorImpl& t, const ReferenceVisitor& visit) {
  visit(Referee::Link, t.binding);
  AutogradMeta* meta = meta_if_any(t);
  {
    auto lock = try_lock_leaf(t);
    if (!lock) return;
    visit(Referee::Node, t.node);
    if (!meta) return;
    visit(Referee::Tensor, meta->grad.get());
    visit(Referee::Node, meta->borrowed_accumulator.get());
  }
  if (meta->view) visit(Referee::Tensor, meta->view->base.get());
  visit.contexts(meta->tensor_hooks);
  visit.contexts(meta->post_accumulate_hooks);
}

void visit_references(Node& node, const ReferenceVisitor& visit) {
  for (const Edge& edge : node.edges()) visit(Referee::Node, edge.node.get());
  visit(Referee::Tensor, node.accumulated_leaf());
  node.visit_context(visit);
  {
    SavedLock lock(node);
    for (size_t i = 0; i < node.num_attributes(); ++i) {
      for (const SavedTensor& saved : node.saved_tensors(i)) saved.visit(visit);
    }
  }
  NodeExtra* extra = node.extra_if_any();
  if (!extra) return;
  visit(Referee::Link, extra->binding);
  visit.contexts(extra->tensor_hooks);
  visit.contexts(extra->pre_hooks);
  visit.contexts(extra->post_hooks);
  visit_metadata(node, visit);
}

}  // namespace vjp
