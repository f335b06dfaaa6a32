// Forward mode: operators on tensors that carry tangents.
//
// An operator is carried to the highest level at which an argument has a tangent: its value and its tangent are
// computed below that level, so that both get their tangents of the levels below by the same rule, and the tangent is
// attached.
//
// The tangent of a result follows from the operator's family: views, linear and bilinear operators are applied to
// tangents, pointwise ones multiply them by their partial derivatives, composites need nothing. Everything else has a
// JVP beside its VJP.
#include "transforms/forward.h"

#include <algorithm>

#include "graph/batched.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "ops/call/dual_program.h"
#include "ops/functions/arithmetic.h"
#include "ops/functions/complex.h"
#include "ops/functions/copy.h"
#include "ops/functions/creation.h"
#include "ops/functions/strided.h"
#include "ops/functions/view_part.h"
#include "ops/functions/view_shape.h"
#include "ops/internal.h"
#include "ops/layout.h"
#include "ops/op_node.h"
#include "ops/tape.h"

namespace vjp {
namespace {

// Calls f with every tensor of an argument until it says true.
template <class F>
bool any_tensor(const Value& v, F&& f) {
  if (v.kind == VJP_KIND_TENSOR) return f(as_tensor(v.as.tensor));
  if (v.kind != VJP_KIND_TENSOR_LIST) return false;
  TensorList list = Unbox<TensorList>::get(v);
  return std::any_of(list.begin(), list.end(), f);
}

bool value_has_tangent(const Value& v, ForwardLevel at) {
  return any_tensor(v, [&](const Tensor& t) { return t && carries_tangent(*t.get(), at); });
}

// The highest level in reach at which an argument has a tangent.
ForwardLevel level_of(const OpDef& op, const Value* args) {
  ForwardLevel found;
  for (int a = 0; a < op.schema.num_args; ++a) {
    any_tensor(args[a], [&](const Tensor& t) {
      ForwardLevel level = t ? highest_tangent(*t.get()) : ForwardLevel();
      if (level.order > found.order) found = level;
      return false;
    });
  }
  return found;
}

// Arguments in which the differentiable ones are replaced; owns what the values point to.
struct Substituted {
  Value args[Schema::kMaxArgs];
  Tensor owned[Schema::kMaxArgs];
  std::vector<Tensor> lists[2];
  int num_lists = 0;

