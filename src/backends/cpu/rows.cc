#include "backends/cpu/rows.h"

#include <cstring>

#include "backends/cpu/gemm.h"

namespace vjp::cpu {
namespace {

template <class C, class T>
constexpr bool is_half_row = std::is_same_v<C, float> && (std::is_same_v<T, Float16> || std::is_same_v<T, BFloat16>);

}  // namespace

template <class C>
void load_row(C* buffer, const void* data, Dtype dtype, int64_t offset, int64_t stride, int64_t n) {
  visit_dtype(dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    const T* in = static_cast<const T*>(data) + offset;
    if (stride == 1) {
      if constexpr (std::is_same_v<T, C>) {
        std::memcpy(static_cast<void*>(buffer), in, static_cast<size_t>(n) * sizeof(T));
      } else if constexpr (is_half_row<C, T>) {
        half_to_float(in, buffer, n);
      } else {
        for (int64_t i = 0; i < n; ++i) buffer[i] = convert<C>(in[i]);
      }
    } else {
      for (int64_t i = 0; i < n; ++i) buffer[i] = convert<C>(in[i * stride]);
    }
  });
}

template <class C>
void store_row(void* data, Dtype dtype, int64_t offset, int64_t stride, int64_t n, const C* buffer) {
  visit_dtype(dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    T* out = static_cast<T*>(data) + offset;
    if (stride == 1) {
      if constexpr (is_half_row<C, T>) return float_to_half(buffer, out, n);
      if constexpr (std::is_same_v<T, C>)
        return void(std::memcpy(static_cast<void*>(out), buffer, static_cast<size_t>(n) * sizeof(T)));
      for (int64_t i = 0; i < n; ++i) out[i] = convert<T>(buffer[i]);
    } else {
      for (int64_t i = 0; i < n; ++i) out[i * stride] = convert<T>(buffer[i]);
    }
  });
}

template <class C>
void store_value(void* data, Dtype dtype, int64_t offset, const C& value) {
  visit_dtype(dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    static_cast<T*>(data)[offset] = convert<T>(value);
  });
}

#define VJP_ROWS(C)                                                              \
  template void load_row<C>(C*, const void*, Dtype, int64_t, int64_t, int64_t);  \
  template void store_row<C>(void*, Dtype, int64_t, int64_t, int64_t, const C*); \
  template void store_value<C>(void*, Dtype, int64_t, const C&);
VJP_ROWS(int64_t)
VJP_ROWS(float)
VJP_ROWS(double)
VJP_ROWS(std::complex<float>)
VJP_ROWS(std::complex<double>)
#undef VJP_ROWS

}  // namespace vjp::cpu
