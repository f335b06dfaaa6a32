// Graph: a walk over a recorded graph from some roots, to be listed, drawn and questioned (spec INTRO-12).
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "graph/cuts.h"
#include "graph/node.h"

namespace vjp {

struct Profile;

class Graph {
 public:
  struct Link {
    size_t from, edge;  // an edge of a node
    size_t to, slot;    // the node that it leads to
  };
  // A root that does not require grad, and why, where that was written down.
  struct DeadRoot {
    std::string text;
    Ref<CutList> cuts;
  };

  // Walks valid edges from the gradient edges of the roots. Undefined roots, and such that do not require grad, are
  // left out. Keeps the nodes alive.
  explicit Graph(std::span<const Tensor> roots);
  static void destroy(Graph* graph) noexcept { delete graph; }

  // In the order in which one thread would execute them: no node comes before one that leads to it.
  size_t size() const { return nodes_.size(); }
  Node& node(size_t index) const { return *nodes_[index]; }
  const std::vector<Link>& links() const { return links_; }  // in order of `from`, then of `edge`
  const std::vector<Edge>& roots() const { return roots_; }
  const std::vector<DeadRoot>& dead_roots() const { return dead_roots_; }
  static constexpr size_t kNone = SIZE_MAX;
  size_t find(const Node& node) const;  // kNone if it was not reached

  // Names for pictures and reports: of a leaf, or of the result of a node; "" if it has none.
  void set_name(const Edge& edge, std::string name);
  std::string_view name_of(const Node& node, size_t slot) const;

  // What the node belongs to, for pictures: "encoder/layer 3"; "" if nothing.
  void set_group(size_t index, std::string path);
  std::string_view group_of(size_t index) const { return groups_.empty() ? std::string_view() : groups_[index]; }
  // The ranges of the program in which operators were recorded are their groups. How many nodes have got one.
  size_t add_groups(const Profile& profile);

  RefCount refs;

 private:
  std::vector<Ref<Node>> nodes_;
  std::vector<Link> links_;
  std::vector<Edge> roots_;
  std::vector<DeadRoot> dead_roots_;
  std::unordered_map<const Node*, size_t> index_;
  std::unordered_map<const Node*, std::unordered_map<uint32_t, std::string>> names_;
  std::vector<std::string> groups_;  // by index; empty: none has one
};

}  // namespace vjp
