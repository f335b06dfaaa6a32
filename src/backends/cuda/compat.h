// CUDA and HIP in one spelling: sources are written for CUDA, and hipcc reads its names through this header. The only
// place that knows which of the two compiles.
#pragma once

#if defined(__HIP_PLATFORM_AMD__) || defined(__HIPCC__) && !defined(__CUDACC__)

#include <hip/hip_runtime.h>

#define VJP_HIP 1

// ---- the runtime: types, then functions, then values ----

#define cudaError_t hipError_t
#define cudaEvent_t hipEvent_t
#define cudaStream_t hipStream_t
#define cudaDeviceProp hipDeviceProp_t

#define cudaFuncSetAttribute hipFuncSetAttribute
#define cudaGetErrorName hipGetErrorName
#define cudaGetErrorString hipGetErrorString
#define cudaGetLastError hipGetLastError
#define cudaMemcpyAsync hipMemcpyAsync
#define cudaMemsetAsync hipMemsetAsync
#define cudaOccupancyMaxActiveBlocksPerMultiprocessor hipOccupancyMaxActiveBlocksPerMultiprocessor
#define cudaPeekAtLastError hipPeekAtLastError

#define cudaFuncAttributeMaxDynamicSharedMemorySize hipFuncAttributeMaxDynamicSharedMemorySize
#define cudaMemcpyDeviceToDevice hipMemcpyDeviceToDevice
#define cudaMemcpyHostToDevice hipMemcpyHostToDevice
#define cudaSuccess hipSuccess

// ---- the language: lanes of a wave run in step and are all meant by a full mask ----

#define __shfl_sync(mask, value, lane) __shfl(value, lane)
#define __shfl_up_sync(mask, value, delta) __shfl_up(value, delta)
#define __shfl_down_sync(mask, value, delta) __shfl_down(value, delta)
#define __shfl_xor_sync(mask, value, lanes) __shfl_xor(value, lanes)
#define __ballot_sync(mask, predicate) __ballot(predicate)
#define __any_sync(mask, predicate) __any(predicate)
#define __all_sync(mask, predicate) __all(predicate)
#define __syncwarp(...) __builtin_amdgcn_wave_barrier()
#define __grid_constant__

namespace vjp::cuda {
inline constexpr int kWarp = 64;  // of CDNA; a kernel must not count on 32
}  // namespace vjp::cuda

#elif defined(VJP_EMULATE_DEVICE)

#include "backends/cuda/emulator.h"

#else

#include <cuda_runtime.h>

namespace vjp::cuda {
inline constexpr int kWarp = 32;
}  // namespace vjp::cuda

#endif
