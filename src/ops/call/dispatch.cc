// call(): what happens between an operator's name and its kernel.
#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <utility>

#include "device/captures.h"
#include "device/default_device.h"
#include "device/instrument.h"
#include "graph/cuts.h"
#include "graph/guard.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "graph/pack.h"
#include "ops/autocast.h"
#include "ops/call_counts.h"
#include "ops/functions/device_copy.h"
#include "ops/halves.h"
#include "ops/internal.h"
#include "ops/observer.h"
#include "ops/op_node.h"
#include "ops/tangent.h"
#include "ops/telling.h"
#include "ops/view_node.h"
#include "tensor/host_access.h"

extern "C" {
// Made by the linker around the section in which VJP_DEFINE puts one pointer an operator.
extern const vjp::OpDef* const __start_vjp_ops[];
extern const vjp::OpDef* const __stop_vjp_ops[];
}

namespace vjp {

const char* name_of(Family family) {
  static constexpr const char* kNames[] = {"pointwise", "linear",  "bilinear", "view",
                                           "creation",  "general", "composite"};
  return kNames[static_cast<int>(family)];
}

std::string OpDef::name() const {
  std::string full(schema.name);
  if (schema.overload.size) full.append(".").append(schema[schema.overload]);
  return full;
}

const char* OpDef::c_name() const {
  const char* name = kept_name.load(std::memory_order_acquire);
  if (name) return name;
  char* made = strdup(this->name().c_str());
  if (!made) return type_name;
  if (kept_name.compare_exchange_strong(name, made, std::memory_order_acq_rel)) return made;
  std::free(made);
  return name;
}

std::span<const OpDef* const> op_table() {
  return {__start_vjp_ops, static_cast<size_t>(__stop_vjp_ops - __start_vjp_ops)};
}

const OpDef* find_op(std::string_view name) {
  // Sorted once, at the first look-up.
  static const auto* sorted = [] {
    auto* list = new std::vector<std::pair<std::string, const OpDef*>>();
    for (const OpDef* op : op_table()) list->emplace_back(op->name(), op);
    std::sort(list->begin(), list->end());
    return list;
  }();
  auto it = std::lower_bound(sorted->begin(), sorted->end(), name,
                             [](const auto& entry, std::string_view key) { return entry.first < key; });
  return it != sorted->end() && it->first == name ? it->second : nullptr;
}

namespace {

// ---- devices ----

// Calls f with every tensor among the arguments until it says false.
template <class F>
bool each_tensor(const OpDef& op, const Value* args, F&& f) {
  for (int a = 0; a < op.schema.num_args; ++a) {
    if (args[a].kind == VJP_KIND_TENSOR) {
      if (!f(*impl_of(args[a].as.tensor), a)) return false;
    } else if (args[a].kind == VJP_KIND_TENSOR_LIST) {
      for (const Tensor& t : Unbox<TensorList>::get(args[a]))
        if (t && !f(*t.get(), a)) return false;
    }
  }
  return true;
}

// That of the tensors among the arguments, where a zero-dimensional one on the CPU goes with any device; where there
// are none, where operators run at present.
[[gnu::cold, gnu::noinline]] Device device_of_mixed(const OpDef& op, const Value* args) {
  decide_operator_device();
  Device device;
  const TensorImpl* first = nullptr;
  bool any = false;
  each_tensor(op, args, [&](const TensorImpl& t, int a) {
    any = true;
    if (t.device.is_cpu()) return true;
    if (first && op.mixes_devices) return true;
    if (first && t.device != device) {
      fail(VJP_ERROR_DEVICE, "{}: argument '{}' is {}, but another is {}; move one with to", op.schema.name,
           op.schema.arg_name(a), describe(t), describe(*first));
    }
    first = &t;
    device = t.device;
    return true;
  });
  if (!any) return operator_device;
  if (!first || op.mixes_devices) return device;
  each_tensor(op, args, [&](const TensorImpl& t, int a) {
    if (t.device.is_cpu() && t.ndim > 0) {
      fail(VJP_ERROR_DEVICE, "{}: argument '{}' is {} on the CPU, but another is {}; move one with to", op.schema.name,
           op.schema.arg_name(a), describe(t), describe(*first));
    }
    return true;
  });
  return device;
}

// What an operator computes on the CPU is no part of a graph (spec CG-4). Constants that are made there are none of
// the graph's business, moving is judged by what it does, and of views and composites there is nothing to compute.
[[gnu::cold, gnu::noinline]] void refuse_cpu_work_in_capture(const OpDef& op, const Value* args) {
  if (op.family == Family::View || op.family == Family::Composite) return;
  bool reads = !each_tensor(op, args, [](const TensorImpl&, int) { return false; });
  for (int a = 0; a < op.schema.num_args; ++a) {
    if (args[a].kind == VJP_KIND_DEVICE) return;
    reads |= op.schema.args[a].type == ArgType::Generator;
  }
  if (!reads) return;
  if (Stream* stream = strict_capture_of_this_thread()) {
    fail(VJP_ERROR_STATE,
         "{}: it would run on the CPU, and {} is being captured: replays would not run it; move its tensors to the "
         "device before the capture, or let the graph leave CPU work out (vjp_device_graph_set_elide_cpu_work)",
         op.name(), *stream);
  }
}

// `target`: what the operator writes, null for a new tensor.
[[gnu::cold, gnu::noinline]] void note_host_accesses(const OpDef& op, const Value* args, const TensorImpl* target) {
  if (op.family == Family::View || op.family == Family::Composite) return;  // the parts of composites come by, too
  OperatorName name(op.c_name());
  each_tensor(op, args, [&](const TensorImpl& t, int) {
    if (&t != target) note_host_access(t, false);
    return true;
  });
  if (target) note_host_access(*target, true);
}

[[gnu::noinline]] bool all_on_cpu(const OpDef& op, const Value* args, const TensorImpl* target) {
  follow_forward_level();
  if (!operator_device->is_cpu()) return false;
  if (!each_tensor(op, args, [](const TensorImpl& t, int) { return t.device.is_cpu(); })) return false;
  if (capture_underway()) [[unlikely]]
    refuse_cpu_work_in_capture(op, args);
  if (instrument()) [[unlikely]]
    note_host_accesses(op, args, target);
  return true;
}

// Whether all is on the CPU, as it mostly is.
inline bool stays_on_cpu(const OpDef& op, const Value* args, const TensorImpl* target = nullptr) {
  return !devices_in_play.load(std::memory_order_relaxed) || all_on_cpu(op, args, target);
}

Tensor moved(const Tensor& t) { return t && t.device().is_cpu() ? to_device(t, operator_device) : t; }

// Copies of the arguments without dimensions that lie on the CPU while others do not, on the device.
struct MovedArguments {
  Value args[Schema::kMaxArgs];
  Tensor tensors[Schema::kMaxArgs];
  std::vector<Tensor> lists[Schema::kMaxArgs];

