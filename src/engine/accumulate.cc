#include "engine/accumulate.h"

#include <atomic>
#include <mutex>

#include "base/last_error.h"
#include "engine/task.h"
#include "graph/batched.h"
#include "graph/modes.h"
#include "graph/scope.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/internal.h"
#include "ops/layout.h"
#include "ops/tangent.h"
#include "tensor/sparse.h"

// Accumulation into leaves, by the layout contract (spec chapter 10).
namespace vjp {
namespace {

// Spec ACC-5: the leaf's strides if the leaf is dense, row-major otherwise. Sizes of 1 do not count, but a stride of 0
// is that of an expanded tensor and never fulfils the contract.
bool fulfils_contract(const Tensor& g, const TensorImpl& leaf) {
  if (leaf.numel == 0) return true;
  bool dense = is_dense(leaf.sizes(), leaf.strides());
  if (!dense && !g.contiguous()) return false;
  for (size_t i = 0; i < leaf.ndim; ++i) {
    if (g.strides()[i] == 0) return false;
    if (dense && g.sizes()[i] != 1 && g.strides()[i] != leaf.strides()[i]) return false;
  }
  return true;
}

// Whether nobody but the engine can see the gradient's memory. One that came through views (of a reshape's backward)
// still holds its base, which then nobody else holds; of a part the rest would stay in memory for nothing.
bool is_ours(const Tensor& g) {
  if (g->refs.count() != 1) return false;
  int64_t holders = g->storage->refs.count();
  if (holders == 1) return true;
  const ViewInfo* view = g->is_view ? g->meta->view.get() : nullptr;
  return view && holders == 2 && !view->steps && view->base->refs.count() == 1 &&
         static_cast<size_t>(g.numel()) * size_of(g.dtype()) == g->storage->bytes;
}

// Spec ACC-3: the gradient itself, where nobody but the engine has it or its storage.
bool may_steal(const Tensor& g, const TensorImpl& leaf) { return is_ours(g) && fulfils_contract(g, leaf); }

// Spec ACC-3: COO, on members that nobody else has; of others copies.
Tensor sparse_to_store(const Tensor& g) {
  const auto own = [](const Tensor& t) {
    if (!t) return t;
    return t.contiguous() && t->refs.count() == 1 && t->storage->refs.count() == 1 ? t : fresh_copy(t);
  };
  const bool shared = g->refs.count() != 1 || g->storage->refs.count() != 1;
  const SparseMembers& m = members_of(g);
  const bool steal = !shared && m.layout == Layout::Coo;
  const auto stored = [&](const Tensor& t) { return !t || steal ? own(t) : fresh_copy(t); };
  return make_sparse({m.layout, m.coalesced, stored(m.first), stored(m.second), stored(m.values)}, g.sizes());
}

bool is_marked(const Tensor& g) { return g->node || g->requires_grad || g->is_view || g->is_wrapped_number; }

// Recorded under grad mode.
Tensor clone_for(const Tensor& g, const TensorImpl& leaf) {
  if (is_sparse(g) || is_sparse(leaf)) return clone(g);
  if (!is_dense(leaf.sizes(), leaf.strides()) || leaf.contiguous()) return _row_major(g);
  return copy_in_layout(g, leaf.strides());
}

// Of what the user stored by force, for instance by changing the gradient's shape.
void check_fits(const Tensor& old, const Tensor& g) {
  if (!same(old.sizes(), g.sizes())) {
    fail(VJP_ERROR_SHAPE, "AccumulateGrad: the leaf's grad is {}, but a gradient {} is to be added to it", old, g);
  }
  if (old.dtype() != g.dtype()) {
    fail(VJP_ERROR_DTYPE, "AccumulateGrad: the leaf's grad is {}, but a gradient {} is to be added to it", old, g);
  }
}

void warn_of_layout(const Tensor& sum, const TensorImpl& leaf) {
  static std::atomic<bool> warned{false};
  if (is_sparse(leaf) || is_sparse(sum)) return;  // spec ACC-10
  if (fulfils_contract(sum, leaf) || warned.exchange(true)) return;
  warn(
      format("AccumulateGrad: with create_graph the gradient of a leaf {} was made with strides {}, where {} would fit "
             "the leaf; set its grad to None before backward, so that it is made anew",
             describe(leaf), sum.strides(), leaf.strides()));
}

// A gradient that a sum with history reads just now, without a lock: sums in place on other threads leave it alone.
class Reading {
 public:
  Reading(const TensorImpl& leaf, const Tensor& grad) : grad_(grad.get()) {
    LeafLock lock(leaf);  // a thread inside a sum in place has left it, and one that comes to a sum sees this
    std::lock_guard all(mutex_);
    next_ = first_.load(std::memory_order_relaxed);
    first_.store(this, std::memory_order_release);
  }
  ~Reading() {
    std::lock_guard all(mutex_);
    Reading* before = first_.load(std::memory_order_relaxed);
    if (before == this) {
      first_.store(next_, std::memory_order_release);
      return;
    }
    while (before->next_ != this) before = before->next_;
    before->next_ = next_;
  }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
  // With the lock of the leaf.
  static bool of(const Tensor& grad) {
    if (!first_.load(std::memory_order_acquire)) return false;  // the sums that were reading are done
    std::lock_guard all(mutex_);
    const Reading* r = first_.load(std::memory_order_relaxed);
    while (r && r->grad_ != grad.get()) r = r->next_;
    return r;
  }

