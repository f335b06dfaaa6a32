// Graph: a walk over a recorded graph from some roots, to be listed, drawn and questioned (spec INTRO-12).
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "graph/node.h"

namespace vjp {

class Graph {
 public:
  struct Link {
    size_t from, edge;  // an edge of a node
    size_t to, slot;    // the node that it leads to
  };

  // Walks valid edges from the gradient edges of the roots. Undefined roots, and such that do not require grad, are
  // left out. Keeps the nodes alive.
  explicit Graph(std::span<const Tensor> roots);
  static void destroy(Graph* graph) noexcept { delete graph; }

  // In the order in which one thread would execute them: no node comes before one that leads to it.
  size_t size() const { return nodes_.size(); }
  Node& node(size_t index) const { return *nodes_[index]; }
  const std::vector<Link>& links() const { return links_; }
  const std::vector<Edge>& roots() const { return roots_; }
  static constexpr size_t kNone = SIZE_MAX;
  size_t find(const Node& node) const;  // kNone if it was not reached

  // Names for pictures and reports: of a leaf, or of the result of a node.
  void set_name(const Edge& edge, std::string name);
  std::string name_of(const Edge& edge) const;  // "" if it has none

  RefCount refs;

 private:
  std::vector<Ref<Node>> nodes_;
  std::vector<Link> links_;
  std::vector<Edge> roots_;
  std::unordered_map<const Node*, size_t> index_;
  std::unordered_map<const Node*, std::unordered_map<uint32_t, std::string>> names_;
};

// A picture of the graph in the language of Graphviz: leaves on top, results below, arrows as the data flowed.
std::string to_dot(const Graph& graph);

}  // namespace vjp
