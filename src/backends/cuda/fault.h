// Errors that only the device can see: a kernel writes what it found into page-locked memory, and the host reports it
// at its next call, with the operator that had launched the kernel. The device stays usable.
#pragma once

namespace vjp::cuda {

struct FaultRecord {
  // 0: none; 1: claimed by a thread that is writing; 2: complete. The first one stays until the host has read it.
  unsigned int state;
  const char* op;  // the host's address of a static string
  long long value, low, high;
};

#if defined(__CUDACC__) || defined(__HIPCC__) || defined(VJP_EMULATE_DEVICE)
// An index that is not in [low, high). Of several kernels and threads the first to come is heard.
__device__ inline void raise_index_fault(FaultRecord* fault, const char* op, long long value, long long low,
                                         long long high) {
  if (atomicCAS(&fault->state, 0u, 1u) != 0u) return;
  volatile FaultRecord* record = fault;
  record->op = op;
  record->value = value;
  record->low = low;
  record->high = high;
  __threadfence_system();
  record->state = 2;
}
#endif

}  // namespace vjp::cuda
