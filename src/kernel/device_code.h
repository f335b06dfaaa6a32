// For code that device compilers read too, at build time or at run time: what it says of its functions, and the integer
// types, which a run-time compiler has no header for.
#pragma once

#if defined(__CUDACC_RTC__) || defined(__HIPCC_RTC__)
#define VJP_RUNTIME_COMPILER 1
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
#else
#include <stdint.h>
#endif

#if defined(__CUDACC__) || defined(__HIPCC__)
#define VJP_HD __host__ __device__
#else
#define VJP_HD
#endif

#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#define VJP_UNROLL _Pragma("unroll")
#else
#define VJP_UNROLL
#endif

#ifdef __CUDACC__
#pragma nv_diag_suppress 20208  // long double literals are double on a device, which is meant
#endif
