#include "base/last_error.h"

#include <pthread.h>

#include <cstdio>
#include <cstring>
#include <mutex>
#include <new>
#include <vector>

namespace vjp {
namespace {

struct Location {
  const char* file;
  int32_t line;
  const char* function;
};

// One a thread, made at its first error. The message has a fixed room, so that "out of memory" needs none.
struct LastError {
  static constexpr size_t kRoom = 2048;
  char message[kRoom] = "";
  vjp_status status = VJP_OK;
  bool from_callback = false;
  void* payload = nullptr;
  void (*drop)(void*) = nullptr;
  std::vector<Location> locations;
};

constinit thread_local LastError* last = nullptr;
constinit pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_key_t key;

void drop_payload(LastError& e) noexcept {
  void* payload = e.payload;
  auto drop = e.drop;
  e.payload = nullptr;
  e.drop = nullptr;
  if (payload && drop) drop(payload);
}

LastError* get() noexcept {
  if (!last) {
    last = new (std::nothrow) LastError();
    pthread_once(&once, [] {
      pthread_key_create(&key, [](void* p) {
        auto* e = static_cast<LastError*>(p);
        drop_payload(*e);
        delete e;
        last = nullptr;
      });
    });
    if (last) pthread_setspecific(key, last);
  }
  return last;
}

struct Handler {
  std::mutex mutex;
  vjp_warning_fn fn = nullptr;
  void* context = nullptr;
  void (*drop)(void*) = nullptr;
  bool replaced = false;
};
constinit Handler handler;

}  // namespace

CallbackError::CallbackError(vjp_status status, const char* what)
    : Error(status, last && last->status == status && last->from_callback
                        ? std::string(last->message)
                        : format("{} returned \"{}\"", what, status_name(status))) {}

vjp_status set_last_error(vjp_status status, std::string_view message, bool keep_payload) noexcept {
  LastError* e = get();
  if (!e) return status;
  if (!keep_payload) drop_payload(*e);
  size_t n = std::min(message.size(), LastError::kRoom - 1);
  std::memmove(e->message, message.data(), n);
  e->message[n] = 0;
  if (!e->locations.empty() && status != VJP_OK) {
    const Location& at = e->locations.back();
    std::snprintf(e->message + n, LastError::kRoom - n, " (at %s:%d, %s)", at.file ? at.file : "?", at.line,
                  at.function ? at.function : "?");
  }
  e->status = status;
  e->from_callback = false;
  return status;
}

void set_last_error_payload(void* payload, void (*drop)(void*)) noexcept {
  LastError* e = get();
  if (!e) return;
  drop_payload(*e);
  e->payload = payload;
  e->drop = drop;
  e->from_callback = true;
}

void* take_last_error_payload() noexcept {
  if (!last) return nullptr;
  void* payload = last->payload;
  last->payload = nullptr;
  last->drop = nullptr;
  return payload;
}

void clear_last_error() noexcept {
  if (!last) return;
  drop_payload(*last);
  last->message[0] = 0;
  last->status = VJP_OK;
}

const char* last_error_message() noexcept { return last ? last->message : ""; }
vjp_status last_error_status() noexcept { return last ? last->status : VJP_OK; }

void push_location(const char* file, int32_t line, const char* function) {
  LastError* e = get();
  if (!e) throw std::bad_alloc();
  e->locations.push_back({file, line, function});
}

bool pop_location() noexcept {
  if (!last || last->locations.empty()) return false;
  last->locations.pop_back();
  return true;
}

std::string pushed_locations() {
  std::string text;
  if (!last) return text;
  for (const Location& at : last->locations)
    text += format("  {}:{}, in {}\n", at.file ? at.file : "?", at.line, at.function ? at.function : "?");
  return text;
}

void warn(const std::string& message) {
  vjp_warning_fn fn;
  void* context;
  {
    std::lock_guard lock(handler.mutex);
    if (!handler.replaced) {
      std::fprintf(stderr, "libvjp: warning: %s\n", message.c_str());
      return;
    }
    fn = handler.fn;
    context = handler.context;
  }
  if (fn) fn(context, message.c_str());
}

void set_warning_handler(vjp_warning_fn fn, void* context, void (*drop)(void*)) {
  void* old_context;
  void (*old_drop)(void*);
  {
    std::lock_guard lock(handler.mutex);
    old_context = handler.context;
    old_drop = handler.drop;
    handler.fn = fn;
    handler.context = context;
    handler.drop = drop;
    handler.replaced = true;
  }
  if (old_drop) old_drop(old_context);
}

}  // namespace vjp
