#include "graph/cuts.h"

#include <algorithm>

#include "base/forced_unwind.h"
#include "graph/anomaly.h"
#include "graph/extra.h"
#include "graph/meta.h"

namespace vjp {

void CutList::add(const Cut& cut) {
  auto same_cut = [&](const Cut& c) {
    return c.reason == cut.reason && c.source.node == cut.source.node && c.source.slot == cut.source.slot;
  };
  if (std::any_of(cuts.begin(), cuts.end(), same_cut)) return;
  if (cuts.size() < kMax) {
    cuts.push_back(cut);
  } else {
    more = true;
  }
}

void CutList::add(const CutList* other) {
  if (!other || other == this) return;
  for (const Cut& cut : other->cuts) add(cut);
  more = more || other->more;
}

CutList* cuts_of(const TensorImpl& t) { return t.meta ? t.meta->cuts.get() : nullptr; }

void set_cuts(TensorImpl& t, Ref<CutList> cuts) {
  if (!cuts || cuts->cuts.empty()) return;
  meta_of(t).cuts = std::move(cuts);
}

void note_cut(TensorImpl& to, TensorImpl& from, CutReason reason, const char* operation) {
  auto list = Ref<CutList>::take(new CutList());
  if (Edge edge = gradient_edge(from)) list->add({reason, operation, std::move(edge), place_for_cuts()});
  list->add(cuts_of(from));
  set_cuts(to, std::move(list));
}

void note_null_edge(Node& node, size_t edge, TensorImpl& argument) {
  if (argument.is_wrapped_number) return;
  node.extra().edge_cuts.push_back(
      {static_cast<uint32_t>(edge), Ref<CutList>::share(cuts_of(argument)), weak_of(argument)});
}

void note_place(Node& node) noexcept {
  try {
    set_call_site(node, place_for_cuts());
  }
  VJP_CATCH_ALL_HERE {  // the answer will be poorer
  }
}

}  // namespace vjp
