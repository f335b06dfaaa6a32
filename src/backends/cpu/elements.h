// Element types by kind. Elements as so many bytes, since moving them and comparing them with zero does not care what
// they are; and reading positions.
#pragma once

#include <cstdint>

#include "tensor/dtype.h"

namespace vjp::cpu {

struct Bytes16 {
  uint64_t words[2];
};

// Calls f(Type<T>{}) with a type of the size of `d`: moving does not care what is moved.
template <class F>
void visit_size(Dtype d, F&& f) {
  switch (size_of(d)) {
    case 1:
      return f(Type<uint8_t>{});
    case 2:
      return f(Type<uint16_t>{});
    case 4:
      return f(Type<uint32_t>{});
    case 8:
      return f(Type<uint64_t>{});
    default:
      return f(Type<Bytes16>{});
  }
}

// Kinds of element types, which a kernel may serve.
enum Kinds : unsigned { kFloating = 1, kIntegers = 2, kComplex = 4 };
constexpr unsigned kind_of(Dtype d) {
  return is_complex(d) ? kComplex : is_floating(d) ? kFloating : d == Dtype::Bool ? 0u : kIntegers;
}

// Calls f(Type<T>{}) with the element type of `d`, which must be of one of the kinds; `kernel` is for the error.
template <unsigned kServed, class F>
void visit_kinds(const char* kernel, Dtype d, F&& f) {
  visit_dtype(d, [&]<class T>(Type<T> type) {
    if constexpr ((kind_of(dtype_of<T>) & kServed) != 0)
      f(type);
    else
      fail(VJP_ERROR_NOT_IMPLEMENTED, "{}: no kernel for {}", kernel, d);
  });
}

// Read once, whatever the compiler would like: what was compared is what is used.
template <class I>
inline int64_t position_at(const I* index) {
  return *const_cast<const volatile I*>(index);
}

}  // namespace vjp::cpu
