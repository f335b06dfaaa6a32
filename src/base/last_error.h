// The thread's last error as the C API shows it, with the payload that a callback attached.
#pragma once

#include <string>

#include "base/error.h"

namespace vjp {

// A callback returned `status`. Its message and payload stay in the thread's last error, where vjp_error_raise put
// them.
class CallbackError : public Error {
 public:
  CallbackError(vjp_status status, const char* what);
};

// Records an error; a payload of an earlier one is dropped unless `keep_payload`.
vjp_status set_last_error(vjp_status status, std::string_view message, bool keep_payload = false) noexcept;
void set_last_error_payload(void* payload, void (*drop)(void*)) noexcept;
void* take_last_error_payload() noexcept;
void clear_last_error() noexcept;
const char* last_error_message() noexcept;
vjp_status last_error_status() noexcept;

// Where the program says it is (vjp_location_push), "" if it does not; appended to messages.
void push_location(const char* file, int32_t line, const char* function);
bool pop_location() noexcept;
std::string pushed_locations();  // a line each, the innermost last; "" if there are none

// Gives the message to the process's warning handler.
void warn(const std::string& message);
void set_warning_handler(vjp_warning_fn fn, void* context, void (*drop)(void*));

}  // namespace vjp
