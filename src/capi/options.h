// Structs that callers fill: the size that they were compiled with says whether they are of this library.
#pragma once

#include "base/error.h"

namespace vjp {

[[noreturn, gnu::cold]] inline void fail_struct_size(const char* type, size_t given, size_t expected,
                                                     const char* macro) {
  fail(VJP_ERROR_INVALID, "{}: struct_size is {}, expected at least {}; use {}", type, given, expected, macro);
}
template <class T>
const T& checked(const T* given, const char* type, const char* macro) {
  if (given->struct_size < sizeof(T)) fail_struct_size(type, given->struct_size, sizeof(T), macro);
  return *given;
}

}  // namespace vjp
