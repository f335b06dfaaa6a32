// What went wrong on a device after the call that caused it: errors of CUDA, which end the context, and what kernels
// report of their data, which do not.
#pragma once

#include "backends/cuda/runtime.h"

namespace vjp::cuda {

// Whether every launch is waited for, so that an error names its operator (VJP_CUDA_BLOCKING=1).
bool blocking();

// Remembers that the operator is about to be launched on the device.
void note_launch(const vjp_launch& launch);
// The device's record for kernels; its context must be current.
FaultRecord* fault_record(int device);
// Throws what a kernel has reported since, if anything has been.
void check_reports(int device);

// Whether an error ends the use of the context.
bool is_sticky(cudaError_t error);
// Remembers a sticky error. `op`: the operator at fault if that is certain, else null.
void note_sticky(int device, cudaError_t error, const char* op);

}  // namespace vjp::cuda
