#include "ops/internal.h"

#include <algorithm>
#include <utility>

#include "graph/batched.h"
#include "graph/later.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "graph/pack.h"
#include "graph/view_geometry.h"
#include "ops/functions/complex.h"
#include "ops/functions/copy.h"
#include "ops/functions/sum_to_size.h"
#include "ops/op_node.h"
#include "ops/view_node.h"

namespace vjp {

const char* kind_name(int kind) {
  static constexpr const char* kNames[] = {"nothing",           "a bool",   "an integer",        "a number",
                                           "a complex number",  "a tensor", "a list of tensors", "a list of integers",
                                           "a list of numbers", "a string", "a dtype",           "a generator",
                                           "a device"};
  return kind >= 0 && kind < 13 ? kNames[kind] : "an unknown kind";
}

Tensor wrapped_number(const Scalar& value) {
  static constexpr Dtype kTypes[] = {Dtype::Bool, Dtype::Int64, Dtype::Float64, Dtype::Complex128};
  Tensor t = Tensor::from_scalar(value, kTypes[value.category()]);
  t->is_wrapped_number = true;
  return t;
}

Tensor fresh_copy(const Tensor& t) {
  if (is_batched(t)) [[unlikely]]
    return make_batched(fresh_copy(physical_of(t)), batch_of(*t.get()).levels);
  OperatorDevice there(t.device());
  Tensor copy = Tensor::empty(t.sizes(), t.dtype());
  kernels().copy(copy.view(), t.view());
  return copy;
}

Tensor real_gradient(const Tensor& g) { return derivatives_followed() ? clone(real(g)) : fresh_copy(real(g)); }

void run_forward(const OpDef& op, const Value* args, Tensor* outs) {
  if (op.pointwise) {
    outs[0] = run_pointwise(op, args, {});
  } else {
    op.forward(args, outs);
  }
}

// No float goes into an integer, and no complex number into a float, but where a program says so with `to` or `copy`.
static void check_category(const OpDef& op, Dtype result, Dtype target) {
  if (category_of(result) <= category_of(target)) return;
  fail(VJP_ERROR_DTYPE, "{}: a result of {} cannot be written into a tensor of {}", op.schema.name, result, target);
}

void write_result(const OpDef& op, const Tensor& target, const Tensor& out) {
  if (!same(out.sizes(), target.sizes())) {
    fail(VJP_ERROR_SHAPE, "{}: the result's shape is {}, but the tensor to write has {}", op.schema.name, out.sizes(),
         target.sizes());
  }
  check_category(op, out.dtype(), target.dtype());
  kernels().copy(target.view(), out.view());
}

void run_into(const OpDef& op, const Value* args, const Tensor& target) {
  if (op.pointwise) {
    run_pointwise(op, args, target);
    return;
  }
  Tensor outs[Schema::kMaxOutputs];
  run_forward(op, args, outs);
  write_result(op, target, outs[0]);
}

void overwrite_with(const OpDef& op, const Tensor& target, const Tensor& result) {
  if (changes_are_awaited()) [[unlikely]]
    before_change(*target.get());
  OperatorDevice there(target.device());
  write_result(op, target, result);
  target->bump_version();
}

namespace {

// A copy gives what its target was before zeros as a gradient. Where the target takes over a result that has a history,
// what there is of a derivative goes through that: without one the gradient is undefined, as out of place.
void end_history(TensorImpl& target, const Node& former) {
  const Node* node = target.node;
  if (target.is_view || !node || node == &former) return;
  for (Edge& edge : node->edges()) {
    if (edge.node.get() == &former) {
      edge = {};
      return;
    }
  }
}

}  // namespace

void inplace_by_copy(const OpDef& op, const Value* args, const Tensor& target) {
  Value own[Schema::kMaxArgs];
  std::copy(args, args + op.schema.num_args, own);
  Tensor former;
  if (grad_enabled()) {
    bool record = false;
    for (int a = 0; a < op.schema.num_args; ++a) {
      record |= args[a].kind == VJP_KIND_TENSOR && requires_grad(*impl_of(args[a].as.tensor));
    }
    record &= is_differentiable(target.dtype());
    check_inplace(*target.get(), record, op.schema.name);
    if (record) former = replace_target(op, own, target);
    // What is computed apart leads to the base by a way of its own: that of the view is stale then (spec HOOK-22).
    if (former && former->node && target->is_view) {
      const ViewInfo& view = *target->meta->view;
      Ref<Node> way = make_view_node(view.base, *target.get(), view.steps.get());
      Ref<Node>::take(former->node.exchange(way.detach()));
      former->output_number = 0;
    }
  }
  Tensor outs[Schema::kMaxOutputs];
  call(op, own, outs);
  if (!same(outs[0].sizes(), target.sizes())) {
    fail(VJP_ERROR_SHAPE, "{}_: the result's shape is {}, but the target has {}", op.schema.name, outs[0].sizes(),
         target.sizes());
  }
  check_category(op, outs[0].dtype(), target.dtype());
  TensorImpl& written = *physical_of(target).get();
  const Node* history = nullptr;
  if (former && requires_grad(outs[0])) history = written.node;
  copy_(target, outs[0]);
  if (history) end_history(written, *history);
}

Tensor fit_gradient(const Tensor& grad, IntSpan shape, Dtype dtype, const char* what, size_t index) {
  Tensor g = grad;
  if (!same(g.sizes(), shape)) {
    if (!broadcasts_to(shape, g.sizes())) {
      fail(VJP_ERROR_SHAPE, "{}: gradient {} has shape {}, expected {} or a shape that sums to it", what, index,
           g.sizes(), shape);
    }
    g = sum_to_size(g, shape);
  }
  if (g.dtype() != dtype) {
    if (is_complex(g.dtype()) && !is_complex(dtype)) {
      fail(VJP_ERROR_DTYPE, "{}: gradient {} is {}, expected {}", what, index, g.dtype(), dtype);
    }
    if (is_integral(g.dtype()) && is_complex(dtype)) {
      fail(VJP_ERROR_DTYPE, "{}: gradient {} is {}, expected {}", what, index, g.dtype(), dtype);
    }
    g = to(g, dtype);
  }
  return g;
}

int64_t number_of_nonzero(const Tensor& t) {
  refuse_batched(*t.get(), "number of elements that are not 0");
  if (t.device().is_cpu()) {
    int64_t count = 0;
    kernels_of_cpu().count_nonzero({t.view(), &count});
    return count;
  }
  OperatorDevice here(t.device());
  Tensor count = Tensor::empty({}, Dtype::Int64);
  kernels().count_nonzero({t.view(), count.data<int64_t>()});
  return count.item().to_int();
}

}  // namespace vjp
