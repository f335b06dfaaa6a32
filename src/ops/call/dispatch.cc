// call(): what happens between an operator's name and its kernel. In a straight line where no handler is on; else down
// the chain (handler.h), of which the places that always stand in it are here: taken apart, tape, kernel.
#include <algorithm>

#include "device/default_device.h"
#include "graph/batch_level.h"
#include "graph/ended.h"
#include "graph/guard.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "ops/call_counts.h"
#include "ops/halves.h"
#include "ops/internal.h"
#include "ops/op_node.h"
#include "ops/profile.h"
#include "ops/sparse.h"
#include "ops/tape.h"
#include "ops/telling.h"
#include "ops/view_node.h"

namespace vjp {

[[gnu::noinline]] bool list_requires_grad(const OpDef& op, const Value* args, int a) {
  if (!op.schema.is_list(a)) return false;
  TensorList list = Unbox<TensorList>::get(args[a]);
  return std::any_of(list.begin(), list.end(), [](const Tensor& t) { return requires_grad(t); });
}

namespace {

// An output that is one of the arguments, or shares their handle, becomes a tensor of its own before it gets a history.
void separate(const OpDef& op, const Value* args, Tensor& out) {
  for (int a = 0; a < op.schema.num_args; ++a) {
    if (args[a].kind == VJP_KIND_TENSOR && impl_of(args[a].as.tensor) == out.get()) out = out.alias();
  }
}

void record_outputs(const OpDef& op, const Value* args, std::span<Tensor> outs) {
  for (Tensor& out : outs) separate(op, args, out);
  Ref<Node> node = OpNode::record(op, args, outs, false);
  for (uint32_t i = 0; i < outs.size(); ++i) {
    if (!outs[i] || !is_differentiable(outs[i].dtype()) || op.nondiff_outputs >> i & 1) continue;
    set_history(*outs[i].get(), i + 1 < outs.size() ? node : std::move(node), i);
  }
}

// One result of a view operator, tied to its input. Outside inference mode too, a view of an inference tensor is one
// and no view for autograd (spec MODE-7): then there is nothing to record, and the answer is false.
bool tie_view(const OpDef& op, const Value* args, const Tensor& input, Tensor& out, int dtype, Creation how,
              uint32_t index) {
  if (input->storage->inference) [[unlikely]]
    return false;
  ViewInfo& view = make_view(*out.get(), input, how, op.type_name, index);
  if (dtype || view.steps || (mode_word & kModeReplayViews)) [[unlikely]]
    add_view_step(view, op, args, input, out);
  return true;
}

// `run` puts the view into `out`, and says whether it is one of the input's memory.
template <class F>
[[gnu::always_inline]] inline void view_on_tape(const OpDef& op, const Value* args, Tensor& out, F&& run) {
  const Tensor& input = as_tensor(args[0].as.tensor);
  bool record = grad_enabled() && any_requires_grad(op, args);
  if (record) refresh(*input.get());
  if (!run()) {
    if (record) record_outputs(op, args, {&out, 1});
  } else if (tie_view(op, args, input, out, out.dtype() != input.dtype(), Creation::Normal, 0) && record) {
    set_history(*out.get(), OpNode::record(op, args, {&out, 1}, false), 0);
  }
}

// `is_view` says which results are views of the input's memory.
template <class F, class V>
[[gnu::always_inline]] inline void list_on_tape(const OpDef& op, const Value* args, std::vector<Tensor>& outs, F&& run,
                                                V&& is_view) {
  const Tensor& input = as_tensor(args[0].as.tensor);
  bool record = grad_enabled() && any_requires_grad(op, args);
  if (record) refresh(*input.get());
  run();
  for (uint32_t i = 0; i < outs.size(); ++i) {
    if (is_view(outs[i]))
      record &= tie_view(op, args, input, outs[i], outs[i].dtype() != input.dtype(), Creation::Multi, i);
    else
      separate(op, args, outs[i]);
  }
  if (record && !outs.empty()) {
    Ref<Node> node = OpNode::record(op, args, outs, false);
    for (uint32_t i = 0; i < outs.size(); ++i)
      if (is_differentiable(outs[i].dtype())) set_history(*outs[i].get(), node, i);
  }
}

template <class F>
[[gnu::always_inline]] inline void on_tape(const OpDef& op, const Value* args, Tensor* outs, F&& run) {
  if ((mode_word & kModeNoGrad) || !any_requires_grad(op, args)) {
    run();
    return;
  }
  {
    BelowAutograd guard;
    run();
  }
  record_outputs(op, args, {outs, static_cast<size_t>(op.schema.num_outputs)});
}

void view_kernel(const OpDef& op, const Value* args, Tensor& out) {
  out = as_tensor(args[0].as.tensor).with_geometry(op.view(args));
}
void list_kernel(const OpDef& op, const Value* args, std::vector<Tensor>& outs) {
  for (const Geometry& g : op.view_list(args)) outs.push_back(as_tensor(args[0].as.tensor).with_geometry(g));
}

// A view is one of an argument (spec VIEW-1): what a composite computed and shows in another shape is its own.
[[gnu::noinline]] void own_results(const OpDef& op, const Value* args, std::span<Tensor> outs) {
  for (Tensor& out : outs) {
    if (!out || !out->is_view) continue;
    if (each_tensor(op, args, [&](const TensorImpl& t, int) { return t.storage != out->storage; })) forget_base(out);
  }
}

// A composite is what it calls.
void run_composite(const OpDef& op, const Value* args, Tensor* outs) {
  if (!op.widens_halves || !call_widened(op, args, outs)) op.forward(args, outs);
  own_results(op, args, {outs, static_cast<size_t>(op.schema.num_outputs)});
}

// True: it was a composite, and nothing is left to do.
bool list_apart(const OpDef& op, const Value* args, std::vector<Tensor>& outs) {
  count_call(op);
  if (op.family == Family::Composite) {
    outs = op.forward_list(args);
    return true;
  }
  if (op.family != Family::View) {
    fail(VJP_ERROR_INTERNAL, "{}: an operator with a list of results is a view or a composite", op.schema.name);
  }
  return false;
}

// ---- where no handler is on ----

[[gnu::always_inline]] inline void run_bare(const OpDef& op, const Value* args, Tensor* outs) {
  count_call(op);
  if (op.family == Family::Composite) {
    run_composite(op, args, outs);
  } else if (op.family == Family::View) {
    view_on_tape(op, args, *outs, [&] {
      view_kernel(op, args, *outs);
      return true;
    });
  } else {
    on_tape(op, args, outs, [&] { run_forward(op, args, outs); });
  }
}

void list_bare(const OpDef& op, const Value* args, std::vector<Tensor>& outs) {
  if (list_apart(op, args, outs)) return;
  list_on_tape(
      op, args, outs, [&] { list_kernel(op, args, outs); }, [](const Tensor&) { return true; });
}

inline bool nothing_is_on() { return (devices_in_play.load(std::memory_order_relaxed) | (mode_word & kHandlers)) == 0; }

// ---- the places that always stand in the chain ----

void take_apart(OpCall& call) {
  const OpDef& op = call.op;
  bool done = false;
  switch (call.form) {
    case Form::Functional:
      count_call(op);
      done = op.family == Family::Composite;
      if (done) run_composite(op, call.args, call.outs);
      break;
    case Form::List:
      done = list_apart(op, call.args, *call.list);
      break;
    case Form::Inplace:
      done = inplace_apart(op, call.args);
      break;
    case Form::Out:
      count_call(op);
  }
  if (!done) next(call);
}

// What was given in the place of a view is a result like others.
bool is_view_of_input(const OpCall& call, const Tensor& out) {
  const TensorImpl* input = impl_of(call.args[0].as.tensor);
  return out && !out->is_view && out.get() != input && out->storage == input->storage;
}

void run_below(OpCall& call) {
  BelowAutograd guard;
  next(call);
}

void put_on_tape(OpCall& call) {
  switch (call.form) {
    case Form::Functional:
      if (call.op.family == Family::View) {
        view_on_tape(call.op, call.args, *call.outs, [&] {
          run_below(call);
          return is_view_of_input(call, *call.outs);
        });
      } else {
        on_tape(call.op, call.args, call.outs, [&] { run_below(call); });
      }
      break;
    case Form::List:
      list_on_tape(
          call.op, call.args, *call.list, [&] { run_below(call); },
          [&](const Tensor& out) { return is_view_of_input(call, out); });
      break;
    case Form::Inplace:
      inplace_on_tape(call);
      break;
    case Form::Out:
      out_on_tape(call);
  }
}

void run_kernel_of(OpCall& call) {
  switch (call.form) {
    case Form::Functional:
      if (call.op.family == Family::View) {
        view_kernel(call.op, call.args, *call.outs);
      } else {
        run_forward(call.op, call.args, call.outs);
      }
      break;
    case Form::List:
      list_kernel(call.op, call.args, *call.list);
      break;
    case Form::Inplace:
    case Form::Out:
      inplace_kernel(call.op, call.args, *call.target());
  }
}

void run_kernel(OpCall& call) {
  if (are_operators_watched()) [[unlikely]] {
    KernelEvent event(call);
    run_kernel_of(call);
  } else {
    run_kernel_of(call);
  }
}

VJP_HANDLER(apart, kAlwaysTakenApart, kAllForms, false, take_apart);
VJP_HANDLER(tape, kAlwaysTaped, kAllForms, false, put_on_tape);
VJP_HANDLER(kernel, kAlwaysRun, kAllForms, false, run_kernel);

// Spec HIGH-12.
[[gnu::cold]] void refuse_ended_arguments(const OpCall& call) {
  each_tensor(call.op, call.args, [&](const TensorImpl& t, int) {
    refuse_ended(t, call.op.schema.name);
    return true;
  });
  if (call.form == Form::Out) refuse_ended(*call.outs->get(), call.op.schema.name);
}

// Apart from call(), which would have room and clean-up for all this on its way.
[[gnu::noinline]] void call_handled(const OpDef& op, const Value* args, Form form, Tensor* outs,
                                    std::vector<Tensor>* list = nullptr) {
  OpCall call{op, args, form, outs, list};
  if (ended_requests_in_play()) [[unlikely]]
    refuse_ended_arguments(call);
  if (is_sparse_in_play() && call_sparse(call)) [[unlikely]]
    return;
  if (are_operators_watched()) [[unlikely]]
    call_profiled(call);
  else
    next(call);
}

// What happens to an error of the operator on its way to the user; the hot path pays nothing for it.
template <class F>
[[gnu::always_inline]] inline decltype(auto) told(const OpDef& op, const Value* args, Form form, F&& f) {
  try {
    return f();
  } catch (Error& error) {
    tell(error, op, args, form);
  }
}

}  // namespace

void rest(OpCall& call) {
  if ((mode_word & call.left & kHandlers) != 0 || batching_in_play() || are_operators_watched())
    next(call);
  else
    straight(call);
}

void straight(OpCall& call) {
  switch (call.form) {
    case Form::Functional:
      run_bare(call.op, call.args, call.outs);
      break;
    case Form::List:
      list_bare(call.op, call.args, *call.list);
      break;
    case Form::Inplace:
      inplace_bare(call.op, call.args);
      break;
    case Form::Out:
      out_bare(call.op, call.args, *call.outs);
  }
}

void call(const OpDef& op, const Value* args, Tensor* outs) {
  told(op, args, Form::Functional, [&] {
    if (nothing_is_on()) [[likely]]
      run_bare(op, args, outs);
    else
      call_handled(op, args, Form::Functional, outs);
  });
}

std::vector<Tensor> call_list(const OpDef& op, const Value* args) {
  std::vector<Tensor> outs;
  told(op, args, Form::List, [&] {
    if (nothing_is_on()) [[likely]]
      list_bare(op, args, outs);
    else
      call_handled(op, args, Form::List, nullptr, &outs);
  });
  return outs;
}

void call_inplace(const OpDef& op, const Value* args) {
  told(op, args, Form::Inplace, [&] {
    if (nothing_is_on()) [[likely]]
      inplace_bare(op, args);
    else
      call_handled(op, args, Form::Inplace, nullptr);
  });
}

void call_out(const OpDef& op, const Value* args, Tensor& out) {
  told(op, args, Form::Out, [&] {
    if (nothing_is_on()) [[likely]]
      out_bare(op, args, out);
    else
      call_handled(op, args, Form::Out, &out);
  });
}

}  // namespace vjp
