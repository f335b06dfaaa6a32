// The engine's own record_stream: a last reference that is dropped does not show the streams of use (spec GC-7, GC-8).
#pragma once

#include "device/stream.h"
#include "tensor/tensor.h"

namespace vjp {

// The stream's device uses the tensor's memory: it is not reused before that is done (spec STREAM-8).
void mark_used(const Tensor& tensor, Stream& stream);

// For tests: leaves that out while false.
void set_mark_used(bool on);

}  // namespace vjp
