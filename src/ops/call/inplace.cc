// The in-place and out forms: what they write, and how that is recorded.
#include <algorithm>

#include "graph/cuts.h"
#include "graph/guard.h"
#include "graph/later.h"
#include "graph/meta.h"
#include "graph/pack.h"
#include "graph/view_geometry.h"
#include "ops/call_counts.h"
#include "ops/internal.h"
#include "ops/op_node.h"
#include "ops/tangent.h"
#include "ops/tape.h"
#include "ops/view_node.h"

namespace vjp {
namespace {

// Whether a rule that will run asks for the value that the target of an in-place call had before.
bool keeps_target(const OpDef& op, const Value* args) {
  for (int r = 0; r < op.num_rules; ++r) {
    const Rule& rule = op.rules[r];
    bool active = false, keeps = false;
    for (int i = 0; i < rule.num_targets; ++i) active |= tensor_arg_requires_grad(op, args, rule.targets[i]);
    for (unsigned mask = rule.in_mask; mask; mask &= mask - 1) {
      const Value& v = args[std::countr_zero(mask)];
      keeps |= v.kind == VJP_KIND_TENSOR && v.as.tensor == args[0].as.tensor;
    }
    if (active && keeps) return true;
  }
  return false;
}

[[gnu::cold]] void fail_out_requires_grad(const OpDef& op, std::string_view arg) {
  fail(VJP_ERROR_STATE, "{}_out: argument '{}' requires grad; out variants do not record, use them under no_grad",
       op.schema.name, arg);
}

// Where no rule is for the target, nothing of its former value reaches the result: what is computed apart is copied
// there, and the copy's rule ends the old history.
bool overwrites(const OpDef& op, const Tensor& target) {
  return grad_enabled() && !(op.differentiable & 1) && requires_grad(*target.get());
}

// `run` writes the target, whose version counts the change.
template <class F>
void change(const Tensor& target, F&& run) {
  if (changes_are_awaited()) [[unlikely]]
    before_change(*target.get());
  run();
  target->bump_version();
}

// A view that is changed in place shows its memory in another shape.
template <class F>
void view_inplace(const OpDef& op, const Value* args, const Tensor& target, bool record, F&& run) {
  Geometry g = op.view(args);
  Tensor shaped = target.with_geometry(g);
  Ref<Node> node;
  if (record) node = OpNode::record(op, args, {&shaped, 1}, false);
  const Geometry former = target.geometry();
  change(target, run);
  if (target->is_view) add_geometry_step(*target.get(), former);
  if (node) rebase_geometry(*target.get(), std::move(node));
  // a view changed without recording gets a node when it is next asked for one: its version lags behind
}

template <class F>
void on_tape(const OpDef& op, const Value* args, F&& run) {
  const Tensor& target = as_tensor(args[0].as.tensor);
  const bool record = prepare_inplace(op, args, target);
  if (op.family == Family::View) {
    view_inplace(op, args, target, record, run);
    return;
  }
  if (!record) {
    change(target, run);
    return;
  }
  Value recorded[Schema::kMaxArgs];
  std::copy(args, args + op.schema.num_args, recorded);
  Tensor former;
  if (keeps_target(op, args)) former = replace_target(op, recorded, target);
  Ref<Node> node = OpNode::record(op, recorded, {&target, 1}, true);
  {
    BelowAutograd guard;
    change(target, run);
  }
  static_cast<OpNode&>(*node).keep_results({&target, 1});
  rebase_history(*target.get(), std::move(node));
}

template <class F>
void on_tape_out(const OpDef& op, const Value* args, Tensor& out, F&& run) {
  if (grad_enabled()) {
    for (int a = 0; a < op.schema.num_args; ++a) {
      if (tensor_arg_requires_grad(op, args, a)) fail_out_requires_grad(op, op.schema.arg_name(a));
    }
    if (requires_grad(out)) fail_out_requires_grad(op, "out");
  }
  check_inplace(*out.get(), false, op.schema.name);
  BelowAutograd guard;
  change(out, run);
}

}  // namespace

Tensor replace_target(const OpDef& op, Value* args, const Tensor& target, bool recorded) {
  Tensor former;
  {
    BelowAutograd guard;
    former = fresh_copy(target);
  }
  if (recorded) {
    Edge edge = gradient_edge(*target.get());
    former->output_number = edge.slot;
    former->node = edge.node.detach();
  }
  if (mode_word & kModeForward) [[unlikely]] {
    each_tangent_level(*target.get(),
                       [&](ForwardLevel level) { put_tangent(former, level, tangent_snapshot(target, level)); });
  }
  vjp_tensor* handle = handle_of(target.get());
  for (int a = 0; a < op.schema.num_args; ++a) {
    if (args[a].kind == VJP_KIND_TENSOR && args[a].as.tensor == handle) args[a] = box(former);
  }
  return former;
}

bool prepare_inplace(const OpDef& op, const Value* args, const Tensor& target) {
  // what an integer or bool target takes over is rounded: no derivative passes (spec GRAPH-3, GRAPH-7)
  bool record = grad_enabled() && is_differentiable(target.dtype()) && any_requires_grad(op, args);
  if (record) refresh(*target.get());
  check_inplace(*target.get(), record, op.schema.name);
  return record;
}

bool inplace_apart(const OpDef& op, const Value* args) {
  count_call(op);
  if (args[0].kind != VJP_KIND_TENSOR) fail(VJP_ERROR_INVALID, "{}_: the target is not a tensor", op.schema.name);
  const Tensor& target = as_tensor(args[0].as.tensor);
  if (op.family != Family::Composite && !overwrites(op, target)) return false;
  inplace_by_copy(op, args, target);
  return true;
}

void inplace_kernel(const OpDef& op, const Value* args, const Tensor& target) {
  if (op.family == Family::View) {
    const Geometry g = op.view(args);
    target->set_geometry(g.sizes, g.strides, g.offset);
  } else {
    run_into(op, args, target);
  }
}

void inplace_bare(const OpDef& op, const Value* args) {
  if (inplace_apart(op, args)) return;
  on_tape(op, args, [&] { inplace_kernel(op, args, as_tensor(args[0].as.tensor)); });
}

void out_bare(const OpDef& op, const Value* args, Tensor& out) {
  count_call(op);
  on_tape_out(op, args, out, [&] { run_into(op, args, out); });
}

void inplace_on_tape(OpCall& call) {
  on_tape(call.op, call.args, [&] {
    BelowAutograd guard;
    next(call);
  });
}
void out_on_tape(OpCall& call) {
  on_tape_out(call.op, call.args, *call.outs, [&] { next(call); });
}

}  // namespace vjp
