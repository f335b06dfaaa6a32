#include "observe/graph.h"

#include <algorithm>

#include "graph/meta.h"

namespace vjp {

Graph::Graph(std::span<const Tensor> roots) {
  std::vector<Node*> stack;
  auto visit = [&](const Edge& edge) {
    if (!index_.try_emplace(edge.node.get(), 0).second) return;
    nodes_.push_back(edge.node);
    stack.push_back(edge.node.get());
  };
  for (const Tensor& root : roots) {
    if (!root) continue;
    Edge edge = gradient_edge(*root.get());
    if (!edge) continue;
    visit(edge);
    roots_.push_back(std::move(edge));
  }
  while (!stack.empty()) {
    Node* node = stack.back();
    stack.pop_back();
    for (const Edge& edge : node->edges())
      if (edge) visit(edge);
  }
  // A node's topological number is larger than those of the nodes it leads to.
  std::stable_sort(nodes_.begin(), nodes_.end(), [](const Ref<Node>& a, const Ref<Node>& b) {
    return a->topological != b->topological ? a->topological > b->topological : a->sequence > b->sequence;
  });
  for (size_t i = 0; i < nodes_.size(); ++i) index_[nodes_[i].get()] = i;
  for (size_t i = 0; i < nodes_.size(); ++i) {
    std::span<Edge> edges = nodes_[i]->edges();
    for (size_t e = 0; e < edges.size(); ++e)
      if (edges[e]) links_.push_back({i, e, index_[edges[e].node.get()], edges[e].slot});
  }
}

size_t Graph::find(const Node& node) const {
  auto it = index_.find(&node);
  return it == index_.end() ? kNone : it->second;
}

void Graph::set_name(const Edge& edge, std::string name) { names_[edge.node.get()][edge.slot] = std::move(name); }

std::string Graph::name_of(const Edge& edge) const {
  auto node = names_.find(edge.node.get());
  if (node == names_.end()) return "";
  auto slot = node->second.find(edge.slot);
  return slot == node->second.end() ? "" : slot->second;
}

}  // namespace vjp
