#include "base/last_error.h"

#include <cstdio>
#include <cstring>
#include <exception>
#include <mutex>
#include <new>
#include <span>
#include <utility>
#include <vector>

#include "base/forced_unwind.h"
#include "base/thread_context.h"

namespace vjp {

namespace {

struct Location {
  const char* file;
  int32_t line;
  const char* function;
};

// The message has a fixed room in the thread's context, so that "out of memory" needs none.
struct LastError {
  static constexpr size_t kRoom = 2048;
  char message[kRoom] = "";
  vjp_status status = VJP_OK;
  bool fresh = false;   // it happened after begin_callbacks
  bool raised = false;  // by vjp_error_raise
  ErrorPayload payload;
  std::vector<Location>* locations = nullptr;  // made by the first push
  const std::string* other = nullptr;          // those of the thread for which this one works,
  size_t first_location = 0;                   // and the first that was pushed meanwhile
};

VJP_THREAD_SLOT(LastError, own_error, kStays);
VJP_THREAD_SLOT(LastError*, last_error, kTravelsIfWaiting) = nullptr;  // the thread's own, or of the one it stands for
VJP_THREAD_SLOT(WarningRecord*, warning_record, kTravelsInCall) = nullptr;  // where warnings go; null: to the handler

LastError* last() noexcept { return last_error; }

void drop_payload(LastError& e) noexcept {
  ErrorPayload payload = std::exchange(e.payload, {});
  if (payload.value && payload.drop) payload.drop(payload.value);
}

LastError& get() noexcept {
  if (!last()) last_error = &own_error.own();
  return *last();
}

VJP_AT_THREAD_END(drop_error, kEndsFirst, []() noexcept {
  LastError* e = last();
  if (!e) return;
  drop_payload(*e);
  delete std::exchange(e->locations, nullptr);
  e->message[0] = 0;
  e->status = VJP_OK;
});

std::span<const Location> locations_of(const LastError& e) {
  return e.locations ? std::span<const Location>(*e.locations) : std::span<const Location>();
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

struct CallbackError::Payload : ErrorPayload {
  explicit Payload(const ErrorPayload& taken) : ErrorPayload(taken) {}
  ~Payload() {
    if (value && drop) drop(value);
  }
  Payload(const Payload&) = delete;
  Payload& operator=(const Payload&) = delete;

  // Another one, or else this one itself, once.
  ErrorPayload another() {
    if (share && value) return {share(value), share, drop};
    static std::mutex mutex;
    std::lock_guard lock(mutex);
    return {std::exchange(value, nullptr), share, drop};
  }
};

CallbackError::CallbackError(vjp_status status, const char* what) : Error(status, {}) {
  LastError* e = last();
  if (!e || e->status != status || !e->fresh) {
    message() = format("{} returned \"{}\"", what, status_name(status));
    return;
  }
  message() = e->message;
  if (!e->payload.value) return;
  payload_ = std::make_shared<Payload>(e->payload);
  e->payload = {};
}

void CallbackError::give_payload_back() const noexcept {
  if (payload_) set_last_error_payload({std::exchange(payload_->value, nullptr), payload_->share, payload_->drop});
}

CallbackError CallbackError::again() const {
  CallbackError copy = *this;
  if (payload_) {
    copy.payload_ = std::make_shared<Payload>(ErrorPayload());
    static_cast<ErrorPayload&>(*copy.payload_) = payload_->another();
  }
  return copy;
}

void begin_callbacks() noexcept {
  if (last()) last()->fresh = false;
}

void ensure_last_error() noexcept { get(); }

SeparateError::SeparateError() noexcept : former_(std::exchange(last_error.own(), new (std::nothrow) LastError())) {}
SeparateError::~SeparateError() {
  if (LastError* own = last(); own && own != &own_error.get()) {
    drop_payload(*own);
    delete own->locations;
    delete own;
  }
  last_error = static_cast<LastError*>(former_);
}

vjp_status set_last_error(vjp_status status, std::string_view message) noexcept {
  if (!thread_context && !try_thread_context(true)) return status;  // last_error_message knows
  LastError& e = get();
  drop_payload(e);
  size_t n = std::min(message.size(), LastError::kRoom - 1);
  std::memmove(e.message, message.data(), n);
  e.message[n] = 0;
  if (auto locations = locations_of(e); !locations.empty() && status != VJP_OK) {
    const Location& at = locations.back();
    char place[LastError::kRoom];
    std::snprintf(place, sizeof place, " (at %s:%d, %s)", at.file ? at.file : "?", at.line,
                  at.function ? at.function : "?");
    // once: an error may come through several calls
    if (!std::strstr(e.message, place)) {
      size_t more = std::min(std::strlen(place), LastError::kRoom - 1 - n);
      std::memcpy(e.message + n, place, more);
      e.message[n + more] = 0;
    }
  }
  e.status = status;
  e.fresh = true;
  e.raised = false;
  return status;
}

void raise_last_error(vjp_status status, std::string_view message, const ErrorPayload& payload) noexcept {
  set_last_error(status, message);
  set_last_error_payload(payload);
  get().raised = true;
}

void set_last_error_payload(const ErrorPayload& payload) noexcept {
  LastError& e = get();
  drop_payload(e);
  e.payload = payload;
}

void* take_last_error_payload() noexcept {
  if (!last()) return nullptr;
  return std::exchange(last()->payload, {}).value;
}

void clear_last_error() noexcept {
  if (!last()) return;
  drop_payload(*last());
  last()->message[0] = 0;
  last()->status = VJP_OK;
}

// A thread without room even for its context has one kind of error.
static bool went_without() noexcept { return !thread_context && threads_went_without(); }

const char* last_error_message() noexcept {
  if (went_without()) return "out of memory: nothing is left for this thread's own state";
  return last() ? last()->message : "";
}
vjp_status last_error_status() noexcept {
  if (went_without()) return VJP_ERROR_MEMORY;
  return last() ? last()->status : VJP_OK;
}

void push_location(const char* file, int32_t line, const char* function) {
  LastError& e = get();
  if (!e.locations) e.locations = new std::vector<Location>();
  e.locations->push_back({file, line, function});
}

bool pop_location() noexcept {
  if (!last() || locations_of(*last()).empty()) return false;
  last()->locations->pop_back();
  return true;
}

LocationsOf::LocationsOf(const std::string& text) noexcept {
  LastError* e = last();
  if (!e) return;
  outer_ = std::exchange(e->other, &text);
  outer_first_ = std::exchange(e->first_location, locations_of(*e).size());
}
LocationsOf::~LocationsOf() {
  LastError* e = last();
  if (!e) return;
  e->other = outer_;
  e->first_location = outer_first_;
}

size_t num_locations() noexcept { return last() ? locations_of(*last()).size() : 0; }
void end_locations(size_t depth) noexcept {
  if (last() && locations_of(*last()).size() > depth) last()->locations->resize(depth);
}

std::string pushed_locations() {
  std::string text;
  const LastError* e = last();
  if (!e) return text;
  if (e->other) text = *e->other;
  auto locations = locations_of(*e);
  for (size_t i = e->first_location; i < locations.size(); ++i) {
    const Location& at = locations[i];
    text += format("  {}:{}, in {}\n", at.file ? at.file : "?", at.line, at.function ? at.function : "?");
  }
  return text;
}

void forget_raised() noexcept {
  if (LastError* e = last()) e->raised = false;
}

vjp_status raised_status() noexcept {
  const LastError* e = last();
  return e && e->raised ? e->status : VJP_OK;
}

WarningRecord::WarningRecord() noexcept : outer_(warning_record) { warning_record = this; }

WarningRecord::~WarningRecord() {
  try {
    close();
  }
  VJP_CATCH_ALL_HERE {  // the failure that is on its way matters more than one of the handler's
  }
}

void WarningRecord::close() {
  if (!open_) return;
  open_ = false;
  warning_record = outer_;
  std::exception_ptr first;
  for (const std::string& message : messages) {
    try {
      warn(message);
    }
    VJP_CATCH_ALL {
      if (!first) first = std::current_exception();
    }
  }
  if (first) std::rethrow_exception(first);
}

namespace {

// A handler while it runs.
class Running {
 public:
  explicit Running(Handler* handler) : handler_(handler) {}
  ~Running() { release(handler_); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  // The status that the handler raised, VJP_OK if it raised nothing.
  vjp_status tell(const char* message) const {
    if (!handler_->fn) return VJP_OK;
    forget_raised();
    handler_->fn(handler_->context, message);
    return raised_status();
  }

 private:
  Handler* handler_;
};

}  // namespace

void warn(const std::string& message) {
  if (warning_record) {
    static std::mutex mutex;  // several threads may work for one grad call
    std::lock_guard lock(mutex);
    warning_record->messages.push_back(message);
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
  Running running(handler);
  if (vjp_status status = running.tell(message.c_str())) throw CallbackError(status, "the warning handler");
}

void mention(const std::string& message) {
  try {
    warn(message);
  } catch (const CallbackError& error) {
    std::fprintf(stderr, "libvjp: a warning could not be made an error here: %s\n", error.what());
  }
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
