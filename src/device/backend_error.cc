#include <cstdio>

#include "device/backend_host.h"

namespace vjp {
namespace {

// A fixed room: an error about memory needs none.
constinit thread_local char text_of_thread[512] = "";

}  // namespace

void set_backend_error(const char* text) noexcept {
  std::snprintf(text_of_thread, sizeof text_of_thread, "%s", text ? text : "");
}
void clear_backend_error() noexcept { text_of_thread[0] = 0; }
std::string backend_error_or(const char* otherwise) {
  std::string text = text_of_thread[0] ? text_of_thread : otherwise;
  clear_backend_error();
  return text;
}

}  // namespace vjp
