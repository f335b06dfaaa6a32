// The operators of ops/device_copy.cc as C++ functions, for the library's own use.
// Generated from the operator table by vjp_gen. Do not edit.
// clang-format off
#pragma once

#include "ops/op.h"

namespace vjp {

extern const OpDef op_PinMemory;
extern const OpDef op_MoveTo;
extern const OpDef op_ToDevice;
extern const OpDef op_ToDeviceInFormat;

inline Tensor _pin_memory(const Tensor& input, int64_t kind) {
  const Value args[] = {box(input), box(kind)};
  return call1(op_PinMemory, args);
}
inline Tensor _to_device(const Tensor& input, std::optional<Device> device, Dtype dtype, bool non_blocking) {
  const Value args[] = {box(input), box(device), box(dtype), box(non_blocking)};
  return call1(op_MoveTo, args);
}
inline Tensor to_device(const Tensor& input, std::optional<Device> device, Dtype dtype = Dtype::None, bool non_blocking = false) {
  const Value args[] = {box(input), box(device), box(dtype), box(non_blocking)};
  return call1(op_ToDevice, args);
}
inline Tensor to_device_memory_format(const Tensor& input, std::optional<Device> device, Dtype dtype, bool non_blocking, int64_t memory_format) {
  const Value args[] = {box(input), box(device), box(dtype), box(non_blocking), box(memory_format)};
  return call1(op_ToDeviceInFormat, args);
}

}  // namespace vjp
