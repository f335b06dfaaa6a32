// Tensors that are reached from the roots: what arrives there.
#include "graph/extra.h"
#include "graph/meta.h"
#include "observe/explain_parts.h"

namespace vjp {
namespace {

// The hooks that a grad call would run on the way, in words.
class HooksOnTheWay {
 public:
  HooksOnTheWay(const Graph& graph, const std::vector<bool>& leads, const Tensor& t) {
    for (size_t i = 0; i < graph.size(); ++i) {
      if (!leads[i]) continue;
      Node& node = graph.node(i);
      NodeExtra* extra = node.extra_if_any();
      if (!extra || node.accumulated_leaf()) continue;
      add(extra->tensor_hooks, "on a result of", node);
      add(extra->pre_hooks, "before", node);
      add(extra->post_hooks, "after", node);
    }
    if (AutogradMeta* meta = meta_if_any(*t.get()); meta && is_leaf(*t.get())) {
      add(meta->tensor_hooks, "on the leaf");
      if (NodeExtra* extra = meta->accumulator ? gradient_edge(*t.get()).node->extra_if_any() : nullptr) {
        add(extra->pre_hooks, "before the leaf's accumulation");
        add(extra->post_hooks, "after the leaf's accumulation");
      }
      add(meta->post_accumulate_hooks, "after the leaf's accumulation");
    }
  }
  size_t count() const { return count_; }
  Node* first() const { return first_; }
  void add_to(Lines& lines) const {
    if (count_ == 0) return;
    lines.add("Hooks are not run here. On the way: {}{}. They may change, stop or clear the gradient.", text_,
              count_ > kShown ? format(" and {} more", count_ - kShown) : "");
  }

 private:
  static constexpr size_t kShown = 4;

  void add(HookList& list, const char* where) {
    run_hooks(list, [&](const HookList::Call& call) {
      if (call.hook->removed() || ++count_ > kShown) return;
      std::string label = call.hook->label();
      text_ += format("{}{} {}", count_ > 1 ? ", " : "", label.empty() ? "a hook" : format("'{}'", label), where);
    });
  }
  void add(HookList& list, const char* where, Node& node) {
    size_t before = count_;
    if (list.empty()) return;
    add(list, format("{} {}", where, with_place(node)).c_str());
    if (!first_ && count_ > before) first_ = &node;
  }

