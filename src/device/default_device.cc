#include "device/default_device.h"

#include <cstdlib>

#include "base/error.h"
#include "device/registry.h"

namespace vjp {

VJP_THREAD_SLOT(Device, operator_device, kTravels) = kUndecidedDevice;
VJP_THREAD_SLOT(Device, wanted_device, kTravels) = kUndecidedDevice;

namespace {

enum : uint8_t { kDefaultUnknown = 1, kBackendLoaded = 2, kForwardLevel = 4, kBatching = 8, kEndedRequests = 16 };
constexpr unsigned kUnknown = kMaxDeviceKeys;

constinit std::atomic<unsigned> process_default{kUnknown};

void default_is_known() {
  devices_in_play.fetch_and(static_cast<uint8_t>(~kDefaultUnknown), std::memory_order_relaxed);
}

Device process_default_device() {
  unsigned key = process_default.load(std::memory_order_acquire);
  if (key != kUnknown) return Device::of_key(key);
  Device device;
  if (const char* name = std::getenv("VJP_DEVICE"); name && *name) {
    try {
      device = parse_device(name);
    } catch (const Error& error) {
      fail(error.status(), "the environment variable VJP_DEVICE is \"{}\": {}", name, error.what());
    }
  }
  unsigned decided = kUnknown;
  if (!process_default.compare_exchange_strong(decided, device.key())) return Device::of_key(decided);
  default_is_known();
  return device;
}

}  // namespace

constinit std::atomic<uint8_t> devices_in_play{kDefaultUnknown};

void bring_devices_into_play() noexcept { devices_in_play.fetch_or(kBackendLoaded, std::memory_order_relaxed); }

namespace {
void bring_into_play(uint8_t what, bool on) noexcept {
  if (on) {
    devices_in_play.fetch_or(what, std::memory_order_relaxed);
  } else {
    devices_in_play.fetch_and(static_cast<uint8_t>(~what), std::memory_order_relaxed);
  }
}
}  // namespace

void forward_level_in_play(bool on) noexcept { bring_into_play(kForwardLevel, on); }
void batching_in_play(bool on) noexcept { bring_into_play(kBatching, on); }
void ended_requests_in_play(bool on) noexcept { bring_into_play(kEndedRequests, on); }
void sparse_in_play(bool on) noexcept { bring_into_play(kSparse, on); }
void operators_watched(bool on) noexcept { bring_into_play(kOperatorsWatched, on); }

void decide_operator_device() {
  if (operator_device.get() != kUndecidedDevice) return;
  if (wanted_device.get() == kUndecidedDevice) wanted_device = process_default_device();
  operator_device = wanted_device;
}

Device default_device() {
  decide_operator_device();
  return operator_device;
}

void set_default_device(Device device) {
  check_device(device);
  process_default.store(device.key(), std::memory_order_release);
  default_is_known();
  operator_device = wanted_device = device;
}

}  // namespace vjp
