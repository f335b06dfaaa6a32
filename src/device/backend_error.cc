#include <pthread.h>

#include <cstdio>
#include <new>

#include "device/backend_host.h"

namespace vjp {
namespace {

// Of a fixed size, and on the heap: a program that opens the library while it runs has little room for the thread-local
// variables of all it opens, and a larger one is refused ("cannot allocate memory in static TLS block"). It has no
// destructor, because the C library ends the process if it finds no memory to remember one.
constexpr size_t kRoom = 512;
constinit thread_local char* text_of_thread = nullptr;
constinit pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_key_t key;

char* make_text() noexcept {
  pthread_once(&once, [] {
    pthread_key_create(&key, [](void* p) {
      delete[] static_cast<char*>(p);
      text_of_thread = nullptr;
    });
  });
  char* text = new (std::nothrow) char[kRoom];
  if (text && pthread_setspecific(key, text) == 0) return text;
  delete[] text;
  return nullptr;
}

}  // namespace

void set_backend_error(const char* text) noexcept {
  if (!text_of_thread) text_of_thread = make_text();
  if (text_of_thread) std::snprintf(text_of_thread, kRoom, "%s", text ? text : "");
}
void clear_backend_error() noexcept {
  if (text_of_thread) text_of_thread[0] = 0;
}
std::string backend_error_or(const char* otherwise) {
  std::string text = text_of_thread && text_of_thread[0] ? text_of_thread : otherwise;
  clear_backend_error();
  return text;
}

}  // namespace vjp
