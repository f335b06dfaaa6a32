#include "observe/graph.h"

#include <algorithm>
#include <tuple>

#include "graph/meta.h"
#include "observe/profile.h"

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
    if (!edge) {
      CutList* cuts = cuts_of(*root.get());
      dead_roots_.push_back({describe(*root.get()), cuts ? Ref<CutList>::share(cuts) : Ref<CutList>()});
      continue;
    }
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

std::string_view Graph::name_of(const Node& of, size_t slot) const {
  auto node = names_.find(&of);
  if (node == names_.end()) return {};
  auto name = node->second.find(static_cast<uint32_t>(slot));
  return name == node->second.end() ? std::string_view() : name->second;
}

void Graph::set_group(size_t index, std::string path) {
  if (groups_.empty()) groups_.resize(size());
  groups_[index] = std::move(path);
}

size_t Graph::add_groups(const Profile& profile) {
  // Of the ranges around an event, and of itself: the innermost range.
  constexpr size_t kNoRange = SIZE_MAX;
  std::vector<size_t> ranges(profile.events.size(), kNoRange);
  struct Made {
    uint32_t thread;
    int64_t sequence;
    size_t range;
    bool operator<(const Made& other) const {
      return std::tie(thread, sequence) < std::tie(other.thread, other.sequence);
    }
  };
  std::vector<Made> made;
  for (size_t i = 0; i < ranges.size(); ++i) {
    const ProfileEvent& e = profile.events[i];
    if (e.parent != ProfileEvent::kNoParent) ranges[i] = ranges[e.parent];
    const bool records = e.kind == EventKind::Operator || e.kind == EventKind::Function;
    if (records && e.sequence >= 0 && ranges[i] != kNoRange) made.push_back({e.forward_thread, e.sequence, ranges[i]});
    if (e.kind == EventKind::Range) ranges[i] = i;
  }
  std::sort(made.begin(), made.end());
  size_t found = 0;
  for (size_t i = 0; i < size(); ++i) {
    const Made wanted{node(i).thread, static_cast<int64_t>(node(i).sequence), 0};
    auto place = std::lower_bound(made.begin(), made.end(), wanted);
    if (place == made.end() || wanted < *place) continue;
    std::string path;
    for (size_t range = place->range; range != kNoRange;) {
      const ProfileEvent& e = profile.events[range];
      path = e.name + (path.empty() ? "" : "/" + path);
      range = e.parent == ProfileEvent::kNoParent ? kNoRange : ranges[e.parent];
    }
    set_group(i, std::move(path));
    ++found;
  }
  return found;
}

}  // namespace vjp
