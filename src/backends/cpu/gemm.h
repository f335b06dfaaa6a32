// Products within the backend: what gemm, convolution and attention share.
#pragma once

#include <complex>
#include <cstdint>

#include "backends/cpu/blas.h"
#include "kernel/backend.h"

namespace vjp::cpu {

// Work of m x n x k multiply-adds in units of about one single-precision floating-point operation.
template <class T>
constexpr double gemm_cost(double m, double n, double k) {
  constexpr double kFactor = sizeof(T) == 16 ? 8 : sizeof(T) == 4 ? 1 : std::is_same_v<T, double> ? 2 : 4;
  return 2 * m * n * k * kFactor;
}

// What is worth sharing with another thread: one that sleeps takes tens of microseconds to come, in which the caller
// does the other part too; one that has just worked comes at once.
inline constexpr double kParallelCost = 4e6;

// A Scalar in the element type.
template <class T>
T scalar_as(const Scalar& s) {
  if constexpr (std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>) {
    return T(s.to_complex());
  } else if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(s.to_int());
  } else {
    return static_cast<T>(s.to_double());
  }
}

// out[i] = float(in[i]) and back for the half types, vectorised where the machine can.
void half_to_float(const Float16* in, float* out, int64_t n);
void half_to_float(const BFloat16* in, float* out, int64_t n);
void float_to_half(const float* in, Float16* out, int64_t n);
void float_to_half(const float* in, BFloat16* out, int64_t n);

}  // namespace vjp::cpu
