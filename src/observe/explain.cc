#include "observe/explain.h"

#include <unordered_set>

#include "graph/cuts.h"
#include "graph/extra.h"
#include "graph/meta.h"
#include "observe/graph.h"
#include "observe/trial.h"

namespace vjp {
namespace {

constexpr size_t kMaxListed = 8;

const char* meaning_of(CutReason reason) {
  switch (reason) {
    case CutReason::Detached:
      return "gives a result without history, as it is meant to";
    case CutReason::GradModeOff:
      return "ran with grad mode off, so it was not recorded";
    case CutReason::NotDifferentiable:
      return "has no derivative for this result";
    case CutReason::IntegerDtype:
      return "gave integers or booleans, through which no gradient flows";
    case CutReason::DataAlias:
      return "took the data without the history";
    case CutReason::DeadView:
      return "made a view with grad mode off; it reports requires_grad, but passes no gradient on";
  }
  return "";
}

// Whether a history leads to the target, through cuts too. Each node is looked at once in all calls.
class Search {
 public:
  explicit Search(const Edge& target) : target_(target) {}

  bool leads(const Edge& from) {
    std::vector<const Node*> stack;
    bool found = visit(from, stack);
    while (!stack.empty() && !found) {
      const Node& node = *stack.back();
      stack.pop_back();
      for (const Edge& edge : node.edges()) found = found || (edge && visit(edge, stack));
      if (NodeExtra* extra = node.extra_if_any()) {
        for (const EdgeCuts& cut_edge : extra->edge_cuts)
          for (const Cut& cut : cut_edge.cuts->cuts) found = found || visit(cut.source, stack);
      }
    }
    return found;
  }

 private:
  bool visit(const Edge& edge, std::vector<const Node*>& stack) {
    if (edge.node == target_.node && edge.slot == target_.slot) return true;
    if (seen_.insert(edge.node.get()).second) stack.push_back(edge.node.get());
    return false;
  }

  const Edge& target_;
  std::unordered_set<const Node*> seen_;
};

// The first cut in the list behind which the target lies.
const Cut* find_cut(const CutList* list, Search& search) {
  if (!list) return nullptr;
  for (const Cut& cut : list->cuts)
    if (search.leads(cut.source)) return &cut;
  return nullptr;
}

Explanation explain_cut(const Cut& cut, Ref<Node> node, size_t edge, const std::string& where) {
  Explanation e;
  e.obstacle = static_cast<vjp_gradient_obstacle>(cut.reason);
  e.node = std::move(node);
  e.edge = edge;
  e.text = format(
      "the roots depend on the tensor, but its history is cut: '{}' {}. Its result, or what was made of it, is "
      "{}",
      cut.operation, meaning_of(cut.reason), where);
  return e;
}

Explanation explain_no_history(const Tensor& t) {
  Explanation e;
  e.obstacle = VJP_OBSTACLE_NOT_REQUIRED;
  e.text = format("{} does not require grad", t);
  if (!is_differentiable(t.dtype())) {
    e.text += "; only floating and complex tensors can";
  } else if (CutList* cuts = cuts_of(*t.get())) {
    const Cut& cut = cuts->cuts.front();
    e.text += format("; it was computed from something that does, but '{}' {}", cut.operation, meaning_of(cut.reason));
  }
  return e;
}

// The null edges of the graph: among them its history ends, if it does.
std::string ends_of(const Graph& graph) {
  std::string text;
  size_t count = 0;
  for (size_t i = 0; i < graph.size(); ++i) {
    std::span<Edge> edges = graph.node(i).edges();
    for (size_t e = 0; e < edges.size(); ++e) {
      if (edges[e] || ++count > kMaxListed) continue;
      text += format("{}argument {} of {}", count > 1 ? ", " : "", e, graph.node(i).name());
    }
  }
  if (count > kMaxListed) text += format(" and {} more", count - kMaxListed);
  return text.empty() ? "; no argument in their graph is without history" : "; arguments without history are " + text;
}

Explanation explain_not_reached(const Tensor& t, const Edge& target, const Graph& graph,
                                std::span<const Tensor> roots) {
  Search search(target);
  for (size_t r = 0; r < roots.size(); ++r) {
    if (!roots[r]) continue;
    if (const Cut* cut = find_cut(cuts_of(*roots[r].get()), search)) {
      return explain_cut(*cut, {}, 0, format("root {} itself", r));
    }
  }
  for (size_t i = 0; i < graph.size(); ++i) {
    NodeExtra* extra = graph.node(i).extra_if_any();
    if (!extra) continue;
    for (const EdgeCuts& cut_edge : extra->edge_cuts) {
      if (const Cut* cut = find_cut(cut_edge.cuts.get(), search)) {
        return explain_cut(*cut, Ref<Node>::share(&graph.node(i)), cut_edge.edge,
                           format("argument {} of {}", cut_edge.edge, graph.node(i).name()));
      }
    }
  }
  Explanation e;
  e.obstacle = VJP_OBSTACLE_UNKNOWN;
  e.text = format(
      "{} is not reached from the roots: they do not depend on it, or its history was cut where cuts were not recorded "
      "(run the forward in a region that records them){}",
      t, graph.size() == 0 ? "; no root requires grad" : ends_of(graph));
  return e;
}

bool reached(const Graph& graph, const Edge& target) {
  size_t index = graph.find(*target.node);
  if (index == Graph::kNone) return false;
  for (const Edge& root : graph.roots())
    if (root.node == target.node && root.slot == target.slot) return true;
  for (const Graph::Link& link : graph.links())
    if (link.to == index && link.slot == target.slot) return true;
  return false;
}

Explanation explain_reached(const Tensor& t, const Edge& target, const Graph& graph) {
  Explanation e;
  bool not_retained = !is_leaf_after_rebuild(*t.get()) && !(t->meta && t->meta->retains_grad);
  try {
    Trial trial = try_derivatives(graph, target);
    if (!trial.defined) {
      e.obstacle = VJP_OBSTACLE_UNDEFINED;
      e.node = trial.node;
      e.edge = trial.edge;
      e.text = trial.node ? format(
                                "{} is reached, but {} gives an undefined gradient for its argument {}, which means "
                                "zero",
                                t, trial.node->name(), trial.edge)
                          : format("{} is reached by undefined gradients only", t);
      return e;
    }
    e.text = format("{} gets a gradient from the roots", t);
  } catch (const Error& error) {
    e.text = format("{} is reached from the roots; its gradient could not be tried: {}", t, error.what());
  }
  if (not_retained) {
    e.obstacle = VJP_OBSTACLE_NOT_RETAINED;
    e.node = target.node;
    e.text += "; but it is not a leaf, and its grad field is filled only after retain_grad";
  }
  return e;
}

}  // namespace

Explanation explain_gradient(const Tensor& t, std::span<const Tensor> roots) {
  if (!requires_grad(t)) return explain_no_history(t);
  Edge target = gradient_edge(*t.get());
  if (!target) {
    Explanation e;
    e.obstacle = VJP_OBSTACLE_DEAD_VIEW;
    e.text = format(
        "{} is a view that was made with grad mode off: it reports requires_grad because its base does, but it has no "
        "history of its own",
        t);
    return e;
  }
  Graph graph(roots);
  return reached(graph, target) ? explain_reached(t, target, graph) : explain_not_reached(t, target, graph, roots);
}

}  // namespace vjp
