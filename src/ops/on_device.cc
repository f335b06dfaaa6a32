// Where an operator runs: on the device of its tensors. The first of the handlers that always stand in the chain; while
// every tensor of the process lies on the CPU no call comes here (devices_in_play).
#include <algorithm>
#include <memory>

#include "device/captures.h"
#include "device/default_device.h"
#include "device/instrument.h"
#include "graph/batch_level.h"
#include "graph/guard.h"
#include "ops/functions/device_copy.h"
#include "ops/handler.h"
#include "ops/internal.h"
#include "ops/tape.h"
#include "tensor/host_access.h"

namespace vjp {
namespace {

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

// The common case; looks what else is to be done about it.
bool all_on_cpu(const OpDef& op, const Value* args, const TensorImpl* target) {
  follow_forward_level();
  follow_batching();
  if (!operator_device->is_cpu()) return false;
  if (!each_tensor(op, args, [](const TensorImpl& t, int) { return t.device.is_cpu(); })) return false;
  if (capture_underway()) [[unlikely]]
    refuse_cpu_work_in_capture(op, args);
  if (instrument()) [[unlikely]]
    note_host_accesses(op, args, target);
  return true;
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

void check_target_device(const OpDef& op, const TensorImpl* target) {
  if (!target || target->device == operator_device.get() || op.mixes_devices) return;
  fail(VJP_ERROR_DEVICE, "{}: the result is on {}, and the tensor to write is {}", op.schema.name,
       operator_device.get(), describe(*target));
}

const TensorImpl* impl_or_null(const Tensor* t) { return t ? t->get() : nullptr; }

template <class F>
void run_where_tensors_lie(OpCall& call, F&& below) {
  const TensorImpl* target = impl_or_null(call.target());
  const bool writes_here = call.form != Form::Out || target->device.is_cpu();
  if (all_on_cpu(call.op, call.args, target) && writes_here) {
    below(call);
    return;
  }
  if (call.form == Form::Inplace && call.op.mixes_devices && copy_across(call.op, call.args)) return;
  OnDevice scope(call.op, call.args);
  CallWith moved(call, scope.args());
  check_target_device(call.op, target);
  below(call);
}

VJP_HANDLER(device, kAlwaysPlaced, kAllForms, false, [](OpCall& call) { run_where_tensors_lie(call, rest); });

}  // namespace

void next_with(OpCall& call, const Value* args) {
  CallWith other(call, args);
  devices_in_play.load(std::memory_order_relaxed) ? run_where_tensors_lie(call, next) : next(call);
}

}  // namespace vjp