  MovedArguments(const OpDef& op, const Value* given) {
    std::copy(given, given + op.schema.num_args, args);
    for (int a = 0; a < op.schema.num_args; ++a) {
      if (args[a].kind == VJP_KIND_TENSOR) {
        args[a] = box(tensors[a] = moved(as_tensor(given[a].as.tensor)));
      } else if (args[a].kind == VJP_KIND_TENSOR_LIST) {
        for (const Tensor& t : Unbox<TensorList>::get(given[a])) lists[a].push_back(moved(t));
        args[a] = box(lists[a]);
      }
    }
  }
};

// While an operator runs for tensors of a device: new tensors lie there, and commands carry its name, or that of the
// operator that is made of it.
class OnDevice {
 public:
  OnDevice(const OpDef& op, const Value* args)
      : device_(device_of_mixed(op, args)), name_(attribution->op ? attribution->op : op.c_name()), args_(args) {
    if (operator_device->is_cpu() && !op.mixes_devices && capture_underway()) refuse_cpu_work_in_capture(op, args);
    // Pointwise operators read such arguments where they are; the parts of a composite see to themselves.
    bool own = op.family != Family::Pointwise && op.family != Family::View && op.family != Family::Composite;
    if (!own || op.mixes_devices || operator_device->is_cpu()) return;
    if (each_tensor(op, args, [](const TensorImpl& t, int) { return !t.device.is_cpu(); })) return;
    moved_ = std::make_unique<MovedArguments>(op, args);
    args_ = moved_->args;
  }
  const Value* args() const { return args_; }

