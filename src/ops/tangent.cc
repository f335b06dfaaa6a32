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

// The part of the root's tangent that a view shows.
Tensor part_of(const Tensor& whole, const TensorImpl& view, ForwardLevel level) {
  Structure structure(level);
  const ViewInfo& info = *view.meta->view;
  const TangentRoot* own = own_tangent_root(info, level);
  const ViewStep* steps = own ? own->steps.get() : info.steps.get();
  return steps ? replay(whole, *steps) : as_strided(whole, view.sizes(), view.strides(), view.offset());
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
