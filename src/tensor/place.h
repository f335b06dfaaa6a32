// Tensors where they are wanted: on a device of choice, or on the host for code that reads elements itself.
#pragma once

#include "tensor/tensor.h"

namespace vjp {

Tensor zeros_on(Device device, IntSpan sizes, Dtype dtype);

// The tensor itself if it lies on the CPU, otherwise a copy there of the same strides, without history; a host sync.
Tensor on_host(const Tensor& t);
// A copy, on a device, of a row-major tensor on the CPU; itself if that is the CPU. A host sync.
Tensor from_host(const Tensor& t, Device device);

}  // namespace vjp
