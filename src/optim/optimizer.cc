// The step of an optimizer: which tensors, in which memory order, in which kernel.
#include "base/error.h"
#include "graph/later.h"
#include "graph/meta.h"
#include "graph/pack.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "optim/optimizer_batch.h"
#include "tensor/sparse.h"

namespace vjp {

// Whether two sets of strides give the elements of this shape the same places.
bool same_places(IntSpan sizes, IntSpan a, IntSpan b) {
  for (size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] > 1 && a[d] != b[d]) return false;
  }
  return true;
}

Tensor empty_as(const Tensor& t, IntSpan strides, Dtype dtype) {
  OperatorDevice here(t.device());
  return Tensor::empty_strided(t.sizes(), strides, dtype);
}

Ordered::Ordered(const Tensor& t, IntSpan strides) : original(t), used(t) {
  if (same_places(t.sizes(), t.strides(), strides)) return;
  used = empty_as(t, strides, t.dtype());
  copy_tensor(used, t);
}
void Ordered::written() const {
  if (!used.is(original)) {
    copy_tensor(original, used);
  } else {
    original->bump_version();
  }
}

namespace {

void check_gradient(const char* name, size_t group, size_t index, const Tensor& p, const Tensor& g) {
  if (same(g.sizes(), p.sizes()) && g.device() == p.device() && is_floating(g.dtype())) return;
  fail(g.device() == p.device() ? VJP_ERROR_SHAPE : VJP_ERROR_DEVICE,
       "{}.step: the gradient of parameter {} of group {} is {}, the parameter {}", name, index, group, to_text(g),
       to_text(p));
}

}  // namespace

Tensor gradient_of(const Tensor& t) {
  LeafLock lock(*t.get());
  return t->meta ? t->meta->grad : Tensor();
}

void ParameterOptimizer::make_states(const Group& group, Parameter& p, IntSpan strides) {
  const Tensor& t = p.tensor;
  if (!p.step) p.step = make_scalar(0, Dtype::Float32, t.device());
  for (size_t k = 0; k < kStates; ++k) {
    if (!needs(group.options, k)) continue;
    Tensor& state = p.states[k];
    if (!state) {
      state = empty_as(t, strides, t.dtype());
      fill_tensor(state, kind_ == Optimizer::Adagrad ? group.options.initial_accumulator : 0);
    } else if (!same_places(t.sizes(), state.strides(), strides)) {  // the parameter's data was replaced
      Tensor moved = empty_as(t, strides, t.dtype());
      copy_tensor(moved, state);
      state = std::move(moved);
    }
  }
}

void ParameterOptimizer::gather(Group& group, size_t index, Parameter& p, bool write_grad,
                                std::vector<Batch>& batches) {
  const Tensor& t = p.tensor;
  Tensor g = gradient_of(t);
  if (!g) return;
  const auto group_index = static_cast<size_t>(&group - groups_.data());
  check_gradient(name(), group_index, index, t, g);
  const bool sparse = is_sparse(g);
  if (sparse) check_sparse_gradient(group, index, g);
  if (lazy_ && !sparse) {
    fail(VJP_ERROR_NOT_IMPLEMENTED,
         "{}.step: the gradient of parameter {} of group {} is {}, expected a sparse one; Adam "
         "takes strided ones",
         name(), index, group_index, to_text(g));
  }
  check_inplace(*t.get(), false, name());
  if (write_grad) check_inplace(*g.get(), false, name());
  for (const Tensor& state : p.states) {
    if (state && (!same(state.sizes(), t.sizes()) || state.device() != t.device() || state.dtype() != t.dtype())) {
      fail(VJP_ERROR_STATE, "{}.step: parameter {} of group {} is {}, but its state was made for {}", name(), index,
           group_index, to_text(t), to_text(state));
    }
  }
  const Dims strides = is_dense(t.sizes(), t.strides()) ? Dims(t.strides()) : contiguous_strides(t.sizes());
  make_states(group, p, strides);
  if (changes_are_awaited()) [[unlikely]] {
    before_change(*t.get());
    if (write_grad && !sparse) before_change(*g.get());
    for (const Tensor& state : p.states)
      if (state) before_change(*state.get());
  }
  if (sparse) return gather_sparse(group, p, g, write_grad, batches);
  Batch& batch = group_for(batches, t.device(), t.dtype());
  batch.param_flats.push_back(flat_of(batch.params.emplace_back(t, strides).used));
  batch.grad_flats.push_back(flat_of(batch.grads.emplace_back(g, strides).used));
  for (size_t k = 0; k < kStates; ++k)
    if (needs(group.options, k)) batch.state_flats[k].push_back(flat_of(p.states[k]));
  batch.steps.push_back(p.step.data<float>());
}

