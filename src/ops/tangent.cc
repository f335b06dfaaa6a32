// Where tangents lie (spec FWD-3, FWD-4, FWD-9).
//
// A tangent has the layout of its tensor: sizes, strides, offset, and as many elements in its storage. So a view's
// tangent is the part of its root's that the view shows, in the tangent's memory; it is made when somebody asks for it,
// and writing a dual into a view gives the root a tangent, which its other views then find.
#include "ops/tangent.h"

#include "graph/batched.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "ops/batched.h"
#include "ops/functions/complex.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/pointwise_comparison.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/strided.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/layout.h"

namespace vjp {
namespace {

int64_t elements_in_storage(const TensorImpl& t) { return static_cast<int64_t>(t.storage->bytes / size_of(t.dtype)); }

bool lies_as(const TensorImpl& tangent, const TensorImpl& primal) {
  if (!same(tangent.sizes(), primal.sizes())) return false;
  for (size_t i = 0; i < primal.ndim; ++i) {
    if (primal.sizes()[i] > 1 && tangent.strides()[i] != primal.strides()[i]) return false;
  }
  return (primal.numel == 0 || tangent.offset() == primal.offset()) &&
         elements_in_storage(tangent) == elements_in_storage(primal);
}

// The structure of views of tangents is made whatever the modes; what is recorded is recorded by what is written
// through them.
class Structure {
 public:
  explicit Structure(ForwardLevel level)
      : below_(level), modes_(0, kModeNoGrad | kModeInference | kModeObserveOps | kModeAutocast) {}

 private:
  BelowLevel below_;
  ModeGuard modes_;
};

// In memory as large as the primal's, zero where the primal has no elements: a tensor to be written.
Tensor empty_in_layout(const TensorImpl& primal, Dtype dtype, ForwardLevel level) {
  OperatorDevice there(primal.device);
  Tensor whole = Tensor::zeros(Dims{elements_in_storage(primal)}, dtype);
  Structure structure(level);
  return as_strided(whole, primal.sizes(), primal.strides(), primal.offset());
}

bool fills_storage(const TensorImpl& t) {
  return t.numel == elements_in_storage(t) && is_dense(t.sizes(), t.strides());
}

Tensor copy_in_layout_of(const TensorImpl& primal, const Tensor& tangent, ForwardLevel level) {
  BelowLevel below(level);
  if (fills_storage(primal)) return copy_in_layout(tangent, primal.strides());
  // Of overlapping elements each has a tangent of its own.
  if (may_overlap(primal.sizes(), primal.strides())) return clone(tangent);
  Tensor out = empty_in_layout(primal, tangent.dtype(), level);
  copy_(out, tangent);
  return out;
}

const ViewStep* steps_to(const TensorImpl& view, ForwardLevel level) {
  const ViewInfo& info = *view.meta->view;
  const TangentRoot* own = own_tangent_root(info, level);
  return own ? own->steps.get() : info.steps.get();
}

// The part of the root's tangent that a view shows.
Tensor part_of(const Tensor& whole, const TensorImpl& view, ForwardLevel level) {
  Structure structure(level);
  const ViewStep* steps = steps_to(view, level);
  return steps ? replay(whole, *steps) : as_strided(whole, view.sizes(), view.strides(), view.offset());
}

// Note: samples. A tensor that all samples share may have a tangent that differs from sample to sample: a batched one,
// which has no layout. There is nothing to be a part of then: a view's is computed from its root's whenever somebody
// asks, and a change in place puts a new tangent in the place of the former one, of the root where it has one.

Tensor part_of_samples(const Tensor& whole, const TensorImpl& root, const TensorImpl& view, ForwardLevel level) {
  Structure structure(level);
  if (const ViewStep* steps = steps_to(view, level)) return replay(whole, *steps);
  if (same(view.sizes(), root.sizes()) && same(view.strides(), root.strides()) && view.offset() == root.offset())
    return alias(whole);
  return _strided_gather(whole, view.sizes(), view.strides(), view.offset(), root.sizes(), root.strides(),
                         root.offset());
}

// `fresh` undefined: zeros.
void write_samples(const Tensor& target, ForwardLevel level, Tensor fresh) {
  const TensorImpl* root = tangent_root(*target.get(), level);
  if (root == target.get() || !is_differentiable(root->dtype)) {
    fresh = fresh ? clone(to(fresh, target.dtype())) : zeros_like(detach(target));
    meta_of(*target.get()).tangent.set(level, std::move(fresh));
    return;
  }
  if (steps_to(*target.get(), level)) {
    fail(
        VJP_ERROR_NOT_IMPLEMENTED,
        "forward mode: {} is changed in place, and its tangent differs from sample to sample (vmap) while it shows its "
        "base in another dtype; change the base, or batch it too",
        target);
  }
  const auto spread = [&](const Tensor& part) {
    return _strided_scatter(part, target.sizes(), target.strides(), target->offset(), root->sizes(), root->strides(),
                            root->offset());
  };
  if (!fresh) fresh = zeros_like(detach(target));
  const Tensor whole = root->meta ? root->meta->tangent.get(level) : Tensor();
  const Tensor written = gt(spread(ones_like(detach(target))), 0);
  fresh = spread(to(fresh, root->dtype));
  fresh = whole ? where(written, fresh, whole) : fresh;
  meta_of(const_cast<TensorImpl&>(*root)).tangent.set(level, std::move(fresh));
}

// Every level is in reach, whatever tangents are computed here.
class AllLevels {
 public:
  AllLevels() : modes_(mode_word & kModeForwardOff ? 0u : uint32_t{kModeForward}, 0), former_(forward_limit) {
    forward_limit = kNoForwardLimit;
  }
  ~AllLevels() { forward_limit = former_; }
  AllLevels(const AllLevels&) = delete;
  AllLevels& operator=(const AllLevels&) = delete;

