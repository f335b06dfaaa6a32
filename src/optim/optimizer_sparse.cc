// Steps with sparse gradients.
//
// Note: lazy steps. A COO gradient stands for zeros where it has no value, and a step that has to be made there too is
// an ordinary one with the gradient made dense: SGD with momentum, whose average moves every element. Adagrad and plain
// SGD change nothing where the gradient is 0, and SparseAdam leaves alone on purpose what has no gradient: they copy
// the rows that are touched out of parameter and states, run the same kernel on those, and put them back.
#include <cmath>

#include "base/error.h"
#include "ops/functions/copy.h"
#include "ops/functions/index_reduce.h"
#include "ops/functions/index_slices.h"
#include "ops/functions/view_shape.h"
#include "ops/sparse.h"
#include "optim/optimizer_batch.h"

namespace vjp {

void ParameterOptimizer::check_sparse_gradient(const Group& group, size_t index, const Tensor& g) const {
  const auto group_index = static_cast<size_t>(&group - groups_.data());
  const auto refuse = [&](const char* why) {
    fail(VJP_ERROR_NOT_IMPLEMENTED, "{}.step: the gradient of parameter {} of group {} is {}; {}", name(), index,
         group_index, to_text(g), why);
  };
  if (kind_ != Optimizer::Sgd && kind_ != Optimizer::Adagrad && !lazy_)
    refuse("sparse gradients are for SGD, Adagrad and SparseAdam, or use to_dense");
  if (group.options.weight_decay != 0) refuse("weight_decay is a gradient of every element; set it to 0");
  if (layout_of(g) != Layout::Coo) refuse("expected COO");
  if (group.options.capturable)
    refuse("its places are found by the host, which a capturable optimizer does not wait for");
}

void ParameterOptimizer::gather_sparse(Group& group, Parameter& p, const Tensor& g, bool write_grad,
                                       std::vector<Batch>& batches) {
  const Tensor& t = p.tensor;
  OperatorDevice here(t.device());
  const Tensor once = coalesce(g);
  if (write_grad && !once.is(g)) replace_members(*g.get(), members_of(once));
  const SparseMembers m = members_of(write_grad ? g : once);
  const Tensor keys = keys_of(m, t.sizes());
  const Dims order = contiguous_strides(t.sizes());
  const auto touched = [&](const Tensor& of) {
    Ordered whole(of, order);
    const Tensor places = by_places(whole.used, m);
    return Batch::Rows{whole, places, keys, contiguous(index_select(places, 0, keys))};
  };

  if (lazy_) batches.emplace_back().device = t.device(), batches.back().dtype = t.dtype();
  Batch& batch = lazy_ ? batches.back() : group_for(batches, t.device(), t.dtype());
  if (lazy_) {  // eps is added before the corrections of the moments: sqrt(v) / c + eps / c
    const double step = p.step.item().to_double() + 1;
    batch.eps = 1 / std::sqrt(1 - std::pow(group.options.beta2, step));
  }
  batch.steps.push_back(p.step.data<float>());
  if (group.options.momentum != 0) {
    const Tensor dense = to_dense(once);
    const Dims strides = is_dense(t.sizes(), t.strides()) ? Dims(t.strides()) : order;
    batch.param_flats.push_back(flat_of(batch.params.emplace_back(t, strides).used));
    const Ordered& all = batch.grads.emplace_back(dense, strides);
    batch.grad_flats.push_back(flat_of(all.used));
    batch.state_flats[0].push_back(flat_of(p.states[0]));
    if (write_grad) batch.spread.push_back({all, by_places(dense, m), keys, m.values});
    return;
  }
  const auto rows_of = [&](const Tensor& of) { return flat_of(batch.touched.emplace_back(touched(of)).rows); };
  batch.param_flats.push_back(rows_of(t));
  const Ordered& values = batch.grads.emplace_back(m.values, contiguous_strides(m.values.sizes()));
  batch.grad_flats.push_back(flat_of(values.used));
  for (size_t k = 0; k < kStates; ++k)
    if (needs(group.options, k)) batch.state_flats[k].push_back(rows_of(p.states[k]));
}

void ParameterOptimizer::put_back(const Batch& batch, bool write_grad) {
  for (const Batch::Rows& r : batch.touched) {
    index_copy_(r.places, 0, r.keys, r.rows);
    if (!r.whole.used.is(r.whole.original)) r.whole.written();
  }
  if (!write_grad) return;
  for (const Batch::Rows& r : batch.spread) copy_(r.rows, index_select(r.places, 0, r.keys));
}

}  // namespace vjp
