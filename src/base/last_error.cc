#include "base/last_error.h"

#include <pthread.h>

#include <cstdio>
#include <cstring>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "base/forced_unwind.h"
#include "base/thread_state.h"

namespace vjp {

constinit thread_local ThreadState thread_state;

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
  bool fresh = false;  // it happened after begin_callbacks
  void* payload = nullptr;
  void (*drop)(void*) = nullptr;
  std::vector<Location> locations;
  const std::string* other = nullptr;  // those of the thread for which this one works,
  size_t first_location = 0;           // and the first that was pushed meanwhile
};

LastError* last() noexcept { return static_cast<LastError*>(thread_state.last_error); }

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
  if (!last()) {
    auto* fresh = new (std::nothrow) LastError();
    thread_state.last_error = fresh;
    pthread_once(&once, [] {
      pthread_key_create(&key, [](void* p) {
        auto* e = static_cast<LastError*>(p);
        drop_payload(*e);
        delete e;
        thread_state.last_error = nullptr;
      });
    });
    if (fresh) pthread_setspecific(key, fresh);
  }
  return last();
}

// Counted, for a handler may be replaced, by itself too, while it runs.
struct Handler {
  vjp_warning_fn fn;
  void* context;
  void (*drop)(void*);
  int uses = 1;  // under the mutex
};
struct {
  std::mutex mutex;
  Handler* now = nullptr;  // null: standard error
} constinit warnings_to;

void release(Handler* handler) {
  if (!handler) return;
  {
    std::lock_guard lock(warnings_to.mutex);
    if (--handler->uses > 0) return;
  }
  if (handler->drop) handler->drop(handler->context);
  delete handler;
}

}  // namespace

struct CallbackError::Payload {
  void* payload = nullptr;
  void (*drop)(void*) = nullptr;
  ~Payload() {
    if (payload && drop) drop(payload);
  }
};

CallbackError::CallbackError(vjp_status status, const char* what) : Error(status, {}) {
  LastError* e = last();
  if (!e || e->status != status || !e->fresh) {
    message() = format("{} returned \"{}\"", what, status_name(status));
    return;
  }
  message() = e->message;
  if (!e->payload) return;
  payload_ = std::make_shared<Payload>();
  payload_->payload = std::exchange(e->payload, nullptr);
  payload_->drop = std::exchange(e->drop, nullptr);
}

void CallbackError::give_payload_back() const noexcept {
  if (payload_) set_last_error_payload(std::exchange(payload_->payload, nullptr), payload_->drop);
}

void begin_callbacks() noexcept {
  if (last()) last()->fresh = false;
}

void ensure_last_error() noexcept { get(); }

SeparateError::SeparateError() noexcept
    : former_(std::exchange(thread_state.last_error, new (std::nothrow) LastError())) {}
SeparateError::~SeparateError() {
  if (LastError* own = last()) {
    drop_payload(*own);
    delete own;
  }
  thread_state.last_error = former_;
}

vjp_status set_last_error(vjp_status status, std::string_view message) noexcept {
  LastError* e = get();
  if (!e) return status;
  drop_payload(*e);
  size_t n = std::min(message.size(), LastError::kRoom - 1);
  std::memmove(e->message, message.data(), n);
  e->message[n] = 0;
  if (!e->locations.empty() && status != VJP_OK) {
    const Location& at = e->locations.back();
    char place[LastError::kRoom];
    std::snprintf(place, sizeof place, " (at %s:%d, %s)", at.file ? at.file : "?", at.line,
                  at.function ? at.function : "?");
    // once: an error may come through several calls
    if (!std::strstr(e->message, place)) {
      size_t more = std::min(std::strlen(place), LastError::kRoom - 1 - n);
      std::memcpy(e->message + n, place, more);
      e->message[n + more] = 0;
    }
  }
  e->status = status;
  e->fresh = true;
  return status;
}

void set_last_error_payload(void* payload, void (*drop)(void*)) noexcept {
  LastError* e = get();
  if (!e) return;
  drop_payload(*e);
  e->payload = payload;
  e->drop = drop;
}

void* take_last_error_payload() noexcept {
  if (!last()) return nullptr;
  void* payload = last()->payload;
  last()->payload = nullptr;
  last()->drop = nullptr;
  return payload;
}

void clear_last_error() noexcept {
  if (!last()) return;
  drop_payload(*last());
  last()->message[0] = 0;
  last()->status = VJP_OK;
}

const char* last_error_message() noexcept { return last() ? last()->message : ""; }
vjp_status last_error_status() noexcept { return last() ? last()->status : VJP_OK; }

void push_location(const char* file, int32_t line, const char* function) {
  LastError* e = get();
  if (!e) throw std::bad_alloc();
  e->locations.push_back({file, line, function});
}

bool pop_location() noexcept {
  if (!last() || last()->locations.empty()) return false;
  last()->locations.pop_back();
  return true;
}

LocationsOf::LocationsOf(const std::string& text) noexcept {
  LastError* e = last();
  if (!e) return;
  outer_ = std::exchange(e->other, &text);
  outer_first_ = std::exchange(e->first_location, e->locations.size());
}
LocationsOf::~LocationsOf() {
  LastError* e = last();
  if (!e) return;
  e->other = outer_;
  e->first_location = outer_first_;
}

size_t num_locations() noexcept { return last() ? last()->locations.size() : 0; }
void end_locations(size_t depth) noexcept {
  if (last() && last()->locations.size() > depth) last()->locations.resize(depth);
}

std::string pushed_locations() {
  std::string text;
  const LastError* e = last();
  if (!e) return text;
  if (e->other) text = *e->other;
  for (size_t i = e->first_location; i < e->locations.size(); ++i) {
    const Location& at = e->locations[i];
    text += format("  {}:{}, in {}\n", at.file ? at.file : "?", at.line, at.function ? at.function : "?");
  }
  return text;
}

WarningRecord::WarningRecord() noexcept : outer_(thread_state.warnings) { thread_state.warnings = this; }

void WarningRecord::close() noexcept {
  if (!open_) return;
  open_ = false;
  thread_state.warnings = outer_;
  for (const std::string& message : messages) {
    try {
      warn(message);
    }
    VJP_CATCH_ALL_HERE {  // no memory to keep it in
    }
  }
}

void warn(const std::string& message) {
  if (thread_state.warnings) {
    static std::mutex mutex;  // several threads may work for one grad call
    std::lock_guard lock(mutex);
    thread_state.warnings->messages.push_back(message);
    return;
  }
  Handler* handler;
  {
    std::lock_guard lock(warnings_to.mutex);
    handler = warnings_to.now;
    if (!handler) {
      std::fprintf(stderr, "libvjp: warning: %s\n", message.c_str());
      return;
    }
    ++handler->uses;
  }
  if (handler->fn) handler->fn(handler->context, message.c_str());
  release(handler);
}

void set_warning_handler(vjp_warning_fn fn, void* context, void (*drop)(void*)) {
  auto* next = new Handler{fn, context, drop};
  {
    std::lock_guard lock(warnings_to.mutex);
    std::swap(next, warnings_to.now);
  }
  release(next);
}

}  // namespace vjp