 private:
  OperatorDevice device_;
  OperatorName name_;
  const Value* args_;
  std::unique_ptr<MovedArguments> moved_;
};

const TensorImpl* target_of(const Value* args) {
  return args[0].kind == VJP_KIND_TENSOR ? impl_of(args[0].as.tensor) : nullptr;
}

void check_target_device(const OpDef& op, const TensorImpl* target) {
  if (!target || target->device == operator_device.get() || op.mixes_devices) return;
  fail(VJP_ERROR_DEVICE, "{}: the result is on {}, and the tensor to write is {}", op.schema.name,
       operator_device.get(), describe(*target));
}

[[gnu::noinline]] bool list_requires_grad(const OpDef& op, const Value* args, int a) {
  if (!op.schema.is_list(a)) return false;
  TensorList list = Unbox<TensorList>::get(args[a]);
  return std::any_of(list.begin(), list.end(), [](const Tensor& t) { return requires_grad(t); });
}

bool tensor_arg_requires_grad(const OpDef& op, const Value* args, int a) {
  if (args[a].kind == VJP_KIND_TENSOR) return requires_grad(*impl_of(args[a].as.tensor));
  return list_requires_grad(op, args, a);
}

// A call of it would be a twentieth of an operator on one element.
[[gnu::always_inline]] inline bool any_requires_grad(const OpDef& op, const Value* args) {
  for (unsigned mask = op.differentiable; mask; mask &= mask - 1) {
    if (tensor_arg_requires_grad(op, args, std::countr_zero(mask))) return true;
  }
  return false;
}

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
    if (outs[i] && is_differentiable(outs[i].dtype()) && !(op.nondiff_outputs >> i & 1))
      set_history(*outs[i].get(), node, i);
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

void call_view(const OpDef& op, const Value* args, Tensor& out) {
  const Tensor& input = as_tensor(args[0].as.tensor);
  if (mode_word & kModeObserveOps) [[unlikely]]
    observe(op, OpObserver::Form::View, args);
  bool record = grad_enabled() && any_requires_grad(op, args);
  if (record) refresh(*input.get());
  Geometry g = op.view(args);
  out = input.with_geometry(g);
  if (tie_view(op, args, input, out, g.dtype, Creation::Normal, 0) && record) {
    Ref<Node> node = OpNode::record(op, args, {&out, 1}, false);
    set_history(*out.get(), node, 0);
  }
}

// A view is one of an argument (spec VIEW-1): what a composite computed and shows in another shape is its own.
[[gnu::noinline]] void own_results(const OpDef& op, const Value* args, std::span<Tensor> outs) {
  for (Tensor& out : outs) {
    if (!out || !out->is_view) continue;
    if (each_tensor(op, args, [&](const TensorImpl& t, int) { return t.storage != out->storage; })) forget_base(out);
  }
}

}  // namespace

[[gnu::always_inline]] static inline void call_here(const OpDef& op, const Value* args, Tensor* outs) {
  const uint32_t modes = mode_word;
  if (modes & (kModeRecordCuts | kModeAutocast)) [[unlikely]] {
    if ((modes & kModeAutocast) && call_autocast(op, args, outs)) return;
    if (modes & kModeRecordCuts) {
      call_recording_cuts(op, args, outs);
      return;
    }
  }
  count_call(op);
  if (op.family == Family::Composite) {
    if (!op.widens_halves || !call_widened(op, args, outs)) op.forward(args, outs);
    own_results(op, args, {outs, static_cast<size_t>(op.schema.num_outputs)});
    return;
  }
  if ((modes & kModeForward) && has_tangent(op, args)) [[unlikely]] {
    call_forward_mode(op, args, outs);
    return;
  }
  if (op.family == Family::View) {
    call_view(op, args, *outs);
    return;
  }
  if ((modes & kModeNoGrad) || !any_requires_grad(op, args)) {
    run_forward(op, args, outs);
    return;
  }
  {
    BelowAutograd guard;
    run_forward(op, args, outs);
  }
  record_outputs(op, args, {outs, static_cast<size_t>(op.schema.num_outputs)});
}

static std::vector<Tensor> call_list_here(const OpDef& op, const Value* args) {
  if (recording_cuts()) [[unlikely]]
    return call_list_recording_cuts(op, args);
  count_call(op);
  if (op.family == Family::Composite) return op.forward_list(args);
  if (op.family != Family::View) {
    fail(VJP_ERROR_INTERNAL, "{}: an operator with a list of results is a view or a composite", op.schema.name);
  }
  if ((mode_word & kModeForward) && has_tangent(op, args)) [[unlikely]]
    return call_list_forward_mode(op, args);
  if (mode_word & kModeObserveOps) [[unlikely]]
    observe(op, OpObserver::Form::View, args);
  const Tensor& input = as_tensor(args[0].as.tensor);
  bool record = grad_enabled() && any_requires_grad(op, args);
  if (record) refresh(*input.get());
  std::vector<Tensor> outs;
  for (const Geometry& g : op.view_list(args)) {
    auto index = static_cast<uint32_t>(outs.size());
    outs.push_back(input.with_geometry(g));
    record &= tie_view(op, args, input, outs.back(), g.dtype, Creation::Multi, index);
  }
  if (record && !outs.empty()) {
    Ref<Node> node = OpNode::record(op, args, outs, false);
    for (uint32_t i = 0; i < outs.size(); ++i) set_history(*outs[i].get(), node, i);
  }
  return outs;
}

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
    if (Tensor tangent = tangent_snapshot(target)) put_tangent(former, std::move(tangent));
  }
  vjp_tensor* handle = handle_of(target.get());
  for (int a = 0; a < op.schema.num_args; ++a) {
    if (args[a].kind == VJP_KIND_TENSOR && args[a].as.tensor == handle) args[a] = box(former);
  }
  return former;
}

