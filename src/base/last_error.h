// The thread's last error as the C API shows it, with the payload that a callback attached.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/error.h"

namespace vjp {

// What a callback attached to its error: owned where `drop` is called for it in the end.
struct ErrorPayload {
  void* value = nullptr;
  void* (*share)(void*) = nullptr;  // gives another one; null: there is one only
  void (*drop)(void*) = nullptr;
};

// A callback returned `status`. Takes the message and the payload over from the thread's last error, where
// vjp_error_raise or the libvjp call that failed inside the callback has put them; `what` names the callback that said
// nothing.
class CallbackError : public Error {
 public:
  CallbackError(vjp_status status, const char* what);
  void give_payload_back() const noexcept;  // to this thread's last error
  // The same error for another throw, with a payload of its own where the payload can be shared; from several threads
  // at once.
  CallbackError again() const;

 private:
  struct Payload;
  std::shared_ptr<Payload> payload_;
};
// Around a callback without a status: what it raised all the same (vjp_error_raise), VJP_OK if nothing.
void forget_raised() noexcept;
vjp_status raised_status() noexcept;
// From here on the thread's present last error does not explain a callback that fails.
void begin_callbacks() noexcept;

// While another thread has this one's last error (a stand-in), this one has a separate one for a while.
class SeparateError {
 public:
  SeparateError() noexcept;
  ~SeparateError();
  SeparateError(const SeparateError&) = delete;
  SeparateError& operator=(const SeparateError&) = delete;

 private:
  void* former_;
};

// Records an error and drops the payload of an earlier one.
vjp_status set_last_error(vjp_status status, std::string_view message) noexcept;
void ensure_last_error() noexcept;  // the thread has room for one
// The same, raised by a callback: for the code that called it.
void raise_last_error(vjp_status status, std::string_view message, const ErrorPayload& payload) noexcept;
void set_last_error_payload(const ErrorPayload& payload) noexcept;
void* take_last_error_payload() noexcept;
void clear_last_error() noexcept;
const char* last_error_message() noexcept;
vjp_status last_error_status() noexcept;

// The program's own location (vjp_location_push), "" without one; appended to messages.
void push_location(const char* file, int32_t line, const char* function);
bool pop_location() noexcept;
size_t num_locations() noexcept;
void end_locations(size_t depth) noexcept;  // what was pushed above it
std::string pushed_locations();             // a line each, the innermost last; "" if there are none
// While a thread works for another: where that one's program was, then what is pushed here meanwhile. The thread needs
// room for an error (ensure_last_error); without it there is no place for either.
class LocationsOf {
 public:
  explicit LocationsOf(const std::string& text) noexcept;  // the other's pushed_locations(); must outlive this
  ~LocationsOf();
  LocationsOf(const LocationsOf&) = delete;
  LocationsOf& operator=(const LocationsOf&) = delete;

 private:
  const std::string* outer_ = nullptr;
  size_t outer_first_ = 0;
};

// While one is open on a thread it takes the thread's warnings. Closing passes them on, in order, to the record around
// it or to the handler, and throws the first error that the handler raised; open and close on the same thread.
struct WarningRecord {
  WarningRecord() noexcept;
  ~WarningRecord();  // closes it on the way of another failure
  WarningRecord(const WarningRecord&) = delete;
  WarningRecord& operator=(const WarningRecord&) = delete;
  void close();

  std::vector<std::string> messages;

 private:
  WarningRecord* outer_;
  bool open_ = true;
};

// Gives the message to the thread's record, or else to the process's warning handler, and throws what that raises.
void warn(const std::string& message);
// The same where nothing may fail (no thread's own work, or between frames of C): what the handler raises is printed.
void mention(const std::string& message);
void set_warning_handler(vjp_warning_fn fn, void* context, void (*drop)(void*));

}  // namespace vjp