 private:
  const TensorImpl* grad_;
  Reading* next_;
  static inline constinit std::mutex mutex_;
  static inline constinit std::atomic<Reading*> first_{nullptr};
};

// With grad mode on always a new tensor, with history (spec ACC-4).
void accumulate_recorded(TensorImpl& leaf, const Tensor& g) {
  update_grad(leaf, [&](const Tensor& old) {
    if (!old) return clone_for(g, leaf);
    check_fits(old, g);
    Reading reading(leaf, old);
    Tensor sum = is_sparse(old) && !is_sparse(g) ? add(g, old) : add(old, g);
    warn_of_layout(sum, leaf);
    return sum;
  });
}

// All holders of the gradient see the change: gradient buckets rely on it. The lock makes concurrent sums exact.
// False, and nothing done, while a sum with history reads the gradient.
bool accumulate_plainly(TensorImpl& leaf, const Tensor& g) {
  LeafLock lock(leaf);
  Tensor& field = leaf.meta->grad;
  if (field) {
    check_fits(field, g);
    if (Reading::of(field)) return false;
    NoGrad guard;  // a tangent is summed with it (spec FWD-13)
    if (is_sparse(field) && !is_sparse(g)) {
      field = add(g, field);  // strided from here on: those who hold the sparse one see nothing of it
      return true;
    }
    add_(field, g);
    return true;
  }
  if (is_sparse(g)) {
    field = sparse_to_store(g);
    return true;
  }
  Tensor made = !is_compressed(layout_of(leaf)) && may_steal(g, leaf) ? g : clone_for(g, leaf);
  // Neither history nor the marks of a view come along.
  if (is_marked(made)) made = without_history(made);
  made->is_wrapped_number = false;
  field = std::move(made);
  return true;
}

// The store of the grad call that runs the leaf's accumulator; null: there is none, or a program applied it by hand.
const GradientStore* store_for(const TensorImpl& leaf) {
  if (!current_task || !executing_node) return nullptr;
  const GradientStore* store = current_task->call().store();
  return store && executing_node->accumulated_leaf() == &leaf ? store : nullptr;
}

bool taken_by_store(TensorImpl& leaf, const Tensor& g) {
  const GradientStore* store = store_for(leaf);
  if (!store) return false;
  const bool owned = is_ours(g);
  // As a field would have it: neither history nor the marks of a view come along.
  const Tensor plain = !grad_enabled() && is_marked(g) ? without_history(g) : g;
  if (!store->take(leaf, plain, owned)) return false;
  current_task->keep_for_caller(plain);
  return true;
}

}  // namespace

Tensor without_history(const Tensor& g) {
  Tensor plain = g.alias();
  if (mode_word & kModeForward) [[unlikely]]
    share_tangents(g, plain);
  return plain;
}

VJP_FILL_PORT(accumulate_grad) = [](TensorImpl& leaf, const Tensor& g) {
  if (Edge history = present_history(leaf)) {
    fail(VJP_ERROR_STATE, "AccumulateGrad: what was a leaf ({}) is now the result of {}", describe(leaf),
         history.node->name());
  }
  if (!leaf.requires_grad) return;
  if (is_batched(g)) [[unlikely]] {
    fail(VJP_ERROR_STATE,
         "AccumulateGrad: the gradient of a leaf ({}) is batched (vmap), and each sample has one of its own; use grad",
         describe(leaf));
  }
  if (taken_by_store(leaf, g)) return;
  if (grad_enabled()) {
    accumulate_recorded(leaf, g);
  } else if (!accumulate_plainly(leaf, g)) {
    ModeGuard recording(0, kModeNoGrad);  // the gradient is replaced anyway; what history it has goes on
    accumulate_recorded(leaf, g);
  }
  run_hooks(leaf.meta->post_accumulate_hooks, [&](const HookList::Call& hook) {
    vjp_status status;
    {
      Callback callback;
      status = hook.function.leaf(hook.context, handle_of(&leaf));
    }
    if (status != VJP_OK) throw_hook_error(status, *hook.hook, "post-accumulate hook");
  });
};

}  // namespace vjp