// Runs the kernel over the target's elements and counts the change.
static void overwrite(const OpDef& op, const Value* args, const Tensor& target) {
  if (mode_word & kModeTolerateMutation) [[unlikely]]
    before_change(*target.get());
  run_into(op, args, target);
  target->bump_version();
}

static void call_inplace_here(const OpDef& op, const Value* args) {
  bool tensor = args[0].kind == VJP_KIND_TENSOR;
  if (recording_cuts() && op.family != Family::Composite && tensor) [[unlikely]] {
    call_inplace_recording_cuts(op, args);
    return;
  }
  count_call(op);
  if (!tensor) fail(VJP_ERROR_INVALID, "{}_: the target is not a tensor", op.schema.name);
  const Tensor& target = as_tensor(args[0].as.tensor);
  // Where no rule is for the target, nothing of its former value reaches the result: what is computed apart is copied
  // there, and the copy's rule ends the old history.
  bool overwrites = grad_enabled() && !(op.differentiable & 1) && requires_grad(*target.get());
  if (op.family == Family::Composite || overwrites) {
    inplace_by_copy(op, args, target);
    return;
  }
  // what an integer or bool target takes over is rounded: no derivative passes (spec GRAPH-3, GRAPH-7)
  const bool tracks = is_differentiable(target.dtype());
  bool record = grad_enabled() && tracks && any_requires_grad(op, args);
  if (record) refresh(*target.get());
  check_inplace(*target.get(), record, op.schema.name);
  if ((mode_word & kModeForward) && tracks && has_tangent(op, args)) [[unlikely]] {
    inplace_forward_mode(op, args, target, record);
    return;
  }
  if (op.family == Family::View) {
    inplace_view(op, args, target, record);
    return;
  }
  if (!record) {
    overwrite(op, args, target);
    return;
  }
  Value recorded[Schema::kMaxArgs];
  std::copy(args, args + op.schema.num_args, recorded);
  Tensor former;
  if (keeps_target(op, args)) former = replace_target(op, recorded, target);
  Ref<Node> node = OpNode::record(op, recorded, {&target, 1}, true);
  {
    BelowAutograd guard;
    overwrite(op, args, target);
  }
  static_cast<OpNode&>(*node).keep_results({&target, 1});
  rebase_history(*target.get(), std::move(node));
}