 private:
  ModeGuard modes_;
  uint64_t former_;
};

}  // namespace

// That of its physical tensor, which has all there are: levels of forward mode do not mix, whichever side of a level of
// batching they are on.
static Tensor tangent_of_batched(const Tensor& t, ForwardLevel level) {
  const BatchInfo& info = batch_of(*t.get());
  Tensor whole = tangent_of(info.physical, level);
  if (!whole) return {};
  Structure structure(level);
  return wrap_front(whole, info.levels);
}

VJP_FILL_PORT(tangent_of) = [](const Tensor& t, ForwardLevel level) -> Tensor {
  if (!t) return {};
  if (is_batched(t)) [[unlikely]]
    return tangent_of_batched(t, level);
  Tensor own = t->meta ? t->meta->tangent.get(level) : Tensor();
  const TensorImpl* root = tangent_root(*t.get(), level);
  if (root == t.get() || !root->meta) return own;
  Tensor whole = root->meta->tangent.get(level);
  if (whole && is_batched(whole)) [[unlikely]] {
    Tensor part = part_of_samples(whole, *root, *t.get(), level);
    t->meta->tangent.set(level, part);
    return part;
  }
  if (!whole || (own && own->storage.get() == whole->storage.get()) || !lies_as(*whole.get(), *root)) return own;
  Tensor part = part_of(whole, *t.get(), level);
  t->meta->tangent.set(level, part);
  return part;
};

VJP_FILL_PORT(tangent_snapshot) = [](const Tensor& t, ForwardLevel level) -> Tensor {
  Tensor tangent = tangent_of(t, level);
  if (!tangent) return {};
  AllLevels reach;
  BelowLevel below(level);
  return clone(tangent);
};

void put_tangent(const Tensor& t, ForwardLevel level, Tensor tangent) {
  if (is_batched(t)) {
    const BatchInfo& info = batch_of(*t.get());
    BelowLevel below(level);
    put_tangent(info.physical, level, with_dimensions(std::move(tangent), info.levels));
    return;
  }
  if (is_batched(tangent)) {  // samples of the tangent of one tensor: it has no layout
    meta_of(*t.get()).tangent.set(level, std::move(tangent));
    return;
  }
  if (!lies_as(*tangent.get(), *t.get())) tangent = copy_in_layout_of(*t.get(), tangent, level);
  meta_of(*t.get()).tangent.set(level, std::move(tangent));
}

void share_tangents(const Tensor& from, const Tensor& to, ForwardLevel except) {
  each_tangent_level(*from.get(), [&](ForwardLevel level) {
    if (level.number != except.number) put_tangent(to, level, tangent_of(from, level));
  });
}

void write_tangent(const Tensor& target, ForwardLevel level, const Tensor& former, const Tensor& fresh) {
  BelowLevel below(level);
  if (!is_batched(target) && ((former && is_batched(former)) || (fresh && is_batched(fresh)))) {
    if (former || is_differentiable(target.dtype())) write_samples(target, level, fresh);
    return;
  }
  if (former) {
    fresh ? copy_(former, fresh) : fill_(former, 0);
    return;
  }
  if (!fresh || !is_differentiable(target.dtype())) return;
  const TensorImpl* root = tangent_root(*target.get(), level);
  if (root == target.get() || !is_differentiable(root->dtype)) {
    put_tangent(target, level, clone(to(fresh, target.dtype())));
    return;
  }
  Tensor base = Tensor::share(const_cast<TensorImpl*>(root));
  meta_of(*base.get()).tangent.set(level, empty_in_layout(*root, root->dtype, level));
  copy_(tangent_of(target, level), fresh);
}

Tensor current_tangent(const Tensor& t, ForwardLevel level) {
  if (!level || level.order >= forward_limit) return {};
  return mode_word & kModeForwardOff ? Tensor() : tangent_of(t, level);
}

}  // namespace vjp
