// The handler of batched tensors: what an operator does with them is done with their physical tensors, by the rule of
// its family, or of its own.
#include "base/error.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "ops/functions/copy.h"
#include "ops/functions/index_mask.h"
#include "ops/tape.h"
#include "transforms/vmap/rules.h"

namespace vjp {

LevelList levels_of(const OpDef& op, const Value* args) {
  LevelList levels;
  each_batched(op, args, [&](const Tensor& t, int) { levels.add(batch_of(*t.get()).levels); });
  return levels;
}

void check_target_levels(const OpDef& op, const Tensor& target, BatchLevels levels) {
  const bool batched = is_batched(target);
  for (uint64_t level : levels) {
    if (batched && batch_of(*target.get()).levels.has(level)) continue;
    fail(VJP_ERROR_STATE,
         "{}_: the target ({}) is {}, but an argument is batched at level {} of vmap: every sample would write its own "
         "values into the same memory; use {}, or make the target from a batched tensor",
         op.schema.name, target, batched ? "not batched at every level" : "not batched", level, op.schema.name);
  }
}

namespace {

void check_all_levels(const OpCall& call) {
  each_batched(call.op, call.args, [&](const Tensor& t, int) { check_levels(*t.get(), call.op.schema.name); });
  if (call.form == Form::Out && is_batched(*call.outs)) check_levels(*call.outs->get(), call.op.schema.name);
}

// How many results there are is for each sample to say.
void refuse_data_dependence(const OpDef& op, const Value* args) {
  if (&op == &op_Nonzero) fail_batched(*impl_of(args[0].as.tensor), op.schema.name);
}

void functional(const OpDef& op, const Value* args, Tensor* outs) {
  refuse_data_dependence(op, args);
  if (op.family == Family::View) {
    batch_view(op, args, outs[0]);
  } else if (op.batch) {
    batch_by_rule(op, args, outs);
  } else if (op.family == Family::Pointwise) {
    batch_pointwise(op, args, outs);
  } else if (!batch_join(op, args, outs) && !batch_product(op, args, outs) && !batch_in_front(op, args, outs)) {
    batch_loop(op, args, outs);
  }
}

// The memory stays; what is seen of it changes for this tensor alone.
void view_in_place(const OpCall& call, const Tensor& target) {
  Tensor whole = physical_of(target);
  check_inplace(*whole.get(), grad_enabled() && requires_grad(whole), call.op.schema.name);
  replace_physical(*target.get(), physical_view(call.op, call.args));
  physical_of(target)->bump_version();
}

bool written_directly(const OpDef& op, const Value* args) {
  if (op.batch) return false;
  if (op.family == Family::Pointwise || &op == &op_Copy || &op == &op_CopyNonBlocking) return true;
  return &op == &op_Fill && args[1].kind != VJP_KIND_TENSOR;
}

void in_place(const OpCall& call, const Tensor& target) {
  const OpDef& op = call.op;
  check_target_levels(op, target, levels_of(op, call.args));
  if (op.family == Family::View) {
    view_in_place(call, target);
    return;
  }
  if (written_directly(op, call.args)) {
    batch_pointwise_inplace(op, call.args, target);
  } else {
    std::vector<Tensor> outs(static_cast<size_t>(op.schema.num_outputs));
    vjp::call(op, call.args, outs.data());
    copy_batched(op, target, outs[0]);
  }
  target->requires_grad = requires_grad(physical_of(target));
}

void out_form(const OpCall& call) {
  const OpDef& op = call.op;
  const Tensor& target = *call.outs;
  check_target_levels(op, target, levels_of(op, call.args));
  Tensor result = call1(op, call.args);
  if (grad_enabled() && (requires_grad(result) || requires_grad(target))) {
    fail(VJP_ERROR_STATE, "{}_out: an argument requires grad; out variants do not record, use them under no_grad",
         op.schema.name);
  }
  if (!same(result.sizes(), target.sizes())) {
    fail(VJP_ERROR_SHAPE, "{}: the result's shape is {}, but the tensor to write has {}", op.schema.name,
         result.sizes(), target.sizes());
  }
  copy_batched(op, target, result);
}

void batch(OpCall& call) {
  check_all_levels(call);
  switch (call.form) {
    case Form::Functional:
      functional(call.op, call.args, call.outs);
      break;
    case Form::List:
      batch_view_list(call.op, call.args, *call.list);
      break;
    case Form::Inplace:
      in_place(call, *call.target());
      break;
    case Form::Out:
      out_form(call);
  }
}

bool any_batched(const OpCall& call) {
  if (call.form == Form::Out && is_batched(*call.outs)) return true;
  return !each_tensor(call.op, call.args, [](const TensorImpl& t, int) { return !is_batched(t); });
}

void follow_batches(OpCall& call) {
  if (!batching_in_play()) {
    next(call);
    return;
  }
  const bool any = any_batched(call);
  if (is_random(call.op)) {
    if (any) check_all_levels(call);
    if (!batch_random(call)) next(call);
  } else if (any) {
    batch(call);
  } else {
    next(call);
  }
}

VJP_HANDLER(batching, kAlwaysBatched, kAllForms, false, follow_batches);

}  // namespace
}  // namespace vjp
