// Structures of the C ABI grow at their end; the first member says how long the caller's version is.
#pragma once

#include <cstddef>

namespace vjp {

[[noreturn, gnu::cold]] void fail_struct_size(size_t given, size_t least, const char* type, const char* init);

// `least`: the length of the first version of `type`. `init`: the macro that sets it.
inline void check_struct_size(size_t given, size_t least, const char* type, const char* init) {
  if (given < least) fail_struct_size(given, least, type, init);
}
// The same for one that has not grown yet.
template <class T>
const T& checked(const T* given, const char* type, const char* init) {
  check_struct_size(given->struct_size, sizeof(T), type, init);
  return *given;
}

}  // namespace vjp
