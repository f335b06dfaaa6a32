// Captures that are underway, and why one of them was broken.
#pragma once

#include "backends/cuda/runtime.h"

namespace vjp::cuda {

// Whether the error is one of captures; remembers which capture it has invalidated.
bool note_capture_fault(cudaError_t error);
bool is_capturing(cudaStream_t stream);
// The stream is destroyed, and its handle may come again.
void forget_capture(int device, cudaStream_t stream);

}  // namespace vjp::cuda
