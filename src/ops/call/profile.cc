#include "ops/profile.h"

#include "base/maker.h"
#include "device/default_device.h"
#include "graph/node.h"
#include "ops/tape.h"

namespace vjp {
namespace {

EventBuffer* kernels_here() {
  EventBuffer* events = profiling();
  return events && (events->details & kProfileKernels) ? events : nullptr;
}

// In a straight line where nothing else is on and kernels are not asked for.
void go_on(OpCall& call, const EventBuffer& events) {
  const uint8_t others = devices_in_play.load(std::memory_order_relaxed) & static_cast<uint8_t>(~kOperatorsWatched);
  if (others | (mode_word & kHandlers) | (events.details & kProfileKernels))
    next(call);
  else
    straight(call);
}

}  // namespace

KernelEvent::KernelEvent(const OpCall& call) : event_(kernels_here(), EventKind::Kernel, call.op.c_name()) {}

// A node that was recorded meanwhile is the call's, unless it is that of an operator inside: those have ended, and have
// said so. Of several (a slice update around the node of an in-place call) the last is the one that executes.
void call_profiled(OpCall& call) {
  MakerScope maker(call.op.c_name());
  EventBuffer* events = profiling();
  if (!events) {
    next(call);
    return;
  }
  const uint64_t before = node_sequence;
  EventScope event(events, EventKind::Operator, call.op.c_name(), EventRecord::kNoSequence, thread_serial.own());
  EventRecord* record = event.record();
  if (!record) {
    next(call);
    return;
  }
  if (call.form == Form::Inplace) record->flags |= EventRecord::kInplace;
  if (call.form == Form::Out) record->flags |= EventRecord::kOut;
  if (events->details & kProfileShapes) [[unlikely]]
    events->details_of(event.index()).shapes = shapes_of(call);
  go_on(call, *events);
  const uint64_t after = node_sequence;
  if (after > before && after != events->claimed) {
    record->sequence = static_cast<int64_t>(after - 1);
    events->claimed = after;
  }
  if (events->details & kProfileFlops) [[unlikely]]
    events->details_of(event.index()).flops = flops_of(call);
}

}  // namespace vjp
