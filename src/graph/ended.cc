#include "graph/ended.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <unordered_set>

#include "base/error.h"
#include "device/default_device.h"
#include "graph/batched.h"
#include "graph/meta.h"
#include "graph/node.h"

namespace vjp {

bool RecordedSpan::has(const Node& node) const {
  return node.thread == thread && first <= node.sequence && node.sequence < end;
}

namespace {

struct EndedRequest {
  const char* name;
  RecordedSpan span;
  std::vector<Ref<WeakTarget<TensorImpl>>> tensors;  // the variables themselves
  std::vector<Ref<WeakTarget<Node>>> nodes;          // that made variables
  std::vector<const TensorImpl*> addresses;          // of the variables: others may lie there now
};

constinit std::mutex ended_mutex;
constinit std::atomic<size_t> count{0};
constinit uint32_t asked = 0;  // since the last look at who lives
constexpr uint32_t kLookAgain = 256;

std::vector<EndedRequest>& ended() {
  static auto* const all = new std::vector<EndedRequest>;  // never destroyed, as the tables of weak references
  return *all;
}

void note_count() {
  count.store(ended().size(), std::memory_order_relaxed);
  ended_requests_in_play(!ended().empty());
}

// Objects that the process still has; what was locked ends without it.
struct Living {
  const char* name;
  RecordedSpan span;
  std::vector<Tensor> tensors;
  std::vector<Ref<Node>> nodes;
};

// Those whose variables somebody holds; the others are forgotten.
std::vector<Living> living() {
  std::vector<Living> out;
  std::lock_guard lock(ended_mutex);
  std::erase_if(ended(), [&](const EndedRequest& request) {
    Living found{request.name, request.span, {}, {}};
    for (const auto& weak : request.tensors)
      if (Ref<TensorImpl> t = weak->lock()) found.tensors.push_back(Tensor(std::move(t)));
    for (const auto& weak : request.nodes)
      if (Ref<Node> node = weak->lock()) found.nodes.push_back(std::move(node));
    if (found.tensors.empty() && found.nodes.empty()) return true;
    out.push_back(std::move(found));
    return false;
  });
  asked = 0;
  note_count();
  return out;
}

// Whether a look at the objects can find anything.
bool may_belong(const TensorImpl& t, const Edge& history) {
  std::lock_guard lock(ended_mutex);
  if (++asked >= kLookAgain) return true;
  return std::any_of(ended().begin(), ended().end(), [&](const EndedRequest& request) {
    const auto& known = request.addresses;
    return std::find(known.begin(), known.end(), &t) != known.end() || (history && request.span.has(*history.node));
  });
}

bool is_variable(const Living& request, const TensorImpl& t) {
  return std::any_of(request.tensors.begin(), request.tensors.end(), [&](const Tensor& v) { return v.get() == &t; });
}

bool made_a_variable(const Living& request, const Node& node) {
  if (const TensorImpl* leaf = node.accumulated_leaf()) return is_variable(request, *leaf);
  return std::any_of(request.nodes.begin(), request.nodes.end(),
                     [&](const Ref<Node>& made) { return made.get() == &node; });
}

// Through the nodes that the function recorded.
bool leads_to_variable(const Living& request, const Node& from) {
  std::vector<const Node*> stack;
  std::unordered_set<const Node*> seen;
  const auto visit = [&](const Node* node) {
    if (node && seen.insert(node).second) stack.push_back(node);
  };
  visit(&from);
  while (!stack.empty()) {
    const Node& node = *stack.back();
    stack.pop_back();
    if (made_a_variable(request, node)) return true;
    if (!request.span.has(node)) continue;
    for (const Edge& edge : const_cast<Node&>(node).edges()) visit(edge.node.get());
  }
  return false;
}

bool belongs_to(const Living& request, const TensorImpl& t, const Edge& history) {
  if (is_variable(request, t)) return true;
  return history && request.span.has(*history.node) && leads_to_variable(request, *history.node);
}

// Whether somebody besides the caller, who holds the tensor once, has it or a history that leads to it.
bool is_held(const Tensor& leaf) {
  if (leaf->refs.count() > 1) return true;
  const AutogradMeta* meta = meta_if_any(*leaf.get());
  LeafLock lock(*leaf.get());
  return meta && meta->accumulator;
}

}  // namespace

bool ended_requests_in_play() noexcept { return count.load(std::memory_order_relaxed) != 0; }

void end_request(const char* name, const RecordedSpan& span, std::vector<Tensor> variables) {
  EndedRequest request{name, span, {}, {}, {}};
  for (Tensor& variable : variables) {
    const Tensor own = physical_of(variable);
    variable = {};
    if (Edge history = present_history(*own.get()); history && history.node->refs.count() > 2)  // of `own`, and here
      request.nodes.push_back(weak_of(*history.node));
    if (!is_held(own)) continue;
    request.tensors.push_back(weak_of(*own.get()));
    request.addresses.push_back(own.get());
  }
  if (request.tensors.empty() && request.nodes.empty()) return;
  std::lock_guard lock(ended_mutex);
  ended().push_back(std::move(request));
  note_count();
}

void refuse_ended(const TensorImpl& given, std::string_view what) {
  if (executing_node.get() || forward_limit != kNoForwardLimit) return;
  const TensorImpl& t = on_tape(given);
  const Edge history = present_history(t);
  if (!may_belong(t, history)) return;
  for (const Living& request : living()) {
    if (!belongs_to(request, t, history)) continue;
    fail(
        VJP_ERROR_STATE,
        "{}: {} is a variable of a function that {} differentiated, or was computed from one, and that call has ended; "
        "what is needed outside is to be a result of the function, or detached in it",
        what, describe(given), request.name);
  }
}

}  // namespace vjp
