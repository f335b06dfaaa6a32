#include "engine/task.h"

#include <algorithm>
#include <mutex>

#include "base/last_error.h"
#include "graph/modes.h"
#include "ops/functions.h"
#include "ops/internal.h"
#include "ops/op_node.h"

namespace vjp {
namespace {

constinit thread_local Task* current_task = nullptr;

// The ids of running tasks: an owner that is not among them is stale.
struct Running {
  std::mutex mutex;
  std::vector<uint32_t> ids;
  uint32_t next = 1;
};
Running& running() {
  static auto* state = new Running();  // never destroyed: nothing is registered to run at exit
  return *state;
}
constinit std::atomic<uint32_t> running_count{0};

// Each level takes some kilobytes of the caller's stack.
constexpr int kMaxDepth = 1000;

uint32_t start_id() {
  Running& r = running();
  std::lock_guard lock(r.mutex);
  r.ids.push_back(r.next);
  running_count.store(static_cast<uint32_t>(r.ids.size()), std::memory_order_release);
  uint32_t id = r.next++;
  if (r.next == 0) r.next = 1;
  return id;
}

void finish_id(uint32_t id) {
  Running& r = running();
  std::lock_guard lock(r.mutex);
  std::erase(r.ids, id);
  running_count.store(static_cast<uint32_t>(r.ids.size()), std::memory_order_release);
}

bool is_running(uint32_t id) {
  if (id == 0) return false;
  Running& r = running();
  std::lock_guard lock(r.mutex);
  return std::find(r.ids.begin(), r.ids.end(), id) != r.ids.end();
}

// One of a few, by address.
std::recursive_mutex& node_mutex(const Node& node) {
  static std::recursive_mutex stripes[256];
  return stripes[(reinterpret_cast<uintptr_t>(&node) >> 6) % 256];
}

bool runs_later(const Ref<Node>& a, const Ref<Node>& b) { return a->sequence < b->sequence; }

}  // namespace

GradCall* current_grad_call() { return current_task ? &current_task->call() : nullptr; }
int64_t current_grad_call_id() { return current_task ? static_cast<int64_t>(current_task->id()) : -1; }
Node* current_node() { return current_task ? current_task->current() : nullptr; }

Task::Task(GradCall& call, std::vector<Root> roots, std::vector<Edge> inputs)
    : call_(call),
      roots_(std::move(roots)),
      inputs_(std::move(inputs)),
      id_(start_id()),
      restricted_(!inputs_.empty()),
      outer_restriction_(restriction),
      outer_(current_task),
      depth_(current_task ? current_task->depth_ + 1 : 0) {
  if (depth_ > kMaxDepth) {
    finish_id(id_);
    fail(VJP_ERROR_STATE, "grad calls are nested more than {} deep on one thread", kMaxDepth);
  }
  current_task = this;
  restriction = {restricted_ ? id_ : 0, this, [](void* task, Node& node) {
                   auto& self = *static_cast<Task*>(task);
                   return self.side_.count(&node) > 0 && self.executes(node);
                 }};
}

Task::~Task() {
  current_task = outer_;
  restriction = outer_restriction_;
  finish_id(id_);
}

bool Task::claim(Node& node) {
  uint32_t owner = node.owner.load(std::memory_order_acquire);
  if (owner == id_) return false;
  // Alone in the process, every other id is stale.
  bool free = running_count.load(std::memory_order_acquire) == 1 || !is_running(owner);
  if (free && node.owner.compare_exchange_strong(owner, id_, std::memory_order_acq_rel)) {
    node.pending = 0;
    node.wanted = !restricted_;
    node.captured = false;
    return true;
  }
  auto [it, fresh] = side_.try_emplace(&node);
  if (fresh) {
    it->second.wanted = !restricted_;
    it->second.grads.resize(node.num_slots);
  }
  return fresh;
}

bool Task::executes(Node& node) {
  if (!restricted_) return true;
  SideState* s = side(node);
  return s ? s->wanted || s->captured : node.wanted || node.captured;
}

// Counts, for every node that the roots reach, the edges that lead to it (spec TASK-3).
void Task::discover() {
  std::vector<Node*> stack;
  uint32_t floor = UINT32_MAX;
  for (const Edge& input : inputs_) floor = std::min(floor, input.node->topological);
  if (!restricted_) floor = 0;
  for (const Root& root : roots_) {
    if (claim(*root.edge.node)) stack.push_back(root.edge.node.get());
    ++pending(*root.edge.node);
  }
  while (!stack.empty()) {
    Node& node = *stack.back();
    stack.pop_back();
    if (restricted_) visited_.push_back(&node);
    if (node.topological < floor) continue;
    for (const Edge& edge : node.edges()) {
      if (!edge) continue;
      if (claim(*edge.node)) stack.push_back(edge.node.get());
      ++pending(*edge.node);
    }
  }
  if (restricted_) restrict_to_inputs();
}

// Marks what lies on a path to a requested input (spec TASK-4).
void Task::restrict_to_inputs() {
  auto known = [&](Node& node) { return node.owner.load(std::memory_order_relaxed) == id_ || side_.count(&node) > 0; };
  for (size_t i = 0; i < inputs_.size(); ++i) {
    Node& node = *inputs_[i].node;
    if (!known(node)) continue;
    SideState* s = side(node);
    if (call_.options.accumulate) {
      (s ? s->wanted : node.wanted) = true;
    } else {
      (s ? s->captured : node.captured) = true;
      captures_.push_back({&node, inputs_[i].slot, i});
    }
  }
  std::sort(captures_.begin(), captures_.end(),
            [](const Capture& a, const Capture& b) { return std::less<Node*>()(a.node, b.node); });
  // A consumer's topological number is smaller than its producer's: mark from the inputs up.
  std::sort(visited_.begin(), visited_.end(), [](Node* a, Node* b) { return a->topological < b->topological; });
  for (Node* node : visited_) {
    bool leads = false;
    for (const Edge& edge : node->edges()) leads = leads || (edge && known(*edge.node) && executes(*edge.node));
    SideState* s = side(*node);
    if (leads) (s ? s->wanted : node->wanted) = true;
  }
}

void Task::push_ready(Node* node) {
  ready_.push_back(Ref<Node>::share(node));
  if (ready_.size() > 1) std::push_heap(ready_.begin(), ready_.end(), runs_later);
}

void Task::add_gradient(Node& node, uint32_t slot, Tensor grad) {
  if (!grad) return;
  SideState* s = side(node);
  TensorImpl*& held = s ? reinterpret_cast<TensorImpl*&>(s->grads[slot]) : node.slots()[slot].grad;
  if (!held) {
    held = grad.detach_handle();
    return;
  }
  Tensor sum = Tensor::take(held);
  held = nullptr;
  // In place only in a tensor that nobody else can see (spec BUF-3).
  bool own = !grad_enabled() && sum->refs.count() == 1 && sum->storage->refs.count() == 1 &&
             sum.dtype() == grad.dtype() && is_dense(sum.sizes(), sum.strides());
  if (own) {
    add_(sum, grad);
  } else {
    sum = add(sum, grad);
  }
  held = sum.detach_handle();
}

void Task::collect_gradients(Node& node, std::span<Tensor> grads) {
  SideState* s = side(node);
  for (uint32_t i = 0; i < node.num_slots; ++i) {
    grads[i] = s ? std::move(s->grads[i]) : Tensor::take(std::exchange(node.slots()[i].grad, nullptr));
  }
}

std::vector<Tensor> Task::run() {
  results_.resize(inputs_.size());
  Ref<Node> failing;  // keeps the node that an error names
  try {
    discover();
    for (Root& root : roots_) {
      add_gradient(*root.edge.node, root.edge.slot, std::move(root.gradient));
      if (--pending(*root.edge.node) == 0 && executes(*root.edge.node)) push_ready(root.edge.node.get());
    }
    while (!ready_.empty()) {
      if (ready_.size() > 1) std::pop_heap(ready_.begin(), ready_.end(), runs_later);
      Ref<Node> node = std::move(ready_.back());
      ready_.pop_back();
      failing = std::move(node);
      execute(*failing);
    }
  } catch (CallbackError& error) {
    if (current_) error.message() += format(" (in {})", current_->name());
    clean_up_after_error();
    throw;
  } catch (...) {
    clean_up_after_error();
    throw;
  }
  // Gradients of nodes that the restriction kept from running were never stored; nothing is left in the graph.
  return std::move(results_);
}

void Task::execute(Node& node) {
  constexpr size_t kInline = 4;
  Tensor inline_grads[kInline], inline_results[kInline];
  std::vector<Tensor> more_grads, more_results;
  if (node.num_slots > kInline) more_grads.resize(node.num_slots);
  if (node.num_edges > kInline) more_results.resize(node.num_edges);
  std::span<Tensor> grads{node.num_slots > kInline ? more_grads.data() : inline_grads, node.num_slots};
  std::span<Tensor> results{node.num_edges > kInline ? more_results.data() : inline_results, node.num_edges};

  collect_gradients(node, grads);
  current_ = &node;
  NodeExtra* extra = node.extra_;
  TensorImpl* leaf = node.accumulated_leaf();
  if (extra || leaf) run_tensor_hooks(node, grads);
  if (extra) retain_gradients(node, grads);
  SideState* s = restricted_ ? side(node) : nullptr;
  if (restricted_ && (s ? s->captured : node.captured)) capture(node, grads);
  if (restricted_ && !(s ? s->wanted : node.wanted)) {
    current_ = nullptr;
    return;
  }
  if (node.extra_) {
    run_hooks(node.extra_->pre_hooks, [&](Hook& hook) {
      auto raw = reinterpret_cast<vjp_tensor**>(grads.data());
      vjp_status status = hook.function.pre(hook.context, raw, grads.size());
      if (status != VJP_OK) throw_callback_error(status, "a node pre-hook");
    });
  }
  // Spec THREAD-3: of two tasks that both free the graph, each node succeeds in one. Held only where no code of the
  // user runs.
  std::unique_lock<std::recursive_mutex> alone;
  bool shared = !__libc_single_threaded && !call_.options.retain_graph && !node.extra_;
  if (shared && dynamic_cast<OpNode*>(&node)) alone = std::unique_lock(node_mutex(node));
  node.apply(grads, results);
  validate(node, results);
  if (node.extra_) {
    run_hooks(node.extra_->post_hooks, [&](Hook& hook) {
      vjp_status status =
          hook.function.post(hook.context, reinterpret_cast<vjp_tensor**>(results.data()), results.size(),
                             reinterpret_cast<vjp_tensor* const*>(grads.data()), grads.size());
      if (status != VJP_OK) throw_callback_error(status, "a node post-hook");
      validate(node, results);
    });
  }
  if (!call_.options.retain_graph) node.release_saved();
  if (alone) alone.unlock();
  current_ = nullptr;
  deliver(node, results);
}

void Task::run_tensor_hooks(Node& node, std::span<Tensor> grads) {
  auto run_list = [&](const HookList& list, uint32_t slot) {
    run_hooks(list, [&](Hook& hook) {
      vjp_tensor* replacement = nullptr;
      vjp_status status = hook.function.tensor(hook.context, handle_of(grads[slot].get()), &replacement);
      Tensor given = Tensor::take(impl_of(replacement));
      if (status != VJP_OK) throw_callback_error(status, "a tensor hook");
      if (!given) return;
      if (!grads[slot])
        fail(VJP_ERROR_INVALID, "a tensor hook of {} gave a tensor for an undefined gradient", node.name());
      if (!same(given.sizes(), grads[slot].sizes())) {
        fail(VJP_ERROR_SHAPE, "a tensor hook of {} gave shape {}, expected {}", node.name(), given.sizes(),
             grads[slot].sizes());
      }
      if (given.dtype() != grads[slot].dtype()) {
        fail(VJP_ERROR_DTYPE, "a tensor hook of {} gave {}, expected {}", node.name(), given.dtype(),
             grads[slot].dtype());
      }
      grads[slot] = std::move(given);
    });
  };
  if (TensorImpl* leaf = node.accumulated_leaf()) {
    if (leaf->meta && !leaf->meta->tensor_hooks.empty()) run_list(leaf->meta->tensor_hooks, 0);
  }
  if (!node.extra_) return;
  for (size_t i = 0; i < node.extra_->tensor_hooks.size(); ++i) {
    run_list(node.extra_->tensor_hooks[i].hooks, node.extra_->tensor_hooks[i].slot);
  }
}

// The first time a contiguous copy, later an out-of-place sum (spec HOOK-17).
void Task::retain_gradients(Node& node, std::span<Tensor> grads) {
  for (const NodeExtra::Retained& retained : node.extra_->retained) {
    const Tensor& g = grads[retained.slot];
    if (!g) continue;
    Tensor& field = meta_of(*retained.tensor).grad;
    field = field ? add(field, g) : _row_major(g);
  }
}

void Task::capture(Node& node, std::span<Tensor> grads) {
  auto first = std::lower_bound(captures_.begin(), captures_.end(), &node,
                                [](const Capture& c, const Node* n) { return std::less<const Node*>()(c.node, n); });
  for (; first != captures_.end() && first->node == &node; ++first) results_[first->result] = grads[first->slot];
}

// Spec VALID: shape by summing, then dtype by casting, against what the consumer's slot says.
void Task::validate(Node& node, std::span<Tensor> results) {
  for (size_t i = 0; i < results.size(); ++i) {
    const Edge& edge = node.edges()[i];
    Tensor& g = results[i];
    if (!edge) {
      g.reset();
      continue;
    }
    if (!g) continue;
    const SlotMeta& slot = edge.node->slots()[edge.slot];
    if (slot.dtype == Dtype::None) continue;
    if (g.dtype() == slot.dtype && same(g.sizes(), slot.sizes())) continue;
    g = fit_gradient(g, slot.sizes(), slot.dtype, node.name(), i);
  }
}

void Task::deliver(Node& node, std::span<Tensor> results) {
  for (size_t i = 0; i < results.size(); ++i) {
    const Edge& edge = node.edges()[i];
    if (!edge) continue;
    int32_t left = --pending(*edge.node);
    if (!executes(*edge.node)) continue;
    add_gradient(*edge.node, edge.slot, std::move(results[i]));
    if (left == 0) push_ready(edge.node.get());
  }
}

// Gradients that wait in nodes which will not run any more.
void Task::clean_up_after_error() {
  current_ = nullptr;
  ready_.clear();
  std::vector<Node*> stack;
  std::unordered_map<Node*, bool> seen;
  auto visit = [&](Node* node) {
    if (node->owner.load(std::memory_order_relaxed) == id_ && seen.try_emplace(node, true).second)
      stack.push_back(node);
  };
  for (const Root& root : roots_) visit(root.edge.node.get());
  while (!stack.empty()) {
    Node* node = stack.back();
    stack.pop_back();
    for (SlotMeta& slot : node->slots()) Tensor::take(std::exchange(slot.grad, nullptr));
    for (const Edge& edge : node->edges())
      if (edge) visit(edge.node.get());
  }
  side_.clear();
}

}  // namespace vjp
