// Loops over float and double that are written once and compiled for two machines: for vectors of the least one, and
// for larger ones. Vectors of 32 bytes are two of 16 where the machine has no others; without fused products the bits
// agree.
#pragma once

#include <cstdint>

#include "tensor/dtype.h"

namespace vjp {

template <class T>
struct WideLanes {
  typedef T V __attribute__((vector_size(32)));
  static constexpr int64_t count = 32 / sizeof(T);
};
template <class T>
using WideVector = typename WideLanes<T>::V;

#ifdef __x86_64__
#define VJP_WIDE __attribute__((target("avx2")))
inline bool has_wide() { return __builtin_cpu_supports("avx2"); }
#else
#define VJP_WIDE
inline bool has_wide() { return false; }
#endif

// Defines name(dtype, task, first, last), which runs body<T>(task, first, last): float or double, in the larger vectors
// where there are such.
#define VJP_WIDE_BODY(Task, name, body)                                             \
  template <class T>                                                                \
  void name##_plain(const Task& t, int64_t first, int64_t last) {                   \
    body<T>(t, first, last);                                                        \
  }                                                                                 \
  template <class T>                                                                \
  VJP_WIDE void name##_wide(const Task& t, int64_t first, int64_t last) {           \
    body<T>(t, first, last);                                                        \
  }                                                                                 \
  void name(Dtype dtype, const Task& t, int64_t first, int64_t last) {              \
    const bool single = dtype == Dtype::Float32;                                    \
    auto* run = has_wide() ? (single ? name##_wide<float> : name##_wide<double>)    \
                           : (single ? name##_plain<float> : name##_plain<double>); \
    run(t, first, last);                                                            \
  }

}  // namespace vjp
