#include "observe/trial.h"

#include "graph/modes.h"
#include "kernel/backends.h"
#include "ops/functions/arithmetic.h"
#include "ops/internal.h"

namespace vjp {
namespace {

class Runner {
 public:
  Runner(const Graph& graph, const Edge& target)
      : graph_(graph),
        target_(target),
        target_index_(graph.find(*target.node)),
        leads_(graph.size()),
        gradients_(graph.size()) {
    for (size_t i = 0; i < graph.size(); ++i) gradients_[i].resize(graph.node(i).num_slots);
    leads_[target_index_] = true;
    // No node comes before one that leads to it, and links are in the order of the nodes they start from.
    for (size_t l = graph.links().size(); l-- > 0;) {
      const Graph::Link& link = graph.links()[l];
      if (on_path(link)) leads_[link.from] = true;
    }
  }

  Trial run() {
    for (const Edge& root : graph_.roots()) add(graph_.find(*root.node), root.slot, ones(root));
    auto link = graph_.links().begin();
    for (size_t i = 0; i < graph_.size(); ++i) {
      auto end = link;
      while (end != graph_.links().end() && end->from == i) ++end;
      if (leads_[i] && i != target_index_) execute(i, {link, end});
      link = end;
    }
    trial_.defined = gradients_[target_index_][target_.slot].defined();
    return trial_;
  }

 private:
  bool on_path(const Graph::Link& link) const {
    return link.to == target_index_ ? link.slot == target_.slot : leads_[link.to];
  }

  static Tensor ones(const Edge& edge) {
    const SlotMeta& slot = edge.node->slots()[edge.slot];
    OperatorDevice there(slot.device);
    Tensor t = Tensor::empty(slot.sizes(), slot.dtype);
    kernels().fill(t.view(), 1.0);
    return t;
  }

  void add(size_t index, size_t slot, Tensor gradient) {
    Tensor& held = gradients_[index][slot];
    held = held ? vjp::add(held, gradient) : std::move(gradient);
  }

  void execute(size_t index, std::span<const Graph::Link> links) {
    Node& node = graph_.node(index);
    bool given = false;
    for (const Tensor& gradient : gradients_[index]) given = given || gradient.defined();
    std::vector<Tensor> results(node.num_edges);
    {
      OperatorDevice there(node.stream() ? node.stream()->device : Device());
      node.apply(gradients_[index], results);
    }
    gradients_[index].assign(node.num_slots, Tensor());
    for (const Graph::Link& link : links) {
      if (!on_path(link)) continue;
      const SlotMeta& slot = graph_.node(link.to).slots()[link.slot];
      if (Tensor& result = results[link.edge]) {
        add(link.to, link.slot, fit_gradient(result, slot.sizes(), slot.dtype, node.name(), link.edge));
      } else if (given && !trial_.node) {
        trial_.node = Ref<Node>::share(&node);
        trial_.edge = link.edge;
      }
    }
  }

  const Graph& graph_;
  const Edge& target_;
  size_t target_index_;
  std::vector<bool> leads_;  // to the target
  std::vector<std::vector<Tensor>> gradients_;
  Trial trial_;
};

}  // namespace

Trial try_derivatives(const Graph& graph, const Edge& target) {
  BelowAutograd guard;
  return Runner(graph, target).run();
}

}  // namespace vjp
