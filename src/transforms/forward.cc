// Forward mode: operators on tensors that carry tangents.
//
// The tangent of a result follows from the operator's family: views, linear and bilinear operators are applied to
// tangents, pointwise ones multiply them by their partial derivatives, composites need nothing. Everything else is
// transposed: the VJP is linear in its cotangent, so its own VJP is the JVP.
#include "transforms/forward.h"

#include <algorithm>
#include <mutex>
#include <unordered_map>

#include "base/thread_state.h"
#include "engine/grad_call.h"
#include "graph/guard.h"
#include "graph/modes.h"
#include "ops/functions.h"
#include "ops/internal.h"
#include "ops/layout.h"
#include "ops/op_node.h"
#include "ops/tensor_operators.h"

namespace vjp {
namespace {

// The level entered on this thread, 0 if none. Tangents of levels that ended are stale and count as absent.
uint64_t level() { return thread_state.forward_level; }
constinit std::atomic<uint64_t> next_level{1};

const Tensor& tangent_of(const Tensor& t) {
  static const Tensor& none = *new Tensor();
  return t && t->meta && t->meta->tangent_level == level() ? t->meta->tangent : none;
}

// Tensors whose tangents have a history, by level. It may lead back to the tensor: a circle that the end of the level
// opens.
struct Circles {
  std::mutex mutex;
  std::unordered_map<uint64_t, std::vector<Tensor>> tensors;
};
Circles& circles() {
  static auto& all = *new Circles();
  return all;
}

void open_circles(uint64_t level) {
  std::vector<Tensor> tensors;
  {
    std::lock_guard lock(circles().mutex);
    if (auto found = circles().tensors.extract(level)) tensors = std::move(found.mapped());
  }
  for (const Tensor& t : tensors) {
    if (t->meta && t->meta->tangent_level == level) t->meta->tangent.reset();
  }
}

void set_tangent(const Tensor& t, Tensor tangent) {
  if (requires_grad(tangent)) {
    std::lock_guard lock(circles().mutex);
    circles().tensors[level()].push_back(t);
  }
  AutogradMeta& meta = meta_of(*t.get());
  meta.tangent = std::move(tangent);
  meta.tangent_level = level();
}

bool value_has_tangent(const Value& v) {
  if (v.kind == VJP_KIND_TENSOR) return tangent_of(as_tensor(v.as.tensor)).defined();
  if (v.kind == VJP_KIND_TENSOR_LIST) {
    for (const Tensor& t : Unbox<TensorList>::get(v))
      if (tangent_of(t)) return true;
  }
  return false;
}

// Arguments in which the differentiable ones are replaced; owns what the values point to.
struct Substituted {
  std::vector<Value> args;
  std::vector<Tensor> owned;
  std::vector<std::vector<Tensor>> lists;

