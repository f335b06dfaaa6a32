// AutogradMeta: the rare parts of a tensor's autograd state; and the questions one asks of a tensor's place in the
// graph.
//
// Words: a *leaf* has no node. The *gradient edge* of a tensor is where its gradient goes: (its node, its output
// number), for a leaf that requires grad (its accumulator, 0), otherwise null. The *base* of a view is never itself a
// view.
#pragma once

#include <sys/single_threaded.h>

#include <memory>

#include "base/byte_lock.h"
#include "graph/cuts.h"
#include "graph/hook.h"
#include "graph/node.h"
#include "graph/requires_grad.h"
#include "graph/tangent.h"
#include "tensor/tensor.h"

namespace vjp {

// How a view was made; anything but Normal refuses in-place changes under grad mode.
enum class Creation : uint8_t { Normal, NoGradMode, Inference, Multi, Custom };

// One step on the way from a base to a view whose geometry does not describe it all: a change of dtype, what follows
// one, and every step where the thread wants views replayed (spec VIEW-14, VIEW-20). Made by ops/.
class ViewStep {
 public:
  explicit ViewStep(Ref<ViewStep> before) : before(std::move(before)) {}
  virtual ~ViewStep() = default;
  virtual Tensor apply(const Tensor& input) const = 0;
  static void destroy(ViewStep* last) noexcept;  // without recursion

  RefCount refs;
  Ref<ViewStep> before;  // null: this one is applied to the base
};
// All steps, from the base on.
Tensor replay(const Tensor& base, const ViewStep& last);

// Of a dual and of its views: whose tangent theirs is a part of at the dual's level, where that is not the base (spec
// FWD-3: a dual is a view of its primal for reverse mode, and at other levels).
struct TangentRoot {
  uint64_t level;       // its number
  Tensor base;          // undefined: the view itself
  Ref<ViewStep> steps;  // from there; null: geometry is enough
  std::unique_ptr<TangentRoot> next;
};

struct ViewInfo {
  Tensor base;
  Ref<ViewStep> steps;  // null: geometry is enough
  Creation creation = Creation::Normal;
  Shared<uint32_t> version = 0;  // of the storage when the view's node was made
  // What gave the view its flag: one of the results of an operator. Empty for other flags.
  std::string_view made_by;
  uint32_t index = 0;
  std::unique_ptr<TangentRoot> tangent_roots;  // for other levels: the base
};

struct BatchInfo;

struct AutogradMeta {
  ~AutogradMeta();

