#include "observe/cut_search.h"

#include "graph/extra.h"
#include "graph/meta.h"

namespace vjp {
namespace {

template <class F>
void for_cuts(const Node& node, F&& f) {
  NodeExtra* extra = node.extra_if_any();
  if (!extra) return;
  for (const EdgeCuts& at : extra->edge_cuts)
    if (at.cuts)
      for (const Cut& cut : at.cuts->cuts) f(at, cut);
}

// Which histories lead to the target, through cuts too.
class Reach {
 public:
  explicit Reach(const Edge& target) : target_(target) {}

  void explore(const Edge& from) {
    std::vector<const Node*> stack;
    visit(from, nullptr, stack);
    while (!stack.empty()) {
      const Node* node = stack.back();
      stack.pop_back();
      for (const Edge& edge : node->edges())
        if (edge) visit(edge, node, stack);
      for_cuts(*node, [&](const EdgeCuts&, const Cut& cut) { visit(cut.source, node, stack); });
    }
  }
  void settle() {
    std::vector<const Node*> stack(entries_);
    leading_.insert(entries_.begin(), entries_.end());
    while (!stack.empty()) {
      const Node* node = stack.back();
      stack.pop_back();
      for (const Node* from : sources_[node])
        if (leading_.insert(from).second) stack.push_back(from);
    }
  }
  bool leads(const Edge& edge) const {
    return edge.node == target_.node ? edge.slot == target_.slot : leading_.count(edge.node.get()) > 0;
  }

 private:
  void visit(const Edge& edge, const Node* from, std::vector<const Node*>& stack) {
    if (edge.node == target_.node) {
      if (edge.slot == target_.slot && from) entries_.push_back(from);
      return;
    }
    if (from) sources_[edge.node.get()].push_back(from);
    if (seen_.insert(edge.node.get()).second) stack.push_back(edge.node.get());
  }

  const Edge& target_;
  std::unordered_set<const Node*> seen_, leading_;
  std::unordered_map<const Node*, std::vector<const Node*>> sources_;  // the other way round
  std::vector<const Node*> entries_;                                   // that lead to the target by one step
};

}  // namespace

std::vector<FoundCut> find_cuts(const Graph& graph, std::span<const Tensor> roots, const Edge& target) {
  Reach reach(target);
  auto cuts_of_root = [&](size_t r) { return roots[r] ? cuts_of(*roots[r].get()) : nullptr; };
  for (size_t r = 0; r < roots.size(); ++r)
    if (CutList* list = cuts_of_root(r))
      for (const Cut& cut : list->cuts) reach.explore(cut.source);
  for (size_t i = 0; i < graph.size(); ++i)
    for_cuts(graph.node(i), [&](const EdgeCuts&, const Cut& cut) { reach.explore(cut.source); });
  reach.settle();
  std::vector<FoundCut> found;
  auto add = [&](const Cut& cut, size_t node, size_t edge) {
    bool there = !found.empty() && found.back().node == node && found.back().edge == edge;
    if (!there && reach.leads(cut.source)) found.push_back({&cut, node, edge});
  };
  for (size_t r = 0; r < roots.size(); ++r)
    if (CutList* list = cuts_of_root(r))
      for (const Cut& cut : list->cuts) add(cut, Graph::kNone, r);
  for (size_t i = 0; i < graph.size(); ++i)
    for_cuts(graph.node(i), [&](const EdgeCuts& at, const Cut& cut) { add(cut, i, at.edge); });
  return found;
}

}  // namespace vjp
