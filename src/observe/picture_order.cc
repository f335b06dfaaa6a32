#include "observe/picture_order.h"

#include <algorithm>
#include <queue>

#include "graph/cuts.h"
#include "graph/extra.h"
#include "graph/meta.h"

namespace vjp {
namespace {

class Hash {
 public:
  Hash& operator<<(uint64_t value) {
    state_ = (state_ ^ value) * 0x9e3779b97f4a7c15u;
    state_ ^= state_ >> 29;
    return *this;
  }
  Hash& operator<<(std::string_view text) {
    for (char c : text) state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return *this << text.size();
  }
  Hash& operator<<(const SlotMeta& slot) {
    *this << static_cast<uint64_t>(slot.dtype) << slot.ndim;
    for (int64_t size : slot.sizes()) *this << static_cast<uint64_t>(size);
    return *this;
  }
  uint64_t value() const { return state_; }

 private:
  uint64_t state_ = 0xcbf29ce484222325u;
};

}  // namespace

NodeOrder::NodeOrder(const Graph& of, const PictureOptions& options) : graph(of), restricted(!options.inputs.empty()) {
  find_states(options);
  sort();
  connect();
  kinds.resize(size());
  for (size_t place = 0; place < size(); ++place) kinds[place] = kind_of(place);
}

// As the plan of a grad call does (engine/plan.h): a node runs if it leads to one where a gradient is taken.
void NodeOrder::find_states(const PictureOptions& options) {
  states.assign(graph.size(), restricted ? NodeState::Off : NodeState::Runs);
  for (size_t i = 0; i < options.inputs.size(); ++i) {
    const Tensor& input = options.inputs[i];
    Edge edge = input ? gradient_edge(*input.get()) : Edge();
    if (!edge) {
      fail(VJP_ERROR_STATE, "vjp_graph_picture: inputs[{}] is {}, which does not require grad", i, input);
    }
    size_t index = graph.find(*edge.node);
    if (index != Graph::kNone) states[index] = NodeState::Taken;
  }
  if (!restricted) return;
  for (size_t link = graph.links().size(); link-- > 0;) {  // those of what comes last first
    const Graph::Link& l = graph.links()[link];
    if (states[l.to] != NodeState::Off) states[l.from] = NodeState::Runs;
  }
}

// Sorts topologically (A. B. Kahn, 1962), among those that are ready by the number of their recording: where one thread
// has recorded the graph, that is the order in which the program called its operators.
void NodeOrder::sort() {
  using Ready = std::pair<uint64_t, size_t>;  // negated indices: of equal numbers the one that executes last
  std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready;
  std::vector<size_t> waiting(graph.size()), first(graph.size() + 1), users(graph.links().size());
  for (const Graph::Link& l : graph.links()) ++first[l.to + 1];
  for (size_t i = 0; i < graph.size(); ++i) first[i + 1] += first[i];
  std::vector<size_t> next(first.begin(), first.end() - 1);
  for (const Graph::Link& l : graph.links()) {
    users[next[l.to]++] = l.from;
    ++waiting[l.from];
  }
  places.assign(graph.size(), kNone);
  auto release = [&](size_t index) {
    for (size_t u = first[index]; u < first[index + 1]; ++u)
      if (--waiting[users[u]] == 0) ready.push({graph.node(users[u]).sequence, graph.size() - users[u]});
  };
  std::vector<size_t> sources;
  for (size_t i = 0; i < graph.size(); ++i)
    if (waiting[i] == 0) sources.push_back(i);
  for (size_t i : sources) {
    if (graph.node(i).accumulated_leaf()) {
      release(i);
    } else {
      ready.push({graph.node(i).sequence, graph.size() - i});
    }
  }
  while (!ready.empty()) {
    size_t index = graph.size() - ready.top().second;
    ready.pop();
    places[index] = nodes.size();
    nodes.push_back(index);
    release(index);
  }
}

void NodeOrder::connect() {
  uses.resize(graph.size());
  first_target_.resize(size() + 1);
  first_consumer_.resize(size() + 1);
  widths_.assign(size() + 2, 0);
  std::vector<size_t> last_use(size(), 0), first_link(graph.size() + 1);
  for (const Graph::Link& l : graph.links()) ++first_link[l.from + 1];  // links are in order of their nodes
  for (size_t i = 0; i < graph.size(); ++i) first_link[i + 1] += first_link[i];
  for (size_t place = 0; place < size(); ++place) {
    first_target_[place] = targets_.size();
    for (size_t l = first_link[nodes[place]]; l < first_link[nodes[place] + 1]; ++l) {
      const Graph::Link& link = graph.links()[l];
      Target target{places[link.to], kNone, static_cast<uint32_t>(link.edge), static_cast<uint32_t>(link.slot)};
      if (target.place == kNone) {
        target.leaf = link.to;
        uses[link.to].first = std::min(uses[link.to].first, place);
        uses[link.to].last = std::max(uses[link.to].last, place);
      } else {
        ++first_consumer_[target.place + 1];
        last_use[target.place] = place;  // rising
      }
      targets_.push_back(target);
    }
  }
  first_target_[size()] = targets_.size();
  for (size_t place = 0; place < size(); ++place) {
    first_consumer_[place + 1] += first_consumer_[place];
    if (last_use[place] > place) {  // used at every place from the next one to the last use
      ++widths_[place + 1];
      --widths_[last_use[place] + 1];
    }
  }
  for (size_t place = 0; place <= size(); ++place) widths_[place + 1] += widths_[place];
  consumers_.resize(first_consumer_[size()]);
  std::vector<size_t> next(first_consumer_.begin(), first_consumer_.end() - 1);
  for (size_t place = 0; place < size(); ++place)
    for (const Target& target : targets(place))
      if (target.place != kNone) consumers_[next[target.place]++] = place;
}

uint64_t NodeOrder::kind_of(size_t place) const {
  const Node& n = node(place);
  Hash hash;
  hash << std::string_view(n.name()) << n.num_slots << n.num_edges;
  for (const SlotMeta& slot : n.slots()) hash << slot;
  // Not who made them: the first of several layers takes its argument from something else than the others do.
  for (const Target& target : targets(place)) {
    size_t index = target.place == kNone ? target.leaf : nodes[target.place];
    hash << target.edge << graph.node(index).slots()[target.slot];
    if (restricted && target.place == kNone) hash << static_cast<uint64_t>(states[index]);
  }
  hash << static_cast<uint64_t>(state(place)) << (n.freed ? 1 : 0);
  if (NodeExtra* extra = n.extra_if_any()) {
    for (const EdgeCuts& cuts : extra->edge_cuts) {
      hash << cuts.edge;
      for (const Cut& cut : cuts.cuts->cuts) hash << static_cast<uint64_t>(cut.reason) << cut.operation;
    }
  }
  return hash.value();
}

}  // namespace vjp
