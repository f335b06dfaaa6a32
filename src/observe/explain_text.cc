#include "observe/explain_text.h"

#include <algorithm>

#include "graph/metadata.h"

namespace vjp {
namespace {

constexpr size_t kShownAtEnds = 3;  // of a way, at each end
constexpr size_t kShownUses = 5;

// Why an operator gives a gradient that is exactly zero; by the beginning of its node's name, the longer ones first.
struct ZeroReason {
  const char *name, *why, *remedy;
};
constexpr const char* kNoSlope = "give it another argument, or use a function with a slope there";
constexpr const char* kSmoothMax = "a smooth form (logsumexp, softmax) gives all elements a gradient";
constexpr const char* kStraightThrough = "take the gradient around it: x + detach(round(x) - x)";
constexpr const char* kOtherFactor = "look at the other factor: weights that start at 0, or a mask";
constexpr const char* kMeant = "no mistake, if they were not to be";
constexpr const char* kAwayFromZero = "keep the argument away from 0";
constexpr ZeroReason kZeroReasons[] = {
    {"Relu6", "relu6 is constant below 0 and above 6", kNoSlope},
    {"Relu", "relu is constant for arguments that are not positive",
     "start with other weights or a smaller step, or use a function with a slope there (leaky_relu, gelu)"},
    {"Clamp", "clamp is constant outside of its limits", "widen the limits, or clamp what is not differentiated"},
    {"Hardtanh", "hardtanh is constant outside of its limits", kNoSlope},
    {"Hardsigmoid", "hardsigmoid is constant outside of its limits", kNoSlope},
    {"Hardshrink", "hardshrink gives 0 near 0", kNoSlope},
    {"Softshrink", "softshrink gives 0 near 0", kNoSlope},
    {"Threshold", "threshold is constant below its limit", kNoSlope},
    {"Where", "where (or a mask) has chosen the other argument there", "look at the condition"},
    {"Dropout", "dropout has dropped these elements", "nothing, that is its purpose; the next pass drops others"},
    {"Maximum", "the other argument is larger there", kNoSlope},
    {"Minimum", "the other argument is smaller there", kNoSlope},
    {"Max", "the maximum is another element", kSmoothMax},
    {"AMax", "the maximum is another element", kSmoothMax},
    {"Min", "the minimum is another element", kSmoothMax},
    {"AMin", "the minimum is another element", kSmoothMax},
    {"Median", "the median is another element", kMeant},
    {"KthValue", "another element was chosen", kMeant},
    {"TopK", "other elements were chosen", kMeant},
    {"Floor", "it rounds, and is constant between its steps", kStraightThrough},
    {"Ceil", "it rounds, and is constant between its steps", kStraightThrough},
    {"Round", "it rounds, and is constant between its steps", kStraightThrough},
    {"Trunc", "it rounds, and is constant between its steps", kStraightThrough},
    {"Sign", "the sign is constant on both sides of 0", "use a smooth form (tanh)"},
    {"Sgn", "the sign is constant on both sides of 0", "use a smooth form (tanh)"},
    {"Mul", "the other factor is zero", kOtherFactor},
    {"Mm", "the other factor is zero", kOtherFactor},
    {"Matmul", "the other factor is zero", kOtherFactor},
    {"Bmm", "the other factor is zero", kOtherFactor},
    {"Dot", "the other factor is zero", kOtherFactor},
    {"Tanh", "tanh is saturated: its result is 1 or -1", "scale its argument down"},
    {"Sigmoid", "the sigmoid is saturated: its result is 0 or 1", "scale its argument down, or use a loss of logits"},
    {"Square", "the square has no slope at 0", kAwayFromZero},
    {"Pow", "the power has no slope at 0", kAwayFromZero},
    {"Abs", "the derivative at 0 is taken as 0", kAwayFromZero},
    {"VectorNorm", "the derivative at 0 is taken as 0", kAwayFromZero},
    {"Index", "these elements were not chosen", kMeant},
    {"Select", "these elements were not chosen", kMeant},
    {"Slice", "these elements were not chosen", kMeant},
    {"Gather", "these elements were not chosen", kMeant},
    {"Tril", "these elements were left out", kMeant},
    {"Triu", "these elements were left out", kMeant},
    {"Unbind", "the roots use other results of it only", kMeant},
    {"Split", "the roots use other results of it only", kMeant},
    {"Embedding", "these rows were not looked up", "nothing: only rows that occur have a gradient"},
    {"Softmax", "a softmax sums to 1, whatever its argument is", "do not sum its results: weigh them, or take a loss"},
    {"LogSoftmax", "what is made of it does not depend on the argument", "take a loss of it"},
};

const ZeroReason* zero_reason(std::string_view node) {
  for (const ZeroReason& reason : kZeroReasons)
    if (node.starts_with(reason.name)) return &reason;
  return nullptr;
}

// A leaf's accumulator is no operator of the program's.
std::string name_in_text(const Node& node) {
  return node.accumulated_leaf() ? std::string("a leaf") : with_place(node);
}

// "AddBackward > MulBackward x3 > ... 12 more > a leaf"
std::string way_text(const Graph& graph, const std::vector<size_t>& way) {
  std::string text;
  auto add = [&](const std::string& part) { text += (text.empty() ? "" : " > ") + part; };
  for (size_t i = 0; i < way.size();) {
    if (i >= kShownAtEnds && i + kShownAtEnds + 1 < way.size()) {
      add(format("... {} more", way.size() - kShownAtEnds - i));
      i = way.size() - kShownAtEnds;
    }
    std::string name = name_in_text(graph.node(way[i]));
    size_t times = 1;
    while (i + times < way.size() && name_in_text(graph.node(way[i + times])) == name) ++times;
    add(times == 1 ? name : format("{} x{}", name, times));
    i += times;
  }
  return text;
}

std::string origin_of_undefined(const Node& node, size_t edge) {
  return format("{} gives an undefined gradient for its argument {}, which means zero", with_place(node), edge);
}

}  // namespace

std::string in_brackets(const std::string& place) {
  if (place.empty()) return "";
  // The file's name is enough to read; the whole path is in the answer's place.
  size_t colon = place.find(':'), slash = colon == std::string::npos ? colon : place.rfind('/', colon);
  return format(" ({})", slash == std::string::npos ? place : place.substr(slash + 1));
}

std::string with_place(const Node& node) { return node.name() + in_brackets(place_of(node)); }

std::string evidence_text(const Graph& graph, const GradientState& state) {
  if (!state.origin || state.kind == VJP_OBSTACLE_UNDEFINED) return "";
  const Origin& origin = *state.origin;
  std::string where = "its one element";
  if (origin.count > 1) {
    bool all = origin.affected == origin.count;
    where = format("{} {} elements, the first at {}", all ? "all" : format("{} of", origin.affected), origin.count,
                   IntSpan(index_of(origin.at, origin.sizes)));
  }
  std::string text = format("Concerned: {} ({})", where, origin.value);
  if (origin.in_sum) return text + ".";
  if (!origin.given.empty()) text += format(", where the gradient {} came in", origin.given);
  SavedValues saved = saved_at(graph.node(origin.node), origin.sizes, origin.at);
  if (!saved.text.empty())
    text += format("{} the node had saved {}", origin.given.empty() ? ", where" : " and", saved.text);
  return text + ".";
}

std::string meaning_of(CutReason reason) {
  switch (reason) {
    case CutReason::Detached:
      return "gives a result without history, as it is meant to";
    case CutReason::GradModeOff:
      return "ran with grad mode off, so it was not recorded";
    case CutReason::NotDifferentiable:
      return "has no derivative for this result";
    case CutReason::IntegerDtype:
      return "gave integers or booleans, through which no gradient flows";
    case CutReason::DataAlias:
      return "took the data without the history";
    case CutReason::DeadView:
      return "made a view with grad mode off; it reports requires_grad, but passes no gradient on";
    case CutReason::Inference:
      return "ran in inference mode, so it was not recorded";
  }
  return "";
}

std::string remedy_for(CutReason reason) {
  switch (reason) {
    case CutReason::Detached:
      return "take the tensor itself where its gradient is wanted; if the detach is meant, nothing is missing";
    case CutReason::GradModeOff:
      return "end the region without gradients (no_grad) before this operator";
    case CutReason::NotDifferentiable:
      return "use an operator that has a derivative for this result; of a custom function, do not mark it";
    case CutReason::IntegerDtype:
      return "use a smooth form: softmax in place of argmax, where or sigmoid in place of a comparison";
    case CutReason::DataAlias:
      return "take the tensor itself in place of its data";
    case CutReason::DeadView:
      return "make the view with grad mode on";
    case CutReason::Inference:
      return "compute it outside of inference mode";
  }
  return "";
}

void add_way(Lines& lines, const Graph& graph, size_t to, const std::vector<bool>* leads, size_t target) {
  constexpr size_t kNone = Graph::kNone;
  std::vector<size_t> before(graph.size(), kNone), next(graph.size(), kNone), root(graph.size(), kNone);
  for (size_t r = graph.roots().size(); r-- > 0;) root[graph.find(*graph.roots()[r].node)] = r;
  for (const Graph::Link& link : graph.links()) {  // nodes come before those that they lead to
    bool seen = root[link.from] != kNone || before[link.from] != kNone;
    if (seen && before[link.to] == kNone) before[link.to] = link.from;
    if (leads && next[link.from] == kNone && (*leads)[link.to]) next[link.from] = link.to;
  }
  std::vector<size_t> way{to};
  while (root[way.back()] == kNone && before[way.back()] != kNone) way.push_back(before[way.back()]);
  size_t from = root[way.back()];
  std::reverse(way.begin(), way.end());
  while (leads && way.back() != target && next[way.back()] != kNone) way.push_back(next[way.back()]);
  lines.add("The way from root {}: {}.", from == kNone ? 0 : from, way_text(graph, way));
}

std::string origin_text(const Graph& graph, const GradientState& state) {
  if (!state.origin) return "no gradient comes in";
  const Origin& origin = *state.origin;
  Node& node = graph.node(origin.node);
  if (state.kind == VJP_OBSTACLE_UNDEFINED) return origin_of_undefined(node, origin.edge);
  std::string name = name_in_text(node);
  if (origin.in_sum) {
    if (state.kind != VJP_OBSTACLE_NOT_FINITE)
      return format("the contributions that arrive at {} cancel each other", name);
    return format("the contributions that arrive at {} give {} in their sum", name, origin.value);
  }
  switch (state.kind) {
    case VJP_OBSTACLE_NOT_FINITE:
      return format("{} made {} of a finite gradient, for its argument {}", name, origin.value, origin.edge);
    case VJP_OBSTACLE_UNDERFLOW:
      return format("in {} it became smaller than its dtype can hold, for argument {}", name, origin.edge);
    default: {
      const ZeroReason* reason = zero_reason(node.name());
      return format("{} made zeros, for its argument {}{}", name, origin.edge,
                    reason ? format(": {}", reason->why) : "");
    }
  }
}

std::string remedy_for(const Graph& graph, const GradientState& state) {
  if (!state.origin) return "";
  Node& node = graph.node(state.origin->node);
  switch (state.kind) {
    case VJP_OBSTACLE_UNDEFINED:
      return "give the gradient in the function's backward; for what is meant to have none this is right";
    case VJP_OBSTACLE_UNDERFLOW:
      return "scale the loss (GradScaler), or compute this part in a wider dtype";
    case VJP_OBSTACLE_NOT_FINITE: {
      if (state.origin->in_sum) return "scale the loss down, or compute in a wider dtype";
      SavedValues saved = saved_at(node, state.origin->sizes, state.origin->at);
      if (saved.not_finite) return "the forward had this value already: find out where it became so";
      if (state.origin->given_zero)
        return "its result is not used there (the gradient that came in is 0), but 0 times infinity is NaN: give it a "
               "harmless argument there, by a where before it";
      if (saved.zero) return "keep its argument away from 0: add a small number, or clamp it from below";
      return "its derivative is too large there, or has no value: look at its arguments";
    }
    default: {
      const ZeroReason* reason = zero_reason(node.name());
      if (state.origin->in_sum) return "no mistake of the graph: what is derived does not depend on the tensor";
      return reason ? reason->remedy : "look at what the node had saved";
    }
  }
}

void add_uses(Lines& lines, const std::vector<Answer>& uses) {
  if (uses.size() < 2) return;
  lines.add("Its {} uses:", uses.size());
  size_t shown = uses.size() > kShownUses ? kShownUses - 1 : uses.size();
  // What contributes nothing is what one asks for.
  std::vector<const Answer*> order;
  for (bool contributes : {false, true})
    for (const Answer& use : uses)
      if ((use.obstacle == VJP_OBSTACLE_NONE) == contributes) order.push_back(&use);
  for (size_t i = 0; i < shown; ++i) lines.add("  {}", order[i]->text);
  if (shown < uses.size()) lines.add("  and {} more", uses.size() - shown);
}

}  // namespace vjp
