// The recorded cuts (graph/cuts.h) behind which a tensor lies, as seen from some roots.
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "graph/cuts.h"
#include "observe/graph.h"

namespace vjp {

struct FoundCut {
  const Cut* cut;
  size_t node;  // whose argument is cut; Graph::kNone: a root itself is
  size_t edge;  // its number, or the root's
};

// From the roots on, at most one for each argument. Looks at each node once: linear in what is reached through cuts
// too.
std::vector<FoundCut> find_cuts(const Graph& graph, std::span<const Tensor> roots, const Edge& target);

}  // namespace vjp