  size_t count_ = 0;
  Node* first_ = nullptr;
  std::string text_;
};

Answer answer_for_use(const Graph& graph, const Trial::Use& use) {
  Answer answer;
  answer.obstacle = use.state.kind;
  answer.use = Ref<Node>::share(&graph.node(use.from));
  answer.use_edge = use.edge;
  if (use.state.origin) {
    answer.node = Ref<Node>::share(&graph.node(use.state.origin->node));
    answer.edge = use.state.origin->edge;
  }
  const char* what = "contributes";
  switch (use.state.kind) {
    case VJP_OBSTACLE_UNDEFINED:
      what = "contributes nothing";
      break;
    case VJP_OBSTACLE_NOT_FINITE:
      what = "contributes NaN or infinity";
      break;
    case VJP_OBSTACLE_ZERO:
    case VJP_OBSTACLE_UNDERFLOW:
      what = "contributes zeros";
      break;
    case VJP_OBSTACLE_PARTLY_ZERO:
      what = "contributes, with some zeros";
      break;
    default:
      break;
  }
  std::string why = use.state.kind == VJP_OBSTACLE_NONE ? "" : format(": {}", origin_text(graph, use.state));
  answer.text = format("argument {} of {} {}{}", use.edge, with_place(*answer.use), what, why);
  return answer;
}

bool contributes(const Answer& use) {
  return use.obstacle == VJP_OBSTACLE_NONE || use.obstacle == VJP_OBSTACLE_PARTLY_ZERO;
}

// What a backward has left in the grad field.
std::string field_text(const Tensor& t) {
  Tensor grad;
  if (AutogradMeta* meta = meta_if_any(*t.get())) {
    LeafLock lock(*t.get());
    grad = meta->grad;
  }
  if (!grad) return "Its grad field is empty.";
  Elements e = look_at_elements(grad);
  if (e.bad > 0) return "Its grad field holds a gradient that is not finite.";
  if (e.all_zero()) return "Its grad field holds zeros.";
  return format("Its grad field holds a gradient, the largest element of magnitude {}.", e.largest);
}

void explain_failure(Explanation& e, const Tensor& t, const Graph& graph, const Trial& trial, size_t target) {
  const Trial::Failure& failure = *trial.failure;
  Node& node = graph.node(failure.node);
  e.node = Ref<Node>::share(&node);
  Lines lines;
  const char* remedy;
  if (failure.status == VJP_ERROR_VERSION) {
    e.obstacle = VJP_OBSTACLE_CHANGED;
    lines.add("{} is reached, but a backward fails at {}: a value that it saved was changed in place afterwards.", t,
              with_place(node));
    remedy = "write a new tensor in place of the change (y = y + 1), or change it before it is used";
  } else if (node.freed) {
    e.obstacle = VJP_OBSTACLE_FREED;
    lines.add(
        "{} is reached, but its gradient could not be tried: an earlier backward has freed what {} had saved, and "
        "another one fails there.",
        t, with_place(node));
    lines.add("{}", field_text(t));
    remedy = "ask before the backward, or run that with retain_graph, which a second backward needs, too";
  } else {
    e.obstacle = VJP_OBSTACLE_FAILED;
    lines.add("{} is reached, but its gradient could not be tried: the derivative of {} fails.", t, with_place(node));
    remedy = "mend what the message says";
  }
  add_way(lines, graph, failure.node, &trial.leads, target);
  if (e.obstacle != VJP_OBSTACLE_FREED) lines.add("It says: {}", failure.message);
  lines.add("What to do: {}.", remedy);
  e.text = lines.text();
}

void note_origin(Explanation& e, const Graph& graph, const GradientState& state) {
  e.obstacle = state.kind;
  if (!state.origin) return;
  e.node = Ref<Node>::share(&graph.node(state.origin->node));
  e.edge = state.origin->edge;
}

std::string first_sentence(const Tensor& t, const Graph& graph, const Trial& trial) {
  const GradientState& state = trial.state;
  std::string origin = origin_text(graph, state);
  switch (state.kind) {
    case VJP_OBSTACLE_UNDEFINED:
      return format("{} is reached, but {}.", t, origin);
    case VJP_OBSTACLE_NOT_FINITE:
      return format("The gradient of {} is not finite ({} of {} elements): {}.", t, trial.elements.bad,
                    trial.elements.count, origin);
    case VJP_OBSTACLE_ZERO:
      return format("The gradient of {} is exactly zero: {}.", t, origin);
    case VJP_OBSTACLE_UNDERFLOW:
      return format("The gradient of {} is zero for want of digits: {}.", t, origin);
    default:
      return format("{} of {} elements of the gradient of {} are exactly zero: {}.", trial.elements.zeros,
                    trial.elements.count, t, origin);
  }
}

// A gradient that arrives and has nothing wrong in itself.
void explain_arriving(Explanation& e, Lines& lines, const Tensor& t, const Graph& graph, const Trial& trial,
                      const HooksOnTheWay& hooks) {
  const Elements& elements = trial.elements;
  size_t good = 0;
  for (const Answer& use : e.uses) good += contributes(use);
  bool retained = is_leaf_after_rebuild(*t.get()) || (t->meta && t->meta->retains_grad);
  if (!retained) {
    e.obstacle = VJP_OBSTACLE_NOT_RETAINED;
    e.node = gradient_edge(*t.get()).node;
    lines.add(
        "{} gets a gradient from the roots; but it is not a leaf, and its grad field is filled only after "
        "retain_grad: it is the result of {}.",
        t, with_place(*e.node));
  } else if (good < e.uses.size()) {
    e.obstacle = VJP_OBSTACLE_SOME_USES;
    lines.add("{} gets a gradient from the roots, but by {} of its {} uses only.", t, good, e.uses.size());
  } else if (hooks.count() > 0) {
    e.obstacle = VJP_OBSTACLE_HOOKS;
    e.node = Ref<Node>::share(hooks.first());
    lines.add("{} gets a gradient from the roots, unless a hook on the way changes it.", t);
  } else if (trial.state.kind == VJP_OBSTACLE_PARTLY_ZERO) {
    note_origin(e, graph, trial.state);
    lines.add("{}", first_sentence(t, graph, trial));
    lines.add("{}", evidence_text(graph, trial.state));
  } else if (elements.vanishing) {
    e.obstacle = VJP_OBSTACLE_UNDERFLOW;
    lines.add("The gradient of {} vanishes: its largest element, {}, is below what its dtype holds with all digits.", t,
              elements.largest);
  } else {
    lines.add("{} gets a gradient from the roots: {} elements, the largest of magnitude {}.", t, elements.count,
              elements.largest);
  }
}

const char* remedy_for_arriving(vjp_gradient_obstacle obstacle) {
  switch (obstacle) {
    case VJP_OBSTACLE_NOT_RETAINED:
      return "call retain_grad on it, or ask for its gradient by a grad call; if it was to be a leaf (a parameter), "
             "set "
             "requires_grad after the last operation on it, and change it in place only";
    case VJP_OBSTACLE_SOME_USES:
      return "see which of the uses was to contribute";
    case VJP_OBSTACLE_HOOKS:
      return "look at what these hooks return; without them the gradient arrives";
    case VJP_OBSTACLE_UNDERFLOW:
      return "scale the loss (GradScaler), or compute in a wider dtype";
    default:
      return "";
  }
}

void add_roots(Lines& lines, std::span<const Tensor> roots) {
  for (size_t r = 0; r < roots.size(); ++r) {
    if (!roots[r] || look_at_elements(roots[r]).bad == 0) continue;
    lines.add("Root {} itself has NaN or infinite elements: the forward went wrong before the backward.", r);
    return;
  }
}

}  // namespace

void explain_reached(Explanation& e, const Tensor& t, const Edge& target, const Graph& graph,
                     std::span<const Tensor> roots) {
  Trial trial = try_derivatives(graph, target);
  size_t index = graph.find(*target.node);
  if (trial.is_root) e.uses.push_back({VJP_OBSTACLE_NONE, {}, 0, {}, 0, "", "a root itself: contributes"});
  for (const Trial::Use& use : trial.uses) e.uses.push_back(answer_for_use(graph, use));
  for (const FoundCut& cut : find_cuts(graph, roots, target)) e.uses.push_back(answer_for_cut(graph, cut));
  if (trial.failure) {
    e.uses.clear();
    return explain_failure(e, t, graph, trial, index);
  }
  HooksOnTheWay hooks(graph, trial.leads, t);
  Lines lines;
  std::string remedy;
  bool wrong = trial.state.kind != VJP_OBSTACLE_NONE && trial.state.kind != VJP_OBSTACLE_PARTLY_ZERO;
  if (wrong) {
    note_origin(e, graph, trial.state);
    lines.add("{}", first_sentence(t, graph, trial));
    if (std::string said = evidence_text(graph, trial.state); !said.empty()) lines.add("{}", said);
    remedy = remedy_for(graph, trial.state);
  } else {
    explain_arriving(e, lines, t, graph, trial, hooks);
    remedy = e.obstacle == VJP_OBSTACLE_PARTLY_ZERO ? remedy_for(graph, trial.state) : remedy_for_arriving(e.obstacle);
  }
  size_t through = wrong && trial.state.origin ? trial.state.origin->node : index;
  add_way(lines, graph, through, &trial.leads, index);
  add_uses(lines, e.uses);
  hooks.add_to(lines);
  add_roots(lines, roots);
  if (!remedy.empty()) lines.add("What to do: {}.", remedy);
  e.text = lines.text();
}

}  // namespace vjp
