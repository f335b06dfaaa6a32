#include <cstdio>
#include <memory>
#include <new>

#include "device/backend_host.h"

namespace vjp {
namespace {

// Of a fixed size, and on the heap: a program that opens the library while it runs has little room for the thread-local
// variables of all it opens, and a larger one is refused ("cannot allocate memory in static TLS block").
constexpr size_t kRoom = 512;
constinit thread_local std::unique_ptr<char[]> text_of_thread;

}  // namespace

void set_backend_error(const char* text) noexcept {
  if (!text_of_thread) text_of_thread.reset(new (std::nothrow) char[kRoom]);
  if (text_of_thread) std::snprintf(text_of_thread.get(), kRoom, "%s", text ? text : "");
}
void clear_backend_error() noexcept {
  if (text_of_thread) text_of_thread[0] = 0;
}
std::string backend_error_or(const char* otherwise) {
  std::string text = text_of_thread && text_of_thread[0] ? text_of_thread.get() : otherwise;
  clear_backend_error();
  return text;
}

}  // namespace vjp
