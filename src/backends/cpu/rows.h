// Rows in the compute type: loading strided elements of any dtype into a buffer, and storing them back.
#pragma once

#include <complex>
#include <cstdint>
#include <type_traits>

#include "tensor/dtype.h"

namespace vjp::cpu {

template <class T>
inline constexpr bool is_complex_v = false;
template <class T>
inline constexpr bool is_complex_v<std::complex<T>> = true;

template <class T>
struct RealOf {
  using type = T;
};
template <class T>
struct RealOf<std::complex<T>> {
  using type = T;
};
template <class T>
using Real = typename RealOf<T>::type;

// The type that a kernel computes in for an element type: float for halves, int64 for integers and bool.
template <class T>
using Compute = std::conditional_t<std::is_same_v<T, Float16> || std::is_same_v<T, BFloat16>, float,
                                   std::conditional_t<std::is_integral_v<T>, int64_t, T>>;

template <class To, class From>
inline To convert(const From& v) {
  if constexpr (std::is_same_v<To, From>) {
    return v;
  } else if constexpr (std::is_same_v<From, Float16> || std::is_same_v<From, BFloat16>) {
    return convert<To>(static_cast<float>(v));
  } else if constexpr (is_complex_v<From>) {
    if constexpr (is_complex_v<To>) {
      return To(static_cast<Real<To>>(v.real()), static_cast<Real<To>>(v.imag()));
    } else if constexpr (std::is_same_v<To, bool>) {
      return v != From(0);
    } else {
      return convert<To>(v.real());
    }
  } else if constexpr (is_complex_v<To>) {
    return To(static_cast<Real<To>>(v));
  } else if constexpr (std::is_same_v<To, Float16> || std::is_same_v<To, BFloat16>) {
    return To(static_cast<float>(v));
  } else if constexpr (std::is_same_v<To, bool>) {
    return v != From(0);
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To> && sizeof(To) < 8) {
    return static_cast<To>(static_cast<int64_t>(v));  // wraps as integer narrowing does
  } else {
    return static_cast<To>(v);
  }
}

// buffer[i] = the element at offset + i * stride. C: int64_t, float, double, std::complex<float>, std::complex<double>.
template <class C>
void load_row(C* buffer, const void* data, Dtype dtype, int64_t offset, int64_t stride, int64_t n);
template <class C>
void store_row(void* data, Dtype dtype, int64_t offset, int64_t stride, int64_t n, const C* buffer);
template <class C>
void store_value(void* data, Dtype dtype, int64_t offset, const C& value);

inline const void* advance(const void* data, Dtype dtype, int64_t elements) {
  return static_cast<const char*>(data) + elements * static_cast<int64_t>(size_of(dtype));
}
inline void* advance(void* data, Dtype dtype, int64_t elements) {
  return static_cast<char*>(data) + elements * static_cast<int64_t>(size_of(dtype));
}

// Calls f(Type<C>{}) with the compute type of `d`.
template <class F>
decltype(auto) visit_compute(Dtype d, F&& f) {
  switch (compute_of(d)) {
    case Dtype::Int64:
      return f(Type<int64_t>{});
    case Dtype::Float32:
      return f(Type<float>{});
    case Dtype::Float64:
      return f(Type<double>{});
    case Dtype::Complex64:
      return f(Type<std::complex<float>>{});
    default:
      return f(Type<std::complex<double>>{});
  }
}

}  // namespace vjp::cpu
