#include <cstdio>
#include <new>

#include "base/error.h"
#include "base/thread_context.h"
#include "device/backend_host.h"

namespace vjp {
namespace {

struct Text {
  char characters[512];
};
VJP_THREAD_SLOT(Text, text_of_thread, kStays);

}  // namespace

void set_backend_error(const char* text) noexcept {
  Text& own = text_of_thread.own();
  std::snprintf(own.characters, sizeof own.characters, "%s", text ? text : "");
}
void clear_backend_error() noexcept {
  if (text_of_thread->characters[0]) text_of_thread.own().characters[0] = 0;
}
std::string backend_error_or(const char* otherwise) {
  std::string text = text_of_thread->characters[0] ? text_of_thread->characters : otherwise;
  clear_backend_error();
  return text;
}

vjp_status report_in_flight() noexcept {
  try {
    throw;
  } catch (const Error& error) {
    set_backend_error(error.what());
    return error.status();
  } catch (const std::bad_alloc&) {
    set_backend_error("out of memory");
    return VJP_ERROR_MEMORY;
  } catch (const std::exception& error) {
    set_backend_error(error.what());
    return VJP_ERROR_INTERNAL;
  }
  VJP_CATCH_ALL_HERE {
    set_backend_error("unknown exception");
    return VJP_ERROR_INTERNAL;
  }
}

}  // namespace vjp