  Substituted(const OpDef& op, const Value* from) { std::copy_n(from, op.schema.num_args, args); }
  void put(int a, Tensor t) {
    owned[a] = std::move(t);
    args[a] = box(owned[a]);
  }
  void put_list(int a, std::vector<Tensor> list) {
    VJP_CHECK(num_lists < 2);
    lists[num_lists] = std::move(list);
    args[a] = box(lists[num_lists++]);
  }
};

Tensor tangent_or_zeros(const Tensor& t, ForwardLevel at) {
  Tensor tangent = tangent_of(t, at);
  return tangent ? tangent : zeros_like(t);
}

void linear_tangents(const OpDef& op, const Value* args, ForwardLevel at, Tensor* tangents) {
  Substituted s(op, args);
  for (int a = 0; a < op.schema.num_args; ++a) {
    if (!(op.differentiable >> a & 1)) continue;
    if (op.schema.is_list(a)) {
      std::vector<Tensor> list;
      for (const Tensor& t : Unbox<TensorList>::get(args[a])) list.push_back(t ? tangent_or_zeros(t, at) : Tensor());
      s.put_list(a, std::move(list));
    } else if (args[a].kind == VJP_KIND_TENSOR) {
      s.put(a, tangent_or_zeros(as_tensor(args[a].as.tensor), at));
    } else if (args[a].kind != VJP_KIND_NONE) {
      s.args[a] = box(0);
    }
  }
  call(op, s.args, tangents);
}

void bilinear_tangents(const OpDef& op, const Value* args, ForwardLevel at, Tensor* tangents) {
  for (int a = 0; a < op.schema.num_args; ++a) {
    if (!(op.differentiable >> a & 1) || !value_has_tangent(args[a], at)) continue;
    Substituted s(op, args);
    s.put(a, tangent_of(as_tensor(args[a].as.tensor), at));
    Tensor part = call1(op, s.args);
    tangents[0] = tangents[0] ? add(tangents[0], part) : part;
  }
}

// Those of the arguments that are differentiated, one an argument.
struct ArgumentTangents {
  Tensor all[Schema::kMaxArgs];
  ArgumentTangents(const OpDef& op, const Value* args, ForwardLevel at) {
    for (int a = 0; a < op.schema.num_args; ++a) {
      if ((op.differentiable >> a & 1) && args[a].kind == VJP_KIND_TENSOR)
        all[a] = tangent_of(as_tensor(args[a].as.tensor), at);
    }
  }
};

void pointwise_tangents(const OpDef& op, const Value* args, const Tensor& out, ForwardLevel at, Tensor* tangents) {
  ArgumentTangents given(op, args, at);
  tangents[0] = pointwise_tangent({op, nullptr, {}, args, &out, given.all});
}

// With its result in one kernel, where nobody records either, or is to see the operator.
bool pointwise_dual(OpCall& call, ForwardLevel at, Tensor* tangents) {
  const OpDef& op = call.op;
  constexpr uint32_t apart = kModeInference | kModeBatch | kModeBatchOff;
  if (op.family != Family::Pointwise || (mode_word & ((call.left & kHandlers) | apart))) return false;
  if (lowest_forward_level.load(std::memory_order_relaxed) < at.order) return false;  // whose tangents come along
  const auto plain = [](const TensorImpl& t, int) { return !is_batched(t); };
  if (batching_in_play() && !each_tensor(op, call.args, plain)) return false;
  ArgumentTangents given(op, call.args, at);
  const auto recorded = [](const Tensor& t) { return requires_grad(t); };
  if (grad_enabled() && (any_requires_grad(op, call.args) || std::any_of(given.all, std::end(given.all), recorded)))
    return false;
  return run_dual(op, call.args, given.all, *call.outs, *tangents);
}

// By the operator's own rule.
void rule_tangents(const OpDef& op, const Value* args, const Tensor* outs, ForwardLevel at, Tensor* tangents) {
  ArgumentTangents given(op, args, at);
  for (int a = 0; a < op.schema.num_args; ++a) {
    if (given.all[a]) given.all[a] = to(given.all[a], as_tensor(args[a].as.tensor).dtype());
  }
  op.jvp({op, nullptr, {}, args, outs, given.all}, tangents);
  for (int i = 0; i < op.schema.num_outputs; ++i) {
    if (!tangents[i] && outs[i] && !(op.nondiff_outputs >> i & 1)) tangents[i] = zeros_like(detach(outs[i]));
  }
}

// The same view of the tangent, where the tangent does not lie as the primal does: that of a primal whose elements
// overlap, and of inference tensors.
void view_tangent(const OpDef& op, const Value* args, const Tensor& out, ForwardLevel at, Tensor* tangents) {
  const Tensor& input = as_tensor(args[0].as.tensor);
  Tensor t = tangent_of(input, at);
  if (!t || tangent_of(out, at)) return;
  if (is_batched(t) || is_batched(input)) {  // by operators: neither has memory of its own
    Substituted s(op, args);
    s.put(0, t);
    call(op, s.args, tangents);
    return;
  }
  if (!same(t.strides(), input.strides())) {
    t = is_dense(input.sizes(), input.strides()) ? copy_in_layout(t, input.strides()) : _row_major(t);
  }
  Geometry g = op.view(args);
  if (g.dtype || !same(t.strides(), input.strides())) {
    Substituted s(op, args);
    s.put(0, t);
    call(op, s.args, tangents);
    return;
  }
  int64_t offset = g.offset - input->offset() + t->offset();
  int64_t last = offset, have = static_cast<int64_t>(t->storage->bytes / size_of(t.dtype()));
  for (int i = 0; i < g.sizes.n; ++i) last += std::max<int64_t>(g.sizes[i] - 1, 0) * g.strides[i];
  // as_strided may show elements of the storage that the input does not have; their tangent is zero
  tangents[0] = offset >= 0 && last < have
                    ? as_strided(t, g.sizes, g.strides, offset)
                    : _strided_gather(t, g.sizes, g.strides, g.offset, input.sizes(), input.strides(), input->offset());
}

// While tangents of a level are computed: they carry those of lower levels themselves, and who counts or answers a
// region's operators and saved values (a checkpoint) counts those of the primals alone.
class TangentMode {
 public:
  explicit TangentMode(ForwardLevel at)
      : below_(at),
        modes_(at.number == unrecorded_level ? uint32_t{kModeNoGrad} : 0u,
               uint32_t{kModeObserveOps} | kept_by_checkpoint()) {}

