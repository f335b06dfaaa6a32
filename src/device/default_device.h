// Where operators without tensors run and new tensors lie, if nothing else is said: the CPU, what the environment
// variable VJP_DEVICE names, or what the program has set; of a thread, which starts with the process's.
#pragma once

#include <atomic>

#include "device/device.h"

namespace vjp {

// operator_device of a thread that has not computed yet. The first operator, or the first new tensor, decides.
inline constexpr Device kUndecidedDevice{static_cast<DeviceType>(0xff), 0};

// 0 while every tensor of the process lies on the CPU and every operator runs there: dispatch looks no further.
extern constinit std::atomic<uint8_t> devices_in_play;
void bring_devices_into_play() noexcept;  // a backend was loaded
// A level of forward mode, which concerns every thread: dispatch looks further for this, too (graph/tangent.h).
void forward_level_in_play(bool on) noexcept;
// The same of levels of batching, and batched tensors (graph/batch_level.h).
void batching_in_play(bool on) noexcept;
// The same of tensors of requests for derivatives that have ended (graph/ended.h).
void ended_requests_in_play(bool on) noexcept;
// The same of sparse tensors (tensor/sparse.h).
inline constexpr uint8_t kSparse = 0x20;
void sparse_in_play(bool on) noexcept;
inline bool is_sparse_in_play() { return devices_in_play.load(std::memory_order_relaxed) & kSparse; }
// A profiler runs somewhere in the process: operators look whether it is their thread's (ops/call/profile.cc).
inline constexpr uint8_t kOperatorsWatched = 0x80;
void operators_watched(bool on) noexcept;
inline bool are_operators_watched() { return devices_in_play.load(std::memory_order_relaxed) & kOperatorsWatched; }

// Where the program wants new tensors on this thread, whatever runs at present: what callbacks find as operator_device
// (graph/scope.h). Undecided like that one at first; what a grad call runs elsewhere has the caller's.
extern const ThreadSlot<Device> wanted_device;

class WantedDevice {
 public:
  explicit WantedDevice(Device device) : former_(wanted_device) { wanted_device = device; }
  ~WantedDevice() { wanted_device = former_; }
  WantedDevice(const WantedDevice&) = delete;
  WantedDevice& operator=(const WantedDevice&) = delete;

 private:
  Device former_;
};

// Gives operator_device of this thread a value if it has none. Throws where VJP_DEVICE names no device.
[[gnu::cold]] void decide_operator_device();

Device default_device();  // the calling thread's
// The process's and the calling thread's; other threads that have computed keep theirs. Checks the device.
void set_default_device(Device device);

}  // namespace vjp
