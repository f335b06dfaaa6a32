#include "optim/clip.h"

#include <cmath>

#include "base/error.h"
#include "graph/batched.h"
#include "graph/later.h"
#include "graph/meta.h"
#include "graph/pack.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/copy.h"
#include "ops/functions/join.h"
#include "ops/functions/pointwise_selection.h"
#include "ops/functions/reduce_extreme.h"
#include "ops/functions/reduce_norm.h"
#include "ops/functions/reduce_sum.h"
#include "ops/internal.h"
#include "ops/sparse.h"
#include "optim/device_scalars.h"
#include "optim/optimizer.h"

namespace vjp {
namespace {

// What one launch takes.
struct NormBatch {
  Device device;
  Dtype dtype;
  std::vector<Tensor> kept;
  std::vector<Flat> flats;

  void add(const Tensor& t) { flats.push_back(flat_of(kept.emplace_back(t))); }
};

// The elements that count: of a sparse tensor, each place once. Where small ones count (p < 0), zeros do, too.
Tensor dense(const Tensor& t, double p) {
  if (is_sparse(t)) return dense(p < 0 ? to_dense(t) : raw_values(coalesce(t)), p);
  if (is_dense(t.sizes(), t.strides())) return t;
  OperatorDevice here(t.device());
  return fresh_copy(t);
}

// One norm a tensor.
Tensor norms_of(const NormBatch& batch, double p) {
  OperatorDevice here(batch.device);
  const Dtype dtype = batch.dtype == Dtype::Float64 ? Dtype::Float64 : Dtype::Float32;
  Tensor norms = Tensor::empty(Dims{static_cast<int64_t>(batch.flats.size())}, dtype);
  std::vector<void*> places;
  for (size_t i = 0; i < batch.flats.size(); ++i) places.push_back(norms.raw() + i * size_of(dtype));
  MultiNormArgs args{};
  args.num = static_cast<int>(batch.flats.size());
  args.tensors = batch.flats.data();
  args.p = p;
  args.norms = places.data();
  kernels().multi_norm(args);
  return norms;
}

Tensor norm_of_norms(const Tensor& norms, double p) {
  if (p == 0) return sum(norms);
  if (std::isinf(p)) return p > 0 ? amax(norms) : amin(norms);
  return linalg_vector_norm(norms, p);
}

std::vector<Tensor> gradients_of(std::span<const Tensor> parameters, const char* caller, bool changed) {
  std::vector<Tensor> grads;
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (!parameters[i]) fail(VJP_ERROR_INVALID, "{}: parameter {} is NULL", caller, i);
    refuse_batched(*parameters[i].get(), caller);
    Tensor g = gradient_of(parameters[i]);
    if (!g) continue;
    refuse_batched(*g.get(), caller);
    if (!is_floating(g.dtype())) {
      fail(VJP_ERROR_DTYPE, "{}: the gradient of parameter {} is {}, expected a real floating dtype", caller, i,
           to_text(g));
    }
    if (changed) check_inplace(*g.get(), false, caller);
    grads.push_back(std::move(g));
  }
  return grads;
}

// What is changed of a gradient: of a sparse one the values, each place once.
Tensor changeable(const Tensor& g) {
  if (!is_sparse(g)) return g;
  OperatorDevice here(g.device());
  if (!members_of(g).coalesced) replace_members(*g.get(), members_of(coalesce(g)));
  return raw_values(g);
}

void scale_in_place(const std::vector<Tensor>& tensors, const Tensor& factor) {
  std::vector<NormBatch> batches;
  for (const Tensor& t : tensors) {
    if (changes_are_awaited()) [[unlikely]]
      before_change(*t.get());
    if (is_dense(t.sizes(), t.strides())) {
      group_for(batches, t.device(), t.dtype()).add(t);
      t->bump_version();
    } else {
      mul_(t, on_device(factor, t.device()));
    }
  }
  DeviceScalars factors;
  for (const NormBatch& batch : batches) {
    OperatorDevice here(batch.device);
    MultiScaleArgs args{};
    args.num = static_cast<int>(batch.flats.size());
    args.tensors = batch.flats.data();
    args.factor = flat_of(factors.get(batch.device, [&] { return on_device(factor, batch.device); }));
    kernels().multi_scale(args);
  }
}

}  // namespace

Tensor total_norm(std::span<const Tensor> tensors, double p) {
  OptimizerScope below;
  if (std::isnan(p)) fail(VJP_ERROR_INVALID, "norm: the order is NaN");
  if (tensors.empty()) return make_scalar(0, Dtype::Float32, operator_device);
  std::vector<NormBatch> batches;
  for (const Tensor& t : tensors) {
    refuse_batched(*t.get(), "total_norm");
    group_for(batches, t.device(), t.dtype()).add(dense(t, p));
  }
  const Device home = tensors[0].device();
  Dtype dtype = Dtype::Float32;
  std::vector<Tensor> parts;
  for (const NormBatch& batch : batches) {
    Tensor norms = norms_of(batch, p);
    if (norms.dtype() == Dtype::Float64) dtype = Dtype::Float64;
    parts.push_back(on_device(norms, home));
  }
  for (Tensor& part : parts) part = to(part, dtype);
  return norm_of_norms(parts.size() == 1 ? parts[0] : cat(parts), p);
}

Tensor clip_grad_norm(std::span<const Tensor> parameters, double most, double p, bool error_if_nonfinite) {
  OptimizerScope below;
  std::vector<Tensor> grads = gradients_of(parameters, "clip_grad_norm", true);
  Tensor norm = total_norm(grads, p);
  if (grads.empty()) return norm;
  if (error_if_nonfinite && !std::isfinite(norm.item().to_double())) {
    fail(VJP_ERROR_INVALID,
         "clip_grad_norm: the norm of order {} of the gradients is {}, so they cannot be clipped; nothing was changed",
         p, norm.item().to_double());
  }
  // a number that is not above 1, without reading the norm
  Tensor factor = clamp(div(most, add(norm, 1e-6)), {}, Operand(1.0));
  for (Tensor& g : grads) g = changeable(g);
  scale_in_place(grads, factor);
  return norm;
}

void clip_grad_value(std::span<const Tensor> parameters, double most) {
  OptimizerScope below;
  for (const Tensor& g : gradients_of(parameters, "clip_grad_value", true)) _clamp_numbers_(changeable(g), -most, most);
}

}  // namespace vjp
