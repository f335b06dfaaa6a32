// Device: where memory lies and kernels run. A type and an index; a value, equal and hashed by both.
#pragma once

#include <cstdint>
#include <string>

#include "base/thread_context.h"
#include "vjp/device.h"

namespace vjp {

enum class DeviceType : uint8_t {
  Cpu = VJP_DEVICE_CPU,
  Cuda = VJP_DEVICE_CUDA,
  Sim = VJP_DEVICE_SIM,
  Plugin = VJP_DEVICE_PLUGIN,  // and what follows: in the order in which plug-ins are loaded
};
inline constexpr int kMaxDeviceTypes = 16;
inline constexpr int kMaxDevices = 16;  // of a type

struct Device {
  DeviceType type = DeviceType::Cpu;
  uint8_t index = 0;

  constexpr Device() = default;
  constexpr Device(DeviceType type, int index) : type(type), index(static_cast<uint8_t>(index)) {}

  constexpr bool is_cpu() const { return type == DeviceType::Cpu; }
  constexpr unsigned key() const { return static_cast<unsigned>(type) * kMaxDevices + index; }
  static constexpr Device of_key(unsigned key) {
    return {static_cast<DeviceType>(key / kMaxDevices), static_cast<int>(key % kMaxDevices)};
  }
  friend constexpr bool operator==(Device, Device) = default;
};
inline constexpr unsigned kMaxDeviceKeys = kMaxDeviceTypes * kMaxDevices;

std::string to_text(Device device);  // "cpu", "sim:0"

// Where operators run and what they make lies: the device of their tensors while one runs; otherwise where the thread
// wants new tensors (device/default_device.h). No device at all until the thread's first operator or tensor: outside of
// operators ask default_device().
extern const ThreadSlot<Device> operator_device;

class OperatorDevice {
 public:
  explicit OperatorDevice(Device device) : former_(operator_device) { operator_device = device; }
  ~OperatorDevice() { operator_device = former_; }
  OperatorDevice(const OperatorDevice&) = delete;
  OperatorDevice& operator=(const OperatorDevice&) = delete;

 private:
  Device former_;
};

}  // namespace vjp