  Tensor grad;
  TangentSlot tangent;             // of a view perhaps not there yet: see tangent_root()
  Node* accumulator = nullptr;     // weak; guarded by leaf_mutex
  Ref<Node> borrowed_accumulator;  // of a leaf unpacked through hooks: the original's
  HookList tensor_hooks;           // of a leaf; those of a non-leaf live with its node
  HookList post_accumulate_hooks;
  std::unique_ptr<ViewInfo> view;
  Shared<bool> retains_grad = false;
  std::unique_ptr<BatchInfo> batched;  // of a batched tensor (batched.h)
  Ref<CutList> cuts;                   // where the history behind the tensor ended, in regions that record it
};

AutogradMeta& meta_of(TensorImpl& tensor);  // makes it if there is none; from any thread
inline AutogradMeta* meta_if_any(const TensorImpl& tensor) {
  return std::atomic_ref(const_cast<AutogradMeta*&>(tensor.meta)).load(std::memory_order_acquire);
}

// Note: who may look at a tensor's node. Any thread, while another detaches the tensor in place, changes it, or is the
// first to look at a view whose base was changed (spec THREAD-3). Code that wants more than to know whether there is a
// node takes a reference under the tensor's HistoryLock, held for no longer than that. Code that puts in another
// node holds the LeafLock too, and gives the former one back when both are free: what ends with a node may do anything.
class HistoryLock : ByteLock {
 public:
  explicit HistoryLock(const TensorImpl& tensor) : ByteLock(const_cast<TensorImpl&>(tensor).history_held) {}
};

// The tensor's node, if there is one, and its output number, as they are.
inline Edge present_history(const TensorImpl& tensor) {
  if (!tensor.node) return {};
  HistoryLock lock(tensor);
  return {Ref<Node>::share(tensor.node), tensor.output_number};
}
// Gives a view whose base has changed a node for what it shows now.
void refresh_stale_view(TensorImpl& view);
inline void refresh(TensorImpl& tensor) {
  if (tensor.is_view) [[unlikely]]
    refresh_stale_view(tensor);
}
// The node that made the tensor; of a view whose base has changed, what it shows now. May be null.
inline Edge history_of(TensorImpl& tensor) {
  refresh(tensor);
  return present_history(tensor);
}
Edge gradient_edge(TensorImpl& tensor);

void set_requires_grad(TensorImpl& tensor, bool on);
Tensor detach(const Tensor& tensor);
void detach_in_place(TensorImpl& tensor);
Tensor data_alias(const Tensor& tensor);
// ---- data.cc ----
void replace_data(TensorImpl& tensor, const TensorImpl& data);
void resize_in_place(TensorImpl& tensor, IntSpan sizes);

void retain_grad(TensorImpl& tensor);
Ref<Hook> add_tensor_hook(TensorImpl& tensor, vjp_tensor_hook_fn fn, void* context, void (*drop)(void*));
Ref<Hook> add_tensor_hook(TensorImpl& tensor, const Edge& history, vjp_tensor_hook_fn fn, void* context,
                          void (*drop)(void*));

// Puts in another node, or none, and takes out the one that is there. Within the tensor's LeafLock.
Ref<Node> exchange_history(TensorImpl& tensor, Edge history);
// Makes `output` the result `slot` of a node that is being recorded.
void set_history(TensorImpl& output, Ref<Node> node, uint32_t slot);

// ---- views and in-place changes (view.cc) ----

// Ties a new tensor on the storage of `input` to it as a differentiable view. `how` is what this step alone would say:
// Normal, Multi or Custom; the modes of the thread and the flag of `input` decide with it. `made_by` (static) and
// `index` name the result for messages.
ViewInfo& make_view(TensorImpl& output, const Tensor& input, Creation how, std::string_view made_by = {},
                    uint32_t index = 0);
// In forward mode: the tensor of whose tangent at that level this one's is a part; itself, where it is no view.
const TensorImpl* tangent_root(const TensorImpl& tensor, ForwardLevel level);
const TangentRoot* own_tangent_root(const ViewInfo& view, ForwardLevel level);  // null: the base
// From here on the view's tangent at that level is its own.
void cut_tangents(TensorImpl& view, ForwardLevel level);
// Takes the relation away from a view whose base nobody else can name: history, version counter and tangent stay.
void forget_base(const Tensor& output);
// Takes the relation away: a tensor of its own on the same storage, with its own version counter.
void cut_view(TensorImpl& output);
// Whether this operation may change `target`. `recording`: the operation requires grad and grad mode is on.
void check_inplace(TensorImpl& target, bool recording, std::string_view op);
// After a recorded in-place change: the target's history becomes `slot` of `node`; of a view's base: the slice update
// around it, and then `node` has that slot alone.
void rebase_history(TensorImpl& target, Ref<Node> node, uint32_t slot = 0);
// Whether such a node can have the target as a result; asked before anything is changed.
void check_rebase(const TensorImpl& target, const Node& node);

// Filled in by ops/, because it runs operators: the node that maps a view's gradient into its base's gradient edge,
// and the slice update of a base after `inner` was applied to the part of it that `view` shows.
// Null where nothing of it requires grad.
VJP_PORT(Ref<Node> (*)(const Tensor& base, const TensorImpl& view, const ViewStep* steps), make_view_node);
VJP_PORT(Ref<Node> (*)(const Tensor& base, const TensorImpl& view, Ref<Node> inner), make_slice_update);

// ---- accumulators (accumulate.cc) ----

// The sink of a leaf: one slot, no edges.
Ref<Node> accumulator_of(TensorImpl& leaf);
// What an accumulator does with a gradient, by the layout contract. Filled in by engine/, because it runs operators.
// `grad` is the caller's one reference; it may be stored without a copy.
VJP_PORT(void (*)(TensorImpl& leaf, const Tensor& grad), accumulate_grad);

// Guards `accumulator`, `grad` and hook lists of tensors: one of a few mutexes, by address.
class LeafLock {
 public:
  explicit LeafLock(const TensorImpl& tensor);
  ~LeafLock();
  LeafLock(const LeafLock&) = delete;
  LeafLock& operator=(const LeafLock&) = delete;

 private:
  void* mutex_;
};

// Replaces the grad field by what `make(old)` gives, out of place. No lock is held while that runs; if somebody else
// changes the gradient meanwhile, it runs again.
template <class F>
void update_grad(TensorImpl& tensor, F&& make) {
  Tensor& field = meta_of(tensor).grad;
  for (;;) {
    Tensor old, fresh;
    uint32_t version = 0;
    {
      LeafLock lock(tensor);
      old = field;
      if (old) version = old->version().load(std::memory_order_relaxed);
    }
    fresh = make(old);
    LeafLock lock(tensor);
    if (!field.is(old) || (old && old->version().load(std::memory_order_relaxed) != version)) continue;
    std::swap(field, fresh);
    return;
  }
}

}  // namespace vjp