  Substituted(const OpDef& op, const Value* from) : args(from, from + op.schema.num_args) { owned.reserve(16); }
  void put(int a, Tensor t) {
    owned.push_back(std::move(t));
    args[static_cast<size_t>(a)] = box(owned.back());
  }
  void put_list(int a, std::vector<Tensor> list) {
    lists.push_back(std::move(list));
    args[static_cast<size_t>(a)] = box(lists.back());
  }
};

Tensor tangent_or_zeros(const Tensor& t) {
  const Tensor& tangent = tangent_of(t);
  return tangent ? tangent : zeros_like(t);
}

void linear_tangents(const OpDef& op, const Value* args, Tensor* tangents) {
  Substituted s(op, args);
  s.lists.reserve(2);
  for (int a = 0; a < op.schema.num_args; ++a) {
    if (!(op.differentiable >> a & 1)) continue;
    if (op.schema.is_list(a)) {
      std::vector<Tensor> list;
      for (const Tensor& t : Unbox<TensorList>::get(args[a])) list.push_back(t ? tangent_or_zeros(t) : Tensor());
      s.put_list(a, std::move(list));
    } else if (args[a].kind == VJP_KIND_TENSOR) {
      s.put(a, tangent_or_zeros(as_tensor(args[a].as.tensor)));
    } else if (args[a].kind != VJP_KIND_NONE) {
      s.args[static_cast<size_t>(a)] = box(0);
    }
  }
  call(op, s.args.data(), tangents);
}

void bilinear_tangents(const OpDef& op, const Value* args, Tensor* tangents) {
  for (int a = 0; a < op.schema.num_args; ++a) {
    if (!(op.differentiable >> a & 1) || !value_has_tangent(args[a])) continue;
    Substituted s(op, args);
    s.put(a, tangent_of(as_tensor(args[a].as.tensor)));
    Tensor part = call1(op, s.args.data());
    tangents[0] = tangents[0] ? add(tangents[0], part) : part;
  }
}

void pointwise_tangents(const OpDef& op, const Value* args, const Tensor& out, Tensor* tangents) {
  RuleContext context{op, nullptr, {}, args, &out};
  for (int r = 0; r < op.num_rules; ++r) {
    const Rule& rule = op.rules[r];
    const Value& v = args[rule.targets[0]];
    if (!value_has_tangent(v)) continue;
    Tensor part = pointwise_tangent(context, rule, tangent_of(as_tensor(v.as.tensor)));
    tangents[0] = tangents[0] ? add(tangents[0], part) : part;
  }
}

// jvp(t) = d/dv <vjp(v), t>, at any v: the VJP is linear in v.
void transposed_tangents(const OpDef& op, const Value* args, Tensor* tangents) {
  ModeGuard mode(0, kModeNoGrad | kModeForward);
  Substituted s(op, args);
  s.lists.reserve(2);
  std::vector<Tensor> inputs, input_tangents;
  auto substitute = [&](const Tensor& t) {
    Tensor plain = detach(t);
    if (tangent_of(t)) {
      plain->requires_grad = true;
      inputs.push_back(plain);
      input_tangents.push_back(detach(tangent_of(t)));
    }
    return plain;
  };
  for (int a = 0; a < op.schema.num_args; ++a) {
    if (!(op.differentiable >> a & 1)) {
      // the operator runs a second time here: what it changes (running statistics) it must not change twice
      if (args[a].kind == VJP_KIND_TENSOR) s.put(a, fresh_copy(as_tensor(args[a].as.tensor)));
      continue;
    }
    if (args[a].kind == VJP_KIND_TENSOR) {
      s.put(a, substitute(as_tensor(args[a].as.tensor)));
    } else if (args[a].kind == VJP_KIND_TENSOR_LIST) {
      std::vector<Tensor> list;
      for (const Tensor& t : Unbox<TensorList>::get(args[a])) list.push_back(t ? substitute(t) : Tensor());
      s.put_list(a, std::move(list));
    }
  }
  std::vector<Tensor> outs(static_cast<size_t>(op.schema.num_outputs));
  call(op, s.args.data(), outs.data());

  GradCall first({.retain_graph = true, .create_graph = true, .allow_unused = true});
  std::vector<size_t> which;
  std::vector<Tensor> cotangents;
  for (size_t i = 0; i < outs.size(); ++i) {
    if (!requires_grad(outs[i])) continue;
    Tensor v = zeros_like(outs[i]);
    v->requires_grad = true;
    first.add_root(outs[i], v);
    cotangents.push_back(std::move(v));
    which.push_back(i);
  }
  if (which.empty()) return;
  for (const Tensor& input : inputs) first.add_input(input);
  first.run();

  GradCall second({.allow_unused = true});
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (requires_grad(first.results()[i])) second.add_root(first.results()[i], input_tangents[i]);
  }
  if (second.roots().empty()) return;
  for (const Tensor& cotangent : cotangents) second.add_input(cotangent);
  second.run();
  for (size_t i = 0; i < which.size(); ++i) tangents[which[i]] = second.results()[i];
}

// The same view of the tangent. A view may look at strides, so the tangent has to lie as the primal does.
void view_tangent(const OpDef& op, const Value* args, Tensor* tangents) {
  const Tensor& input = as_tensor(args[0].as.tensor);
  Tensor t = tangent_of(input);
  if (!same(t.strides(), input.strides())) {
    t = is_dense(input.sizes(), input.strides()) ? copy_in_layout(t, input.strides()) : _row_major(t);
  }
  Geometry g = op.view(args);
  if (g.dtype || !same(t.strides(), input.strides())) {
    Substituted s(op, args);
    s.put(0, t);
    call(op, s.args.data(), tangents);
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

void attach(const Tensor& out, Tensor tangent) {
  if (!out || !tangent || !is_differentiable(out.dtype())) return;
  if (is_complex(tangent.dtype()) && !is_complex(out.dtype())) tangent = real(tangent);
  if (!same(tangent.sizes(), out.sizes())) tangent = expand(tangent, out.sizes());
  set_tangent(out, to(tangent, out.dtype()));
  if (auto* node = dynamic_cast<OpNode*>(out->node)) {
    node->set_kept_tangent(out->output_number, out->meta->tangent, out->meta->tangent_level);
  }
}

}  // namespace

bool has_tangent(const OpDef& op, const Value* args) {
  for (int a = 0; a < op.schema.num_args; ++a) {
    if (value_has_tangent(args[a])) return true;
  }
  return false;
}

void call_forward_mode(const OpDef& op, const Value* args, Tensor* outs) {
  auto count = static_cast<size_t>(op.schema.num_outputs);
  ModeGuard primal(0, kModeForward);
  call(op, args, outs);
  std::vector<Tensor> tangents(count);
  switch (op.family) {
    case Family::View:
      view_tangent(op, args, tangents.data());
      break;
    case Family::Linear:
      linear_tangents(op, args, tangents.data());
      break;
    case Family::Bilinear:
      bilinear_tangents(op, args, tangents.data());
      break;
    case Family::Pointwise:
      pointwise_tangents(op, args, outs[0], tangents.data());
      break;
    case Family::Creation:
      break;
    default:
      transposed_tangents(op, args, tangents.data());
  }
  for (size_t i = 0; i < count; ++i) attach(outs[i], tangents[i]);
}

std::vector<Tensor> call_list_forward_mode(const OpDef& op, const Value* args) {
  ModeGuard primal(0, kModeForward);
  std::vector<Tensor> outs = call_list(op, args);
  Substituted s(op, args);
  s.put(0, tangent_of(as_tensor(args[0].as.tensor)));
  std::vector<Tensor> tangents = call_list(op, s.args.data());
  for (size_t i = 0; i < outs.size(); ++i) attach(outs[i], tangents[i]);
  return outs;
}

void inplace_forward_mode(const OpDef& op, const Value* args, const Tensor& target) {
  if (op.family == Family::View) {
    Tensor tangent = tangent_of(target);
    Value on_tangent[Schema::kMaxArgs];
    std::copy(args, args + op.schema.num_args, on_tangent);
    tangent = alias(tangent);
    on_tangent[0] = box(tangent);
    ModeGuard primal(0, kModeForward);
    call_inplace(op, args);
    call_inplace(op, on_tangent);
    set_tangent(target, tangent);
    return;
  }
  std::vector<Tensor> outs(static_cast<size_t>(op.schema.num_outputs));
  call(op, args, outs.data());
  Tensor tangent = tangent_of(outs[0]);
  if (!tangent) tangent = zeros_like(outs[0]);
  ModeGuard primal(0, kModeForward);
  copy_(target, outs[0]);
  // through the former tangent, so that views of it see the change
  if (tangent_of(target)) {
    copy_(tangent_of(target), tangent);
  } else {
    set_tangent(target, clone(tangent));
  }
}

// ---- the thread's level ----

void enter_forward_mode() {
  if (level()) fail(VJP_ERROR_STATE, "forward mode: a level is entered already on this thread, and there is one");
  set_forward_level(next_level.fetch_add(1));
}

void exit_forward_mode() {
  if (!level()) fail(VJP_ERROR_STATE, "forward mode: no level is entered on this thread");
  open_circles(level());
  end_saved_tangents(level());
  set_forward_level(0);
}

Tensor current_tangent(const Tensor& t) { return level() && !(mode_word & kModeForwardOff) ? tangent_of(t) : Tensor(); }
void set_current_tangent(const Tensor& t, Tensor tangent) { set_tangent(t, std::move(tangent)); }

Tensor make_dual(const Tensor& primal, const Tensor& tangent) {
  if (!level()) fail(VJP_ERROR_STATE, "make_dual: enter forward mode first");
  if (!same(primal.sizes(), tangent.sizes())) {
    fail(VJP_ERROR_SHAPE, "make_dual: primal {} and tangent {} differ in shape", primal, tangent);
  }
  if (primal.dtype() != tangent.dtype() || !is_differentiable(primal.dtype())) {
    fail(VJP_ERROR_DTYPE, "make_dual: primal {} and tangent {} must have one floating or complex dtype", primal,
         tangent);
  }
  Tensor dual = alias(primal);
  set_tangent(dual, tangent);
  return dual;
}

}  // namespace vjp
