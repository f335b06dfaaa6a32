#include "observe/explain.h"

#include "graph/batched.h"
#include "graph/ended.h"
#include "graph/meta.h"
#include "graph/metadata.h"
#include "observe/explain_parts.h"

namespace vjp {
namespace {

// Of a function whose derivative was asked for (functional transforms): the message that refuses it; "" if it is none.
std::string refused_as_ended(const Tensor& t, std::span<const Tensor> roots) {
  if (!ended_requests_in_play()) return "";
  try {
    refuse_ended(*t.get(), "it");
    for (const Tensor& root : roots)
      if (root) refuse_ended(*root.get(), "a root");
  } catch (const Error& error) {
    if (error.status() != VJP_ERROR_STATE) throw;
    return error.what();
  }
  return "";
}

void request_ended(Explanation& e, const Tensor& t, const std::string& message) {
  e.obstacle = VJP_OBSTACLE_LEVEL_ENDED;
  Lines lines;
  lines.add("{} gets no gradient outside of the function: {}.", t, message);
  lines.add("What to do: return from the function what is needed outside, or detach it there.");
  e.text = lines.text();
}

void level_ended(Explanation& e, const Tensor& t) {
  e.obstacle = VJP_OBSTACLE_LEVEL_ENDED;
  Lines lines;
  lines.add("{} belongs to a level of batching (vmap) that has ended: it has no value any more, and no gradient.", t);
  lines.add("What to do: hand it out of the function as a result; what the function stores elsewhere ends with it.");
  e.text = lines.text();
}

bool level_has_ended(const Tensor& t) {
  if (!is_batched(t)) return false;
  for (uint64_t level : batch_of(*t.get()).levels)
    if (!batch_level_lives(level)) return true;
  return false;
}

void without_history(Explanation& e, const Tensor& t) {
  Lines lines;
  const CutList* cuts = cuts_of(*t.get());
  const Cut* cut = cuts && !cuts->cuts.empty() ? &cuts->cuts.front() : nullptr;
  e.obstacle = VJP_OBSTACLE_NOT_REQUIRED;
  if (!is_differentiable(t.dtype())) {
    lines.add("{} does not require grad; only floating and complex tensors can.", t);
    lines.add("What to do: keep what is to be learned in a floating dtype.");
  } else if (t->storage && t->storage->inference) {
    e.obstacle = VJP_OBSTACLE_INFERENCE;
    lines.add("{} was made in inference mode, so it does not require grad and never can.", t);
    lines.add("What to do: make it outside of inference mode, or go on with a clone that was made outside.");
  } else if (cut) {
    e.place = cut->place();
    lines.add("{} does not require grad; it was computed from something that does, but '{}'{} {}.", t, cut->operation,
              in_brackets(e.place), meaning_of(cut->reason));
    lines.add(
        "What to do: {}. If it is a parameter that was updated (w = w - step), the name stands for a new tensor "
        "now: change the old one in place, or ask for the new one's gradient.",
        remedy_for(cut->reason));
  } else {
    lines.add("{} does not require grad: nobody asked for its gradient before the forward.", t);
    lines.add(
        "What to do: set requires_grad before the forward; if it was computed from what requires grad, that was "
        "lost on the way (detach, no_grad): run the forward where cuts are recorded.");
  }
  e.text = lines.text();
}

void dead_view(Explanation& e, const Tensor& t) {
  e.obstacle = VJP_OBSTACLE_DEAD_VIEW;
  Lines lines;
  lines.add(
      "{} is a view that was made with grad mode off: it reports requires_grad because its base does, but it has no "
      "history of its own.",
      t);
  lines.add("What to do: make the view with grad mode on, or ask for the gradient of its base.");
  e.text = lines.text();
}

void explain(Explanation& e, const Tensor& given, std::span<const Tensor> given_roots) {
  if (level_has_ended(given)) return level_ended(e, given);
  const Tensor t = physical_of(given);
  std::vector<Tensor> roots;
  for (const Tensor& root : given_roots) roots.push_back(physical_of(root));
  if (std::string message = refused_as_ended(t, roots); !message.empty()) return request_ended(e, t, message);
  if (!requires_grad(t)) return without_history(e, t);
  Edge target = gradient_edge(*t.get());
  if (!target) return dead_view(e, t);
  Graph graph(roots);
  if (is_reached(graph, target)) {
    explain_reached(e, t, target, graph, roots);
  } else {
    explain_lost(e, t, target, graph, roots);
  }
}

}  // namespace

bool is_reached(const Graph& graph, const Edge& target) {
  size_t index = graph.find(*target.node);
  if (index == Graph::kNone) return false;
  for (const Edge& root : graph.roots())
    if (root.node == target.node && root.slot == target.slot) return true;
  for (const Graph::Link& link : graph.links())
    if (link.to == index && link.slot == target.slot) return true;
  return false;
}

Answer answer_for_cut(const Graph& graph, const FoundCut& found) {
  Answer answer;
  answer.obstacle = static_cast<vjp_gradient_obstacle>(found.cut->reason);
  answer.edge = found.edge;
  answer.place = found.cut->place();
  std::string cut = format("cut by '{}'{}", found.cut->operation, in_brackets(answer.place));
  if (found.node == Graph::kNone) {
    answer.use_edge = found.edge;
    answer.text = format("root {} itself: {}", found.edge, cut);
  } else {
    answer.node = answer.use = Ref<Node>::share(&graph.node(found.node));
    answer.use_edge = found.edge;
    if (place_of(*answer.node) == answer.place) cut = format("cut by '{}'", found.cut->operation);
    answer.text = format("argument {} of {}: {}", found.edge, with_place(*answer.node), cut);
  }
  return answer;
}

Ref<Explanation> explain_gradient(const Tensor& tensor, std::span<const Tensor> roots) {
  auto made = Ref<Explanation>::take(new Explanation());
  explain(*made, tensor, roots);
  if (made->place.empty() && made->node) made->place = place_of(*made->node);
  for (Answer& use : made->uses)
    if (use.place.empty() && use.use) use.place = place_of(*use.use);
  return made;
}

}  // namespace vjp