void ParameterOptimizer::run(Group& group, Batch& batch, const DeviceScalars& grad_scale,
                             const DeviceScalars& found_inf) {
  OperatorDevice here(batch.device);
  const OptimizerOptions& o = group.options;
  OptimizerArgs args{};
  args.kind = byte_of(kind_);
  args.num = static_cast<int>(batch.param_flats.size());
  args.params = batch.param_flats.data();
  args.grads = batch.grad_flats.data();
  for (size_t k = 0; k < kStates; ++k)
    if (!batch.state_flats[k].empty()) args.states[k] = batch.state_flats[k].data();
  args.steps = batch.steps.data();
  args.lr = o.lr;
  if (o.capturable)
    args.lr_device =
        group.lr.get(batch.device, [&] { return make_scalar(o.lr, Dtype::Float32, batch.device); }).data<float>();
  args.momentum = o.momentum;
  args.dampening = o.dampening;
  args.beta1 = o.beta1;
  args.beta2 = o.beta2;
  args.eps = o.eps * batch.eps;
  args.weight_decay = o.weight_decay;
  args.lr_decay = o.lr_decay;
  args.alpha = o.alpha;
  args.nesterov = o.nesterov;
  args.amsgrad = o.amsgrad;
  args.maximize = o.maximize;
  args.centered = o.centered;
  if (Tensor scale = grad_scale.find(batch.device)) args.grad_scale = scale.data<float>();
  if (Tensor found = found_inf.find(batch.device)) args.found_inf = found.data<float>();
  kernels().optimizer(args);
  for (const Ordered& p : batch.params) p.written();
  if (args.grad_scale)
    for (const Ordered& g : batch.grads) g.written();
  put_back(batch, args.grad_scale != nullptr);
}

void ParameterOptimizer::step(const DeviceScalars& grad_scale, const DeviceScalars& found_inf) {
  OptimizerScope below;
  DeviceScalars scales = grad_scale_ ? with_user_scale(grad_scale) : grad_scale;
  std::vector<std::vector<Batch>> work(groups_.size());  // everything is checked before anything runs
  for (size_t i = 0; i < groups_.size(); ++i) {
    Group& group = groups_[i];
    for (size_t k = 0; k < group.parameters.size(); ++k)
      gather(group, k, group.parameters[k], !scales.empty(), work[i]);
  }
  for (size_t i = 0; i < groups_.size(); ++i)
    for (Batch& batch : work[i]) run(groups_[i], batch, scales, found_inf);
}

DeviceScalars ParameterOptimizer::with_user_scale(const DeviceScalars& grad_scale) {
  DeviceScalars scales;
  for (const Group& group : groups_) {
    for (const Parameter& p : group.parameters) {
      const Device device = p.tensor.device();
      scales.get(device, [&] {
        Tensor given = grad_scale.find(device), own = on_device(grad_scale_, device);
        return given ? mul(given, own) : own;
      });
    }
  }
  return scales;
}

void ParameterOptimizer::zero_grad(bool set_to_none) {
  OptimizerScope below;
  for (Group& group : groups_) {
    for (Parameter& p : group.parameters) {
      Tensor g = gradient_of(p.tensor);
      if (!g) continue;
      const bool own = !set_to_none && !requires_grad(g);
      if (own) {
        check_inplace(*g.get(), false, "zero_grad");
        if (changes_are_awaited()) [[unlikely]]
          before_change(*g.get());
        is_sparse(g) ? zero_(g) : fill_tensor(g, 0);
        continue;
      }
      Tensor fresh;
      if (!set_to_none && !is_sparse(g)) {  // the old one is part of a graph
        fresh = empty_as(g, is_dense(g.sizes(), g.strides()) ? Dims(g.strides()) : contiguous_strides(g.sizes()),
                         g.dtype());
        fill_tensor(fresh, 0);
      }
      LeafLock lock(*p.tensor.get());
      std::swap(meta_of(*p.tensor.get()).grad, fresh);
    }
  }
}

}  // namespace vjp
