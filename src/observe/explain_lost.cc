// Tensors that are not reached from the roots.
#include <cstring>
#include <unordered_set>

#include "graph/extra.h"
#include "graph/meta.h"
#include "observe/explain_parts.h"
#include "tensor/place.h"

namespace vjp {
namespace {

constexpr size_t kMaxListed = 8;

// A null edge of the graph.
struct End {
  size_t node, edge;
};

template <class F>
void for_ends(const Graph& graph, F&& f) {
  for (size_t i = 0; i < graph.size(); ++i) {
    std::span<Edge> edges = graph.node(i).edges();
    for (size_t e = 0; e < edges.size(); ++e)
      if (!edges[e]) f(End{i, e});
  }
}

std::string end_text(const Graph& graph, const End& end) {
  return format("argument {} of {}", end.edge, with_place(graph.node(end.node)));
}

void explain_cuts(Explanation& e, const Tensor& t, const Graph& graph, std::vector<FoundCut> cuts) {
  const FoundCut& first = cuts.front();
  for (const FoundCut& cut : cuts) e.uses.push_back(answer_for_cut(graph, cut));
  static_cast<Answer&>(e) = e.uses.front();
  e.use = {};
  Lines lines;
  lines.add("No gradient reaches {}: the roots depend on it, but its history is cut: '{}'{} {}.", t,
            first.cut->operation, in_brackets(e.place), meaning_of(first.cut->reason));
  if (first.node == Graph::kNone) {
    lines.add("Its result, or what was made of it, is root {} itself.", first.edge);
  } else {
    lines.add("Its result, or what was made of it, is {}.", end_text(graph, {first.node, first.edge}));
    add_way(lines, graph, first.node, nullptr, 0);
  }
  add_uses(lines, e.uses);
  lines.add("What to do: {}.", remedy_for(first.cut->reason));
  e.text = lines.text();
}

// Whether the tensor itself is the argument of a null edge: it was used before it required grad.
bool find_early_use(const Tensor& t, const Graph& graph, End& found) {
  bool any = false;
  auto note = [&](End end) {
    if (!any) found = end;
    any = true;
  };
  for (size_t i = 0; i < graph.size() && !any; ++i) {
    Node& node = graph.node(i);
    if (NodeExtra* extra = node.extra_if_any())
      for (const EdgeCuts& at : extra->edge_cuts)
        if (at.argument && at.argument->lock().get() == t.get()) note({i, at.edge});
    if (any) break;
    bool has_end = false;
    for (const Edge& edge : node.edges()) has_end = has_end || !edge;
    if (has_end && saved_on_memory_of(node, t).is(t)) {
      size_t edge = 0;
      while (node.edges()[edge]) ++edge;
      note({i, edge});
    }
  }
  return any;
}

void explain_early_use(Explanation& e, const Tensor& t, const Graph& graph, const End& end) {
  e.obstacle = VJP_OBSTACLE_REQUIRED_LATER;
  e.node = Ref<Node>::share(&graph.node(end.node));
  e.edge = end.edge;
  Lines lines;
  lines.add("No gradient reaches {}: it is {}, but when it was used there it did not require grad; that was set later.",
            t, end_text(graph, end));
  add_way(lines, graph, end.node, nullptr, 0);
  lines.add("What to do: set requires_grad before the forward, then run the forward again.");
  e.text = lines.text();
}

// The first leaf in the history of the tensor that the roots are reached by, too; kNone.
size_t find_ancestor(const Edge& from, const Graph& graph) {
  std::unordered_set<const Node*> seen{from.node.get()};
  std::vector<const Node*> stack{from.node.get()};
  while (!stack.empty()) {
    const Node* node = stack.back();
    stack.pop_back();
    if (node->accumulated_leaf() && graph.find(*node) != Graph::kNone) return graph.find(*node);
    for (const Edge& edge : node->edges())
      if (edge && seen.insert(edge.node.get()).second) stack.push_back(edge.node.get());
  }
  return Graph::kNone;
}

void explain_replaced(Explanation& e, const Tensor& t, const Edge& target, const Graph& graph, size_t ancestor) {
  e.obstacle = VJP_OBSTACLE_REPLACED;
  e.node = target.node;
  Lines lines;
  lines.add(
      "No gradient reaches {}: the roots do not depend on it, but on a leaf from which it was computed, last by {}.", t,
      with_place(*target.node));
  add_way(lines, graph, ancestor, nullptr, 0);
  lines.add(
      "What to do: if a parameter was updated by an assignment (w = w - step), the name stands for a new tensor "
      "now: change the old one in place with grad mode off, or use an optimizer. Otherwise take the result into "
      "what is derived.");
  e.text = lines.text();
}

bool same_elements(const Tensor& a, const Tensor& b) {
  if (look_at_elements(a).all_zero() || a.numel() < 2) return false;  // says nothing
  const Tensor x = on_host(a), y = on_host(b);
  if (!x.contiguous() || !y.contiguous()) return false;
  return std::memcmp(x.raw(), y.raw(), static_cast<size_t>(x.numel()) * size_of(x.dtype())) == 0;
}

bool alike(const Tensor& a, const Tensor& b) { return a.dtype() == b.dtype() && same(a.sizes(), b.sizes()); }

// Leaves of the graph that could be meant.
struct Lookalikes {
  size_t same = Graph::kNone;  // on the same memory, or with equal elements
  bool memory = false;
  size_t of_shape = 0;
};
Lookalikes find_lookalikes(const Tensor& t, const Graph& graph) {
  Lookalikes found;
  for (size_t i = 0; i < graph.size(); ++i) {
    TensorImpl* impl = graph.node(i).accumulated_leaf();
    if (!impl || impl == t.get()) continue;
    Tensor leaf = Tensor::share(impl);
    if (!alike(leaf, t)) continue;
    ++found.of_shape;
    if (found.same != Graph::kNone) continue;
    found.memory = leaf->storage.get() == t->storage.get();
    if (found.memory || same_elements(leaf, t)) found.same = i;
  }
  return found;
}

void explain_lookalike(Explanation& e, const Tensor& t, const Graph& graph, const Lookalikes& found) {
  e.obstacle = VJP_OBSTACLE_ANOTHER_TENSOR;
  e.node = Ref<Node>::share(&graph.node(found.same));
  Lines lines;
  lines.add("No gradient reaches {}: the roots depend on another leaf {}.", t,
            found.memory ? "that lies on the same memory" : "with the same shape and the same elements");
  add_way(lines, graph, found.same, nullptr, 0);
  lines.add(
      "What to do: give the optimizer, and whoever asks for the gradient, the tensor that the forward uses; a copy "
      "or detach() of it is another tensor with a gradient of its own.");
  e.text = lines.text();
}

// Saved by a node of the graph in the place of an argument without history, on the memory of the tensor.
void add_alias(Lines& lines, const Tensor& t, const Graph& graph) {
  for (size_t i = 0; i < graph.size(); ++i) {
    for (const Edge& edge : graph.node(i).edges()) {
      if (edge || !saved_on_memory_of(graph.node(i), t)) continue;
      lines.add("{} has saved a tensor on its memory: perhaps a detach() or .data of it came there.",
                with_place(graph.node(i)));
      return;
    }
  }
}

// A root that was made anew, as a loss of numbers is; kNone.
size_t root_that_is_leaf(const Graph& graph) {
  for (size_t r = 0; r < graph.roots().size(); ++r)
    if (graph.roots()[r].node->accumulated_leaf()) return r;
  return Graph::kNone;
}

void explain_unknown(Explanation& e, const Tensor& t, const Graph& graph, const Lookalikes& found) {
  e.obstacle = VJP_OBSTACLE_UNKNOWN;
  Lines lines;
  lines.add(
      "{} is not reached from the roots: they do not depend on it, or its history was cut where cuts were not "
      "recorded.",
      t);
  size_t count = 0;
  std::string ends;
  for_ends(graph, [&](const End& end) {
    if (++count <= kMaxListed) ends += (count > 1 ? ", " : "") + end_text(graph, end);
  });
  if (graph.size() == 0) {
    lines.add("Here no root requires grad: all that they depend on has no history.");
  } else if (size_t root = root_that_is_leaf(graph); root != Graph::kNone) {
    lines.add("Root {} is itself a leaf: a new tensor, perhaps made of values, with nothing behind it.", root);
  } else if (count == 0) {
    lines.add("No argument in their graph is without history.");
  } else {
    lines.add("Arguments without history are {}{}.", ends,
              count > kMaxListed ? format(" and {} more", count - kMaxListed) : "");
    add_alias(lines, t, graph);
  }
  if (found.of_shape > 0)
    lines.add("The roots depend on {} other leaf tensor(s) of its shape: is one of them meant?", found.of_shape);
  lines.add(
      "What to do: run the forward where cuts are recorded (record_cuts) and ask again; look for numbers (item), "
      "arrays of other libraries and new tensors made of values.");
  e.text = lines.text();
}

}  // namespace

void explain_lost(Explanation& e, const Tensor& t, const Edge& target, const Graph& graph,
                  std::span<const Tensor> roots) {
  if (std::vector<FoundCut> cuts = find_cuts(graph, roots, target); !cuts.empty())
    return explain_cuts(e, t, graph, std::move(cuts));
  if (End end{}; find_early_use(t, graph, end)) return explain_early_use(e, t, graph, end);
  if (size_t ancestor = find_ancestor(target, graph); ancestor != Graph::kNone)
    return explain_replaced(e, t, target, graph, ancestor);
  Lookalikes found = find_lookalikes(t, graph);
  if (found.same != Graph::kNone) return explain_lookalike(e, t, graph, found);
  explain_unknown(e, t, graph, found);
}

}  // namespace vjp
