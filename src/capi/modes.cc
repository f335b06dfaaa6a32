// vjp/mode.h: regions and the modes of the calling thread.
#include "capi/capi.h"
#include "graph/guard.h"
#include "vjp/mode.h"

using namespace vjp;

namespace {

// What a mode sets and clears when it is switched on and when it is switched off.
struct Bits {
  uint32_t set, clear;
};
constexpr uint32_t kInferenceOn = kModeInference | kModeNoGrad | kModeForwardOff | kModeOneThread;

Bits bits_of(vjp_mode mode, bool on, const char* function) {
  switch (mode) {
    case VJP_MODE_GRAD:
      if (!on) return {kModeNoGrad, 0};
      return {0, mode_word & kModeInference ? 0u : uint32_t{kModeNoGrad}};  // nothing records in inference mode
    case VJP_MODE_INFERENCE:
      // Off inside an inference region gives ordinary mode (spec MODE-4); off elsewhere changes nothing.
      if (on) return {kInferenceOn, 0};
      return {0, mode_word & kModeInference ? kInferenceOn : 0};
    case VJP_MODE_FORWARD:
      return on ? Bits{0, kModeForwardOff} : Bits{kModeForwardOff, 0};
    case VJP_MODE_MULTITHREADING:
      return on ? Bits{0, kModeOneThread} : Bits{kModeOneThread, 0};
    case VJP_MODE_VIEW_REPLAY:
      return on ? Bits{kModeReplayViews, 0} : Bits{0, kModeReplayViews};
  }
  fail(VJP_ERROR_INVALID, "{}: {} is no mode", function, static_cast<int>(mode));
}

}  // namespace

vjp_status vjp_guard_mode(vjp_mode mode, bool enabled, vjp_guard** out) {
  return guard_recordable([&] {
    VJP_ARG(out);
    Bits bits = bits_of(mode, enabled, "vjp_guard_mode");
    *out = give_guard(new ModeRegion(bits.set, bits.clear));
  });
}

vjp_status vjp_mode_set(vjp_mode mode, bool enabled, bool* previous) {
  return guard_recordable([&] {
    Bits bits = bits_of(mode, enabled, "vjp_mode_set");
    if (mode == VJP_MODE_INFERENCE)
      fail(VJP_ERROR_INVALID, "vjp_mode_set: inference mode holds for a region, which vjp_guard_mode begins");
    if (previous) *previous = vjp_mode_enabled(mode);
    set_mode_word((mode_word & ~bits.clear) | bits.set);
  });
}

bool vjp_mode_enabled(vjp_mode mode) {
  switch (mode) {
    case VJP_MODE_GRAD:
      return grad_enabled();
    case VJP_MODE_INFERENCE:
      return mode_word & kModeInference;
    case VJP_MODE_FORWARD:
      return !(mode_word & kModeForwardOff);
    case VJP_MODE_MULTITHREADING:
      return !(mode_word & kModeOneThread);
    case VJP_MODE_VIEW_REPLAY:
      return mode_word & kModeReplayViews;
  }
  return false;
}

bool vjp_guard_is_open(const vjp_guard* region) {
  return region && Guard::is_open(reinterpret_cast<const Guard*>(region));
}

vjp_status vjp_guard_exit(vjp_guard* region) {
  return guard_recordable([&] {
    if (region) Guard::exit(reinterpret_cast<Guard*>(region));
  });
}
