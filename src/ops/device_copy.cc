// Copies between devices (spec CP-1 to CP-4): to, copy and copy_ where their tensors lie on different ones.
#include "ops/functions/device_copy.h"

#include "device/instrument.h"
#include "device/transfer.h"
#include "graph/batched.h"
#include "graph/later.h"
#include "graph/meta.h"
#include "graph/modes.h"
#include "graph/pack.h"
#include "ops/call_counts.h"
#include "ops/define.h"
#include "ops/functions/copy.h"
#include "ops/functions/view_shape.h"
#include "ops/layout.h"

namespace vjp {
namespace {

size_t bytes_of(const Tensor& t) { return static_cast<size_t>(t.numel()) * size_of(t.dtype()); }

// New memory on a device; page-locked memory of the host where the copy to it may be asynchronous.
Tensor room_for(Device device, IntSpan sizes, IntSpan strides, Dtype dtype, Device pinned_for) {
  if (pinned_for.is_cpu() || !device.is_cpu()) {
    OperatorDevice there(device);
    return Tensor::empty_strided(sizes, strides, dtype);
  }
  auto bytes = static_cast<size_t>(checked_numel(sizes, "to")) * size_of(dtype);
  return Tensor::take(TensorImpl::make(Storage::make_pinned(pinned_for.type, bytes), 0, dtype, sizes, strides));
}

// The tensor as `dtype` without gaps between its elements, where it is; itself if it is that already. So what travels
// is converted at the source.
Tensor packed(const Tensor& t, Dtype dtype) {
  bool dense = is_dense(t.sizes(), t.strides());
  if (dense && t.dtype() == dtype) return t;
  OperatorDevice there(t.device());
  Tensor copy = dense ? Tensor::empty_strided(t.sizes(), t.strides(), dtype) : Tensor::empty(t.sizes(), dtype);
  kernels().copy(copy.view(), t.view());
  return copy;
}

// Both dense, of one layout and dtype.
void transfer(const Tensor& to, const Tensor& from, bool non_blocking) {
  PinnedBlock* pinned = nullptr;
  if (non_blocking && to.device() != from.device())
    pinned = (to.device().is_cpu() ? to : from)->storage->pinned_block();
  copy_bytes(to.device(), to.raw(), from.device(), from.raw(), bytes_of(from), pinned);
}

Tensor move(const Tensor& t, Device device, Dtype dtype, bool non_blocking) {
  Tensor from = packed(t, dtype);
  Tensor to = room_for(device, from.sizes(), from.strides(), dtype, non_blocking ? t.device() : Device());
  transfer(to, from, non_blocking);
  return to;
}

}  // namespace

void copy_between_devices(const Tensor& target, const Tensor& src, bool non_blocking) {
  if (target.numel() == 0) return;
  OperatorName name("copy");  // also where all tensors given lie on the CPU
  Tensor from = packed(src, target.dtype());
  if (same(target.sizes(), from.sizes()) && same(target.strides(), from.strides())) {
    transfer(target, from, non_blocking);
    return;
  }
  // what travels is as small as it can be; it takes its final form at the target
  Tensor arrived = move(from, target.device(), target.dtype(), false);
  OperatorDevice there(target.device());
  BelowAutograd guard;
  kernels().copy(target.view(), expand(arrived, target.sizes()).view());
}

Tensor copied_to(const Tensor& t, Device device, bool non_blocking) {
  OperatorName name("to");
  return move(t, device, t.dtype(), non_blocking);
}

bool copy_across(const OpDef& op, const Value* args) {
  const Tensor &target = Unbox<Tensor>::get(args[0]), &src = Unbox<Tensor>::get(args[1]);
  if (!target || !src || target.device() == src.device()) return false;
  bool non_blocking = op.schema.num_args > 2 && Unbox<bool>::get(args[2]);
  bool record = grad_enabled() && (requires_grad(target) || requires_grad(src));
  constexpr uint32_t kSeen = kModeForward | kModeObserveOps | kModeRecordCuts;
  if (record || (mode_word & kSeen) || is_batched(target) ||
      is_batched(src)) {  // as two operators, each with a gradient of its own
    copy_(target, to_device(src, target.device(), Dtype::None, non_blocking));
    return true;
  }
  if (!broadcasts_to(src.sizes(), target.sizes())) {
    fail(VJP_ERROR_SHAPE, "copy_: 'src' of shape {} does not broadcast to {}", src.sizes(), target.sizes());
  }
  check_inplace(*target.get(), false, op.schema.name);
  count_call(op);
  if (changes_are_awaited()) before_change(*target.get());
  copy_between_devices(target, src, non_blocking);
  target->bump_version();
  return true;
}

struct MoveTo : Linear {
  static constexpr Schema schema{"_to_device(Tensor input, Device? device, dtype? dtype, bool non_blocking) -> Tensor"};
  static constexpr const char* doc = "A copy on another device, converted to a dtype.";
  static constexpr bool mixes_devices = true;
  static Tensor forward(const Tensor& input, std::optional<Device> device, Dtype dtype, bool non_blocking) {
    OperatorName name("to");
    return move(input, *device, dtype, non_blocking);
  }
  static constexpr auto vjp =
      rules(wrt<"input">([](Grad g, DeviceOf<"input"> device, DtypeOf<"input"> dtype) -> Tensor {
        return to_device(g, Device(device), dtype);
      }));
};
VJP_DEFINE(MoveTo);

struct PinMemory : Linear {
  static constexpr Schema schema{"_pin_memory(Tensor input, int kind) -> Tensor"};
  static constexpr const char* doc = "A row-major copy in page-locked memory, for devices of a kind.";
  static Tensor forward(const Tensor& input, int64_t kind) {
    auto bytes = static_cast<size_t>(input.numel()) * size_of(input.dtype());
    Tensor pinned = Tensor::take(TensorImpl::make(Storage::make_pinned(static_cast<DeviceType>(kind), bytes), 0,
                                                  input.dtype(), input.sizes(), contiguous_strides(input.sizes())));
    kernels().copy(pinned.view(), input.view());
    return pinned;
  }
  static constexpr auto vjp = rules(wrt<"input">([](Grad g) -> Tensor { return g; }));
};
VJP_DEFINE(PinMemory);

struct ToDevice : Composite {
  static constexpr Schema schema{
      "to.device(Tensor input, Device? device, dtype? dtype=None, bool non_blocking=False) -> Tensor"};
  static constexpr const char* doc =
      "The tensor on a device, converted to a dtype there or here; itself if it has both already. Copies between the "
      "host and a device are done on return, unless `non_blocking` is given and the memory of the host is page-locked "
      "(a result on the host then is): then they are enqueued on the current stream of the device. Copies between "
      "devices are enqueued on the source's current stream, which waits for the destination's before and makes it wait "
      "after.";
  static constexpr bool mixes_devices = true;
  static Tensor forward(const Tensor& input, std::optional<Device> device, Dtype dtype, bool non_blocking) {
    Dtype type = dtype == Dtype::None ? input.dtype() : dtype;
    if (!device || *device == input.device()) return to(input, type);
    return _to_device(input, *device, type, non_blocking);
  }
};
VJP_DEFINE(ToDevice);

struct ToDeviceInFormat : Composite {
  static constexpr Schema schema{
      "to.device_memory_format(Tensor input, Device? device, dtype? dtype=None, bool non_blocking=False, *, int "
      "memory_format) -> Tensor"};
  static constexpr const char* doc = "The tensor on a device, in a memory format; see the forms without either.";
  static constexpr bool mixes_devices = true;
  static Tensor forward(const Tensor& input, std::optional<Device> device, Dtype dtype, bool non_blocking,
                        int64_t memory_format) {
    return laid_out(to_device(input, device, dtype, non_blocking), memory_format, "to");
  }
};
VJP_DEFINE(ToDeviceInFormat);

}  // namespace vjp
