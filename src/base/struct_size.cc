#include "base/struct_size.h"

#include "base/error.h"

namespace vjp {

void fail_struct_size(size_t given, size_t least, const char* type, const char* init) {
  fail(VJP_ERROR_INVALID, "{}: struct_size is {}, expected at least {}; use {}", type, given, least, init);
}

}  // namespace vjp
