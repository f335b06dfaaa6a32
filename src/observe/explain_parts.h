// What explain.cc is made of.
#pragma once

#include "observe/cut_search.h"
#include "observe/explain.h"
#include "observe/explain_text.h"

namespace vjp {

bool is_reached(const Graph& graph, const Edge& target);
// Of a cut, as one of the uses.
Answer answer_for_cut(const Graph& graph, const FoundCut& found);
void explain_lost(Explanation& e, const Tensor& t, const Edge& target, const Graph& graph,
                  std::span<const Tensor> roots);
void explain_reached(Explanation& e, const Tensor& t, const Edge& target, const Graph& graph,
                     std::span<const Tensor> roots);

}  // namespace vjp
