#include "observe/trial.h"

#include "graph/batched.h"
#include "graph/modes.h"
#include "kernel/backends.h"
#include "ops/functions/arithmetic.h"
#include "ops/internal.h"

namespace vjp {
namespace {

// The gradient of one slot while its contributions arrive.
struct Arrived {
  Tensor sum;
  int count = 0;
  bool every_zero = true;
  GradientState undefined, bad, zero, part;  // the first of each kind

  void note(const GradientState& state) {
    every_zero = every_zero && (state.is_zero() || state.kind == VJP_OBSTACLE_UNDEFINED);
    GradientState* first = state.kind == VJP_OBSTACLE_UNDEFINED     ? &undefined
                           : state.kind == VJP_OBSTACLE_NOT_FINITE  ? &bad
                           : state.is_zero()                        ? &zero
                           : state.kind == VJP_OBSTACLE_PARTLY_ZERO ? &part
                                                                    : nullptr;
    if (first && first->kind == VJP_OBSTACLE_NONE) *first = state;
  }
};

vjp_gradient_obstacle kind_of(const Elements& e) {
  if (e.bad > 0) return VJP_OBSTACLE_NOT_FINITE;
  if (e.all_zero()) return VJP_OBSTACLE_ZERO;
  return e.zeros > 0 ? VJP_OBSTACLE_PARTLY_ZERO : VJP_OBSTACLE_NONE;
}

// What a gradient of that kind was before already; none where it has just become so.
GradientState inherited(vjp_gradient_obstacle kind, const Arrived& from) {
  if (kind == VJP_OBSTACLE_NOT_FINITE) return from.bad;
  if (kind == VJP_OBSTACLE_ZERO) return from.every_zero ? from.zero : GradientState();
  return {kind, from.part.origin ? from.part.origin : from.zero.origin};
}

// As in a grad call: what rules do with saved values is not the program's (graph/ended.h).
class Executing {
 public:
  explicit Executing(Node& node) : former_(executing_node) { executing_node = &node; }
  ~Executing() { executing_node = former_; }
  Executing(const Executing&) = delete;
  Executing& operator=(const Executing&) = delete;

 private:
  Node* const former_;
};

class Runner {
 public:
  Runner(const Graph& graph, const Edge& target)
      : graph_(graph), target_(target), target_index_(graph.find(*target.node)), arrived_(graph.size()) {
    for (size_t i = 0; i < graph.size(); ++i) arrived_[i].resize(graph.node(i).num_slots);
    trial_.leads.resize(graph.size());
    trial_.leads[target_index_] = true;
    // No node comes before one that leads to it, and links are in the order of the nodes they start from.
    for (size_t l = graph.links().size(); l-- > 0;) {
      const Graph::Link& link = graph.links()[l];
      if (on_path(link)) trial_.leads[link.from] = true;
    }
  }

  Trial run() {
    for (const Edge& root : graph_.roots()) add(graph_.find(*root.node), root.slot, ones(root), {});
    trial_.is_root = arrived_[target_index_][target_.slot].count > 0;
    auto link = graph_.links().begin();
    for (size_t i = 0; i < graph_.size() && !trial_.failure; ++i) {
      auto end = link;
      while (end != graph_.links().end() && end->from == i) ++end;
      if (trial_.leads[i] && i != target_index_) execute(i, {link, end});
      link = end;
    }
    if (trial_.failure) return std::move(trial_);
    Arrived& result = arrived_[target_index_][target_.slot];
    trial_.state = state_of(target_index_, result);
    if (result.sum) trial_.elements = look_at_elements(result.sum);
    return std::move(trial_);
  }

 private:
  bool on_path(const Graph::Link& link) const {
    return link.to == target_index_ ? link.slot == target_.slot : trial_.leads[link.to];
  }

  static Tensor ones(const Edge& edge) {
    const SlotMeta& slot = edge.node->slots()[edge.slot];
    OperatorDevice there(slot.device);
    Tensor t = Tensor::empty(slot.sizes(), slot.dtype);
    kernels().fill(t.view(), 1.0);
    return t;
  }

  void add(size_t index, size_t slot, Tensor gradient, const GradientState& state) {
    Arrived& held = arrived_[index][slot];
    held.note(state);
    if (!gradient) return;
    ++held.count;
    held.sum = held.sum ? vjp::add(held.sum, gradient) : std::move(gradient);
  }

  // Of what has arrived in all: what no single contribution was came about in their sum.
  static GradientState state_of(size_t index, const Arrived& arrived) {
    if (!arrived.sum) return arrived.undefined;
    if (arrived.count == 1) {
      for (const GradientState* one : {&arrived.bad, &arrived.zero, &arrived.part})
        if (one->kind != VJP_OBSTACLE_NONE) return *one;
      return {};
    }
    Elements e = look_at_elements(arrived.sum);
    vjp_gradient_obstacle kind = kind_of(e);
    if (kind == VJP_OBSTACLE_NONE) return {};
    if (GradientState before = inherited(kind, arrived); before.origin) return before;
    return {kind, origin_of(index, 0, true, arrived.sum, e)};
  }

