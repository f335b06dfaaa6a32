// The words of explanations (explain.h).
#pragma once

#include "graph/cuts.h"
#include "observe/explain.h"
#include "observe/graph.h"
#include "observe/trial.h"

namespace vjp {

// " (train.py:12, in step)"; "" where the place is not known.
std::string in_brackets(const std::string& place);
// "MulBackward (train.py:12, in step)"
std::string with_place(const Node& node);
std::string meaning_of(CutReason reason);  // "ran with grad mode off, so it was not recorded"
std::string remedy_for(CutReason reason);

// Lines of a text, each of which ends where the next begins.
class Lines {
 public:
  template <class... Args>
  void add(std::string_view pattern, const Args&... args) {
    if (!text_.empty()) text_ += '\n';
    text_ += format(pattern, args...);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// From a root to a node of the graph, or beyond it to the target if the trial says which nodes lead there.
void add_way(Lines& lines, const Graph& graph, size_t to, const std::vector<bool>* leads, size_t target);
// "MulBackward (train.py:12) made zeros, for its argument 1: the other factor is zero"
std::string origin_text(const Graph& graph, const GradientState& state);
// Elements, what came in and what the node had saved; "" if there is nothing to say.
std::string evidence_text(const Graph& graph, const GradientState& state);
// What one can do about such a gradient.
std::string remedy_for(const Graph& graph, const GradientState& state);
void add_uses(Lines& lines, const std::vector<Answer>& uses);

}  // namespace vjp
