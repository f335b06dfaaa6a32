// Tile kernels that are loops over the function of an opcode (kernel/opcode_functions.h).
#pragma once

#include "backends/cpu/pointwise_kernels.h"
#include "kernel/opcode_functions.h"

namespace vjp::cpu {

// Complex numbers lie in memory as their parts do: aligned as one of them.
template <class T>
T element(const void* array, size_t i) {
  if constexpr (scalar::kIsComplex<T>) {
    const auto* parts = static_cast<const typename T::Part*>(array) + 2 * i;
    return {parts[0], parts[1]};
  } else {
    return static_cast<const T*>(array)[i];
  }
}
template <class T>
void set_element(void* array, size_t i, T value) {
  if constexpr (scalar::kIsComplex<T>) {
    auto* parts = static_cast<typename T::Part*>(array) + 2 * i;
    parts[0] = value.re;
    parts[1] = value.im;
  } else {
    static_cast<T*>(array)[i] = value;
  }
}

template <class T, int arity, auto function>
void scalar_kernel(void* out, const void* a, [[maybe_unused]] const void* b, [[maybe_unused]] const void* c, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    if constexpr (arity == 1) {
      set_element<T>(out, i, function(element<T>(a, i)));
    } else if constexpr (arity == 2) {
      set_element<T>(out, i, function(element<T>(a, i), element<T>(b, i)));
    } else {
      set_element<T>(out, i, function(element<T>(a, i), element<T>(b, i), element<T>(c, i)));
    }
  }
}

}  // namespace vjp::cpu