  static std::shared_ptr<Origin> origin_of(size_t node, size_t edge, bool in_sum, const Tensor& result,
                                           const Elements& e) {
    auto origin = std::make_shared<Origin>();
    origin->node = node;
    origin->edge = edge;
    origin->in_sum = in_sum;
    origin->count = e.count;
    origin->affected = e.bad > 0 ? e.bad : e.zeros;
    origin->at = e.bad > 0 ? e.first_bad : e.first_zero;
    origin->sizes = Dims(physical_of(result).sizes());
    origin->value = element_text(result, origin->at);
    return origin;
  }

  void execute(size_t index, std::span<const Graph::Link> links) {
    Node& node = graph_.node(index);
    std::vector<Tensor> given, results(node.num_edges);
    Arrived merged;  // of all slots
    bool any = false;
    for (Arrived& slot : arrived_[index]) {
      if (slot.count > 0 || slot.undefined.origin) merged.note(state_of(index, slot));
      any = any || slot.sum;
      given.push_back(std::move(slot.sum));
    }
    arrived_[index].clear();
    merged.every_zero = merged.every_zero && any;
    try {
      run(node, given, results);
      pass_on(index, links, given, results, merged, any);
    } catch (const Error& error) {
      if (error.status() == VJP_ERROR_MEMORY) throw;
      trial_.failure = {index, error.status(), error.what()};
    }
  }

  static void run(Node& node, std::vector<Tensor> given, std::vector<Tensor>& results) {
    OperatorDevice there(node.stream() ? node.stream()->device : Device());
    Executing guard(node);
    node.apply(given, results);
  }

  void pass_on(size_t index, std::span<const Graph::Link> links, const std::vector<Tensor>& given,
               std::vector<Tensor>& results, const Arrived& merged, bool any) {
    Node& node = graph_.node(index);
    for (const Graph::Link& link : links) {
      if (!on_path(link)) continue;
      Tensor result = results[link.edge];
      const SlotMeta& slot = graph_.node(link.to).slots()[link.slot];
      if (result) result = fit_gradient(result, slot.sizes(), slot.dtype, node.name(), link.edge);
      GradientState state = result ? state_of_result(index, link.edge, given, result, merged)
                                   : undefined_state(index, link.edge, merged, any);
      if (link.to == target_index_) trial_.uses.push_back({link.from, link.edge, state});
      add(link.to, link.slot, std::move(result), state);
    }
  }

  static GradientState undefined_state(size_t index, size_t edge, const Arrived& merged, bool any) {
    if (!any && merged.undefined.origin) return merged.undefined;
    auto origin = std::make_shared<Origin>();
    origin->node = index;
    origin->edge = edge;
    return {VJP_OBSTACLE_UNDEFINED, origin};
  }

  GradientState state_of_result(size_t index, size_t edge, const std::vector<Tensor>& given, const Tensor& result,
                                const Arrived& merged) {
    Elements e = look_at_elements(result);
    vjp_gradient_obstacle kind = kind_of(e);
    if (kind == VJP_OBSTACLE_NONE) return {};
    if (GradientState before = inherited(kind, merged); before.origin) return before;
    auto origin = origin_of(index, edge, false, result, e);
    for (const Tensor& g : given) {
      if (!g || !same(physical_of(g).sizes(), origin->sizes)) continue;
      origin->given = element_text(g, origin->at);
      origin->given_zero = magnitude_at(g, origin->at) == 0;
      break;
    }
    if (kind == VJP_OBSTACLE_ZERO && underflows(graph_.node(index), edge, given)) kind = VJP_OBSTACLE_UNDERFLOW;
    return {kind, std::move(origin)};
  }

  // Whether the result is zero only because it is too small: derivatives are linear in the gradient that comes in.
  static bool underflows(Node& node, size_t edge, const std::vector<Tensor>& given) {
    if (node.takes_turns()) return false;  // the user's code, which has been called once
    double largest = 0;
    Dtype dtype = Dtype::None;
    for (const Tensor& g : given) {
      if (!g) continue;
      largest = std::max(largest, look_at_elements(g).largest);
      dtype = g.dtype();
    }
    if (largest == 0 || dtype == Dtype::None) return false;
    double factor = safe_factor(dtype, largest);
    std::vector<Tensor> larger, results(node.num_edges);
    for (const Tensor& g : given) {
      OperatorDevice there(g ? g.device() : Device());
      larger.push_back(g ? vjp::mul(g, factor) : Tensor());
    }
    run(node, std::move(larger), results);
    return results[edge] && !look_at_elements(results[edge]).all_zero();
  }

  const Graph& graph_;
  const Edge& target_;
  size_t target_index_;
  std::vector<std::vector<Arrived>> arrived_;
  Trial trial_;
};

}  // namespace

Trial try_derivatives(const Graph& graph, const Edge& target) {
  BelowAutograd guard;
  return Runner(graph, target).run();
}

}  // namespace vjp