static void call_out_here(const OpDef& op, const Value* args, Tensor& out) {
  if (grad_enabled()) {
    for (int a = 0; a < op.schema.num_args; ++a) {
      if (tensor_arg_requires_grad(op, args, a)) fail_out_requires_grad(op, op.schema.arg_name(a));
    }
    if (requires_grad(out)) fail_out_requires_grad(op, "out");
  }
  if ((mode_word & kModeForward) && (has_tangent(op, args) || carries_tangent(*out.get()))) {
    fail(VJP_ERROR_NOT_IMPLEMENTED, "{}_out: out variants carry no tangents; use the ordinary form", op.schema.name);
  }
  check_inplace(*out.get(), false, op.schema.name);
  count_call(op);
  BelowAutograd guard;
  overwrite(op, args, out);
}

// Apart from call(), which would have room and clean-up for all this on its way.
[[gnu::noinline]] static void call_on_device(const OpDef& op, const Value* args, Tensor* outs) {
  OnDevice scope(op, args);
  call_here(op, scope.args(), outs);
}

// What happens to an error of the operator on its way to the user; the hot path pays nothing for it.
template <class F>
[[gnu::always_inline]] static inline decltype(auto) told(const OpDef& op, const Value* args, Form form, F&& f) {
  try {
    return f();
  } catch (Error& error) {
    tell(error, op, args, form);
  }
}

void call(const OpDef& op, const Value* args, Tensor* outs) {
  told(op, args, Form::Functional, [&] {
    if (stays_on_cpu(op, args)) [[likely]]
      call_here(op, args, outs);
    else
      call_on_device(op, args, outs);
  });
}

std::vector<Tensor> call_list(const OpDef& op, const Value* args) {
  return told(op, args, Form::Functional, [&] {
    if (stays_on_cpu(op, args)) [[likely]]
      return call_list_here(op, args);
    OnDevice scope(op, args);
    return call_list_here(op, scope.args());
  });
}

void call_inplace(const OpDef& op, const Value* args) {
  told(op, args, Form::Inplace, [&] {
    if (stays_on_cpu(op, args, target_of(args))) [[likely]] {
      call_inplace_here(op, args);
      return;
    }
    if (op.mixes_devices && copy_across(op, args)) return;
    OnDevice scope(op, args);
    check_target_device(op, target_of(args));
    call_inplace_here(op, scope.args());
  });
}

void call_out(const OpDef& op, const Value* args, Tensor& out) {
  told(op, args, Form::Out, [&] {
    if (stays_on_cpu(op, args, out.get()) && out.device().is_cpu()) [[likely]] {
      call_out_here(op, args, out);
      return;
    }
    OnDevice scope(op, args);
    check_target_device(op, out.get());
    call_out_here(op, scope.args(), out);
  });
}

}  // namespace vjp
