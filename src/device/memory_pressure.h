// What is asked for memory before an allocation on a device fails: a program whose collector holds tensors that nobody
// uses any more.
#pragma once

#include <memory>

#include "device/device.h"

namespace vjp {

class MemoryPressureHandler {
 public:
  virtual ~MemoryPressureHandler() = default;
  virtual bool relieve(Device device, size_t bytes) = 0;  // whether it is worth another try
};

void set_memory_pressure_handler(std::shared_ptr<MemoryPressureHandler> handler);  // null: nobody
// Without any lock: tensors are dropped meanwhile.
bool relieve_memory_pressure(Device device, size_t bytes);

}  // namespace vjp