 private:
  static uint32_t kept_by_checkpoint() {
    const PackHooks* hooks = mode_word & kModePackSaved ? innermost_hooks() : nullptr;
    return hooks && hooks->counts_values() ? uint32_t{kModePackSaved} : 0;
  }

  BelowLevel below_;
  ModeGuard modes_;
};

// A tangent that is, or shares the memory of, that of an argument: the result would change it when it is changed.
bool shares_memory(const OpDef& op, const Value* args, ForwardLevel at, const Tensor& tangent) {
  for (int a = 0; a < op.schema.num_args; ++a) {
    auto shared = [&](const Tensor& t) {
      Tensor of_argument = tangent_of(t, at);
      return of_argument && physical_of(of_argument)->storage.get() == physical_of(tangent)->storage.get();
    };
    if (any_tensor(args[a], shared)) return true;
  }
  return false;
}

// Nothing else has the tensor, nor its memory.
bool is_alone(const Tensor& t) {
  return !is_batched(t) && t->refs.count() == 1 && t->storage && t->storage->refs.count() == 1;
}

void attach(const OpDef& op, const Value* args, const Tensor& out, ForwardLevel at, Tensor tangent) {
  if (!out || !is_differentiable(out.dtype())) return;
  if (tangent) {
    if (is_complex(tangent.dtype()) && !is_complex(out.dtype())) tangent = real(tangent);
    if (!same(tangent.sizes(), out.sizes())) tangent = expand(tangent, out.sizes());
    if (tangent.dtype() != out.dtype()) tangent = to(tangent, out.dtype());
    if (!is_alone(tangent) && op.family != Family::View && shares_memory(op, args, at, tangent))
      tangent = clone(tangent);
    put_tangent(out, at, std::move(tangent));
  }
  const Tensor made = physical_of(out);
  auto* node = made->node ? dynamic_cast<OpNode*>(made->node.get()) : nullptr;
  if (node && carries_tangent(*out.get(), at)) node->keep_tangent(made->output_number, made, at);
}

void follow_tangents(OpCall& call);
// With the tangents of lower levels.
void run_primal(OpCall& call, ForwardLevel at) {
  BelowLevel below(at);
  const bool lower = mode_word & kModeForward;
  lower ? follow_tangents(call) : next(call);
}

void carry_tangents(OpCall& call, ForwardLevel at) {
  const OpDef& op = call.op;
  const Value* args = call.args;
  Tensor* outs = call.outs;
  Tensor tangents[Schema::kMaxOutputs];
  const bool done = pointwise_dual(call, at, tangents);
  if (!done) run_primal(call, at);
  TangentMode mode(at);
  switch (done ? Family::Creation : op.family) {
    case Family::View:
      view_tangent(op, args, outs[0], at, tangents);
      break;
    case Family::Linear:
      linear_tangents(op, args, at, tangents);
      break;
    case Family::Bilinear:
      bilinear_tangents(op, args, at, tangents);
      break;
    case Family::Pointwise:
      pointwise_tangents(op, args, outs[0], at, tangents);
      break;
    case Family::Creation:
      break;
    default:
      if (op.jvp) rule_tangents(op, args, outs, at, tangents);
  }
  for (int i = 0; i < op.schema.num_outputs; ++i) attach(op, args, outs[i], at, std::move(tangents[i]));
}

void carry_list_tangents(OpCall& call, ForwardLevel at) {
  const OpDef& op = call.op;
  const Value* args = call.args;
  const std::vector<Tensor>& outs = *call.list;
  run_primal(call, at);
  TangentMode mode(at);
  bool parts = std::all_of(outs.begin(), outs.end(), [&](const Tensor& t) { return tangent_of(t, at).defined(); });
  Tensor tangent = tangent_of(as_tensor(args[0].as.tensor), at);
  if (parts || !tangent) return;
  Substituted s(op, args);
  s.put(0, std::move(tangent));
  std::vector<Tensor> tangents = call_list(op, s.args);
  for (size_t i = 0; i < outs.size(); ++i) attach(op, args, outs[i], at, std::move(tangents[i]));
}

// The tangents that the target of a change in place has before it.
struct OfTarget {
  ForwardLevel level;
  Tensor tangent;
};
std::vector<OfTarget> tangents_of(const Tensor& target) {
  std::vector<OfTarget> found;
  each_tangent_level(*target.get(), [&](ForwardLevel level) { found.push_back({level, tangent_of(target, level)}); });
  return found;
}
bool has_former(const std::vector<OfTarget>& formers, ForwardLevel level) {
  return std::any_of(formers.begin(), formers.end(),
                     [&](const OfTarget& of) { return of.level.number == level.number; });
}

// A change of geometry: those of tangents come first, because they may be refused.
void carry_inplace_view_tangents(OpCall& call, const Tensor& target) {
  Value on_tangent[Schema::kMaxArgs];
  std::copy(call.args, call.args + call.op.schema.num_args, on_tangent);
  for (const OfTarget& of : tangents_of(target)) {
    BelowLevel below(of.level);
    on_tangent[0] = box(of.tangent);
    call_inplace(call.op, on_tangent);
  }
  NoForward primal;
  next(call);
}

// The result and its tangents of all levels are computed out of place, then all are written.
void carry_inplace_tangents(OpCall& call, const Tensor& target) {
  const OpDef& op = call.op;
  const Value* args = call.args;
  const bool record = prepare_inplace(op, args, target);
  if (op.family == Family::View) {
    carry_inplace_view_tangents(call, target);
    return;
  }
  std::vector<OfTarget> formers = tangents_of(target);
  for (const OfTarget& of : formers) {
    if (is_batched(of.tangent)) continue;  // another takes its place
    check_inplace(*of.tangent.get(), grad_enabled() && requires_grad(of.tangent), op.schema.name);
  }
  Value own[Schema::kMaxArgs];
  std::copy(args, args + op.schema.num_args, own);
  Tensor former;  // what is recorded, of the primal or of tangents, may keep the value that is about to be overwritten
  if (grad_enabled()) former = replace_target(op, own, target, record);
  std::vector<Tensor> outs(static_cast<size_t>(op.schema.num_outputs));
  vjp::call(op, own, outs.data());
  Tensor& out = outs[0];
  bool fits = category_of(out.dtype()) <= category_of(target.dtype());
  if (record && fits) out = to(out, target.dtype());
  overwrite_with(op, target, out);
  if (record && requires_grad(out)) {
    rebase_history(*target.get(), Ref<Node>::share(out->node), out->output_number);
  }
  for (const OfTarget& of : formers) write_tangent(target, of.level, of.tangent, tangent_of(out, of.level));
  each_tangent_level(*out.get(), [&](ForwardLevel level) {
    if (!has_former(formers, level)) write_tangent(target, level, {}, tangent_of(out, level));
  });
}

// A change of samples is made in the physical tensor, whose tangents are theirs: by operators, which come by again.
bool changes_samples(const OpCall& call) {
  if (call.form != Form::Inplace || !batching_in_play()) return false;
  bool any = false;
  each_tensor(call.op, call.args, [&](const TensorImpl& t, int) { return !(any = is_batched(t)); });
  if (!any) return false;
  each_tensor(call.op, call.args, [&](const TensorImpl& t, int a) {
    if (is_batched(t)) return true;
    each_tangent_level(t, [&](ForwardLevel level) {
      if (!is_batched(tangent_of(Tensor::share(const_cast<TensorImpl*>(&t)), level))) return;
      fail(VJP_ERROR_NOT_IMPLEMENTED,
           "{}_: '{}' ({}) is the same for all samples, and its tangent differs from sample to sample (vmap); use the "
           "ordinary form",
           call.op.schema.name, call.op.schema.arg_name(a), describe(t));
    });
    return true;
  });
  return true;
}

void follow_tangents(OpCall& call) {
  if (!forward_level_in_reach()) {  // another thread has left it
    mode_word.own() &= ~uint32_t{kModeForward};
    next(call);
    return;
  }
  const ForwardLevel at = level_of(call.op, call.args);
  if (call.form == Form::Out && (at || carries_tangent(*call.outs->get()))) {
    fail(VJP_ERROR_NOT_IMPLEMENTED, "{}_out: out variants carry no tangents; use the ordinary form",
         call.op.schema.name);
  }
  if (!at || changes_samples(call) || (call.form == Form::Inplace && !is_differentiable(call.target()->dtype()))) {
    next(call);
  } else if (call.form == Form::Inplace) {
    carry_inplace_tangents(call, *call.target());
  } else if (call.form == Form::List) {
    carry_list_tangents(call, at);
  } else {
    carry_tangents(call, at);
  }
}

VJP_HANDLER(forward_mode, kModeForward, kAllForms, false, follow_tangents);

}  // namespace
}  // namespace vjp
